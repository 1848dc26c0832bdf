"""Pictures of target games: what each player does at each value of the target, the intervals shaded."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.sides import Side
from zerosum.display.style import colours_of, heading, new_figure
from zerosum.models.targets.answer import TargetSolution
from zerosum.models.targets.report import headline
from zerosum.models.targets.rules import TargetGame
from zerosum.numerics.laws import Distribution
from zerosum.numerics.piecewise import Piece
from zerosum.numerics.polynomials import Ratio

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def draw(solution: TargetSolution) -> Figure:
    """Value of the target across; probability of each move up, for both players; and the value of the game.

    A target that has been seen is marked, and what is drawn is read off there.
    """
    figure = new_figure(8.0, 7.6, headline(solution))
    game, found = solution.game, solution.pieces(solution.state)
    if not found:
        figure.text(0.5, 0.5, "the game is over", ha="center")
        return figure
    panels = figure.subplots(3, 1, sharex=True, height_ratios=(3, 3, 2))
    top, middle, bottom = panels
    edges = edges_of(found, game.target(game.stages_left(solution.state)))
    _draw_player(top, game, "row", found, edges)
    _draw_player(middle, game, "col", found, edges)
    parts = [_places(a, b) for a, b in itertools.pairwise(edges)]
    xs = np.concatenate(parts)
    ys = np.concatenate([curve(piece.value, part) for piece, part in zip(found, parts, strict=True)])
    bottom.plot(xs, ys, color="k", linewidth=1.8, label="at this target")
    bottom.axhline(
        float(solution.value_at(solution.state)), color="k", linewidth=1, linestyle=":", label="on average"
    )
    heading(bottom, "value of the game")
    bottom.set_xlim(edges[0], edges[-1])
    for axes in panels:
        # every second interval in grey
        for n, (a, b) in enumerate(itertools.pairwise(edges)):
            if n % 2 == 0:
                axes.axvspan(a, b, color="0.5", alpha=0.12, linewidth=0)
        axes.spines[["top", "right"]].set_visible(False)
    if solution.x is not None:
        _mark_seen(panels, solution)
    for axes in panels:
        axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    cuts = ", ".join(f"{cut:.4g}" for cut in edges[1:-1])
    bottom.set_xlabel("value x of the target" + (f"; the strategies change at {cuts}" if cuts else ""))
    return figure


def _mark_seen(panels: Sequence[Axes], solution: TargetSolution) -> None:
    """The target that was seen, and what is played and won there."""
    x = float(solution.x or 0.0)
    for axes, mix in zip(panels, (solution.row, solution.col, {"": float(solution.value)}), strict=True):
        axes.axvline(x, color="0.2", linewidth=1, linestyle="--")
        axes.plot([x] * len(mix), [float(p) for p in mix.values()], "o", color="0.2", markersize=5)
    panels[-1].plot([], [], "o--", color="0.2", markersize=5, label=f"target seen, x = {x:g}")


def edges_of(found: Sequence[Piece], distribution: Distribution) -> list[float]:
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
    axes: Axes, game: TargetGame, side: Side, found: Sequence[Piece], edges: list[float]
) -> None:
    """A line per move; jumps from one piece to the next are left thin and dotted."""
    moves = game.row_moves if side == "row" else game.col_moves
    colours = colours_of((*game.row_moves, *game.col_moves))
    for i, move in enumerate(moves):
        strategies = [(piece.row if side == "row" else piece.col)[i] for piece in found]
        if not any(strategy.top for strategy in strategies):
            continue
        colour = colours[move]
        ends: list[tuple[float, float]] = []
        for strategy, a, b in zip(strategies, edges, edges[1:], strict=False):
            xs = _places(a, b)
            ys = curve(strategy, xs)
            axes.plot(xs, ys, color=colour, linewidth=2.2, label=None if ends else move)
            if ends and abs(ends[-1][1] - ys[0]) > 1e-6:
                axes.plot([a, a], [ends[-1][1], ys[0]], color=colour, linewidth=0.9, linestyle=":")
            ends.append((b, float(ys[-1])))
    axes.set(ylim=(-0.04, 1.04), yticks=(0, 0.5, 1))
    axes.set_ylabel("probability")
    heading(axes, f"{side} plays")


def curve(ratio: Ratio, xs: Floats) -> Floats:
    """A ratio at many places, whatever its coefficients are."""
    if not ratio.top:
        return np.zeros(len(xs))
    return np.broadcast_to(np.asarray(ratio.in_floats()(xs), float), xs.shape)
