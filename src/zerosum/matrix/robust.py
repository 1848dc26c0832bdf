"""The robust method: the same simplex for the few games on which the fast one leaves a gap.

Rounding spoils a long run of pivots in two ways: a small pivot magnifies what was already wrong, and a run
through ties can go round in circles. So of the rows that tie in the ratio test the largest pivot is taken (Harris
1973); after many steps Bland's rule (1977) breaks circles; and when the run has ended, the tableau is
built anew from the payoffs, straight to the final basis with the largest pivots there are, which forgets all
errors of the way there. If that shows the basis to be short of the optimum, the run goes on from it.

It is written for trust, not for speed: plain loops, numbers one at a time.
"""

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.compiled import kernel
from zerosum.matrix.bounds import certify
from zerosum.matrix.scratch import layout, stride
from zerosum.matrix.tableau import Rule, Tableau, exchange, optimise, set_up

__all__ = ["solve_robustly"]

RULE = Rule(cost=1e-15, pivot=1e-12, tie=1e-13)
ROUNDS = 4


@kernel(error_model="numpy")
def _unit(work: Floats, ld: int, m: int, n: int) -> float:
    """One over the range of the payoffs."""
    lowest, highest = np.inf, -np.inf
    for i in range(m):
        for j in range(n):
            lowest, highest = min(lowest, work[i * ld + j]), max(highest, work[i * ld + j])
    return 1.0 / (highest - lowest)


@kernel(error_model="numpy")
def _refresh(work: Floats, ld: int, unit: float, t: Tableau) -> None:
    """Build the tableau of the present basis anew, by the largest pivots that lead to it."""
    m, n, T, basic, free = t
    wanted = np.zeros(m + n, dtype=np.bool_)
    for i in range(m):
        wanted[basic[i]] = True
    set_up(work, ld, unit, t)
    for _ in range(min(m, n)):
        size, r, c = 0.0, -1, -1
        for i in range(m):
            if not wanted[basic[i]]:
                for j in range(n):
                    if wanted[free[j]] and abs(T[i, j]) > size:
                        size, r, c = abs(T[i, j]), i, j
        if r < 0:
            return
        exchange(t, r, c)


@kernel(error_model="numpy")
def solve_robustly(
    m: int, n: int, row: Floats, col: Floats, work: Floats, lower: float, upper: float
) -> tuple[float, float]:
    """Better bounds and strategies than those given, if they can be had, for the payoffs in `work`."""
    L = layout(m, n, stride(m), stride(n))
    T = np.empty((m + 1, n + 1))
    basic, free = np.empty(m, dtype=np.int64), np.empty(n, dtype=np.int64)
    t, unit = Tableau(m, n, T, basic, free), _unit(work, L.ld, m, n)
    x, y = np.empty(m), np.empty(n)
    set_up(work, L.ld, unit, t)
    for _ in range(ROUNDS):
        optimise(t, RULE, 20 * (m + n) + 100)
        _refresh(work, L.ld, unit, t)
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
