"""What each action earns at every turn: with each card of a deck, or on average over each interval of hands.

Best responses give what an action earns with a hand, times the probability that the opponent comes to the turn. With a
deck the table has a line for every card. On [0, 1] that number is a piecewise linear function of the hand, and the
table has a line for every interval of hands that the strategy treats alike, with the exact mean over the interval.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Array, Scalar
from zerosum.core.numbers import Number
from zerosum.core.questions import DecisionEarnings
from zerosum.core.sides import SIDES, other
from zerosum.models.betting.answer import BettingSolution
from zerosum.models.betting.form import BettingTurn
from zerosum.models.betting.response import Response, best_response, interpolate, reach
from zerosum.models.hidden.earnings import decision


def earnings(solution: BettingSolution) -> list[DecisionEarnings]:
    """The table of all turns, or of the turn and the hand that were asked for."""
    edges, mix = solution.by_hand
    form, deck, where = solution.form, solution.game.deck, solution.where
    own = {side: reach(form, side, mix) for side in SIDES}
    replies = {side: best_response(form, side, mix, edges, deck) for side in SIDES}
    lines = []
    for turn in form.turns:
        if where.get("node", turn.name) != turn.name:
            continue
        mine, foe = own[turn.player][turn.parent], own[other(turn.player)][turn.foe]
        by_hand = (_by_interval if deck is None else _by_card)(
            solution, turn, replies[turn.player], edges, foe
        )
        for name, low, high, allowed, earned in by_hand:
            if "hand" in where and deck is not None and where["hand"] != name:
                continue
            shares = np.maximum(np.minimum(edges[1:], high) - np.maximum(edges[:-1], low), 0 * low)
            reached = allowed * (mine @ shares) / (high - low)
            step = solution.steps[turn.name].at(low)
            played = {action: _number(solution, step.get(action, 0)) for action in turn.actions}
            after = f", {turn.name}" if turn.history else ""
            numbers = [_number(solution, one) for one in (reached, allowed, *earned)]
            lines.append(decision(turn.player, f"{name}{after}", numbers[0], numbers[1], played, numbers[2:]))
    return lines


ActionRow = tuple[str, Scalar, Scalar, Scalar, Array]
"""The hands by name, the ends of their interval, how often the turn is reached with them if the player does all to get
there, and what each action earns times that."""


def _by_card(
    solution: BettingSolution, turn: BettingTurn, reply: Response, edges: Array, foe: Array
) -> Iterator[ActionRow]:
    """A line for every card."""
    deck = solution.game.deck
    assert deck is not None
    alpha, beta = deck.spread
    for card in range(deck.ranks):
        present = (alpha * (foe @ np.diff(edges)) - beta * foe[card]) / deck.ranks
        name = solution.game.hand(Fraction(card + 1))
        yield name, edges[card], edges[card + 1], present, reply.worth[turn.index][:, card] / deck.ranks


def _by_interval(
    solution: BettingSolution, turn: BettingTurn, reply: Response, edges: Array, foe: Array
) -> Iterator[ActionRow]:
    """A line for every interval of hands."""
    for step in solution.steps[turn.name]:
        low, high = step.low, step.high
        inside = reply.edges[(reply.edges > low) & (reply.edges < high)]
        points = np.concatenate([[low], inside, [high]])
        worth = interpolate(points, reply.edges, reply.worth[turn.index])
        earned = ((worth[:, :-1] + worth[:, 1:]) * np.diff(points)).sum(axis=1) / 2
        yield f"{low} to {high}", low, high, (foe @ np.diff(edges)) * (high - low), earned


def _number(solution: BettingSolution, x: Scalar) -> Number:
    """A fraction where the value is exact; elsewhere a float, for the fractions are only rounded."""
    return Fraction(x) if solution.value.is_exact else float(x)
