"""Seven-and-a-half, the variation that Bellman and Blackwell name beside blackjack.

Forty cards, without eights, nines and tens: ace to seven count one to seven, pictures a half. Otherwise it is played
as blackjack is: a card each, the dealer's closed; fold or bet; pull or stick; over 7½ loses at once; then the
dealer pulls below a fixed total, and he wins ties. Totals are kept in halves, so that they are whole numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from zerosum.errors import GameError, InputError
from zerosum.games.cards import FACES, full_deck, parse_cards
from zerosum.models.drawing import PULL, STICK, DrawingGame, Hand, PlayingCard, Rule
from zerosum.models.game import option
from zerosum.models.wager import Stakes

__all__ = ["SevenAndAHalf"]

PICTURES = ("J", "Q", "K")
KINDS = ("J", "A", "2", "3", "4", "5", "6", "7")
HALVES = (1, 2, 4, 6, 8, 10, 12, 14)
SUPPLY = (12, 4, 4, 4, 4, 4, 4, 4)
GOAL = 15


@dataclass(frozen=True)
class SevenAndAHalf(DrawingGame):
    """Draw to seven and a half against a dealer who must pull below a total."""

    name: ClassVar[str] = "seven-and-a-half"

    stick: float = option(5.0, "the dealer sticks on this total and above, such as 5 or 5.5")
    dealer_card: str = option(
        "hidden", "whether the bettor sees the dealer's card", choices=("hidden", "seen")
    )
    bets: tuple[int, ...] = option((1, 2, 5), "the allowed bets")
    ante: int = option(1, "what folding loses; a bet wins or loses itself and the ante")

    def __post_init__(self) -> None:
        if not 0.5 <= self.stick <= 7.5 or 2 * self.stick != int(2 * self.stick):
            raise GameError(
                f"the dealer sticks on a total from 0.5 to 7.5 in steps of a half, not {self.stick}"
            )
        if not self.bets or min(self.bets) < 0:
            raise GameError("give at least one bet, and none below zero, as in --bets 1,2,5")
        if self.dealer_card not in ("hidden", "seen"):
            raise GameError(f"the dealer's card is hidden or seen, not {self.dealer_card!r}")
        _ = self.stakes

    @property
    def title(self) -> str:
        """One line that says which game this is."""
        return f"Seven-and-a-half · dealer sticks on {self.stick:g}, card {self.dealer_card}"

    @property
    def stakes(self) -> Stakes:
        """The ante, the least bet and the greatest."""
        return Stakes(Fraction(self.ante), Fraction(min(self.bets)), Fraction(max(self.bets)))

    @property
    def kinds(self) -> tuple[str, ...]:
        """A picture, which the jack stands for, then ace to seven."""
        return KINDS

    @property
    def supply(self) -> Hand:
        """Twelve pictures, and four of each of the others."""
        return SUPPLY

    @property
    def rival_seen(self) -> bool:
        """Whether the dealer's card lies open."""
        return self.dealer_card == "seen"

    def score(self, hand: Hand) -> int | None:
        """The total in halves; None above 7½."""
        total = sum(value * count for value, count in zip(HALVES, hand, strict=True))
        return total if total <= GOAL else None

    def rival_pulls(self, hand: Hand) -> bool:
        """The dealer's rule."""
        return (self.score(hand) or 0) < 2 * self.stick

    def wins(self, mine: int, rival: int | None) -> bool:
        """The higher total wins; ties go to the dealer."""
        return rival is None or mine > rival

    def label(self, hand: Hand) -> str:
        """ "total 5.5"."""
        return f"total {(self.score(hand) or 0) / 2:g}"

    def allowed_bets(self) -> tuple[int, ...]:
        """All the bets, though only the least and the greatest are ever needed."""
        return tuple(sorted(set(self.bets)))

    def pack(self) -> tuple[PlayingCard, ...]:
        """The forty cards with their suits."""
        faces = [face for face in FACES if face in (*KINDS, *PICTURES)]
        return tuple(PlayingCard(str(card), _kind(card.face)) for card in full_deck(faces))

    def read_hand(self, text: str) -> Hand:
        """The hand that a person typed, "J 5" or "KS 5H"."""
        kinds = [_kind(card.face) for card in parse_cards(text, suited=False)]
        hand = tuple(kinds.count(kind) for kind in range(len(KINDS)))
        if any(held > there for held, there in zip(hand, SUPPLY, strict=True)):
            raise InputError(f"there are not as many of these cards in the deck as in {text!r}")
        return hand

    def rules(self) -> Mapping[str, Rule]:
        """To stick from a total on, whatever the cards."""
        totals = (8, 9, 10, 11, 12)
        return {f"sticks from {t / 2:g} on": self._stick_from(t) for t in totals}

    def _stick_from(self, halves: int) -> Rule:
        return lambda hand: (PULL,) if (self.score(hand) or 0) < halves else (STICK,)


def _kind(face: str) -> int:
    """The index of a card's kind; all pictures are of one."""
    if face in PICTURES:
        return 0
    if face not in KINDS:
        raise InputError(f"this deck has no {face}: it has ace to seven and pictures")
    return KINDS.index(face)
