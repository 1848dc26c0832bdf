"""A plan on a cluster: every tile is a task of dask.distributed that depends on the tiles below that it reads.

A tile's patterns lead to few of the patterns below, and those lie close together: with a stage cut into 256 tiles, a
tile reads about one in six of the tiles below. So no worker needs a whole stage. Dask moves the tiles between workers,
repeats what a worker that dies had, and hands each finished tile to this process, which keeps it in the store.

Stages follow one another, as the tolerance of a stage depends on the largest value of the one below. The kernel is the
same as on threads, so that the tables are the same, bit for bit.
"""

from __future__ import annotations

import logging
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeVar

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.errors import ClusterError, InputError
from zerosum.core.foreign import Foreign
from zerosum.core.progress import Progress
from zerosum.core.reading import OWN_FILE
from zerosum.models.tricks.engines.threads import (
    TileFacts,
    blank_table,
    needed_rows,
    put_tile,
    solve_rows,
    stage_task,
)
from zerosum.models.tricks.plan import Plan, Stage
from zerosum.models.tricks.tiles import VERSION, Tile, games, lacking, largest_payoff, solved_games, tiles
from zerosum.store import Store

SECONDS = 10
"""Time that a scheduler may take to answer, in seconds."""

ATTEMPTS = 5
"""Number of times that a stage is tried, after tiles were lost with their workers."""

AHEAD = 3
"""Number of tasks under way at once, for each thread of the workers."""

KEPT = "what was complete is kept, and the same command goes on from there"
NOT_KEPT = "nothing is kept of this, so give the same command again"

TileResult = tuple[Floats, TileFacts]

T = TypeVar("T")
R = TypeVar("R")


@contextmanager
def connected(address: str) -> Iterator[Foreign]:
    """A client of the cluster at an address, or of one on this machine that lasts as long."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise InputError(
            "a cluster needs dask.distributed: pip install 'zerosum[cluster]', here and on every worker"
        ) from None
    _send_user_files()
    # keep Dask's own messages back, and tornado's on streams that a dead scheduler closed: what fails is reported in a
    # sentence. Some of their loggers have their own level
    for name in ("distributed", "tornado", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
    kind, _, number = address.partition(":")
    if kind == "local":
        with (
            LocalCluster(n_workers=int(number), threads_per_worker=1, dashboard_address=None) as cluster,
            Client(cluster) as client,
        ):
            yield client
        return
    try:
        client = Client(address, timeout=SECONDS)
    except (OSError, ValueError, TypeError) as error:
        raise ClusterError(
            f"no scheduler answers at {address} ({type(error).__name__}); start one with: dask scheduler"
        ) from error
    with client:
        _check_workers(client, address)
        yield client


def _versions() -> tuple[str, int]:
    """What a worker must agree on."""
    from zerosum import __version__

    return __version__, VERSION


def _check_workers(client: Foreign, address: str) -> None:
    """Refuse a cluster without workers, or whose workers solve by another version."""
    try:
        found = client.run(_versions)
    except ImportError as error:
        raise ClusterError(f"the workers of {address} lack zerosum: {error}") from error
    if not found:
        raise ClusterError(
            f"the scheduler at {address} has no workers; start some with: dask worker {address}"
        )
    if any(tuple(one) != _versions() for one in found.values()):
        raise ClusterError(f"the workers of {address} have another version of zerosum than this machine")


def _send_user_files() -> None:
    """Send what a person's own files define by value: other machines lack the files."""
    from cloudpickle import register_pickle_by_value

    for name, module in list(sys.modules.items()):
        if name.startswith(OWN_FILE):
            register_pickle_by_value(module)


