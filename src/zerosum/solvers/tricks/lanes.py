"""Many matrix games of one shape at once, by guessing the support of their solution.

The games of one pattern in neighbouring contexts mostly have the same *support*: the same s rows and s columns
are played. Given the support, the strategies follow from linear equations. With the first row and column of the
support as reference,

    D y' = f,   x' D = g,   D[a, b] = A[a, b] - A[a, 0] - A[0, b] + A[0, 0],
    f[a] = A[0, 0] - A[a, 0],   g[b] = A[0, 0] - A[0, b],

and the first probabilities complete the sums to 1. The equations are solved by elimination without a search for
pivots, in up to `WIDTH` lanes side by side, so that the compiler can use wide registers. Nothing is taken on trust:
any two distributions x and y prove bounds on the value, and a lane whose bounds are not close goes to the
simplex method.

Arrays of lanes are written A[i * n + j, lane].
"""

import numpy as np
from numba import njit

from zerosum.arrays import Floats, Ints

__all__ = ["WIDTH", "try_support"]

WIDTH = 64
"""Lanes that are solved side by side; enough to hide the loops' own cost, few enough to stay in the cache."""


@njit(cache=True, error_model="numpy")
def _equations(A: Floats, n: int, rows: Ints, cols: Ints, s: int, D: Floats, lanes: int) -> None:
    """Write D with f as its last column and g as its last row."""
    corner = A[rows[0] * n + cols[0]]
    for a in range(1, s):
        left = A[rows[a] * n + cols[0]]
        f = D[(a - 1) * s + s - 1]
        for k in range(lanes):
            f[k] = corner[k] - left[k]
        for b in range(1, s):
            top, here, d = A[rows[0] * n + cols[b]], A[rows[a] * n + cols[b]], D[(a - 1) * s + b - 1]
            for k in range(lanes):
                d[k] = (here[k] - left[k]) + (corner[k] - top[k])
    for b in range(1, s):
        top, g = A[rows[0] * n + cols[b]], D[(s - 1) * s + b - 1]
        for k in range(lanes):
            g[k] = corner[k] - top[k]


@njit(cache=True, error_model="numpy")
def _eliminate(D: Floats, s: int, lanes: int) -> None:
    """Factor D = L U in place, U with unit diagonal; f and g are carried along, pivots are inverted."""
    for t in range(s - 1):
        pivot = D[t * s + t]
        for k in range(lanes):
            pivot[k] = 1.0 / pivot[k]
        for b in range(t + 1, s):
            upper = D[t * s + b]
            for k in range(lanes):
                upper[k] *= pivot[k]
        for a in range(t + 1, s):
            factor = D[a * s + t]
            for b in range(t + 1, s if a < s - 1 else s - 1):
                d, upper = D[a * s + b], D[t * s + b]
                for k in range(lanes):
                    d[k] -= factor[k] * upper[k]


@njit(cache=True, error_model="numpy")
def _substitute(D: Floats, s: int, x: Floats, y: Floats, lanes: int) -> None:
    """Read y' and x' off the factors, from the last to the first."""
    for t in range(s - 2, -1, -1):
        f, g, pivot, yt, xt = D[t * s + s - 1], D[(s - 1) * s + t], D[t * s + t], y[t + 1], x[t + 1]
        for k in range(lanes):
            yt[k] = f[k]
            xt[k] = g[k]
        for b in range(t + 1, s - 1):
            upper, lower, yb, xb = D[t * s + b], D[b * s + t], y[b + 1], x[b + 1]
            for k in range(lanes):
                yt[k] -= upper[k] * yb[k]
                xt[k] -= lower[k] * xb[k]
        for k in range(lanes):
            xt[k] *= pivot[k]


@njit(cache=True, error_model="numpy")
def _complete(x: Floats, s: int, total: Floats, lanes: int) -> None:
    """Add the first probability, clip at 0 and scale to sum 1; `total` keeps the sum before scaling."""
    first = x[0]
    first[:lanes] = 1.0
    for t in range(1, s):
        xt = x[t]
        for k in range(lanes):
            first[k] -= xt[k]
    total[:lanes] = 0.0
    for t in range(s):
        xt = x[t]
        for k in range(lanes):
            xt[k] = xt[k] if xt[k] > 0.0 else 0.0
            total[k] += xt[k]
    for t in range(s):
        xt = x[t]
        for k in range(lanes):
            xt[k] /= total[k]


@njit(cache=True, error_model="numpy")
def _any_hope(total_x: Floats, total_y: Floats, lanes: int) -> bool:
    """Whether in some lane nothing had to be clipped; where something was, the support is a wrong one."""
    hopeful = 0
    for k in range(lanes):
        hopeful += (abs(total_x[k] - 1.0) < 1e-9) & (abs(total_y[k] - 1.0) < 1e-9)
    return hopeful > 0


@njit(cache=True, error_model="numpy")
def _row_bound(
    A: Floats, n: int, rows: Ints, s: int, x: Floats, sums: Floats, lower: Floats, lanes: int
) -> None:
    """lower[lane] = the least of (x A)[j] over all columns j."""
    lower[:lanes] = np.inf
    for j in range(n):
        sums[:lanes] = 0.0
        for t in range(s):
            a, p = A[rows[t] * n + j], x[t]
            for k in range(lanes):
                sums[k] += p[k] * a[k]
        for k in range(lanes):
            lower[k] = sums[k] if sums[k] < lower[k] else lower[k]


@njit(cache=True, error_model="numpy")
def _col_bound(
    A: Floats, m: int, n: int, cols: Ints, s: int, y: Floats, sums: Floats, upper: Floats, lanes: int
) -> None:
    """upper[lane] = the greatest of (A y)[i] over all rows i."""
    upper[:lanes] = -np.inf
    for i in range(m):
        sums[:lanes] = 0.0
        for t in range(s):
            a, p = A[i * n + cols[t]], y[t]
            for k in range(lanes):
                sums[k] += p[k] * a[k]
        for k in range(lanes):
            upper[k] = sums[k] if sums[k] > upper[k] else upper[k]


@njit(cache=True, error_model="numpy")
def try_support(
    A: Floats,
    m: int,
    n: int,
    rows: Ints,
    cols: Ints,
    s: int,
    lanes: int,
    D: Floats,
    x: Floats,
    y: Floats,
    ends: Floats,
) -> None:
    """Bounds ends[0] and ends[1] on the values of m x n games in lanes, from a support of s rows and columns.

    D, x, y and ends are scratch of (s * s), s, s and 5 rows of lanes; x and y hold the strategies. Rounding of
    the sums is left to the caller; a lane where the equations made no sense gets bounds that are not finite.
    """
    lower, upper, total_x, total_y, sums = ends[0], ends[1], ends[2], ends[3], ends[4]
    _equations(A, n, rows, cols, s, D, lanes)
    _eliminate(D, s, lanes)
    _substitute(D, s, x, y, lanes)
    _complete(x, s, total_x, lanes)
    _complete(y, s, total_y, lanes)
    if not _any_hope(total_x, total_y, lanes):
        lower[:lanes] = -np.inf
        upper[:lanes] = np.inf
        return
    _row_bound(A, n, rows, s, x, sums, lower, lanes)
    _col_bound(A, m, n, cols, s, y, sums, upper, lanes)
    for k in range(lanes):
        sane = (total_x[k] > 0.5) & (total_x[k] < 2.0) & (total_y[k] > 0.5) & (total_y[k] < 2.0)
        lower[k] = lower[k] if sane else -np.inf
        upper[k] = upper[k] if sane else np.inf
