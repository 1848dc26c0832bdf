"""Solve eight small games at once: the simplex method of `kernel` with a game in each lane of a vector.

All lanes take their steps together, each with its own pivot: instead of looking up one entry, the code reads every
entry, and each lane keeps the one that it needs. This takes more arithmetic than `kernel`, but has no branches and
no padding, so small games of up to `MAX_ENTRIES` payoffs are several times faster. Lanes that are done wait for the
others.

As in `kernel`, the tableau is not trusted: the bounds are proved from the strategies and the payoffs, and a game
whose bounds are not close is left to the caller.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.core.arrays import Floats
from zerosum.core.compiled import kernel
from zerosum.matrix.bounds import EPS, FLUSH, MAX_SIZE, MIN_SIZE
from zerosum.matrix.kernel import COST, FINE, GAP, PIVOT, WIDE
from zerosum.matrix.simd import (
    WIDTH,
    Mask,
    Vector,
    absolute,
    add,
    below,
    bits,
    choose,
    divide,
    inlined,
    load,
    maximum,
    minimum,
    multiply,
    multiply_add,
    same,
    splat,
    store,
    subtract,
)

MAX_ENTRIES = 100
"""Games with more payoffs than this are faster one by one."""


class LaneLayout(NamedTuple):
    """The offsets of the parts of the scratch array; each part has eight lanes for every entry."""

    table: int
    """m x n: the tableau; the payoffs are before it."""
    rhs: int
    """m: the values of the basic variables."""
    basic: int
    """m: their labels, j for y(j) and n + i for the slack of row i."""
    entering: int
    """m: the entering column; at the end, row's strategy."""
    cost: int
    """n: the reduced costs of the free variables."""
    free: int
    """n: their labels."""
    pivot: int
    """n: row i0 of the payoffs, then the pivot row after an exchange; at the end, col's strategy."""


@inlined
def _lane_layout(m: int, n: int) -> LaneLayout:
    table, rhs = WIDTH * m * n, 2 * WIDTH * m * n
    cost = rhs + 3 * WIDTH * m
    return LaneLayout(
        table,
        rhs,
        rhs + WIDTH * m,
        rhs + 2 * WIDTH * m,
        cost,
        cost + WIDTH * n,
        cost + 2 * WIDTH * n,
    )


@inlined
def _gather(A: Floats, first: int, last: int, work: Floats) -> None:
    """Copy the games first, ..., first + 7 into lanes; missing ones are filled with copies of the last game."""
    _, m, n = A.shape
    for k in range(WIDTH):
        game = A[min(first + k, last)]
        for i in range(m):
            for j in range(n):
                work[WIDTH * (i * n + j) + k] = game[i, j]


@inlined
def _survey(m: int, n: int, work: Floats) -> tuple[Vector, int]:
    """Return the reciprocal of the range of the payoffs, and the lanes whose payoffs the arithmetic can handle."""
    zero, one = splat(0.0), splat(1.0)
    low, high, small, finite = splat(np.inf), splat(-np.inf), one, zero
    for e in range(m * n):
        a = load(work, WIDTH * e)
        low, high = minimum(a, low), maximum(a, high)
        small = minimum(choose(same(a, zero), one, absolute(a)), small)
        finite = multiply_add(a, zero, finite)
    large = maximum(high, subtract(zero, low))
    usual = bits(below(splat(MIN_SIZE), small)) & bits(below(large, splat(MAX_SIZE)))
    unit = divide(one, choose(same(low, high), one, subtract(high, low)))
    return unit, usual & bits(same(finite, zero))


@inlined
def _start(m: int, n: int, work: Floats) -> tuple[Vector, Vector, Vector]:
    """Find a column with the smallest maximum, the row of that maximum, and the payoff there."""
    i0, j0, value = splat(0.0), splat(0.0), splat(np.inf)
    for j in range(n):
        top, at = load(work, WIDTH * j), splat(0.0)
        for i in range(1, m):
            a = load(work, WIDTH * (i * n + j))
            at, top = choose(below(top, a), splat(float(i)), at), maximum(a, top)
        better = below(top, value)
        i0, j0 = choose(better, at, i0), choose(better, splat(float(j)), j0)
        value = choose(better, top, value)
    return i0, j0, value


