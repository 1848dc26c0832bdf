"""The stored results of a plan: the values of each stage in *tiles*, for every engine.

Rows of a tile are patterns, columns are blocks. The first half of a stage's patterns has all blocks; the second half
only the lopsided ones, since the rest is minus the mirror image. Two facts are stored with each tile: the widest
`gap` of its matrix games and its `largest` absolute value. The error of a value is at most

    error(k) = error(k - 1) + half the widest gap of the stage + rounding,

because `val` changes by no more than the largest change of an entry.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from zerosum.core.progress import Progress
from zerosum.models.staged.engines.tricks.plan import Plan, Stage
from zerosum.store import Store

VERSION = 4
"""Version of the tables; it must be increased whenever patterns, blocks or tiles are numbered or solved in another
way.
"""

TILE_BYTES = 4 << 20
"""Smallest size of a tile, in bytes, unless it is a stage's last."""
MAX_TILES = 512
"""Largest number of tiles in half a stage; in a large stage tiles are larger than `TILE_BYTES`."""

TOLERANCE = 2e-12
"""Largest gap of a matrix game that is accepted, as a share of the largest payoff."""

EPS = float(np.finfo(np.float64).eps)


class Tile(NamedTuple):
    """Patterns first, ..., last - 1 of the stage with `left` cards, for its blocks start, ..., stop - 1."""

    left: int
    first: int
    last: int
    start: int
    stop: int

    @property
    def name(self) -> str:
        """The tile's name in a store."""
        return f"{self.left}/{self.first}-{self.last}"


def tiles(stage: Stage) -> list[Tile]:
    """Return the stored parts of a stage, in pieces of a few megabytes or more; no piece crosses the middle."""
    half = stage.patterns // 2
    pieces = []
    for first, last, blocks in ((0, half, len(stage.blocks)), (half, stage.patterns, stage.lopsided)):
        if blocks:
            rows = max(1, TILE_BYTES // (8 * blocks), -(-(last - first) // MAX_TILES))
            pieces += [
                Tile(stage.left, at, min(at + rows, last), 0, blocks) for at in range(first, last, rows)
            ]
    return pieces


def lacking(stage: Stage, store: Store) -> list[Tile]:
    """Return the tiles of a stage that are not in the store."""
    return [tile for tile in tiles(stage) if store.facts(tile.name) is None]


class Engine(Protocol):
    """An executor of plans."""

    def fill(self, plan: Plan, store: Store, progress: Progress) -> bool:
        """Put every missing tile into the store, with its facts, and flush; return whether any was missing.

        Complete tiles are kept even if the work is interrupted.
        """


def complete(plan: Plan, store: Store, engine: Engine, progress: Progress) -> bool:
    """Put every tile of a plan into the store, and return whether the engine had to work.

    One process works at a time; another that wants the same tables waits, and shows its progress.
    """

    def report() -> None:
        progress(solved_games(plan, store), plan.matrices, "positions")

    report()
    if not any(lacking(stage, store) for stage in plan.stages):
        return False
    with store.writing(report):
        return engine.fill(plan, store, progress)


def solved_games(plan: Plan, store: Store) -> int:
    """Return the number of matrix games of the tiles in the store."""
    return plan.matrices - sum(
        games(stage, tile.first, tile.last) for stage in plan.stages for tile in lacking(stage, store)
    )


def games(stage: Stage, first: int, last: int) -> int:
    """Return the number of matrix games of some patterns on one side of the middle."""
    return (last - first) * (len(stage.terms) if first < stage.patterns // 2 else stage.lopsided_terms)


def largest_payoff(plan: Plan, store: Store, stage: Stage) -> float:
    """Return a bound on a stage's absolute payoffs: the largest reward plus the largest value below."""
    reward = float(np.abs(stage.reward).max(initial=0.0))
    if stage.left == 1:
        return reward
    facts = (store.facts(tile.name) or {} for tile in tiles(plan.stages[stage.left - 2]))
    return reward + max((fact["largest"] for fact in facts), default=0.0)


def error_bounds(plan: Plan, store: Store) -> list[float]:
    """Return errors[k], a bound on the error of every value stored for k cards left."""
    errors = [0.0]
    for stage in plan.stages:
        gap = max(((store.facts(tile.name) or {})["gap"] for tile in tiles(stage)), default=0.0)
        most = int(np.diff(stage.blocks.starts).max(initial=0))
        rounding = (most + 4) * EPS * largest_payoff(plan, store, stage)
        errors.append((errors[-1] + 0.5 * gap + rounding) * (1 + 4 * EPS))
    return errors
