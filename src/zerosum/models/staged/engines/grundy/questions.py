"""Questions about subtraction games, answered by solving the game as a staged game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zerosum.core.errors import InputError
from zerosum.core.progress import Progress, silent
from zerosum.core.questions import DecisionRanges, Lock, SolvedDecision
from zerosum.models.staged import questions
from zerosum.models.staged.answer import StagedSolution
from zerosum.models.staged.engines.grundy.answer import SubtractionSolution
from zerosum.models.staged.engines.grundy.rules import SubtractionGame
from zerosum.models.staged.lock import LockedStagedSolution, solve_locked
from zerosum.models.staged.solve import solve


def evs(solution: SubtractionSolution) -> Sequence[SolvedDecision]:
    """Return the EV of each move at every position."""
    return questions.evs(_staged(solution))


def ranges(solution: SubtractionSolution, *, progress: Progress = silent) -> Sequence[DecisionRanges]:
    return questions.ranges(_staged(solution), progress=progress)


def locked(
    game: SubtractionGame, locks: Sequence[Lock], *, progress: Progress, **options: Any
) -> LockedStagedSolution:
    return solve_locked(game, game, locks, progress=progress)


def _staged(solution: SubtractionSolution) -> StagedSolution:
    """Return the game solved as a staged game."""
    if solution.position_keys:
        raise InputError("this question is about the whole game; remove the position")
    return solve(solution.game, exact=True)
