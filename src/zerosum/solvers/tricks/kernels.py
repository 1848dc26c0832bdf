"""The inner loop: all contexts of a stage for a range of patterns. One compiled kernel serves every trick game.

For a pattern p, each *term* of the stage (see `plan`) is a matrix game with one row and one column per different
card,

    A[i, j] = reward[outcome, term] + below[child(p, i, j), column[outcome, term]].

The children and outcomes are found once per pattern and serve all terms. The terms are taken `WIDTH` at a time:
supports that solved earlier terms are tried on all lanes at once (`lanes`), and what they leave goes to the
simplex method one by one, each time giving a new support to try. Supports start afresh with every pattern, so
that the result does not depend on how patterns are shared out.

A value is accepted only if its bounds are within `tolerance` of each other.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from zerosum.arrays import Bools, Floats, Ints
from zerosum.matrix.tableau import Tableau
from zerosum.solvers.tricks.lanes import VECTOR, WIDTH, try_support
from zerosum.solvers.tricks.patterns import COL, ROW, child, moves, unrank
from zerosum.solvers.tricks.support import find_support, order_support

__all__ = ["Task", "matrix_of", "onward", "reached", "solve_patterns"]

SUPPORTS = 24
"""How many supports are remembered for a pattern."""

EPS = float(np.finfo(np.float64).eps)


class Task(NamedTuple):
    """What a stage's kernel reads."""

    left: int
    WAYS: Ints
    patterns: int
    below: Floats
    """The table of the stage below, or the rows of it that are needed: (rows, columns)."""
    where: Ints
    """The row of `below` that each pattern has."""
    reward: Floats
    """(3, terms)"""
    column: NDArray[np.uint32]
    """(3, terms); without a sign, so that no lookup must ask for one."""
    lopsided_terms: int
    starts: Ints
    terms: Ints
    weights: Floats
    lopsided: int
    largest: float
    """No payoff is larger in size."""
    tolerance: float


class Scratch(NamedTuple):
    """What one thread writes on while it works."""

    places: Ints
    children: Ints
    outcomes: Ints
    A: Floats
    D: Floats
    x: Floats
    y: Floats
    ends: Floats
    one: Floats
    T: Floats
    label: Ints
    rows: Ints
    cols: Ints
    sizes: Ints
    hits: Ints
    which: Ints
    moves: Ints
    value: Floats


@njit(cache=True)
def _scratch(left: int, terms: int) -> Scratch:
    size = left * left
    return Scratch(
        np.empty((2, left), np.int64),
        np.empty(size, np.int64),
        np.empty(size, np.int64),
        np.zeros((size, WIDTH)),
        np.empty((size, VECTOR)),
        np.empty((left, VECTOR)),
        np.empty((left, VECTOR)),
        np.empty((2, WIDTH)),
        np.empty(size),
        np.empty((left + 1, left + 1)),
        np.empty((2, left), np.int64),
        np.empty((SUPPORTS, left), np.int64),
        np.empty((SUPPORTS, left), np.int64),
        np.zeros(SUPPORTS, np.int64),
        np.zeros(SUPPORTS, np.int64),
        np.empty(WIDTH, np.int64),
        np.empty((2, WIDTH), np.int64),
        np.zeros(terms),
    )


@njit(cache=True)
def onward(p: int, left: int, WAYS: Ints, places: Ints, children: Ints, outcomes: Ints) -> tuple[int, int]:
    """The different cards of pattern p, and for each pair of them the child pattern and the outcome."""
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


@njit(cache=True)
def matrix_of(p: int, t: int, task: Task) -> Floats:
    """The matrix game of pattern p in term t."""
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


@njit(cache=True)
def _gather(size: int, t: int, count: int, task: Task, z: Scratch) -> int:
    """Fill the lanes with the games of the terms t, t + 1, ..., as many as there is room for; return how many."""
    lanes = min(WIDTH, count - t)
    for e in range(size):
        o = z.outcomes[e]
        a, values = z.A[e], task.below[task.where[z.children[e]]]
        pay, at = task.reward[o, t : t + lanes], task.column[o, t : t + lanes]
        for k in range(lanes):
            a[k] = pay[k] + values[at[k]]
    for k in range(lanes):
        z.which[k] = t + k
    return lanes


@njit(cache=True)
def _keep_open(
    A: Floats, size: int, lanes: int, which: Ints, gap: Floats, tolerance: float, moves: Ints
) -> int:
    """Move lanes whose gap is too wide from the end into the places of closed ones; return how many are open."""
    kept, moved, last = 0, 0, lanes
    for k in range(lanes):
        kept += not gap[k] <= tolerance
    for k in range(kept):
        if gap[k] <= tolerance:
            last -= 1
            while gap[last] <= tolerance:
                last -= 1
            which[k] = which[last]
            moves[0, moved], moves[1, moved] = last, k
            moved += 1
    if moved:
        for e in range(size):
            a = A[e]
            for k in range(moved):
                a[moves[1, k]] = a[moves[0, k]]
    return kept