@inlined
def _set_up(
    m: int, n: int, at: LaneLayout, i0: Vector, j0: Vector, value: Vector, unit: Vector, work: Floats
) -> tuple[Vector, Vector]:
    """Build the tableau after the elimination of v and y(j0), as in `kernel`; return the least cost and its column."""
    zero, one = splat(0.0), splat(1.0)
    best, c = zero, splat(-1.0)
    # the cost row: row i0 of the payoffs, relative to the start's value; each lane picks its own row i0
    for j in range(n):
        number = splat(float(j))
        base = load(work, WIDTH * j)
        for i in range(1, m):
            base = choose(same(i0, splat(float(i))), load(work, WIDTH * (i * n + j)), base)
        here = same(j0, number)
        cost = choose(here, one, multiply(unit, subtract(base, value)))
        store(work, at.cost + WIDTH * j, cost)
        store(work, at.free + WIDTH * j, choose(here, add(i0, splat(float(n))), number))
        store(work, at.pivot + WIDTH * j, base)
        better = below(cost, best)
        best, c = choose(better, cost, best), choose(better, number, c)
    # the right-hand side: column j0, relative to the start's value; each lane picks its own column j0
    for i in range(m):
        number = splat(float(i))
        corner = load(work, WIDTH * i * n)
        for j in range(1, n):
            corner = choose(same(j0, splat(float(j))), load(work, WIDTH * (i * n + j)), corner)
        corner = multiply(unit, subtract(corner, value))
        here = same(i0, number)
        store(work, at.rhs + WIDTH * i, choose(here, one, subtract(zero, corner)))
        store(work, at.basic + WIDTH * i, choose(here, j0, splat(float(n + i))))
        for j in range(n):
            # the entry minus row i0 and column j0; then column j0, which belongs to the slack of i0, and row i0
            entry = multiply(
                unit, subtract(load(work, WIDTH * (i * n + j)), load(work, at.pivot + WIDTH * j))
            )
            first = same(j0, splat(float(j)))
            entry = choose(first, splat(-1.0), subtract(entry, corner))
            entry = choose(here, choose(first, zero, one), entry)
            store(work, at.table + WIDTH * (i * n + j), entry)
    return best, c


@inlined
def _enter(m: int, n: int, at: LaneLayout, c: Vector, work: Floats) -> None:
    """Copy column c of the tableau."""
    for i in range(m):
        entry = load(work, at.table + WIDTH * i * n)
        for j in range(1, n):
            entry = choose(same(c, splat(float(j))), load(work, at.table + WIDTH * (i * n + j)), entry)
        store(work, at.entering + WIDTH * i, entry)


@inlined
def _leave(m: int, at: LaneLayout, work: Floats) -> tuple[Vector, Vector, Vector]:
    """Run the ratio test: return the leaving row, its ratio, which is infinite if no row can leave, and the pivot."""
    inf = splat(np.inf)
    r, least, pivot = splat(-1.0), inf, splat(1.0)
    for i in range(m):
        entry = load(work, at.entering + WIDTH * i)
        ratio = choose(below(splat(PIVOT), entry), divide(load(work, at.rhs + WIDTH * i), entry), inf)
        better = below(ratio, least)
        least = choose(better, ratio, least)
        r, pivot = choose(better, splat(float(i)), r), choose(better, entry, pivot)
    return r, least, pivot


