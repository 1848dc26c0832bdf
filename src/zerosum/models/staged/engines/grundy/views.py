"""A subtraction game as data for plots: the numbers of matches at which the player to move wins, and the winning
takes.
"""

from __future__ import annotations

from collections.abc import Sequence

from zerosum.core.data import Json
from zerosum.models.staged.engines.grundy.answer import SubtractionSolution
from zerosum.models.staged.engines.grundy.report import report

MAX_CELLS = 160
"""Largest number of matches that is drawn, for one heap."""
MAX_SIDE = 30
"""Largest heap that is drawn if there are several heaps."""
MAX_TAKES = 12
"""Largest number of takes that are sent for a cell."""


def views(solution: SubtractionSolution) -> list[Json]:
    """Return one heap as rows of numbers, or several as a map of the two largest with the others fixed."""
    heaps = (*solution.heaps, 0, 0)[: max(2, len(solution.heaps))]
    rest: tuple[int, ...] = ()
    if len(solution.game.sizes) == 1:
        start = sum(solution.game.sizes)
        rows = [[_cell(solution, (n,)) for n in range(min(start, MAX_CELLS) + 1)]]
        here = [0, min(sum(solution.heaps), MAX_CELLS)]
    else:
        across, down = (min(size, MAX_SIDE) for size in (*solution.game.tidy(solution.game.sizes), 0)[:2])
        rest = heaps[2:]
        rows = [[_cell(solution, (a, b, *rest)) for a in range(across + 1)] for b in range(down + 1)]
        here = [min(heaps[1], down), min(heaps[0], across)]
    period = solution.repetition.period if solution.repetition else 0
    return [{"kind": "heaps", "rows": rows, "here": here, "rest": list(rest), "period": period}]


def _cell(solution: SubtractionSolution, heaps: Sequence[int]) -> Json:
    """Return the winner at these heaps, the best takes (heap and number), and in normal play the Grundy value."""
    wins = not solution.cost(*heaps)
    takes = [[take.heap, take.taken] for take in solution.optimal(*heaps)][:MAX_TAKES]
    value = solution.grundy(*heaps)
    return {"wins": wins, "takes": takes, **({} if value is None else {"grundy": value})}


def explain(solution: SubtractionSolution) -> str:
    """Explain the losing positions."""
    return next(iter(report(solution).notes), "")
