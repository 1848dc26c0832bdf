"""A plan on the threads of this machine.

Two stages are held in memory at once, as full tables (see `Stage.columns`). Tiles that the store has already are
read, the others are cut into chunks that threads solve, each well below a second.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from zerosum.arrays import Floats
from zerosum.progress import Progress, silent
from zerosum.solvers.tricks.kernels import Task
from zerosum.solvers.tricks.plan import Plan, Stage
from zerosum.solvers.tricks.tiles import Tile, games, lacking, largest_payoff, tiles
from zerosum.solvers.tricks.work import Facts, merged, put_tile, solve_rows, stage_task
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
        run = _Run(plan, store, progress, self.count or os.cpu_count() or 1)
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
        yield stage, run.task(stage)


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
        if lacking(stage, self.store):
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
            task = self.task(stage)
            self._report(stage.matrices - sum(games(stage, tile.first, tile.last) for tile in missing))
            self._solve(stage, missing, task, table)
        self.held = left, table
        return table

    def task(self, stage: Stage) -> Task:
        """What the kernel reads for a stage; the stage below is solved if need be."""
        below = self.table(stage.left - 1)
        return stage_task(self.plan, stage, below, largest_payoff(self.plan, self.store, stage))

    def _load(self, stage: Stage, tile: Tile, table: Floats) -> bool:
        """Copy a tile from the store into the table; False if the store has it not."""
        values = self.store.get(tile.name)
        if values is None or self.store.facts(tile.name) is None:
            return False
        put_tile(stage, tile, values, table)
        return True

    def _solve(self, stage: Stage, missing: list[Tile], task: Task, table: Floats) -> None:
        """Solve tiles in chunks on threads; keep each tile when its last chunk is done."""
        with ThreadPoolExecutor(self.threads) as pool:
            waiting = _chunks(stage, missing, self.threads)
            running: dict[Future[Facts], _Chunk] = {}
            open_chunks = dict.fromkeys(missing, 0)
            facts: dict[Tile, Facts] = {tile: {"gap": 0.0, "largest": 0.0} for tile in missing}
            for chunk in _chunks(stage, missing, self.threads):
                open_chunks[chunk.tile] += 1
            while True:
                while len(running) < 2 * self.threads and (next_up := next(waiting, None)) is not None:
                    running[pool.submit(solve_rows, next_up.first, next_up.last, task, table)] = next_up
                if not running:
                    break
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    tile, first, last = running.pop(future)
                    facts[tile] = merged(facts[tile], future.result())
                    open_chunks[tile] -= 1
                    if not open_chunks[tile]:
                        values = table[tile.first : tile.last, 1 + tile.start : 1 + tile.stop]
                        self.store.put(tile.name, values.copy(), facts.pop(tile))
                    self._report(games(stage, first, last))

    def _report(self, games: int) -> None:
        self.done += games
        self.progress(self.done, self.plan.matrices, "positions")


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
