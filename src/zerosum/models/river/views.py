"""What a page draws of a river or a turn: decision by decision, the hands as the 13 × 13 grid that players know.

With small ranges every hand is a line of its own. With large ones the hands of a class (AA, AKs, AKo) are one line:
their mean mix, and what their moves earn on average. In either case `cell` says in which square of the grid a line is.
Of a turn the decisions before the fifth card are drawn.
"""

from __future__ import annotations

import numpy as np

from zerosum.core.data import Json
from zerosum.core.sides import SIDES
from zerosum.display.views import move_view, views, why_bluff
from zerosum.models.river.answer import RiverSolution
from zerosum.models.river.ranges import class_name

MOST_HANDS = 40
"""Largest number of hands of a player that are lines of their own."""
MOST_LINES = 900
"""Largest number of lines that are sent; decisions with the shortest past come first."""


def river_views(solution: RiverSolution) -> list[Json]:
    """The decisions of a river, by hands or by classes of hands; those of another kind of answer as they are."""
    if set(solution.where):
        return views(solution)
    seats = solution.game.seats
    note = (
        f"{seats['row']} is out of position and acts first in each round of bets; {seats['col']} is in position and "
        "acts last. The value and the earnings are in chips, beyond half of the pot."
    )
    return [{**_decisions(solution), "note": note}]


def why(solution: RiverSolution) -> str:
    """A hand that mixes, and the hand of the other that it keeps undecided."""
    return "" if set(solution.where) else why_bluff(_decisions(solution), solution.game.seats)


def _decisions(solution: RiverSolution) -> Json:
    """The decisions that are listed, a line for each hand or each class of hands that comes there."""
    game, whole = solution.game, float(solution.pairs.whole)
    single = all(len(game.hands[side]) <= MOST_HANDS for side in SIDES)
    decisions: list[Json] = []
    lines, left_out = 0, len(solution.decisions) - len(solution.listed)
    for number in sorted(solution.listed, key=lambda number: len(game.nodes[number].line)):
        node = game.nodes[number]
        assert node.side
        hands = game.hands[node.side]
        cells = [class_name(int(hand)) for hand in hands.numbers]
        groups: dict[str, list[int]] = {}
        for place, name in enumerate(hands.names if single else cells):
            groups.setdefault(name, []).append(place)
        lines += len(groups)
        if lines > MOST_LINES:
            left_out += 1
            continue
        foes, reach = solution.foes[node.side][:, number], solution.reaches[node.side][:, number]
        shares = solution.mixes[node.side][:, node.first : node.first + len(node.moves)]
        after = solution.worths[node.side][:, node.first : node.first + len(node.moves)]
        found: list[Json] = []
        for name, which in groups.items():
            weight = solution.pairs.weights[node.side][which]
            met, here = weight @ foes[which], reach[which] @ foes[which]
            # the mean over the hands that come here; if none does, over all of the class
            by = (
                reach[which] * foes[which]
                if here > 0
                else weight * foes[which]
                if met > 0
                else np.ones(len(which))
            )
            mix = (by @ shares[which]) / by.sum()
            earned = (weight @ after[which]) / met if met > 0 else [None] * len(node.moves)
            found.append(
                {
                    "name": name,
                    "cell": cells[which[0]],
                    "information": node.known(name),
                    "weight": float(met) / whole,
                    "reached": float(here) / whole,
                    "moves": [move_view(*one) for one in zip(node.moves, mix, earned, strict=True)],
                }
            )
        decisions.append(
            {
                "seat": game.seats[node.side],
                "side": node.side,
                "after": list(node.line),
                "hands": found,
                "grid": True,
            }
        )
    lockable = single and game.family.is_lockable(game)
    return {"kind": "decisions", "decisions": decisions, "left_out": left_out, "lockable": lockable}
