"""Chains and Markov decision processes: the linear algebra inside every fast method.

`total` solves v = r + P v for a chain that stops or is discounted; `average` solves g + W = r + P W, W(0) =
0, for a chain with one ergodic class. `best_total` and `best_average` are Howard's policy iteration. None
of their results is trusted: every caller takes bounds from one more application of the operator.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from zerosum.core.arrays import Array, Floats
from zerosum.models.stochastic.solve.operator import EPS, Process
from zerosum.numerics.sparse import Entries, Matrix, entries, identity, in_full, matrix

__all__ = ["average", "best_average", "best_total", "total"]

DENSE = 1500
ROUNDS = 200


def total(payoff: Floats, to: Matrix) -> Floats | None:
    """The v with v = payoff + to v, or None if there is no single one."""
    return _solve(identity(payoff.size) - to, payoff)


def average(payoff: Floats, to: Matrix) -> tuple[float, Floats] | None:
    """The gain g and the relative values W of a chain with one ergodic class, or None if it has more."""
    size = payoff.size
    data, row, col = entries(identity(size) - to)
    gains, pin = np.full(size, size), np.array([0])
    rows, cols = np.concatenate([row, np.arange(size), pin + size]), np.concatenate([col, gains, pin])
    whole = Entries(np.append(data, np.ones(size + 1)), rows, cols)
    found = _solve(matrix(whole, (size + 1, size + 1)), np.append(payoff, 0.0))
    return None if found is None else (float(found[-1]), found[:-1])


def best_total(process: Process) -> Floats | None:
    """The optimal values of a process that stops, or is discounted."""

    def evaluate(chosen: NDArray[np.int64]) -> Floats | None:
        return total(process.payoff[chosen], process.to[chosen])

    return _policy_iteration(process, evaluate)


def best_average(process: Process) -> Floats | None:
    """The relative values of an optimal policy for the average payoff, as far as policies are unichain."""

    def evaluate(chosen: NDArray[np.int64]) -> Floats | None:
        found = average(process.payoff[chosen], process.to[chosen])
        return None if found is None else found[1]

    return _policy_iteration(process, evaluate)


def _policy_iteration(
    process: Process, evaluate: Callable[[NDArray[np.int64]], Floats | None]
) -> Floats | None:
    """Howard's policy iteration; keeps an action unless another is better by more than rounding."""
    chosen = process.choose(process.payoff)
    v = evaluate(chosen)
    for _ in range(ROUNDS):
        if v is None:
            return None
        tolerance = 32 * EPS * (1 + float(np.abs(v).max()) + float(np.abs(process.payoff).max()))
        better = process.choose(process.worth(v), chosen, tolerance)
        if np.array_equal(better, chosen):
            return v
        chosen = better
        v = evaluate(chosen)
    return v


def _solve(left: Matrix, right: Floats) -> Array | None:
    """The solution of a linear system, or None if the matrix is singular up to rounding."""
    try:
        if right.size <= DENSE:
            found = np.linalg.solve(in_full(left), right)
        else:
            from scipy.sparse.linalg import splu  # takes long to import

            with warnings.catch_warnings():
                warnings.simplefilter("error")
                found = splu(left.tocsc()).solve(right)
    except (np.linalg.LinAlgError, RuntimeError, Warning):
        return None
    size = float(np.abs(found).max(initial=0.0))
    scale = 1 + float(np.abs(right).max(initial=0.0))
    return found if np.isfinite(size) and size < 1e13 * scale else None
