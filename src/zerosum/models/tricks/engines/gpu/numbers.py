"""A stage as the kernels read it: its numbers as plain arrays, and its table on the device."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from zerosum.core.arrays import Array, Floats
from zerosum.models.tricks.engines.gpu.device import Held
from zerosum.models.tricks.solve.plan import Stage

__all__ = ["Numbers", "Table", "numbers_of"]


@dataclass(frozen=True)
class Numbers:
    """A stage as the kernels read it."""

    left: int
    ranks: int
    patterns: int
    blocks: int
    lopsided: int
    lopsided_terms: int
    reward: Floats
    """What each term pays at once for a win, a tie, a loss: (3, terms)."""
    column: Array
    """Where each outcome leads: -1 nowhere, or twice the block below, plus 1 if mirrored: (3, terms)."""
    starts: Array
    parts: Array
    weights: Floats
    """Block b is the sum of weights[e] times term parts[e], starts[b] <= e < starts[b + 1]."""

    @property
    def terms(self) -> int:
        """How many terms there are."""
        return int(self.reward.shape[1])

    @property
    def matrices(self) -> int:
        """How many matrix games are solved."""
        half = self.patterns // 2
        return half * self.terms + (self.patterns - half) * self.lopsided_terms

    @property
    def values(self) -> int:
        """How many values the table holds."""
        half = self.patterns // 2
        return half * self.blocks + (self.patterns - half) * self.lopsided


def numbers_of(stage: Stage, cards: int) -> Numbers:
    """The numbers of a plan's stage."""
    starts, parts, weights = stage.mix
    child, below = stage.child.T - 1, max(1, stage.below[0])
    return Numbers(
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
class Table:
    """A stage's values on the device, in steps where they are kept as integers."""

    patterns: int
    blocks: int
    lopsided: int
    values: Held
    fixed: bool = False
    step: float = 1.0

    @property
    def shape(self) -> tuple[np.int32, np.int32, np.int32]:
        """As the kernels take it."""
        return np.int32(self.patterns), np.int32(self.blocks), np.int32(self.lopsided)
