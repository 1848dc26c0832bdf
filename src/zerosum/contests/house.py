"""Contests against the house: only row chooses, and col is the house, which follows its rule.

What a player earns is then all there is to know about it. Nobody answers it, so it is held to just what it earns;
and a strategy is optimal exactly when it earns the value.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from zerosum.contests.course import Contest, EquilibriumRange
from zerosum.errors import InputError
from zerosum.solution import Number, Value

__all__ = ["HOUSE", "HouseContest", "check_house"]

HOUSE = "house"
"""The name of the rival who has no choice."""


class HouseContest(Contest):
    """Matches of a game in which only row chooses."""

    @property
    @abstractmethod
    def value(self) -> Value:
        """What the best play earns."""

    def rivals(self) -> Sequence[str]:
        """The house alone."""
        return [HOUSE]

    def exploited(self, name: str) -> tuple[Number | None, Number | None]:
        """What the player earns; what the best play takes from the house."""
        return (None, self.value.middle) if name == HOUSE else (self.exactly(name, HOUSE).mean, None)

    def range(self, rival: str) -> EquilibriumRange:
        """The value, whichever optimal strategy is played."""
        check_house(rival)
        return EquilibriumRange(HOUSE, self.value.lower, self.value.upper)


def check_house(col: str) -> None:
    """Refuse any rival but the house."""
    if col != HOUSE:
        raise InputError(
            f"only row chooses in this game, and its rival is the house: type house, not {col!r}"
        )
