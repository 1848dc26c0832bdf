"""A plan on a GPU: two stages' tables in GPU memory, all matrix games of a stage in parallel, the same certificates.

    device      the GPU: arrays and kernels
    stage       a stage in the kernels' format, its table, and the launches
    kernels.cu  the code on the GPU, with `tables.cu`, `trial.cu` and `support.cu`; `device.h` and `host.h` say what
                a warp is on a GPU and without one

The tables are doubles if two stages fit into GPU memory. Otherwise they are 32-bit integers that are multiples of a
power of two; this step is added to the gap of every matrix game, and so to the bounds. Tables go to the store from
the last stage down as long as it has room. For the other tables only the facts are kept, so that the bounds are
known; their positions cannot be looked up, and they must be solved again to continue above them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.errors import TooLargeError
from zerosum.core.progress import Progress
from zerosum.matrix import solve_fallback
from zerosum.matrix.bounds import work_size
from zerosum.matrix.kernel import solve_into
from zerosum.models.staged.engines.tricks.gpu.device import Device, open_device
from zerosum.models.staged.engines.tricks.gpu.stage import (
    BATCH_BYTES,
    SolvedStage,
    Solver,
    StageTable,
    stage_arrays,
)
from zerosum.models.staged.engines.tricks.patterns import ways
from zerosum.models.staged.engines.tricks.plan import Plan, Stage
from zerosum.models.staged.engines.tricks.tiles import TOLERANCE, Tile, lacking, tiles
from zerosum.store import DiskStore, Store, show_size

SPARE = 3 << 30
"""Bytes of GPU memory reserved for everything but tables and a batch's terms."""

Watch = Callable[[Stage, SolvedStage], None]


@dataclass(frozen=True)
class Gpu:
    """The engine that uses a GPU; by default this machine's."""

    device: Device | None = None
    fixed: bool | None = None
    """Whether tables are 32-bit integers; by default only if doubles do not fit."""
    keep: int | None = None
    """Bytes of tables that may go to the store; by default as many as fit on its disk."""
    watch: Watch | None = None
    """Called with every solved stage."""

    def fill(self, plan: Plan, store: Store, progress: Progress) -> bool:
        """Solve all tiles that the store lacks, stage by stage."""
        run = _GpuRun(plan, store, progress, self, self.device or open_device())
        try:
            for stage in plan.stages:
                if lacking(stage, store):
                    run.table(stage.left)
        finally:
            store.flush()
        return run.solved


@dataclass
class _GpuRun:
    """A computation that fills a store with tiles."""

    plan: Plan
    store: Store
    progress: Progress
    engine: Gpu
    device: Device
    solver: Solver = field(init=False)
    first_kept: int = field(init=False)
    """The smallest number of cards left for which the tables go to the store."""
    held: tuple[int, StageTable, float] = field(init=False)
    """The stage whose table is in GPU memory, the table, and its largest absolute value."""
    solved: bool = False
    done: int = 0

    def __post_init__(self) -> None:
        fixed = self.engine.fixed if self.engine.fixed is not None else self._must_be_fixed()
        words = self.device.put(ways(self.plan.cards).astype(np.int32))
        self.solver = Solver(self.device, words, _careful, fixed)
        room = np.inf
        if self.engine.keep is not None:
            room = self.engine.keep
        elif isinstance(self.store, DiskStore):
            room = 0.9 * self.store.free_space()
        self.first_kept = 1
        for stage in reversed(self.plan.stages):
            room -= sum(8 * rows * columns for rows, columns in Plan.halves(stage))
            if room < 0:
                self.first_kept = stage.left + 1
                break
        self.held = 0, self.solver.nothing(), 0.0

    def _must_be_fixed(self) -> bool:
        """Return whether doubles do not fit into the GPU's memory; raise an error if integers do not fit either."""
        sizes = [
            0,
            *(sum(rows * columns for rows, columns in Plan.halves(stage)) for stage in self.plan.stages),
        ]
        most = max(a + b for a, b in pairwise(sizes))
        room = self.device.free_bytes - BATCH_BYTES - SPARE
        if 4 * most > room:
            raise TooLargeError(
                f"two stages would need {show_size(4 * most)} on the card, even as 32-bit integers, but "
                f"only {show_size(room)} are available; use fewer cards"
            )
        return 8 * most > room

    def table(self, left: int) -> None:
        """Return the table of a stage on the GPU: already there, loaded from the store, or solved now."""
        if self.held[0] == left or left == 0:
            return
        stage = self.plan.stages[left - 1]
        if not self._load(stage):
            self.table(left - 1)
            self._solve(stage)

    def _load(self, stage: Stage) -> bool:
        """Copy a stage from the store to the GPU; return False if the store lacks any of it."""
        parts = [(tile, self.store.get(tile.name), self.store.facts(tile.name)) for tile in tiles(stage)]
        if not all(part is not None and part.size and facts is not None for _, part, facts in parts):
            return False
        largest = max((facts["largest"] for _, _, facts in parts if facts), default=0.0)
        table = self.solver.room(stage_arrays(stage, self.plan.cards), max(largest, 1e-30))
        at = 0
        for _, part, _ in parts:
            assert part is not None
            kept = np.rint(part / table.step).astype(np.int32) if table.fixed else part
            table.values[at : at + part.size] = self.device.put(kept.ravel())
            at += part.size
        self.held = stage.left, table, largest
        return True

    def _solve(self, stage: Stage) -> None:
        """Solve a stage from the one below, and store it."""
        _, below, largest = self.held
        self.solved = True
        outcome = self.solver.solve(stage_arrays(stage, self.plan.cards), below, largest, self._report)
        self.held = stage.left, outcome.table, outcome.largest
        at = 0
        for tile in tiles(stage):
            size = (tile.last - tile.first) * (tile.stop - tile.start)
            self._keep(tile, outcome, at, size)
            at += size
        if self.engine.watch is not None:
            self.engine.watch(stage, outcome)

    def _keep(self, tile: Tile, outcome: SolvedStage, at: int, size: int) -> None:
        """Put a tile into the store, or only its facts if there is no room."""
        facts = {"gap": outcome.gap, "largest": outcome.largest}
        columns = tile.stop - tile.start
        if tile.left < self.first_kept:
            self.store.put(tile.name, np.empty((0, columns)), facts)
            return
        values = self.device.fetch(outcome.table.values[at : at + size])
        self.store.put(tile.name, (values * outcome.table.step).reshape(-1, columns), facts)

    def _report(self, games: int) -> None:
        self.done += games
        self.progress(min(self.done, self.plan.matrices), self.plan.matrices, "positions")


def _careful(A: Floats) -> tuple[float, float]:
    """Return bounds on the value of a game that supports did not solve: by pivoting, or else exactly."""
    row, col, work = np.empty(A.shape[0]), np.empty(A.shape[1]), np.empty(work_size(*A.shape))
    lower, upper = solve_into(A, row, col, work)
    if upper - lower <= TOLERANCE * float(np.abs(A).max()):
        return float(lower), float(upper)
    return solve_fallback(A)[:2]
