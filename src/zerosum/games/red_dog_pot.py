"""Red Dog with its pot, for two players: bets are won from the pot or paid into it.

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

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, NamedTuple

from zerosum.core.boards import Chips, Gauge, Pill, Tabletop
from zerosum.core.errors import GameError
from zerosum.core.game import MAX_MOVES, WAIT, Move, Sliders, option
from zerosum.core.sides import Side
from zerosum.games.red_dog import RealDeck
from zerosum.models.staged.rules import Outcome, StagedGame

__all__ = ["ANTES", "FOLD", "PotState", "RedDogPot", "refilled"]

FOLD = "fold"
ANTES = 2
"""What both antes make."""


class PotState(NamedTuple):
    """The pot, the number of bets made or declined, and the number of cards that the hand beats, once dealt."""

    pot: int
    turn: int
    beats: int | None = None

    def __str__(self) -> str:
        return ", ".join(self.facts())

    def facts(self) -> list[str]:
        """Return the pot, the bet and the hand."""
        hand = [] if self.beats is None else [f"a hand that beats {self.beats} card{'s' * (self.beats != 1)}"]
        return [f"{self.pot} in the pot", f"bet number {self.turn + 1}", *hand]


@dataclass(frozen=True)
class RedDogPot(StagedGame):
    """Bet against the pot that your hand beats the next card in its suit; two players, who share the pot at
    the end.
    """

    name: ClassVar[str] = "red-dog-pot"
    genre: ClassVar[str] = "cards"
    summary: ClassVar[str] = "two-player Red Dog with a pot that you win from or pay into"
    paper: ClassVar[str] = "Bellman and Blackwell 1950"
    paper_section: ClassVar[str] = "section 2"
    tagline: ClassVar[str] = "Half of the pot is yours. How much of it do you risk?"
    move: ClassVar[str] = "bet"

    sliders: ClassVar[Sliders] = {"deals": (1, 2), "pot": (2, 8)}
    deals: int = option(1, "number of deals; each player bets once in each")
    pot: int = option(ANTES, "size of the pot at the start")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.deals < 1 or self.pot < ANTES:
            raise GameError(f"Red Dog needs at least 1 deal and a pot of at least {ANTES} (the antes)")
        if self.pot > MAX_MOVES:
            raise GameError(f"the maximum pot is {MAX_MOVES:,}; a larger one would allow too many bets")

    @property
    def title(self) -> str:
        """The game with its parameters, in a line."""
        return (
            f"Red Dog with its pot · two players · {self.deals} deal{'s' * (self.deals > 1)} · pot {self.pot}"
        )

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules for a player."""
        return (
            f"The pot holds {self.pot}. "
            f"{'There is 1 deal' if self.deals == 1 else f'There are {self.deals} deals'}; in each, "
            "both players, one after the other, get four cards from a full deck.",
            "With your four cards, fold, or bet any whole number from 1 to the pot that you hold a higher card "
            "in the suit of the next card.",
            "A winning bet is taken from the pot; a losing one is paid in. If the pot falls below 2, both "
            "ante 1 again.",
            "At the end, the pot is split, so a bet gains or loses half its size.",
        )

    def describe_position(self, position: PotState) -> list[str]:
        """Return the pot, the bet and the hand, a line each."""
        if position.turn == 2 * self.deals:
            return [f"{position.pot} in the pot, which is shared"]
        return position.facts()

    def tabletop(self, position: PotState, side: Side, last: Mapping[Side, Move]) -> Tabletop:
        """Return the pot, and the number of cards that the hand beats, out of all."""
        half = float(position.pot) / 2
        pot, facts = (
            Chips(half, half),
            (Pill("Bet", f"{min(position.turn + 1, 2 * self.deals)} of {2 * self.deals}"),),
        )
        if position.beats is None:
            return Tabletop(pot=pot, facts=facts)
        hand = Gauge(
            position.beats / self.deck.left, number=f"beats {position.beats} of {self.deck.left} cards"
        )
        mine = self.is_rows(position.turn) == (side == "row")
        return Tabletop(theirs=() if mine else (hand,), mine=(hand,) if mine else (), pot=pot, facts=facts)

    def describe_outcome(self, position: PotState, outcome: Outcome) -> list[str]:
        """Return whether the hand beat the card that was turned."""
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
        """A deck of 52 cards, four of them in a hand."""
        return RealDeck(4, 13, 4, aces_high=True)

    @cached_property
    def hands(self) -> tuple[tuple[int, Fraction], ...]:
        """Return the number of the 48 other cards that a hand beats, with its probability."""
        counts: dict[int, int] = {}
        for (_, beats), ways in self.deck.hand_counts().items():
            counts[beats] = counts.get(beats, 0) + ways
        total = sum(counts.values())
        return tuple((beats, Fraction(ways, total)) for beats, ways in sorted(counts.items()))

    @property
    def start(self) -> PotState:
        """The position after the antes."""
        return PotState(self.pot, 0)

    def is_rows(self, turn: int) -> bool:
        """Return whether the row player bets at this turn: 1, 2, 2, 1, 1, 2, …"""
        return turn % 4 in (0, 3)

    def moves(self, position: PotState) -> tuple[Sequence[int | str], Sequence[int | str]]:
        """Return fold, or any whole bet up to the pot."""
        if position.turn == 2 * self.deals:
            return (), ()
        if position.beats is None:
            return WAIT, WAIT
        bets = (FOLD, *range(1, position.pot + 1))
        return (bets, WAIT) if self.is_rows(position.turn) else (WAIT, bets)

    def play(self, position: PotState, row: int | str, col: int | str) -> list[Outcome]:
        """Deal a hand, or turn the next card."""
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
        """A lower bound on the number of positions: every turn is one, and every pot that the first bet
        leaves.
        """
        return 2 * self.deals + self.pot


def refilled(pot: int) -> int:
    """Return the pot after new antes, if it has fallen too low."""
    return pot if pot >= ANTES else pot + ANTES
