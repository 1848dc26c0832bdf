"""What a player is sure of from every start, where the value depends on the start: functions M g + h.

Where the average g(k, q) differs from place to place, no W has TW - W constant. But T(Mg + h) = Mg + h + 2g up to an
error of the order 1/M, for a large M: whoever has announced q on node k would rather move to where more is to be had,
and only beside that does he look at h, the relative values. As TW - W is then 2g, its least is twice the worst g: the
bound that holds from every start. (The best moves for M have corners at distances of about 1/M from an end of [0, 1];
as M grows these go to the end, where the move would be another one. So there may be moves that are optimal up to any
error, and none that are optimal.)

The g is a guess: what the player can reach if his worst is the opponent's best region. W begins as Mg and goes half the
way to TW - 2g each round, since play may be periodic. Numbers are in fixed point: M takes digits. A wrong guess costs
nothing but time, since `certify` takes whatever comes out.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from zerosum.arrays import Array
from zerosum.models.lagged import Board
from zerosum.solvers.lagged.certify import concave_hull, drift
from zerosum.solvers.lagged.concave import Concave, merged, simplified
from zerosum.solvers.lagged.operator import Functions, Operator
from zerosum.solvers.lagged.reach import Sure, reached
from zerosum.solvers.lagged.scale import Scale

__all__ = ["worst"]

WEIGHT = 50
"""M is 2 to this power."""
SCALE = Scale(96 + WEIGHT)
PART_OF_GAP = 0.02
"""How much of the gap a simplification may cost."""
MOST_ROUNDS = 1500
MOST_PIECES = 10_000
PATIENCE = 40
"""After so many rounds without a better bound it is left as it is."""


def worst(board: Board, known: Sure, player: int, hoped: Fraction, goal: Fraction) -> Fraction:
    """What the player is sure of on average from every start, if he is sure of `known` and hopes for that much."""
    operator = Operator(board, SCALE)
    guess = {node: [max(sure, hoped) for sure in exits] for node, exits in known.items()}
    g = {
        node: f.convert(SCALE)
        for node, f in reached(board, guess, player).items()
        if node in operator.nodes(player)
    }
    functions = _risen(operator, g, player, goal)
    return drift(operator, functions, player).least / 2


def _risen(operator: Operator, g: Functions, player: int, goal: Fraction) -> Functions:
    """Functions W, near M g, for which TW - W - 2g is nearly 0."""
    w = best = {node: f.doubled(WEIGHT) for node, f in g.items()}
    most, since, gap = -np.inf, 0, 1.0
    fraction = SCALE.fraction
    for _ in range(MOST_ROUNDS):
        small = SCALE.number(PART_OF_GAP * min(gap, 0.1))
        middle = {node: simplified(f, small, 16) for node, f in operator.answer(w, 1 - player).items()}
        after = {node: _minus_twice(f, g[node]) for node, f in operator.answer(middle, player).items()}
        least = min((after[node].values(f.q) - f.w).min() for node, f in w.items())
        highest = max((f.w - w[node].values(f.q)).max() for node, f in after.items())
        since += 1
        if float(fraction(least)) > most:
            most, best, since = float(fraction(least)), w, 0
        gap = max(float(fraction(highest - least)), float(goal))
        if -most <= goal or since > PATIENCE or sum(f.pieces for f in w.values()) > MOST_PIECES:
            break
        w = {node: simplified(concave_hull(_half(w[node], f)), small, 16) for node, f in after.items()}
    return best


def _minus_twice(f: Concave, g: Concave) -> Concave:
    """f - 2g, which need not be concave."""
    q, w, slope = _both(f, g, 1, -2)
    return Concave(q, w, slope, f.best[:0], SCALE)


def _half(f: Concave, g: Concave) -> Concave:
    """Half of f + g."""
    q, w, slope = _both(f, g, 1, 1)
    return Concave(q, w >> 1, slope >> 1, f.best[:0], SCALE)


def _both(f: Concave, g: Concave, a: int, b: int) -> tuple[Array, Array, Array]:
    """The corners of a f + b g, its values there, and its slopes between."""
    q = merged(f.q, g.q)
    slope = a * f.slope[f.piece_of(q[:-1])] + b * g.slope[g.piece_of(q[:-1])]
    return q, a * f.values(q) + b * g.values(q), slope
