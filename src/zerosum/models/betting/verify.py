"""Bounds on the value of a betting game from step strategies alone, computed in fractions from the tree itself.

Walk the tree with the opponent's strategy: it gives every leaf a *reach*, a step function of the opponent's hand.
Between two neighbouring end points a hand x earns at a leaf a linear function of x, so the best reply earns the
largest of finitely many linear functions, which is convex. A convex piecewise linear function is integrated
exactly by its tangents: take the tangents at both ends; if they meet on the function, that is its corner;
if not, cut there and continue. With a deck there is a sum over cards instead.

The fractions are those of the strategies, so the bounds are proofs; where both are one number, that is the value.
Nothing here is shared with the solver's best response (`response.py`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Protocol

from zerosum.core.limits import afford
from zerosum.core.outward import float_interval
from zerosum.core.sides import Side, other
from zerosum.core.solution import Value
from zerosum.models.betting.form import StepStrategy
from zerosum.models.betting.rules import BettingGame, Decision, Deck, Fold, Node, Showdown, walk

Line = tuple[Fraction, Fraction]
"""A linear function of the hand by its value at a point and its slope."""

ActionsByTurn = Mapping[str, tuple[str, ...]]
"""Turns by the names of their histories, each with its actions."""


def turns_of(root: Node, history: tuple[str, ...] = ()) -> ActionsByTurn:
    """The turns of a tree by their names, each with its actions."""
    return {
        ", ".join(before) or "start": tuple(node.actions)
        for before, node in walk(root, history)
        if isinstance(node, Decision)
    }


CARD_BYTES, CARD_SECONDS = 200, 5e-5
"""Approximate memory and time for one card at one node; fractions with long denominators need more."""


def bounds(game: BettingGame, steps: Mapping[str, StepStrategy]) -> Value:
    """What both players' strategies guarantee; rounded outward to floats unless the two are one number."""
    if game.deck is not None:
        size = game.deck.ranks * _nodes(game.tree())
        afford(
            f"the best replies with {game.deck.ranks:,} cards",
            memory=CARD_BYTES * size,
            seconds=CARD_SECONDS * size,
        )
    lower, upper = guaranteed(game, steps, "row"), -guaranteed(game, steps, "col")
    return Value(lower, upper) if lower == upper else float_interval(lower, upper)


def _nodes(node: Node) -> int:
    """The number of nodes from this one on."""
    return 1 + sum(map(_nodes, node.actions.values())) if isinstance(node, Decision) else 1


def guaranteed(game: BettingGame, steps: Mapping[str, StepStrategy], player: Side) -> Fraction:
    """What the player's strategy earns the player against the opponent's best reply."""
    deck = game.deck
    cuts = (
        deck.ends
        if deck is not None
        else sorted({Fraction(end) for plan in steps.values() for end in plan.ends})
    )
    tree = ReplyTree(other(player), steps, cuts, deck)
    root = tree.after(game.tree(), (), other(player), [Fraction(1)] * (len(cuts) - 1))
    if deck is not None:
        earned = [root.best(i, cuts[i], last=False)[0] for i in range(deck.ranks)]
        return -sum(earned, Fraction(0)) / deck.ranks
    cells = enumerate(pairwise(cuts))
    return -sum((_integral(root, i, low, high) for i, (low, high) in cells), Fraction(0))


class Earnings(Protocol):
    """What a hand earns from a node on with the best reply."""

    def best(self, cell: int, x: Fraction, last: bool) -> Line:
        """The value at x, a point of the cell, and the slope there: the smallest one if `last`, else the largest."""


@dataclass
class LeafEarnings:
    """A leaf: what it earns at the lower end of each cell, and how that grows inside the cell."""

    value: list[Fraction]
    slope: list[Fraction]
    cuts: list[Fraction]

    def best(self, cell: int, x: Fraction, last: bool) -> Line:
        """The line of the leaf."""
        return self.value[cell] + self.slope[cell] * (x - self.cuts[cell]), self.slope[cell]


