"""Pictures of matrix games: lines with their envelope if a side has two moves, otherwise a table with both strategies.

If row has two moves, each column is a line over the probability of row's first move: row's EV if col plays this
column. The lower envelope is row's guarantee, and its highest point is the value. If col has two moves, the rows are
lines, the upper envelope is the most that col may have to pay, and its lowest point is the value.
"""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.errors import InputError
from zerosum.display.drawing import draw_chart, draw_curves
from zerosum.display.report import headline_of
from zerosum.display.style import COLOURS, new_figure, plain_axes
from zerosum.models.matrix_game.answer import MatrixSolution

if TYPE_CHECKING:
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
    value, is_row = float(solution.value), A.shape[0] == 2
    if not is_row:
        A = A.T
    rows, cols = game.moves()
    named = [
        [str(one) for one in game.rows] or [f"row {k}" for k in rows],
        [str(one) for one in game.cols] or [f"column {k}" for k in cols],
    ]
    mine, others = named if is_row else named[::-1]
    side, kind, told = (
        ("row", "lower", "guarantee of row") if is_row else ("col", "upper", "most that col pays")
    )
    lines = [
        {"name": name, "hue": k, "points": [[0, low], [1, high]]}
        for k, (name, low, high) in enumerate(zip(others, A[1].tolist(), A[0].tolist(), strict=True))
    ]
    panel = {
        "title": f"payoff to row; thick: {kind} envelope, {told}",
        "low": A.min(),
        "high": A.max(),
        "best": "min" if is_row else "max",
        "lines": lines,
        "level": value,
        "level_name": f"the value, {value:.4g}",
    }
    best = float(next(iter((solution.row if is_row else solution.col).values())))
    view = {"axis": {"letter": "p", "low": 0, "high": 1}, "at": best, "cuts": []}
    figure = new_figure(8.0, 5.2, headline_of(solution))
    axes = figure.add_subplot()
    draw_curves(axes, panel, view, dict(zip(others, cycle(COLOURS))))
    axes.set_xlabel(f"p, probability that {side} plays {mine[0]} (else {mine[1]})", parse_math=False)
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return figure


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
    # write the names of the moves if there is room
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
