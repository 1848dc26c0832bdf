"""Pictures of subtraction games: the numbers of matches at which the player to move wins, and their repetition."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from zerosum.display.drawing import colour_key
from zerosum.display.style import box, inside, new_figure
from zerosum.models.staged.engines.grundy.answer import SubtractionSolution
from zerosum.models.staged.engines.grundy.report import headline
from zerosum.models.staged.engines.grundy.views import MAX_CELLS, views

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WINS, LOSES = "#9ecae1", "#e6843c"
"""The colours of winning and of losing positions, which colour-blind people can distinguish."""

WIDEST = 26
"""Maximum number of cells in a row of the strip."""

MAX_LETTERED = 24
"""Maximum number of columns of a map with numbers in its cells."""


def draw(solution: SubtractionSolution) -> Figure:
    """Draw one heap as rows of numbers whose pattern forms columns, or several heaps as a map of the two largest. The
    plot shows the winner, the optimal takes of one heap, and in normal play Grundy values.
    """
    (view,) = views(solution)
    game, period, rest = solution.game, view["period"], view["rest"]
    if len(game.sizes) == 1:
        (cells,), size = view["rows"], 0.62
        # about twice as wide as high, and a multiple of the period if one fits
        width = min(WIDEST, len(cells), max(8, round(math.sqrt(2 * len(cells)))))
        if 1 < period <= min(WIDEST, len(cells)):
            width = max(1, round(width / period)) * period
        told = [
            f"the pattern repeats every {period} matches" if period > 1 else "the pattern does not repeat"
        ]
        told += [f"first {MAX_CELLS} shown"] * (sum(game.sizes) > MAX_CELLS)
        told += ["G: Grundy value"] * game.last_wins
        rows = [cells[k : k + width] for k in range(0, len(cells), width)]
        here = divmod(view["here"][1], width)
    else:
        rows, here, width = view["rows"], view["here"], len(view["rows"][0])
        size = min(0.42, 10 / width)
        told = [f"the other heaps: {', '.join(map(str, rest))}"] if rest else []
        told += ["numbers: Grundy value of all heaps together"] * game.last_wins
    across, down, *_ = (*solution.heaps, 0, 0)
    is_drawn = view["here"] == [down, across]
    told += ["framed: this position"] * is_drawn
    high = size * len(rows) + 2
    figure = new_figure(max(6.5, size * width + 2), max(3.2, high), headline(solution), " · ".join(told))
    axes = figure.subplots()
    for y, x in np.ndindex(len(rows), width):
        if x >= len(rows[y]):
            continue
        cell = rows[y][x]
        box(axes, x - 0.48, y - 0.46, 0.96, 0.92, facecolor=WINS if cell["wins"] else LOSES)
        if len(game.sizes) == 1:
            takes = [str(taken) for _, taken in cell["takes"]]
            best = "any" if not cell["wins"] else ",".join(takes[:3]) + "…" * (len(takes) > 3)
            inside(axes, x, y - 0.18, str(y * width + x), fontsize=10, fontweight="bold")
            inside(axes, x, y + 0.14, f"take {best}" if takes else "end", fontsize=6.5)
            inside(axes, x, y + 0.34, f"G {cell['grundy']}" if "grundy" in cell else "", fontsize=6.5)
        elif "grundy" in cell and width <= MAX_LETTERED:
            inside(axes, x, y, str(cell["grundy"]), fontsize=10, fontweight="bold")
    if is_drawn:
        y, x = here
        axes.plot(
            [x - 0.48, x + 0.48, x + 0.48, x - 0.48, x - 0.48],
            [y - 0.46, y - 0.46, y + 0.46, y + 0.46, y - 0.46],
            color="black",
        )
    axes.set(xlim=(-0.5, width - 0.5), ylim=(-0.5, len(rows) - 0.5))
    if len(game.sizes) == 1:
        axes.invert_yaxis()
        axes.set_axis_off()
    else:
        axes.set(aspect="equal", xlabel="matches in one heap", ylabel="matches in another")
    key = {"the player to move wins": WINS, "the player to move loses": LOSES}
    colour_key(figure, key, loc="outside lower center", ncols=2)
    return figure
