"""Morra: show some fingers and call a number simultaneously.

References: G. B. Dantzig, Linear Programming and Extensions (1963), and J. D. Williams, The Compleat Strategyst (1954),
who has the strategy of three fingers: show 1 and call 3 five times in twelve, 2 and 2 four times, 3 and 1 three times.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import ClassVar, NamedTuple

from zerosum.core.boards import Pill, Sign, Tabletop
from zerosum.core.errors import GameError
from zerosum.core.game import Move, Sliders, option
from zerosum.core.sides import Side, other
from zerosum.models.staged.rules import Outcome, StagedGame

__all__ = ["Morra"]

MAX_FINGERS = 10


class Call(NamedTuple):
    """The number of fingers shown, and a guess at the number that the other player shows."""

    shows: int
    calls: int

    def __str__(self) -> str:
        return f"show {self.shows} call {self.calls}"


@dataclass(frozen=True)
class Morra(StagedGame):
    """Both players simultaneously show some fingers and guess the number that the other shows. If only one guess is
    right, that player wins the total number of fingers shown.
    """

    name: ClassVar[str] = "morra"
    genre: ClassVar[str] = "guessing"
    summary: ClassVar[str] = "show fingers and guess how many the opponent shows"
    paper: ClassVar[str] = "Dantzig 1963"
    tagline: ClassVar[str] = (
        "The Romans played it: show some fingers and guess your opponent's. How many do you show?"
    )
    move: ClassVar[str] = "call"
    sliders: ClassVar[Sliders] = {"fingers": (2, 6)}
    fingers: int = option(3, "maximum number of fingers to show")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 2 <= self.fingers <= MAX_FINGERS:
            raise GameError(f"the number of fingers must be from 2 to {MAX_FINGERS}, not {self.fingers}")

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules with all numbers."""
        return (
            f"Both players show 1 to {self.fingers} fingers at the same time, and each calls a guess at "
            f"the number that the other shows.",
            "If only one guess is right, that player wins the total number of fingers shown. Otherwise "
            "the payoff is 0.",
        )

    @property
    def title(self) -> str:
        """The title, for example: Morra · 3 fingers."""
        return f"Morra · {self.fingers} fingers"

    @property
    def start(self) -> str:
        """The position before the fingers are shown."""
        return "show"

    def moves(self, position: str) -> tuple[tuple[Call, ...], tuple[Call, ...]]:
        """Return all pairs of fingers and call, once."""
        if position != "show":
            return (), ()
        numbers = range(1, self.fingers + 1)
        calls = tuple(Call(*pair) for pair in product(numbers, numbers))
        return calls, calls

    def tabletop(self, position: str, side: Side, last: Mapping[Side, Move]) -> Tabletop:
        """Return a hand each, covered at first; at the end the fingers and the call of both."""
        if not last:
            return Tabletop(theirs=(Sign("fingers"),), mine=(Sign("fingers"),))
        hands = [last[one] for one in (side, other(side))]
        mine, theirs = ((Sign("fingers", str(hand.shows)), Pill("Called", str(hand.calls))) for hand in hands)
        return Tabletop(
            theirs=theirs, mine=mine, facts=(Pill("In all", str(sum(hand.shows for hand in hands))),)
        )

    def play(self, position: str, row: Call, col: Call) -> list[Outcome]:
        """Return the sum of fingers, paid to the only player who guessed right."""
        right = (row.calls == col.shows) - (col.calls == row.shows)
        return [(1, right * (row.shows + col.shows), "over")]
