"""Red Dog with its pot, two players: what is bet is won from the pot or paid into it.

The rules with which Bellman and Blackwell open their section 2, for two: both ante one. The player to move folds, or
bets from 1 to what the pot holds that the hand beats the next card of the deck in its suit. The player takes the bet
out of the pot or pays it in. When the pot has less than the antes of one deal, both ante again. The deal goes round,
the dealer betting last: so the players bet in the order 1, 2, 2, 1, 1, 2, …

After the last deal the pot is shared. Then what one player gains the other loses: of a bet f that is won from the pot
half was the winner's own, so the gain is f/2. Antes cost both the same. A hand is described by the number of cards that
it beats, and is dealt from a full deck each time: the cards seen before are ignored, as in the paper.

(R. Bellman and D. Blackwell, On Games Involving Bluffing, 1950, section 2.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, NamedTuple

from zerosum.core.errors import GameError
from zerosum.core.game import MOST_MOVES, WAIT, option
from zerosum.games.red_dog import RealDeck
from zerosum.models.staged.rules import Outcome, StagedGame

__all__ = ["ANTES", "FOLD", "PotState", "RedDogPot", "refilled"]

FOLD = "fold"
ANTES = 2
"""What both antes make."""


class PotState(NamedTuple):
    """What the pot holds, how many bets were made or passed up, and how many cards the hand beats, once dealt."""

    pot: int
    turn: int
    beats: int | None = None

    def __str__(self) -> str:
        hand = "" if self.beats is None else f", a hand that beats {self.beats} card{'s' * (self.beats != 1)}"
        return f"{self.pot} in the pot, bet number {self.turn + 1}{hand}"


@dataclass(frozen=True)
class RedDogPot(StagedGame):
    """Bet against the pot that your hand beats the next card in its suit; two players, the pot shared in the end."""

    name: ClassVar[str] = "red-dog-pot"
    genre: ClassVar[str] = "cards"
    summary: ClassVar[str] = "Red Dog for two with its pot, which is won or paid into"
    paper: ClassVar[str] = "Bellman and Blackwell 1950, section 2"
    invitation: ClassVar[str] = "The pot is half your own: how boldly do you bet against it?"
    move: ClassVar[str] = "bet"

    deals: int = option(1, "number of deals; each player bets once in each")
    pot: int = option(ANTES, "what the pot holds at first")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.deals < 1 or self.pot < ANTES:
            raise GameError(f"Red Dog needs at least 1 deal and a pot of at least {ANTES}, the antes")
        if self.pot > MOST_MOVES:
            raise GameError(f"a pot of more than {MOST_MOVES:,} leaves too many bets to choose from")

    @property
    def title(self) -> str:
        """Which game this is."""
        return (
            f"Red Dog with its pot · two players · {self.deals} deal{'s' * (self.deals > 1)} · pot {self.pot}"
        )

    @property
    def instructions(self) -> tuple[str, ...]:
        """How it is played."""
        return (
            "You hold four cards. Fold, or bet from 1 to what the pot holds that you beat the next card in its suit.",
            "You take the bet out of the pot or pay it in. Below 2 both ante one more.",
            "In the end the pot is shared, so that a bet wins or loses half of itself.",
        )

    def told(self, position: PotState) -> list[str]:
        """The pot, the bet and the hand, a line each."""
        if position.turn == 2 * self.deals:
            return [f"{position.pot} in the pot, which is shared"]
        return str(position).split(", ")

    def told_of(self, position: PotState, outcome: Outcome) -> list[str]:
        """Whether the hand beat the card that was turned."""
        gain = outcome[1]
        if not gain:
            return []
        beaten = (gain > 0) == self.is_rows(position.turn)
        count = position.beats if beaten else self.deck.left - (position.beats or 0)
        return [
            f"the card turned is one of the {count} that the hand {'beats' if beaten else 'does not beat'}"
        ]

    @cached_property
    def deck(self) -> RealDeck:
        """52 cards, of which a hand has four."""
        return RealDeck(4, 13, 4, aces_high=True)

    @cached_property
    def hands(self) -> tuple[tuple[int, Fraction], ...]:
        """How many of the 48 other cards a hand beats, and how likely that is."""
        counts: dict[int, int] = {}
        for (_, beats), ways in self.deck.hand_counts().items():
            counts[beats] = counts.get(beats, 0) + ways
        total = sum(counts.values())
        return tuple((beats, Fraction(ways, total)) for beats, ways in sorted(counts.items()))

    @property
    def start(self) -> PotState:
        """Both have anted."""
        return PotState(self.pot, 0)

    def is_rows(self, turn: int) -> bool:
        """Whether the row player bets at this turn: 1, 2, 2, 1, 1, 2, …"""
        return turn % 4 in (0, 3)

    def moves(self, position: PotState) -> tuple[Sequence[int | str], Sequence[int | str]]:
        """Fold, or any whole bet up to the pot."""
        if position.turn == 2 * self.deals:
            return (), ()
        if position.beats is None:
            return WAIT, WAIT
        bets = (FOLD, *range(1, position.pot + 1))
        return (bets, WAIT) if self.is_rows(position.turn) else (WAIT, bets)

    def play(self, position: PotState, row: int | str, col: int | str) -> list[Outcome]:
        """Deal a hand; or turn the next card."""
        pot, turn, beats = position
        if beats is None:
            return [(p, 0, PotState(pot, turn, cards)) for cards, p in self.hands]
        mine = self.is_rows(turn)
        bet = row if mine else col
        if not isinstance(bet, int):
            return [(1, 0, PotState(pot, turn + 1))]
        gain = Fraction(bet, 2) * (1 if mine else -1)
        wins = Fraction(beats, self.deck.left)
        return [
            (wins, gain, PotState(refilled(pot - bet), turn + 1)),
            (1 - wins, -gain, PotState(pot + bet, turn + 1)),
        ]

    @property
    def least_positions(self) -> int:
        """Every turn is one, and every pot that the first bet leaves."""
        return 2 * self.deals + self.pot


def refilled(pot: int) -> int:
    """The pot after new antes, where it has fallen too low."""
    return pot if pot >= ANTES else pot + ANTES
