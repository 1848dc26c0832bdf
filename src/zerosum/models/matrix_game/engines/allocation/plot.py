"""Pictures of allocation games: the probability of each number of soldiers on each field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from zerosum.core.errors import InputError
from zerosum.core.sides import SIDES
from zerosum.display.drawing import draw_mixes, key_above
from zerosum.display.report import headline_of
from zerosum.display.style import COL, ROW, heading, new_figure
from zerosum.models.matrix_game.engines.allocation.answer import AllocationSolution

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw(
    solution: AllocationSolution, *, most: Annotated[int, "maximum number of fields to draw"] = 8
) -> Figure:
    """Draw a panel for each field: the probability of each number of soldiers, with row's and col's bars side by
    side.
    """
    if most < 1:
        raise InputError(f"the number of fields must be at least 1, not {most}")
    game, shown = solution.game, min(solution.game.count, most)
    figure = new_figure(8.0, 1.1 + 1.25 * shown, headline_of(solution))
    panels = figure.subplots(shown, 1, sharex=True, sharey=True, squeeze=False)[:, 0]
    for number, axes in enumerate(panels):
        counts = sorted({count for side in SIDES for mix in solution.marginals[side] for count in mix})
        players = {
            game.seats[side]: {str(count): p for count, p in solution.marginals[side][number].items()}
            for side in SIDES
        }
        draw_mixes(axes, players, (ROW, COL), order=[*map(str, counts)], numbers=False)
        axes.set_ylabel("%")
        heading(axes, f"field {number + 1}")
    panels[-1].set_xlabel("soldiers on the field")
    key_above(panels[0])
    return figure
