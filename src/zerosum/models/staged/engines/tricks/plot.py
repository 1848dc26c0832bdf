"""Pictures of trick games: the mix of cards as bars; if a prize is turned up first, as a map of prize by card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zerosum.display.drawing import draw_mixes, draw_tables, key_above
from zerosum.display.style import COL, ROW, new_figure
from zerosum.display.views import chance_chart
from zerosum.models.staged.engines.tricks.answer import TrickSolution
from zerosum.models.staged.engines.tricks.report import card, headline
from zerosum.models.staged.engines.tricks.rules import Chance
from zerosum.models.staged.engines.tricks.views import branches

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw(solution: TrickSolution) -> Figure:
    """Draw both strategies at the solution's position."""
    if isinstance(solution.context, Chance):
        found = branches(solution, solution.context)
        return draw_tables(headline(solution), chance_chart(solution.game.seats, found))
    figure = new_figure(7.5, 4.8, headline(solution))
    axes, alike = figure.add_subplot(), solution.row == solution.col
    mixes = {"each player": solution.row} if alike else {"row": solution.row, "col": solution.col}
    cards = sorted({card for mix in mixes.values() for card in mix})
    players = {who: {str(card): p for card, p in mix.items()} for who, mix in mixes.items()}
    draw_mixes(axes, players, (ROW, COL), order=[*map(str, cards)], across=card(solution))
    if not alike:
        key_above(axes)
    return figure
