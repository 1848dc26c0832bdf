"""Many matrix games of one shape at once, by guessing the supports of their solutions.

The games of one pattern in neighbouring contexts usually have the same *support*: the s rows and s columns that are
played. Given the support, the strategies follow from linear equations. With the first row and column of the support
as reference,

    D y' = f,   x' D = g,   D[a, b] = A[a, b] - A[a, 0] - A[0, b] + A[0, 0],
    f[a] = A[0, 0] - A[a, 0],   g[b] = A[0, 0] - A[0, b],

and the first probabilities complete the sums to 1. The equations are solved by elimination without a search for
pivots. `WIDTH` games lie next to each other, each in a *lane*, and are processed a vector at a time, so that for
small supports everything but the payoffs stays in registers. The results are checked: any two distributions x and y
prove bounds on the value, and a lane whose bounds are not close goes to the simplex method.

Arrays of lanes are written A[i * n + j, lane], and are passed on as addresses (`simd.place`).
"""

import numpy as np

from zerosum.core.arrays import Scalar
from zerosum.core.compiled import kernel
from zerosum.matrix.simd import WIDTH as VECTOR
from zerosum.matrix.simd import (
    absolute,
    add,
    below,
    beyond,
    bits,
    choose,
    divide,
    greatest,
    inlined,
    load,
    maximum,
    minimum,
    multiply,
    multiply_add,
    room,
    splat,
    store,
    subtract,
    whole,
)

WIDTH = 32
"""Number of games next to each other: a few vectors, enough to read whole cache lines."""

Address = Scalar
"""An address of vectors in memory, with a type for compiled code."""

CLIPPED = 1e-9
"""If the negative part of a strategy is larger than this, the support is wrong."""


@inlined
def _equations(A: Address, rows: Address, cols: Address, s: int, D: Address) -> None:
    """Write D, with f as its last column and g as its last row."""
    first, side = whole(rows, 0), VECTOR * s
    corner = load(A, first + whole(cols, 0))
    for b in range(1, s):
        store(D, side * (s - 1) + VECTOR * (b - 1), subtract(corner, load(A, first + whole(cols, b))))
    for a in range(1, s):
        line, at = whole(rows, a), side * (a - 1)
        left = load(A, line + whole(cols, 0))
        store(D, at + VECTOR * (s - 1), subtract(corner, left))
        for b in range(1, s):
            across = subtract(load(A, line + whole(cols, b)), left)
            store(D, at + VECTOR * (b - 1), add(across, load(D, side * (s - 1) + VECTOR * (b - 1))))


@inlined
def _eliminate(D: Address, s: int) -> None:
    """Factor D = L U in place, U with unit diagonal; transform f and g with it, and invert the pivots."""
    side = VECTOR * s
    for t in range(s - 1):
        line = side * t
        # the pivot's row, divided by the pivot
        inverse = divide(splat(1.0), load(D, line + VECTOR * t))
        store(D, line + VECTOR * t, inverse)
        for b in range(t + 1, s):
            store(D, line + VECTOR * b, multiply(load(D, line + VECTOR * b), inverse))
        for a in range(t + 1, s):
            # subtract multiples of it from the rows below; the last row holds g
            at, last = side * a, s if a < s - 1 else s - 1
            minus = subtract(splat(0.0), load(D, at + VECTOR * t))
            for b in range(t + 1, last):
                place = at + VECTOR * b
                store(D, place, multiply_add(minus, load(D, line + VECTOR * b), load(D, place)))


@inlined
def _row_mix(D: Address, s: int, x: Address) -> None:
    """Compute x' from the factors, from the last entry to the first."""
    side = VECTOR * s
    for t in range(s - 2, -1, -1):
        g = load(D, side * (s - 1) + VECTOR * t)
        for b in range(t + 1, s - 1):
            g = subtract(g, multiply(load(D, side * b + VECTOR * t), load(x, VECTOR * (b + 1))))
        store(x, VECTOR * (t + 1), multiply(g, load(D, side * t + VECTOR * t)))


@inlined
def _col_mix(D: Address, s: int, y: Address) -> None:
    """Compute y' from the factors, from the last entry to the first."""
    side = VECTOR * s
    for t in range(s - 2, -1, -1):
        f = load(D, side * t + VECTOR * (s - 1))
        for b in range(t + 1, s - 1):
            f = subtract(f, multiply(load(D, side * t + VECTOR * b), load(y, VECTOR * (b + 1))))
        store(y, VECTOR * (t + 1), f)


@inlined
def _complete(x: Address, s: int) -> Scalar:
    """Compute the first probability, set negatives and NaNs to 0, and return the inverse of the sum as the scale."""
    zero, first, total = splat(0.0), splat(1.0), splat(0.0)
    for t in range(1, s):
        p = load(x, VECTOR * t)
        first = subtract(first, p)
        # `maximum` returns its second argument if the first is not a number
        p = maximum(p, zero)
        total = add(total, p)
        store(x, VECTOR * t, p)
    first = maximum(first, zero)
    store(x, 0, first)
    return divide(splat(1.0), add(total, first))


