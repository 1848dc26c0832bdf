"""The value of one matrix game by the simplex method on a condensed tableau, compiled.

The column player seeks the least v with `A y <= v`, y a distribution. Take a column j0 whose maximum, at row
i0, is least: y = e(j0), v = A[i0, j0] is a feasible start. If that entry is least in its row, it is a saddle point,
and the game is solved. Otherwise v and y(j0) are eliminated, which leaves a tableau with a row for each other
slack and for y(j0), and a column for each other y and for the slack of i0: m x n numbers, no shift of payoffs,
no first phase. Each pivot exchanges a row's label and a column's (Dantzig 1951; Tucker's condensed form). At
the end the right-hand side is the column strategy, and the cost row is the row strategy.

The method is fast for four reasons. Rows are whole vectors (`simd`). Sizes up to 8 x 8 and 16 x 16 are compiled
with unrolled loops. Each pivot first finds the next pivot, from the old tableau, so that the processor does the
search and most of the exchange in parallel, and the last exchange is omitted. The ratio test divides only once,
since the pivot's inverse is among the quotients.

The tableau is not trusted: the returned bounds are proved from the strategies and the payoffs (`bounds`), and a
game with a wide gap is solved by the robust method.

The *robust method* is the same simplex for the few games on which the fast one leaves a gap. Rounding spoils a long
sequence of pivots in two ways: a small pivot magnifies earlier errors, and ties can cause cycling. So among the
rows that tie in the ratio test the largest pivot is chosen (Harris 1973); after many steps Bland's rule (1977)
breaks cycles; and at the end the tableau of the final basis is rebuilt directly from the payoffs with the largest
possible pivots, which removes all accumulated errors. If this basis turns out not to be optimal, the method
continues from it. This method is written for trust, not for speed: plain loops, one number at a time.
"""

import numpy as np
from numpy.typing import NDArray

from zerosum.core.arrays import Floats, Ints
from zerosum.core.compiled import kernel
from zerosum.matrix.bounds import (
    MAX_SIZE,
    MIN_SIZE,
    ScratchLayout,
    certify,
    fill,
    scratch_layout,
    stride,
    work_size,
)
from zerosum.matrix.simd import (
    WIDTH,
    absolute,
    below,
    bits,
    choose,
    column,
    divide,
    greatest,
    inlined,
    lane,
    lanes_below,
    least,
    load,
    lowest_bit,
    maximum,
    minimum,
    multiply,
    multiply_add,
    same,
    splat,
    store,
    subtract,
)
from zerosum.matrix.tableau import PivotRule, Tableau, exchange, optimise, set_up

COST = 1e-13
"""Reduced costs above minus this number count as zero; payoffs are scaled to a range of 1."""
PIVOT = 1e-11
"""Smallest entry that may be a pivot."""
GAP = 1e-12
"""A game whose gap is above this fraction of the largest payoff's size is solved by the robust method."""
TOLERANCE = 1e-11
"""Maximum gap of accepted bounds, relative to the size of the payoffs."""

FINE, WIDE, IMPROPER = 0, 1, 2
"""Results of `status`: the gap is fine, the gap is too wide, or a payoff is not a finite number."""

ROUNDING = 1e-14
"""Approximate allowance for rounding in the bounds, relative to the size of the payoffs."""
ROBUST_RULE = PivotRule(cost=1e-15, pivot=1e-12, tie=1e-13)
ROBUST_ROUNDS = 4
"""Number of times that the robust method rebuilds the tableau of its basis."""


@inlined
def _find(work: Floats, start: int, stop: int, x: float) -> int:
    """Return the first position of the number x between start and stop, relative to start."""
    wanted = splat(x)
    for block in range(start, stop, 64):
        seen = 0
        for j in range(block, min(stop, block + 64), 8):
            seen |= bits(same(load(work, j), wanted)) << (j - block)
        if seen != 0:
            at: int = lowest_bit(seen)
            return block - start + at
    return 0


