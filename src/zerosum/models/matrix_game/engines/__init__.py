"""Engines: other solvers for matrix games, each with its own versions of some parts of the model."""
