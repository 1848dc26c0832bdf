"""Contests: everything that can be asked about players of one game, whatever its model.

A model has a module here of its own name, with a function `contest(game, solution, progress)`. All other games are
played out, round by round.
"""

from __future__ import annotations

from functools import cache

from zerosum.arena.public import Solve
from zerosum.contests.course import Contest, EquilibriumRange
from zerosum.contests.sampled import SampledContest
from zerosum.models.game import Game
from zerosum.progress import Progress, silent
from zerosum.rounds import dealer_for
from zerosum.solving import room

__all__ = ["Contest", "EquilibriumRange", "SampledContest", "contest_for"]


def contest_for(game: Game, solution: Solve, *, progress: Progress = silent) -> Contest:
    """The contest of a game; its solution is found when it is first needed."""
    solution = cache(solution)
    own = room(type(game), "contests")
    if own is not None:
        contest: Contest = own.contest(game, solution, progress)
        return contest
    return SampledContest(dealer_for(game, solution), progress)
