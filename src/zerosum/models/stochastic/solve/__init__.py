"""The solver of stochastic games: discounted, stopping, or with the average payoff.

`solve` returns the value at the start and at every state, with stationary strategies; see the modules for
how.
"""

from zerosum.models.stochastic.answer import StochasticSolution, solve

__all__ = ["StochasticSolution", "solve"]
