"""Pictures of large street games: the first betting round, card by card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from zerosum.core.errors import InputError
from zerosum.core.sides import SIDES
from zerosum.display.report import headline_of
from zerosum.models.hidden.engines.streets.answer import StreetSolution
from zerosum.models.hidden.plot import MAX_HANDS, MAX_PUBLIC, MapEntry, draw_maps

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw(
    solution: StreetSolution,
    *,
    public: Annotated[bool, "plot the public tree instead of the strategies"] = False,
    most: Annotated[int, "maximum number of public states, or of branches of the tree, to draw"] = MAX_PUBLIC,
    hands: Annotated[int, "maximum number of hands (rows of the map) to draw"] = MAX_HANDS,
    whiskers: Annotated[bool, "show the range over all optimal strategies as whiskers"] = False,
) -> Figure:
    """Draw the first betting round; the options are those of small games."""
    if public or whiskers:
        raise InputError(
            "for a game of this size, only the first betting round can be plotted; use a smaller deck"
        )
    maps = {side: list[MapEntry]() for side in SIDES}
    moves = list[str]()
    for point, mixes in solution.first_round():
        assert point.side
        moves += point.moves
        for card, mix in mixes.items():
            words = {str(move): p for move, p in mix.items()}
            entry = MapEntry(card[0], ", ".join(point.line) or "start", len(point.line), True, words, "")
            maps[point.side].append(entry)
    return draw_maps(headline_of(solution), solution.game.seats, maps, moves, most, hands, {})
