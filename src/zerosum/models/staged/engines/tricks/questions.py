"""Questions about trick games; all but EVs are answered by solving the game as a staged game, in fractions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from zerosum.core.errors import InputError
from zerosum.core.progress import Progress, silent
from zerosum.core.questions import DecisionRanges, Lock
from zerosum.models.hidden.form import read_alike
from zerosum.models.staged import questions
from zerosum.models.staged.engines.tricks.answer import TrickSolution, evs
from zerosum.models.staged.engines.tricks.rules import Chance, Hands, TrickGame
from zerosum.models.staged.lock import LockedStagedSolution, solve_locked
from zerosum.models.staged.solve import solve

__all__ = ["evs", "locked", "ranges"]


def ranges(solution: TrickSolution, *, progress: Progress = silent) -> Sequence[DecisionRanges]:
    """Return the range of each card's probability, over strategies that are optimal at every position."""
    if solution.position_keys:
        raise InputError("ranges of trick games apply to the whole game; remove the position")
    return questions.ranges(
        solve(solution.game.as_staged(), exact=True, progress=progress), progress=progress
    )


def locked(
    game: TrickGame, locks: Sequence[Lock], *, progress: Progress, **options: Any
) -> LockedStagedSolution:
    return solve_locked(
        game, game.as_staged(), [_written_out(game, lock) for lock in locks], progress=progress
    )


def _written_out(game: TrickGame, lock: Lock) -> Lock:
    """Return a lock of a first trick, which reports name by the outcome of chance, as a lock of the position."""
    branches = game.start.branches if isinstance(game.start, Chance) else ()
    first = [
        Hands(game.hand, game.hand, context)
        for _, context in branches
        if read_alike(f"{game.chance_label} {game.label(context)}", lock.information)
    ]
    return replace(lock, information=str(first[0])) if len(first) == 1 else lock
