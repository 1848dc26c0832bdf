"""Pictures of large street games: the first round of bets, card by card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from zerosum.core.errors import InputError
from zerosum.display.drawing import Cell, colour_key, draw_divided, no_frame
from zerosum.display.report import headline_of
from zerosum.display.style import colours_of, new_figure
from zerosum.models.hidden.engines.streets.answer import StreetSolution

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw(
    solution: StreetSolution,
    *,
    public: Annotated[bool, "plot the public tree instead of the strategies"] = False,
    most: Annotated[int, "maximum number of public states, or of branches of the tree, to draw"] = 24,
    hands: Annotated[int, "maximum number of hands (rows of the map) to draw"] = 13,
    whiskers: Annotated[bool, "show the range over all optimal strategies as whiskers"] = False,
) -> Figure:
    """Draw the first betting round; the options are those of small games."""
    if public or whiskers:
        raise InputError(
            "for a game of this size, only the first betting round can be plotted; use a smaller deck"
        )
    decisions = [*solution.first_round()][:most]
    cards = [*decisions[0][1]][:hands]
    figure = new_figure(max(8.0, 1.1 * len(decisions) + 1.5), 0.34 * len(cards) + 2.4, headline_of(solution))
    axes = figure.subplots()
    colours = colours_of(move for point, _ in decisions for move in point.moves)
    cells = [
        Cell(x + 0.04, y + 0.06, 0.92, 0.88, {str(move): p for move, p in mixes[card].items()})
        for x, (_, mixes) in enumerate(decisions)
        for y, card in enumerate(reversed(cards))
    ]
    draw_divided(axes, cells, colours)
    seats = solution.game.seats
    axes.set(xlim=(0, len(decisions)), ylim=(0, len(cards)))
    axes.set_yticks([y + 0.5 for y in range(len(cards))], [card[0] for card in reversed(cards)])
    names = [f"{seats[point.side or 'row']}\n" + ("\n".join(point.line) or "first") for point, _ in decisions]
    axes.set_xticks([x + 0.5 for x in range(len(decisions))], names, fontsize=8)
    no_frame(axes)
    colour_key(figure, colours, loc="outside lower center", ncols=len(colours))
    return figure
