"""The work on one stage's table, for any engine: what the kernel reads, solved rows, tiles put where they belong."""

from __future__ import annotations

from typing import TypedDict

import numpy as np

from zerosum.arrays import Floats
from zerosum.matrix import solve_fallback
from zerosum.solvers.tricks.kernels import Task, matrix_of, solve_patterns
from zerosum.solvers.tricks.patterns import ways
from zerosum.solvers.tricks.plan import Plan, Stage
from zerosum.solvers.tricks.tiles import TOLERANCE, Tile

__all__ = ["Facts", "merged", "put_tile", "solve_rows", "stage_task"]

MOST_FAILURES = 1 << 16


class Facts(TypedDict):
    """What is kept with a tile."""

    gap: float
    """The widest gap of its matrix games."""
    largest: float
    """Its largest value in size."""


def merged(one: Facts, other: Facts) -> Facts:
    """The facts of two parts together."""
    return {"gap": max(one["gap"], other["gap"]), "largest": max(one["largest"], other["largest"])}


def put_tile(stage: Stage, tile: Tile, values: Floats, table: Floats) -> None:
    """Copy a tile's values into the stage's table, and their mirror images with it."""
    end, lop, count = stage.patterns, stage.lopsided, len(stage.blocks)
    images, split = slice(end - tile.last, end - tile.first), max(0, min(tile.stop, lop) - tile.start)
    table[tile.first : tile.last, 1 + tile.start : 1 + tile.stop] = values
    table[images, 1 + count + tile.start : 1 + count + tile.start + split] = -values[::-1, :split]
    table[images, 1 + tile.start + split : 1 + tile.stop] = -values[::-1, split:]


def stage_task(plan: Plan, stage: Stage, below: Floats, largest: float) -> Task:
    """The arrays that the kernel reads; no payoff of the stage is larger in size than `largest`."""
    starts, terms, weights = stage.mix
    return Task(
        stage.left,
        ways(plan.cards),
        below,
        np.ascontiguousarray(stage.reward.T),
        np.ascontiguousarray(stage.child.T),
        stage.lopsided_terms,
        starts,
        terms,
        weights,
        stage.lopsided,
        largest,
        TOLERANCE * largest,
    )


def solve_rows(first: int, last: int, task: Task, table: Floats) -> Facts:
    """Solve some patterns into the table, and mend what the fast methods left."""
    failed = np.empty((MOST_FAILURES, 2), np.int64)
    gap, largest, failures = solve_patterns(first, last, task, table, failed)
    if failures > MOST_FAILURES:
        raise ArithmeticError(f"{failures} games of one chunk have no tight bounds")
    for p, t in failed[:failures].tolist():
        lower, upper, _, _ = solve_fallback(matrix_of(p, t, task))
        gap = max(gap, upper - lower)
        _add(p, t, 0.5 * (lower + upper), task, table)
    if failures:
        largest = max(largest, float(np.abs(table[first:last]).max()))
    return {"gap": gap, "largest": largest}


def _add(p: int, t: int, value: float, task: Task, table: Floats) -> None:
    """Add one term's value to every block that it is part of."""
    blocks, image = task.starts.size - 1, table.shape[0] - 1 - p
    for e in np.flatnonzero(task.terms == t).tolist():
        b = int(np.searchsorted(task.starts, e, side="right")) - 1
        if p < table.shape[0] // 2 or b < task.lopsided:
            table[p, 1 + b] += task.weights[e] * value
            table[image, 1 + b + (blocks if b < task.lopsided else 0)] = -table[p, 1 + b]
