"""What is known of every hand in a drawing game, and what follows from it: first acts, and the lines of a chart.

A line of the chart holds many hands: 16 is 10 and 6, but also 2, 3, 4 and 7. Each hand counts with the number of
ways to take its cards from the deck.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from zerosum.models.answer import Answer
from zerosum.models.drawing import CLOSED, PULL, STICK, DrawingGame, Hand
from zerosum.models.wager import Stakes
from zerosum.numerics.rational import Number

__all__ = [
    "Cell",
    "DrawingAnswer",
    "Spot",
    "Spots",
    "act_share",
    "better",
    "charted",
    "first_act",
    "starts",
    "ways",
]


def better(stick: int | None, pull: int | None) -> int:
    """The better of two acts, of which one at least is allowed."""
    if stick is None:
        assert pull is not None
        return pull
    return stick if pull is None else max(stick, pull)


@dataclass(frozen=True, slots=True)
class Spot:
    """A hand of the bettor's: what sticking and pulling are worth, in parts of unseen!; None if not allowed."""

    stick_part: int | None
    pull_part: int | None
    unseen: int

    @property
    def best_part(self) -> int:
        """The better of the two."""
        return better(self.stick_part, self.pull_part)

    @property
    def act(self) -> str:
        """The better act; sticking where they are equal."""
        return STICK if self.stick_part == self.best_part else PULL

    @property
    def stick(self) -> Fraction | None:
        """What sticking is worth for each unit at stake."""
        return None if self.stick_part is None else Fraction(self.stick_part, math.factorial(self.unseen))

    @property
    def pull(self) -> Fraction | None:
        """What pulling is worth, with best play after."""
        return None if self.pull_part is None else Fraction(self.pull_part, math.factorial(self.unseen))

    @property
    def best(self) -> Fraction:
        """What the hand is worth."""
        return Fraction(self.best_part, math.factorial(self.unseen))


Spots = Mapping[int, Mapping[Hand, Spot]]
"""Every hand that has not gone over, for each open card of the rival's, or for his closed card."""

Cell = Sequence[tuple[Hand, Spot]]
"""The hands of one line of the chart against one card of the rival's."""


class DrawingAnswer(Answer, Protocol):
    """What the solution of a drawing game answers: the worth of both acts with every hand."""

    @property
    def game(self) -> DrawingGame:
        """The game itself."""

    @property
    def spots(self) -> Spots:
        """By kind of the rival's open card, or CLOSED, and by hand."""

    @property
    def edge(self) -> Fraction:
        """What a unit at stake gains on average if the bettor never folds."""

    @property
    def rule_values(self) -> Mapping[str, tuple[Fraction, Fraction]]:
        """For each rule: the mean edge of a unit at stake, and the expectation."""

    @property
    def asked(self) -> Mapping[int, Cell]:
        """The hands that were asked about, by the rival's card; empty for the whole game."""


def starts(game: DrawingGame, spots: Spots) -> list[tuple[int, int, Fraction, Fraction]]:
    """The rival's card and the bettor's first, with their chance and the edge of a unit at stake."""
    total = sum(game.supply)
    found = []
    for card, by_hand in spots.items():
        seen = Fraction(1) if card == CLOSED else Fraction(game.supply[card], total)
        unseen = total - (card != CLOSED)
        for kind, count in enumerate(game.supply):
            left = count - (kind == card)
            if left:
                hand = tuple(int(k == kind) for k in range(len(game.supply)))
                found.append((card, kind, seen * Fraction(left, unseen), by_hand[hand].best))
    return sorted(found)


def first_act(stakes: Stakes, edge: Fraction) -> tuple[str, Number]:
    """The best first act with this edge, and its worth."""
    win = (1 + edge) / 2
    act = stakes.best(win)
    return act, stakes.worth(act, win)


def charted(game: DrawingGame, spots: Spots) -> dict[str, dict[int, list[tuple[Hand, Spot]]]]:
    """Hands of two cards and more by what the chart calls them, and by the rival's card."""
    hands = {hand for by_hand in spots.values() for hand in by_hand if sum(hand) > 1}
    called = {hand: game.label(hand) for hand in hands}
    ranked = sorted(hands, key=lambda hand: (called[hand].split()[0], game.score(hand)))
    chart: dict[str, dict[int, list[tuple[Hand, Spot]]]] = {called[hand]: {} for hand in ranked}
    for card, by_hand in spots.items():
        for hand in ranked:
            if hand in by_hand:
                chart[called[hand]].setdefault(card, []).append((hand, by_hand[hand]))
    return chart


def ways(game: DrawingGame, hand: Hand, card: int = CLOSED) -> int:
    """In how many ways a hand's cards can be taken from the deck, less the rival's card if it is seen."""
    there = (count - (kind == card) for kind, count in enumerate(game.supply))
    return math.prod(map(math.comb, there, hand))


def act_share(game: DrawingGame, cell: Cell, card: int) -> Fraction | None:
    """The share of a cell's hands that stick, by the ways to hold them; None for an empty cell."""
    weights = [(ways(game, hand, card), spot.act == STICK) for hand, spot in cell]
    return (
        Fraction(sum(w for w, sticks in weights if sticks), sum(w for w, _ in weights)) if weights else None
    )
