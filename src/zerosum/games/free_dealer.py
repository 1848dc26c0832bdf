"""Blackjack as a game of two: "once B has concluded his moves, D has the same choices".

Bettor and dealer get a closed card each. The bettor folds and loses the ante, or bets; then the bettor pulls open
cards and sticks at some point; above the goal the bet is lost at once. The dealer, who has seen the bet and the open
cards in their order, but not the closed one, may pull or stick freely. The higher total wins, and the dealer wins
ties. With `stick` the dealer is bound by the rule of the house instead, so that the difference is what the freedom is
worth.

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
from zerosum.core.game import option
from zerosum.core.limits import afford
from zerosum.core.numbers import as_fraction
from zerosum.core.sides import SIDES, Side
from zerosum.models.hidden.rules import HiddenGame, Turn, choose, deal, end

__all__ = ["FreeDealer"]

PULL, STICK, FOLD = "pull", "stick", "fold"

PAIR_BYTES, PAIR_SECONDS = 300, 1e-5
"""Approximate memory and time to lay out one pair of hands."""
MOST_CARDS = 100
"""Longer hands are not counted."""

Cards = tuple[Fraction | int, ...]


class FreeDealerPosition(NamedTuple):
    """Both players' cards, the closed one first, the bet, whether a card is on its way, and who is done."""

    row: Cards = ()
    col: Cards = ()
    bet: str = ""
    pulls: bool = False
    stuck: int = 0
    """The number of players who have stuck."""


@dataclass(frozen=True)
class FreeDealer(HiddenGame):
    """The bettor and the dealer get a closed card each. The bettor folds and loses the ante, or bets, and then pulls
    open cards or sticks; above the goal the bettor loses. Then the dealer pulls or sticks likewise. The higher
    total wins the bet and the ante, and the dealer wins ties."""

    seats: ClassVar[Mapping[Side, str]] = {"row": "bettor", "col": "dealer"}
    name: ClassVar[str] = "free-dealer"
    genre: ClassVar[str] = "cards"
    summary: ClassVar[str] = "blackjack for two: the dealer is free to pull or stick"
    paper: ClassVar[str] = "Bellman and Blackwell 1950, section 3"
    invitation: ClassVar[str] = (
        "Blackjack against a dealer who is free to choose, instead of following a rule."
    )
    small: ClassVar[Mapping[str, str]] = {"goal": "4"}
    goal: Fraction = option(Fraction(6), "the total that nobody may exceed")
    cards: tuple[Fraction, ...] = option((Fraction(1), Fraction(2), Fraction(3)), "what the cards count")
    copies: int = option(0, "cards of each kind in the deck; 0 for an unlimited one")
    soft: Fraction = option(Fraction(0), "how much more the lowest card may count, as an ace does 10")
    bets: tuple[int, ...] = option((1,), "the allowed bets")
    ante: int = option(1, "what folding loses; a bet wins or loses itself and the ante")
    stick: Fraction = option(
        Fraction(0), "the dealer must stick from this total on and pull below; 0 for a free dealer"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("goal", "soft", "stick"):
            object.__setattr__(self, name, as_fraction(getattr(self, name)))
        object.__setattr__(self, "cards", tuple(map(as_fraction, self.cards)))
        if not self.cards or min(self.cards) <= 0 or len(set(self.cards)) < len(self.cards):
            raise GameError("give cards that count more than 0 and are all different, as 1,2,3")
        if max(self.cards) > self.goal:
            raise GameError(f"a single card must not exceed the goal of {self.goal}")
        if self.copies < 0 or 0 < self.copies * len(self.cards) < 2:
            raise GameError("the deck needs two cards at least; 0 copies make it unlimited")
        if not self.bets or min(self.bets) < 0 or self.ante < 0:
            raise GameError("give at least one bet, and neither a bet nor the ante below zero")
        self._afford()

    def _afford(self) -> None:
        """Refuse a game with too many hands, estimated from the number of highest cards that fit below the goal."""
        length = int(self.goal / max(self.cards))
        if self.copies:
            length = min(length, max(1, self.copies // 2))
        hands = max(length, len(self.cards) ** min(length, MOST_CARDS))
        afford(
            "laying out all hands of this game", memory=PAIR_BYTES * hands**2, seconds=PAIR_SECONDS * hands**2
        )

    @property
    def title(self) -> str:
        """The rules in one line."""
        kinds = ", ".join(map(str, self.cards))
        deck = f"{self.copies} of each" if self.copies else "unlimited deck"
        dealer = f" · dealer sticks on {self.stick}" * bool(self.stick)
        return f"Free dealer · goal {self.goal} · cards {kinds}, {deck}{dealer}"

    @property
    def start(self) -> FreeDealerPosition:
        """Nothing dealt."""
        return FreeDealerPosition()

    def turn(self, position: FreeDealerPosition) -> Turn:
        """Closed cards, the bet, row's cards, the dealer's, and the comparison."""
        row, col, bet, pulls, stuck = position
        if len(row) == 0 or len(col) == 0 or pulls:
            return self.card(position)
        if not bet:
            return choose("row", (FOLD, *(f"bet {size}" for size in self.bets)))
        if bet == FOLD:
            return end(-self.ante)
        stake = self.ante + int(bet.split()[1])
        if self.total(row) > self.goal or self.total(col) > self.goal or stuck == 2:
            return end(stake if self.row_wins(row, col) else -stake)
        hand = (row, col)[stuck]
        choices = (PULL, STICK) if self.left(row + col) else (STICK,)
        if stuck == 1 and self.stick and len(choices) == 2:
            choices = (STICK,) if self.total(hand) >= self.stick else (PULL,)
        return choose(SIDES[stuck], choices)

    def after(self, position: FreeDealerPosition, picked: Fraction | int | str) -> FreeDealerPosition:
        """A card, a bet, or a decision to pull or to stick."""
        row, col, bet, _, stuck = position
        if not isinstance(picked, str):
            to_row = not row or (bool(col) and stuck == 0)
            return FreeDealerPosition(
                (*row, picked) if to_row else row, col if to_row else (*col, picked), bet, False, stuck
            )
        if not bet:
            return position._replace(bet=picked)
        return position._replace(pulls=True) if picked == PULL else position._replace(stuck=stuck + 1)

    def card(self, position: FreeDealerPosition) -> Turn:
        """The next card: closed for the first of each player, open after that."""
        deck = self.left(position.row + position.col)
        if position.pulls:
            return deal(deck)
        return deal(deck, to="col" if position.row else "row")

    @cached_property
    def faces(self) -> Cards:
        """What the cards count, as whole numbers where they are: these are added and compared much faster."""
        return tuple(int(card) if card.denominator == 1 else card for card in self.cards)

    def left(self, gone: Cards) -> dict[Fraction | int, int]:
        """The number of cards left of each kind; one of each stands for an unlimited deck."""
        if not self.copies:
            return dict.fromkeys(self.faces, 1)
        taken = Counter(gone)
        return {card: self.copies - taken[card] for card in self.faces if self.copies > taken[card]}

    def total(self, hand: Cards) -> Fraction | int:
        """The best total: the lowest card counts more if that does not exceed the goal."""
        plain = sum(hand)
        if self.soft and min(self.faces) in hand and plain + self.soft <= self.goal:
            plain += self.soft
        return plain

    def row_wins(self, row: Cards, col: Cards) -> bool:
        """The higher total wins, if it does not exceed the goal; the dealer wins ties."""
        mine, theirs = self.total(row), self.total(col)
        return mine <= self.goal and (theirs > self.goal or mine > theirs)
