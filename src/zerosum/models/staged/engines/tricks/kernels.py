"""The inner loop: all contexts of a stage for a range of patterns. One compiled kernel serves every trick game.

For a pattern p, each *term* of the stage (see `plan`) is a matrix game with one row or column for each distinct card
of a player,

    A[i, j] = reward[outcome, term] + below[child(p, i, j), column[outcome, term]].

The children and outcomes are found once per pattern and serve all terms. Terms that read neighbouring columns lie
next to each other, so that most payoffs are read a vector at a time. Supports that solved earlier games are then
tried on each vector of games (`lanes`), first the support that succeeded last for a term of the same *kind*, that is,
with the same rewards. A game that no support solves goes to the simplex method, which gives a new support. The list
of supports is emptied for every pattern, so that the result does not depend on the distribution of patterns to
threads.

A value is accepted only if its bounds are within `tolerance` of each other. Arrays that every step uses are passed on
as addresses, since compiled code would count references each time that an array is passed on.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.core.arrays import Bools, Floats, Ints
from zerosum.core.compiled import Kernel, kernel, patient
from zerosum.matrix.simd import WIDTH as VECTOR
from zerosum.matrix.simd import (
    add,
    aligned,
    beyond,
    fetch,
    inlined,
    load,
    lowest_bit,
    number,
    pick,
    place,
    put,
    store,
    whole,
)
from zerosum.matrix.tableau import PivotRule, Tableau, basis_of, optimise, set_up
from zerosum.models.staged.engines.tricks.lanes import WIDTH, Address, try_support
from zerosum.models.staged.engines.tricks.patterns import COL, ROW, child, moves, unrank

RULE = PivotRule(cost=1e-11, pivot=1e-11, tie=0.0)


@kernel(error_model="numpy")
def find_support(A: Floats, t: Tableau, rows: Ints, cols: Ints) -> int:
    """Write the support of the game A (a flat array) into `rows` and `cols`, and return its size; `t` is scratch
    memory of the shape of A.
    """
    low, high = np.inf, -np.inf
    for e in range(t.m * t.n):
        low, high = min(low, A[e]), max(high, A[e])
    set_up(A, t.n, 1.0 / (high - low) if high > low else 1.0, t)
    optimise(t, RULE, 8 * (t.m + t.n) + 20)
    return basis_of(t, rows, cols)


@kernel(error_model="numpy")
def order_support(A: Floats, n: int, rows: Ints, cols: Ints, s: int, D: Floats) -> None:
    """Order a support by complete pivoting, so that elimination in this order has no small pivots."""
    # the equations of the support after the first row and column are subtracted
    corner = A[rows[0] * n + cols[0]]
    for a in range(1, s):
        for b in range(1, s):
            D[a, b] = A[rows[a] * n + cols[b]] - A[rows[a] * n + cols[0]] - A[rows[0] * n + cols[b]] + corner
    for t in range(1, s):
        # move the largest remaining pivot to the front
        r, c = t, t
        for a in range(t, s):
            for b in range(t, s):
                if abs(D[a, b]) > abs(D[r, c]):
                    r, c = a, b
        rows[t], rows[r] = rows[r], rows[t]
        cols[t], cols[c] = cols[c], cols[t]
        for b in range(t, s):
            D[t, b], D[r, b] = D[r, b], D[t, b]
        for a in range(t, s):
            D[a, t], D[a, c] = D[a, c], D[a, t]
        # eliminate below it
        for a in range(t + 1, s):
            factor = D[a, t] / D[t, t]
            for b in range(t + 1, s):
                D[a, b] -= factor * D[t, b]


SUPPORTS = 40
"""Number of supports that are remembered for a pattern."""

KINDS = 32
"""Number of kinds of terms that are distinguished."""

PATIENCE = 26
"""Factor on the work that plain Python does before a kernel is compiled: compiling takes half a minute, in which
plain Python can solve Jujitsu with eight cards several times.
"""

EPS = float(np.finfo(np.float64).eps)


class Task(NamedTuple):
    """The input of a stage's kernel, with terms padded to whole sets of lanes."""

    left: int
    WAYS: Ints
    patterns: int
    below: Floats
    """The table of the stage below, or those of its rows that are needed: (rows, columns)."""
    where: Ints
    """The row of `below` for each pattern."""
    reward: Floats
    """(3, terms)"""
    column: NDArray[np.uint32]
    """(3, terms)"""
    straight: Bools
    """Whether the terms of each set of lanes read neighbouring columns, for every outcome."""
    kind: Ints
    every: int
    lopsided_terms: int
    starts: Ints
    terms: Ints
    weights: Floats
    lopsided: int
    largest: float
    """A bound on the absolute values of the payoffs."""
    tolerance: float