@inlined
def _start(work: Floats, L: ScratchLayout) -> tuple[int, int, float, float]:
    """Find a column with the smallest maximum, and the row of this maximum; also return the least and greatest
    payoff.
    """
    inf = splat(np.inf)
    # the maximum of each column, eight columns at a time, and the range of all payoffs;
    # the padding beyond column n must not count
    highest, lowest, best = splat(-np.inf), inf, inf
    for j in range(0, L.ld, 8):
        top = load(work, j)
        bottom = top
        for i in range(1, L.m):
            a = load(work, i * L.ld + j)
            top, bottom = maximum(a, top), minimum(a, bottom)
        real = lanes_below(L.n - j)
        highest = maximum(choose(real, top, highest), highest)
        lowest = minimum(choose(real, bottom, lowest), lowest)
        top = choose(real, top, inf)
        store(work, L.pivot + j, top)
        best = minimum(top, best)
    # find the least maximum: its column, then its row in a copy of that column
    value = least(best)
    j0 = _find(work, L.pivot, L.pivot + L.ld, value)
    for i in range(0, L.mp, 8):
        entries = choose(lanes_below(L.m - i), column(work, i * L.ld + j0, L.ld), splat(-np.inf))
        store(work, L.column + i, entries)
    return _find(work, L.column, L.column + L.mp, value), j0, least(lowest), greatest(highest)


@inlined
def _costs(work: Floats, L: ScratchLayout, i0: int, j0: int, unit: float) -> float:
    """Write the initial reduced costs: each column's change of row i0's payoff. Return the least, not scaled."""
    v, found = splat(work[i0 * L.ld + j0]), splat(np.inf)
    for j in range(0, L.ld, 8):
        gain = choose(lanes_below(L.n - j), subtract(load(work, i0 * L.ld + j), v), splat(0.0))
        store(work, L.cost + j, multiply(splat(unit), gain))
        found = minimum(gain, found)
    lowest: float = least(found)
    return lowest


@inlined
def _name(labels: Ints, L: ScratchLayout, i0: int, j0: int) -> None:
    """Write the initial labels: slacks are basic and y nonbasic, but y(j0) and the slack of i0 are exchanged."""
    for i in range(L.m):
        labels[L.basic + i] = L.ld + i
    for j in range(L.n):
        labels[L.free + j] = j
    labels[L.basic + i0] = j0
    labels[L.free + j0] = L.ld + i0


@inlined
def _set_up(work: Floats, L: ScratchLayout, i0: int, j0: int, unit: float) -> None:
    """Fill the tableau after the elimination of v and y(j0); column j0 of the payoffs lies at L.column."""
    zero, one, u = splat(0.0), splat(1.0), splat(unit)
    v = splat(work[i0 * L.ld + j0])
    # column j0 relative to the start's value v: its negative is the right-hand side, except that the row of y(j0) has 1
    for i in range(0, L.mp, 8):
        corner = multiply(u, subtract(load(work, L.column + i), v))
        store(work, L.column + i, corner)
        store(work, L.rhs + i, choose(lane(i0 - i), one, subtract(zero, corner)))
    # subtract row i0 and column j0 from all entries: the result of eliminating v and y(j0)
    for j in range(0, L.ld, 8):
        base, real, at = load(work, i0 * L.ld + j), lanes_below(L.n - j), lane(j0 - j)
        for i in range(L.m):
            entry = multiply(u, subtract(load(work, i * L.ld + j), base))
            entry = choose(at, splat(-1.0), subtract(entry, splat(work[L.column + i])))
            store(work, L.table + i * L.ld + j, choose(real, entry, zero))
        # rows of padding are zero, so that they never leave; row i0 says that the y sum to 1
        for i in range(L.m, L.mp):
            store(work, L.table + i * L.ld + j, zero)
        store(work, L.table + i0 * L.ld + j, choose(real, choose(at, zero, one), zero))
        store(work, L.cost + j, choose(at, one, load(work, L.cost + j)))


@inlined
def _leaving(work: Floats, L: ScratchLayout, entering: int) -> tuple[int, float]:
    """Run the ratio test: return the leaving row and its ratio, which is infinite if no row can leave."""
    inf = splat(np.inf)
    found = inf
    for i in range(0, L.mp, 8):
        t = load(work, entering + i)
        inverse = divide(splat(1.0), t)
        store(work, L.inverse + i, inverse)
        ratio = choose(below(splat(PIVOT), t), multiply(load(work, L.rhs + i), inverse), inf)
        store(work, L.ratio + i, ratio)
        found = minimum(ratio, found)
    best = least(found)
    return _find(work, L.ratio, L.ratio + L.mp, best), best


