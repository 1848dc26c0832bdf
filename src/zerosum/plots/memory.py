"""A picture of bounded memory: what each player guarantees with so many known nodes, closing in on the value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["draw"]

COLOURS = {"row": "#1f5fa8", "col": "#c8501e"}


def draw(solutions: Sequence[Any], *, value: float | None = None) -> Figure:
    """Points for the solutions of `bounded_memory`, by memory; a line at the game's value if it is given."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.5, 4), layout="constrained")
    axes = figure.subplots()
    for player, says in (("col", "col holds row to"), ("row", "row guarantees")):
        mine = sorted((s.memory, float(s.value)) for s in solutions if s.player == player)
        axes.plot(*zip(*mine, strict=True), "o-", color=COLOURS[player], label=says) if mine else None
        for memory, worth in mine:
            away = (0, 8) if player == "col" else (0, -14)
            axes.annotate(
                f"{worth:.5f}", (memory, worth), away, textcoords="offset points", ha="center", fontsize=8
            )
    if value is not None:
        axes.axhline(value, color="#555555", lw=1, ls="--", label=f"value {value:.5f}")
    axes.set_xticks(sorted({s.memory for s in solutions}))
    axes.set_xlabel("known nodes remembered")
    axes.set_ylabel("average payoff to row")
    axes.margins(x=0.1, y=0.15)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, fontsize=9)
    return figure
