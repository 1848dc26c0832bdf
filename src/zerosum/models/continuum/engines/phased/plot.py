"""Pictures of games in two phases: bars of first numbers, and regions of the square of both numbers.

Each turn of the first phase is a bar from 0 to 1, as in games of one phase. Each turn of the second phase is a
square, the first number across and the second one up. Parts that a player's own choices never reach are pale.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from zerosum.display.drawing import PALE
from zerosum.display.style import colours_of, heading, inside, new_figure
from zerosum.models.continuum.engines.phased.answer import PhasedSolution
from zerosum.models.continuum.engines.phased.report import headline
from zerosum.models.continuum.engines.phased.views import border
from zerosum.models.continuum.form import BettingTurn, comes_by, earlier_turns
from zerosum.models.continuum.plot import UNREACHED, draw_bars, parts_of, write_ends
from zerosum.models.continuum.report import mix_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ACROSS = 3
"""Number of squares side by side."""

BAR, SQUARE = 0.8, 2.9
"""Heights in inches."""

DEEP = 0.12
"""A region that is nowhere higher than this has no name in it."""


def draw(solution: PhasedSolution) -> Figure:
    """Draw all turns, or the requested one."""
    asked, form = solution.position_keys.get("node"), solution.game.form
    turns = [turn for turn in form.turns if asked in (None, turn.name)]
    bars = [turn for turn in turns if turn in form.first.turns]
    squares = [turn for turn in turns if turn not in bars]
    lines = -(-len(squares) // ACROSS)
    heights = [BAR] * len(bars) + [SQUARE] * lines
    figure = new_figure(10, 0.9 + sum(heights) + 0.3 * lines, headline(solution))
    figure.supxlabel(UNREACHED, fontsize=8)
    grid = figure.add_gridspec(len(heights), ACROSS, height_ratios=heights)
    panels = [figure.add_subplot(grid[k, :]) for k in range(len(bars))]
    draw_bars(panels, bars, form.turns, solution.steps)
    for axes, turn in zip(panels, bars, strict=True):
        write_ends(axes, [(float(end), f"{float(end):.3g}") for end in solution.steps[turn.name].ends])
    for k, turn in enumerate(squares):
        line, column = divmod(k, ACROSS)
        _draw_square(figure.add_subplot(grid[len(bars) + line, column]), solution, turn)
    return figure


def _draw_square(axes: Axes, solution: PhasedSolution, turn: BettingTurn) -> None:
    """Draw a turn of the second phase: for each earlier choice of the player, draw its first numbers, and the regions
    between two borders.
    """
    from matplotlib.colors import to_rgb

    form, steps, score = solution.game.form, solution.steps, solution.game.score
    colours = colours_of(action for one in form.turns for action in one.actions)
    earlier = earlier_turns(turn, form.first.of(turn.player))
    edges = sorted({0, 1, *(end for one in earlier for end in steps[one.name].ends)})
    columns = [
        (float(low), float(high), comes_by(steps, turn, earlier, (low + high) / 2))
        for low, high in pairwise(edges)
    ]
    for part, by_score in parts_of(turn, [one for one in form.turns if one not in form.first.turns], steps):
        below, above = border(score, float(part.low)), border(score, float(part.high))
        across = np.unique(np.concatenate([below[0], above[0], [low for low, *_ in columns]]))
        low, high = np.interp(across, *below), np.interp(across, *above)
        colour = sum(float(p) * np.array(to_rgb(colours[action])) for action, p in part.mix.items())
        room = np.zeros(len(across))
        for left, right, by_first in columns:
            here, comes = (left <= across) & (across <= right), by_score and by_first
            shade = colour if comes else 1 - PALE * (1 - colour)
            axes.fill_between(across[here], low[here], high[here], color=shade, linewidth=0)
            room[here] = (high - low)[here] * comes
        if room.max() > DEEP:
            middle = np.average(across, weights=room * np.gradient(across))
            k = np.where(room > 0, np.abs(across - middle), 1).argmin()
            inside(axes, across[k], (low[k] + high[k]) / 2, mix_text(part.mix), fontsize=9)
    axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
    axes.set(xticks=[0, 0.5, 1], yticks=[0, 0.5, 1], xlabel="first number", ylabel="second number")
    heading(axes, turn.label)
