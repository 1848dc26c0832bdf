"""Backward induction on a small trick game, solved as a staged game."""

from zerosum.display.document import Worked
from zerosum.models.staged import steps
from zerosum.models.staged.engines.tricks.answer import TrickSolution
from zerosum.models.staged.solve import solve


def worked_steps(solution: TrickSolution) -> Worked:
    return steps.worked_steps(solve(solution.game.as_staged(), exact=True), solution.game.title)
