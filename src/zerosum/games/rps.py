"""Rock, paper, scissors, with any number of signs.

The signs lie on a ring, and each beats those before it, as far as halfway round; the one opposite, which there is if
their number is even, ties. With five that is rock, Spock, paper, lizard, scissors. The game is the same for both and
for every sign, so its value is 0, and playing all signs with equal probability is optimal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from zerosum.core.errors import GameError
from zerosum.core.game import option
from zerosum.models.staged.rules import Outcome, StagedGame

__all__ = ["RockPaperScissors"]

NAMES = {3: ("rock", "paper", "scissors"), 5: ("rock", "Spock", "paper", "lizard", "scissors")}

MOST_SIGNS = 1000


@dataclass(frozen=True)
class RockPaperScissors(StagedGame):
    """Both show a sign at once. Each sign beats those before it on the ring, as far as halfway round; the winner is
    paid 1."""

    name: ClassVar[str] = "rps"
    genre: ClassVar[str] = "guessing"
    summary: ClassVar[str] = "rock, paper, scissors, with any number of signs"
    paper: ClassVar[str] = "folklore"
    invitation: ClassVar[str] = "Everybody knows the answer: try to keep to it for thirty rounds."
    move: ClassVar[str] = "sign"
    signs: int = option(3, "number of signs")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 2 <= self.signs <= MOST_SIGNS:
            raise GameError(f"the number of signs must be from 2 to {MOST_SIGNS}, not {self.signs}")

    @property
    def title(self) -> str:
        """For example: Rock, paper, scissors · 5 signs."""
        return f"Rock, paper, scissors · {self.signs} signs"

    @property
    def start(self) -> str:
        """Both are about to show."""
        return "show"

    @property
    def names(self) -> tuple[str, ...]:
        """The signs round the ring."""
        return NAMES.get(self.signs, tuple(f"sign {k}" for k in range(1, self.signs + 1)))

    def moves(self, position: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Every sign, once."""
        return (self.names, self.names) if position == "show" else ((), ())

    def as_data(self, position: str) -> dict[str, object]:
        """The signs, one to be shown."""
        rival = {"label": "the rival's sign", "cards": ["?"], "hidden": True}
        own = {"label": "your signs", "cards": list(self.names), "playable": True}
        return {"kind": "cards", "rows": [rival, own]}

    def play(self, position: str, row: str, col: str) -> list[Outcome]:
        """1 for the sign that is ahead by less than half the ring."""
        ahead = (self.names.index(row) - self.names.index(col)) % self.signs
        tied = ahead in (0, self.signs / 2)
        return [(1, 0 if tied else 1 if ahead < self.signs / 2 else -1, "over")]
