"""The robust method: the same simplex for the few games on which the fast one leaves a gap.

Rounding spoils a long run of pivots in two ways: a small pivot magnifies what was already wrong, and a run
through ties can go round in circles. So of the rows that tie in the ratio test the largest pivot is taken (Harris
1973); after many steps Bland's rule (1977) breaks circles; and when the run has ended, the tableau is
built anew from the payoffs, straight to the final basis with the largest pivots there are, which forgets all
errors of the way there. If that shows the basis to be short of the optimum, the run goes on from it.

It is written for trust, not for speed: plain loops, numbers one at a time.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from zerosum.arrays import Floats
from zerosum.matrix.bounds import certify
from zerosum.matrix.scratch import layout, stride

__all__ = ["solve_robustly"]

Labels = NDArray[np.int64]

COST = 1e-15
PIVOT = 1e-12
TIE = 1e-13
ROUNDS = 4


@njit(cache=True, error_model="numpy")
def _start(work: Floats, ld: int, m: int, n: int) -> tuple[int, int, float, float]:
    """A column of least maximum and the row of that maximum; the least and greatest payoff."""
    i0, j0, least_top, lowest, highest = 0, 0, np.inf, np.inf, -np.inf
    for j in range(n):
        top, at = -np.inf, 0
        for i in range(m):
            a = work[i * ld + j]
            lowest = min(lowest, a)
            if a > top:
                top, at = a, i
        highest = max(highest, top)
        if top < least_top:
            i0, j0, least_top = at, j, top
    return i0, j0, lowest, highest


@njit(cache=True, error_model="numpy")
def _set_up(work: Floats, ld: int, T: Floats, basic: Labels, free: Labels) -> None:
    """The tableau of `kernel`, (m + 1) x (n + 1), costs in the last row, right-hand side in the last column."""
    m, n = T.shape[0] - 1, T.shape[1] - 1
    i0, j0, lowest, highest = _start(work, ld, m, n)
    unit, base = 1.0 / (highest - lowest), i0 * ld
    for i in range(m):
        corner = work[i * ld + j0] - work[base + j0]
        for j in range(n):
            T[i, j] = unit * ((work[i * ld + j] - work[base + j]) - corner)
        T[i, j0], T[i, n], basic[i] = -1.0, -unit * corner, n + i
    for j in range(n):
        T[i0, j], T[m, j], free[j] = 1.0, unit * (work[base + j] - work[base + j0]), j
    T[i0, j0], T[i0, n], basic[i0] = 0.0, 1.0, j0
    T[m, j0], T[m, n], free[j0] = 1.0, 0.0, n + i0


@njit(cache=True, error_model="numpy")
def _pivot(T: Floats, r: int, c: int, basic: Labels, free: Labels) -> None:
    """Exchange row r and column c."""
    rows, columns = T.shape
    pivot = T[r, c]
    T[r, c] = 1.0
    for j in range(columns):
        T[r, j] /= pivot
    for i in range(rows):
        factor = T[i, c]
        if i != r:
            T[i, c] = 0.0
            for j in range(columns):
                T[i, j] -= factor * T[r, j]
    basic[r], free[c] = free[c], basic[r]


@njit(cache=True, error_model="numpy")
def _entering(T: Floats, free: Labels, bland: bool) -> int:
    """The column of least cost, or by Bland's rule that of least label among the negative; -1 if there is none."""
    m, n = T.shape[0] - 1, T.shape[1] - 1
    found = -1
    for j in range(n):
        if T[m, j] < -COST:
            better = free[j] < free[found] if bland else T[m, j] < T[m, found]
            if found < 0 or better:
                found = j
    return found


@njit(cache=True, error_model="numpy")
def _leaving(T: Floats, c: int, basic: Labels, bland: bool) -> int:
    """The row of least ratio; among ties the largest pivot, or by Bland's rule the least label; -1 if none."""
    m, n = T.shape[0] - 1, T.shape[1] - 1
    limit = np.inf
    for i in range(m):
        if T[i, c] > PIVOT:
            limit = min(limit, (T[i, n] + TIE) / T[i, c])
    found = -1
    for i in range(m):
        if T[i, c] > PIVOT and T[i, n] <= limit * T[i, c]:
            better = basic[i] < basic[found] if bland else T[i, c] > T[found, c]
            if found < 0 or better:
                found = i
    return found


@njit(cache=True, error_model="numpy")
def _simplex(T: Floats, basic: Labels, free: Labels) -> None:
    """Pivot to the optimum; Dantzig's rule first, Bland's after many steps, and an end to it all."""
    m, n = T.shape[0] - 1, T.shape[1] - 1
    many = 20 * (m + n) + 100
    for step in range(3 * many):
        c = _entering(T, free, step > many)
        r = _leaving(T, c, basic, step > many) if c >= 0 else -1
        if r < 0:
            return
        _pivot(T, r, c, basic, free)
        for i in range(m):
            T[i, n] = max(T[i, n], 0.0)


@njit(cache=True, error_model="numpy")
def _refresh(work: Floats, ld: int, T: Floats, basic: Labels, free: Labels) -> None:
    """Build the tableau of the present basis anew, by the largest pivots that lead to it."""
    m, n = basic.size, free.size
    wanted = np.zeros(m + n, dtype=np.bool_)
    for i in range(m):
        wanted[basic[i]] = True
    _set_up(work, ld, T, basic, free)
    for _ in range(min(m, n)):
        size, r, c = 0.0, -1, -1
        for i in range(m):
            if not wanted[basic[i]]:
                for j in range(n):
                    if wanted[free[j]] and abs(T[i, j]) > size:
                        size, r, c = abs(T[i, j]), i, j
        if r < 0:
            return
        _pivot(T, r, c, basic, free)


@njit(cache=True, error_model="numpy")
def solve_robustly(
    m: int, n: int, row: Floats, col: Floats, work: Floats, lower: float, upper: float
) -> tuple[float, float]:
    """Better bounds and strategies than those given, if they can be had, for the payoffs in `work`."""
    L = layout(m, n, stride(m), stride(n))
    T = np.empty((m + 1, n + 1))
    basic, free = np.empty(m, dtype=np.int64), np.empty(n, dtype=np.int64)
    x, y = np.empty(m), np.empty(n)
    _set_up(work, L.ld, T, basic, free)
    for _ in range(ROUNDS):
        _simplex(T, basic, free)
        _refresh(work, L.ld, T, basic, free)
        for k in range(L.mp + L.ld):
            work[L.table + k] = 0.0
        for i in range(m):
            if basic[i] < n:
                work[L.table + L.mp + basic[i]] = T[i, n]
        for j in range(n):
            if free[j] >= n:
                work[L.table + free[j] - n] = T[m, j]
        low, high = certify(work, L, L.table, L.table + L.mp, x, y)
        if low > lower:
            lower = low
            for i in range(m):
                row[i] = x[i]
        if high < upper:
            upper = high
            for j in range(n):
                col[j] = y[j]
    return lower, upper
