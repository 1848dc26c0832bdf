"""A plan on a cluster: every tile is a task of dask.distributed that depends on the tiles of the stage below that it
reads.

A tile's patterns lead to few of the patterns below, and these lie close together: with a stage cut into 256 tiles, a
tile reads about one in six of the tiles below. So no worker needs a whole stage. Dask moves the tiles between
workers, recomputes the tiles of a worker that dies, and returns each finished tile to this process, which puts it
into the store.

Stages follow one another, since the tolerance of a stage depends on the largest value of the stage below. The kernel
is the same as on threads, so the tables are equal bit by bit.
"""

from __future__ import annotations

from concurrent.futures import CancelledError
from dataclasses import dataclass, field

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.cluster import Cluster, together
from zerosum.core.errors import ClusterError
from zerosum.core.foreign import Foreign
from zerosum.core.progress import Progress
from zerosum.models.staged.engines.tricks.plan import Plan, Stage
from zerosum.models.staged.engines.tricks.threads import (
    TileFacts,
    blank_table,
    needed_rows,
    put_tile,
    solve_rows,
    stage_task,
)
from zerosum.models.staged.engines.tricks.tiles import (
    Tile,
    games,
    lacking,
    largest_payoff,
    solved_games,
    tiles,
)
from zerosum.store import Store

ATTEMPTS = 5
"""Maximum number of attempts to solve a stage if tiles are lost with their workers."""

KEPT = "completed parts are saved; run the same command to resume"

TileResult = tuple[Floats, TileFacts]


@dataclass(frozen=True)
class ClusterEngine:
    """The engine that uses the workers of a cluster."""

    cluster: Cluster

    def fill(self, plan: Plan, store: Store, progress: Progress) -> bool:
        with self.cluster.connected() as client:
            run = _ClusterRun(client, plan, store, progress, solved_games(plan, store))
            try:
                for stage in plan.stages:
                    run.complete(stage)
            finally:
                store.flush()
        return run.solved


@dataclass
class _ClusterRun:
    """A computation that fills a store with tiles."""

    client: Foreign
    plan: Plan
    store: Store
    progress: Progress
    done: int
    solved: bool = False
    held: dict[Tile, Foreign] = field(default_factory=dict)

    def complete(self, stage: Stage) -> None:
        """Put every tile of a stage into the store; resend or recompute tiles that are lost with a worker."""
        from distributed import KilledWorker

        for attempt in range(1, ATTEMPTS + 1):
            try:
                self._solve(stage)
                return
            except (CancelledError, KilledWorker, OSError) as error:
                self.held.clear()
                if self.client.status != "running":
                    raise ClusterError(f"lost the scheduler; {KEPT}") from error
                if attempt == ATTEMPTS:
                    raise ClusterError(f"workers died {ATTEMPTS} times in one stage; {KEPT}") from error

    def _solve(self, stage: Stage) -> None:
        """Solve the tiles of a stage that the store lacks."""
        from distributed import as_completed

        missing = lacking(stage, self.store)
        tasks = self._submit(stage, missing) if missing else {}
        for future, found in as_completed(list(tasks), with_results=True):
            if isinstance(found, BaseException):
                raise CancelledError(str(found)) from found
            tile, self.solved = tasks[future], True
            self.store.put(tile.name, *found)
            self.done = min(self.done + games(stage, tile.first, tile.last), self.plan.matrices)
            self.progress(self.done, self.plan.matrices, "positions")
        self.held = {tile: future for future, tile in tasks.items()}

    def _submit(self, stage: Stage, missing: list[Tile]) -> dict[Foreign, Tile]:
        """Return a task for each tile; the task depends on the tiles that it reads."""
        below = self.plan.stages[stage.left - 2] if stage.left > 1 else None
        largest = largest_payoff(self.plan, self.store, stage)
        common = self.client.submit(together, stage, below, largest, self.plan.cards, pure=False)
        tasks = {}
        for tile in missing:
            needed = reads(tile, below, self.plan.cards)
            parts = [self._with_workers(part) for part in needed]
            tasks[self.client.submit(solve_tile, common, tile, needed, parts, pure=False)] = tile
        return tasks

    def _with_workers(self, tile: Tile) -> Foreign:
        """Return a tile of the stage below that some worker holds; send it from the store unless it was just solved."""
        if tile not in self.held:
            values = self.store.get(tile.name)
            if values is None:
                raise CancelledError(f"{tile.name} was damaged")
            self.held[tile] = self.client.scatter((np.array(values), {}), hash=False)
        return self.held[tile]


def reads(tile: Tile, below: Stage | None, cards: int) -> list[Tile]:
    """Return the tiles of the stage below on which a tile's values depend."""
    if below is None:
        return []
    rows = needed_rows(tile, cards)
    return [one for one in tiles(below) if np.searchsorted(rows, one.first) < np.searchsorted(rows, one.last)]


def solve_tile(
    common: tuple[Stage, Stage | None, float, int], tile: Tile, needed: list[Tile], parts: list[TileResult]
) -> TileResult:
    """Return a tile's values and facts, computed by a worker from the tiles below."""
    stage, below, largest, cards = common
    rows = needed_rows(tile, cards)
    table = blank_table(len(rows), below.columns if below else 1)
    for one, (values, _) in zip(needed, parts, strict=True):
        assert below is not None
        put_tile(below, one, values, rows, table)
    found = np.empty((tile.last - tile.first, tile.stop - tile.start))
    task = stage_task(stage, cards, table, rows, largest)
    return found, solve_rows(tile.first, tile.last, task, found)
