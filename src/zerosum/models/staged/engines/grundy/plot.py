"""Pictures of subtraction games: from how many matches the player to move wins, and how that repeats."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from zerosum.display.style import box, inside, new_figure
from zerosum.models.staged.engines.grundy.answer import SubtractionSolution
from zerosum.models.staged.engines.grundy.report import headline

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WINS, LOSES = "#9ecae1", "#e6843c"
"""The colours where the player to move wins and loses, which colour-blind people can tell apart."""

MAX_CELLS = 160
"""Most numbers of matches in a strip."""

WIDEST = 26
"""Most cells in a line of the strip."""

MAX_LETTERED = 24
"""Most columns of a map that has numbers in its cells."""


def draw(solution: SubtractionSolution) -> Figure:
    """Draw one heap as rows of numbers whose pattern forms columns, or several heaps as a map of the two
    largest.
    """
    return _strip(solution) if len(solution.game.sizes) == 1 else _map(solution)


def _strip(solution: SubtractionSolution) -> Figure:
    """Draw numbers of matches in rows, each with the winner, the take, and in normal play its Grundy value."""
    period = solution.repetition.period if solution.repetition else 0
    count = min(sum(solution.heaps), MAX_CELLS) + 1
    # About twice as wide as high, and a multiple of the period where one fits.
    width = min(WIDEST, count, max(8, round(math.sqrt(2 * count))))
    if 1 < period <= min(WIDEST, count):
        width = max(1, round(width / period)) * period
    lines = math.ceil(count / width)
    repeats = f"the pattern repeats every {period} matches" if period > 1 else "the pattern does not repeat"
    shown = f"; first {count - 1} shown" if count <= sum(solution.heaps) else ""
    values = " · G: Grundy value" if solution.game.last_wins else ""
    more = f"{repeats}{shown}{values}"
    figure = new_figure(max(6.5, 0.62 * width), 0.62 * lines + 1.7, headline(solution), more)
    axes = figure.subplots()
    for x in range(count):
        loses, value = bool(solution.cost(x)), solution.grundy(x)
        takes = [str(take.taken) for take in solution.optimal(x)]
        best = "any" if loses else ",".join(takes[:3]) + ("…" if len(takes) > 3 else "")
        under = [f"take {best}" if takes else "end", *([f"G {value}"] if value is not None else [])]
        _cell(axes, x % width, x // width, loses, str(x), *under)
    axes.set_xlim(-0.5, width - 0.5)
    axes.set_ylim(lines - 0.5, -0.5)
    axes.set_axis_off()
    _legend(figure)
    return figure


def _cell(axes: Axes, x: float, y: float, loses: bool, text: str, *under: str) -> None:
    """Draw a coloured square with a number in it, and text below the number."""
    box(axes, x - 0.48, y - 0.46, 0.96, 0.92, facecolor=LOSES if loses else WINS)
    inside(axes, x, y - (0.18 if under else 0), text, fontsize=10, fontweight="bold")
    for k, line in enumerate(under):
        inside(axes, x, y + 0.14 + 0.2 * k, line, fontsize=6.5)


def _map(solution: SubtractionSolution) -> Figure:
    """Return the two largest heaps along the axes, the others fixed; in normal play the Grundy values in the cells."""
    heaps = (*solution.heaps, 0, 0)[: max(2, len(solution.heaps))]
    across, down, rest = min(heaps[0], 60), min(heaps[1], 60), heaps[2:]
    losing = np.array([[solution.cost(a, b, *rest) for a in range(across + 1)] for b in range(down + 1)])
    size = min(0.42, 10 / max(across, 1))
    lettered = solution.game.last_wins and across <= MAX_LETTERED
    others = f"the other heaps: {', '.join(map(str, rest))}" if rest else ""
    numbers = "numbers: Grundy value of all heaps together" if lettered else ""
    more = " · ".join(filter(None, (others, numbers)))
    figure = new_figure(max(6.0, size * across + 2), max(3.2, size * down + 2.2), headline(solution), more)
    axes = figure.subplots()
    for b, a in np.ndindex(losing.shape):
        text = str(solution.grundy(a, b, *rest)) if lettered else ""
        _cell(axes, a, b, bool(losing[b, a]), text)
    axes.plot(
        [heaps[0]], [heaps[1]], "s", mfc="none", mec="black", markersize=44 * size, label="this position"
    )
    axes.set_xlim(-0.5, across + 0.5)
    axes.set_ylim(-0.5, down + 0.5)
    axes.set_aspect("equal")
    axes.set_xlabel("matches in one heap")
    axes.set_ylabel("matches in another")
    _legend(figure)
    return figure


def _legend(figure: Figure) -> None:
    """Draw the meaning of the colours, and the mark of the position if there is one."""
    from matplotlib.patches import Patch

    colours = [Patch(color=WINS, label="the player to move wins"), Patch(color=LOSES, label="loses")]
    handles = [*colours, *(line for axes in figure.axes for line in axes.get_lines())]
    figure.legend(
        handles=handles, loc="outside lower center", ncols=3, frameon=False, fontsize=9, markerscale=0.5
    )
