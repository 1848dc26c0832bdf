"""The base class of games in which a bettor draws against a dealer: stakes, the dealer's card, and ties.

Bettor and dealer are dealt a card each; the dealer's is closed, unless it is turned up. The bettor folds and loses
the ante, or makes one of the allowed bets, which wins or loses the bet and the ante. A game says which
cards there are, what a hand scores and when the dealer pulls.
(R. Bellman and D. Blackwell, On Games Involving Bluffing, 1950, section 3.)
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction

from zerosum.core.errors import GameError, InputError
from zerosum.core.game import option
from zerosum.games.cards import Card, parse_cards
from zerosum.models.drawing.rules import DrawingGame, Hand
from zerosum.models.wager.rules import Stakes

__all__ = ["DealerGame"]


@dataclass(frozen=True)
class DealerGame(DrawingGame):
    """Base class of games in which a bettor draws against a dealer, who wins ties."""

    dealer_card: str = option(
        "hidden", "whether the bettor sees the dealer's card", choices=("hidden", "seen")
    )
    bets: tuple[int, ...] = option((1, 2, 5), "the allowed bets")
    ante: int = option(1, "what folding loses; a bet wins or loses itself and the ante")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.bets or min(self.bets) < 0:
            raise GameError("give at least one bet, and none below zero, such as 1, 2 and 5")
        _ = self.stakes

    @abstractmethod
    def kind(self, card: Card) -> int:
        """The index of a card's kind."""

    @property
    @abstractmethod
    def counting(self) -> tuple[str, ...]:
        """What cards count, and when the dealer pulls, in sentences."""

    @property
    @abstractmethod
    def goal(self) -> str:
        """The total that nobody may exceed, as text."""

    @property
    def instructions(self) -> tuple[str, ...]:
        """How it is played."""
        *most, last = map(str, self.allowed_bets())
        bets = f"{', '.join(most)} or {last}" if most else last
        seen = "open" if self.rival_seen else "closed"
        return (
            f"You and the dealer get a card each, the dealer's {seen}. Fold and lose the ante of {self.ante}, or "
            f"bet {bets}; then pull cards until you stick.",
            f"Above {self.goal} you lose at once. Else the dealer draws, and loses above {self.goal}; the higher "
            "total wins, and the dealer wins a tie. You win or lose the bet and the ante.",
            *self.counting,
        )

    @property
    def stakes(self) -> Stakes:
        """The ante, the least bet and the greatest; a bet in between is never better than both."""
        return Stakes(Fraction(self.ante), Fraction(min(self.bets)), Fraction(max(self.bets)))

    @property
    def rival_seen(self) -> bool:
        """Whether the dealer's card lies open."""
        return self.dealer_card == "seen"

    def wins(self, mine: int, rival: int | None) -> bool:
        """The higher total wins; ties go to the dealer."""
        return rival is None or mine > rival

    def allowed_bets(self) -> tuple[int, ...]:
        """All the bets, though only the least and the greatest are ever needed."""
        return tuple(sorted(set(self.bets)))

    def read_hand(self, text: str) -> Hand:
        """The hand that a person typed, "A 5" or "AS 5H"."""
        kinds = [self.kind(card) for card in parse_cards(text, suited=False)]
        hand = tuple(kinds.count(kind) for kind in range(len(self.kinds)))
        if any(held > there for held, there in zip(hand, self.supply, strict=True)):
            raise InputError(f"the deck does not have all the cards of {text!r}")
        return hand
