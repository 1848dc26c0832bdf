"""Executing a plan with threads: fill a store with the values of every block.

The values of a stage are kept in *tiles*: rows are patterns, columns are blocks. The first half of the patterns has all
blocks; the second half only the lopsided ones, since the rest is minus the mirror image. Two stages are
held in memory at once, as full tables (see `Stage.columns`). Tiles that the store has already are read, the others
are cut into chunks that threads solve, each well below a second.

The error of a value is at most

    error(k) = error(k - 1) + half the widest gap of the stage + rounding,

because `val` moves by no more than the largest change of an entry.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from zerosum.arrays import Floats
from zerosum.matrix import solve_safely
from zerosum.progress import Progress, silent
from zerosum.solvers.tricks.kernels import Task, matrix_of, solve_patterns
from zerosum.solvers.tricks.patterns import ways
from zerosum.solvers.tricks.plan import Plan, Stage
from zerosum.store import Store

__all__ = ["Tile", "error_bounds", "fill", "tasks", "tiles"]


TILE_BYTES = 4 << 20
CHUNK_GAMES = 150_000
"""Matrix games in a chunk: a fraction of a second's work."""

TOLERANCE = 2e-12
"""The widest gap that is accepted, as a share of the largest payoff."""

MOST_FAILURES = 1 << 16

EPS = float(np.finfo(np.float64).eps)


class Tile(NamedTuple):
    """Patterns first, ..., last - 1 of a stage, for its first `blocks` blocks."""

    left: int
    first: int
    last: int
    blocks: int

    @property
    def name(self) -> str:
        """The tile's name in a store."""
        return f"{self.left}/{self.first}-{self.last}"


