"""Contests against the house: only row chooses, and col is the house, which follows its rule.

So all questions about a pair of players are questions about the bettor alone:

- what it is *held to* is what it earns: the house's rule is the only answer that there is to any bettor;
- what the house *gives away* is what the best bettor earns, which is the value of the game;
- the *range* over optimal strategies is that one value: whatever is optimal against a fixed rule earns it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from zerosum.arena.players import Player, uniform
from zerosum.arena.public import Solve
from zerosum.arena.results import Match
from zerosum.contests.course import BEST, Contest, EquilibriumRange, player_called
from zerosum.contests.sampled import SampledContest
from zerosum.errors import InputError
from zerosum.loading import looks_like_a_file
from zerosum.numerics.rational import Number
from zerosum.progress import Progress
from zerosum.rounds import dealer_for

__all__ = ["HOUSE", "HouseContest"]

HOUSE = "house"
"""What the second player is called."""


@dataclass(frozen=True)
class HouseContest(Contest):
    """What can be asked about bettors in a game in which only they choose."""

    game: Any
    solution: Solve
    progress: Progress

    @property
    @abstractmethod
    def bettors(self) -> Mapping[str, Player]:
        """The bettors by name: the solution, and some that do without it."""

    def names(self) -> Sequence[str]:
        """The bettors."""
        return list(self.bettors)

    def rivals(self) -> Sequence[str]:
        """The only second player."""
        return [HOUSE]

    def exploited(self, name: str) -> tuple[Number | None, Number | None]:
        """What a bettor earns, and what the best bettor takes from the house; each sits on one side only."""
        return (
            (None, self.solution().value.middle) if name == HOUSE else (self.exactly(name, HOUSE).mean, None)
        )

    def range(self, rival: str) -> EquilibriumRange:
        """The value, whichever optimal strategy is played."""
        self.seat(rival)
        value = self.solution().value
        return EquilibriumRange(HOUSE, value.lower, value.upper)

    def seat(self, col: str) -> None:
        """Refuse any second player but the house."""
        if col != HOUSE:
            raise InputError(
                f"only row chooses in this game, and its rival is the house: type house, not {col!r}"
            )

    def bettor(self, name: str) -> Player:
        """The bettor of that name, a mixture, or a function of one's own."""
        if HOUSE in _parts(name):
            raise InputError("the house is no bettor: name it second, as in: equilibrium house")
        return player_called(name, self._known)

    def played_out(self, row: str, *, plays: int, seed: int) -> Match:
        """Round by round, for a bettor who may throw dice."""
        sampled = SampledContest(dealer_for(self.game, self.solution), self.progress, self._known)
        return replace(sampled.simulated(row, uniform.name, plays=plays, seed=seed), col=HOUSE)

    @property
    def _known(self) -> Mapping[str, Player]:
        """The bettors by all their names: against a fixed rule the equilibrium is the best response."""
        bettors = self.bettors
        return {**bettors, BEST: bettors["equilibrium"]}


def _parts(name: str) -> list[str]:
    """The players named in a mixture, or the one player."""
    if looks_like_a_file(name):
        return [name]
    return [part.partition("*")[2].strip() or part.strip() for part in name.split("+")]
