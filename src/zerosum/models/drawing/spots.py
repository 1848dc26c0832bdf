"""What is known of every hand in a drawing game, and what follows from it: first acts, and the lines of a chart.

A line of the chart holds many hands: 16 is 10 and 6, but also 2, 3, 4 and 7. Each hand counts with the number of
ways to take its cards from the deck.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, Protocol

from zerosum.core.answer import Answer
from zerosum.core.numbers import Number
from zerosum.models.drawing.rules import CLOSED, PULL, STICK, DrawingGame, Hand
from zerosum.models.wager.rules import Stakes

__all__ = [
    "Cell",
    "Chart",
    "DrawingAnswer",
    "Held",
    "Spot",
    "Spots",
    "better",
    "charted",
    "first_act",
    "lines",
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
    def gain(self) -> float:
        """What sticking gains over pulling; nan where there is no choice."""
        if self.stick_part is None or self.pull_part is None:
            return math.nan
        return (self.stick_part - self.pull_part) / math.factorial(self.unseen)

    @property
    def best(self) -> Fraction:
        """What the hand is worth."""
        return Fraction(self.best_part, math.factorial(self.unseen))


Spots = Mapping[int, Mapping[Hand, Spot]]
"""Every hand that has not gone over, for each open card of the rival's, or for his closed card."""

Held = Sequence[tuple[Hand, Spot]]
"""The hands of one line of the chart against one card of the rival's."""


class Cell(NamedTuple):
    """What a place in the chart tells, each hand counted with the ways to hold it."""

    sticks: Fraction
    """The share of the hands that stick."""
    gain: float
    """What sticking gains over pulling on average; nan where there is no choice."""


Chart = Mapping[str, Mapping[int, Cell]]
"""By what the chart calls a hand, and by the rival's card."""


class DrawingAnswer(Answer, Protocol):
    """What the solution of a drawing game answers: the worth of both acts with every hand."""

    @property
    def game(self) -> DrawingGame:
        """The game itself."""

    @property
    def spots(self) -> Spots:
        """By kind of the rival's open card, or CLOSED, and by hand."""

    @property
    def chart(self) -> Chart:
        """Pull or stick by what a hand is called."""

    @property
    def edge(self) -> Fraction:
        """What a unit at stake gains on average if the bettor never folds."""

    @property
    def rule_values(self) -> Mapping[str, tuple[Fraction, Fraction]]:
        """For each rule: the mean edge of a unit at stake, and the expectation."""

    @property
    def asked(self) -> Mapping[int, Held]:
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


def lines(game: DrawingGame, spots: Spots) -> dict[str, list[Hand]]:
    """Hands of two cards and more by what the chart calls them, in its order."""
    called: dict[str, list[Hand]] = {}
    for hand in {hand for by_hand in spots.values() for hand in by_hand if sum(hand) > 1}:
        called.setdefault(game.label(hand), []).append(hand)
    return dict(sorted(called.items(), key=lambda line: (line[0].split()[0], game.score(line[1][0]))))


def charted(game: DrawingGame, spots: Spots) -> Chart:
    """The whole chart; a hand that cannot be held beside the rival's card has no place in it."""
    listed = lines(game, spots)
    chart: dict[str, dict[int, Cell]] = {label: {} for label in listed}
    for card, by_hand in sorted(spots.items()):
        for label, hands in listed.items():
            cell = [(ways(game, hand, card), by_hand[hand]) for hand in hands if hand in by_hand]
            if cell:
                chart[label][card] = _counted(cell)
    return chart


def _counted(cell: Sequence[tuple[int, Spot]]) -> Cell:
    """A cell, from its hands and the ways to hold each."""
    sticks = sum(ways for ways, spot in cell if spot.act == STICK)
    gains = [(ways, gain) for ways, spot in cell if not math.isnan(gain := spot.gain)]
    total = sum(ways for ways, _ in gains)
    gain = sum(ways * gain for ways, gain in gains) / total if gains else math.nan
    return Cell(Fraction(sticks, sum(ways for ways, _ in cell)), gain)


def ways(game: DrawingGame, hand: Hand, card: int = CLOSED) -> int:
    """In how many ways a hand's cards can be taken from the deck, less the rival's card if it is seen."""
    left = (count - (kind == card) for kind, count in enumerate(game.supply))
    return math.prod(map(math.comb, left, hand))
