"""Plots of a round robin: a heat map of mean payoffs, or a bar chart against a single opponent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from zerosum.display.drawing import draw_across, draw_chart
from zerosum.display.style import COL, ROW, blank_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from zerosum.core.numbers import Number


def heat_map(
    names: Sequence[str],
    means: Sequence[Sequence[Number]],
    opponents: Sequence[str] | None = None,
    *,
    title: str = "",
) -> Figure:
    """Draw the mean payoffs of row players (down) against column players (across): blue if row wins, red if
    it loses.

    The column players are the same as the row players unless `opponents` are given. A single opponent gives a bar
    chart.
    """
    values = [[float(mean) for mean in line] for line in means]
    opponents = names if opponents is None else opponents
    if len(opponents) == 1:
        return _bars(names, [line[0] for line in values], opponents[0], title)
    tall, wide = (1.8 + 0.95 * len(players) for players in (names, opponents))
    figure = blank_figure(wide + 0.8, tall)
    figure.suptitle(title, fontsize=12, wrap=True, parse_math=False)
    axes = figure.add_subplot()
    most = max((abs(value) for line in values for value in line), default=1.0) or 1.0
    words = [[f"{round(value, 3) + 0.0:.3f}" for value in line] for line in values]
    image = draw_chart(
        axes, np.array(values), words, names, opponents, colour_map="RdBu", limits=(-most, most), fontsize=10
    )
    axes.set_aspect("equal")
    axes.tick_params(axis="x", rotation=35)
    for name in axes.get_xticklabels():
        name.set(ha="right", rotation_mode="anchor")
    axes.set_xlabel("column player")
    axes.set_ylabel("row player")
    figure.colorbar(image, label="average payoff to row", shrink=0.8)
    return figure


def _bars(names: Sequence[str], means: Sequence[float], opponent: str, title: str) -> Figure:
    """Draw a bar for each player, the best on top, with its mean payoff next to it."""
    order = sorted(range(len(names)), key=lambda k: -means[k])
    shown = [means[k] for k in order]
    figure = blank_figure(7, 1.6 + 0.5 * len(names))
    figure.suptitle(title, fontsize=12, wrap=True, parse_math=False)
    axes = figure.add_subplot()
    colours = [ROW if mean >= 0 else COL for mean in shown]
    words = [f"{round(mean, 4) + 0.0:.4f}" for mean in shown]
    draw_across(axes, [names[k] for k in order], shown, words, color=colours)
    axes.set_xlabel(f"average payoff to row against {opponent}")
    return figure
