"""The work on a tile, for any engine on CPUs, and a plan on the threads of this machine.

Two successive stages are held in memory, as full tables (see `Stage.columns`). Tiles in the store are read; the
others are divided into chunks, each of which a thread solves in well below a second.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple, TypedDict

import numpy as np

from zerosum.core.arrays import Array, Bools, Floats, Ints
from zerosum.core.progress import Progress, silent
from zerosum.matrix import solve_fallback
from zerosum.matrix.simd import WIDTH as VECTOR
from zerosum.matrix.simd import aligned
from zerosum.models.staged.engines.tricks.kernels import KINDS, Task, matrix_of, reached, solve_patterns
from zerosum.models.staged.engines.tricks.lanes import WIDTH
from zerosum.models.staged.engines.tricks.patterns import count, ways
from zerosum.models.staged.engines.tricks.plan import Plan, Stage
from zerosum.models.staged.engines.tricks.tiles import (
    TOLERANCE,
    Tile,
    games,
    lacking,
    largest_payoff,
    solved_games,
    tiles,
)
from zerosum.store import Store

MAX_FAILURES = 1 << 16
"""Largest number of games of a chunk that may be left to the fallback."""

COLUMNS = WIDTH
"""Number of columns of the stage below that are read together, by all terms that need them: one set of lanes for each
possible prize, so that the columns stay in the cache.
"""

CHUNK_GAMES = 150_000
"""Number of matrix games in a chunk, which take about ten milliseconds."""

CHUNKS_AHEAD = 32
"""Number of chunks per thread that are submitted ahead: enough work while a segment is written to the disk."""


class TileFacts(TypedDict):
    """The facts stored with a tile."""

    gap: float
    """The widest gap of its matrix games."""
    largest: float
    """Its largest absolute value."""


def merge_facts(one: TileFacts, other: TileFacts) -> TileFacts:
    return {"gap": max(one["gap"], other["gap"]), "largest": max(one["largest"], other["largest"])}


def needed_rows(tile: Tile, cards: int) -> Ints:
    """Return the patterns of the stage below that a tile's values need, with their mirror images."""
    seen = np.zeros(count(tile.left - 1, cards), np.bool_)
    reached(tile.first, tile.last, tile.left, ways(cards), seen)
    return np.flatnonzero(seen)