@dataclass(frozen=True)
class Cluster:
    """The engine: the address of a scheduler, or "local:4" for four worker processes on this machine."""

    address: str

    def __post_init__(self) -> None:
        kind, _, number = self.address.partition(":")
        if kind == "local" and not (number.isdecimal() and int(number)):
            raise InputError(f"a cluster is local:4, or a scheduler's address, not {self.address!r}")

    def fill(self, plan: Plan, store: Store, progress: Progress) -> bool:
        """Solve whatever the store lacks, stage by stage."""
        with connected(self.address) as client:
            run = _ClusterRun(client, plan, store, progress, solved_games(plan, store))
            try:
                for stage in plan.stages:
                    run.complete(stage)
            finally:
                store.flush()
        return run.solved

    def each(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """What `work` makes of each task, in their order; Dask repeats what a worker that dies had."""
        with connected(self.address) as client:
            from distributed import KilledWorker
            from distributed.comm import CommClosedError

            try:
                yield from _in_order(client, work, iter(tasks))
            except ImportError as error:
                raise ClusterError(f"the workers of {self.address} lack a module: {error}") from error
            except KilledWorker as error:
                raise ClusterError(f"workers died again and again; {NOT_KEPT}") from error
            except (CancelledError, OSError) as error:
                lost = isinstance(error, CancelledError | CommClosedError)
                if client.status == "running" and not lost:
                    raise  # of the work itself
                raise ClusterError(f"the scheduler or all of its workers are gone; {NOT_KEPT}") from error


def _in_order(client: Foreign, work: Callable[[T], R], waiting: Iterator[T]) -> Iterator[R]:
    """Ask for a few results ahead, and hand on the first."""
    shared = client.submit(_together, work, pure=False)
    ahead, asked = AHEAD * max(1, sum(client.nthreads().values())), deque[Foreign]()
    while True:
        some = islice(waiting, ahead - len(asked))
        asked.extend(client.submit(_apply, shared, task, pure=False) for task in some)
        if not asked:
            return
        yield asked.popleft().result()


def _apply(shared: tuple[Callable[[T], R]], task: T) -> R:
    """A worker's task."""
    return shared[0](task)


@dataclass(frozen=True)
class StageBelow:
    """What a worker must know of the stage below, besides its tiles."""

    stage: Stage | None
    largest: float
    """No payoff of the stage above is larger in size."""


@dataclass
class _ClusterRun:
    """One filling of a store."""

    client: Foreign
    plan: Plan
    store: Store
    progress: Progress
    done: int
    solved: bool = False
    """Whether the store lacked anything."""
    held: dict[Tile, Foreign] = field(default_factory=dict)
    """Tiles of the stage below that are with the workers."""

    def complete(self, stage: Stage) -> None:
        """Have every tile of a stage in the store; what is lost with a worker is sent or solved again."""
        from distributed import KilledWorker

        for attempt in range(1, ATTEMPTS + 1):
            try:
                self._solve(stage)
                return
            except (CancelledError, KilledWorker, OSError) as error:
                self.held.clear()
                if self.client.status != "running":
                    raise ClusterError(f"the scheduler is gone; {KEPT}") from error
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
        """A task for each tile, which depends on the tiles that it reads."""
        below = self.plan.stages[stage.left - 2] if stage.left > 1 else None
        largest = largest_payoff(self.plan, self.store, stage)
        common = self.client.submit(_together, stage, StageBelow(below, largest), self.plan.cards, pure=False)
        tasks = {}
        for tile in missing:
            needed = reads(tile, below, self.plan.cards)
            parts = [self._with_workers(part) for part in needed]
            tasks[self.client.submit(solve_tile, common, tile, needed, parts, pure=False)] = tile
        return tasks

    def _with_workers(self, tile: Tile) -> Foreign:
        """A tile of the stage below with some worker; sent there from the store if it was not solved just now."""
        if tile not in self.held:
            values = self.store.get(tile.name)
            if values is None:
                raise CancelledError(f"{tile.name} was damaged")
            self.held[tile] = self.client.scatter((np.array(values), {}), hash=False)
        return self.held[tile]


def _together(*things: object) -> tuple[object, ...]:
    """What all tasks of a stage share, as one object that workers pass on to each other."""
    return things


def reads(tile: Tile, below: Stage | None, cards: int) -> list[Tile]:
    """The tiles of the stage below that hold the values that a tile follows from."""
    if below is None:
        return []
    rows = needed_rows(tile, cards)
    return [one for one in tiles(below) if np.searchsorted(rows, one.first) < np.searchsorted(rows, one.last)]


def solve_tile(
    common: tuple[Stage, StageBelow, int], tile: Tile, needed: list[Tile], parts: list[TileResult]
) -> TileResult:
    """A worker's task: a tile's values and facts from the tiles below that it reads."""
    stage, below, cards = common
    rows = needed_rows(tile, cards)
    table = blank_table(len(rows), below.stage.columns if below.stage else 1)
    for one, (values, _) in zip(needed, parts, strict=True):
        assert below.stage is not None
        put_tile(below.stage, one, values, rows, table)
    found = np.empty((tile.last - tile.first, tile.stop - tile.start))
    task = stage_task(stage, cards, table, rows, below.largest)
    return found, solve_rows(tile.first, tile.last, task, found)
