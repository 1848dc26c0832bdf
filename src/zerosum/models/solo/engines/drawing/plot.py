"""Pictures of drawing games: the charts of hit and stand, coloured by the difference of the two EVs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from zerosum.display.drawing import draw_tables
from zerosum.models.solo.engines.drawing.answer import DrawingSolution, ways
from zerosum.models.solo.engines.drawing.report import headline
from zerosum.models.solo.engines.drawing.rules import Hand
from zerosum.models.solo.engines.drawing.views import FULL, GAIN, charts

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MAX_HANDS = 45
"""Maximum number of hands of a row that are drawn, the most common ones."""


def draw(solution: DrawingSolution) -> Figure:
    """Draw the charts by total and opponent's card, and the EV of the first card; or the hands of one row."""
    view, game, asked = charts(solution), solution.game, solution.asked
    if "total" not in solution.position_keys:
        best = f"best: {next(iter(solution.row))}" if asked else ""
        return draw_tables(headline(solution), view, best)
    often: dict[Hand, int] = {}
    for card, cell in asked.items():
        for hand, _ in cell:
            often[hand] = often.get(hand, 0) + ways(game, hand, card)
    rows = []
    for hand in sorted(often, key=lambda hand: -often[hand])[:MAX_HANDS]:
        spots = [dict(cell).get(hand) for cell in asked.values()]
        known = [None if spot is None or math.isnan(spot.gain) else spot for spot in spots]
        cells = [spot and {"heat": spot.gain, "text": spot.act[0].upper()} for spot in known]
        rows.append({"name": game.show_hand(hand), "cells": cells})
    name = "hands, the most common on top"
    if len(often) > MAX_HANDS:
        name = f"the {MAX_HANDS} most common of {len(often)} hands"
    table = {
        "name": name,
        "columns": [game.kinds[card] for card in asked],
        "full": FULL,
        "unit": GAIN,
        "rows": rows,
    }
    return draw_tables(
        headline(solution), {**view, "at": None, "legend": view["legend"][:2], "tables": [table]}
    )
