"""The plan of a trick game: the blocks of values, and the dependencies of each. It is data only.

A *node* is a context, or a chance move over contexts, with k cards left in each hand. Its values, one per pattern,
follow from three nodes with k - 1 cards left, one per outcome of the trick:

    v(node)[p] = sum over its contexts of weight * val[ reward(outcome) + v(next(outcome))[child of p] ].

The plan discovers all nodes from the start and then, from the last trick up, finds out which are equal up to a
constant and an exchange of the players, as in the minimisation of an automaton (`merge`). A context's matrix game,
minus the immediate payoff of a tie, is a *term*; a node is a constant and a weighted sum of terms. The terms are
numbered in lexicographic order, each together with its *image*, the same game with the players exchanged. Of a node's
sum and the image of this sum, the one that comes first in this order is its *block*:

    v(node)[p] = shift + v(block)[p]      or      shift - v(block)[mirror image of p].

All numbers are integers, in multiples of a common unit, so that equality is exact.

So a decided game becomes a constant, a score that is only added up disappears, and only one of two positions that
mirror each other is solved. A game need not declare these properties: they are derived from its rules, in exact
arithmetic.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Bools, Floats, Ints
from zerosum.models.staged.engines.tricks.contexts import (
    ContextLayer,
    Exact,
    Node,
    Nodes,
    NumberArray,
    coding_of,
    discover,
    discover_coded,
)
from zerosum.models.staged.engines.tricks.patterns import count
from zerosum.models.staged.engines.tricks.rules import TrickGame

PADDING = np.iinfo(np.int64).max


@dataclass(frozen=True)
class Terms:
    """The successors of the three outcomes of a trick, for every term: arrays of (terms, 3)."""

    pay: NumberArray
    """The immediate payments, in multiples of 1 / `unit`; that of a tie is 0."""
    unit: int
    block: Ints
    """The next block, in the stage below; -1 if there is none."""
    flip: Bools

    def __len__(self) -> int:
        return len(self.pay)

    def take(self, which: Ints) -> Terms:
        """Select some of the terms."""
        return Terms(self.pay[which], self.unit, self.block[which], self.flip[which])

    def images(self, lopsided: int) -> Terms:
        """Return the games with the players exchanged; blocks with an index of at least `lopsided` are their own
        images, without a flip.
        """
        block = self.block[:, ::-1]
        flip = ~self.flip[:, ::-1] & (block >= 0) & (block < lopsided)
        return Terms(-self.pay[:, ::-1], self.unit, block, flip)


@dataclass(frozen=True)
class Sums:
    """Weighted sums: sum b is over terms[starts[b] : starts[b + 1]], with weights relative to wholes[b]."""

    starts: Ints
    terms: Ints
    weights: Ints
    wholes: Ints

    def __len__(self) -> int:
        return len(self.wholes)


@dataclass(frozen=True)
class Refs:
    """The location of each node's values: block (-1: constant), flip, and shift in parts of `unit`."""

    block: Ints
    flip: Bools
    shift: NumberArray
    unit: int


def merge(layer: ContextLayer, below: Refs, stage_below: Stage | None, ranks: int) -> tuple[Stage, Refs]:
    """Write every node of a layer as shift + block; return its stage, asymmetric blocks first."""
    left = stage_below.left + 1 if stage_below else 1
    below_blocks = (len(stage_below.blocks), stage_below.lopsided) if stage_below else (0, 0)
    games, constant = _games(layer, below)
    shift, unit = _means(layer, constant, games.unit)
    terms, number, image = _numbered(games, below_blocks[1])
    rows, mirrored, weight = _rows(layer, number, image)
    # of a node's row and the image of this row, the one that comes first in lexicographic order is the block
    both = _ranks(*np.concatenate([rows, mirrored]).T)
    rank, other = both[: len(rows)], both[len(rows) :]
    flip, real = other < rank, np.flatnonzero(rows[:, 1] != PADDING)
    # blocks that are their own mirror images go last
    key = np.minimum(rank, other) + len(both) * (rank == other)
    keys, first, which = np.unique(key[real], return_index=True, return_inverse=True)
    block = np.full(len(rows), -1)
    block[real] = which
    chosen = np.where(flip[:, None], mirrored, rows)[real[first]]
    lopsided = int(np.sum(keys < len(both)))
    sums, terms, lopsided_terms = _needed(_sums(chosen, weight), lopsided, terms)
    patterns = count(left, ranks)
    stage = Stage(left, patterns, layer.count, lopsided, sums, terms, lopsided_terms, below_blocks)
    return stage, Refs(block, flip, shift, unit)


def _roomy(values: NumberArray, factor: int) -> NumberArray:
    """Return the numbers, as Python ints if their products with a factor may overflow."""
    large = values.dtype != object and factor * max(1, int(np.abs(values).max(initial=0))) >= 2**60
    return values.astype(object) if large else values


