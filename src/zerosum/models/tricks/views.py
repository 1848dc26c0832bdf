"""A trick game as data to draw: both mixes, or where a prize is turned up first, those for each prize."""

from __future__ import annotations

from zerosum.core.data import Json
from zerosum.display.views import ChanceView, chance_views, mix_views, why_mix
from zerosum.models.tricks.answer import TrickSolution
from zerosum.models.tricks.rules import Chance


def views(solution: TrickSolution) -> list[Json]:
    """Both mixes here, or those after each outcome of chance."""
    if not isinstance(solution.context, Chance):
        return mix_views(solution)
    found = []
    for p, context in solution.context.branches:
        answer = solution.answer_at(*solution.hands, context)
        name = f"{solution.game.nature} {solution.game.label(context)}"
        found.append(ChanceView(name, p, {"row": answer.row, "col": answer.col}))
    return chance_views(solution.game.seats, found)


def why(solution: TrickSolution) -> str:
    """Every card that is played earns the same; where chance moves first, at the first outcome with a mix."""
    if not isinstance(solution.context, Chance):
        return why_mix(solution)
    branches = [context for _, context in solution.context.branches]
    found = [(context, solution.at_position(*solution.hands, context)) for context in branches]
    context, told = next((one for one in found if max(one[1].row.values()) < 1), found[0])
    text = why_mix(told)
    return (
        f"With {solution.game.nature} {solution.game.label(context)}: {text[0].lower()}{text[1:]}"
        if text
        else ""
    )
