"""What can be asked about players of a game, and how it is asked by name.

A contest of a model says what it can; what it does not say is refused in one sentence.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import TypeVar

from zerosum.arena.players import NAMED, Function, Mixture, Player, named
from zerosum.arena.results import EquilibriumRange, Match
from zerosum.errors import InputError
from zerosum.loading import load_function, looks_like_a_file
from zerosum.numerics.rational import Number
from zerosum.sides import Side

__all__ = ["BEST", "Contest", "EquilibriumRange", "player_called", "seated"]

Seat = TypeVar("Seat")

BEST = "best-response"
"""What the player is called who knows the rival's strategy."""


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
        raise InputError("matches of this game are sampled, not computed: they take no --exact and no --all")

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


def seated(
    row: str, col: str, called: Callable[[str, Side], Seat], best: Callable[[Side, Seat], Seat]
) -> tuple[Seat, Seat]:
    """Both players, as a contest has them: each `called` by name, a best response once its rival is seated."""
    if row == BEST:
        rival = called(col, "col")
        return best("row", rival), rival
    player = called(row, "row")
    return player, best("col", player) if col == BEST else called(col, "col")


def player_called(name: str, known: Mapping[str, Player] = MappingProxyType(NAMED)) -> Player:
    """The player that a person names: "lowest", a mixture "1/2*uniform+1/2*lowest", or "mine.py:choose".

    A function of one's own is given what its side may see, and answers with a move or with a mix.
    """
    if "*" in name:
        return Mixture(tuple(_weighted(part, known) for part in name.split("+")), name)
    if looks_like_a_file(name):
        return Function(name, load_function(name))
    if name == BEST and BEST not in known:
        raise InputError("a best response needs one fixed rival: zerosum match GAME best-response uniform")
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
