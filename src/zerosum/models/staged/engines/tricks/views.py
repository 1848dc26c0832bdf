"""A trick game as data for plots: both mixes, or if a prize is turned up first, the mixes for each prize."""

from __future__ import annotations

from zerosum.core.data import Json
from zerosum.display.views import ChanceView, chance_views, explain_mix, mix_views
from zerosum.models.staged.engines.tricks.answer import TrickSolution
from zerosum.models.staged.engines.tricks.rules import Chance


def views(solution: TrickSolution) -> list[Json]:
    """Return both mixes here, or the mixes after each outcome of chance."""
    if not isinstance(solution.context, Chance):
        return mix_views(solution)
    return chance_views(solution.game.seats, branches(solution, solution.context))


def branches(solution: TrickSolution, chance: Chance) -> list[ChanceView]:
    """Return the outcomes of chance, and both mixes after each."""
    found = []
    for p, context in chance.branches:
        answer = solution.answer_at(*solution.hands, context)
        name = f"{solution.game.chance_label} {solution.game.label(context)}"
        found.append(ChanceView(name, p, {"row": answer.row, "col": answer.col}))
    return found


def explain(solution: TrickSolution) -> str:
    """Explain that all cards played have the same EV; if chance moves first, at the first outcome with a mix."""
    if not isinstance(solution.context, Chance):
        return explain_mix(solution)
    branches = [context for _, context in solution.context.branches]
    found = [(context, solution.at_position(*solution.hands, context)) for context in branches]
    context, answer = next((one for one in found if max(one[1].row.values()) < 1), found[0])
    text = explain_mix(answer)
    return (
        f"With {solution.game.chance_label} {solution.game.label(context)}: {text[0].lower()}{text[1:]}"
        if text
        else ""
    )
