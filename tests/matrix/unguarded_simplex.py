"""The simplex of the textbooks with no guard, to show which games it gets wrong.

Payoffs are shifted to be positive, B = A - min + 1; maximise the sum of y with B y <= 1. Dantzig's rule, least
ratio, one fixed tolerance: what one writes first. Its strategies are true distributions, so that the gap that
they leave is a true measure of how wrong they are.
"""

import numpy as np
from numba import njit

from zerosum.core.arrays import Floats

__all__ = ["TOLERANCES", "unguarded_gap", "worst_gap"]


TOLERANCES = (1e-12, 1e-14)
"""What one takes for zero, without much thought."""
MAX_STEPS = 1000


def worst_gap(A: Floats) -> float:
    """The gap of the tolerance that does worst."""
    return max(unguarded_gap(A, tolerance) for tolerance in TOLERANCES)


@njit(cache=True)
def unguarded_gap(A: Floats, tolerance: float) -> float:
    """How far apart the guarantees of the two strategies are."""
    m, n = A.shape
    T = np.zeros((m + 1, n + 1))
    T[:m, :n] = A - A.min() + 1.0
    T[:m, n] = 1.0
    T[m, :n] = -1.0
    basic, free = np.arange(n, n + m), np.arange(n)
    for _ in range(MAX_STEPS):
        c = int(np.argmin(T[m, :n]))
        r = _leaving(T, m, n, c, tolerance)
        if T[m, c] >= -tolerance or r < 0:
            break
        _exchange(T, r, c)
        basic[r], free[c] = free[c], basic[r]
    x, y = np.zeros(n + m), np.zeros(n + m)
    for i in range(m):
        y[basic[i]] = max(T[i, n], 0.0)
    for j in range(n):
        x[free[j]] = max(T[m, j], 0.0)
    return _gap(A, x[n:], y[:n])


@njit(cache=True)
def _leaving(T: Floats, m: int, n: int, c: int, tolerance: float) -> int:
    """The row with the least ratio, or -1."""
    best, least = -1, np.inf
    for i in range(m):
        if T[i, c] > tolerance and T[i, n] / T[i, c] < least:
            best, least = i, T[i, n] / T[i, c]
    return best


@njit(cache=True)
def _exchange(T: Floats, r: int, c: int) -> None:
    """Let the variable of column c change places with that of row r."""
    column = T[:, c].copy()
    T[:, c] = 0.0
    T[r, c] = 1.0
    T[r] /= column[r]
    for i in range(T.shape[0]):
        if i != r and column[i] != 0.0:
            T[i] -= column[i] * T[r]


@njit(cache=True)
def _gap(A: Floats, x: Floats, y: Floats) -> float:
    """What col's mix gives away less what row's takes; all there is to lose if one is no mix at all."""
    m, n = A.shape
    if not (0.0 < x.sum() < np.inf and 0.0 < y.sum() < np.inf):
        return float(A.max() - A.min())
    upper, lower = -np.inf, np.inf
    for i in range(m):
        upper = max(upper, (A[i] * y).sum() / y.sum())
    for j in range(n):
        lower = min(lower, (A[:, j] * x).sum() / x.sum())
    return upper - lower
