"""An allocation game as data for plots: each side's distribution of the number of soldiers, field by field."""

from __future__ import annotations

from zerosum.core.data import Json
from zerosum.core.sides import SIDES
from zerosum.display.views import move_view
from zerosum.models.matrix_game.engines.allocation.answer import AllocationSolution
from zerosum.models.matrix_game.engines.allocation.rules import Stand

MAX_FIELDS, MAX_SOLDIERS = 8, 40
"""Maximum number of fields and placements in the views; the plot and the table contain all."""


def views(solution: AllocationSolution) -> list[Json]:
    """Return a pair of mixes for each field; for the first field, with all soldiers left, include the EV of each
    placement.
    """
    game = solution.game
    if max(game.armies.values()) > MAX_SOLDIERS:
        return []
    found = []
    for number in range(1, min(game.count, MAX_FIELDS) + 1):
        players = []
        for side in SIDES:
            mix, army = solution.marginals[side][number - 1], game.armies[side]
            worth = solution.responses[side].worth(Stand(1, army)) if number == 1 else {}
            shown = worth or mix
            moves = [move_view(count, mix.get(count, 0), worth.get(count)) for count in shown]
            players.append({"seat": game.seats[side], "moves": moves})
        found.append({"kind": "mix", "title": f"Field {number}", "players": players})
    return found


def explain(solution: AllocationSolution) -> str:
    """Return no explanation, since the equality of placements depends on all fields."""
    return ""
