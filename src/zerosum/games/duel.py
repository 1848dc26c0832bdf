"""Duels: two who walk towards each other, with one bullet each, and must choose when to fire.

Time goes from 0 to 1 in steps, and a shot at time t hits with the chance t to a player's power. A player who is hit and
has not hit loses 1. In the noisy duel shots are heard: a player who has heard the other miss walks on and cannot miss.
In the silent duel nobody knows whether the other has fired.

As the steps grow fine the noisy duel's best time is where both chances add up to 1, and its value there is the
difference of the two chances; in the silent duel of equals nobody fires before the time 1/3, and then with
the density 1/(4 t³).

Both are derived in `tests/games`: the first from what firing then secures, the second by integrating what the density
earns against every time.

References: R. Restrepo, Tactical problems involving several actions (1957); D. Blackwell and M. A. Girshick, Theory
of Games and Statistical Decisions (1954); S. Karlin, Mathematical Methods and Theory in Games (1959); M. Dresher,
Games of Strategy (1961).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from zerosum.core.errors import GameError
from zerosum.core.game import option
from zerosum.models.staged.rules import Outcome, StagedGame

__all__ = ["NoisyDuel", "SilentDuel"]

MOST_STEPS = 1000
ENDS = ("a hit for row", "a hit for col", "both stand, or both fell")
"""How a duel ends."""
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
NOISY_ENDS = (0, -1, -2)
"""The same ends as positions of the noisy duel, whose other positions are its steps."""


def _shots(row: Fraction, col: Fraction, ends: Sequence[str | int]) -> list[Outcome]:
    """The ends of a duel in which only row hits with one chance and only col with another: the shots are rolled."""
    chances = (row, col, 1 - row - col)
    return [(p, pays, end) for p, pays, end in zip(chances, (1, -1, 0), ends, strict=True) if p]


@dataclass(frozen=True)
class Duel(StagedGame):
    """What both duels share: the steps, and how the chance of a hit grows."""

    steps: int = option(12, "steps from where nobody hits to where everybody does")
    power: int = option(1, "row hits with the chance t to this power at time t")
    other: int = option(1, "col hits with the chance t to this power")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 2 <= self.steps <= MOST_STEPS:
            raise GameError(f"a duel has from 2 to {MOST_STEPS} steps, not {self.steps}")
        if not 1 <= min(self.power, self.other) <= max(self.power, self.other) <= MOST_STEPS:
            raise GameError(f"the power of a chance is a number from 1 to {MOST_STEPS}")

    def hits(self, step: int) -> tuple[Fraction, Fraction]:
        """The chances that row's shot and col's shot hit."""
        t = Fraction(step, self.steps)
        return t**self.power, t**self.other

    def field(self, step: int) -> dict[str, object]:
        """The field at a step, as data: how far the two have walked, and how well each would hit."""
        row, col = map(float, self.hits(step))
        return {"kind": "duel", "steps": self.steps, "step": step, "hits": {"row": row, "col": col}}

    @property
    def steady(self) -> str:
        """The steps and the powers, as a title has them."""
        row, col = (f"t{str(power).translate(RAISED) * (power > 1)}" for power in (self.power, self.other))
        return f"{self.steps} steps · chances {row} and {col}"


@dataclass(frozen=True)
class SilentDuel(Duel):
    """Both choose the step at which to fire their one bullet, and nobody hears a shot. Chances to hit grow with
    the steps. If only one player is hit, that player pays 1."""

    name: ClassVar[str] = "silent-duel"
    genre: ClassVar[str] = "guessing"
    summary: ClassVar[str] = "one bullet each, and nobody hears a shot"
    paper: ClassVar[str] = "Karlin 1959"
    invitation: ClassVar[str] = (
        "Fire early and miss, or late and be dead; and you will not hear your rival's shot."
    )
    move: ClassVar[str] = "step"
    players: ClassVar[tuple[str, ...]] = ("uniform", "highest", "lowest")

    @property
    def title(self) -> str:
        """For example: Silent duel · 12 steps · chances t and t²."""
        return f"Silent duel · {self.steady}"

    @property
    def start(self) -> str:
        """Both are about to walk."""
        return "walk"

    def moves(self, position: str) -> tuple[range, range]:
        """The steps, once."""
        steps = range(1, self.steps + 1) if position == "walk" else range(0)
        return steps, steps

    def as_data(self, position: str) -> dict[str, object]:
        """The walk towards each other, before it begins; nothing at the end."""
        return self.field(1) if position == "walk" else {}

    def play(self, position: str, row: int, col: int) -> list[Outcome]:
        """Who fires later must first survive."""
        p, q = self.hits(row)[0], self.hits(col)[1]
        if row == col:
            return _shots(p * (1 - q), q * (1 - p), ENDS)
        return _shots(p, (1 - p) * q, ENDS) if row < col else _shots((1 - q) * p, q, ENDS)

    def told(self, position: str) -> list[str]:
        """Whether both still walk, or how it ended."""
        return ["you walk towards each other, and each fires once"] if position == "walk" else [position]


@dataclass(frozen=True)
class NoisyDuel(Duel):
    """At every step both fire their one bullet or wait, and shots are heard. Chances to hit grow with the steps; a
    player who has heard the other miss hits for certain in the end. If only one player is hit, that player pays 1."""

    name: ClassVar[str] = "noisy-duel"
    genre: ClassVar[str] = "guessing"
    summary: ClassVar[str] = "one bullet each, and shots are heard"
    paper: ClassVar[str] = "Dresher 1961"
    invitation: ClassVar[str] = "One bullet each, step by step closer: when?"

    @property
    def title(self) -> str:
        """For example: Noisy duel · 12 steps · chances t and t²."""
        return f"Noisy duel · {self.steady}"

    @property
    def start(self) -> int:
        """The first step; where the duel is over the position is 0 or below."""
        return 1

    def moves(self, position: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Fire or wait; at the last step everybody fires."""
        if position <= 0:
            return (), ()
        moves = ("fire",) if position == self.steps else ("fire", "wait")
        return moves, moves

    def play(self, position: int, row: str, col: str) -> list[Outcome]:
        """A shot that misses leaves the other certain to hit."""
        p, q = self.hits(position)
        match row, col:
            case "wait", "wait":
                return [(1, 0, position + 1)]
            case "fire", "fire":
                return _shots(p * (1 - q), q * (1 - p), NOISY_ENDS)
        return _shots(p, 1 - p, NOISY_ENDS) if row == "fire" else _shots(1 - q, q, NOISY_ENDS)

    def as_data(self, position: int) -> dict[str, object]:
        """How far apart the two stand, and how well each would hit; nothing at the end."""
        return self.field(position) if position > 0 else {}

    def told(self, position: int) -> list[str]:
        """The step, and the chances of a shot."""
        if position <= 0:
            return [ENDS[NOISY_ENDS.index(position)]]
        row, col = self.hits(position)
        chances = f"the chance of a hit is {row} for row and {col} for col"
        return [f"step {position} of {self.steps}", chances]
