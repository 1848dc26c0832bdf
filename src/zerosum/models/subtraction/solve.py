"""Subtraction games: who wins, and by which takes, all of them.

`heaps` knows at which heaps the player to move loses. A take is optimal if it leaves the opponent such heaps;
where no take does, every take is as good as any other. In the words of Bricker's stack, f(x) is the least cost to
the player to move with x matches left, 0 or 1 dollar, and d(x) the takes that attain it. The value is what
that player wins: the loser pays 1, so it is 1 - 2 f.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import prod
from typing import Annotated

from zerosum.core.answer import Strategy
from zerosum.core.errors import InputError, TooLargeError
from zerosum.core.game import WAIT, Move
from zerosum.core.numbers import Number
from zerosum.core.progress import Progress, silent
from zerosum.core.solution import Value
from zerosum.models.staged.answer import PositionSolution
from zerosum.models.subtraction.heaps import GrundySum, OneHeap, Oracle, grundy_sequence, oracle_for
from zerosum.models.subtraction.rules import Heaps, Repetition, SubtractionGame, Take

__all__ = ["SubtractionSolution", "solve"]

LARGEST_FREE_HEAP = 10_000
"""Where any number may be taken, each heap has as many takes as matches, and all of them are listed."""


def solve(game: SubtractionGame, *, progress: Progress = silent) -> SubtractionSolution:
    """The winner and all optimal takes, at every position of a subtraction game."""
    began = time.perf_counter()
    if game.allowed is None and max(game.sizes) > LARGEST_FREE_HEAP:
        raise TooLargeError(
            f"with any number to take a heap may have {LARGEST_FREE_HEAP:,} matches at most; "
            "take smaller heaps, or fix the takes, such as 1,2,3"
        )
    oracle = oracle_for(game)
    heaps = game.tidy(game.sizes)
    positions = prod(heap + 1 for heap in heaps)
    progress(positions, positions, "positions")
    return _solution_at(game, oracle, heaps, seconds=time.perf_counter() - began)


@dataclass(frozen=True, kw_only=True)
class SubtractionSolution(PositionSolution):
    """The answer at some heaps, for the player to move, who is called row."""

    game: SubtractionGame = field(repr=False)
    """The game itself."""
    oracle: Oracle = field(repr=False, compare=False)
    """Knows who loses at all other heaps."""
    grundy_sum: GrundySum | None = field(repr=False, compare=False)
    """The Grundy values, in normal play."""
    heaps: Heaps
    """The heaps that this answer is about, largest first."""

    @property
    def repetition(self) -> Repetition | None:
        """How the costs of one heap repeat; None where there are several heaps."""
        if not isinstance(self.oracle, OneHeap):
            return None
        costs = self.oracle.costs
        return Repetition(costs.begin, costs.period, costs.until is None)

    def data(self) -> dict[str, object]:
        """The cost f, all optimal takes, and in normal play the Grundy value."""
        takes = [{"taken": take.taken, "heap": take.heap} for take in self.optimal(*self.heaps)]
        grundy = self.grundy(*self.heaps)
        more = {} if grundy is None else {"grundy": grundy}
        return {"cost": self.cost(*self.heaps), "optimal": takes, **more}

    def cost(self, *heaps: int) -> int:
        """f: what the player to move pays at these heaps under best play, 1 or 0."""
        return int(self.oracle.loses(self.game.tidy(heaps)))

    def optimal(self, *heaps: int) -> tuple[Take, ...]:
        """d: all optimal takes of the player to move; all takes where every one loses."""
        tidy = self.game.tidy(heaps)
        takes = tuple(self.game.all_takes(tidy))
        winning = tuple(take for take in takes if self.oracle.loses(self.game.after(tidy, take)))
        return winning or takes

    def strategies_at(self, position: tuple[Heaps, str]) -> tuple[Strategy, Strategy]:
        """Both strategies at a position of the staged game: any optimal take, the other side waits."""
        heaps, turn = position
        takes = self.optimal(*heaps)
        mover: dict[Move, Number] = {take: Fraction(1, len(takes)) for take in takes}
        waiter: dict[Move, Number] = dict.fromkeys(WAIT, Fraction(1)) if takes else {}
        return (mover, waiter) if turn == "row" else (waiter, mover)

    def value_at(self, position: tuple[Heaps, str]) -> Value:
        """The value to row at a position of the staged game."""
        heaps, turn = position
        won = 1 - 2 * self.cost(*heaps)
        return Value.exactly(won if turn == "row" else -won)

    def grundy(self, *heaps: int) -> int | None:
        """The Grundy value of these heaps in normal play; misère play has none."""
        return None if self.grundy_sum is None else self.grundy_sum.total(self.game.tidy(heaps))

    def at(
        self,
        *,
        matches_left: Annotated[int | None, "matches left in the one heap"] = None,
        heaps_left: Annotated[tuple[int, ...] | None, "heaps left, such as 3,2"] = None,
    ) -> SubtractionSolution:
        """The answer for the player to move when so many are left."""
        if matches_left is None and heaps_left is None:
            return self
        if matches_left is not None and heaps_left is not None:
            raise InputError("say either how many matches are left or which heaps, not both")
        wanted = (matches_left,) if matches_left is not None else tuple(heaps_left or ())
        heaps = self._reachable(wanted)
        told = {"matches_left": matches_left} if matches_left is not None else {"heaps_left": heaps}
        there = _solution_at(self.game, self.oracle, heaps, seconds=self.seconds)
        return replace(there, where=told)

    def _reachable(self, wanted: Heaps) -> Heaps:
        """The heaps wanted, if none is larger than the game allows."""
        most = self.game.tidy(self.game.sizes)
        heaps = self.game.tidy(wanted)
        fits = len(heaps) <= len(most) and all(a <= b for a, b in zip(heaps, most, strict=False))
        if min(wanted, default=0) < 0 or not fits:
            limits = ", ".join(map(str, most))
            raise InputError(f"{', '.join(map(str, wanted))} cannot be left; the game begins with {limits}")
        return heaps


def _solution_at(
    game: SubtractionGame, oracle: Oracle, heaps: Heaps, *, seconds: float
) -> SubtractionSolution:
    """The answer at these heaps; where there is one heap, a take is how many."""
    solution = SubtractionSolution(
        value=Value.exactly(-1 if oracle.loses(heaps) else 1),
        method=oracle.method,
        positions=prod(heap + 1 for heap in game.sizes),
        seconds=seconds,
        game=game,
        oracle=oracle,
        grundy_sum=GrundySum(grundy_sequence(game, max(game.sizes))) if game.last_wins else None,
        heaps=heaps,
    )
    takes, one = solution.optimal(*heaps), isinstance(oracle, OneHeap)
    return replace(solution, row={take.taken if one else take: Fraction(1, len(takes)) for take in takes})
