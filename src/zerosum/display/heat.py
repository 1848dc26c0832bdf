"""Pictures of a round robin: a heat map of mean payoffs, or a bar chart against a single opponent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from zerosum.display.style import COL, ROW, plain_axes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from zerosum.core.numbers import Number


def heat_map(
    names: Sequence[str],
    means: Sequence[Sequence[Number]],
    rivals: Sequence[str] | None = None,
    *,
    title: str = "",
) -> Figure:
    """Mean payoffs of row players (down) against column players (across): blue if row wins, red if it loses.

    The column players are the same as the row players unless `rivals` are given. A single rival gives a bar chart.
    """
    from matplotlib.figure import Figure

    values = [[float(mean) for mean in line] for line in means]
    rivals = names if rivals is None else rivals
    if len(rivals) == 1:
        return _bars(names, [line[0] for line in values], rivals[0], title)
    tall, wide = (1.8 + 0.95 * len(players) for players in (names, rivals))
    figure = Figure(figsize=(wide + 0.8, tall), layout="constrained")
    figure.suptitle(title, fontsize=12, wrap=True, parse_math=False)
    axes = figure.add_subplot()
    most = max((abs(value) for line in values for value in line), default=1.0) or 1.0
    image = axes.imshow(values, cmap="RdBu", vmin=-most, vmax=most)
    axes.set_xticks(
        range(len(rivals)), rivals, rotation=35, ha="right", rotation_mode="anchor", parse_math=False
    )
    axes.set_yticks(range(len(names)), names, parse_math=False)
    axes.set_xlabel("column player")
    axes.set_ylabel("row player")
    for i, line in enumerate(values):
        for j, value in enumerate(line):
            dark = abs(value) > 0.6 * most
            axes.text(
                j,
                i,
                f"{round(value, 3) + 0.0:.3f}",
                ha="center",
                va="center",
                color="white" if dark else "black",
            )
    figure.colorbar(image, label="mean payoff to row", shrink=0.8)
    return figure


def _bars(names: Sequence[str], means: Sequence[float], rival: str, title: str) -> Figure:
    """A bar for each player, the best on top, with its mean payoff beside it."""
    from matplotlib.figure import Figure

    order = sorted(range(len(names)), key=lambda k: means[k])
    shown = [means[k] for k in order]
    figure = Figure(figsize=(7, 1.6 + 0.5 * len(names)), layout="constrained")
    figure.suptitle(title, fontsize=12, wrap=True, parse_math=False)
    axes = figure.add_subplot()
    bars = axes.barh([names[k] for k in order], shown, color=[ROW if mean >= 0 else COL for mean in shown])
    axes.bar_label(bars, [f"{round(mean, 4) + 0.0:.4f}" for mean in shown], padding=4, fontsize=9)
    axes.axvline(0, color="#666666", lw=0.8)
    axes.set_xlabel(f"mean payoff to row against {rival}")
    axes.margins(x=0.2)
    plain_axes(axes)
    return figure