@njit(cache=True)
def _rank_supports(known: int, z: Scratch) -> None:
    """Sort the supports by how often they served lately, and let those counts fade."""
    for h in range(1, known):
        at = h
        while at and z.hits[at] > z.hits[at - 1]:
            for e in range(z.rows.shape[1]):
                z.rows[at, e], z.rows[at - 1, e] = z.rows[at - 1, e], z.rows[at, e]
                z.cols[at, e], z.cols[at - 1, e] = z.cols[at - 1, e], z.cols[at, e]
            z.sizes[at], z.sizes[at - 1] = z.sizes[at - 1], z.sizes[at]
            z.hits[at], z.hits[at - 1] = z.hits[at - 1], z.hits[at]
            at -= 1
    for h in range(known):
        z.hits[h] //= 2


@njit(cache=True)
def _accept(h: int, size: int, lanes: int, task: Task, z: Scratch) -> tuple[int, float]:
    """Take the values of the lanes whose bounds are close; return how many stay open, and the widest gap taken."""
    slack = 0.0 if z.sizes[h] == 1 else (z.sizes[h] + 4) * EPS * task.largest
    lower, upper, worst = z.ends[0], z.ends[1], 0.0
    for k in range(lanes):
        z.value[z.which[k]] = 0.5 * (lower[k] + upper[k])
        upper[k] = (upper[k] - lower[k]) + 2.0 * slack
        if worst < upper[k] <= task.tolerance:
            worst = upper[k]
    kept = _keep_open(z.A, size, lanes, z.which, upper, task.tolerance, z.moves)
    z.hits[h] += lanes - kept
    return kept, worst


@njit(cache=True)
def _learn(known: int, m: int, n: int, lanes: int, z: Scratch) -> int:
    """Find the support of the last open lane, put it in the last place known, and return that place."""
    for e in range(m * n):
        z.one[e] = z.A[e, lanes - 1]
    slot = min(known, SUPPORTS - 1)
    s = find_support(z.one, Tableau(m, n, z.T, z.label[0], z.label[1]), z.rows[slot], z.cols[slot])
    order_support(z.one, n, z.rows[slot], z.cols[slot], s, z.T)
    z.sizes[slot], z.hits[slot] = s, 0
    return slot


@njit(cache=True)
def _write(task: Task, value: Floats, blocks: Floats) -> float:
    """Mix the terms' values into the blocks of a pattern; return the largest size."""
    largest = 0.0
    for b in range(blocks.size):
        total = 0.0
        for e in range(task.starts[b], task.starts[b + 1]):
            total += task.weights[e] * value[task.terms[e]]
        blocks[b] = total
        largest = max(largest, abs(total))
    return largest


@njit(cache=True, nogil=True, error_model="numpy")
def solve_patterns(
    first: int, last: int, task: Task, values: Floats, failed: Ints
) -> tuple[float, float, int]:
    """Write the values of all blocks at the patterns first, ..., last - 1: (patterns, blocks).

    Patterns of the second half have only the lopsided blocks. Returns the widest gap, the largest value in size, and
    how many (pattern, term) pairs in `failed` left a gap above the tolerance; those count as 0 until they are mended.
    """
    half, terms = task.patterns // 2, task.reward.shape[1]
    z = _scratch(task.left, terms)
    worst, largest, failures = 0.0, 0.0, 0
    for p in range(first, last):
        m, n = onward(p, task.left, task.WAYS, z.places, z.children, z.outcomes)
        count, known = terms if p < half else task.lopsided_terms, 0
        for t in range(0, count, WIDTH):
            lanes, h = _gather(m * n, t, count, task, z), 0
            _rank_supports(known, z)
            while lanes:
                learned, last_open = h == known, z.which[lanes - 1]
                if learned:
                    h = _learn(known, m, n, lanes, z)
                    known = h + 1
                try_support(z.A, m, n, z.rows[h], z.cols[h], z.sizes[h], lanes, z.D, z.x, z.y, z.ends)
                lanes, gap = _accept(h, m * n, lanes, task, z)
                worst, h = max(worst, gap), h + 1
                if learned and lanes and z.which[lanes - 1] == last_open:
                    lanes -= 1
                    z.value[last_open] = 0.0
                    if failures < failed.shape[0]:
                        failed[failures, 0], failed[failures, 1] = p, last_open
                    failures += 1
        largest = max(largest, _write(task, z.value, values[p - first]))
    return worst, largest, failures


@njit(cache=True, nogil=True)
def reached(first: int, last: int, left: int, WAYS: Ints, seen: Bools) -> None:
    """Mark the patterns that those from first to last - 1 lead to, and their mirror images."""
    places = np.empty((2, left), np.int64)
    children, outcomes = np.empty(left * left, np.int64), np.empty(left * left, np.int64)
    for p in range(first, last):
        m, n = onward(p, left, WAYS, places, children, outcomes)
        for e in range(m * n):
            seen[children[e]] = True
            seen[seen.size - 1 - children[e]] = True
