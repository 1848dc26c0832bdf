"""Pictures of street games: those of hidden games if they are small, else the first round of bets, card by card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from zerosum.core.errors import InputError
from zerosum.display.report import headline_of
from zerosum.display.style import boxes, colours_of, new_figure
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.hidden.plot import draw as draw_hidden
from zerosum.models.streets.answer import StreetAnswer

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw(
    solution: StreetAnswer,
    *,
    public: Annotated[bool, "the tree of what both players see, instead of the strategies"] = False,
    most: Annotated[int, "maximum number of public states, or of branches of the tree, to draw"] = 24,
    hands: Annotated[int, "maximum number of hands, the lines of a map, to draw"] = 13,
    whiskers: Annotated[bool, "how far optimal strategies may differ, as whiskers"] = False,
) -> Figure:
    """The strategies of both players as maps, or the public tree; of a large game, the first round of bets."""
    if isinstance(solution, HiddenSolution):
        return draw_hidden(solution, public=public, most=most, hands=hands, whiskers=whiskers)
    if public or whiskers:
        raise InputError(
            "of a game of this size only the first round of bets is drawn; ask for a smaller deck"
        )
    decisions = [*solution.first_round()][:most]
    cards = [*decisions[0][1]][:hands]
    figure = new_figure(max(8.0, 1.1 * len(decisions) + 1.5), 0.34 * len(cards) + 2.4, headline_of(solution))
    axes = figure.subplots()
    colours = colours_of(move for point, _ in decisions for move in point.moves)
    places, shades = [], []
    for x, (_, mixes) in enumerate(decisions):
        for y, card in enumerate(reversed(cards)):
            left = x + 0.04
            for move, p in mixes[card].items():
                places.append((left, y + 0.06, 0.92 * float(p), 0.88))
                shades.append(colours[str(move)])
                left += 0.92 * float(p)
    boxes(axes, places, facecolors=shades, linewidths=0)
    seats = solution.game.seats
    axes.set(xlim=(0, len(decisions)), ylim=(0, len(cards)))
    axes.set_yticks([y + 0.5 for y in range(len(cards))], [card[0] for card in reversed(cards)])
    names = [f"{seats[point.side or 'row']}\n" + ("\n".join(point.line) or "first") for point, _ in decisions]
    axes.set_xticks([x + 0.5 for x in range(len(decisions))], names, fontsize=8)
    axes.tick_params(length=0)
    for side in axes.spines.values():
        side.set_visible(False)
    from matplotlib.patches import Patch

    patches = [Patch(color=colour, label=move) for move, colour in colours.items()]
    figure.legend(handles=patches, loc="outside lower center", ncols=len(patches), frameon=False, fontsize=9)
    return figure
