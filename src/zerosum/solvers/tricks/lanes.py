"""Many matrix games of one shape at once, by guessing the support of their solution.

The games of one pattern in neighbouring contexts mostly have the same *support*: the same s rows and s columns
are played. Given the support, the strategies follow from linear equations. With the first row and column of the
support as reference,

    D y' = f,   x' D = g,   D[a, b] = A[a, b] - A[a, 0] - A[0, b] + A[0, 0],
    f[a] = A[0, 0] - A[a, 0],   g[b] = A[0, 0] - A[0, b],

and the first probabilities complete the sums to 1. The equations are solved by elimination without a search for
pivots. `WIDTH` games lie side by side, each in a *lane*, and are taken a vector at a time, so that all that is not the
payoffs stays in registers and the nearest cache. Nothing is taken on trust: any two distributions x and y prove
bounds on the value, and a lane whose bounds are not close goes to the simplex method.

Arrays of lanes are written A[i * n + j, lane].
"""

from typing import Any

import numpy as np
from numba import njit

from zerosum.arrays import Floats, Ints
from zerosum.matrix.scratch import inlined
from zerosum.matrix.simd import WIDTH as VECTOR
from zerosum.matrix.simd import (
    absolute,
    add,
    below,
    bits,
    choose,
    divide,
    load,
    maximum,
    minimum,
    multiply,
    multiply_add,
    splat,
    store,
    subtract,
)

__all__ = ["VECTOR", "WIDTH", "try_support"]

WIDTH = 64
"""Lanes that lie side by side; enough to share what is found once, few enough to stay in the cache."""

CLIPPED = 1e-9
"""Where more than this of a strategy was negative, the support is a wrong one."""


@inlined
def _equations(A: Floats, n: int, rows: Ints, cols: Ints, s: int, k: int, D: Floats) -> None:
    """Write D with f as its last column and g as its last row."""
    first, side = WIDTH * (rows[0] * n) + k, VECTOR * s
    corner = load(A, first + WIDTH * cols[0])
    for b in range(1, s):
        store(D, side * (s - 1) + VECTOR * (b - 1), subtract(corner, load(A, first + WIDTH * cols[b])))
    for a in range(1, s):
        line, at = WIDTH * (rows[a] * n) + k, side * (a - 1)
        left = load(A, line + WIDTH * cols[0])
        store(D, at + VECTOR * (s - 1), subtract(corner, left))
        for b in range(1, s):
            across = subtract(load(A, line + WIDTH * cols[b]), left)
            store(D, at + VECTOR * (b - 1), add(across, load(D, side * (s - 1) + VECTOR * (b - 1))))


@inlined
def _eliminate(D: Floats, s: int) -> None:
    """Factor D = L U in place, U with unit diagonal; f and g are carried along, pivots are inverted."""
    side = VECTOR * s
    for t in range(s - 1):
        line = side * t
        inverse = divide(splat(1.0), load(D, line + VECTOR * t))
        store(D, line + VECTOR * t, inverse)
        for b in range(t + 1, s):
            store(D, line + VECTOR * b, multiply(load(D, line + VECTOR * b), inverse))
        for a in range(t + 1, s):
            at, last = side * a, s if a < s - 1 else s - 1
            minus = subtract(splat(0.0), load(D, at + VECTOR * t))
            for b in range(t + 1, last):
                place = at + VECTOR * b
                store(D, place, multiply_add(minus, load(D, line + VECTOR * b), load(D, place)))


@inlined
def _row_mix(D: Floats, s: int, x: Floats) -> None:
    """Read x' off the factors, from the last to the first."""
    side = VECTOR * s
    for t in range(s - 2, -1, -1):
        g = load(D, side * (s - 1) + VECTOR * t)
        for b in range(t + 1, s - 1):
            g = subtract(g, multiply(load(D, side * b + VECTOR * t), load(x, VECTOR * (b + 1))))
        store(x, VECTOR * (t + 1), multiply(g, load(D, side * t + VECTOR * t)))