def _means(layer: ContextLayer, values: NumberArray, unit: int) -> tuple[NumberArray, int]:
    """Return the mean over each node's contexts of numbers in parts of `unit`, and the unit of the result."""
    common = math.lcm(*np.unique(layer.wholes).tolist())
    each = _roomy(values, common)[layer.contexts] * layer.weights
    total = np.add.reduceat(each, layer.starts[:-1]) * (common // layer.wholes.astype(each.dtype))
    share = math.gcd(int(np.gcd.reduce(total)), unit * common)
    return total // share, unit * common // share


def _games(layer: ContextLayer, below: Refs) -> tuple[Terms, NumberArray]:
    """Return each context's matrix game, and the constant subtracted from it, which is the payment of a tie."""
    unit = math.lcm(layer.unit, below.unit)
    mine, theirs = unit // layer.unit, unit // below.unit
    paid = _roomy(layer.pay, mine) * mine + (_roomy(below.shift, theirs) * theirs)[layer.then]
    games = Terms(paid - paid[:, 1:2], unit, below.block[layer.then], below.flip[layer.then])
    return games, paid[:, 1]


def _numbered(games: Terms, lopsided: int) -> tuple[Terms, Ints, Ints]:
    """Return the distinct games and their images, the index of each context's game (-1 if all payoffs are 0), and
    that of its image.
    """
    real = np.flatnonzero((games.block >= 0).any(axis=1) | (games.pay != 0).any(axis=1).astype(np.bool_))
    some = games.take(real)
    images = some.images(lopsided)
    both = Terms(
        np.concatenate([some.pay, images.pay]),
        games.unit,
        np.concatenate([some.block, images.block]),
        np.concatenate([some.flip, images.flip]),
    )
    amounts = np.unique(both.pay, return_inverse=True)[1].reshape(both.pay.shape)
    columns = [
        column for way in range(3) for column in (amounts[:, way], both.block[:, way], both.flip[:, way])
    ]
    rank = _ranks(*columns)
    _, first = np.unique(rank, return_index=True)
    number = np.full(len(games), -1)
    number[real] = rank[: len(real)]
    return both.take(first), number, rank[(first + len(real)) % max(1, len(rank))]


def _rows(layer: ContextLayer, number: Ints, image: Ints) -> tuple[Ints, Ints, int]:
    """Return each node as a row (its total weight, and sorted codes of terms and weights), the rows of the images,
    and the base of the codes.
    """
    owner = np.repeat(np.arange(len(layer.wholes)), np.diff(layer.starts))
    term = number[layer.contexts]
    real = term >= 0
    base = int(layer.wholes.max()) + 1
    pairs, which = np.unique(owner[real] * len(image) + term[real], return_inverse=True)
    weights = np.zeros(len(pairs), np.int64)
    np.add.at(weights, which, layer.weights[real])
    nodes, terms = np.divmod(pairs, max(1, len(image)))
    place = np.arange(len(pairs)) - np.searchsorted(nodes, nodes)
    rows = np.full((2, len(layer.wholes), 2 + int(place.max(initial=0))), PADDING)
    rows[:, :, 0] = layer.wholes
    rows[0, nodes, 1 + place] = terms * base + weights
    rows[1, nodes, 1 + place] = image[terms] * base + weights
    rows[1, :, 1:].sort(axis=1)
    return rows[0], rows[1], base


def _sums(rows: Ints, base: int) -> Sums:
    """Convert rows to sums of terms."""
    codes, filled = rows[:, 1:], rows[:, 1:] != PADDING
    starts = np.concatenate([[0], np.cumsum(filled.sum(axis=1))]).astype(np.int64)
    terms, weights = np.divmod(codes[filled], base)
    return Sums(starts, terms, weights, rows[:, 0].copy())


def _needed(sums: Sums, lopsided: int, terms: Terms) -> tuple[Sums, Terms, int]:
    """Return the sums and only the terms that occur in them; those of the first `lopsided` sums come first."""
    early = np.unique(sums.terms[: sums.starts[lopsided]])
    order = np.concatenate([early, np.setdiff1d(sums.terms, early)])
    index = np.empty(len(terms), np.int64)
    index[order] = np.arange(len(order))
    renamed = Sums(sums.starts, index[sums.terms], sums.weights, sums.wholes)
    return renamed, terms.take(order), len(early)


def _ranks(*columns: Ints | Bools) -> Ints:
    """Return the rank of each row among the distinct rows, in lexicographic order."""
    order = np.lexsort(columns[::-1])
    new = np.zeros(len(order), np.bool_)
    for column in columns:
        new[1:] |= column[order[1:]] != column[order[:-1]]
    ranks = np.empty(len(order), np.int64)
    ranks[order] = np.cumsum(new)
    return ranks


class Ref(NamedTuple):
    """The location of a node's values: a block of its stage (-1: constant), a shift, possibly mirrored."""

    block: int
    flip: bool
    shift: Exact


@dataclass(frozen=True)
class Stage:
    """All blocks with `left` cards in each hand; those after the first `lopsided` are their own mirror images."""

    left: int
    patterns: int
    contexts: int
    lopsided: int
    blocks: Sums
    terms: Terms
    lopsided_terms: int
    """Number of terms, counted from the first, that the lopsided blocks need."""
    below: tuple[int, int]
    """The number of blocks of the stage below, and the number of lopsided blocks among them."""

    @cached_property
    def reward(self) -> Floats:
        """Each term's immediate payment for a win, a tie and a loss: (terms, 3)."""
        # integers times a unit, each rounded once
        different, which = np.unique(self.terms.pay, return_inverse=True)
        rounded = np.array([int(amount) / self.terms.unit for amount in different.tolist()], dtype=np.float64)
        return rounded[which].reshape(self.terms.pay.shape)

    @cached_property
    def child(self) -> Ints:
        """The column of the stage below for each outcome: (terms, 3); see `columns`."""
        block = self.terms.block
        return np.where(block < 0, 0, 1 + block + self.terms.flip * self.below[0])

    @cached_property
    def mix(self) -> tuple[Ints, Ints, Floats]:
        """The blocks as sums of terms: start of each block, the terms, the weights."""
        blocks = self.blocks
        return blocks.starts, blocks.terms, blocks.weights / np.repeat(blocks.wholes, np.diff(blocks.starts))

    @property
    def columns(self) -> int:
        """The columns of the stage's table in memory: a zero, the blocks, the mirrored asymmetric blocks."""
        return 1 + len(self.blocks) + self.lopsided

    @property
    def matrices(self) -> int:
        """The number of matrix games to solve."""
        half = self.patterns // 2
        return half * len(self.terms) + (self.patterns - half) * self.lopsided_terms


@dataclass(frozen=True)
class Plan:
    """The stages from one card left to a full hand, and the location of each node's values."""

    cards: int
    stages: tuple[Stage, ...]
    nodes: tuple[Nodes, ...]
    """nodes[k]: the nodes with k cards left."""
    refs: tuple[Refs, ...]
    """refs[k]: the locations of their values."""

    def ref(self, left: int, node: Node) -> Ref | None:
        """Return the location of a node's values; None if it is unreachable."""
        number, refs = self.nodes[left].number(node), self.refs[left]
        if number is None:
            return None
        shift = Fraction(int(refs.shift[number]), refs.unit)
        return Ref(int(refs.block[number]), bool(refs.flip[number]), shift)

    @property
    def positions(self) -> int:
        """The number of positions: patterns times contexts, over all stages."""
        return sum(stage.patterns * stage.contexts for stage in self.stages)

    @property
    def matrices(self) -> int:
        """The number of matrix games to solve."""
        return sum(stage.matrices for stage in self.stages)

    @property
    def memory(self) -> int:
        """The maximum number of bytes for two successive stages."""
        sizes = [0, *(8 * stage.patterns * stage.columns for stage in self.stages)]
        return max(a + b for a, b in pairwise(sizes))

    @property
    def disk(self) -> int:
        """The number of bytes of all tables on disk."""
        return sum(8 * rows * columns for stage in self.stages for rows, columns in self.halves(stage))

    @staticmethod
    def halves(stage: Stage) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the numbers of rows and columns that are stored for each half: first all blocks, then the lopsided
        ones.
        """
        half = stage.patterns // 2
        return (half, len(stage.blocks)), (stage.patterns - half, stage.lopsided)

    def digest(self) -> str:
        """Return a name for the tables; plans with the same name have the same values."""
        found = hashlib.sha256(f"{self.cards} cards".encode())
        for stage in self.stages:
            for array in (stage.reward, stage.child, *stage.mix):
                found.update(np.ascontiguousarray(array).data)
            found.update(f"{stage.lopsided} {stage.lopsided_terms}".encode())
        return found.hexdigest()[:16]


def make_plan(game: TrickGame) -> Plan:
    """Discover a game's nodes and merge equivalent ones."""
    coded = coding_of(game)
    final, *layers = discover_coded(game, coded) if coded is not None else discover(game)
    # with no cards left, a node is its mean payoff
    shift, unit = _means(final, final.pay[:, 0], final.unit)
    refs = [Refs(np.full(len(shift), -1), np.zeros(len(shift), np.bool_), shift, unit)]
    stages: list[Stage] = []
    for layer in layers:
        stage, here = merge(layer, refs[-1], stages[-1] if stages else None, game.cards)
        stages.append(stage)
        refs.append(here)
    nodes = (final.nodes, *(layer.nodes for layer in layers))
    return Plan(game.cards, tuple(stages), nodes, tuple(refs))
