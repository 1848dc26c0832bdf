"""One stage of a plan on a device: its numbers as arrays, its table, and the launches that fill it.

A stage's terms are solved for a batch of patterns at a time, and averaged into the rows of the table. Patterns are
processed in the order of their matrices' sizes, so that a batch takes no more shared memory than it needs, and many
warps fit. Games without tight bounds from the kernel go to a careful method on the CPU.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Array, Floats
from zerosum.models.staged.engines.tricks.gpu.device import Build, Device, DeviceArray
from zerosum.models.staged.engines.tricks.plan import Stage
from zerosum.models.staged.engines.tricks.tiles import TOLERANCE


@dataclass(frozen=True)
class StageArrays:
    """A stage in the kernels' format."""

    left: int
    ranks: int
    patterns: int
    blocks: int
    lopsided: int
    lopsided_terms: int
    reward: Floats
    """The immediate payment of each term for a win, a tie and a loss: (3, terms)."""
    column: Array
    """The successor for each outcome: -1 if there is none, otherwise twice the block of the stage below, plus 1 if
    mirrored: (3, terms).
    """
    starts: Array
    parts: Array
    weights: Floats
    """Block b is the sum of weights[e] times term parts[e], over starts[b] <= e < starts[b + 1]."""

    @property
    def terms(self) -> int:
        """The number of terms."""
        return int(self.reward.shape[1])

    @property
    def matrices(self) -> int:
        """The number of matrix games to solve."""
        half = self.patterns // 2
        return half * self.terms + (self.patterns - half) * self.lopsided_terms

    @property
    def values(self) -> int:
        """The number of values in the table."""
        half = self.patterns // 2
        return half * self.blocks + (self.patterns - half) * self.lopsided


