"""Many matrix games of one shape at once: compiled, parallel over games, no Python per game.

Small games are solved eight abreast; larger ones, and the few that this leaves with a gap, one by one by the
kernel. Those whose gap is above tolerance even after the robust method are solved exactly, so that no wide gap leaves
this module.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zerosum.core.arrays import Array, Floats
from zerosum.core.compiled import kernel, threads
from zerosum.core.errors import InputError
from zerosum.matrix.fallback import FINE, IMPROPER, WIDE, solve_fallback, status
from zerosum.matrix.inputs import as_batch
from zerosum.matrix.kernel import solve_into
from zerosum.matrix.lanes import MOST, solve_lanes
from zerosum.matrix.scratch import work_size

__all__ = ["BatchSolution", "solve_batch"]

CHUNK = 4096
"""How many games a thread takes at a time, at most."""
SMALL = 64
"""Fewer games than this are not worth a second thread."""


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
    again: NDArray[np.int64]
    """The games that were solved again exactly."""

    @property
    def value(self) -> Floats:
        """The midpoints of the intervals."""
        return self.lower + 0.5 * (self.upper - self.lower)

    @property
    def gap(self) -> Floats:
        """The widths of the intervals."""
        return self.upper - self.lower


@kernel(nogil=True, error_model="numpy")
def _solve_singly(
    start: int,
    stop: int,
    A: Floats,
    lower: Floats,
    upper: Floats,
    row: Floats,
    col: Floats,
    found: NDArray[np.int8],
) -> None:
    """Solve the games from start to stop that are not found FINE yet, and say of each how it went."""
    work = np.empty(work_size(A.shape[1], A.shape[2]))
    for k in range(start, stop):
        if found[k] != FINE:
            lower[k], upper[k] = solve_into(A[k], row[k], col[k], work)
            found[k] = status(A[k], row[k], col[k], lower[k], upper[k])


def _solve_some(start: int, stop: int, A: Floats, *results: Array) -> None:
    """Solve the games from start to stop; the last of the results says of each how it went."""
    if A.shape[1] * A.shape[2] <= MOST:
        solve_lanes(start, stop, A, *results)
    if (results[-1][start:stop] != FINE).any():
        _solve_singly(start, stop, A, *results)


def _solve_all(games: int, most: int, *arrays: Array) -> None:
    """Solve all games, on so many threads; the compiled code lets them run at once."""
    if most == 1 or games < SMALL:
        _solve_some(0, games, *arrays)
        return
    chunk = min(CHUNK, -(-games // (4 * most)))
    from concurrent.futures import ThreadPoolExecutor  # takes long to import

    with ThreadPoolExecutor(most) as pool:
        parts = [
            pool.submit(_solve_some, start, min(games, start + chunk), *arrays)
            for start in range(0, games, chunk)
        ]
        for part in parts:
            part.result()


def solve_batch(A: object, most: int | None = None) -> BatchSolution:
    """Solve the games A[0], A[1], ... of an array of shape (games, m, n).

    Parameters
    ----------
    A
        An array of shape (games, m, n), payoffs to the row player.
    most
        Threads to use at most; otherwise as many as numba was told, or one per core.

    Returns
    -------
    BatchSolution
        Arrays of bounds and strategies, a line for each game.

    Examples
    --------
    >>> import numpy as np
    >>> found = zerosum.matrix.solve_batch(np.array([[[3.0, 1], [0, 2]], [[1, -1], [-1, 1]]]))
    >>> found.value.round(9).tolist()
    [1.5, 0.0]
    """
    payoffs = as_batch(A)
    games, m, n = payoffs.shape
    lower, upper, row, col = np.empty(games), np.empty(games), np.empty((games, m)), np.empty((games, n))
    found = np.full(games, WIDE, dtype=np.int8)
    _solve_all(games, most or threads(), payoffs, lower, upper, row, col, found)
    if (found == IMPROPER).any():
        first = int(np.argmax(found == IMPROPER))
        raise InputError(f"game {first} of the batch has a payoff that is no finite number")
    again = np.flatnonzero(found != FINE)
    for k in again:
        lower[k], upper[k], row[k], col[k] = solve_fallback(payoffs[k])
    return BatchSolution(lower, upper, row, col, again)