@inlined
def _pivot_row(
    m: int, n: int, at: LaneLayout, r: Vector, c: Vector, inverse: Vector, cost: Vector, work: Floats
) -> tuple[Vector, Vector, Vector]:
    """Exchange row r, the costs and their labels; return the next column, its cost, and c's old label."""
    zero = splat(0.0)
    # the label of the leaving variable, in each lane's own row r
    leaving = zero
    for i in range(m):
        leaving = choose(same(r, splat(float(i))), load(work, at.basic + WIDTH * i), leaving)
    entered, best, following = zero, zero, splat(-1.0)
    for j in range(n):
        # the entry of row r in this column, divided by the pivot; in column c it is the pivot's inverse
        entry = load(work, at.table + WIDTH * j)
        for i in range(1, m):
            entry = choose(same(r, splat(float(i))), load(work, at.table + WIDTH * (i * n + j)), entry)
        here = same(c, splat(float(j)))
        entry = choose(here, inverse, multiply(entry, inverse))
        store(work, at.pivot + WIDTH * j, entry)
        # the reduced cost after the exchange; the least of all gives the next entering column
        old = choose(here, zero, load(work, at.cost + WIDTH * j))
        reduced = multiply_add(subtract(zero, cost), entry, old)
        store(work, at.cost + WIDTH * j, reduced)
        better = below(reduced, best)
        best, following = choose(better, reduced, best), choose(better, splat(float(j)), following)
        # exchange the labels in column c
        label = load(work, at.free + WIDTH * j)
        entered = choose(here, label, entered)
        store(work, at.free + WIDTH * j, choose(here, leaving, label))
    return following, best, entered


@inlined
def _edge(
    m: int, at: LaneLayout, r: Vector, ratio: Vector, entered: Vector, going: Mask, work: Floats
) -> None:
    """Exchange the right-hand side and its labels; clear the entering column in finished lanes."""
    zero = splat(0.0)
    for i in range(m):
        here = same(r, splat(float(i)))
        entry = choose(going, load(work, at.entering + WIDTH * i), zero)
        store(work, at.entering + WIDTH * i, entry)
        value = multiply_add(entry, subtract(zero, ratio), load(work, at.rhs + WIDTH * i))
        store(work, at.rhs + WIDTH * i, choose(here, ratio, maximum(value, zero)))
        label = load(work, at.basic + WIDTH * i)
        store(work, at.basic + WIDTH * i, choose(here, entered, label))


@inlined
def _bulk(m: int, n: int, at: LaneLayout, r: Vector, c: Vector, following: Vector, work: Floats) -> None:
    """Exchange the tableau itself, and copy the next entering column."""
    zero = splat(0.0)
    for i in range(m):
        here, minus = same(r, splat(float(i))), subtract(zero, load(work, at.entering + WIDTH * i))
        copied = zero
        for j in range(n):
            number, place = splat(float(j)), at.table + WIDTH * (i * n + j)
            pivot = load(work, at.pivot + WIDTH * j)
            old = choose(same(c, number), zero, load(work, place))
            new = choose(here, pivot, multiply_add(minus, pivot, old))
            store(work, place, new)
            copied = choose(same(following, number), new, copied)
        store(work, at.entering + WIDTH * i, copied)


@inlined
def _simplex(m: int, n: int, at: LaneLayout, cost: Vector, c: Vector, work: Floats) -> None:
    """Pivot until no lane has a negative cost, or until the limit of steps, which is never reached without rounding
    errors.
    """
    zero, one, inf, nowhere = splat(0.0), splat(1.0), splat(np.inf), splat(-1.0)
    _enter(m, n, at, c, work)
    for _ in range(10 * (m + n) + 50):
        # lanes that are done or stuck do not change: no row, no column, and a step of 0
        r, ratio, pivot = _leave(m, at, work)
        going = below(choose(below(ratio, inf), cost, zero), splat(-COST))
        if bits(going) == 0:
            break
        r, c, ratio = choose(going, r, nowhere), choose(going, c, nowhere), choose(going, ratio, zero)
        inverse, cost = choose(going, divide(one, pivot), zero), choose(going, cost, zero)
        following, cost, entered = _pivot_row(m, n, at, r, c, inverse, cost, work)
        _edge(m, at, r, ratio, entered, going, work)
        # the last exchange on the tableau itself is never read
        if bits(below(cost, splat(-COST))) == 0:
            break
        _bulk(m, n, at, r, c, following, work)
        c = following


