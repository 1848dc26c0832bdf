"""The data of a page about a hidden game: its decisions; for hold'em hands, the usual 13 × 13 grid."""

from __future__ import annotations

from zerosum.core.data import Json
from zerosum.core.solution import Solution
from zerosum.display.views import views as plain_views
from zerosum.models.hidden.answer import HiddenSolution


def views(solution: Solution) -> list[Json]:
    """Return the decisions, in the squares of the grid if chance deals hold'em hands."""
    found = plain_views(solution)
    if isinstance(solution, HiddenSolution) and solution.game.holding == "hand":
        for decision in (one for view in found for one in view.get("decisions", ())):
            decision["grid"] = True
            for hand in decision["hands"]:
                hand["cell"] = hand["name"]
    return found