@inlined
def _edges(
    work: Floats, labels: Ints, L: ScratchLayout, r: int, c: int, ratio: float, cost: float, entering: int
) -> float:
    """Exchange on the right-hand side, the pivot row and the costs; return the least cost afterwards."""
    zero, inverse = splat(0.0), splat(work[L.inverse + r])
    # the right-hand side, never below 0; row r gets the ratio
    for i in range(0, L.mp, 8):
        b = multiply_add(load(work, entering + i), splat(-ratio), load(work, L.rhs + i))
        store(work, L.rhs + i, choose(lane(r - i), splat(ratio), maximum(b, zero)))
    found = splat(np.inf)
    # the pivot row and the reduced costs, whose least gives the next column
    for j in range(0, L.ld, 8):
        at = lane(c - j)
        pivot = choose(at, inverse, multiply(load(work, L.table + r * L.ld + j), inverse))
        store(work, L.pivot + j, pivot)
        reduced = multiply_add(splat(-cost), pivot, choose(at, zero, load(work, L.cost + j)))
        store(work, L.cost + j, reduced)
        found = minimum(reduced, found)
    labels[L.basic + r], labels[L.free + c] = labels[L.free + c], labels[L.basic + r]
    lowest: float = least(found)
    return lowest


@inlined
def _next_column(work: Floats, L: ScratchLayout, r: int, c: int, entering: int, after: int) -> None:
    """Compute column c as it will be after the exchange of row r, from the tableau before it."""
    p = work[L.pivot + c]
    for i in range(0, L.mp, 8):
        old = column(work, L.table + i * L.ld + c, L.ld)
        new = multiply_add(load(work, entering + i), splat(-p), old)
        store(work, after + i, choose(lane(r - i), splat(p), new))


@inlined
def _bulk(work: Floats, L: ScratchLayout, r: int, c: int, entering: int) -> None:
    """Exchange row r and column c on the tableau itself."""
    zero = splat(0.0)
    for j in range(0, L.ld, 8):
        pivot, at = load(work, L.pivot + j), lane(c - j)
        minus = subtract(zero, pivot)
        for i in range(L.m):
            place = L.table + i * L.ld + j
            old = choose(at, zero, load(work, place))
            store(work, place, multiply_add(splat(work[entering + i]), minus, old))
        store(work, L.table + r * L.ld + j, pivot)


@inlined
def _simplex(work: Floats, labels: Ints, L: ScratchLayout, cost: float) -> None:
    """Pivot until no cost is negative, or until the limit of steps, which is never reached without rounding errors."""
    entering, after = L.column, L.other
    c = _find(work, L.cost, L.cost + L.ld, cost)
    for i in range(0, L.mp, 8):
        store(work, entering + i, column(work, L.table + i * L.ld + c, L.ld))
    # each step finds the next entering column before the exchange is done on the tableau, so that the last
    # exchange, whose tableau is not needed, is never done
    for _ in range(10 * (L.m + L.n) + 50):
        r, ratio = _leaving(work, L, entering)
        if not ratio < np.inf:
            break
        cost = _edges(work, labels, L, r, c, ratio, cost, entering)
        if not cost < -COST:
            break
        old, c = c, _find(work, L.cost, L.cost + L.ld, cost)
        _next_column(work, L, r, c, entering, after)
        _bulk(work, L, r, old, entering)
        entering, after = after, entering


@inlined
def _pure(row: Floats, col: Floats, i0: int, j0: int) -> None:
    """Write the pure strategies i0 and j0, or the last ones if NaN payoffs led to larger indices."""
    for i in range(row.size):
        row[i] = 0.0
    for j in range(col.size):
        col[j] = 0.0
    row[min(i0, row.size - 1)] = 1.0
    col[min(j0, col.size - 1)] = 1.0


@inlined
def _mixed(work: Floats, labels: Ints, L: ScratchLayout, row: Floats, col: Floats) -> tuple[float, float]:
    """Read the strategies from the tableau's edges, write them over the tableau itself, and certify them."""
    costs, values = L.table, L.table + L.ld + L.mp
    for k in range(0, 2 * (L.ld + L.mp), 8):
        store(work, L.table + k, splat(0.0))
    for i in range(L.m):
        work[values + labels[L.basic + i]] = work[L.rhs + i]
    for j in range(L.n):
        work[costs + labels[L.free + j]] = work[L.cost + j]
    return certify(work, L, costs + L.ld, values, row, col)


