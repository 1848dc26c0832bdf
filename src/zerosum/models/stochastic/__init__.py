"""Stochastic games: finitely many states, transitions, a discount or the average."""

from zerosum.core.moved import renamed
from zerosum.models.stochastic.rules import ArrayGame, Cell, StochasticGame

__all__ = ["ArrayGame", "Cell", "StochasticGame"]

__getattr__ = renamed(__name__, {"StochasticAnswer": "zerosum.models.stochastic.answer:StochasticSolution"})
