"""Stochastic games: finitely many states, transitions, a discount or the average."""

from zerosum.models.stochastic.rules import Cell, StochasticGame

__all__ = ["Cell", "StochasticGame"]