@inlined
def _solve(work: Floats, L: ScratchLayout, row: Floats, col: Floats) -> tuple[float, float, float]:
    """Solve the game in `work`; return the bounds and the size of the largest payoff."""
    i0, j0, lowest, highest = _start(work, L)
    value = work[i0 * L.ld + j0]
    unit = 1.0 / (highest - lowest)
    gain = _costs(work, L, i0, j0, unit)
    if not gain < 0.0:
        _pure(row, col, i0, j0)
        return value, value, 0.0
    labels = work.view(np.int64)
    _name(labels, L, i0, j0)
    _set_up(work, L, i0, j0, unit)
    _simplex(work, labels, L, unit * gain)
    lower, upper = _mixed(work, labels, L, row, col)
    return lower, upper, max(highest, -lowest)


def _payoffs(A: Floats, *_: object) -> int:
    return A.size


@inlined
def _fast(m: int, n: int, row: Floats, col: Floats, work: Floats) -> tuple[float, float, float]:
    """Run the fast method, compiled separately for small, medium and large sizes."""
    if m <= 8 and n <= 8:
        return _solve(work, scratch_layout(m, n, 8, 8), row, col)
    if m <= 16 and 8 < n <= 16:
        return _solve(work, scratch_layout(m, n, 16, 16), row, col)
    return _solve(work, scratch_layout(m, n, stride(m), stride(n)), row, col)


@kernel(error_model="numpy")
def _unit(work: Floats, ld: int, m: int, n: int) -> float:
    """Return the reciprocal of the range of the payoffs."""
    lowest, highest = np.inf, -np.inf
    for i in range(m):
        for j in range(n):
            lowest, highest = min(lowest, work[i * ld + j]), max(highest, work[i * ld + j])
    return 1.0 / (highest - lowest)


@kernel(error_model="numpy")
def _rebuild(work: Floats, ld: int, unit: float, t: Tableau) -> None:
    """Rebuild the tableau of the current basis from the payoffs, always by the largest pivot."""
    m, n, T, basic, free = t
    wanted = np.zeros(m + n, dtype=np.bool_)
    for i in range(m):
        wanted[basic[i]] = True
    set_up(work, ld, unit, t)
    for _ in range(min(m, n)):
        # the largest pivot that brings a wanted variable into the basis
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
    """Improve the given bounds and strategies, if possible, for the payoffs in `work`."""
    # the tableau in plain arrays, started as the fast method starts
    L = scratch_layout(m, n, stride(m), stride(n))
    T = np.empty((m + 1, n + 1))
    basic, free = np.empty(m, dtype=np.int64), np.empty(n, dtype=np.int64)
    t, unit = Tableau(m, n, T, basic, free), _unit(work, L.ld, m, n)
    x, y = np.empty(m), np.empty(n)
    set_up(work, L.ld, unit, t)
    for _ in range(ROBUST_ROUNDS):
        # pivot to the optimum, and remove accumulated errors by rebuilding the final tableau
        optimise(t, ROBUST_RULE, 20 * (m + n) + 100)
        _rebuild(work, L.ld, unit, t)
        # read the strategies off the edges into the scratch: the costs are row's, the right-hand side col's
        for k in range(L.mp + L.ld):
            work[L.table + k] = 0.0
        for i in range(m):
            if basic[i] < n:
                work[L.table + L.mp + basic[i]] = T[i, n]
        for j in range(n):
            if free[j] >= n:
                work[L.table + free[j] - n] = T[m, j]
        # keep the better of each bound with its strategy; row's and col's may come from different rounds
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


