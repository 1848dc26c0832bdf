"""Dresher's inspection game: a few inspections in many stages, against one planned violation of a treaty.

With n stages and m inspections left the value to the inspector is

    v(n, m) = -C(n - 1, m) / (C(n, 0) + C(n, 1) + … + C(n, m)).

References: M. Dresher, A sampling inspection problem in arms control agreements, RAND RM-2972 (1962); R. Avenhaus,
B. von Stengel and S. Zamir, Inspection games, Handbook of Game Theory 3 (2002); B. von Stengel, Recursive inspection
games, Mathematics of Operations Research 41 (2016), pages 935-952, which solves the recursion by sums of binomial
coefficients.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from zerosum.core.boards import Days, Tabletop
from zerosum.core.errors import GameError
from zerosum.core.game import Move, Sliders, option
from zerosum.core.sides import Side
from zerosum.models.staged.rules import Outcome, StagedGame

__all__ = ["Inspection"]


class Left(NamedTuple):
    """The stages and inspections left; no stages once the game is over."""

    stages: int
    inspections: int

    def __str__(self) -> str:
        return f"{self.stages}, {self.inspections}"


@dataclass(frozen=True)
class Inspection(StagedGame):
    """At each stage the inspector, who has only a few inspections, inspects or passes, and the violator
    violates the treaty or keeps it; only one violation is possible. An inspected violation wins 1 for the
    inspector; an undetected one loses 1."""

    name: ClassVar[str] = "inspection"
    genre: ClassVar[str] = "guessing"
    summary: ClassVar[str] = "a few inspections against one violation"
    paper: ClassVar[str] = "Dresher 1962"
    seats: ClassVar[Mapping[Side, str]] = {"row": "inspector", "col": "violator"}
    tagline: ClassVar[str] = "You may inspect only a few times. When does the other side feel safe?"
    sliders: ClassVar[Sliders] = {"stages": (2, 8), "inspections": (0, 2)}
    stages: int = option(5, "stages")
    inspections: int = option(2, "maximum number of inspections")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.stages < 1 or not 0 <= self.inspections <= self.stages:
            raise GameError("there must be at least 1 stage, and from 0 to one inspection per stage")

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules with all numbers."""
        return (
            f"There are {self.stages} stages. At each one, the inspector inspects or passes, and at the same time the "
            f"violator violates a treaty or keeps it. The inspector can inspect {self.inspections} times in all.",
            "A violation that is inspected wins 1 for the inspector, and one that is not inspected costs "
            "the inspector 1; either ends the game. If the treaty is kept to the last stage, the payoff is 0. "
            "Both players see all past stages.",
        )

    @property
    def title(self) -> str:
        """The title, for example: Inspection · 5 stages · 2 inspections."""
        return f"Inspection · {self.stages} stages · {self.inspections} inspections"

    @property
    def start(self) -> Left:
        """The start, with all stages to come."""
        return Left(self.stages, self.inspections)

    def moves(self, position: Left) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return inspect, if inspections are left, or pass; violate or keep the treaty."""
        if position.stages == 0:
            return (), ()
        return ("inspect", "pass") if position.inspections else ("pass",), ("violate", "keep")

    def play(self, position: Left, row: str, col: str) -> list[Outcome]:
        """Return the payoff and the next position; a violation ends the game."""
        inspected = row == "inspect"
        if col == "violate":
            return [(1, 1 if inspected else -1, Left(0, 0))]
        return [(1, 0, Left(position.stages - 1, position.inspections - inspected))]

    def tabletop(self, position: Left, side: Side, last: Mapping[Side, Move]) -> Tabletop:
        """Return the stages, those that are over first, and the inspections left."""
        return Tabletop(middle=(Days(self.stages, position.stages, position.inspections),))

    def describe_position(self, position: Left) -> list[str]:
        """Return the stages and the inspections left."""
        stages, inspections = position
        if not stages:
            return ["the game is over"]
        left = f"{inspections} inspection{'s' * (inspections != 1)}"
        return [f"{stages} stage{'s' * (stages > 1)} and {left} left"]

    @property
    def least_positions(self) -> int:
        """The number of stages, each of which is at least one position."""
        return self.stages
