"""Engines: other ways to solve games of one decision maker, each with the parts of the model that it has for itself."""
