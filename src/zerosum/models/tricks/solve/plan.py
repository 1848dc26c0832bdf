"""The plan of a trick game: which blocks of values there are, and what each needs. Plain data, no computing.

A *node* is a context, or nature's lottery over contexts, with k cards left each. Its values, one per pattern, follow
from three nodes with k - 1 cards left, one per outcome of the trick:

    v(node)[p] = sum over its contexts of weight * val[ reward(outcome) + v(next(outcome))[child of p] ].

The plan discovers all nodes from the start and then, from the last trick up, finds out which are the same up to a
constant and a swap of the players (in the way in which an automaton is minimised; see `merge`):

    v(node)[p] = shift + v(block)[p]      or      shift - v(block)[mirror image of p].

So a decided game becomes a constant, a score that only adds up disappears, and of two positions that mirror each
other one is solved. A game need not promise any of that: it is read off its rules, in exact arithmetic.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.models.tricks.rules import TrickGame
from zerosum.models.tricks.solve.coded import coding_of, discover_coded
from zerosum.models.tricks.solve.discover import Exact, Layer, Node, Nodes, Numbers, discover
from zerosum.models.tricks.solve.merge import Refs, Sums, Terms, merge, settled
from zerosum.models.tricks.solve.patterns import count

__all__ = ["Plan", "Ref", "Stage", "make_plan"]


class Ref(NamedTuple):
    """Where a node's values are: in a block of its stage (-1: nowhere, they are constant), shifted, maybe mirrored."""

    block: int
    flip: bool
    shift: Exact


@dataclass(frozen=True)
class Stage:
    """All blocks with so many cards left; the first `lopsided` ones are not their own mirror image, the rest are."""

    left: int
    patterns: int
    contexts: int
    lopsided: int
    blocks: Sums
    """The blocks as sums of terms."""
    terms: Terms
    lopsided_terms: int
    """The first so many terms are all that the lopsided blocks need."""
    below: tuple[int, int]
    """How many blocks the stage below has, and how many of them are lopsided."""

    @cached_property
    def reward(self) -> Floats:
        """What each term pays at once for a win, a tie, a loss: (terms, 3)."""
        return _floats(self.terms.pay, self.terms.unit)

    @cached_property
    def child(self) -> Ints:
        """The column of the stage below that each outcome leads to: (terms, 3); see `columns`."""
        block = self.terms.block
        return np.where(block < 0, 0, 1 + block + self.terms.flip * self.below[0])

    @cached_property
    def mix(self) -> tuple[Ints, Ints, Floats]:
        """The blocks as sums of terms: where each block starts, the terms, the weights."""
        blocks = self.blocks
        return blocks.starts, blocks.terms, blocks.weights / np.repeat(blocks.wholes, np.diff(blocks.starts))

    @property
    def columns(self) -> int:
        """Columns of the stage's table in memory: a zero, the blocks, the lopsided blocks mirrored."""
        return 1 + len(self.blocks) + self.lopsided

    @property
    def matrices(self) -> int:
        """How many matrix games are solved."""
        half = self.patterns // 2
        return half * len(self.terms) + (self.patterns - half) * self.lopsided_terms


@dataclass(frozen=True)
class Plan:
    """The stages from one card left to a full hand, and where each node's values are."""

    cards: int
    stages: tuple[Stage, ...]
    nodes: tuple[Nodes, ...]
    """nodes[k]: those with k cards left."""
    refs: tuple[Refs, ...]
    """refs[k]: where their values are."""

    def ref(self, left: int, node: Node) -> Ref | None:
        """Where a node's values are; None if no play leads to it."""
        number, refs = self.nodes[left].number(node), self.refs[left]
        if number is None:
            return None
        shift = Fraction(int(refs.shift[number]), refs.unit)
        return Ref(int(refs.block[number]), bool(refs.flip[number]), shift)

    @property
    def positions(self) -> int:
        """Patterns times contexts, over all stages."""
        return sum(stage.patterns * stage.contexts for stage in self.stages)

    @property
    def matrices(self) -> int:
        """How many matrix games are solved."""
        return sum(stage.matrices for stage in self.stages)

    @property
    def memory(self) -> int:
        """Bytes for the two stages that are held at once, where that is most."""
        sizes = [0, *(8 * stage.patterns * stage.columns for stage in self.stages)]
        return max(a + b for a, b in pairwise(sizes))

    @property
    def disk(self) -> int:
        """Bytes of all tables on disk."""
        return sum(8 * rows * columns for stage in self.stages for rows, columns in self.halves(stage))

    @staticmethod
    def halves(stage: Stage) -> tuple[tuple[int, int], tuple[int, int]]:
        """Rows and columns of what is kept: all blocks for half of the patterns, the lopsided ones for the rest."""
        half = stage.patterns // 2
        return (half, len(stage.blocks)), (stage.patterns - half, stage.lopsided)

    def digest(self) -> str:
        """A name for the tables: plans with the same name have the same values."""
        found = hashlib.sha256(f"{self.cards} cards".encode())
        for stage in self.stages:
            for array in (stage.reward, stage.child, *stage.mix):
                found.update(np.ascontiguousarray(array).data)
            found.update(f"{stage.lopsided} {stage.lopsided_terms}".encode())
        return found.hexdigest()[:16]


def make_plan(game: TrickGame) -> Plan:
    """Discover a game's nodes and merge those that are alike."""
    coded = coding_of(game)
    layers = discover_coded(game, coded) if coded is not None else discover(game)
    refs, stages = [settled(layers[0])], list[Stage]()
    for left, layer in enumerate(layers[1:], 1):
        stage, ref = _stage(game, left, layer, stages[-1] if stages else None, refs[-1])
        stages.append(stage)
        refs.append(ref)
    return Plan(game.cards, tuple(stages), tuple(layer.nodes for layer in layers), tuple(refs))


def _stage(game: TrickGame, left: int, layer: Layer, below: Stage | None, refs: Refs) -> tuple[Stage, Refs]:
    """One stage upon another."""
    merged = merge(layer, refs, below.lopsided if below else 0)
    stage = Stage(
        left,
        count(left, game.cards),
        layer.count,
        merged.lopsided,
        merged.blocks,
        merged.terms,
        merged.lopsided_terms,
        (len(below.blocks), below.lopsided) if below else (0, 0),
    )
    return stage, merged.refs


def _floats(amounts: Numbers, unit: int) -> Floats:
    """Whole numbers in parts of a unit, each rounded once."""
    different, which = np.unique(amounts, return_inverse=True)
    rounded = np.array([int(amount) / unit for amount in different.tolist()], dtype=np.float64)
    return rounded[which].reshape(amounts.shape)
