"""Engines: other ways to solve games with hands from [0, 1], each with the parts of the model that it has for
itself."""
