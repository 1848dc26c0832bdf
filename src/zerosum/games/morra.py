"""Morra: show some fingers and call a number at the same moment.

References: G. B. Dantzig, Linear Programming and Extensions (1963), and J. D. Williams, The Compleat Strategyst (1954),
who has the strategy of three fingers: show 1 and call 3 five times in twelve, 2 and 2 four times, 3 and 1 three times.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import ClassVar, NamedTuple

from zerosum.core.errors import GameError
from zerosum.core.game import option
from zerosum.models.staged.rules import Outcome, StagedGame

__all__ = ["Morra"]

MOST_FINGERS = 10


class Call(NamedTuple):
    """The number of fingers shown, and a guess at the number that the other player shows."""

    shows: int
    calls: int

    def __str__(self) -> str:
        return f"show {self.shows} call {self.calls}"


@dataclass(frozen=True)
class Morra(StagedGame):
    """Both show some fingers and at once call how many the other shows. If only one is right, that one is paid the sum
    of all fingers shown."""

    name: ClassVar[str] = "morra"
    genre: ClassVar[str] = "guessing"
    summary: ClassVar[str] = "show fingers, and call what the other shows"
    paper: ClassVar[str] = "Dantzig 1963"
    invitation: ClassVar[str] = "Show some fingers and call your rival's, as the Romans did in the dark."
    move: ClassVar[str] = "call"
    fingers: int = option(3, "maximum number of fingers to show")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 2 <= self.fingers <= MOST_FINGERS:
            raise GameError(f"the number of fingers must be from 2 to {MOST_FINGERS}, not {self.fingers}")

    @property
    def title(self) -> str:
        """For example: Morra · 3 fingers."""
        return f"Morra · {self.fingers} fingers"

    @property
    def start(self) -> str:
        """Both are about to show."""
        return "show"

    def moves(self, position: str) -> tuple[tuple[Call, ...], tuple[Call, ...]]:
        """All that can be shown with all that can be called, once."""
        if position != "show":
            return (), ()
        numbers = range(1, self.fingers + 1)
        calls = tuple(Call(*pair) for pair in product(numbers, numbers))
        return calls, calls

    def as_data(self, position: str) -> dict[str, object]:
        """The fingers of a hand."""
        return {"kind": "fingers", "fingers": self.fingers}

    def play(self, position: str, row: Call, col: Call) -> list[Outcome]:
        """The sum of fingers for the one who alone is right."""
        right = (row.calls == col.shows) - (col.calls == row.shows)
        return [(1, right * (row.shows + col.shows), "over")]
