"""What can be asked about players of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Protocol

from zerosum.arena.matches import Match
from zerosum.errors import InputError
from zerosum.loading import load_function, looks_like_a_file
from zerosum.players import NAMED, Function, Mixture, Player, named
from zerosum.solution import Number

__all__ = ["Contest", "EquilibriumRange", "Mean", "player_called"]


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


def player_called(name: str, known: Mapping[str, Player] = MappingProxyType(NAMED)) -> Player:
    """The player that a person names: "lowest", a mixture "1/2*uniform+1/2*lowest", or "mine.py:choose".

    A function of one's own is given what its side may see, and answers with a move or with a mix.
    """
    if looks_like_a_file(name):
        return Function(name, load_function(name))
    if "*" in name:
        return Mixture(tuple(_weighted(part, known) for part in name.split("+")), name)
    return known[name] if name in known else named(name)


def _weighted(part: str, known: Mapping[str, Player]) -> tuple[Fraction, Player]:
    weight, _, name = part.partition("*")
    try:
        return Fraction(weight.strip()), player_called(name.strip(), known)
    except (ValueError, ZeroDivisionError):
        raise InputError(
            f"a mixture is typed as 1/2*uniform+1/2*lowest, and {part!r} has no weight"
        ) from None
