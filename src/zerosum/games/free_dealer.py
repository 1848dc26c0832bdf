"""Blackjack as a game of two: "once B has concluded his moves, D has the same choices".

Bettor and dealer get a face-down card each. The bettor folds and loses the ante, or bets; then the bettor draws
face-up cards (hits) and stands at some point; above the goal the bet is lost immediately. The dealer, who has seen
the bet and the face-up cards in their order, but not the face-down one, may hit or stand freely. The higher total
wins, and the dealer wins ties. With `stand` the dealer is bound by the house rule instead; the difference of the
values is the value of the freedom.

The decks are small, because a position is the whole history of cards: the defaults are cards 1 to 3 and a goal of 6.

Reference: R. Bellman and D. Blackwell, On games involving bluffing, RAND P-168, 1950, section 3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, NamedTuple

from zerosum.core.errors import GameError
from zerosum.core.game import Sliders, option
from zerosum.core.limits import require_budget
from zerosum.core.numbers import as_fraction
from zerosum.core.sides import SIDES, Side
from zerosum.models.hidden.rules import HiddenGame, Turn, choose, deal, end

__all__ = ["FreeDealer"]

HIT, STAND, FOLD = "hit", "stand", "fold"

PAIR_BYTES, PAIR_SECONDS = 300, 1e-5
"""Approximate memory and time to lay out one pair of hands."""
MAX_CARDS = 100
"""Longer hands are not counted."""
MAX_LENGTH = 10**9
"""Largest number of cards in a hand for the estimate; a game with fewer is already too large."""

Cards = tuple[Fraction | int, ...]


class FreeDealerPosition(NamedTuple):
    """Both players' cards, the face-down one first, the bet, whether a card is about to be dealt, and who has
    finished.
    """

    row: Cards = ()
    col: Cards = ()
    bet: str = ""
    hits: bool = False
    stood: int = 0
    """The number of players who have stood."""


@dataclass(frozen=True)
class FreeDealer(HiddenGame):
    """The bettor and the dealer each get a face-down card. The bettor folds and loses the ante, or bets and then draws
    face-up cards (hits) or stands; going over the goal loses. Then the dealer does the same. The higher
    total wins the bet and the ante, and the dealer wins ties."""

    seats: ClassVar[Mapping[Side, str]] = {"row": "bettor", "col": "dealer"}
    name: ClassVar[str] = "free-dealer"
    genre: ClassVar[str] = "cards"
    summary: ClassVar[str] = "two-player blackjack with a dealer who is free to hit or stand"
    paper: ClassVar[str] = "Bellman and Blackwell 1950"
    paper_section: ClassVar[str] = "section 3"
    tagline: ClassVar[str] = "The dealer need not follow a rule. Can you still bluff?"
    demo_parameters: ClassVar[Mapping[str, str]] = {"goal": "4"}
    sliders: ClassVar[Sliders] = {"goal": (3, 7, 1)}
    goal: Fraction = option(Fraction(6), "the highest total that does not bust")
    cards: tuple[Fraction, ...] = option((Fraction(1), Fraction(2), Fraction(3)), "the values of the cards")
    copies: int = option(0, "cards of each value in the deck; 0 for an infinite deck")
    soft: Fraction = option(Fraction(0), "extra points that the lowest card may count (10 for an ace)")
    bets: tuple[int, ...] = option((1,), "the allowed bets")
    ante: int = option(1, "amount lost by folding; a bet wins or loses the bet plus the ante")
    stand: Fraction = option(
        Fraction(0), "the dealer must stand on this total or more and hit below it; 0 for a free dealer"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("goal", "soft", "stand"):
            object.__setattr__(self, name, as_fraction(getattr(self, name)))
        object.__setattr__(self, "cards", tuple(map(as_fraction, self.cards)))
        if not self.cards or min(self.cards) <= 0 or len(set(self.cards)) < len(self.cards):
            raise GameError("card values must be positive and all different, for example 1,2,3")
        if max(self.cards) > self.goal:
            raise GameError(f"no card may exceed the goal of {self.goal}")
        if self.copies < 0 or 0 < self.copies * len(self.cards) < 2:
            raise GameError("the deck needs at least two cards; set copies to 0 for an infinite deck")
        if not self.bets or min(self.bets) < 0 or self.ante < 0:
            raise GameError("give one or more bets; neither the bets nor the ante may be negative")
        self._require_budget()

    def _require_budget(self) -> None:
        """Reject a game with too many hands, estimated from the number of high cards that fit below the goal."""
        length = min(int(as_fraction(self.goal) / as_fraction(max(self.cards))), MAX_LENGTH)
        if self.copies:
            length = min(length, max(1, self.copies // 2))
        hands = max(length, len(self.cards) ** min(length, MAX_CARDS))
        require_budget(
            "listing all hands of this game", memory=PAIR_BYTES * hands**2, seconds=PAIR_SECONDS * hands**2
        )

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules with all numbers."""
        deck = f"{self.copies} of each" if self.copies else "always equally likely"
        high = (
            f" The lowest card may count {self.soft} more if that does not exceed the goal."
            if self.soft
            else ""
        )
        dealer = (
            "Then the dealer, who has seen the bet and the face-up cards, does the same."
            if not self.stand
            else f"Then the dealer does the same, and must stand on {self.stand} or more and draw below it."
        )
        return (
            f"The cards count {', '.join(map(str, self.cards))}, {deck}; the goal is {self.goal}.{high}",
            f"Bettor and dealer each get a card face down. The bettor folds and loses the ante of {self.ante}, "
            f"or bets {' or '.join(map(str, self.bets))}. Then the bettor hits (draws face-up cards) "
            f"until standing; going over the goal loses immediately. {dealer}",
            "A dealer who busts loses; otherwise the higher total wins, and the dealer "
            "wins ties. The bet and "
            "the ante are won or lost.",
        )

    @property
    def title(self) -> str:
        """The rules in one line."""
        kinds = ", ".join(map(str, self.cards))
        deck = f"{self.copies} of each" if self.copies else "infinite deck"
        dealer = f" · dealer stands on {self.stand}" * bool(self.stand)
        others = self.besides("soft", "bets", "ante")
        return f"Free dealer · goal {self.goal} · cards {kinds}, {deck}{dealer}{others}"

    @property
    def start(self) -> FreeDealerPosition:
        """The start, with nothing dealt."""
        return FreeDealerPosition()

    def turn(self, position: FreeDealerPosition) -> Turn:
        """Return the next turn: face-down cards, the bet, row's cards, the dealer's, and the comparison."""
        row, col, bet, hits, stood = position
        if len(row) == 0 or len(col) == 0 or hits:
            return self.card(position)
        if not bet:
            return choose("row", (FOLD, *self.stakes))
        if bet == FOLD:
            return end(-self.ante)
        stake = self.stakes[bet]
        if self.total(row) > self.goal or self.total(col) > self.goal or stood == 2:
            return end(stake if self.row_wins(row, col) else -stake)
        hand = (row, col)[stood]
        choices = (HIT, STAND) if self.left(row + col) else (STAND,)
        if stood == 1 and self.stand and len(choices) == 2:
            choices = (STAND,) if self.total(hand) >= self.stand else (HIT,)
        return choose(SIDES[stood], choices)

    def in_pot(self, position: FreeDealerPosition) -> tuple[int, int]:
        """Return the amount at stake for each: the ante, and the bet once it is made."""
        stake = self.stakes.get(position.bet, self.ante)
        return stake, stake

    @cached_property
    def stakes(self) -> dict[str, int]:
        """Amount won or lost after each bet, by the bet's name."""
        return {f"bet {size}": self.ante + size for size in self.bets}

    def after(self, position: FreeDealerPosition, picked: Fraction | int | str) -> FreeDealerPosition:
        """Return the position after a card, a bet, or a decision to hit or to stand."""
        row, col, bet, _, stood = position
        if not isinstance(picked, str):
            to_row = not row or (bool(col) and stood == 0)
            return FreeDealerPosition(
                (*row, picked) if to_row else row, col if to_row else (*col, picked), bet, False, stood
            )
        if not bet:
            return position._replace(bet=picked)
        return position._replace(hits=True) if picked == HIT else position._replace(stood=stood + 1)

    def card(self, position: FreeDealerPosition) -> Turn:
        """Return the next card: face down for the first of each player, face up after that."""
        deck = self.left(position.row + position.col)
        if position.hits:
            return deal(deck)
        return deal(deck, to="col" if position.row else "row")

    @cached_property
    def faces(self) -> Cards:
        """The values of the cards, as whole numbers if possible, since these are faster to add and compare."""
        return tuple(int(card) if card.denominator == 1 else card for card in self.cards)

    def left(self, gone: Cards) -> dict[Fraction | int, int]:
        """Return the number of cards left of each kind; one of each stands for an infinite deck."""
        if not self.copies:
            return dict.fromkeys(self.faces, 1)
        taken = Counter(gone)
        return {card: self.copies - taken[card] for card in self.faces if self.copies > taken[card]}

    def total(self, hand: Cards) -> Fraction | int:
        """Return the best total: the lowest card counts more if that does not exceed the goal."""
        plain = sum(hand)
        if self.soft and min(self.faces) in hand and plain + self.soft <= self.goal:
            plain += self.soft
        return plain

    def row_wins(self, row: Cards, col: Cards) -> bool:
        """Return whether row's total is higher without exceeding the goal; the dealer wins ties."""
        mine, theirs = self.total(row), self.total(col)
        return mine <= self.goal and (theirs > self.goal or mine > theirs)
