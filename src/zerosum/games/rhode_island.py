"""Rhode Island Hold'em: a private card each, two public cards, three betting rounds, hands of three cards.

With 52 cards this is the game that Gilpin and Sandholm solved in 2005. Its sequence form has 91,224,226 rows: for each
player 14 for each line of bets and each set of cards seen (10 moves at 4 decisions). `rows` recomputes that number; a
test compares.

References: J. Shi and M. L. Littman, Abstraction methods for game theoretic poker, Computers and Games 2000;
A. Gilpin and T. Sandholm, Lossless abstraction of imperfect information games, Journal of the ACM 54 (2007).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import perm
from typing import ClassVar

from zerosum.core.errors import GameError
from zerosum.core.game import Sliders, option
from zerosum.core.sides import SIDES, Side
from zerosum.games.leduc import BetRounds, StakesSoFar, bet_after
from zerosum.models.continuum.rules import LETTER, exact
from zerosum.models.hidden.engines.streets.rules import StreetCard, StreetGame, StreetPosition
from zerosum.models.hidden.rules import Turn, deal, end

__all__ = ["RhodeIsland"]

RANKS = "AKQJT98765432"
SUITS = "shdc"


@dataclass(frozen=True)
class RhodeIsland(StreetGame):
    """Both players ante and get a private card. Starting with A, they check or raise; after a raise the other player
    folds, calls or raises. Then a public card is dealt and they bet again, and once more after a second public card.
    The best hand of three cards wins: straight flush, three of a kind, straight, flush, pair, high card."""

    name: ClassVar[str] = "rhode-island"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "poker with one private card each and two public cards"
    paper: ClassVar[str] = "Shi and Littman 2000"
    tagline: ClassVar[str] = (
        "Three cards make a hand: one of yours and two public ones. Will the next card help you?"
    )
    seats: ClassVar[Mapping[Side, str]] = LETTER
    demo_parameters: ClassVar[Mapping[str, str]] = {"ranks": "2", "suits": "2", "raises": "1"}
    streets: ClassVar[int] = 3
    sliders: ClassVar[Sliders] = {"ranks": (2, 6), "suits": (2, 4), "raises": (1, 2)}
    ranks: int = option(3, "number of ranks in the deck, counted down from the highest; 13 in the real game")
    suits: int = option(2, "suits in the deck; 4 in the real game")
    raises: int = option(1, "maximum number of raises in a round, counting the first bet; 3 in the real game")
    ante: Fraction = option(Fraction(5), "ante of each player")
    bets: tuple[Fraction, ...] = option(
        (Fraction(10), Fraction(20), Fraction(20)), "bet size in each round, separated by commas"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "bets", tuple(map(exact, self.bets)))
        object.__setattr__(self, "ante", exact(self.ante))
        if not (1 <= self.ranks <= len(RANKS) and 1 <= self.suits <= len(SUITS)):
            raise GameError(
                f"a deck must have 1 to 13 ranks and 1 to 4 suits, not {self.ranks} and {self.suits}"
            )
        if self.ranks * self.suits < 4:
            raise GameError(f"four cards are dealt, but the deck has only {self.ranks} ranks of {self.suits}")
        if not 0 <= self.raises <= 100:
            raise GameError(f"the number of raises in a round must be from 0 to 100, not {self.raises}")
        if len(self.bets) != 3 or min(self.bets) <= 0 or self.ante <= 0:
            raise GameError(
                "give three positive bet sizes, one for each betting round, for example 10,20,20, and a positive ante"
            )

    @property
    def tree_size(self) -> int:
        """Approximate number of positions of the game as a tree."""
        return perm(self.ranks * self.suits, 4) * (1 + 2 * self.raises) ** 2 * 7 * max(1, self.raises)

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules with all numbers."""
        bets = ", ".join(map(str, self.bets))
        ranks = ", ".join(reversed(RANKS[: self.ranks]))
        return (
            f"The deck has {self.suits} suits with the ranks {ranks}. Both players ante {self.ante} "
            "and get a private card.",
            "There are three betting rounds; before the second and the third a public card is turned "
            "up. A acts first in "
            "each. A player checks or raises; after a raise the other player folds, calls or raises again, with at "
            f"most {self.raises} raise{'s' * (self.raises != 1)} a round. The raise sizes are {bets} in "
            f"rounds one, two and three.",
            "The best hand of your card and both public cards wins the pot: "
            "straight flush, three of a "
            "kind, straight, flush, pair, high card. Equal hands split the pot. An ace is high, or "
            "low in ace-two-three. A player who folds loses the chips that player has put in.",
        )

    @property
    def title(self) -> str:
        """The rules in one line."""
        bets, ante = ", ".join(map(str, self.bets)), self.besides("ante")
        return f"Rhode Island Hold'em · {self.ranks} ranks of {self.suits} · bets {bets}, {self.raises} a round{ante}"

    @property
    def start(self) -> StreetPosition:
        """The start: no card dealt, no bet made."""
        return StreetPosition()

    def turn(self, position: StreetPosition) -> Turn:
        """Deal two cards; bet; turn up a card; bet; turn up another; bet; compare."""
        cards, rounds = position
        if len(cards) < 2:
            return deal(self.left(cards), to=SIDES[len(cards)])
        next_bet = bet_after(rounds[-1], self.raises)
        if next_bet is not None:
            return next_bet
        if len(rounds) == 3 or rounds[-1][-1] == "fold":
            return end(self.payoff(cards, rounds))
        return deal(self.left(cards))

    def after(self, position: StreetPosition, picked: StreetCard | str) -> StreetPosition:
        """Return the position after a card or a bet; a public card opens a new round."""
        cards, rounds = position
        if isinstance(picked, StreetCard):
            return StreetPosition((*cards, picked), (*rounds, ()) if len(cards) >= 2 else rounds)
        return StreetPosition(cards, (*rounds[:-1], (*rounds[-1], picked)))

    def left(self, gone: tuple[StreetCard, ...]) -> list[StreetCard]:
        """Return the remaining cards."""
        return [card for card in self.deck if card not in gone]

    @property
    def deck(self) -> tuple[StreetCard, ...]:
        """All cards, the lowest rank first."""
        return deck(self.ranks, self.suits)

    def strength(self, hand: tuple[StreetCard, ...]) -> tuple[int, ...]:
        """Return the strength of a hand of three cards."""
        return strength(hand)

    @cached_property
    def stakes(self) -> StakesSoFar:
        """Return row's and col's chips in the pot."""
        return StakesSoFar(self.ante, self.bets)

    def stake(self, rounds: BetRounds) -> Fraction:
        """Return the payment of the player who folds, or has the weaker hand."""
        return min(self.stakes[rounds])

    def payoff(self, cards: tuple[StreetCard, ...], rounds: BetRounds) -> Fraction:
        """Return row's payoff: the stake of the player who folded, or the equal stakes at the showdown."""
        row, col = self.stakes[rounds]
        if rounds[-1][-1] == "fold":
            return -row if len(rounds[-1]) % 2 else col
        return row * ahead(cards)

    def describe_position(self, position: StreetPosition) -> list[str]:
        """Return the pot."""
        row, col = self.in_pot(position)
        return [f"in the pot: {row} of A's, {col} of B's"]

    def in_pot(self, position: StreetPosition) -> tuple[Fraction, Fraction]:
        """Return A's and B's chips in the pot."""
        return self.stakes[position.rounds]


