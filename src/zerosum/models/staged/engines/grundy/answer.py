"""The solution of a subtraction game: the winner at any heaps, and all optimal takes.

In the notation of Bricker's stack, f(x) is the least cost to the player to move with x matches left, 0 or 1 dollar,
and d(x) is the set of takes that attain it. A take is optimal if it leaves the opponent heaps at which the player to
move loses; if there is no such take, all takes are equally good. The value is the payoff of the player to move: the
loser pays 1, so it is 1 - 2 f.

The loser is found by one of three methods, called oracles: the periodic sequence f for one heap, Grundy values for
several heaps in normal play, and a table of all positions for several heaps in misère play. `solve.py` computes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from operator import xor
from typing import Annotated, NamedTuple, Protocol

import numpy as np

from zerosum.core.arrays import Bools, Ints
from zerosum.core.errors import InputError
from zerosum.core.game import WAIT, Move, Strategy
from zerosum.core.numbers import Number
from zerosum.core.questions import SolvedDecision
from zerosum.core.value import Value
from zerosum.models.staged.answer import PositionSolution
from zerosum.models.staged.engines.grundy.rules import Heaps, SubtractionGame, Take


@dataclass(frozen=True)
class PeriodicSequence:
    """A sequence of integers that is periodic from some term onwards."""

    head: Ints
    """The first terms, computed one by one."""
    begin: int
    """The index where repetition begins; meaningless if the period is 0."""
    period: int
    """The least period; 0 if the first terms show no period."""
    until: int | None = None
    """The index of the last correct term if large takes were left out; None if all terms are correct."""

    def __getitem__(self, x: int) -> int:
        if x >= len(self.head):
            x = self.begin + (x - self.begin) % self.period
        return int(self.head[x])

    def first(self, count: int) -> Ints:
        x = np.arange(count)
        if count > len(self.head):
            x = np.where(x < self.begin, x, self.begin + (x - self.begin) % self.period)
        return self.head[x]


class Oracle(Protocol):
    """A method that decides at which heaps the player to move loses under optimal play."""

    @property
    def method(self) -> str:
        """Return the method of computation as text."""

    def loses(self, heaps: Heaps) -> bool:
        """Return whether the player to move at these heaps loses under optimal play."""


@dataclass(frozen=True)
class OneHeap:
    """A single heap, solved by its periodic costs."""

    costs: PeriodicSequence
    method: str = "recursion on f(x), with its period"

    def loses(self, heaps: Heaps) -> bool:
        return self.costs[sum(heaps)] == 1


@dataclass(frozen=True)
class GrundySum:
    """Several heaps in normal play, solved by Grundy values."""

    grundy: PeriodicSequence | range
    """The Grundy value by heap size; the size itself if any number may be taken."""
    method: str = "Grundy values"

    def total(self, heaps: Heaps) -> int:
        """Return the Grundy value of all heaps together: the XOR of their values."""
        return reduce(xor, (self.grundy[heap] for heap in heaps), 0)

    def loses(self, heaps: Heaps) -> bool:
        return self.total(heaps) == 0


@dataclass(frozen=True)
class MisereTable:
    """Several heaps in misère play, solved by a table of all positions."""

    shape: Heaps
    losing: Bools
    """Whether the player to move loses, by the heaps in decreasing order."""
    method: str = "search of all positions"

    def loses(self, heaps: Heaps) -> bool:
        padded = sorted(heaps, reverse=True) + [0] * (len(self.shape) - len(heaps))
        return bool(self.losing[tuple(padded)])


class Repetition(NamedTuple):
    """The repetition of f, the cost of one heap by its size."""

    begin: int
    period: int
    """The least period; 0 if none was found."""
    everywhere: bool
    """Whether the repetition is proved for all numbers, not only up to the matches of the game."""


@dataclass(frozen=True, kw_only=True)
class SubtractionSolution(PositionSolution):
    """The solution at some heaps, with the player to move as row."""

    game: SubtractionGame = field(repr=False)
    oracle: Oracle = field(repr=False, compare=False)
    """Decides who loses, at these heaps and at all others."""
    grundy_sum: GrundySum | None = field(repr=False, compare=False)
    """The Grundy values in normal play; None in misère play."""
    heaps: Heaps
    """The heaps of this solution, in decreasing order."""

    @property
    def repetition(self) -> Repetition | None:
        """The repetition of one heap's costs; None for several heaps."""
        if not isinstance(self.oracle, OneHeap):
            return None
        costs = self.oracle.costs
        return Repetition(costs.begin, costs.period, costs.until is None)

    def data(self) -> dict[str, object]:
        """Return the cost f, all optimal takes, and in normal play the Grundy value."""
        takes = [{"taken": take.taken, "heap": take.heap} for take in self.optimal(*self.heaps)]
        grundy = self.grundy(*self.heaps)
        more = {} if grundy is None else {"grundy": grundy}
        return {"cost": self.cost(*self.heaps), "optimal": takes, **more}

    def cost(self, *heaps: int) -> int:
        """Return f, the cost to the player to move at these heaps under optimal play, 1 or 0."""
        return int(self.oracle.loses(self.game.tidy(heaps)))

    def optimal(self, *heaps: int) -> tuple[Take, ...]:
        """Return d, all optimal takes of the player to move; all takes if every take loses."""
        tidy = self.game.tidy(heaps)
        takes = tuple(self.game.all_takes(tidy))
        winning = tuple(take for take in takes if self.oracle.loses(self.game.after(tidy, take)))
        return winning or takes

    def take_at(self, *heaps: int) -> Take | None:
        return next(iter(self.optimal(*heaps)), None)

    def grundy(self, *heaps: int) -> int | None:
        """Return the Grundy value of these heaps in normal play; None in misère play."""
        return None if self.grundy_sum is None else self.grundy_sum.total(self.game.tidy(heaps))

    def strategies_at(self, position: tuple[Heaps, str]) -> tuple[Strategy, Strategy]:
        """Return both strategies at a position: the player to move makes all optimal takes with equal probability,
        and the other side waits.
        """
        heaps, turn = position
        takes = self.optimal(*heaps)
        mover: dict[Move, Number] = {take: Fraction(1, len(takes)) for take in takes}
        waiter: dict[Move, Number] = dict.fromkeys(WAIT, Fraction(1)) if takes else {}
        return (mover, waiter) if turn == "row" else (waiter, mover)

    def value_at(self, position: tuple[Heaps, str]) -> Value:
        heaps, turn = position
        won = 1 - 2 * self.cost(*heaps)
        return Value.exactly(won if turn == "row" else -won)

    @property
    def decisions(self) -> Sequence[SolvedDecision]:
        """The takes of the player to move: each has the EV 1 if it wins, -1 if it loses."""
        one = isinstance(self.oracle, OneHeap)
        evs = {
            take.taken if one else take: 2 * self.cost(*self.game.after(self.heaps, take)) - 1
            for take in self.game.all_takes(self.heaps)
        }
        return [SolvedDecision.of("row", "", self.row, evs)] if evs else []

    def at(
        self,
        *,
        matches_left: Annotated[int | None, "matches left in the one heap"] = None,
        heaps_left: Annotated[tuple[int, ...] | None, "heaps left, such as 3,2"] = None,
    ) -> SubtractionSolution:
        """Return the solution at other heaps, for the player to move there."""
        if matches_left is None and heaps_left is None:
            return self
        if matches_left is not None and heaps_left is not None:
            raise InputError("give either the matches left or the heaps left, not both")
        wanted = (matches_left,) if matches_left is not None else tuple(heaps_left or ())
        most, heaps = self.game.tidy(self.game.sizes), self.game.tidy(wanted)
        fits = len(heaps) <= len(most) and all(a <= b for a, b in zip(heaps, most, strict=False))
        if min(wanted, default=0) < 0 or not fits:
            limits = ", ".join(map(str, most))
            raise InputError(f"{', '.join(map(str, wanted))} cannot occur; the game begins with {limits}")
        where = {"matches_left": matches_left} if matches_left is not None else {"heaps_left": heaps}
        return replace(self.at_heaps(heaps), position_keys=where)

    def at_heaps(self, heaps: Heaps) -> SubtractionSolution:
        """Return the solution at any heaps in decreasing order; with one heap, a take is only a number."""
        takes = self.optimal(*heaps)
        one = isinstance(self.oracle, OneHeap)
        return replace(
            self,
            heaps=heaps,
            value=Value.exactly(1 - 2 * self.cost(*heaps)),
            row={take.taken if one else take: Fraction(1, len(takes)) for take in takes},
        )
