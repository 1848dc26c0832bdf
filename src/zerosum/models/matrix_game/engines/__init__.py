"""Engines: other ways to solve matrix games, each with the parts of the model that it has for itself."""
