"""Pictures of trick games: which card to play, as bars; where a prize is turned up first, as a map of prize by card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from zerosum.display.drawing import SEEN, draw_chart, draw_mixes
from zerosum.display.style import COL, ROW, heading, new_figure
from zerosum.models.staged.engines.tricks.answer import TrickSolution
from zerosum.models.staged.engines.tricks.report import card, headline
from zerosum.models.staged.engines.tricks.rules import Chance

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MAX_WITH_DECIMALS = 10
"""Largest number of cards whose probabilities have a decimal each in a map."""


def draw(solution: TrickSolution) -> Figure:
    """Draw both strategies at the solution's position."""
    figure = new_figure(7.5, 4.8, headline(solution))
    if isinstance(solution.context, Chance):
        _by_chance(figure, solution, solution.context)
        return figure
    axes, alike = figure.add_subplot(), solution.row == solution.col
    mixes = {"each player": solution.row} if alike else {"row": solution.row, "col": solution.col}
    cards = sorted({card for mix in mixes.values() for card in mix})
    players = {who: {str(card): p for card, p in mix.items()} for who, mix in mixes.items()}
    draw_mixes(axes, players, (ROW, COL), order=[*map(str, cards)])
    axes.set(xlabel=card(solution), ylabel="probability, %")
    axes.margins(y=0.12)
    if not alike:
        axes.legend(frameon=False)
    return figure


def _by_chance(figure: Figure, solution: TrickSolution, chance: Chance) -> None:
    """Draw one map for both players if they play alike, or one for each."""
    branches = [context for _, context in chance.branches]
    answers = [solution.answer_at(*solution.hands, context) for context in branches]
    alike = all(answer.row == answer.col for answer in answers)
    sides = ("row",) if alike else ("row", "col")
    figure.set_size_inches((7.5 if alike else 12, 5.6))
    labels = [solution.game.label(context) for context in branches]
    for k, (side, axes) in enumerate(zip(sides, np.ravel(figure.subplots(1, len(sides))), strict=True)):
        mixes = [getattr(answer, side) for answer in answers]
        grid = np.array([[100 * float(p) for p in mix.values()] for mix in mixes])
        few, most = grid.shape[1] <= MAX_WITH_DECIMALS, max(60.0, float(grid.max()))
        words = [[_share(p, decimal=few) for p in line] for line in grid.tolist()]
        size = 9 if few else 7.5
        draw_chart(
            axes,
            grid,
            words,
            labels,
            list(mixes[0]),
            limits=(0, most),
            colour_map="Blues",
            fontsize=size,
            upwards=True,
        )
        axes.tick_params(length=0)
        heading(axes, f"probability in %, by {solution.game.chance_label}")
        axes.set_xlabel(f"{'each player' if alike else side} plays the card")
        axes.set_ylabel(solution.game.chance_label if k == 0 else "")


def _share(p: float, *, decimal: bool) -> str:
    """Return a percentage; empty for a move that is not played."""
    if p < SEEN:
        return ""
    return f"{p:.1f}" if decimal else f"{p:.0f}" if p >= 0.5 else "<1"