@inlined
def _col_mix(D: Floats, s: int, y: Floats) -> None:
    """Read y' off the factors, from the last to the first."""
    side = VECTOR * s
    for t in range(s - 2, -1, -1):
        f = load(D, side * t + VECTOR * (s - 1))
        for b in range(t + 1, s - 1):
            f = subtract(f, multiply(load(D, side * t + VECTOR * b), load(y, VECTOR * (b + 1))))
        store(y, VECTOR * (t + 1), f)


@inlined
def _complete(x: Floats, s: int) -> Any:
    """Add the first probability and clip at 0, and at no number too; return one over the sum, to scale by."""
    zero, first, total = splat(0.0), splat(1.0), splat(0.0)
    for t in range(1, s):
        p = load(x, VECTOR * t)
        first = subtract(first, p)
        p = maximum(p, zero)
        total = add(total, p)
        store(x, VECTOR * t, p)
    first = maximum(first, zero)
    store(x, 0, first)
    return divide(splat(1.0), add(total, first))


@inlined
def _scale(x: Floats, s: int, factor: Any) -> None:
    for t in range(s):
        store(x, VECTOR * t, multiply(load(x, VECTOR * t), factor))


@inlined
def _row_bound(A: Floats, n: int, rows: Ints, s: int, k: int, x: Floats) -> Any:
    """The least of (x A)[j] over all columns j."""
    lower = splat(np.inf)
    for j in range(n):
        payoff = splat(0.0)
        for t in range(s):
            payoff = multiply_add(load(x, VECTOR * t), load(A, WIDTH * (rows[t] * n + j) + k), payoff)
        lower = minimum(payoff, lower)
    return lower


@inlined
def _col_bound(A: Floats, m: int, n: int, cols: Ints, s: int, k: int, y: Floats) -> Any:
    """The greatest of (A y)[i] over all rows i."""
    upper = splat(-np.inf)
    for i in range(m):
        payoff = splat(0.0)
        for t in range(s):
            payoff = multiply_add(load(y, VECTOR * t), load(A, WIDTH * (i * n + cols[t]) + k), payoff)
        upper = maximum(payoff, upper)
    return upper


@inlined
def _sound(factor: Any) -> Any:
    """The lanes in which nothing had to be clipped, up to rounding."""
    return below(absolute(subtract(factor, splat(1.0))), splat(CLIPPED))


@inlined
def _try(
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
    """As `try_support`; where s is known to the compiler its loops are unrolled."""
    for k in range(0, lanes, VECTOR):
        _equations(A, n, rows, cols, s, k, D)
        _eliminate(D, s)
        _row_mix(D, s, x)
        _col_mix(D, s, y)
        for_row, for_col = _complete(x, s), _complete(y, s)
        lower, upper = splat(-np.inf), splat(np.inf)
        if bits(_sound(for_row)) & bits(_sound(for_col)):
            _scale(x, s, for_row)
            _scale(y, s, for_col)
            lower = choose(_sound(for_row), _row_bound(A, n, rows, s, k, x), lower)
            upper = choose(_sound(for_col), _col_bound(A, m, n, cols, s, k, y), upper)
        store(ends, k, lower)
        store(ends, WIDTH + k, upper)


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

    D, x and y are scratch of s * s, s and s vectors. Rounding of the sums is left to the caller; in a lane where the
    support is a wrong one, the bounds are infinite.
    """
    if s == 2:
        _try(A, m, n, rows, cols, 2, lanes, D, x, y, ends)
    elif s == 3:
        _try(A, m, n, rows, cols, 3, lanes, D, x, y, ends)
    elif s == 4:
        _try(A, m, n, rows, cols, 4, lanes, D, x, y, ends)
    elif s == 5:
        _try(A, m, n, rows, cols, 5, lanes, D, x, y, ends)
    else:
        _try(A, m, n, rows, cols, s, lanes, D, x, y, ends)
