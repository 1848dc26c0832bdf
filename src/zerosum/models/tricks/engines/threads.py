"""A plan on the threads of this machine.

Two stages are held in memory at once, as full tables (see `Stage.columns`). Tiles that the store has already are
read, the others are cut into chunks that threads solve, each well below a second.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.progress import Progress, silent
from zerosum.models.tricks.solve.kernels import Task
from zerosum.models.tricks.solve.plan import Plan, Stage
from zerosum.models.tricks.solve.tiles import Tile, games, lacking, largest_payoff, solved_games, tiles
from zerosum.models.tricks.solve.work import Facts, merged, put_tile, solve_rows, stage_task
from zerosum.store import Store

__all__ = ["Threads", "tasks"]

CHUNK_GAMES = 150_000
"""Matrix games in a chunk: a fraction of a second's work."""


@dataclass(frozen=True)
class Threads:
    """The engine; by default with a thread per core."""

    count: int | None = None

    def fill(self, plan: Plan, store: Store, progress: Progress) -> bool:
        """Solve whatever the store lacks, stage by stage."""
        run = _Run(plan, store, progress, self.count or os.cpu_count() or 1, solved_games(plan, store))
        try:
            for stage in plan.stages:
                if lacking(stage, store):
                    run.table(stage.left)
        finally:
            store.flush()
        return run.solved


def tasks(plan: Plan, store: Store) -> Iterator[tuple[Stage, Task]]:
    """Each stage with what its kernel reads: all matrix games of a trick game, once it is solved."""
    run = _Run(plan, store, silent, 1)
    for stage in plan.stages:
        yield stage, run.task(stage)


@dataclass
class _Run:
    """One filling of a store."""

    plan: Plan
    store: Store
    progress: Progress
    threads: int
    done: int = 0
    """Matrix games whose values are in the store."""
    solved: bool = False
    """Whether the store lacked anything."""
    held: tuple[int, Floats] | None = None
    """The stage whose table is in memory, and the table."""

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
            self._solve(stage, missing, self.task(stage), table)
        self.held = left, table
        return table

    def task(self, stage: Stage) -> Task:
        """What the kernel reads for a stage; the stage below is solved if need be."""
        below = self.table(stage.left - 1)
        largest = largest_payoff(self.plan, self.store, stage)
        return stage_task(stage, self.plan.cards, below, np.arange(len(below)), largest)

    def _load(self, stage: Stage, tile: Tile, table: Floats) -> bool:
        """Copy a tile from the store into the table; False if the store has it not."""
        values = self.store.get(tile.name)
        if values is None or self.store.facts(tile.name) is None:
            return False
        put_tile(stage, tile, values, np.arange(stage.patterns), table)
        return True

    def _solve(self, stage: Stage, missing: list[Tile], task: Task, table: Floats) -> None:
        """Solve tiles in chunks on threads; keep each tile when its last chunk is done."""
        rows, chunks = np.arange(stage.patterns), list(_chunks(stage, missing, self.threads))
        waiting, begun = iter(chunks), dict[Tile, _Begun]()
        left = Counter(chunk.tile for chunk in chunks)
        running: dict[Future[Facts], _Chunk] = {}
        with ThreadPoolExecutor(self.threads) as pool:
            while True:
                for chunk in islice(waiting, 2 * self.threads - len(running)):
                    values = begun.setdefault(chunk.tile, _Begun(chunk.tile)).values
                    part = values[chunk.first - chunk.tile.first : chunk.last - chunk.tile.first]
                    running[pool.submit(solve_rows, chunk.first, chunk.last, task, part)] = chunk
                if not running:
                    break
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    tile, first, last = running.pop(future)
                    begun[tile].facts = merged(begun[tile].facts, future.result())
                    left[tile] -= 1
                    if not left[tile]:
                        done = begun.pop(tile)
                        put_tile(stage, tile, done.values, rows, table)
                        self.store.put(tile.name, done.values, done.facts)
                    self._report(games(stage, first, last))

    def _report(self, games: int) -> None:
        """So many more; a damaged tile that is solved anew counts no further than the whole."""
        self.done = min(self.done + games, self.plan.matrices)
        self.progress(self.done, self.plan.matrices, "positions")


class _Begun:
    """A tile at work."""

    def __init__(self, tile: Tile) -> None:
        self.values: Floats = np.empty((tile.last - tile.first, tile.stop - tile.start))
        self.facts: Facts = {"gap": 0.0, "largest": 0.0}


class _Chunk(NamedTuple):
    """Some patterns of a tile."""

    tile: Tile
    first: int
    last: int


def _chunks(stage: Stage, missing: list[Tile], threads: int) -> Iterator[_Chunk]:
    """Cut tiles into pieces that take a fraction of a second, and share a small stage among the threads."""
    share = max(1, stage.patterns // (4 * threads))
    for tile in missing:
        rows = min(share, max(1, CHUNK_GAMES // max(1, games(stage, tile.first, tile.first + 1))))
        for at in range(tile.first, tile.last, rows):
            yield _Chunk(tile, at, min(at + rows, tile.last))