@kernel(work=_payoffs, error_model="numpy")
def solve_into(A: Floats, row: Floats, col: Floats, work: Floats) -> tuple[float, float]:
    """Solve the game A (finite payoffs to row): write both strategies, return bounds on the value.

    `row` and `col` have the lengths of A's sides, `work` at least `work_size(*A.shape)`; all are contiguous. The
    bounds hold despite rounding. The gap may still be wide after the fast and the robust method; callers should
    collect such games and solve them with `solve_fallback`.
    """
    m, n = A.shape
    fill(A, work, stride(n))
    lower, upper, size = _fast(m, n, row, col, work)
    if upper - lower <= GAP * size:
        return lower, upper
    return solve_robustly(m, n, row, col, work, lower, upper)


@kernel(error_model="numpy")
def solve_fast(A: Floats, row: Floats, col: Floats, work: Floats) -> tuple[float, float]:
    """Run the fast method with no safeguard; for tests and measurements."""
    m, n = A.shape
    fill(A, work, stride(n))
    lower, upper, _ = _fast(m, n, row, col, work)
    return lower, upper


@kernel(error_model="numpy")
def status(A: Floats, row: Floats, col: Floats, lower: float, upper: float) -> int:
    """Return whether the bounds on game A are good: FINE, WIDE or IMPROPER.

    A gap is measured relative to the payoffs that determine it: those that the strategies meet in the binding
    column and row, not the largest payoff, which may never be played. Payoffs so small or large that the bounds'
    own arithmetic could fail count as a wide gap.
    """
    proper = _proper(A)
    if proper != FINE:
        return proper
    if upper - lower <= TOLERANCE * max(lower, -upper):
        return FINE
    return FINE if upper - lower <= TOLERANCE * (_at_stake(A.T, row) + _at_stake(-A, col)) else WIDE


@kernel(error_model="numpy")
def _proper(A: Floats) -> int:
    """Return FINE if every payoff is finite, and zero or of a size that bounds can handle; else IMPROPER or WIDE."""
    if A.size < WIDTH:
        return _proper_few(A)
    extreme, improper = 0, 0
    for k in range(0, A.size, WIDTH):
        size = absolute(load(A, min(k, A.size - WIDTH)))
        usual = choose(same(size, splat(0.0)), splat(1.0), size)
        extreme |= bits(below(usual, splat(MIN_SIZE))) | bits(below(splat(MAX_SIZE), usual))
        improper |= 255 - bits(below(size, splat(np.inf)))
    if improper != 0:
        return IMPROPER
    return FINE if extreme == 0 else WIDE


@kernel(error_model="numpy")
def _proper_few(A: Floats) -> int:
    """Like `_proper`, for fewer payoffs than a vector holds."""
    found = FINE
    for i in range(A.shape[0]):
        for j in range(A.shape[1]):
            size = abs(A[i, j])
            if not size < np.inf:
                return IMPROPER
            if not (size == 0.0 or MIN_SIZE <= size <= MAX_SIZE):
                found = WIDE
    return found


@kernel(error_model="numpy")
def _at_stake(A: Floats, x: Floats) -> float:
    """Return the magnitude of the payoffs that the mix x meets in the row of A with its smallest payoff."""
    least, stake = np.inf, 0.0
    for i in range(A.shape[0]):
        payoff, size = 0.0, 0.0
        for j in range(A.shape[1]):
            payoff += x[j] * A[i, j]
            size += x[j] * abs(A[i, j])
        if payoff - ROUNDING * size < least:
            least, stake = payoff - ROUNDING * size, size
    return stake


@kernel(error_model="numpy")
def solve_one(A: Floats, out: Floats) -> int:
    """Write bounds and both strategies into `out`, and return their status."""
    m, n = A.shape
    row, col = out[2 : 2 + m], out[2 + m : 2 + m + n]
    out[0], out[1] = solve_into(A, row, col, np.empty(work_size(m, n)))
    found: int = status(A, row, col, out[0], out[1])
    return found


@kernel(nogil=True, error_model="numpy")
def solve_singly(
    start: int,
    stop: int,
    A: Floats,
    lower: Floats,
    upper: Floats,
    row: Floats,
    col: Floats,
    found: NDArray[np.int8],
) -> None:
    """Solve the games from start to stop that do not have the status FINE yet, and write the status of each."""
    work = np.empty(work_size(A.shape[1], A.shape[2]))
    for k in range(start, stop):
        if found[k] != FINE:
            lower[k], upper[k] = solve_into(A[k], row[k], col[k], work)
            found[k] = status(A[k], row[k], col[k], lower[k], upper[k])
