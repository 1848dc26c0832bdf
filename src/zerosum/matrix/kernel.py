"""The value of one matrix game by the simplex method on a condensed tableau, compiled.

The column player seeks the least v with `A y <= v`, y a distribution. Take a column j0 whose maximum, at row i0, is
least: y = e(j0), v = A[i0, j0] is a feasible start, and eliminating y(j0) and v with it leaves a tableau with one
row per remaining slack and for y(j0), one column per remaining y and for the slack of i0, a cost row and a
right-hand side: (m + 1) x (n + 1) numbers, no shift of payoffs, no phase one. Each pivot exchanges a row's label and
a column's (Dantzig 1951, Tucker's condensed form). At the end the right-hand side holds the column strategy
and the cost row the row strategy.

Nothing of the tableau is trusted: `solve_into` returns the bounds that the strategies prove on the matrix itself.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from zerosum.matrix.bounds import bounds

__all__ = ["solve_into", "work_size"]

Floats = NDArray[np.float64]

COST = 1e-13
PIVOT = 1e-11


@njit(cache=True)
def work_size(m: int, n: int) -> int:
    """How many floats of scratch `solve_into` needs for m x n games, and for any smaller ones."""
    return (m + 1) * (n + 1) + m + n + 2 * (n + 1)


@njit(cache=True)
def _best_column(A: Floats) -> tuple[int, int]:
    """The column whose maximum is least, and the row of that maximum."""
    m, n = A.shape
    best, i0, j0 = np.inf, 0, 0
    for j in range(n):
        top, at = A[0, j], 0
        for i in range(1, m):
            if A[i, j] > top:
                top, at = A[i, j], i
        if top < best:
            best, i0, j0 = top, at, j
    return i0, j0


@njit(cache=True)
def _set_up(A: Floats, i0: int, j0: int, T: Floats, basic: Floats, free: Floats) -> None:
    """Fill the tableau after the first two eliminations, payoffs scaled to a range of 1.

    Row i0 of T belongs to y(j0), column j0 to the slack of i0. Labels: y(j) is j, the slack of i is n + i.
    """
    m, n = A.shape
    span = A.max() - A.min()
    unit = 1.0 / span if span > 0.0 else 1.0
    for i in range(m):
        corner = unit * (A[i, j0] - A[i0, j0])
        for j in range(n):
            T[i, j] = unit * (A[i, j] - A[i0, j]) - corner
        T[i, j0] = -1.0
        T[i, n] = -corner
        basic[i] = n + i
    for j in range(n):
        T[i0, j] = 1.0
        T[m, j] = unit * (A[i0, j] - A[i0, j0])
        free[j] = j
    T[i0, j0], T[i0, n], basic[i0] = 0.0, 1.0, j0
    T[m, j0], T[m, n], free[j0] = 1.0, 0.0, n + i0


@njit(cache=True)
def _entering(T: Floats, tolerance: float, bland: bool, free: Floats) -> int:
    """The column to enter: of most negative cost, or by Bland's rule that of least label; -1 at the optimum."""
    m, n = T.shape[0] - 1, T.shape[1] - 1
    least, at = -tolerance, -1
    for j in range(n):
        if T[m, j] < least:
            if not bland:
                least, at = T[m, j], j
            elif at < 0 or free[j] < free[at]:
                at = j
    return at


@njit(cache=True)
def _leaving(T: Floats, c: int, tolerance: float, basic: Floats) -> int:
    """The row of least ratio; of rows that tie, the one of least label; -1 if there is none."""
    m, n = T.shape[0] - 1, T.shape[1] - 1
    least, at = np.inf, -1
    for i in range(m):
        if T[i, c] > tolerance:
            ratio = T[i, n] / T[i, c]
            if ratio < least or (ratio == least and basic[i] < basic[at]):
                least, at = ratio, i
    return at


@njit(cache=True)
def _pivot(T: Floats, r: int, c: int) -> None:
    """Exchange row r and column c of the condensed tableau."""
    m, n = T.shape
    inverse = 1.0 / T[r, c]
    for j in range(n):
        T[r, j] *= inverse
    T[r, c] = inverse
    for i in range(m):
        factor = T[i, c]
        if i != r and factor != 0.0:
            T[i, c] = 0.0
            for j in range(n):
                T[i, j] -= factor * T[r, j]
    for i in range(m - 1):
        T[i, n - 1] = max(T[i, n - 1], 0.0)


@njit(cache=True)
def solve_into(A: Floats, row: Floats, col: Floats, work: Floats) -> tuple[float, float]:
    """Solve the game A (payoff to row): write both strategies, return bounds on the value.

    `row` and `col` have the lengths of A's sides, `work` at least `work_size(*A.shape)`. The bounds hold whatever
    rounding did; a wide gap says that this fast method failed, and `solve_safely` must be called instead.
    """
    m, n = A.shape
    T = work[: (m + 1) * (n + 1)].reshape(m + 1, n + 1)
    rest = work[(m + 1) * (n + 1) :]
    basic, free, sums = rest[:m], rest[m : m + n], rest[m + n :]
    i0, j0 = _best_column(A)
    _set_up(A, i0, j0, T, basic, free)
    limit = 10 * (m + n) + 50
    for step in range(2 * limit):
        c = _entering(T, COST, step >= limit, free)
        if c < 0:
            break
        r = _leaving(T, c, PIVOT, basic)
        if r < 0:
            break
        _pivot(T, r, c)
        basic[r], free[c] = free[c], basic[r]
    row[:] = 0.0
    col[:] = 0.0
    for i in range(m):
        if basic[i] < n:
            col[int(basic[i])] = T[i, n]
    for j in range(n):
        if free[j] >= n:
            row[int(free[j]) - n] = T[m, j]
    return bounds(A, row, col, sums)
