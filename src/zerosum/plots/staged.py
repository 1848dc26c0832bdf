"""Pictures of staged games: both strategies at a position, and what positions are worth on the way to the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from zerosum.plots import COL, ROW

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw"]

MOST_BARS = 24
"""A strategy over more moves shows only the likeliest."""


def draw(solution: Any) -> Figure:
    """Strategies as bars on the left; on the right the spread of values by moves left."""
    from matplotlib.figure import Figure

    sides = [
        (who, mix, colour)
        for who, mix, colour in (("row", solution.row, ROW), ("col", solution.col, COL))
        if len(mix) > 1
    ]
    figure = Figure(figsize=(11, 4.6), layout="constrained")
    figure.suptitle(f"{solution.title}\nvalue {solution.value}", fontsize=12)
    grid = figure.add_gridspec(max(1, len(sides)), 2)
    panels = [figure.add_subplot(grid[k, 0]) for k in range(max(1, len(sides)))]
    for axes, (who, mix, colour) in zip(panels, sides, strict=False):
        _bars(axes, who, mix, colour, solution.move)
    if not sides:
        _nothing(panels[0], "nobody has a choice here")
    _spread(figure.add_subplot(grid[:, 1]), solution.solved, solution)
    return figure


def _bars(axes: Axes, who: str, mix: Mapping[str, Any], colour: str, move: str) -> None:
    """One player's strategy."""
    shown = sorted(sorted(mix, key=lambda m: -float(mix[m]))[:MOST_BARS], key=list(mix).index)
    heights = [float(mix[m]) for m in shown]
    bars = axes.bar(range(len(shown)), heights, color=colour, width=0.7)
    axes.bar_label(bars, [f"{100 * h:.1f}%" if h else "" for h in heights], fontsize=8, padding=2)
    longest = max(map(len, shown))
    axes.set_xticks(range(len(shown)), shown, fontsize=9, rotation=90 if longest * len(shown) > 70 else 0)
    axes.set_ylim(0, 1.15 * max(heights))
    axes.set_ylabel(f"{who} plays")
    axes.set_yticks([])
    axes.set_xlabel(move if len(shown) == len(mix) else f"{move} (the {len(shown)} likeliest of {len(mix)})")
    axes.spines[["top", "right", "left"]].set_visible(False)


def _nothing(axes: Axes, text: str) -> None:
    """A panel that only says something."""
    axes.set_axis_off()
    axes.text(0.5, 0.5, text, ha="center", va="center", transform=axes.transAxes)


def _spread(axes: Axes, solved: Any, solution: Any) -> None:
    """The least, the middle and the greatest value at each distance from the end."""
    from matplotlib.ticker import MaxNLocator

    heights = solved.layout.height
    middle = (np.array(solved.lower, dtype=float) + np.array(solved.upper, dtype=float)) / 2
    levels, first = np.unique(heights, return_index=True)
    groups = np.split(middle, first[1:])
    quantiles = np.array([np.quantile(group, (0, 0.25, 0.5, 0.75, 1)) for group in groups])
    axes.fill_between(
        levels, quantiles[:, 0], quantiles[:, 4], color="#bbbbbb", alpha=0.5, label="all positions"
    )
    axes.fill_between(
        levels, quantiles[:, 1], quantiles[:, 3], color="#888888", alpha=0.7, label="middle half"
    )
    marker = "o" if len(levels) <= 60 else ""
    axes.plot(levels, quantiles[:, 2], color="black", marker=marker, markersize=3, label="median")
    here = solved.layout.height[solved.rank(solution.position)]
    axes.plot([here], [float(solution.value)], "D", color=ROW, markersize=8, label="this position", zorder=5)
    axes.set_xlabel("moves left at most")
    axes.set_ylabel("value to row")
    axes.invert_xaxis()
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.legend(fontsize=8, frameon=False, ncols=4, loc="upper center", bbox_to_anchor=(0.5, -0.13))
    axes.spines[["top", "right"]].set_visible(False)
