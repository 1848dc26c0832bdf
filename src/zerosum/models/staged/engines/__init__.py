"""Engines: other solvers for staged games, each with its own versions of some parts of the model."""
