"""Engines: other ways to solve hidden games, each with the parts of the model that it has for itself."""
