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

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.errors import GameError, TooLargeError
from zerosum.models.tricks import OUTCOMES, Chance, Context, TrickGame, exactly
from zerosum.solvers.tricks.patterns import count

__all__ = ["Plan", "Ref", "Stage", "Term", "follow", "make_plan"]

Exact = int | Fraction
Node = Any
"""A context or a Chance."""

MOST_NODES = 4_000_000
"""More contexts than this would keep Python busy for minutes before any solving."""


class Ref(NamedTuple):
    """Where a node's values are: in a block of its stage (-1: nowhere, they are constant), shifted, maybe mirrored."""

    block: int
    flip: bool
    shift: Exact


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
    def reward(self) -> NDArray[np.float64]:
        """What each term pays at once for a win, a tie, a loss: (terms, 3)."""
        return np.array([[float(way[0]) for way in term] for term in self.terms]).reshape(-1, 3)

    @cached_property
    def child(self) -> NDArray[np.int64]:
        """The column of the stage below that each outcome leads to: (terms, 3); see `columns`."""
        columns = [[self._column(block, flip) for _, block, flip in term] for term in self.terms]
        return np.array(columns, dtype=np.int64).reshape(-1, 3)

    def _column(self, block: int, flip: bool) -> int:
        return 0 if block < 0 else 1 + block + flip * self.below[0]

    @cached_property
    def mix(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
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
        text = repr([(self.cards, *(stage.blocks + stage.terms for stage in self.stages))])
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def make_plan(game: TrickGame) -> Plan:
    """Discover a game's nodes and merge those that are alike."""
    found = _discover(game)
    refs: list[dict[Node, Ref]] = [{node: Ref(-1, False, _settled(game, node)) for node in found[0]}]
    stages: list[Stage] = []
    for left in range(1, game.cards + 1):
        below = (len(stages[-1].blocks), stages[-1].lopsided) if stages else (0, 0)
        stage, ref = _merge(game, left, found[left], refs[-1], below)
        stages.append(stage)
        refs.append(ref)
    return Plan(game.cards, tuple(stages), tuple(refs))


def branches(node: Node) -> Iterator[tuple[Exact, Context]]:
    """The contexts of a node with their probabilities."""
    if not isinstance(node, Chance):
        yield 1, node
        return
    total: Exact = 0
    for probability, context in node.branches:
        p = exactly(probability, "a probability")
        if p < 0:
            raise GameError(f"a probability must not be negative, as that of {context!r} is")
        total += p
        yield p, context
    if total != 1:
        raise GameError(
            f"the probabilities of a Chance must sum to 1, not to {total}; use fractions, not floats"
        )


def follow(game: TrickGame, context: Context) -> list[tuple[Exact, Node]]:
    """What a win, a tie and a loss pay, and the nodes that they lead to, checked."""
    steps = []
    for outcome in OUTCOMES:
        answer = game.trick(context, outcome)
        if not isinstance(answer, tuple) or len(answer) != 2:
            raise GameError(
                f"trick({context!r}, {outcome}) must return a payment and a context, not {answer!r}"
            )
        steps.append((exactly(answer[0], "what a trick pays"), answer[1]))
    return steps


def _discover(game: TrickGame) -> list[dict[Node, None]]:
    """The nodes that can follow each other from the start, by cards left."""
    found: list[dict[Node, None]] = [{} for _ in range(game.cards + 1)]
    nodes: dict[Node, None] = {game.start: None}
    seen = 0
    for left in range(game.cards, -1, -1):
        found[left] = nodes
        contexts = {context for node in nodes for _, context in branches(node)}
        seen += len(contexts)
        if seen > MOST_NODES:
            raise TooLargeError(
                f"{game.title} has more than {MOST_NODES:,} contexts before the last {left} tricks; "
                "take fewer cards or a simpler payoff"
            )
        nodes = {node: None for context in contexts for _, node in follow(game, context)} if left else {}
    return found


def _settled(game: TrickGame, node: Node) -> Exact:
    """What a node with no cards left pays."""
    return sum((p * exactly(game.settle(context), "a payoff") for p, context in branches(node)), 0)


def _merge(
    game: TrickGame, left: int, nodes: dict[Node, None], next_refs: dict[Node, Ref], below: tuple[int, int]
) -> tuple[Stage, dict[Node, Ref]]:
    """One stage: write each node as shift + block, and number the blocks."""
    contexts = {context: None for node in nodes for _, context in branches(node)}
    shifted = {context: _term(game, context, next_refs) for context in contexts}
    known: dict[Any, int] = {}
    loose: dict[Node, tuple[Any, bool, Exact]] = {}
    for node in nodes:
        shift: Exact = 0
        parts: dict[Term, Exact] = {}
        for p, context in branches(node):
            term, constant = shifted[context]
            shift += p * constant
            if p and not _is_nothing(term):
                parts[term] = parts.get(term, 0) + p
        block, flip = _canonical(parts, below[1])
        loose[node] = block, flip, shift
        if block is not None:
            known.setdefault(block, len(known))
    stage, number = _number(left, count(left, game.cards), len(contexts), list(known), below)
    return stage, {
        node: Ref(-1 if block is None else number[block], flip, shift)
        for node, (block, flip, shift) in loose.items()
    }


def _term(game: TrickGame, context: Context, refs: dict[Node, Ref]) -> tuple[Term, Exact]:
    """A context's matrix game, and the constant that was taken off it."""
    ways = [(reward + refs[node].shift, *refs[node][:2]) for reward, node in follow(game, context)]
    constant = ways[1][0]
    win, tie, loss = ((reward - constant, block, flip) for reward, block, flip in ways)
    return Term(win, tie, loss), constant


def _is_nothing(term: Term) -> bool:
    return all(reward == 0 and block < 0 for reward, block, _ in term)


def _canonical(parts: dict[Term, Exact], lopsided: int) -> tuple[Any, bool]:
    """A block's own form: of a sum of terms and its mirror image the lesser one, and whether that is the image."""
    if not parts:
        return None, False
    this = tuple(sorted(parts.items()))
    image = tuple(sorted((_mirror(term, lopsided), weight) for term, weight in parts.items()))
    return (this, False) if this <= image else (image, True)


def _mirror(term: Term, lopsided: int) -> Term:
    """The same matrix game with the players swapped; a block that is its own image needs no flip."""
    loss, tie, win = ((-reward, block, (not flip) and 0 <= block < lopsided) for reward, block, flip in term)
    return Term(win, tie, loss)


def _number(
    left: int, patterns: int, contexts: int, sums: list[Any], below: tuple[int, int]
) -> tuple[Stage, dict[Any, int]]:
    """Number blocks and terms: lopsided ones first, then so that neighbours in the list are alike."""
    lop = [s for s in sums if s != tuple(sorted((_mirror(term, below[1]), weight) for term, weight in s))]
    lopsided = set(lop)
    even = [s for s in sums if s not in lopsided]
    needed = {term for s in lop for term, _ in s}
    others = {term for s in even for term, _ in s} - needed
    terms = (*sorted(needed), *sorted(others))
    index = {term: t for t, term in enumerate(terms)}
    ordered = [*lop, *even]
    blocks = tuple(tuple((index[term], weight) for term, weight in s) for s in ordered)
    stage = Stage(left, patterns, contexts, len(lop), blocks, terms, len(needed), below)
    return stage, {s: b for b, s in enumerate(ordered)}
