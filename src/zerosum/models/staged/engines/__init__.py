"""Engines: other ways to solve staged games, each with the parts of the model that it has for itself."""
