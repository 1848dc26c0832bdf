"""A sentence that explains the strategies of a stochastic game."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from zerosum.core.data import Json
from zerosum.core.numbers import Number, short_text
from zerosum.core.sides import SIDES, Side
from zerosum.display.views import NEVER, explain_mix, mix_views
from zerosum.models.stochastic.answer import StochasticSolution

MAX_STATES = 300
"""Largest number of states for which long-run payoffs of single moves are computed."""
ALMOST = 1 - 1e-9
"""A discount so close to 1 that the discounted payoff per stage equals the average payoff, up to rounding."""
PAYOFF_TOLERANCE = 1e-5
"""Long-run payoffs that differ by less than this count as equal."""


def views(solution: StochasticSolution) -> list[Json]:
    """Return both mixes at this state."""
    return mix_views(solution)


def explain(solution: StochasticSolution) -> str:
    """Explain that all moves played have the same EV, with continuation; or that no fixed mix is enough."""
    if solution.discount is not None:
        return explain_mix(solution)
    seats = solution.game.seats
    for side, missed in solution.shortfalls.items():
        bound = float(solution.guarantees[solution.state][SIDES.index(side)])
        secures = "secures only" if side == "row" else f"holds {seats['row']} only to"
        if solution.is_won(side):
            ends = ", ".join(map(str, solution.winning[side].ends))
            return (
                f"{seats[side]} reaches {ends} with probability arbitrarily close to 1, but no strategy "
                f"does so with probability 1. The mix shown {secures} {short_text(bound, 6)}; a more "
                f"patient mix does better."
            )
        if solution.game.is_recursive:
            return (
                "Mixes that are the same at every visit come as near to the value as one likes. The one shown for "
                f"{seats[side]} {secures} {short_text(bound + 0.0, 6)}, {short_text(missed, 3)} short of it."
            )
        return (
            f"No fixed mix is enough for {seats[side]} here: the best one found {secures} "
            f"{short_text(bound + 0.0, 3)}, {short_text(missed, 3)} short of the value. By remembering the past, "
            f"{seats[side]} can come arbitrarily close to it."
        )
    if len(solution.values) > MAX_STATES:
        return ""
    here = float(solution.value)
    for side, mix, sign in (("row", solution.row, 1), ("col", solution.col, -1)):
        for move, p in mix.items():
            gain = sign * (_in_the_long_run(solution, side, move) - here)
            if gain > PAYOFF_TOLERANCE or (p > NEVER and gain < -PAYOFF_TOLERANCE):
                return ""  # for example a state that one of the moves leaves forever
    return explain_mix(solution, when=" in the long run")


def _in_the_long_run(solution: StochasticSolution, side: Side, move: str) -> float:
    """Return row's long-run payoff per stage if a side always plays this move here, and all other strategies are as
    shown.
    """
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
                payoff, to = game.play(state, row, col)
                weight = float(p) * float(q)
                paid[places[state]] += weight * float(payoff)
                for after, chance in to.items():
                    chances[places[state], places[after]] += weight * float(chance)
    summed = np.linalg.solve(np.eye(len(states)) - ALMOST * chances, paid)
    return float((1 - ALMOST) * summed[places[solution.state]])
