"""Pictures of target games: what each player does at each value of the target, the intervals shaded."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from zerosum.arrays import Floats

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw"]

COLOURS = ("#c0392b", "#1a5276", "#b9770e", "#117a65", "#6c3483")
"""One for each move of a player."""

GREY = "#7f8c8d"
"""The colour of passing, for both."""


def draw(solution: Any) -> Figure:
    """Value of the target across; probability of each move up, for both players; and the value of the game."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.0, 7.6), layout="constrained")
    figure.suptitle(f"{solution.title}   value {float(solution.value):+.6f}", fontsize=12)
    found = solution.pieces(solution.state)
    if not found:
        figure.text(0.5, 0.5, "the game is over", ha="center")
        return figure
    top, middle, bottom = figure.subplots(3, 1, sharex=True, height_ratios=(3, 3, 2))
    game = solution.game
    edges = _edges(found, game.target(game.stages_left(solution.state)))
    _draw_player(top, "row plays", game.row_moves, found, edges, "row")
    _draw_player(middle, "col plays", game.col_moves, found, edges, "col")
    _draw_value(bottom, found, edges, float(solution.value))
    for axes in (top, middle, bottom):
        _shade(axes, edges)
    cuts = ", ".join(f"{cut:.4g}" for cut in edges[1:-1])
    bottom.set_xlabel("value x of the target" + (f"; the strategies change at {cuts}" if cuts else ""))
    return figure


def _edges(found: Sequence[Any], distribution: Any) -> list[float]:
    """Where the pieces begin, and where the picture ends."""
    starts = [float(piece.low) for piece in found]
    if math.isfinite(distribution.high):
        end = max(distribution.high, starts[-1])
    else:
        end = max(distribution.low + 3 * (distribution.mean - distribution.low), 1.6 * starts[-1])
    return [*starts, end if end > starts[0] else starts[0] + 1.0]


def _places(low: float, high: float) -> Floats:
    return np.linspace(low, high, 200)


def _draw_player(
    axes: Axes, title: str, moves: Sequence[str], found: Sequence[Any], edges: list[float], side: str
) -> None:
    """A line per move; jumps from one piece to the next are left thin and dotted."""
    for i, move in enumerate(moves):
        strategies = [getattr(piece, side)[i] for piece in found]
        if not any(strategy.top for strategy in strategies):
            continue
        colour = GREY if move == "pass" else COLOURS[i % len(COLOURS)]
        ends: list[tuple[float, float]] = []
        for strategy, a, b in zip(strategies, edges, edges[1:], strict=False):
            xs = _places(a, b)
            ys = _curve(strategy, xs)
            axes.plot(xs, ys, color=colour, linewidth=2.2, label=None if ends else move)
            if ends and abs(ends[-1][1] - ys[0]) > 1e-6:
                axes.plot([a, a], [ends[-1][1], ys[0]], color=colour, linewidth=0.9, linestyle=":")
            ends.append((b, float(ys[-1])))
    axes.set_ylim(-0.04, 1.04)
    axes.set_ylabel("probability")
    axes.set_title(title, fontsize=10, loc="left")
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))


def _curve(ratio: Any, xs: Floats) -> Floats:
    """A ratio at many places, whatever its coefficients are."""
    if not ratio.top:
        return np.zeros(len(xs))
    floats = type(ratio)(tuple(map(float, ratio.top)), tuple(map(float, ratio.bottom)))
    return np.broadcast_to(np.asarray(floats(xs), float), xs.shape)


def _draw_value(axes: Axes, found: Sequence[Any], edges: list[float], mean: float) -> None:
    parts = [_places(a, b) for a, b in itertools.pairwise(edges)]
    xs = np.concatenate(parts)
    ys = np.concatenate([_curve(piece.value, part) for piece, part in zip(found, parts, strict=True)])
    axes.plot(xs, ys, color="k", linewidth=1.8, label="at this target")
    axes.axhline(mean, color="k", linewidth=1, linestyle=":", label="on average")
    axes.set_title("value of the game", fontsize=10, loc="left")
    axes.set_xlim(edges[0], edges[-1])
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))


def _shade(axes: Axes, edges: list[float]) -> None:
    """Every second interval in grey."""
    for n, (a, b) in enumerate(itertools.pairwise(edges)):
        if n % 2 == 0:
            axes.axvspan(a, b, color="0.5", alpha=0.12, linewidth=0)
    axes.spines[["top", "right"]].set_visible(False)
