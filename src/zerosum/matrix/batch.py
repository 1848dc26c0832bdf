"""Many matrix games of one shape at once: compiled, parallel over games, no Python per game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

from zerosum.matrix.kernel import solve_into, work_size

__all__ = ["BatchSolution", "solve_batch"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class BatchSolution:
    """Bounds and strategies of a batch of games."""

    lower: Floats
    """Shape (games,): each value is at least this."""
    upper: Floats
    """Shape (games,): each value is at most this."""
    row: Floats
    """Shape (games, m): the row player's strategies."""
    col: Floats
    """Shape (games, n): the column player's strategies."""

    @property
    def gap(self) -> Floats:
        """The widths of the intervals."""
        return self.upper - self.lower


@njit(cache=True, parallel=True)
def _solve_all(A: Floats, lower: Floats, upper: Floats, row: Floats, col: Floats, chunk: int) -> None:
    """Solve the games of A in chunks, one piece of scratch for each."""
    games, m, n = A.shape
    for part in prange((games + chunk - 1) // chunk):
        work = np.empty(work_size(m, n))
        for k in range(part * chunk, min(games, (part + 1) * chunk)):
            lower[k], upper[k] = solve_into(A[k], row[k], col[k], work)


def solve_batch(A: Floats) -> BatchSolution:
    """Solve the games A[0], A[1], ... of an array of shape (games, m, n)."""
    A = np.ascontiguousarray(A, dtype=np.float64)
    games, m, n = A.shape
    found = BatchSolution(np.empty(games), np.empty(games), np.empty((games, m)), np.empty((games, n)))
    _solve_all(A, found.lower, found.upper, found.row, found.col, 256)
    return found