@inlined
def _strategy(
    size: int, others: int, labels: int, numbers: int, offset: int, to: int, work: Floats
) -> Vector:
    """Read a strategy from an edge of the tableau, normalise it, and return its slack, like `bounds`."""
    zero, one = splat(0.0), splat(1.0)
    whole = zero
    # the number on the edge whose label is k, if it is positive
    for k in range(size):
        found, label = zero, splat(float(offset + k))
        for e in range(others):
            mine = same(load(work, labels + WIDTH * e), label)
            found = choose(mine, load(work, numbers + WIDTH * e), found)
        found = choose(below(zero, found), found, zero)
        store(work, to + WIDTH * k, found)
        whole = add(whole, found)
    played = zero
    # scaled to add up to one; probabilities that are only rounding errors are dropped
    for k in range(size):
        share = divide(load(work, to + WIDTH * k), whole)
        share = choose(below(splat(FLUSH), share), share, zero)
        store(work, to + WIDTH * k, share)
        played = add(played, choose(below(zero, share), one, zero))
    slack = choose(same(played, one), zero, multiply(add(played, splat(4.0)), splat(EPS)))
    return choose(same(played, zero), splat(np.inf), slack)


@inlined
def _guarantee(
    size: int, others: int, step: int, other_step: int, x: int, slack: Vector, sign: float, work: Floats
) -> tuple[Vector, Vector]:
    """Return the least sign * payoff that the strategy at x guarantees, minus its slack, and the size of its terms."""
    least, stake = splat(np.inf), splat(0.0)
    for j in range(others):
        payoff, weight = splat(0.0), splat(0.0)
        for i in range(size):
            p, a = load(work, x + WIDTH * i), load(work, WIDTH * (i * step + j * other_step))
            payoff, weight = multiply_add(p, a, payoff), multiply_add(p, absolute(a), weight)
        sure = subtract(multiply(splat(sign), payoff), multiply(slack, weight))
        better = below(sure, least)
        least, stake = choose(better, sure, least), choose(better, weight, stake)
    return least, stake


@inlined
def _scatter(first: int, count: int, x: int, work: Floats, out: Floats) -> None:
    """Copy the strategies of `count` games to their places."""
    for k in range(count):
        for i in range(out.shape[1]):
            out[first + k, i] = work[x + WIDTH * i + k]


@inlined
def _solve_eight(m: int, n: int, at: LaneLayout, work: Floats) -> tuple[Vector, Vector, int]:
    """Solve the games in the lanes; return the bounds and a mask of the good lanes; `work` has the strategies."""
    unit, usual = _survey(m, n, work)
    i0, j0, value = _start(m, n, work)
    cost, c = _set_up(m, n, at, i0, j0, value, unit, work)
    _simplex(m, n, at, cost, c, work)
    row_slack = _strategy(m, n, at.free, at.cost, n, at.entering, work)
    col_slack = _strategy(n, m, at.basic, at.rhs, 0, at.pivot, work)
    lower, gained = _guarantee(m, n, n, 1, at.entering, row_slack, 1.0, work)
    lost, paid = _guarantee(n, m, 1, n, at.pivot, col_slack, -1.0, work)
    zero = splat(0.0)
    upper = subtract(zero, lost)
    gap = subtract(upper, lower)
    close = bits(below(zero, gap)) & bits(below(gap, multiply(splat(GAP), add(gained, paid))))
    return lower, upper, usual & (bits(same(gap, zero)) | close)


@kernel(nogil=True, error_model="numpy")
def solve_lanes(
    start: int,
    stop: int,
    A: Floats,
    lower: Floats,
    upper: Floats,
    row: Floats,
    col: Floats,
    found: NDArray[np.int8],
) -> None:
    """Solve the games from start to stop; those found FINE have good bounds, the others are left to the caller.

    The result for a game does not depend on the other games.
    """
    _, m, n = A.shape
    at = _lane_layout(m, n)
    work, ends = np.empty(at.pivot + WIDTH * n), np.empty(2 * WIDTH)
    for first in range(start, stop, WIDTH):
        _gather(A, first, stop - 1, work)
        low, high, good = _solve_eight(m, n, at, work)
        store(ends, 0, low)
        store(ends, WIDTH, high)
        count = min(WIDTH, stop - first)
        for k in range(count):
            lower[first + k], upper[first + k] = ends[k], ends[WIDTH + k]
            found[first + k] = FINE if good >> k & 1 else WIDE
        _scatter(first, count, at.entering, work, row)
        _scatter(first, count, at.pivot, work, col)
