"""Pictures of subtraction games: who wins from how many, and where the pattern repeats."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from zerosum.display.style import box, inside, new_figure
from zerosum.models.subtraction.report import headline
from zerosum.models.subtraction.rules import SubtractionAnswer

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw"]

WINS, LOSES = "#9ecae1", "#e6843c"
"""The mover's colours, told apart by all eyes."""

MOST_CELLS = 160
"""Numbers of matches that one picture shows."""

WIDEST = 26
"""Cells in a line of the strip."""

MOST_LETTERED = 24
"""A map of more lines than this has no numbers in its cells."""


def draw(solution: SubtractionAnswer) -> Figure:
    """One heap: a strip of numbers, cut so that the pattern stands in columns. Several: a map of the first two."""
    return _strip(solution) if len(solution.game.sizes) == 1 else _map(solution)


def _strip(solution: SubtractionAnswer) -> Figure:
    """Numbers of matches in lines, each with who wins, what to take, and in normal play its Grundy value."""
    period = solution.repetition.period if solution.repetition else 0
    count = min(sum(solution.heaps), MOST_CELLS) + 1
    width = _width(period, count)
    lines = math.ceil(count / width)
    repeats = f"the pattern repeats every {period} matches" if period > 1 else "the pattern does not repeat"
    shown = f", the first {count - 1} shown" if count <= sum(solution.heaps) else ""
    values = " · G: Grundy value" if solution.game.last_wins else ""
    more = f"{repeats}{shown}{values}"
    figure = new_figure(max(6.5, 0.62 * width), 0.62 * lines + 1.7, headline(solution), more)
    axes = figure.subplots()
    for x in range(count):
        _cell(axes, x % width, x // width, bool(solution.cost(x)), str(x), *_below(solution, x))
    axes.set_xlim(-0.5, width - 0.5)
    axes.set_ylim(lines - 0.5, -0.5)
    axes.set_axis_off()
    _legend(figure)
    return figure


def _below(solution: SubtractionAnswer, x: int) -> tuple[str, ...]:
    """The lines under a number: the optimal takes, and the Grundy value where there is one."""
    takes = [take.taken for take in solution.optimal(x)]
    best = "any" if solution.cost(x) else ",".join(map(str, takes[:3])) + ("…" if len(takes) > 3 else "")
    value = solution.grundy(x)
    return (f"take {best}" if takes else "end", *([f"G {value}"] if value is not None else []))


def _width(period: int, count: int) -> int:
    """Columns: about as many as make the strip twice as wide as high, and a multiple of the period if one fits."""
    wanted = min(WIDEST, count, max(8, round(math.sqrt(2 * count))))
    return max(1, round(wanted / period)) * period if 1 < period <= min(WIDEST, count) else wanted


def _cell(axes: Axes, x: float, y: float, loses: bool, text: str, *under: str) -> None:
    """A coloured square with a number in it, and lines under the number."""
    box(axes, x - 0.48, y - 0.46, 0.96, 0.92, facecolor=LOSES if loses else WINS)
    inside(axes, x, y - (0.18 if under else 0), text, fontsize=10, fontweight="bold")
    for k, line in enumerate(under):
        inside(axes, x, y + 0.14 + 0.2 * k, line, fontsize=6.5)


def _map(solution: SubtractionAnswer) -> Figure:
    """The two largest heaps along the axes, the others as they are; Grundy values in the cells if there are any."""
    heaps = (*solution.heaps, 0, 0)[: max(2, len(solution.heaps))]
    across, down, rest = min(heaps[0], 60), min(heaps[1], 60), heaps[2:]
    losing = np.array([[solution.cost(a, b, *rest) for a in range(across + 1)] for b in range(down + 1)])
    size = min(0.42, 10 / across)
    lettered = solution.game.last_wins and across <= MOST_LETTERED
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
    """What the colours mean, and the square if there is one."""
    from matplotlib.patches import Patch

    colours = [Patch(color=WINS, label="the player to move wins"), Patch(color=LOSES, label="loses")]
    handles = [*colours, *(line for axes in figure.axes for line in axes.get_lines())]
    figure.legend(
        handles=handles, loc="outside lower center", ncols=3, frameon=False, fontsize=9, markerscale=0.5
    )
