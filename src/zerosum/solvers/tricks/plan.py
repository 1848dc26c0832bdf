"""The plan of a trick game: which blocks of values there are, and what each needs. Plain data, no computing.

A *node* is a context, or nature's lottery over contexts, with k cards left each. Its values, one per pattern, follow
from three nodes with k - 1 cards left, one per outcome of the trick:

    v(node)[p] = sum over its contexts of weight * val[ reward(outcome) + v(next(outcome))[child of p] ].

The plan discovers all nodes from the start and then, from the last trick up, finds out which are the same up to a
constant and a swap of the players (in the way in which an automaton is minimised):

    v(node)[p] = shift + v(block)[p]      or      shift - v(block)[mirror image of p].

So a decided game becomes a constant, a score that only adds up disappears, and of two positions that mirror each
other one is solved. A game need not promise any of that: it is read off its rules, in exact arithmetic.
"""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from zerosum.arrays import Floats, Ints
from zerosum.models.tricks import TrickGame, exactly
from zerosum.solvers.tricks.discover import Exact, Found, Node, Steps, discover, lottery
from zerosum.solvers.tricks.patterns import count

__all__ = ["Plan", "Ref", "Stage", "Term", "make_plan"]


class Ref(NamedTuple):
    """Where a node's values are: in a block of its stage (-1: nowhere, they are constant), shifted, maybe mirrored."""

    block: int
    flip: bool
    shift: Exact


Sum = tuple[int, tuple[tuple[int, int], ...]]
"""A weighted sum of terms: the whole, and each term with its part of the whole."""


class Term(NamedTuple):
    """A context's matrix game, shifted so that a tie pays 0 at once: for each outcome, reward, block and flip."""

    win: tuple[Exact, int, bool]
    tie: tuple[Exact, int, bool]
    loss: tuple[Exact, int, bool]


@dataclass(frozen=True)
class Stage:
    """All blocks with so many cards left; the first `lopsided` ones are not their own mirror image, the rest are."""

    left: int
    patterns: int
    contexts: int
    lopsided: int
    blocks: tuple[tuple[tuple[int, Exact], ...], ...]
    """For each block the terms that it is a sum of, each with its weight."""
    terms: tuple[Term, ...]
    lopsided_terms: int
    """The first so many terms are all that the lopsided blocks need."""
    below: tuple[int, int]
    """How many blocks the stage below has, and how many of them are lopsided."""

    @cached_property
    def reward(self) -> Floats:
        """What each term pays at once for a win, a tie, a loss: (terms, 3)."""
        return np.array([[float(way[0]) for way in term] for term in self.terms]).reshape(-1, 3)

    @cached_property
    def child(self) -> Ints:
        """The column of the stage below that each outcome leads to: (terms, 3); see `columns`."""
        columns = [[self._column(block, flip) for _, block, flip in term] for term in self.terms]
        return np.array(columns, dtype=np.int64).reshape(-1, 3)

    def _column(self, block: int, flip: bool) -> int:
        return 0 if block < 0 else 1 + block + flip * self.below[0]

    @cached_property
    def mix(self) -> tuple[Ints, Ints, Floats]:
        """The blocks as sums of terms: where each block starts, the terms, the weights."""
        starts = np.cumsum([0, *(len(block) for block in self.blocks)], dtype=np.int64)
        terms = np.array([term for block in self.blocks for term, _ in block], dtype=np.int64)
        weights = np.array([float(weight) for block in self.blocks for _, weight in block], dtype=np.float64)
        return starts, terms, weights

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
    refs: tuple[dict[Node, Ref], ...]
    """refs[k]: the nodes with k cards left."""

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
                found.update(array.tobytes())
            found.update(f"{stage.lopsided} {stage.lopsided_terms}".encode())
        return found.hexdigest()[:16]


def _settled(game: TrickGame, node: Node) -> Exact:
    """What a node with no cards left pays."""
    whole, parts = lottery(node)
    total = sum(weight * exactly(game.settle(context), "a payoff") for weight, context in parts)
    return exactly(Fraction(total, whole), "a payoff")


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Spare Python the search for garbage among a million tuples that all stay; it takes half the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@_no_collecting()
def make_plan(game: TrickGame) -> Plan:
    """Discover a game's nodes and merge those that are alike."""
    found = discover(game)
    refs: list[dict[Node, Ref]] = [
        {node: Ref(-1, False, _settled(game, node)) for node in found[0].lotteries}
    ]
    stages: list[Stage] = []
    for left in range(1, game.cards + 1):
        below = (len(stages[-1].blocks), stages[-1].lopsided) if stages else (0, 0)
        stage, ref = _Merger(game, left, below).merge(found[left], refs[-1])
        stages.append(stage)
        refs.append(ref)
    return Plan(game.cards, tuple(stages), tuple(refs))


