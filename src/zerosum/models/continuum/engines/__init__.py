"""Engines: other solvers for games with hands from [0, 1], each with its own versions of some parts of the model."""