def rows(ranks: int, suits: int, raises: int) -> int:
    """Return the size of the sequence form: moves and decisions of a player, for each line of bets and each set of
    cards."""
    lines, decisions = 1 + 2 * raises, raises + 1
    moves = 2 * decisions + max(0, raises - 1)
    seen = [perm(ranks * suits, k) * lines ** (k - 1) for k in (1, 2, 3)]
    return 2 + (moves + decisions) * int(sum(seen))


@lru_cache
def deck(ranks: int, suits: int) -> tuple[StreetCard, ...]:
    """Return all cards, the lowest rank first."""
    return tuple(
        StreetCard(rank, suit, f"{RANKS[ranks - 1 - rank]}{SUITS[suit]}")
        for rank in range(ranks)
        for suit in range(suits)
    )


@lru_cache(maxsize=100_000)
def ahead(cards: tuple[StreetCard, ...]) -> int:
    """Return 1 if row's hand is stronger than col's, -1 if it is weaker; together with the public cards."""
    mine, theirs = (strength((card, *cards[2:])) for card in cards[:2])
    return (mine > theirs) - (mine < theirs)


@lru_cache(maxsize=100_000)
def strength(hand: tuple[StreetCard, ...]) -> tuple[int, ...]:
    """Return the strength of a hand of three cards: straight flush, three of a kind, straight, flush, pair,
    high card.
    """
    ranks = sorted((card.rank for card in hand), reverse=True)
    is_flush = len({card.suit for card in hand}) == 1
    is_straight = ranks[0] - ranks[1] == ranks[1] - ranks[2] == 1
    low_straight = ranks[0] == 12 and ranks[1:] == [1, 0]  # ace, two, three
    if is_straight or low_straight:
        return (5 if is_flush else 3, 1 if low_straight else ranks[0])
    if ranks[0] == ranks[2]:
        return (4, ranks[0])
    if is_flush:
        return (2, *ranks)
    if len(set(ranks)) == 2:
        return (1, ranks[1], *ranks)
    return (0, *ranks)