def blank_table(rows: int, columns: int) -> Floats:
    """Return a table of zeros whose vectors, from column 1, are aligned to cache lines, with padding columns."""
    vectors = -(-columns // VECTOR)
    flat = aligned(rows * vectors + 1)[VECTOR - 1 :]
    return flat[: rows * vectors * VECTOR].reshape(rows, -1)


def put_tile(stage: Stage, tile: Tile, values: Floats, rows: Ints, table: Floats) -> None:
    """Copy a tile's values and their mirror images into the rows of a table that contains these patterns."""
    end, lop, blocks = stage.patterns, stage.lopsided, len(stage.blocks)
    split = max(0, min(tile.stop, lop) - tile.start)
    spans = (
        (tile.first, tile.last),
        (end - tile.last, end - tile.first),
    )  # the tile's patterns, and their images
    here, there = (slice(*np.searchsorted(rows, ends)) for ends in spans)
    own, images = values, values[::-1]
    if here.stop - here.start < len(values):
        own = values[rows[here] - tile.first]
    if there.stop - there.start < len(values):
        images = values[end - 1 - rows[there] - tile.first]
    table[here, 1 + tile.start : 1 + tile.stop] = own
    above = 1 + blocks + tile.start
    np.negative(images[:, :split], out=table[there, above : above + split])
    np.negative(images[:, split:], out=table[there, 1 + tile.start + split : 1 + tile.stop])


def stage_task(stage: Stage, cards: int, below: Floats, rows: Ints, largest: float) -> Task:
    """Return the kernel's input: `below` has the required rows of the stage below, `largest` bounds payoffs."""
    starts, terms, weights = stage.mix
    order = _side_by_side(stage)
    renamed = np.empty(len(order), np.int64)
    renamed[order] = np.arange(len(order))
    where = np.zeros(count(stage.left - 1, cards), np.int64)
    where[rows] = np.arange(len(rows))
    kinds = np.unique(stage.reward[order], axis=0, return_inverse=True)[1].ravel() % KINDS
    return Task(
        stage.left,
        ways(cards),
        stage.patterns,
        below,
        where,
        _padded(stage.reward[order]),
        _padded(stage.child.astype(np.uint32)[order]),
        _straight(stage.child[order]),
        _padded(kinds[:, None])[0],
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
    """Return the order of the terms in lanes, such that neighbours read neighbouring columns of the stage
    below if possible.

    Terms that read the same columns with different payments are placed in different rounds.
    """
    child, reward, late = stage.child, stage.reward, np.arange(len(stage.terms)) >= stage.lopsided_terms
    alike = np.lexsort((*reward.T[::-1], *child.T[::-1], late))
    new = np.ones(len(alike), np.bool_)
    new[1:] = (child[alike[1:]] != child[alike[:-1]]).any(axis=1)
    turn = np.empty(len(alike), np.int64)
    turn[alike] = np.arange(len(alike)) - np.maximum.accumulate(np.where(new, np.arange(len(alike)), 0))
    steps = np.diff(child, axis=1)
    return np.lexsort((child[:, 0], turn, steps[:, 1], steps[:, 0], (child[:, 0] - 1) // COLUMNS, late))


def _straight(child: Ints) -> Bools:
    """Return whether the terms of each set of lanes read neighbouring columns."""
    lanes = child[: len(child) // WIDTH * WIDTH].reshape(-1, WIDTH, 3)
    found = np.zeros(-(-len(child) // WIDTH), np.bool_)
    found[: len(lanes)] = (np.diff(lanes, axis=1) == 1).all(axis=(1, 2))
    return found


def _padded(of_terms: Array) -> Array:
    """Return one row for each outcome, padded to whole sets of lanes."""
    return np.ascontiguousarray(np.pad(of_terms, ((0, -len(of_terms) % WIDTH), (0, 0)), mode="edge").T)


def solve_rows(first: int, last: int, task: Task, values: Floats) -> TileFacts:
    """Solve the patterns first, ..., last - 1 into an array, and repair the games that the fast methods did not
    solve.
    """
    failed = np.empty((MAX_FAILURES, 2), np.int64)
    gap, largest, failures = solve_patterns(first, last, task, values, failed)
    if failures > MAX_FAILURES:
        raise ArithmeticError(f"{failures} games of one chunk have no tight bounds")
    for p, t in failed[:failures].tolist():
        lower, upper, _, _ = solve_fallback(matrix_of(p, t, task))
        gap = max(gap, upper - lower)
        blocks, value = values[p - first], 0.5 * (lower + upper)
        for e in np.flatnonzero(task.terms == t).tolist():
            b = int(np.searchsorted(task.starts, e, side="right")) - 1
            if b < blocks.size:
                blocks[b] += task.weights[e] * value
    if failures:
        largest = max(largest, float(np.abs(values).max()))
    return {"gap": gap, "largest": largest}


@dataclass(frozen=True)
class Threads:
    """The engine that uses threads; by default one per core."""

    count: int | None = None

    def fill(self, plan: Plan, store: Store, progress: Progress) -> bool:
        run = _Run(plan, store, progress, self.count or os.cpu_count() or 1, solved_games(plan, store))
        try:
            for stage in plan.stages:
                if lacking(stage, store):
                    run.table(stage.left)
        finally:
            store.flush()
        return run.solved


def tasks(plan: Plan, store: Store) -> Iterator[tuple[Stage, Task]]:
    """Yield each stage of a solved trick game with its kernel's input, which contains all of its matrix games."""
    run = _Run(plan, store, silent, 1)
    for stage in plan.stages:
        yield stage, run.task(stage)


@dataclass
class _Run:
    """A computation that fills a store with tiles."""

    plan: Plan
    store: Store
    progress: Progress
    threads: int
    done: int = 0
    """Matrix games whose values are in the store."""
    solved: bool = False
    held: tuple[int, Floats] | None = None

    def table(self, left: int) -> Floats:
        """Return the full table of a stage, from memory, from the store, or solved now."""
        if self.held is not None and self.held[0] == left:
            return self.held[1]
        if left == 0:
            return np.zeros((1, 1))
        stage = self.plan.stages[left - 1]
        table = blank_table(stage.patterns, stage.columns)
        missing = [tile for tile in tiles(stage) if not self._load(stage, tile, table)]
        if missing:
            self.solved = True
            self._solve(stage, missing, self.task(stage), table)
        self.held = left, table
        return table

    def task(self, stage: Stage) -> Task:
        """Return the kernel's input for a stage; solve the stage below if necessary."""
        below = self.table(stage.left - 1)
        largest = largest_payoff(self.plan, self.store, stage)
        return stage_task(stage, self.plan.cards, below, np.arange(len(below)), largest)

    def _load(self, stage: Stage, tile: Tile, table: Floats) -> bool:
        """Copy a tile from the store into the table; return False if the store lacks it."""
        values = self.store.get(tile.name)
        if values is None or self.store.facts(tile.name) is None:
            return False
        put_tile(stage, tile, values, np.arange(stage.patterns), table)
        return True

    def _solve(self, stage: Stage, missing: list[Tile], task: Task, table: Floats) -> None:
        """Solve tiles in chunks on threads; store each tile when its last chunk is done."""
        rows, chunks = np.arange(stage.patterns), list(_chunks(stage, missing, self.threads))
        waiting, begun = iter(chunks), dict[Tile, _OpenTile]()
        left = Counter(chunk.tile for chunk in chunks)
        running: dict[Future[TileFacts], _Chunk] = {}
        with ThreadPoolExecutor(self.threads) as pool:
            while True:
                for chunk in islice(waiting, CHUNKS_AHEAD * self.threads - len(running)):
                    values = begun.setdefault(chunk.tile, _OpenTile(chunk.tile)).values
                    part = values[chunk.first - chunk.tile.first : chunk.last - chunk.tile.first]
                    running[pool.submit(solve_rows, chunk.first, chunk.last, task, part)] = chunk
                if not running:
                    break
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    tile, first, last = running.pop(future)
                    begun[tile].facts = merge_facts(begun[tile].facts, future.result())
                    left[tile] -= 1
                    if not left[tile]:
                        done = begun.pop(tile)
                        put_tile(stage, tile, done.values, rows, table)
                        self.store.put(tile.name, done.values, done.facts)
                    self.done = min(self.done + games(stage, first, last), self.plan.matrices)
                    self.progress(self.done, self.plan.matrices, "positions")


class _OpenTile:
    """A tile while it is being solved."""

    def __init__(self, tile: Tile) -> None:
        self.values: Floats = np.empty((tile.last - tile.first, tile.stop - tile.start))
        self.facts: TileFacts = {"gap": 0.0, "largest": 0.0}


class _Chunk(NamedTuple):
    """A range of the patterns of a tile, which is solved at once."""

    tile: Tile
    first: int
    last: int


def _chunks(stage: Stage, missing: list[Tile], threads: int) -> Iterator[_Chunk]:
    """Yield pieces of tiles that take a fraction of a second; a small stage is divided among the threads."""
    share = max(1, stage.patterns // (4 * threads))
    for tile in missing:
        rows = min(share, max(1, CHUNK_GAMES // max(1, games(stage, tile.first, tile.first + 1))))
        for at in range(tile.first, tile.last, rows):
            yield _Chunk(tile, at, min(at + rows, tile.last))