def stage_arrays(stage: Stage, cards: int) -> StageArrays:
    """Return a stage of a plan in the kernels' format."""
    starts, parts, weights = stage.mix
    child, below = stage.child.T - 1, max(1, stage.below[0])
    return StageArrays(
        stage.left,
        cards,
        stage.patterns,
        len(stage.blocks),
        stage.lopsided,
        stage.lopsided_terms,
        np.ascontiguousarray(stage.reward.T),
        np.where(child < 0, -1, 2 * (child % below) + child // below).astype(np.int32),
        starts.astype(np.int32),
        parts.astype(np.int32),
        weights,
    )


@dataclass(frozen=True)
class StageTable:
    """A stage's values on the device, in multiples of a step if they are kept as integers."""

    patterns: int
    blocks: int
    lopsided: int
    values: DeviceArray
    fixed: bool = False
    step: float = 1.0

    @property
    def shape(self) -> tuple[np.int32, np.int32, np.int32]:
        """The shape in the kernels' format."""
        return np.int32(self.patterns), np.int32(self.blocks), np.int32(self.lopsided)


BATCH_BYTES = 1 << 30
"""Bytes for the term values of a batch of patterns, which are averaged immediately and overwritten."""

SLOTS, SIDE = 16, 24
"""Number of supports that a warp remembers, and maximum number of cards in one; see `tables.cu`."""

MAX_RUN_LENGTH = 4096
MIN_RUN_LENGTH = 128
WARPS = 16_000
"""A warp solves terms one after the other; their number is such that there are `WARPS` warps, within the two limits."""

MAX_FAILURES = 1 << 20
CLASS = 6
"""Matrices whose numbers of entries differ by less than this count as equally large."""

Careful = Callable[[Floats], tuple[float, float]]
"""A method that gives tight bounds on the value of any matrix game."""


@dataclass(frozen=True)
class SolvedStage:
    """A solved stage: its table, the widest gap, the largest absolute value, and the work done."""

    table: StageTable
    gap: float
    largest: float
    games: int
    tries: int
    """Number of supports tried on 32 games."""
    learned: int
    """Number of supports found by the simplex method."""
    failures: int
    """Number of games left to the careful method."""


class _PatternBatch(NamedTuple):
    """Patterns that are solved together, their numbers of terms and blocks, and the largest size of their matrices."""

    patterns: Array
    terms: int
    blocks: int
    entries: int
    side: int


@dataclass
class _StageRun:
    """A stage while it is being solved."""

    solver: Solver
    numbers: StageArrays
    below: StageTable
    table: StageTable
    largest: float
    device: Device = field(init=False)
    held: dict[str, DeviceArray] = field(init=False)
    found: DeviceArray = field(init=False)
    counters: DeviceArray = field(init=False)
    failed: DeviceArray = field(init=False)
    gap: float = 0.0
    failures: int = 0

    def __post_init__(self) -> None:
        self.device = self.solver.device
        names = ("reward", "column", "starts", "parts", "weights")
        self.held = {name: self.device.put(getattr(self.numbers, name)) for name in names}
        self.found = self.device.put(np.zeros(4, np.uint64))
        self.counters = self.device.put(np.zeros(1, np.int32))
        self.failed = self.device.empty(2 * MAX_FAILURES, np.int32)

    def batches(self) -> Iterator[_PatternBatch]:
        """Yield batches of both halves of the patterns."""
        numbers, half = self.numbers, self.numbers.patterns // 2
        for first, last, terms, blocks in (
            (0, half, numbers.terms, numbers.blocks),
            (half, numbers.patterns, numbers.lopsided_terms, numbers.lopsided),
        ):
            if blocks and last > first:
                shape = self._shapes(first, last - first)
                size = shape[:, 0].astype(np.uint16) * shape[:, 1]
                order = np.argsort((size + CLASS - 1) // CLASS, kind="stable")
                rows = max(1, self.solver.batch_bytes // (8 * terms))
                for at in range(0, order.size, rows):
                    some = order[at : at + rows]
                    yield _PatternBatch(
                        (first + some).astype(np.int32),
                        terms,
                        blocks,
                        int(size[some].max()),
                        int(shape[some].max()),
                    )

    def _shapes(self, first: int, count: int) -> Array:
        """Return the numbers of rows and columns of the matrices of some patterns."""
        shape = self.device.empty(2 * count, np.uint8)
        numbers = self.numbers
        arguments = (self.solver.ways, *map(np.int32, (numbers.ranks, numbers.left, first, count)), shape)
        self.device.launch("shapes", Build(self.table.fixed), -(-count // 32), 0, *arguments)
        return self.device.fetch(shape).reshape(-1, 2)

    def solve(self, batch: _PatternBatch, values: DeviceArray) -> None:
        """Solve a batch's terms and average them into the table."""
        patterns = self.device.put(batch.patterns)
        count, run = batch.patterns.size, _run(batch)
        self.device.launch(
            "solve",
            Build(self.table.fixed, large=batch.side > 9),
            count * -(-batch.terms // run),
            ground_bytes(batch.entries, batch.side),
            *self._words(),
            patterns,
            np.int32(count),
            *self._below(),
            np.int32(batch.terms),
            np.int32(run),
            np.int32(batch.entries),
            np.int32(batch.side),
            np.float64(self.largest),
            np.float64(TOLERANCE * self.largest),
            values,
            self.found,
            self.counters,
            self.failed,
            np.int32(MAX_FAILURES),
        )
        self._mend(batch, values)
        self.device.launch(
            "mix",
            Build(self.table.fixed),
            -(-count * batch.blocks // 32),
            0,
            patterns,
            np.int32(count),
            values,
            np.int32(batch.terms),
            self.held["starts"],
            self.held["parts"],
            self.held["weights"],
            np.int32(batch.blocks),
            self.table.values,
            np.float64(self.table.step),
            *self.table.shape,
            self.found,
        )

    def _words(self) -> tuple[DeviceArray, ...]:
        return self.solver.ways, np.int32(self.numbers.ranks), np.int32(self.numbers.left)

    def _below(self) -> tuple[DeviceArray, ...]:
        """Return the stage below and the terms, in the kernels' format."""
        below = self.below
        terms = self.held["reward"], self.held["column"], np.int32(self.numbers.terms)
        return below.values, np.float64(below.step), *below.shape, *terms

    def _mend(self, batch: _PatternBatch, values: DeviceArray) -> None:
        """Solve the matrices without tight bounds by the careful method."""
        count = int(self.device.fetch(self.counters)[0])
        if count > MAX_FAILURES:
            raise ArithmeticError(f"{count} games of one batch have no tight bounds")
        if count:
            for index, term in self.device.fetch(self.failed[: 2 * count]).reshape(-1, 2).tolist():
                lower, upper = self.solver.careful(self._matrix(int(batch.patterns[index]), term, batch))
                self.gap = max(self.gap, upper - lower)
                values[index * batch.terms + term] = 0.5 * (lower + upper)
            self.failures += count
            self.counters[0] = 0

    def outcome(self) -> SolvedStage:
        """Return the solved stage; rounding to a step widens every gap by this step."""
        found = self.device.fetch(self.found)
        gap, largest = found[:2].view(np.float64).tolist()
        widest = max(gap, self.gap) + (self.table.step if self.table.fixed else 0.0)
        tries, learned = found[2:].tolist()
        return SolvedStage(self.table, widest, largest, self.numbers.matrices, tries, learned, self.failures)

    def _matrix(self, pattern: int, term: int, batch: _PatternBatch) -> Floats:
        """Return one matrix game."""
        m, n = self._shapes(pattern, 1)[0].tolist()
        A = self.device.empty(m * n, np.float64)
        ground = ground_bytes(batch.entries, batch.side)
        sizes = map(np.int32, (term, batch.entries, batch.side))
        arguments = (*self._words(), np.int32(pattern), *self._below(), *sizes, A)
        self.device.launch("matrix", Build(self.table.fixed), 1, ground, *arguments)
        return self.device.fetch(A).reshape(m, n)


def ground_bytes(entries: int, side: int) -> int:
    """Return the shared memory of a warp in bytes; see `lay_out` in `tables.cu`."""
    doubles = 32 * entries + (side + 1) ** 2 + 2 * (side + 1)
    return 8 * doubles + 24 * entries + 12 * SLOTS + 16 + 2 * SLOTS * SIDE + 4 * SIDE


def _run(batch: _PatternBatch) -> int:
    """Return the number of terms for one warp, a multiple of 32."""
    share = batch.terms * batch.patterns.size // WARPS
    return 32 * -(-min(MAX_RUN_LENGTH, max(MIN_RUN_LENGTH, share)) // 32)


@dataclass(frozen=True)
class Solver:
    """A solver for all stages of a plan."""

    device: Device
    ways: DeviceArray
    """The number of words; see `zerosum.models.staged.engines.tricks.patterns.ways`."""
    careful: Careful
    fixed: bool = False
    batch_bytes: int = BATCH_BYTES

    def nothing(self) -> StageTable:
        """Return the empty stage below the last trick."""
        return StageTable(1, 0, 0, self.device.empty(1, np.int32 if self.fixed else np.float64), self.fixed)

    def room(self, numbers: StageArrays, largest: float) -> StageTable:
        """Return an empty table for a stage, with a bound on its absolute values."""
        step = 2.0 ** math.ceil(math.log2(largest / (2**31 - 2))) if self.fixed else 1.0
        self.device.tidy()
        values = self.device.empty(max(1, numbers.values), np.int32 if self.fixed else np.float64)
        return StageTable(numbers.patterns, numbers.blocks, numbers.lopsided, values, self.fixed, step)

    def solve(
        self, numbers: StageArrays, below: StageTable, largest_below: float, report: Callable[[int], None]
    ) -> SolvedStage:
        """Solve a stage from the one below; `report` receives the number of newly solved matrix games."""
        largest = float(np.abs(numbers.reward).max(initial=0.0)) + largest_below
        table = self.room(numbers, max(largest, 1e-30))
        stage = _StageRun(self, numbers, below, table, largest)
        most = numbers.patterns * max(1, numbers.terms)
        values = self.device.empty(max(numbers.terms, min(self.batch_bytes // 8, most), 1), np.float64)
        for batch in stage.batches():
            stage.solve(batch, values)
            report(batch.patterns.size * batch.terms)
        return stage.outcome()
