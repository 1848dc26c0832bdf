"""Pictures of a lagged game: each player's optimal next moves (the paper's figures 1 and 2), and W(k, q)."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw"]

AFTER_CC, AFTER_CL = "#1f5fa8", "#c8501e"

DIRECTIONS = "cc: counterclockwise · cl: clockwise"


def draw(
    solution: Any,
    *,
    figure: Annotated[
        Literal["row", "col", "W"],
        "the row player's moves, the column player's, or both's functions (W)",
    ] = "row",
) -> Figure:
    """The picture asked for: a panel for each node."""
    if figure == "W":
        return _functions(solution)
    player = 0 if figure == "row" else 1
    plans, board = solution.plans[player], solution.board
    picture, panels = _panels(len(plans))
    for axes, (node, plan) in zip(panels, plans.items(), strict=False):
        _moves(axes, plan)
        axes.set_title(f"left node {board.names[node]} (payoff {board.payoffs[node]})", fontsize=11)
    panels[0].set_ylabel("probability of cc next")
    panels[0].legend(frameon=False, fontsize=9, loc="best")
    who = "row player" if player == 0 else "column player"
    picture.suptitle(f"{solution.title}: optimal play of the {who}\n{DIRECTIONS}", fontsize=12)
    return picture


def _panels(count: int) -> tuple[Figure, list[Axes]]:
    """A figure with panels in rows of at most four."""
    from matplotlib.figure import Figure

    across = min(count, 4)
    down = ceil(count / across)
    picture = Figure(figsize=(3.6 * across, 0.6 + 3.5 * down), layout="constrained")
    panels = list(picture.subplots(down, across, squeeze=False).flat)
    for spare in panels[count:]:
        spare.set_visible(False)
    for axes in panels:
        axes.set_xlabel("q, probability of having gone cc", fontsize=9)
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(alpha=0.25)
    return picture, panels


def _moves(axes: Axes, plan: Any) -> None:
    """r and s of one node, with the ranges in which they are not unique.

    Every corner is drawn from both sides: a jump would stand upright, and a slope, however steep, is one.
    """
    corners = [np.nextafter(plan.q, 0), plan.q]
    q = np.unique(np.concatenate([*corners, np.linspace(0, 1, 801)]))
    r, s = plan.pair(q)
    axes.plot(q, r, color=AFTER_CC, linewidth=1.8, label="r: having gone cc")
    axes.plot(q, s, color=AFTER_CL, linewidth=1.8, linestyle=(0, (5, 1.5)), label="s: having gone cl")
    for piece in np.nonzero(plan.loose)[0]:
        inside = np.linspace(plan.q[piece], plan.q[piece + 1], 25)[1:-1]
        for color, bounds in zip(
            (AFTER_CC, AFTER_CL), zip(*map(plan.ranges, inside), strict=True), strict=True
        ):
            low, high = np.array(bounds).T
            axes.fill_between(inside, low, high, color=color, alpha=0.2, linewidth=0)
    axes.set_xlim(-0.02, 1.02)
    axes.set_ylim(-0.03, 1.03)


def _functions(solution: Any) -> Figure:
    """W(k, q) of both players, to the row player, a panel for each player."""
    picture, panels = _panels(2)
    names = solution.board.names
    colors = [AFTER_CC, AFTER_CL, "#3b8c4a", "#7a4fa3", "#8a6d1d", "#b23a6b", "#3f8f9b", "#666666"]
    for player, axes in enumerate(panels):
        for i, node in enumerate(solution.functions[player]):
            f = solution.function(player, node)
            label = f"node {names[node]}"
            axes.plot(
                f.q, f.w if player == 0 else -f.w, color=colors[i % len(colors)], linewidth=1.8, label=label
            )
        axes.set_xlabel("q, announced probability of cc", fontsize=9)
        axes.set_title(("row to move: W(k, q)", "column to move: U(k, q)")[player], fontsize=11)
        axes.legend(frameon=False, fontsize=9)
    panels[0].set_ylabel("worth to the row player")
    picture.suptitle(f"{solution.title}: worth of the announced states", fontsize=12)
    return picture
