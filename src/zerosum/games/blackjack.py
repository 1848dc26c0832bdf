"""Blackjack, or twenty-one, as in 1950: closed cards, ties to the dealer, who pulls on fifteen and under.

The deck is a bridge deck; pictures count ten, an ace one or eleven. Bettor and dealer are dealt a card each. The
bettor folds at once and loses the ante, or makes one of the allowed bets; a bet wins or loses itself and the ante,
as in Red Dog. The bettor draws open cards ("pulls") or sticks; over 21 the bet is lost at once. Then the dealer pulls
below sixteen. The higher total wins, and the dealer wins ties.

Where the paper leaves a rule open, it is an option here, and the default is the plain reading:

- A total is the best one: an ace counts eleven whenever that does not go over. So the dealer sticks on an ace
  and a five; `soft_stick` makes the dealer pull on soft totals below it.
- Twenty-one is just the highest total; with `twenty_one="wins"` the bettor wins at once by reaching it.
- The dealer's card is closed; `dealer_card="seen"` turns it up, as is played today.

Sticking with a single card is allowed but never better than pulling: a second card cannot go over.
(R. Bellman and D. Blackwell, On Games Involving Bluffing, 1950, section 3.)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import ClassVar

from zerosum.core.errors import GameError
from zerosum.core.game import option
from zerosum.games.cards import Card, full_deck
from zerosum.games.dealer import DealerGame
from zerosum.models.drawing.rules import PULL, STICK, Hand, PlayingCard, Rule

__all__ = ["Blackjack"]

KINDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
BRIDGE = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)
GOAL = 21


@dataclass(frozen=True)
class Blackjack(DealerGame):
    """Twenty-one against a dealer who must pull to fifteen."""

    name: ClassVar[str] = "blackjack"
    genre: ClassVar[str] = "cards"
    summary: ClassVar[str] = "twenty-one against a dealer who must pull to fifteen"
    paper: ClassVar[str] = "Bellman and Blackwell 1950, section 3"
    invitation: ClassVar[str] = "The dealer must follow a rule and you need not: how much is that worth?"
    small: ClassVar[Mapping[str, str]] = {"deck": "2,2,2,2,2,2,2,2,2,4"}

    stick: int = option(16, "the dealer sticks on this total and above")
    soft_stick: int = option(0, "the same for totals with an ace as eleven [default: as for the others]")
    twenty_one: str = option("compared", "whether 21 wins at once", choices=("compared", "wins"))
    decks: int = option(1, "number of bridge decks")
    deck: tuple[int, ...] = option(
        (), "your own deck: the numbers of aces, 2s, …, 9s, and of tens with pictures"
    )

    def __post_init__(self) -> None:
        if not 2 <= self.stick <= GOAL or not (self.soft_stick == 0 or 12 <= self.soft_stick <= GOAL):
            raise GameError("the dealer sticks on a total from 2 to 21, on a soft one from 12 to 21")
        if self.deck and (len(self.deck) != len(KINDS) or min(self.deck) < 0):
            raise GameError(f"a deck is ten counts, of aces, 2s, …, 9s and tens, not {len(self.deck)}")
        if not 1 <= self.decks <= 8:
            raise GameError(f"play with 1 to 8 decks, not {self.decks}")
        if self.deck and self.decks != 1:
            raise GameError("give either a deck or a number of bridge decks, not both")
        super().__post_init__()

    @property
    def title(self) -> str:
        """One line that says which blackjack this is."""
        deck = "a deck of its own" if self.deck else f"{52 * self.decks} cards"
        return f"Blackjack · dealer sticks on {self.stick}, card {self.dealer_card} · {deck}"

    @property
    def counting(self) -> tuple[str, ...]:
        """What cards count, and what the dealer does."""
        soft = f", on soft {self.soft_stick}" if self.soft_stick not in (0, self.stick) else ""
        once = ("With 21 you win, whatever the dealer has.",) if self.twenty_one == "wins" else ()
        return (
            "Pictures count 10, an ace 11 where that does not go above 21 (a soft total), else 1.",
            f"The dealer sticks on {self.stick}{soft} and above.",
            *once,
        )

    @property
    def goal(self) -> str:
        """Twenty-one."""
        return str(GOAL)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Ace, two to nine, and ten, which stands for the pictures too."""
        return KINDS

    @cached_property
    def supply(self) -> Hand:
        """The number of cards of each kind."""
        return self.deck or tuple(count * self.decks for count in BRIDGE)

    def kind(self, card: Card) -> int:
        """The index of a card's kind; pictures are tens."""
        return KINDS.index(card.face) if card.face in KINDS else len(KINDS) - 1

    def total(self, hand: Hand) -> tuple[int, bool]:
        """The best total of a hand, and whether it is soft: has an ace that counts eleven."""
        return _total(hand)

    def score(self, hand: Hand) -> int | None:
        """The best total, None above 21."""
        total, _ = self.total(hand)
        return total if total <= GOAL else None

    def rival_pulls(self, hand: Hand) -> bool:
        """The dealer's rule."""
        total, soft = self.total(hand)
        return total < (self.soft_stick or self.stick if soft else self.stick)

    def wins(self, mine: int, rival: int | None) -> bool:
        """The higher total wins; ties go to the dealer, unless twenty-one has won already."""
        if self.twenty_one == "wins" and mine == GOAL:
            return True
        return super().wins(mine, rival)

    def label(self, hand: Hand) -> str:
        """ "hard 12", "soft 17"."""
        total, soft = self.total(hand)
        return f"{'soft' if soft else 'hard'} {total}"

    def rules(self) -> Mapping[str, Rule]:
        """Never to bluff, that is, never to stick below a total; or to stick from a total on, whatever the cards."""
        below = {f"pull below {t}": self._pull_below(t) for t in range(12, 18)}
        fixed = {f"stick from {t}": self._stick_from(t) for t in range(12, 18)}
        return {**below, **fixed}

    def _pull_below(self, floor: int) -> Rule:
        return lambda hand: (PULL,) if self.total(hand)[0] < floor else (STICK, PULL)

    def _stick_from(self, floor: int) -> Rule:
        return lambda hand: (PULL,) if self.total(hand)[0] < floor else (STICK,)

    def pack(self) -> tuple[PlayingCard, ...]:
        """The cards with their suits; without suits where the counts of the deck are given."""
        if self.deck:
            return super().pack()
        return tuple(PlayingCard(str(card), self.kind(card)) for card in full_deck() * self.decks)


@cache
def _total(hand: Hand) -> tuple[int, bool]:
    hard = sum((kind + 1) * count for kind, count in enumerate(hand))
    soft = hand[0] > 0 and hard + 10 <= GOAL
    return (hard + 10 if soft else hard), soft