@inlined
def _scale(x: Address, s: int, factor: Scalar) -> None:
    for t in range(s):
        store(x, VECTOR * t, multiply(load(x, VECTOR * t), factor))


@inlined
def _row_bound(A: Address, n: int, rows: Address, s: int, x: Address) -> Scalar:
    """Return the smallest (x A)[j] over all columns j."""
    lower = splat(np.inf)
    for j in range(0, WIDTH * n, WIDTH):
        payoff = multiply(load(x, 0), load(A, whole(rows, 0) + j))
        for t in range(1, s):
            payoff = multiply_add(load(x, VECTOR * t), load(A, whole(rows, t) + j), payoff)
        lower = minimum(payoff, lower)
    return lower


@inlined
def _col_bound(A: Address, m: int, n: int, cols: Address, s: int, y: Address) -> Scalar:
    """Return the largest (A y)[i] over all rows i."""
    upper = splat(-np.inf)
    for i in range(0, WIDTH * m * n, WIDTH * n):
        payoff = multiply(load(y, 0), load(A, i + whole(cols, 0)))
        for t in range(1, s):
            payoff = multiply_add(load(y, VECTOR * t), load(A, i + whole(cols, t)), payoff)
        upper = maximum(payoff, upper)
    return upper


@inlined
def _sound(factor: Scalar) -> Scalar:
    """Return the lanes in which no entry was set to 0, except by rounding."""
    return below(absolute(subtract(factor, splat(1.0))), splat(CLIPPED))


@inlined
def _try(
    A: Address,
    m: int,
    n: int,
    rows: Address,
    cols: Address,
    s: int,
    work: Address,
    slack: float,
    tolerance: float,
    value: Address,
) -> tuple[int, float]:
    """Do the work of `try_support`; if the compiler knows s, everything but the payoffs stays in registers."""
    # guess the strategies from the support alone
    D, x, y = work, beyond(work, VECTOR * s * s), beyond(work, VECTOR * s * (s + 1))
    _equations(A, rows, cols, s, D)
    _eliminate(D, s)
    _row_mix(D, s, x)
    _col_mix(D, s, y)
    for_row, for_col = _complete(x, s), _complete(y, s)
    # a factor other than 1 means that probabilities were negative: the support is wrong; if it is wrong in all lanes,
    # stop here
    if not bits(_sound(for_row)) & bits(_sound(for_col)):
        return 0, 0.0
    _scale(x, s, for_row)
    _scale(y, s, for_col)
    # the bounds hold for any two strategies; only lanes in which the bounds are close get a value
    lower, upper = _row_bound(A, n, rows, s, x), _col_bound(A, m, n, cols, s, y)
    gap, wide = add(subtract(upper, lower), splat(slack)), splat(np.inf)
    close = below(choose(_sound(for_row), choose(_sound(for_col), gap, wide), wide), splat(tolerance))
    store(value, 0, choose(close, multiply(splat(0.5), add(lower, upper)), load(value, 0)))
    return bits(close), greatest(choose(close, gap, splat(0.0)))


@kernel(error_model="numpy")
def try_support(
    A: Address,
    m: int,
    n: int,
    rows: Address,
    cols: Address,
    s: int,
    work: Address,
    slack: float,
    tolerance: float,
    value: Address,
) -> tuple[int, float]:
    """Try a support of s rows and columns, given by their offsets in A, on a vector of m x n games.

    If the bounds, with `slack` for the rounding of sums, are closer than the tolerance, the value is written. Return
    these lanes, as bits, and the widest of their gaps; `work` is scratch memory of s * (s + 2) vectors.
    """
    # with a literal size the compiler unrolls the elimination and keeps the scratch in registers
    if s == 2:
        return _try(A, m, n, rows, cols, 2, room(8), slack, tolerance, value)
    if s == 3:
        return _try(A, m, n, rows, cols, 3, room(15), slack, tolerance, value)
    if s == 4:
        return _try(A, m, n, rows, cols, 4, room(24), slack, tolerance, value)
    if s == 5:
        return _try(A, m, n, rows, cols, 5, room(35), slack, tolerance, value)
    if s == 6:
        return _try(A, m, n, rows, cols, 6, room(48), slack, tolerance, value)
    if s == 7:
        return _try(A, m, n, rows, cols, 7, room(63), slack, tolerance, value)
    if s == 8:
        return _try(A, m, n, rows, cols, 8, room(80), slack, tolerance, value)
    return _try(A, m, n, rows, cols, s, work, slack, tolerance, value)
