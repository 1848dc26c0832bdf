"""Pictures of bounded memory: one strategy; and what each player guarantees with so many known nodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from zerosum.core.sides import Side
from zerosum.display.style import COLOURS as PALETTE
from zerosum.display.style import new_figure, plain_axes
from zerosum.models.lagged.report import headline
from zerosum.models.lagged.rules import MemoryAnswer

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["draw", "draw_strategy"]

COLOURS: dict[Side, str] = {"row": PALETTE[0], "col": PALETTE[5]}


def draw_strategy(solution: MemoryAnswer) -> Figure:
    """A bar for each thing that can be remembered: the probability of cc then."""
    names = [", ".join(nodes) for nodes in solution.strategy]
    chances = [float(p) for p in solution.strategy.values()]
    figure = new_figure(7.0, 1.6 + 0.32 * len(names), headline(solution))
    axes = figure.subplots()
    bars = axes.barh(names, chances, color=COLOURS[solution.player], height=0.7)
    axes.bar_label(bars, [f"{p:.4g}" for p in chances], padding=3, fontsize=8)
    axes.invert_yaxis()
    axes.set_xlim(0, 1.1)
    axes.set_xlabel(f"probability that {solution.player} goes cc")
    axes.set_ylabel("last nodes announced, the oldest first")
    plain_axes(axes)
    return figure


def draw(solutions: Sequence[MemoryAnswer], *, value: float | None = None) -> Figure:
    """Points for the solutions of `bounded_memory`, by memory; a line at the game's value if it is given."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.5, 4), layout="constrained")
    axes = figure.subplots()
    told: tuple[tuple[Side, str], ...] = (("col", "col holds row to"), ("row", "row guarantees"))
    for player, says in told:
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
    plain_axes(axes)
    axes.legend(frameon=False, fontsize=9)
    return figure