class Scratch(NamedTuple):
    """The working memory of one thread."""

    places: Ints
    children: Ints
    outcomes: Ints
    starts: Ints
    """The start of each child's values in the table below."""
    A: Floats
    work: Floats
    one: Floats
    T: Floats
    label: Ints
    rows: Ints
    """The start, in A, of each row of each support."""
    cols: Ints
    sizes: Ints
    order: Ints
    """The supports in the order in which they are tried, for each kind."""
    value: Floats


class Ground(NamedTuple):
    """The addresses of the arrays that every step uses."""

    below: Address
    reward: Address
    column: Address
    outcomes: Address
    starts: Address
    A: Address
    work: Address
    rows: Address
    cols: Address
    sizes: Address
    kind: Address
    order: Address
    value: Address


@Kernel
def _scratch(left: int, terms: int) -> Scratch:
    size = left * left
    return Scratch(
        np.empty((2, left), np.int64),
        np.empty(size, np.int64),
        np.empty(size, np.int64),
        np.empty(size, np.int64),
        aligned(size * WIDTH // VECTOR).reshape(size, WIDTH),
        aligned(size + 2 * left),
        np.empty(size),
        np.empty((left + 1, left + 1)),
        np.empty((2, left), np.int64),
        np.empty((SUPPORTS, left), np.int64),
        np.empty((SUPPORTS, left), np.int64),
        np.zeros(SUPPORTS, np.int64),
        np.zeros((KINDS, SUPPORTS), np.int64),
        np.zeros(terms),
    )


@Kernel
def _ground(task: Task, z: Scratch) -> Ground:
    return Ground(
        place(task.below),
        place(task.reward),
        place(task.column),
        place(z.outcomes),
        place(z.starts),
        place(z.A),
        place(z.work),
        place(z.rows),
        place(z.cols),
        place(z.sizes),
        place(task.kind),
        place(z.order),
        place(z.value),
    )


@Kernel
def onward(p: int, left: int, WAYS: Ints, places: Ints, children: Ints, outcomes: Ints) -> tuple[int, int]:
    """Return the distinct cards of pattern p, and for each pair of them the child pattern and the outcome."""
    ranks = WAYS.shape[0]
    word, after = np.empty(ranks, np.int8), np.empty(ranks, np.int8)
    length = unrank(p, left, WAYS, word)
    m = moves(word, length, ROW, places[0])
    n = moves(word, length, COL, places[1])
    for i in range(m):
        for j in range(n):
            a, b = places[0, i], places[1, j]
            children[i * n + j] = child(word, length, left, a, b, WAYS, after)
            outcomes[i * n + j] = 1 if a == b else 0 if a < b else 2
    return m, n


@kernel(work=lambda p, t, task: task.left**2)
def matrix_of(p: int, t: int, task: Task) -> Floats:
    """Return the matrix game of pattern p in term t."""
    left = task.left
    places = np.empty((2, left), np.int64)
    children, outcomes = np.empty(left * left, np.int64), np.empty(left * left, np.int64)
    m, n = onward(p, left, task.WAYS, places, children, outcomes)
    A = np.empty((m, n))
    for i in range(m):
        for j in range(n):
            o = outcomes[i * n + j]
            A[i, j] = task.reward[o, t] + task.below[task.where[children[i * n + j]], task.column[o, t]]
    return A


@inlined
def _gather(size: int, t: int, ahead: int, stride: int, straight: bool, g: Ground) -> None:
    """Copy the games of the terms t, t + 1, ... into the lanes, and prefetch the games of the terms t + ahead, ..."""
    for e in range(size):
        at, start = whole(g.outcomes, e) * stride + t, whole(g.starts, e)
        # the children's values, neighbours if the terms read neighbouring columns
        first = start + number(g.column, at)
        for k in range(0, WIDTH, VECTOR):
            values = load(g.below, first + k) if straight else pick(g.below, start, g.column, at + k)
            store(g.A, WIDTH * e + k, add(load(g.reward, at + k), values))
        # prefetch the next set's values while this one is solved
        following = start + number(g.column, at + ahead)
        for k in range(0, WIDTH, VECTOR):
            fetch(g.below, following + k)


@Kernel
def _learn(kind: int, known: int, m: int, n: int, lane: int, z: Scratch) -> int:
    """Find the support of a lane's game, append it to the list of its kind, and return its index."""
    if known < SUPPORTS:
        z.order[:, known] = known
    # beyond `SUPPORTS` the new support replaces the one that this kind tries last
    slot = int(z.order[kind, min(known, SUPPORTS - 1)])
    for e in range(m * n):
        z.one[e] = z.A[e, lane]
    rows, cols = z.rows[slot], z.cols[slot]
    s = find_support(z.one, Tableau(m, n, z.T, z.label[0], z.label[1]), rows, cols)
    order_support(z.one, n, rows, cols, s, z.T)
    z.sizes[slot] = s
    # indices become offsets into the lanes
    for e in range(s):
        rows[e], cols[e] = rows[e] * n * WIDTH, cols[e] * WIDTH
    return slot


@inlined
def _promote(kind: int, slot: int, order: Address) -> None:
    """Move a support that has just worked to the front of the list of its kind."""
    at, moved = kind * SUPPORTS, slot
    while True:
        here = whole(order, at)
        put(order, at, moved)
        if here == slot:
            return
        at, moved = at + 1, here


@inlined
def _untried(kind: int, known: int, tried: int, order: Address) -> int:
    """Return the first untried support in the list of a kind, or -1."""
    for h in range(kind * SUPPORTS, kind * SUPPORTS + known):
        if not tried >> whole(order, h) & 1:
            return int(whole(order, h))
    return -1


@inlined
def _serve(
    slot: int,
    t: int,
    k: int,
    unsolved: int,
    shape: tuple[int, int, int],
    fine: tuple[float, float],
    g: Ground,
) -> tuple[int, float]:
    """Try a support on the lanes k, k + 1, ...; return the unsolved lanes, as bits, and the widest gap."""
    (m, n, left), (tolerance, largest) = shape, fine
    # the sums of s terms are rounded; a pure support has no sums
    s, rows, cols = whole(g.sizes, slot), beyond(g.rows, slot * left), beyond(g.cols, slot * left)
    slack = 0.0 if s == 1 else 2.0 * (s + 4) * EPS * largest
    closed, gap = try_support(
        beyond(g.A, k), m, n, rows, cols, s, g.work, slack, tolerance, beyond(g.value, t)
    )
    # a support that has succeeded is tried first from now on, for each kind of term that it solved
    served = closed & unsolved
    while served:
        _promote(whole(g.kind, t + lowest_bit(served)), slot, g.order)
        served &= served - 1
    return unsolved & ~closed, gap


@kernel(error_model="numpy")
def _settle(
    t: int,
    k: int,
    unsolved: int,
    tried: int,
    known: int,
    shape: tuple[int, int, int],
    fine: tuple[float, float],
    g: Ground,
) -> tuple[int, int, float]:
    """Try the known supports on a vector of games, those of the lanes k, k + 1, ... and the terms t, t + 1,
    ...

    `shape` is rows, columns and cards left, `fine` the tolerance and the largest payoff. Return the unsolved lanes
    and the supports that were tried, both as bits, and the widest gap. All supports have been tried on the first
    unsolved lane.
    """
    worst = 0.0
    # each support is tried once on all lanes, the best one for the first unsolved lane first
    while unsolved:
        slot = _untried(whole(g.kind, t + lowest_bit(unsolved)), known, tried, g.order)
        if slot < 0:
            break
        unsolved, gap = _serve(slot, t, k, unsolved, shape, fine, g)
        tried, worst = tried | 1 << slot, max(worst, gap)
    return unsolved, tried, worst


@Kernel
def _write(task: Task, value: Floats, blocks: Floats) -> float:
    """Average the terms' values into the blocks of a pattern; return the largest absolute value."""
    largest = 0.0
    for b in range(blocks.size):
        total = 0.0
        for e in range(task.starts[b], task.starts[b + 1]):
            total += task.weights[e] * value[task.terms[e]]
        blocks[b] = total
        largest = max(largest, abs(total))
    return largest


def _stage(first: int, last: int, task: Task, *_: object) -> int:
    """Return the amount of work in the whole stage, so that all of its patterns are solved in the same form, compiled
    or not.
    """
    return task.patterns * task.every * task.left**2 // 10


@patient(_stage, PATIENCE, nogil=True, error_model="numpy")
def solve_patterns(
    first: int, last: int, task: Task, values: Floats, failed: Ints
) -> tuple[float, float, int]:
    """Write the values of all blocks at the patterns first, ..., last - 1 into an array (patterns, blocks).

    Patterns of the second half have only the lopsided blocks. Return the widest gap, the largest absolute value, and
    the number of (pattern, term) pairs in `failed`, whose gaps are above the tolerance; their values count as 0 until
    they are repaired.
    """
    half, stride = task.patterns // 2, task.reward.shape[1]
    z = _scratch(task.left, stride)
    g = _ground(task, z)
    fine, worst, largest, failures = (task.tolerance, task.largest), 0.0, 0.0, 0
    for p in range(first, last):
        # the child and the outcome of each pair of cards, once for all terms
        m, n = onward(p, task.left, task.WAYS, z.places, z.children, z.outcomes)
        for e in range(m * n):
            z.starts[e] = task.where[z.children[e]] * task.below.shape[1]
        count = task.every if p < half else task.lopsided_terms
        known = (
            0 * count
        )  # a literal 0 would have a separate type, for which everything would be compiled again
        shape = m, n, task.left
        for t in range(0, count, WIDTH):
            _gather(m * n, t, WIDTH if t + WIDTH < stride else 0, stride, task.straight[t // WIDTH], g)
            # a vector of games at a time: first the known supports, then a new one from the simplex method if none
            # succeeds
            for at in range(t, min(t + WIDTH, count), VECTOR):
                unsolved, tried, lost = (1 << min(VECTOR, count - at)) - 1, 0, 0
                while unsolved:
                    unsolved, tried, gap = _settle(at, at - t, unsolved, tried, known, shape, fine, g)
                    worst = max(worst, gap)
                    if not unsolved:
                        break
                    # no known support solves the first unsolved lane: find its support, and try it on all lanes
                    lane = lowest_bit(unsolved)
                    slot = _learn(task.kind[at + lane], known, m, n, at - t + lane, z)
                    known = min(known + 1, SUPPORTS)
                    unsolved, gap = _serve(slot, at, at - t, unsolved, shape, fine, g)
                    tried, worst, lost = tried | 1 << slot, max(worst, gap), lost | unsolved & 1 << lane
                    unsolved &= ~(1 << lane)
                # games that even their own support does not solve well enough are left to the caller
                while lost:
                    term = at + lowest_bit(lost)
                    z.value[term] = 0.0
                    if failures < failed.shape[0]:
                        failed[failures, 0], failed[failures, 1] = p, term
                    failures, lost = failures + 1, lost & lost - 1
        largest = max(largest, _write(task, z.value, values[p - first]))
    return worst, largest, failures


@patient(lambda first, last, left, *_: (last - first) * left**2, PATIENCE, nogil=True)
def reached(first: int, last: int, left: int, WAYS: Ints, seen: Bools) -> None:
    """Mark the patterns reachable from those from first to last - 1, and their mirror images."""
    places = np.empty((2, left), np.int64)
    children, outcomes = np.empty(left * left, np.int64), np.empty(left * left, np.int64)
    for p in range(first, last):
        m, n = onward(p, left, WAYS, places, children, outcomes)
        for e in range(m * n):
            seen[children[e]] = True
            seen[seen.size - 1 - children[e]] = True