def tiles(stage: Stage) -> list[Tile]:
    """What of a stage is kept, in pieces of a few megabytes; no piece crosses the middle."""
    half = stage.patterns // 2
    pieces = []
    for first, last, blocks in ((0, half, len(stage.blocks)), (half, stage.patterns, stage.lopsided)):
        if blocks:
            rows = max(1, TILE_BYTES // (8 * blocks))
            pieces += [Tile(stage.left, at, min(at + rows, last), blocks) for at in range(first, last, rows)]
    return pieces


def fill(plan: Plan, store: Store, progress: Progress, threads: int | None = None) -> bool:
    """Solve whatever the store lacks, stage by stage; what is complete is kept even if this is stopped.

    Returns whether anything was lacking.
    """
    run = _Run(plan, store, progress, threads or os.cpu_count() or 1)
    progress(0, plan.matrices, "positions")
    try:
        for stage in plan.stages:
            run.complete(stage)
    finally:
        store.flush()
    return run.solved


def tasks(plan: Plan, store: Store) -> Iterator[tuple[Stage, Task]]:
    """Each stage with what its kernel reads: all matrix games of a trick game, once it is solved."""
    run = _Run(plan, store, silent, 1)
    for stage in plan.stages:
        yield stage, _task(stage, plan.cards, run.table(stage.left - 1), run.largest_below(stage))


def error_bounds(plan: Plan, store: Store) -> list[float]:
    """errors[k]: no value kept for k cards left is further from the truth."""
    errors, largest = [0.0], 0.0
    for stage in plan.stages:
        facts = [store.facts(tile.name) or {} for tile in tiles(stage)]
        gap = max((fact["gap"] for fact in facts), default=0.0)
        payoff = _largest_reward(stage) + largest
        most = max((len(block) for block in stage.blocks), default=0)
        errors.append((errors[-1] + 0.5 * gap + (most + 4) * EPS * payoff) * (1 + 4 * EPS))
        largest = max((fact["largest"] for fact in facts), default=0.0)
    return errors


def _largest_reward(stage: Stage) -> float:
    return float(np.abs(stage.reward).max(initial=0.0))


@dataclass
class _Run:
    """One filling of a store."""

    plan: Plan
    store: Store
    progress: Progress
    threads: int
    done: int = 0
    solved: bool = False
    """Whether the store lacked anything."""
    held: tuple[int, Floats] | None = None
    """The stage whose table is in memory, and the table."""

    def complete(self, stage: Stage) -> None:
        """Have every tile of a stage in the store."""
        missing = [tile for tile in tiles(stage) if self.store.facts(tile.name) is None]
        if missing:
            self.table(stage.left)
        else:
            self._report(stage.matrices)

    def table(self, left: int) -> Floats:
        """The full table of a stage, from memory, from the store, or solved now."""
        if self.held is not None and self.held[0] == left:
            return self.held[1]
        if left == 0:
            return np.zeros((1, 1))
        stage = self.plan.stages[left - 1]
        table = np.zeros((stage.patterns, stage.columns))
        missing = [tile for tile in tiles(stage) if not self._load(stage, tile, table)]
        if missing:
            self.solved = True
            below = self.table(left - 1)
            self._report(stage.matrices - sum(_games(stage, tile.first, tile.last) for tile in missing))
            self._solve(stage, missing, below, table)
        self.held = left, table
        return table

    def _load(self, stage: Stage, tile: Tile, table: Floats) -> bool:
        """Copy a tile from the store into the table; False if the store has it not."""
        values = self.store.get(tile.name)
        if values is None or self.store.facts(tile.name) is None:
            return False
        end, lop, count = stage.patterns, stage.lopsided, len(stage.blocks)
        images = slice(end - tile.last, end - tile.first)
        table[tile.first : tile.last, 1 : 1 + tile.blocks] = values
        table[images, 1 + count :] = -values[::-1, :lop]
        if tile.blocks > lop:
            table[images, 1 + lop : 1 + count] = -values[::-1, lop:]
        return True

    def _solve(self, stage: Stage, missing: list[Tile], below: Floats, table: Floats) -> None:
        """Solve tiles in chunks on threads; keep each tile when its last chunk is done."""
        task = _task(stage, self.plan.cards, below, self.largest_below(stage))
        with ThreadPoolExecutor(self.threads) as pool:
            waiting = _chunks(stage, missing, self.threads)
            running: dict[Future[_Done], Tile] = {}
            open_chunks = dict.fromkeys(missing, 0)
            facts = {tile: {"gap": 0.0, "largest": 0.0} for tile in missing}
            for tile, _, _ in _chunks(stage, missing, self.threads):
                open_chunks[tile] += 1
            while True:
                while len(running) < 2 * self.threads and (chunk := next(waiting, None)) is not None:
                    running[pool.submit(_work, chunk[1], chunk[2], task, table)] = chunk[0]
                if not running:
                    break
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    tile, result = running.pop(future), future.result()
                    facts[tile] = {key: max(facts[tile][key], result.facts[key]) for key in facts[tile]}
                    open_chunks[tile] -= 1
                    if not open_chunks[tile]:
                        values = table[tile.first : tile.last, 1 : 1 + tile.blocks]
                        self.store.put(tile.name, values.copy(), facts.pop(tile))
                    self._report(_games(stage, result.first, result.last))

    def largest_below(self, stage: Stage) -> float:
        """The largest value in size of the stage below."""
        if stage.left == 1:
            return 0.0
        facts = [self.store.facts(tile.name) or {} for tile in tiles(self.plan.stages[stage.left - 2])]
        return max((fact["largest"] for fact in facts), default=0.0)

    def _report(self, games: int) -> None:
        self.done += games
        self.progress(self.done, self.plan.matrices, "positions")


class _Done(NamedTuple):
    """A chunk that was solved."""

    first: int
    last: int
    facts: dict[str, float]


def _games(stage: Stage, first: int, last: int) -> int:
    """Matrix games of some patterns."""
    return (last - first) * (len(stage.terms) if first < stage.patterns // 2 else stage.lopsided_terms)


def _chunks(stage: Stage, missing: list[Tile], threads: int) -> Iterator[tuple[Tile, int, int]]:
    """Cut tiles into pieces that take a fraction of a second, and share a small stage among the threads."""
    share = max(1, stage.patterns // (4 * threads))
    for tile in missing:
        rows = min(share, max(1, CHUNK_GAMES // max(1, _games(stage, tile.first, tile.first + 1))))
        for at in range(tile.first, tile.last, rows):
            yield tile, at, min(at + rows, tile.last)


def _task(stage: Stage, cards: int, below: Floats, largest_below: float) -> Task:
    """The arrays that the kernel reads."""
    starts, terms, weights = stage.mix
    largest = _largest_reward(stage) + largest_below
    return Task(
        stage.left,
        ways(cards),
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


def _work(first: int, last: int, task: Task, table: Floats) -> _Done:
    """Solve a chunk, and mend what the fast methods left."""
    failed = np.empty((MOST_FAILURES, 2), np.int64)
    gap, largest, failures = solve_patterns(first, last, task, table, failed)
    if failures > MOST_FAILURES:
        raise ArithmeticError(f"{failures} games of one chunk have no tight bounds")
    for p, t in failed[:failures].tolist():
        lower, upper, _, _ = solve_safely(matrix_of(p, t, task))
        gap = max(gap, upper - lower)
        _add(p, t, 0.5 * (lower + upper), task, table)
    if failures:
        largest = max(largest, float(np.abs(table[first:last]).max()))
    return _Done(first, last, {"gap": gap, "largest": largest})


def _add(p: int, t: int, value: float, task: Task, table: Floats) -> None:
    """Add one term's value to every block that it is part of."""
    blocks, image = task.starts.size - 1, table.shape[0] - 1 - p
    for e in np.flatnonzero(task.terms == t).tolist():
        b = int(np.searchsorted(task.starts, e, side="right")) - 1
        if p < table.shape[0] // 2 or b < task.lopsided:
            table[p, 1 + b] += task.weights[e] * value
            table[image, 1 + b + (blocks if b < task.lopsided else 0)] = -table[p, 1 + b]
