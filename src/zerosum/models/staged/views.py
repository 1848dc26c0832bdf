"""A staged game as data for plots: both mixes at a position, or if chance moves there, the mixes after each outcome."""

from __future__ import annotations

from zerosum.core.data import Json
from zerosum.core.game import WAIT
from zerosum.display import views as shared
from zerosum.display.text import differences
from zerosum.display.views import ChanceView, chance_views, explain_chance
from zerosum.models.staged.answer import StagedSolution

MAX_BRANCHES = 80
"""Largest number of outcomes of chance that are drawn."""


def views(solution: StagedSolution) -> list[Json]:
    """Return both mixes at this position, or those after each outcome of chance."""
    branches = _branches(solution)
    return chance_views(solution.game.seats, branches) if branches else shared.views(solution)


def explain(solution: StagedSolution) -> str:
    """Explain why both players mix here; or, if chance moves and then only one side chooses, the outcomes at which
    each of its moves begins.
    """
    branches = _branches(solution)
    return explain_chance(solution.game.seats, branches) if branches else shared.explain(solution)


def _branches(solution: StagedSolution) -> list[ChanceView]:
    """Return the outcomes of chance and both strategies after each, if neither player chooses here."""
    game, position = solution.game, solution.position
    if game.moves(position) != (WAIT, WAIT):
        return []
    outcomes = [(p, after) for p, _, after in game.play(position, WAIT[0], WAIT[0]) if p]
    if not 1 < len(outcomes) <= MAX_BRANCHES:
        return []
    names = differences([tuple(game.describe_position(after)) for _, after in outcomes])
    found = []
    for name, (p, after) in zip(names, outcomes, strict=True):
        row, col = solution.strategies_at(after)
        found.append(ChanceView(name, p, {"row": row, "col": col}))
    return found
