"""Stochastic games: finitely many states, transitions, a discount or the average."""

from zerosum.models.stochastic.rules import ArrayGame, Cell, StochasticGame

__all__ = ["ArrayGame", "Cell", "StochasticGame"]
