"""Dresher's inspection game: a few inspections in many stages, against one who wants to violate a treaty once.

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

from zerosum.core.errors import GameError
from zerosum.core.game import option
from zerosum.core.sides import Side
from zerosum.models.staged.rules import Outcome, StagedGame

__all__ = ["Inspection"]


class Left(NamedTuple):
    """Stages and inspections that are left; no stages where the game is over."""

    stages: int
    inspections: int

    def __str__(self) -> str:
        return f"{self.stages}, {self.inspections}"


@dataclass(frozen=True)
class Inspection(StagedGame):
    """At every stage the inspector inspects or not, with a few inspections to spend, and the violator violates the
    treaty or keeps it, and may violate it once. A violation that is inspected pays the inspector 1, one that is not
    costs the inspector 1."""

    name: ClassVar[str] = "inspection"
    genre: ClassVar[str] = "guessing"
    summary: ClassVar[str] = "few inspections against one violation"
    paper: ClassVar[str] = "Dresher 1962"
    seats: ClassVar[Mapping[Side, str]] = {"row": "inspector", "col": "violator"}
    invitation: ClassVar[str] = "You may look only a few times: when does the other side feel safe?"
    stages: int = option(5, "stages")
    inspections: int = option(2, "number of them that can be inspected")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.stages < 1 or not 0 <= self.inspections <= self.stages:
            raise GameError("there must be at least 1 stage, and from 0 inspections to one per stage")

    @property
    def title(self) -> str:
        """For example: Inspection · 5 stages · 2 inspections."""
        return f"Inspection · {self.stages} stages · {self.inspections} inspections"

    @property
    def start(self) -> Left:
        """All stages are to come."""
        return Left(self.stages, self.inspections)

    def moves(self, position: Left) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Inspect as long as there are inspections; violate or keep the treaty."""
        if position.stages == 0:
            return (), ()
        return ("inspect", "pass") if position.inspections else ("pass",), ("violate", "keep")

    def play(self, position: Left, row: str, col: str) -> list[Outcome]:
        """A violation ends it."""
        inspected = row == "inspect"
        if col == "violate":
            return [(1, 1 if inspected else -1, Left(0, 0))]
        return [(1, 0, Left(position.stages - 1, position.inspections - inspected))]

    def as_data(self, position: Left) -> dict[str, object]:
        """The stages, those that are over first, and the inspections that are left."""
        stages, inspections = position
        return {"kind": "stages", "total": self.stages, "left": stages, "inspections": inspections}

    def told(self, position: Left) -> list[str]:
        """What is left of both."""
        stages, inspections = position
        if not stages:
            return ["it is over"]
        left = f"{inspections} inspection{'s' * (inspections != 1)}"
        return [f"{stages} stage{'s' * (stages > 1)} and {left} left"]

    @property
    def least_positions(self) -> int:
        """One for every stage."""
        return self.stages
