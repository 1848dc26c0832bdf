"""Bounds on the value of a matrix game from the two strategies alone, despite rounding. Any row strategy x proves
`value >= min_j (x A)_j`, any column strategy y proves `value <= max_i (A y)_i`. In floating point a sum of k
products is wrong by at most about `k u S`, in any order of summation, where u = 2^-53 and S is the sum of the
products' sizes (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1); the rounding error in the sum
of the probabilities can add the same amount. The slack used here, `(k + 4) eps S` with eps = 2u and k the number of
moves played, covers both, and the rounding of S and of the bound itself. A pure strategy has no error at all, so a
saddle point has gap zero.

Products must not underflow: probabilities below 1e-100 are set to zero before the bounds are computed, and payoffs
other than zero are between `MIN_SIZE` and `MAX_SIZE` in size.

The strategies and the payoffs lie in one flat array of floats, the *scratch*, so that compiled code makes no
slices. The payoffs come first, row i at `i * stride(n)`, each row padded to whole vectors; then the tableau of the
same shape, its rows padded too; then the vectors that belong to it. Padding is zero in the payoffs and in the
tableau. Labels are whole numbers: their part of the scratch is read and written through `work.view(np.int64)` only.
"""

from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.compiled import Kernel, kernel
from zerosum.matrix.simd import (
    absolute,
    add,
    below,
    choose,
    divide,
    inlined,
    lanes_below,
    least,
    load,
    minimum,
    multiply_add,
    splat,
    store,
    total,
)

EPS = float(np.finfo(np.float64).eps)
FLUSH = 1e-100
"""Smaller probabilities are set to zero."""
MIN_SIZE, MAX_SIZE = 1e-200, 1e200
"""Range of the sizes of payoffs other than zero for which the bounds hold."""


class ScratchLayout(NamedTuple):
    """The shape of a game and the offsets of the parts of its scratch array."""

    m: int
    n: int
    ld: int
    """Columns, padded: the distance from row to row."""
    mp: int
    """Rows, padded."""
    table: int
    """The tableau, mp x ld: a row per basic variable, a column per free one."""
    rhs: int
    """The right-hand side: the values of the basic variables."""
    column: int
    """The entering column."""
    other: int
    """The entering column of the next step."""
    ratio: int
    """The ratios of right-hand side and entering column."""
    inverse: int
    """One over the entries of the entering column."""
    basic: int
    """The labels of the basic variables: j for y(j), ld + i for the slack of row i."""
    free: int
    """The labels of the free variables."""
    cost: int
    """The reduced costs of the free variables."""
    pivot: int
    """The pivot row after the exchange."""


@inlined
def stride(n: int) -> int:
    """Return the length of a padded row of n payoffs."""
    return (n + 7) // 8 * 8


@Kernel
def work_size(m: int, n: int) -> int:
    """Return the number of scratch floats that m x n games need; enough for all smaller ones as well."""
    ld, mp = stride(n), max(16, stride(m))
    return 2 * mp * ld + 6 * mp + 3 * ld


@inlined
def scratch_layout(m: int, n: int, mp: int, ld: int) -> ScratchLayout:
    """Return the offsets of all parts for an m x n game padded to mp x ld."""
    table = mp * ld
    rhs = 2 * table
    free = rhs + 6 * mp
    column, other, ratio, inverse, basic = rhs + mp, rhs + 2 * mp, rhs + 3 * mp, rhs + 4 * mp, rhs + 5 * mp
    return ScratchLayout(
        m, n, ld, mp, table, rhs, column, other, ratio, inverse, basic, free, free + ld, free + 2 * ld
    )


@inlined
def fill(A: Floats, work: Floats, ld: int) -> None:
    """Copy the payoffs into the scratch, each row padded with zeros."""
    m, n = A.shape
    i = 0
    while i < m and i * n + ld <= m * n:
        for j in range(0, ld, 8):
            store(work, i * ld + j, choose(lanes_below(n - j), load(A, i * n + j), splat(0.0)))
        i += 1
    for k in range(i, m):
        store(work, k * ld + ld - 8, splat(0.0))
        for j in range(n):
            work[k * ld + j] = A[k, j]


@inlined
def _normalise(work: Floats, x: int, size: int) -> float:
    """Normalise the vector at x to a distribution; return a bound on the relative error of its sums of
    products.

    The bound is infinite if the vector cannot be normalised.
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
def _lower(work: Floats, L: ScratchLayout, x: int, slack: float) -> float:
    """Return the least payoff of the row strategy at x, minus the slack."""
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
def _upper(work: Floats, L: ScratchLayout, y: int, slack: float) -> float:
    """Return the greatest payoff of the column strategy at y, plus the slack."""
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
def certify(work: Floats, L: ScratchLayout, x: int, y: int, row: Floats, col: Floats) -> tuple[float, float]:
    """Normalise the strategies at x and y, write them to the output, and return the bounds that they prove."""
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
    L = scratch_layout(m, n, stride(m), stride(n))
    fill(A, work, L.ld)
    x, y = L.table, L.table + L.mp
    for k in range(x, y + L.ld):
        work[k] = 0.0
    for i in range(m):
        work[x + i] = row[i]
    for j in range(n):
        work[y + j] = col[j]
    return certify(work, L, x, y, row, col)
