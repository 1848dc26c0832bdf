"""The data of a page about a river or a turn: for each decision, the usual 13 × 13 grid of hands.

With small ranges every hand is a row. With large ranges the hands of a class (AA, AKs, AKo) form one row with their
mean mix and the mean EVs of their moves; `combos` lists the hands of a class, each with its name, its frequency at
the decision, its mix and the EVs of its moves, in the order of the moves. In either case `cell` is the square of the
grid for a row. `board` holds the board cards, and `pot` the chips in the pot at a decision. For a turn, only the
decisions before the fifth card are included.
"""

from __future__ import annotations

import numpy as np

from zerosum.core.data import Json
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES
from zerosum.display.views import decisions_view, explain_bluff, hand_view, in_third_person, listed, move_view
from zerosum.display.views import views as plain_views
from zerosum.models.hidden.engines.river.answer import RiverSolution
from zerosum.models.hidden.engines.river.ranges import DECK, class_name

MAX_HANDS = 40
"""Largest number of hands of a player for which every hand is a row."""
MAX_LINES = 900
"""Largest number of rows that are sent; decisions with the shortest past come first."""
MAX_COMBOS = 2_000
"""Largest number of hands of classes that are sent; decisions with the shortest past come first."""
ALWAYS, SELDOM = 0.995, 0.005
"""A class with at least the first frequency always makes a move; a move with at most the second frequency is hardly
ever made.
"""
MAX_SAID = 3
"""Largest number of classes that a sentence names for a move."""
DIGITS = 4
"""Number of decimals in the data about a hand of a class."""


def views(solution: RiverSolution) -> list[Json]:
    """Return the decisions of a river, by hands or by classes of hands; the views of other answers unchanged."""
    if set(solution.position_keys):
        return plain_views(solution)
    seats = solution.game.seats
    note = (
        f"{seats['row']} is out of position and acts first in each betting round; {seats['col']} is in position and "
        f"acts last. The value is in chips, relative to half the pot. {solution.ev_meaning}"
    )
    return [{**_decisions(solution), "note": note}]


def explain(solution: RiverSolution) -> str:
    """Explain a hand that mixes and the opponent's hand that it keeps indifferent; for classes of hands,
    explain the first player's betting frequency and the classes that always or never bet.
    """
    if set(solution.position_keys):
        return ""
    view = _decisions(solution)
    return explain_bluff(view, solution.game.seats) or _explain_range(view)


def _explain_range(view: Json) -> str:
    """Explain the frequency of each of the first player's moves, and the common classes that always make it."""
    if not view["decisions"]:
        return ""
    first = view["decisions"][0]
    whole = sum(hand["reached"] for hand in first["hands"])
    parts = []
    for k, name in enumerate(move["name"] for move in first["hands"][0]["moves"]):
        share = sum(hand["reached"] * hand["moves"][k]["p"] for hand in first["hands"]) / whole
        always = sorted(
            (hand for hand in first["hands"] if hand["moves"][k]["p"] > ALWAYS),
            key=lambda hand: -float(hand["reached"]),
        )
        such = [hand["name"] for hand in always[:MAX_SAID]]
        if share > SELDOM:
            note = f" (always with {listed(such)})" if such else ""
            parts.append(f"{in_third_person(name)} with {100 * share:.0f}% of hands{note}")
    return f"{first['seat']} {listed(parts)}." if parts else ""


def _decisions(solution: RiverSolution) -> Json:
    """Return the listed decisions, with a row for each hand or class of hands that reaches them."""
    game, whole = solution.game, float(solution.pairs.whole)
    single = all(len(game.hands[side]) <= MAX_HANDS for side in SIDES)
    decisions: list[Json] = []
    lines, combos, left_out = 0, 0, len(solution.decision_nodes) - len(solution.listed)
    for number in sorted(solution.listed, key=lambda number: len(game.nodes[number].line)):
        node = game.nodes[number]
        assert node.side
        hands = game.hands[node.side]
        cells = [class_name(int(hand)) for hand in hands.numbers]
        groups: dict[str, list[int]] = {}
        for place, name in enumerate(hands.names if single else cells):
            groups.setdefault(name, []).append(place)
        lines += len(groups)
        if lines > MAX_LINES:
            left_out += 1
            continue
        foes, reach = solution.foes[node.side][:, number], solution.reaches[node.side][:, number]
        shares = solution.mixes[node.side][:, node.first : node.first + len(node.moves)]
        after = solution.worths[node.side][:, node.first : node.first + len(node.moves)]
        found: list[Json] = []
        combos += 0 if single else len(hands.names)
        for name, which in groups.items():
            weight = solution.pairs.weights[node.side][which]
            met, here = weight @ foes[which], reach[which] @ foes[which]
            # the mean over the hands that reach the decision; if none does, over all hands of the class
            by = (
                reach[which] * foes[which]
                if here > 0
                else weight * foes[which]
                if met > 0
                else np.ones(len(which))
            )
            mix = (by @ shares[which]) / by.sum()
            earned: list[Number | None] = [None] * len(node.moves)
            if met > 0:
                earned = [solution.as_shown(number, worth) for worth in (weight @ after[which]) / met]
            moves = [move_view(*one) for one in zip(node.moves, mix, earned, strict=True)]
            where = {"hand": [name], "cell": cells[which[0]], "information": node.known(name)}
            found.append(hand_view(name, float(met) / whole, moves, float(here) / whole, **where))
            if not single and combos <= MAX_COMBOS:
                found[-1]["combos"] = [
                    [
                        hands.names[place],
                        float(f"{reach[place] * foes[place] / whole:.{DIGITS}g}"),
                        np.round(shares[place], DIGITS).tolist(),
                        [
                            round(float(solution.as_shown(number, worth)), DIGITS)
                            for worth in after[place] / foes[place]
                        ]
                        if foes[place] > 0
                        else [],
                    ]
                    for place in which
                ]
        decisions.append(
            {
                "seat": game.seats[node.side],
                "side": node.side,
                "after": list(node.line),
                "hands": found,
                "pot": float(sum(game.put_in(node).values())),
                "grid": True,
            }
        )
    lockable = single and game.family.is_lockable(game)
    board = [DECK[card] for card in game.board_cards]
    return decisions_view(decisions, left_out=left_out, lockable=lockable, board=board)
