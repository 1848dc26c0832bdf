"""The base class of games in which a bettor draws against a dealer: stakes, the dealer's card, and ties.

Bettor and dealer are dealt a card each; the dealer's is face down, unless the rules turn it up. The bettor folds and
loses the ante, or makes one of the allowed bets, which wins or loses the bet and the ante. A game defines the cards,
the score of a hand, and when the dealer hits. (R. Bellman and D. Blackwell, On Games Involving Bluffing, 1950,
section 3.)
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction

from zerosum.core.errors import GameError, InputError
from zerosum.core.game import option
from zerosum.games.cards import Card, parse_cards
from zerosum.models.solo.engines.drawing.rules import DrawingGame, Hand
from zerosum.models.solo.engines.wager.rules import Stakes

__all__ = ["DealerGame"]


@dataclass(frozen=True)
class DealerGame(DrawingGame):
    """Base class of games in which a bettor draws against a dealer, who wins ties."""

    dealer_card: str = option(
        "hidden", "whether the bettor sees the dealer's card", choices=("hidden", "seen")
    )
    bets: tuple[int, ...] = option((1, 2, 5), "the allowed bets")
    ante: int = option(1, "amount lost by folding; a bet wins or loses the bet plus the ante")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.bets or min(self.bets) < 0:
            raise GameError("give one or more bets, none of them negative, for example 1,2,5")
        _ = self.stakes

    @abstractmethod
    def kind(self, card: Card) -> int:
        """Return the index of a card's kind."""

    @property
    @abstractmethod
    def counting(self) -> tuple[str, ...]:
        """Return the values of the cards and the dealer's rule, in sentences."""

    @property
    @abstractmethod
    def goal(self) -> str:
        """Return the total that a hand must not exceed, as text."""

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules for a player."""
        *most, last = map(str, self.allowed_bets())
        bets = f"{', '.join(most)} or {last}" if most else last
        seen = "face up" if self.opponent_seen else "face down"
        return (
            f"You and the dealer get one card each; the dealer's is {seen}. Fold and lose the ante of {self.ante}, or "
            f"bet {bets}. Then hit (draw) until you stand.",
            f"If you go over {self.goal}, you lose immediately. Otherwise the dealer draws, and loses by "
            f"going over {self.goal}. The higher "
            "total wins, and the dealer wins a tie. You win or lose the bet and the ante.",
            *self.counting,
        )

    @property
    def stakes(self) -> Stakes:
        """The ante, the smallest bet and the largest; a bet in between is never better than both."""
        return Stakes(Fraction(self.ante), Fraction(min(self.bets)), Fraction(max(self.bets)))

    @property
    def opponent_seen(self) -> bool:
        """Whether the dealer's card is face up."""
        return self.dealer_card == "seen"

    def wins(self, mine: int, opponent: int | None) -> bool:
        """Return whether the bettor's total is higher; ties go to the dealer."""
        return opponent is None or mine > opponent

    def allowed_bets(self) -> tuple[int, ...]:
        """Return all the bets, although an optimal player needs only the smallest and the largest."""
        return tuple(sorted(set(self.bets)))

    def read_hand(self, text: str) -> Hand:
        """Parse the hand that a person typed, "A 5" or "AS 5H"."""
        kinds = [self.kind(card) for card in parse_cards(text, suited=False)]
        hand = tuple(kinds.count(kind) for kind in range(len(self.kinds)))
        if any(held > there for held, there in zip(hand, self.supply, strict=True)):
            raise InputError(f"the deck does not contain all the cards of {text!r}")
        return hand
