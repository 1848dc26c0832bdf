"""Bounds on the value of a matrix game from the two strategies alone, whatever rounding did.

Any row strategy x proves `value >= min_j (x A)_j`, any column strategy y proves `value <= max_i (A y)_i`. In
floating point, a sum of k products carries an error of at most about `k u S` in any order of summation, where
u = 2^-53 and S is the sum of the products' sizes (Higham, Accuracy and Stability of Numerical Algorithms,
section 3.1); that the probabilities sum to 1 only up to rounding costs as much again. Here the slack is
`(k + 4) eps S` with eps = 2u, which covers both, and the rounding of S and of the bound itself. A pure strategy makes
no error at all, so a saddle point has gap zero.

The products must not underflow: probabilities below `FLUSH` are set to zero before the bounds are taken, and
payoffs other than zero are between `SMALLEST` and `LARGEST` in size; the guarded functions see to that.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

__all__ = ["FLUSH", "LARGEST", "SMALLEST", "bounds", "normalise"]

EPS = float(np.finfo(np.float64).eps)
FLUSH = 1e-100
SMALLEST = 1e-200
LARGEST = 1e200

Floats = NDArray[np.float64]


@njit(cache=True)
def normalise(x: Floats) -> int:
    """Clip x to a probability vector in place; return the size of its support, 0 if it has none."""
    total = 0.0
    for i in range(x.size):
        if not x[i] > FLUSH:
            x[i] = 0.0
        total += x[i]
    if not 0.0 < total < np.inf:
        return 0
    support = 0
    for i in range(x.size):
        x[i] /= total
        if x[i] > FLUSH:
            support += 1
        else:
            x[i] = 0.0
    return support


@njit(cache=True)
def row_bound(A: Floats, x: Floats, support: int, sums: Floats) -> float:
    """The value is at least this if row plays x; `sums` is scratch of twice A's columns."""
    m, n = A.shape
    sums[: 2 * n] = 0.0
    for i in range(m):
        p = x[i]
        if p != 0.0:
            for j in range(n):
                sums[j] += p * A[i, j]
                sums[n + j] += p * abs(A[i, j])
    slack = 0.0 if support == 1 else (support + 4) * EPS
    lower = np.inf
    for j in range(n):
        lower = min(lower, sums[j] - slack * sums[n + j])
    return lower


@njit(cache=True)
def col_bound(A: Floats, y: Floats, support: int) -> float:
    """The value is at most this if col plays y."""
    m, n = A.shape
    slack = 0.0 if support == 1 else (support + 4) * EPS
    upper = -np.inf
    for i in range(m):
        total = 0.0
        size = 0.0
        for j in range(n):
            total += y[j] * A[i, j]
            size += y[j] * abs(A[i, j])
        upper = max(upper, total + slack * size)
    return upper


@njit(cache=True)
def bounds(A: Floats, row: Floats, col: Floats, sums: Floats) -> tuple[float, float]:
    """Make both strategies proper and return the bounds that they prove; `sums` is scratch, 2n long."""
    rows = normalise(row)
    cols = normalise(col)
    lower = row_bound(A, row, rows, sums) if rows else -np.inf
    upper = col_bound(A, col, cols) if cols else np.inf
    return lower, upper
