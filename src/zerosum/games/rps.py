"""Rock, paper, scissors, with any number of signs.

The signs lie on a ring, and each beats those before it, as far as halfway round; if the number of signs is even, a
sign ties with the one opposite. With five that is rock, Spock, paper, lizard, scissors. The game is the same for
both players and for every sign, so its value is 0, and playing all signs with equal probability is optimal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from zerosum.core.boards import Tabletop, signs_board
from zerosum.core.errors import GameError
from zerosum.core.game import Move, Sliders, option
from zerosum.core.sides import Side
from zerosum.models.staged.rules import Outcome, StagedGame

__all__ = ["RockPaperScissors"]

NAMES = {3: ("rock", "paper", "scissors"), 5: ("rock", "Spock", "paper", "lizard", "scissors")}

MAX_SIGNS = 1000


@dataclass(frozen=True)
class RockPaperScissors(StagedGame):
    """Both players simultaneously show a sign. Each sign beats those before it on a ring, up to halfway round. The
    winner gets 1.
    """

    name: ClassVar[str] = "rps"
    genre: ClassVar[str] = "guessing"
    summary: ClassVar[str] = "rock, paper, scissors, with any number of signs"
    paper: ClassVar[str] = "folklore"
    tagline: ClassVar[str] = "Everyone knows the optimal strategy. Can you stick to it for thirty rounds?"
    move: ClassVar[str] = "sign"
    sliders: ClassVar[Sliders] = {"signs": (2, 8)}
    signs: int = option(3, "number of signs")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 2 <= self.signs <= MAX_SIGNS:
            raise GameError(f"the number of signs must be from 2 to {MAX_SIGNS}, not {self.signs}")

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules with all numbers."""
        if self.signs == 3:
            beats = "Paper beats rock, scissors beat paper, and rock beats scissors."
        else:
            names = self.names
            most = (self.signs - 1) // 2
            beats = (
                f"The signs {', '.join(names)} form a ring, in which {names[0]} follows {names[-1]}. Each beats the "
                f"{most} before it" + (" and ties with the one opposite." if self.signs % 2 == 0 else ".")
                if most
                else "With two signs, neither player can win."
            )
        return (
            f"Both players show a sign at the same time. {beats}",
            "The winner gets 1 from the other; if both show the same sign, it is a tie.",
        )

    @property
    def title(self) -> str:
        """The title, for example: Rock, paper, scissors · 5 signs."""
        return f"Rock, paper, scissors · {self.signs} signs"

    @property
    def start(self) -> str:
        """The position before the signs are shown."""
        return "show"

    @property
    def names(self) -> tuple[str, ...]:
        """The signs round the ring."""
        return NAMES.get(self.signs, tuple(f"sign {k}" for k in range(1, self.signs + 1)))

    def moves(self, position: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return every sign, once."""
        return (self.names, self.names) if position == "show" else ((), ())

    def tabletop(self, position: str, side: Side, last: Mapping[Side, Move]) -> Tabletop:
        """Return the signs, one to be shown, and the payoffs."""
        return signs_board("sign", self.names, side, last, self.payoff_table(position, side, last))

    def play(self, position: str, row: str, col: str) -> list[Outcome]:
        """Return 1 for the sign that is ahead by less than half the ring."""
        ahead = (self.names.index(row) - self.names.index(col)) % self.signs
        tied = ahead in (0, self.signs / 2)
        return [(1, 0 if tied else 1 if ahead < self.signs / 2 else -1, "over")]
