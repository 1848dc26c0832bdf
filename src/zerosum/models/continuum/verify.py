"""Bounds on the value of a betting game from step strategies alone, computed in fractions from the tree itself.

Walk the tree with the opponent's strategy: it gives every leaf a *reach*, a step function of the opponent's hand.
Between two neighbouring end points the EV of a hand x at a leaf is linear in x, so the EV of the best response is the
maximum of finitely many linear functions, which is convex. A convex piecewise linear function is integrated exactly
by its tangents: take the tangents at both ends; if they meet on the function, its kink is there; if not, cut the
interval there and continue. With a deck there is a sum over cards instead.

The computation uses the fractions of the strategies, so the bounds are proved; if they are equal, they are the value.
Nothing here is shared with the solver's best response (`response.py`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Generic, TypeVar

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.game import spelled
from zerosum.core.outward import interval
from zerosum.core.proofs import distribution, fields, grid
from zerosum.core.sides import Side, other
from zerosum.core.value import Value
from zerosum.models.continuum.extensive import BettingTree
from zerosum.models.continuum.form import StepStrategy
from zerosum.models.continuum.rules import BettingGame, Decision, Deck, Fold, Node, Showdown, walk
from zerosum.models.hidden.verify import prove_ranges

Line = tuple[Fraction, Fraction]
"""A linear function of the hand by its value at a point and its slope."""

HandEVs = Callable[[int, Fraction, bool], Line]
"""The EV of the best response at a node, as a function of the cell, of a hand x in it, and of the choice of the slope
if several lines meet at x: the smallest slope if the last argument is true, else the largest.
"""

E = TypeVar("E")
"""The EVs of hands at a node, in the form of a subclass."""

History = tuple[str, ...]
"""The actions that lead to a node."""

ActionsByTurn = Mapping[str, tuple[str, ...]]
"""Turns by the names of their histories, each with its actions."""


def prove(game: BettingGame, claimed: Value, data: Data) -> Value:
    """Prove the value by best responses, in fractions, and ranges of optimal strategies on the tree with cards."""
    turns, *ranges = fields(data, "turns", *["ranges"] * ("ranges" in data))
    value = bounds(game, read_steps({"turns": turns}, turns_of(game.tree())))
    for said in ranges:
        if game.deck is None:
            raise InputError("a certificate can contain ranges only for a game with a deck")
        prove_ranges(BettingTree(game), value, said)
    return value


def read_steps(data: Data, turns: ActionsByTurn) -> dict[str, StepStrategy]:
    """Return the steps at exactly these turns, over exactly their actions."""
    [said] = fields(data, "turns")
    steps = {}
    fields(said, *turns, where="the turns")
    for turn, actions in turns.items():
        where = f"at {turn!r}"
        named, ends, mixes = fields(said[turn], "actions", "ends", "mixes", where=f"the turn {turn!r}")
        if named != list(actions):
            raise InputError(f"the certificate must have exactly the actions {', '.join(actions)} {where}")
        places, read = grid(ends, where), [tuple(distribution(mix, len(actions), where)) for mix in mixes]
        if len(read) != len(places) - 1:
            raise InputError(f"the certificate must have one mix for each step {where}")
        steps[turn] = StepStrategy(tuple(actions), tuple(places), tuple(read))
    return steps


def turns_of(root: Node, history: tuple[str, ...] = ()) -> ActionsByTurn:
    """Return the turns of a tree by their names, each with its actions."""
    return {
        spelled(before): tuple(node.actions)
        for before, node in walk(root, history)
        if isinstance(node, Decision)
    }


def bounds(game: BettingGame, steps: Mapping[str, StepStrategy]) -> Value:
    """Return the guarantees of both players' strategies, rounded outward to floats unless they are equal."""
    lower, upper = guaranteed(game, steps, "row"), -guaranteed(game, steps, "col")
    return interval(lower, upper, exact=lower == upper)


def guaranteed(game: BettingGame, steps: Mapping[str, StepStrategy], player: Side) -> Fraction:
    """Return the EV that the player's strategy guarantees against any response."""
    deck, responder = game.deck, other(player)
    ends = {Fraction(end) for plan in steps.values() for end in plan.ends}
    cuts = deck.ends if deck is not None else sorted(ends)

    def leaf(node: Fold | Showdown, history: tuple[str, ...], actor: Side, reach: list[Fraction]) -> HandEVs:
        return _leaf(node, actor == responder, reach, cuts, deck)

    root = ResponseTree(responder, steps, leaf, _largest, _sum).after(
        game.tree(), (), responder, cuts, [Fraction(1)] * (len(cuts) - 1)
    )
    if deck is not None:
        return -sum((root(i, cuts[i], False)[0] for i in range(deck.ranks)), Fraction(0)) / deck.ranks
    cells = enumerate(pairwise(cuts))
    return -sum((_integral(root, i, low, high) for i, (low, high) in cells), Fraction(0))