@dataclass
class _Merger:
    """Writes each node of a stage as shift + block. Terms are interned: alike ones have one number."""

    game: TrickGame
    left: int
    below: tuple[int, int]
    terms: list[Term] = field(default_factory=list)
    images: dict[int, int] = field(default_factory=dict)
    known: dict[Term, int] = field(default_factory=dict)

    def merge(self, found: Found, refs: dict[Node, Ref]) -> tuple[Stage, dict[Node, Ref]]:
        """The stage, and where each node's values are."""
        shifted = {context: self._term(steps, refs) for context, steps in found.steps.items()}
        loose: dict[Node, tuple[Sum | None, bool, Exact]] = {}
        for node, (whole, parts) in found.lotteries.items():
            constant: Exact = 0
            weights: dict[int, int] = {}
            for weight, context in parts:
                term, shift = shifted[context]
                constant += weight * shift
                if term >= 0:
                    weights[term] = weights.get(term, 0) + weight
            if constant:
                constant = exactly(Fraction(constant, whole), "a shift")
            loose[node] = *self._canonical(whole, weights), constant
        blocks = list(dict.fromkeys(block for block, _, _ in loose.values() if block is not None))
        stage, number = self._number(len(found.steps), blocks)
        return stage, {
            node: Ref(-1 if block is None else number[block], flip, shift)
            for node, (block, flip, shift) in loose.items()
        }

    def _term(self, steps: Steps, refs: dict[Node, Ref]) -> tuple[int, Exact]:
        """A context's matrix game by number (-1 if it pays nothing), and the constant that was taken off it."""
        ways = []
        for reward, node in steps:
            block, flip, shift = refs[node]
            ways.append((reward + shift, block, flip))
        constant = ways[1][0]
        win, tie, loss = ((reward - constant, block, flip) for reward, block, flip in ways)
        if win[1] < 0 and tie[1] < 0 and loss[1] < 0 and win[0] == 0 and loss[0] == 0:
            return -1, constant
        return self._intern(Term(win, tie, loss)), constant

    def _intern(self, term: Term) -> int:
        if term not in self.known:
            self.known[term] = len(self.terms)
            self.terms.append(term)
        return self.known[term]

    def _image(self, number: int) -> int:
        """The same matrix game with the players swapped; a block that is its own image needs no flip."""
        if number not in self.images:
            swapped = [
                (-reward, block, (not flip) and 0 <= block < self.below[1])
                for reward, block, flip in reversed(self.terms[number])
            ]
            image = self._intern(Term(*swapped))
            self.images[number], self.images[image] = image, number
        return self.images[number]

    def _canonical(self, whole: int, weights: dict[int, int]) -> tuple[Sum | None, bool]:
        """A block's own form: of a sum of terms and its image the lesser, and whether that is the image."""
        if not weights:
            return None, False
        this = tuple(sorted(weights.items()))
        image = tuple(sorted((self._image(term), weight) for term, weight in this))
        return ((whole, this), False) if this <= image else ((whole, image), True)

    def _number(self, contexts: int, blocks: list[Sum]) -> tuple[Stage, dict[Sum, int]]:
        """Number blocks and terms: lopsided ones first, then so that neighbours in the list are alike."""
        even = {
            sum: None for sum in blocks if sum[1] == tuple(sorted((self._image(t), w) for t, w in sum[1]))
        }
        lopsided = [sum for sum in blocks if sum not in even]
        needed = {term for _, parts in lopsided for term, _ in parts}
        others = {term for _, parts in even for term, _ in parts} - needed
        order = [*sorted(needed, key=self.terms.__getitem__), *sorted(others, key=self.terms.__getitem__)]
        index = {term: at for at, term in enumerate(order)}
        ordered = [*lopsided, *even]
        stage = Stage(
            left=self.left,
            patterns=count(self.left, self.game.cards),
            contexts=contexts,
            lopsided=len(lopsided),
            blocks=tuple(
                tuple((index[term], Fraction(weight, whole)) for term, weight in parts)
                for whole, parts in ordered
            ),
            terms=tuple(self.terms[term] for term in order),
            lopsided_terms=len(needed),
            below=self.below,
        )
        return stage, {sum: at for at, sum in enumerate(ordered)}
