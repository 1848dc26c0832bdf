"""What can be asked about players of a game, and how it is asked by name.

A contest of a model says what it can; what it does not say is refused in one sentence. Its own players are
simulated many plays at once, as arrays, and `in_batches` counts the results.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.arena.matches import Match
from zerosum.contests.tally import Tally
from zerosum.errors import InputError
from zerosum.loading import load_function, looks_like_a_file
from zerosum.numbers import Number
from zerosum.players import NAMED, Function, Mixture, Player, named
from zerosum.progress import Progress

__all__ = ["Contest", "Deal", "Enclosed", "EquilibriumRange", "Mean", "in_batches", "player_called"]

BATCH = 1 << 17
"""How many plays are dealt at once."""

Deal = Callable[[int, np.random.Generator], NDArray[np.float64]]
"""Deals and plays so many rounds, and tells what each paid to row."""


@dataclass(frozen=True)
class Enclosed(Match):
    """A match that was computed up to a known error."""

    bound: float = field(default=0.0, kw_only=True)
    """By how much the mean can be wrong."""

    def line(self) -> dict[str, Any]:
        """A line of a table."""
        return {**super().line(), **({"± bound": self.bound} if self.bound else {})}


@dataclass(frozen=True)
class Mean(Enclosed):
    """A match of which only the mean is known, not the distribution of results."""

    error: float = field(default=0.0, kw_only=True)
    """The standard error of the mean, where it was sampled."""

    @property
    def standard_error(self) -> float:
        """Of the mean."""
        return self.error

    def line(self) -> dict[str, Any]:
        """A line of a table."""
        unknown = ("win", "draw", "loss")
        return {key: cell for key, cell in super().line().items() if key not in unknown}


@dataclass(frozen=True)
class EquilibriumRange:
    """What the equilibrium can earn against a player, from its worst strategy to its best."""

    rival: str
    worst: Number
    best: Number

    def line(self) -> dict[str, Any]:
        """A line of a table."""
        return {"row": "equilibrium", "col": self.rival, "worst": self.worst, "best": self.best}


class Contest(ABC):
    """What can be asked about players of one game; players go by name."""

    @abstractmethod
    def names(self) -> Sequence[str]:
        """The players that make sense in this game."""

    def rivals(self) -> Sequence[str]:
        """The players that can sit on the other side, as col."""
        return self.names()

    def exactly(self, row: str, col: str) -> Match:
        """The distribution of results, without sampling."""
        raise InputError("matches of this game are sampled, not computed: leave out --exact and --all")

    @abstractmethod
    def simulated(self, row: str, col: str, *, plays: int, seed: int) -> Match:
        """The results of so many plays."""

    def exploited(self, name: str) -> tuple[Number | None, Number | None]:
        """What a best response leaves to a player as row, and what it takes from it as col; both paid to row.

        None for a side on which the player cannot sit.
        """
        raise InputError("best responses to players of this game are not computed: leave out --exploit")

    def range(self, rival: str) -> EquilibriumRange:
        """What equilibrium strategies for row earn against a player."""
        raise InputError(
            "the range over equilibrium strategies of this game is not computed: leave out --range"
        )


def in_batches(row: str, col: str, deal: Deal, *, plays: int, seed: int, progress: Progress) -> Match:
    """The results of so many plays, dealt a batch at a time with seeded random numbers."""
    random, tally = np.random.default_rng(seed), Tally()
    for done in range(0, plays, BATCH):
        progress(done, plays, "plays")
        tally.add(deal(min(BATCH, plays - done), random))
    progress(plays, plays, "plays")
    return tally.match(row, col)


def player_called(name: str, known: Mapping[str, Player] = MappingProxyType(NAMED)) -> Player:
    """The player that a person names: "lowest", a mixture "1/2*uniform+1/2*lowest", or "mine.py:choose".

    A function of one's own is given what its side may see, and answers with a move or with a mix.
    """
    if "*" in name:
        return Mixture(tuple(_weighted(part, known) for part in name.split("+")), name)
    if looks_like_a_file(name):
        return Function(name, load_function(name))
    return named(name, known)


def _weighted(part: str, known: Mapping[str, Player]) -> tuple[Fraction, Player]:
    typed, _, name = part.partition("*")
    try:
        weight = Fraction(typed.strip())
    except (ValueError, ZeroDivisionError):
        raise InputError(
            f"a mixture is typed as 1/2*uniform+1/2*lowest, and {part!r} has no weight"
        ) from None
    if weight <= 0:
        raise InputError(f"the weights of a mixture are positive, and {typed.strip()} is not")
    return weight, player_called(name.strip(), known)