@dataclass(frozen=True)
class ResponseTree(Generic[E]):
    """The best responses of one player to the other's strategy, upwards from the leaves of a tree."""

    responder: Side
    steps: Mapping[str, StepStrategy]
    leaf: Callable[[Fold | Showdown, History, Side, list[Fraction]], E]
    """The EVs at a leaf, given the history, the player who made the last move, and the opponent's reach of the leaf
    in each cell.
    """
    largest: Callable[[list[E]], E]
    """At a turn of the responder: the EVs of the best action."""
    total: Callable[[list[E]], E]
    """At a turn of the opponent: the sum over all actions, since reaches contain the probabilities."""

    def after(
        self, node: Node, history: History, actor: Side, cuts: Sequence[Fraction], reach: list[Fraction]
    ) -> E:
        """Return the best response from a node, to which `actor` moved; mixes are constant between cuts."""
        if not isinstance(node, Decision):
            return self.leaf(node, history, actor, reach)
        plan, mine = self.steps[spelled(history)], node.player == self.responder
        mixes = [plan.mixes[bisect_right(plan.ends, low) - 1] for low in cuts[:-1]]
        parts = []
        for k, (action, child) in enumerate(node.actions.items()):
            later = reach if mine else [r * Fraction(mix[k]) for r, mix in zip(reach, mixes, strict=True)]
            parts.append(self.after(child, (*history, action), node.player, cuts, later))
        return self.largest(parts) if mine else self.total(parts)


def _sum(parts: list[HandEVs]) -> HandEVs:
    def best(cell: int, x: Fraction, last: bool) -> Line:
        values, slopes = zip(*(part(cell, x, last) for part in parts), strict=True)
        return sum(values, Fraction(0)), sum(slopes, Fraction(0))

    return best


def _largest(parts: list[HandEVs]) -> HandEVs:
    """Return the largest of several lines; among lines that are equal here, the one that is the largest inside the
    cell.
    """

    def best(cell: int, x: Fraction, last: bool) -> Line:
        lines = [part(cell, x, last) for part in parts]
        return max(lines, key=lambda line: (line[0], -line[1] if last else line[1]))

    return best


def _leaf(
    leaf: Fold | Showdown, mine: bool, reach: list[Fraction], cuts: Sequence[Fraction], deck: Deck | None
) -> HandEVs:
    """Return a leaf's EVs for each of the responder's hands: the value at the lower end of each cell, and a slope."""
    mass = [r * (high - low) for r, (low, high) in zip(reach, pairwise(cuts), strict=True)]
    total, below = sum(mass, Fraction(0)), [Fraction(0), *accumulate(mass)]
    alpha, beta = deck.spread if deck is not None else (Fraction(1), Fraction(0))
    slopes = [Fraction(0)] * len(reach)
    if isinstance(leaf, Fold):
        values = [(-leaf.amount if mine else leaf.amount) * (alpha * total - beta * r) for r in reach]
    elif deck is not None:
        values = [leaf.amount * alpha * (low + high - total) for low, high in pairwise(below)]
    else:
        values, slopes = [leaf.amount * (2 * b - total) for b in below], [2 * leaf.amount * r for r in reach]
    return lambda cell, x, last: (values[cell] + slopes[cell] * (x - cuts[cell]), slopes[cell])


def _integral(root: HandEVs, cell: int, low: Fraction, high: Fraction) -> Fraction:
    """Return the integral of the best response's EVs over part of a cell."""
    (left, rising), (right, falling) = root(cell, low, False), root(cell, high, True)
    if left + rising * (high - low) == right or rising == falling:
        return (left + right) / 2 * (high - low)
    corner = (right - left + rising * low - falling * high) / (rising - falling)
    height = left + rising * (corner - low)
    if root(cell, corner, False)[0] == height:
        return (left + height) / 2 * (corner - low) + (height + right) / 2 * (high - corner)
    return _integral(root, cell, low, corner) + _integral(root, cell, corner, high)
