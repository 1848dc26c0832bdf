"""Seven-and-a-half, the variation that Bellman and Blackwell name beside blackjack.

The deck has forty cards, without eights, nines and tens: ace to seven count one to seven, pictures a half. Otherwise
it is played like blackjack: a card each, the dealer's closed; fold or bet; pull or stick; over 7½ loses at once; then
the dealer pulls below a fixed total, and wins ties. Totals are counted in halves, so that they are whole numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from zerosum.core.errors import GameError, InputError
from zerosum.core.game import option
from zerosum.games.cards import FACES, Card, full_deck
from zerosum.games.dealer import DealerGame
from zerosum.models.drawing.rules import PULL, STICK, Hand, PlayingCard, Rule

__all__ = ["SevenAndAHalf"]

PICTURES = ("J", "Q", "K")
KINDS = ("J", "A", "2", "3", "4", "5", "6", "7")
HALVES = (1, 2, 4, 6, 8, 10, 12, 14)
SUPPLY = (12, 4, 4, 4, 4, 4, 4, 4)
GOAL = 15


@dataclass(frozen=True)
class SevenAndAHalf(DealerGame):
    """Draw to seven and a half against a dealer who must pull below a total."""

    name: ClassVar[str] = "seven-and-a-half"
    genre: ClassVar[str] = "cards"
    summary: ClassVar[str] = "blackjack's cousin with forty cards"
    paper: ClassVar[str] = "Bellman and Blackwell 1950, section 3"
    invitation: ClassVar[str] = "Forty cards, half a point for a face: when do you stop?"

    stick: float = option(5.0, "the dealer sticks on this total and above, such as 5 or 5.5")

    def __post_init__(self) -> None:
        if not 0.5 <= self.stick <= 7.5 or 2 * self.stick != int(2 * self.stick):
            raise GameError(
                f"the dealer sticks on a total from 0.5 to 7.5 in steps of a half, not {self.stick}"
            )
        super().__post_init__()

    @property
    def title(self) -> str:
        """One line that says which game this is."""
        return f"Seven-and-a-half · dealer sticks on {self.stick:g}, card {self.dealer_card}"

    @property
    def counting(self) -> tuple[str, ...]:
        """What cards count, and what the dealer does."""
        return (
            "Ace to seven count 1 to 7, pictures a half; there are no eights, nines and tens.",
            f"The dealer sticks on {self.stick:g} and above.",
        )

    @property
    def goal(self) -> str:
        """Seven and a half."""
        return "7.5"

    @property
    def kinds(self) -> tuple[str, ...]:
        """The pictures, named after the jack, then ace to seven."""
        return KINDS

    @property
    def supply(self) -> Hand:
        """Twelve pictures, and four of each of the others."""
        return SUPPLY

    def kind(self, card: Card) -> int:
        """The index of a card's kind; all pictures are of the same kind."""
        if card.face in PICTURES:
            return 0
        if card.face not in KINDS:
            raise InputError(f"this deck has no {card.face}: it has ace to seven and pictures")
        return KINDS.index(card.face)

    def score(self, hand: Hand) -> int | None:
        """The total in halves; None above 7½."""
        total = _halves(hand)
        return total if total <= GOAL else None

    def rival_pulls(self, hand: Hand) -> bool:
        """The dealer's rule."""
        return (self.score(hand) or 0) < 2 * self.stick

    def label(self, hand: Hand) -> str:
        """ "total 5.5"."""
        return f"total {_halves(hand) / 2:g}"

    def pack(self) -> tuple[PlayingCard, ...]:
        """The forty cards with their suits."""
        faces = [face for face in FACES if face in (*KINDS, *PICTURES)]
        return tuple(PlayingCard(str(card), self.kind(card)) for card in full_deck(faces))

    def rules(self) -> Mapping[str, Rule]:
        """To stick from a total on, whatever the cards."""
        totals = (8, 9, 10, 11, 12)
        return {f"stick from {t / 2:g}": self._stick_from(t) for t in totals}

    def _stick_from(self, halves: int) -> Rule:
        return lambda hand: (PULL,) if (self.score(hand) or 0) < halves else (STICK,)


def _halves(hand: Hand) -> int:
    """The total in halves, however high."""
    return sum(value * count for value, count in zip(HALVES, hand, strict=True))
