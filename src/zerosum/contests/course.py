"""What can be asked about players of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from zerosum.arena.matches import Match
from zerosum.solution import Number

__all__ = ["Contest", "EquilibriumRange", "Mean"]


@dataclass(frozen=True)
class Mean(Match):
    """A match of which only the mean is known, not the distribution of results."""

    error: float = field(default=0.0, kw_only=True)
    """The standard error of the mean, where it was sampled."""

    @property
    def standard_error(self) -> float:
        """Of the mean."""
        return self.error

    def line(self) -> dict[str, Any]:
        """A line of a table."""
        sampled = {"± standard error": self.error, "plays": self.plays} if self.plays else {}
        return {"row": self.row, "col": self.col, "mean": self.mean, **sampled}


@dataclass(frozen=True)
class EquilibriumRange:
    """What the equilibrium can earn against a player, from its worst strategy to its best."""

    rival: str
    worst: float
    best: float

    def line(self) -> dict[str, Any]:
        """A line of a table."""
        return {"row": "equilibrium", "col": self.rival, "worst": self.worst, "best": self.best}


class Contest(Protocol):
    """What can be asked about players of one game; players go by name."""

    def names(self) -> Sequence[str]:
        """The players that make sense in this game."""

    def exactly(self, row: str, col: str) -> Match:
        """The distribution of results, without sampling."""

    def simulated(self, row: str, col: str, *, plays: int, seed: int) -> Match:
        """The results of so many plays."""

    def exploited(self, name: str) -> tuple[Number, Number]:
        """What a best response leaves to a player as row, and what it takes from it as col; both paid to row."""

    def range(self, rival: str) -> EquilibriumRange:
        """What equilibrium strategies for row earn against a player."""
