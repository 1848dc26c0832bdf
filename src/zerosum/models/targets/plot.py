"""Pictures of target games: each player's mix at each value of the target, with shaded intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zerosum.display.drawing import draw_curves
from zerosum.display.style import colours_of, new_figure
from zerosum.models.targets.answer import TargetSolution
from zerosum.models.targets.report import headline
from zerosum.models.targets.views import views

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw(solution: TargetSolution) -> Figure:
    """Draw both players' probabilities, and the value of the game, over the target.

    A target that has been seen is marked.
    """
    figure, game = new_figure(8.0, 7.6, headline(solution)), solution.game
    for view in views(solution):
        panels = figure.subplots(3, 1, sharex=True, height_ratios=(3, 3, 2))
        colours = {str(move): c for move, c in colours_of((*game.row_moves, *game.col_moves)).items()}
        for axes, panel in zip(panels, view["choices"][0]["panels"], strict=True):
            draw_curves(axes, panel, view, colours, shaded=True)
            axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
        cuts = ", ".join(f"{cut['at']:.4g}" for cut in view["cuts"])
        change = f"; the strategies change at {cuts}" if cuts else ""
        panels[-1].set_xlabel(view["axis"]["name"] + change)
    if not figure.axes:
        figure.text(0.5, 0.5, "the game is over", ha="center")
    return figure