@dataclass
class SumOfEarnings:
    """The opponent moves: all that may follow adds up, since reaches carry the probabilities."""

    parts: list[Earnings]

    def best(self, cell: int, x: Fraction, last: bool) -> Line:
        """The sum of the parts."""
        lines = [part.best(cell, x, last) for part in self.parts]
        return sum((v for v, _ in lines), Fraction(0)), sum((s for _, s in lines), Fraction(0))


@dataclass
class LargestEarnings:
    """The replier moves: the best action; of equal ones, the one that stays best inside the cell."""

    parts: list[Earnings]

    def best(self, cell: int, x: Fraction, last: bool) -> Line:
        """The largest of the parts."""
        lines = [part.best(cell, x, last) for part in self.parts]
        return max(lines, key=lambda line: (line[0], -line[1] if last else line[1]))


@dataclass(frozen=True)
class ReplyTree:
    """The best replies of one player to the other's strategy, built from the leaves up."""

    replier: Side
    steps: Mapping[str, StepStrategy]
    cuts: list[Fraction]
    """The end points of the cells, in each of which every strategy is constant; with a deck, a cell is a card."""
    deck: Deck | None

    def after(self, node: Node, history: tuple[str, ...], actor: Side, reach: list[Fraction]) -> Earnings:
        """The best reply from a node on, to which `actor` moved, given the opponent's reach of it in each cell."""
        if not isinstance(node, Decision):
            return self._leaf(node, actor, reach)
        plan = self.steps[", ".join(history) or "start"]
        mixes = [plan.mixes[bisect_right(plan.ends, low) - 1] for low in self.cuts[:-1]]
        parts: list[Earnings] = []
        for k, (action, child) in enumerate(node.actions.items()):
            later = reach
            if node.player != self.replier:
                later = [r * Fraction(mix[k]) for r, mix in zip(reach, mixes, strict=True)]
            parts.append(self.after(child, (*history, action), node.player, later))
        return LargestEarnings(parts) if node.player == self.replier else SumOfEarnings(parts)

    def _leaf(self, leaf: Fold | Showdown, actor: Side, reach: list[Fraction]) -> LeafEarnings:
        """A leaf's earnings for each of the replier's hands."""
        mass = [r * (high - low) for r, (low, high) in zip(reach, pairwise(self.cuts), strict=True)]
        total, below = sum(mass, Fraction(0)), [Fraction(0), *accumulate(mass)]
        alpha, beta = self.deck.spread if self.deck is not None else (Fraction(1), Fraction(0))
        none = [Fraction(0)] * len(reach)
        if isinstance(leaf, Fold):
            amount = -leaf.amount if actor == self.replier else leaf.amount
            return LeafEarnings([amount * (alpha * total - beta * r) for r in reach], none, self.cuts)
        if self.deck is not None:
            split = [alpha * (low + high - total) for low, high in pairwise(below)]
            return LeafEarnings([leaf.amount * s for s in split], none, self.cuts)
        slopes = [2 * leaf.amount * r for r in reach]
        return LeafEarnings([leaf.amount * (2 * b - total) for b in below[:-1]], slopes, self.cuts)


def _integral(root: Earnings, cell: int, low: Fraction, high: Fraction) -> Fraction:
    """The integral of the best reply's earnings over part of a cell."""
    (left, rising), (right, falling) = root.best(cell, low, False), root.best(cell, high, True)
    if left + rising * (high - low) == right or rising == falling:
        return (left + right) / 2 * (high - low)
    corner = (right - left + rising * low - falling * high) / (rising - falling)
    height = left + rising * (corner - low)
    if root.best(cell, corner, False)[0] == height:
        return (left + height) / 2 * (corner - low) + (height + right) / 2 * (high - corner)
    return _integral(root, cell, low, corner) + _integral(root, cell, corner, high)
