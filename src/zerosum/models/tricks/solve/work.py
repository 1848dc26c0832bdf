"""The work on a tile, for any engine: what the kernel reads, the rows that a tile needs, tiles put in place."""

from __future__ import annotations

from typing import TypedDict

import numpy as np

from zerosum.core.arrays import Array, Bools, Floats, Ints
from zerosum.matrix import solve_fallback
from zerosum.models.tricks.solve.kernels import KINDS, Task, matrix_of, reached, solve_patterns
from zerosum.models.tricks.solve.lanes import WIDTH
from zerosum.models.tricks.solve.patterns import count, ways
from zerosum.models.tricks.solve.plan import Stage
from zerosum.models.tricks.solve.tiles import TOLERANCE, Tile

__all__ = ["Facts", "merged", "needed_rows", "put_tile", "solve_rows", "stage_task"]

MOST_FAILURES = 1 << 16

COLUMNS = 64
"""So many columns of the stage below are read by all that need them before the next are."""


class Facts(TypedDict):
    """What is kept with a tile."""

    gap: float
    """The widest gap of its matrix games."""
    largest: float
    """Its largest value in size."""


def merged(one: Facts, other: Facts) -> Facts:
    """The facts of two parts together."""
    return {"gap": max(one["gap"], other["gap"]), "largest": max(one["largest"], other["largest"])}


def needed_rows(tile: Tile, cards: int) -> Ints:
    """The patterns of the stage below that a tile's values follow from, with their mirror images, in order."""
    seen = np.zeros(count(tile.left - 1, cards), np.bool_)
    reached(tile.first, tile.last, tile.left, ways(cards), seen)
    return np.flatnonzero(seen)


def put_tile(stage: Stage, tile: Tile, values: Floats, rows: Ints, table: Floats) -> None:
    """Copy a tile's values, and their mirror images, into a table that has those rows of the stage's patterns."""
    end, lop, blocks = stage.patterns, stage.lopsided, len(stage.blocks)
    split = max(0, min(tile.stop, lop) - tile.start)
    here, there = (slice(*np.searchsorted(rows, ends)) for ends in _spans(tile, end))
    table[here, 1 + tile.start : 1 + tile.stop] = values[rows[here] - tile.first]
    images = values[end - 1 - rows[there] - tile.first]
    table[there, 1 + blocks + tile.start : 1 + blocks + tile.start + split] = -images[:, :split]
    table[there, 1 + tile.start + split : 1 + tile.stop] = -images[:, split:]


def _spans(tile: Tile, end: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The patterns of a tile, and their mirror images."""
    return (tile.first, tile.last), (end - tile.last, end - tile.first)


def stage_task(stage: Stage, cards: int, below: Floats, rows: Ints, largest: float) -> Task:
    """The arrays that the kernel reads: `below` has those rows of the stage below, and no payoff is above `largest`."""
    starts, terms, weights = stage.mix
    order = _side_by_side(stage)
    renamed = np.empty(len(order), np.int64)
    renamed[order] = np.arange(len(order))
    where = np.zeros(count(stage.left - 1, cards), np.int64)
    where[rows] = np.arange(len(rows))
    return Task(
        stage.left,
        ways(cards),
        stage.patterns,
        below,
        where,
        _padded(stage.reward[order]),
        _padded(stage.child.astype(np.uint32)[order]),
        _straight(stage.child[order]),
        _padded(_kinds(stage.reward[order])[:, None])[0],
        len(stage.terms),
        stage.lopsided_terms,
        starts,
        renamed[terms],
        weights,
        stage.lopsided,
        largest,
        TOLERANCE * largest,
    )


def _side_by_side(stage: Stage) -> Ints:
    """The order in which terms lie in lanes: neighbours read neighbouring columns of the stage below where they can.

    Of terms that read the same columns and pay differently, each is in another turn.
    """
    child, reward, late = stage.child, stage.reward, np.arange(len(stage.terms)) >= stage.lopsided_terms
    alike = np.lexsort((*reward.T[::-1], *child.T[::-1], late))
    new = np.ones(len(alike), np.bool_)
    new[1:] = (child[alike[1:]] != child[alike[:-1]]).any(axis=1)
    turn = np.empty(len(alike), np.int64)
    turn[alike] = np.arange(len(alike)) - np.maximum.accumulate(np.where(new, np.arange(len(alike)), 0))
    steps = np.diff(child, axis=1)
    return np.lexsort((child[:, 0], turn, steps[:, 1], steps[:, 0], (child[:, 0] - 1) // COLUMNS, late))


def _kinds(reward: Floats) -> Ints:
    """The same number for terms that pay the same."""
    return np.unique(reward, axis=0, return_inverse=True)[1].ravel() % KINDS


def _straight(child: Ints) -> Bools:
    """Whether the terms of each set of lanes read neighbouring columns."""
    lanes = child[: len(child) // WIDTH * WIDTH].reshape(-1, WIDTH, 3)
    found = np.zeros(-(-len(child) // WIDTH), np.bool_)
    found[: len(lanes)] = (np.diff(lanes, axis=1) == 1).all(axis=(1, 2))
    return found


def _padded(of_terms: Array) -> Array:
    """One line for each outcome, in whole sets of lanes."""
    return np.ascontiguousarray(np.pad(of_terms, ((0, -len(of_terms) % WIDTH), (0, 0)), mode="edge").T)


def solve_rows(first: int, last: int, task: Task, values: Floats) -> Facts:
    """Solve the patterns first, ..., last - 1 into an array, and mend what the fast methods left."""
    failed = np.empty((MOST_FAILURES, 2), np.int64)
    gap, largest, failures = solve_patterns(first, last, task, values, failed)
    if failures > MOST_FAILURES:
        raise ArithmeticError(f"{failures} games of one chunk have no tight bounds")
    for p, t in failed[:failures].tolist():
        lower, upper, _, _ = solve_fallback(matrix_of(p, t, task))
        gap = max(gap, upper - lower)
        _add(t, 0.5 * (lower + upper), task, values[p - first])
    if failures:
        largest = max(largest, float(np.abs(values).max()))
    return {"gap": gap, "largest": largest}


def _add(t: int, value: float, task: Task, blocks: Floats) -> None:
    """Add one term's value to every block that it is part of."""
    for e in np.flatnonzero(task.terms == t).tolist():
        b = int(np.searchsorted(task.starts, e, side="right")) - 1
        if b < blocks.size:
            blocks[b] += task.weights[e] * value
