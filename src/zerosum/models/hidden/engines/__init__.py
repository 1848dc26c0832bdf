"""Engines: other solvers for hidden games, each with its own versions of some parts of the model."""
