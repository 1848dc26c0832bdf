"""The simplex of the textbooks with no guard, to show which games it gets wrong.

Payoffs are shifted to be positive, B = A - min + 1; maximise the sum of y with B y <= 1. Dantzig's rule, least
ratio, one fixed tolerance: what one writes first. Its strategies are true distributions, so that the gap that
they leave is a true measure of how wrong they are.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
TOLERANCE = 1e-12


def unguarded_gap(A: Floats) -> float:
    """How far apart the guarantees of the two strategies are, for payoffs scaled to at most 1."""
    m, n = A.shape
    T = np.zeros((m + 1, n + 1))
    T[:m, :n], T[:m, n], T[m, :n] = A - A.min() + 1.0, 1.0, -1.0
    basic, free = np.arange(n, n + m), np.arange(n)
    for _ in range(1000):
        c = int(np.argmin(T[m, :n]))
        rows = np.flatnonzero(T[:m, c] > TOLERANCE)
        if T[m, c] >= -TOLERANCE or not rows.size:
            break
        r = rows[np.argmin(T[rows, n] / T[rows, c])]
        _exchange(T, r, c)
        basic[r], free[c] = free[c], basic[r]
    x, y = np.zeros(n + m), np.zeros(n + m)
    y[basic], x[free] = T[:m, n], T[m, :n]
    row, col = np.maximum(x[n:], 0), np.maximum(y[:n], 0)
    row, col = row / row.sum(), col / col.sum()
    return float(((A @ col).max() - (row @ A).min()) / np.abs(A).max())


def _exchange(T: Floats, r: int, c: int) -> None:
    pivot, column = T[r, c], T[:, c].copy()
    T[:, c] = 0.0
    T[r, c] = 1.0
    T[r] /= pivot
    column[r] = 0.0
    T -= np.outer(column, T[r])
