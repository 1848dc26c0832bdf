"""Seven-and-a-half, the variation that Bellman and Blackwell mention next to blackjack.

The deck has forty cards, without eights, nines and tens: ace to seven count one to seven, face cards a half.
Otherwise it is played like blackjack. Each player gets a card, the dealer's face down. The bettor folds or bets,
then hits or stands, and loses immediately above 7½. Then the dealer hits below a fixed total, and wins ties. Totals
are counted in halves, so that they are whole numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from zerosum.core.errors import GameError, InputError
from zerosum.core.game import Sliders, option
from zerosum.games.cards import FACES, Card, full_deck
from zerosum.games.dealer import DealerGame
from zerosum.models.solo.engines.drawing.rules import HIT, STAND, Hand, HandLabel, PlayingCard, Rule

__all__ = ["SevenAndAHalf"]

PICTURES = ("J", "Q", "K")
KINDS = ("J", "A", "2", "3", "4", "5", "6", "7")
HALVES = (1, 2, 4, 6, 8, 10, 12, 14)
SUPPLY = (12, 4, 4, 4, 4, 4, 4, 4)
GOAL = 15


@dataclass(frozen=True)
class SevenAndAHalf(DealerGame):
    """Draw to seven and a half against a dealer who must hit below a total."""

    name: ClassVar[str] = "seven-and-a-half"
    genre: ClassVar[str] = "cards"
    summary: ClassVar[str] = "a relative of blackjack, played with forty cards"
    paper: ClassVar[str] = "Bellman and Blackwell 1950"
    paper_section: ClassVar[str] = "section 3"
    tagline: ClassVar[str] = "Forty cards, and half a point for a face card. When do you stop?"

    sliders: ClassVar[Sliders] = {"stand": (0.5, 7.5, 0.5)}
    stand: float = option(5.0, "the dealer stands on this total and above, such as 5 or 5.5")

    def __post_init__(self) -> None:
        if not 0.5 <= self.stand <= 7.5 or 2 * self.stand != int(2 * self.stand):
            raise GameError(
                f"the dealer's standing total must be from 0.5 to 7.5, in steps of a half, not {self.stand}"
            )
        super().__post_init__()

    @property
    def title(self) -> str:
        """The title, with what distinguishes this game."""
        others = self.besides("bets", "ante")
        return f"Seven-and-a-half · dealer stands on {self.stand:g}, card {self.dealer_card}{others}"

    @property
    def counting(self) -> tuple[str, ...]:
        """The values of cards, and the dealer's rule."""
        return (
            "Ace to seven count 1 to 7 and face cards count one half. There are no eights, nines or tens.",
            f"The dealer stands on {self.stand:g} and above.",
        )

    @property
    def goal(self) -> str:
        """The highest total that does not bust, seven and a half."""
        return "7.5"

    @property
    def kinds(self) -> tuple[str, ...]:
        """The face cards, named after the jack, then ace to seven."""
        return KINDS

    @property
    def supply(self) -> Hand:
        """The number of cards of each kind: twelve face cards, and four of each of the others."""
        return SUPPLY

    def kind(self, card: Card) -> int:
        """Return the index of a card's kind; all face cards are of the same kind."""
        if card.face in PICTURES:
            return 0
        if card.face not in KINDS:
            raise InputError(f"this deck has no {card.face}, only ace to seven and face cards")
        return KINDS.index(card.face)

    def score(self, hand: Hand) -> int | None:
        """Return the total in halves; None above 7½."""
        total = _halves(hand)
        return total if total <= GOAL else None

    def opponent_hits(self, hand: Hand) -> bool:
        """Return the dealer's action."""
        return (self.score(hand) or 0) < 2 * self.stand

    def label(self, hand: Hand) -> HandLabel:
        """Return a hand's name, such as "total 5.5"."""
        return HandLabel("total", f"{_halves(hand) / 2:g}")

    def pack(self) -> tuple[PlayingCard, ...]:
        """Return the forty cards with their suits."""
        faces = [face for face in FACES if face in (*KINDS, *PICTURES)]
        return tuple(PlayingCard(str(card), self.kind(card)) for card in full_deck(faces))

    def rules(self) -> Mapping[str, Rule]:
        """Return the rules of thumb: always stand above a total, whatever the cards."""
        totals = (8, 9, 10, 11, 12)
        return {f"stand from {t / 2:g}": self._stand_from(t) for t in totals}

    def _stand_from(self, halves: int) -> Rule:
        return lambda hand: (HIT,) if (self.score(hand) or 0) < halves else (STAND,)


def _halves(hand: Hand) -> int:
    """Return the total in halves, without a limit."""
    return sum(value * count for value, count in zip(HALVES, hand, strict=True))
