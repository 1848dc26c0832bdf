"""Bounds on the value of a matrix game from the two strategies alone, whatever rounding did.

Any row strategy x proves `value >= min_j (x A)_j`, any column strategy y proves `value <= max_i (A y)_i`. In
floating point a sum of k products is wrong by at most about `k u S`, in any order of summation, where u = 2^-53
and S is the sum of the products' sizes (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1);
that the probabilities sum to 1 only up to rounding costs as much again. The slack taken here,
`(k + 4) eps S` with eps = 2u and k the number of moves played, covers both, and the rounding of S and of the
bound itself. A pure strategy makes no error at all, so that a saddle point has gap zero.

Products must not underflow: probabilities below 1e-100 are set to zero before the bounds are taken, and
payoffs other than zero are between `SMALLEST` and `LARGEST` in size.
"""

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.compiled import kernel
from zerosum.matrix.scratch import Layout, fill, inlined, layout, stride, work_size
from zerosum.matrix.simd import (
    absolute,
    add,
    below,
    choose,
    divide,
    lanes_below,
    least,
    load,
    minimum,
    multiply_add,
    splat,
    store,
    total,
)

__all__ = ["EPS", "FLUSH", "LARGEST", "SMALLEST", "certify", "prove"]

EPS = float(np.finfo(np.float64).eps)
FLUSH = 1e-100
SMALLEST = 1e-200
LARGEST = 1e200


@inlined
def _normalise(work: Floats, x: int, size: int) -> float:
    """Make the vector at x a distribution; return by how much its sums of products may err, relatively.

    That is infinite if no distribution can be made of it.
    """
    zero, one = splat(0.0), splat(1.0)
    whole, played = zero, zero
    for i in range(x, x + size, 8):
        v = load(work, i)
        v = choose(below(zero, v), v, zero)
        store(work, i, v)
        whole = add(whole, v)
    divisor = splat(total(whole))
    for i in range(x, x + size, 8):
        v = divide(load(work, i), divisor)
        v = choose(below(splat(FLUSH), v), v, zero)
        store(work, i, v)
        played = add(played, choose(below(zero, v), one, zero))
    support = total(played)
    if support == 0.0:
        return np.inf
    return 0.0 if support == 1.0 else (support + 4.0) * EPS


@inlined
def _lower(work: Floats, L: Layout, x: int, slack: float) -> float:
    """The least payoff that the row strategy at x can bring, less the slack."""
    found = splat(np.inf)
    for j in range(0, L.ld, 8):
        payoff, size = splat(0.0), splat(0.0)
        for i in range(L.m):
            p, a = splat(work[x + i]), load(work, i * L.ld + j)
            payoff = multiply_add(p, a, payoff)
            size = multiply_add(p, absolute(a), size)
        payoff = multiply_add(splat(-slack), size, payoff)
        found = minimum(choose(lanes_below(L.n - j), payoff, splat(np.inf)), found)
    lower: float = least(found)
    return lower


@inlined
def _upper(work: Floats, L: Layout, y: int, slack: float) -> float:
    """The greatest payoff that the column strategy at y can cost, and the slack."""
    found = -np.inf
    for i in range(L.m):
        payoff, size = splat(0.0), splat(0.0)
        for j in range(0, L.ld, 8):
            p, a = load(work, y + j), load(work, i * L.ld + j)
            payoff = multiply_add(p, a, payoff)
            size = multiply_add(p, absolute(a), size)
        found = max(found, total(multiply_add(splat(slack), size, payoff)))
    return found


@inlined
def certify(work: Floats, L: Layout, x: int, y: int, row: Floats, col: Floats) -> tuple[float, float]:
    """Make the strategies at x and y proper, write them out, and return the bounds that they prove."""
    row_slack = _normalise(work, x, L.mp)
    col_slack = _normalise(work, y, L.ld)
    for i in range(L.m):
        row[i] = work[x + i]
    for j in range(L.n):
        col[j] = work[y + j]
    lower = _lower(work, L, x, row_slack)
    upper = _upper(work, L, y, col_slack)
    return (lower, upper) if lower <= upper else (-np.inf, np.inf)


@kernel(error_model="numpy")
def prove(A: Floats, row: Floats, col: Floats) -> tuple[float, float]:
    """Clip and normalise both strategies in place, and return the bounds that they prove on the value of A."""
    m, n = A.shape
    work = np.empty(work_size(m, n))
    L = layout(m, n, stride(m), stride(n))
    fill(A, work, L.ld)
    x, y = L.table, L.table + L.mp
    for k in range(x, y + L.ld):
        work[k] = 0.0
    for i in range(m):
        work[x + i] = row[i]
    for j in range(n):
        work[y + j] = col[j]
    return certify(work, L, x, y, row, col)
