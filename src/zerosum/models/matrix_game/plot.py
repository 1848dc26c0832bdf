"""Pictures of matrix games: lines with their envelope if a side has two moves, otherwise a table with both strategies.

Where row has two moves, each column is a line over the probability of row's first move: what row gets if col plays
it. The lower envelope is what row is sure of, and its highest point is the value. Where col has two moves, the rows are
lines, the upper envelope is what col must pay at most, and its lowest point is the value.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.errors import InputError
from zerosum.display.drawing import draw_chart
from zerosum.display.report import headline_of
from zerosum.display.style import COLOURS, new_figure, plain_axes
from zerosum.models.matrix_game.answer import MatrixSolution

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SMALL = 0.005
"""A smaller probability is not written beside its bar."""
MAX_MOVES_WITH_PAYOFFS = 12
"""Payoffs are written into the table if neither side has more moves than this."""


def draw(solution: MatrixSolution) -> Figure:
    """Draw the textbook plot of a 2 × n or m × 2 game; for other sizes, the payoffs as a table with both
    strategies.
    """
    game = solution.game
    if not game.payoffs:
        raise InputError("this solution has no payoffs to plot; solve a file, or use zerosum.solve(matrix)")
    A = np.array(game.payoffs, dtype=np.float64)
    if 2 not in A.shape:
        return _table(solution, A)
    figure = new_figure(8.0, 5.2, headline_of(solution))
    axes = figure.add_subplot()
    rows, cols = game.moves()
    rows, cols = (
        list(game.rows) or [f"row {k}" for k in rows],
        list(game.cols) or [f"column {k}" for k in cols],
    )
    if A.shape[0] == 2:
        best = [float(p) for p in solution.row.values()]
        _lines(axes, A[0], A[1], cols, True, best[0], float(solution.value))
        _label(
            axes,
            f"probability that row plays {rows[0]} (else {rows[1]})",
            "lower envelope: guarantee of row",
        )
    else:
        best = [float(p) for p in solution.col.values()]
        _lines(axes, A[:, 0], A[:, 1], rows, False, best[0], float(solution.value))
        _label(
            axes,
            f"probability that col plays {cols[0]} (else {cols[1]})",
            "upper envelope: most that col pays",
        )
    return figure


def _label(axes: Axes, below: str, envelope: str) -> None:
    axes.set_xlabel(below, parse_math=False)
    axes.set_ylabel("payoff to row")
    best, line = axes.get_lines()[-2:]
    line.set_label(envelope)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, frameon=False, handles=[line, best])
    plain_axes(axes)


def _lines(
    axes: Axes,
    first: Floats,
    second: Floats,
    names: Sequence[str],
    least: bool,
    best: float,
    value: float,
) -> None:
    """Draw a line for each of the opponent's moves, their envelope, and the value at its best point."""
    p = np.linspace(0.0, 1.0, 1001)
    heights = np.outer(first, p) + np.outer(second, 1 - p)
    for k in range(len(names)):
        axes.plot((0, 1), (second[k], first[k]), color=COLOURS[k % len(COLOURS)], linewidth=1.3)
    _names(axes, first, names)
    axes.set_xlim(0, 1)
    axes.plot((best, best), (axes.get_ylim()[0], value), color="black", linewidth=0.8, linestyle=":")
    axes.plot((0, best), (value, value), color="black", linewidth=0.8, linestyle=":")
    axes.plot(best, value, "o", color="black", zorder=4, label=f"the value, {value:.4g}, at {best:.4g}")
    envelope = heights.min(axis=0) if least else heights.max(axis=0)
    axes.plot(p, envelope, color="black", linewidth=2.6, zorder=3)


def _names(axes: Axes, ends: Floats, names: Sequence[str]) -> None:
    """Write the name of each line at its right end, shifted up if names would overlap."""
    low, high = axes.get_ylim()
    apart, last = 0.045 * (high - low), -np.inf
    for k in np.argsort(ends, kind="stable"):
        last = max(float(ends[k]), last + apart)
        colour = COLOURS[k % len(COLOURS)]
        axes.annotate(
            names[k],
            (1, last),
            (6, 0),
            textcoords="offset points",
            color=colour,
            va="center",
            parse_math=False,
        )


def _table(solution: MatrixSolution, A: Floats) -> Figure:
    """Draw the payoffs as a coloured table, with the strategies next to it and below it."""
    m, n = A.shape
    figure = new_figure(
        2.6 + max(4.0, min(9.0, 0.6 * n)), 2.4 + max(3.0, min(8.0, 0.5 * m)), headline_of(solution)
    )
    grid = figure.add_gridspec(2, 2, width_ratios=(4, 1), height_ratios=(4, 1))
    table = figure.add_subplot(grid[0, 0])
    reach = 1.4 * float(np.abs(A).max()) or 1.0
    rows, cols = solution.game.moves()
    small = max(m, n) <= MAX_MOVES_WITH_PAYOFFS
    words = [[f"{a:.4g}" if small else "" for a in line] for line in A]
    named = rows if len(rows) <= 2 * MAX_MOVES_WITH_PAYOFFS else []
    draw_chart(table, A, words, named, [], limits=(-reach, reach), fontsize=9)
    beside, below = figure.add_subplot(grid[0, 1], sharey=table), figure.add_subplot(grid[1, 0], sharex=table)
    bars = (
        beside.barh(range(m), [float(p) for p in solution.row.values()], color=COLOURS[0]),
        below.bar(range(n), [float(p) for p in solution.col.values()], color=COLOURS[5]),
    )
    # write the names of the moves where there is room for them
    if len(cols) <= 2 * MAX_MOVES_WITH_PAYOFFS:
        turned = 90 if sum(len(str(move)) for move in cols) > 60 else 0
        below.set_xticks(range(len(cols)), cols, rotation=turned, parse_math=False)
    table.tick_params(labelbottom=False)
    beside.set_xlabel("row plays")
    below.set_ylabel("col plays")
    for axes in (beside, below):
        plain_axes(axes)
    if small:
        for axes, drawn, mix in zip((beside, below), bars, (solution.row, solution.col), strict=True):
            shares = [f"{float(p):.0%}" if float(p) >= SMALL else "" for p in mix.values()]
            axes.bar_label(drawn, shares, fontsize=8, padding=2)
            axes.margins(0.25)
    return figure
