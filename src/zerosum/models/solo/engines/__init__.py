"""Engines: other solvers for games of one decision maker, each with its own versions of some parts of the model."""
