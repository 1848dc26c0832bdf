"""A heat map of a round robin: who beats whom, and by how much."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from zerosum.numerics.rational import Number

__all__ = ["heat_map"]


def heat_map(
    names: Sequence[str],
    means: Sequence[Sequence[Number]],
    rivals: Sequence[str] | None = None,
    *,
    title: str = "",
) -> Figure:
    """Row players down, column players (the same, or the rivals) across; blue where row wins, red where it loses."""
    from matplotlib.figure import Figure

    values = [[float(mean) for mean in line] for line in means]
    rivals = names if rivals is None else rivals
    tall, wide = (1.8 + 0.95 * len(players) for players in (names, rivals))
    figure = Figure(figsize=(wide + 0.8, tall), layout="constrained")
    figure.suptitle(title, fontsize=12, wrap=True)
    axes = figure.add_subplot()
    most = max((abs(value) for line in values for value in line), default=1.0) or 1.0
    image = axes.imshow(values, cmap="RdBu", vmin=-most, vmax=most)
    axes.set_xticks(range(len(rivals)), rivals, rotation=35, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(len(names)), names)
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
