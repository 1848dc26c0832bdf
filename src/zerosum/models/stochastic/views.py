"""Why the strategies of a stochastic game are what they are, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from zerosum.core.numbers import Number, short_text
from zerosum.core.sides import SIDES, Side
from zerosum.display.views import NEVER, why_mix
from zerosum.models.stochastic.answer import StochasticSolution

MOST_STATES = 300
"""Largest number of states for which long-run payoffs of single moves are computed."""
ALMOST = 1 - 1e-9
"""A discount so near to 1 that a discounted payoff per stage is the average one, but for rounding."""
EVEN = 1e-5
"""Long-run payoffs that differ by less count as the same."""


def why(solution: StochasticSolution) -> str:
    """Every move that is played earns the same, what follows included; or no fixed mix is enough."""
    if solution.discount is not None:
        return why_mix(solution)
    seats = solution.game.seats
    for side, missed in solution.shortfalls.items():
        bound = solution.guarantees[solution.state][SIDES.index(side)]
        secures = "secures only" if side == "row" else f"holds {seats['row']} only to"
        return (
            f"A fixed mix does not do for {seats[side]} here: the best that was found {secures} "
            f"{short_text(bound + 0.0, 3)}, {short_text(missed, 3)} short of the value. By remembering "
            f"what has happened {seats[side]} comes as near to it as one likes."
        )
    if len(solution.values) > MOST_STATES:
        return ""
    here = float(solution.value)
    for side, mix, sign in (("row", solution.row, 1), ("col", solution.col, -1)):
        for move, p in mix.items():
            gain = sign * (_in_the_long_run(solution, side, str(move)) - here)
            if gain > EVEN or (p > NEVER and gain < -EVEN):
                return ""  # such as a state that is left for ever by one of the moves
    return why_mix(solution, when=" in the long run")


def _in_the_long_run(solution: StochasticSolution, side: Side, move: str) -> float:
    """What row gets per stage in the long run if a side always plays this move here, and all else is as shown."""
    game, states = solution.game, list(solution.values)
    places = {state: k for k, state in enumerate(states)}
    chances, paid = np.zeros((len(states), len(states))), np.zeros(len(states))
    for state in states:
        mixes: dict[Side, Mapping[object, Number]] = {
            "row": solution.rows[state],
            "col": solution.cols[state],
        }
        if state == solution.state:
            mixes[side] = {move: 1}
        for row, p in mixes["row"].items():
            for col, q in mixes["col"].items():
                payoff, to = game.play(state, str(row), str(col))
                weight = float(p) * float(q)
                paid[places[state]] += weight * float(payoff)
                for after, chance in to.items():
                    chances[places[state], places[after]] += weight * float(chance)
    summed = np.linalg.solve(np.eye(len(states)) - ALMOST * chances, paid)
    return float((1 - ALMOST) * summed[places[solution.state]])
