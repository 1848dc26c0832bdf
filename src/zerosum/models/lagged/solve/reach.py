"""What a player can have who plays for position first: an average does not count the moves on the way.

Suppose a player is sure of L(k, q) on average once he has announced q on node k. Then n moves earlier he is sure of
F^n L, F being the recursion without payoffs: he plays for the place where he will be, in as many moves as he likes,
and may stop anywhere. So the least concave function above L and F L is again something he is sure of, and these
functions rise to what he can reach (Everett's recursive games, 1957).
"""

from __future__ import annotations

import dataclasses
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Array
from zerosum.models.lagged.rules import Board
from zerosum.models.lagged.solve.certify import slack
from zerosum.models.lagged.solve.concave import Concave, hull, merged, simplified
from zerosum.models.lagged.solve.operator import ROW, Functions, Operator
from zerosum.models.lagged.solve.scale import Scale

__all__ = ["FINE", "Sure", "from_starts", "reached"]

Sure = dict[int, list[Fraction]]
"""What a player is sure of on average after taking either exit of a node, as he counts it."""
FINE = 96
"""Binary digits, so that many moves cost nothing."""
SCALE = Scale(FINE)
MOST_ROUNDS = 200
ENOUGH = 2.0**-50
"""Functions that rise by less than this are as good as still; corners that matter less are dropped."""


class Anywhere(Operator):
    """The recursion without payoffs, the same for both players, on all nodes."""

    def nodes(self, player: int) -> tuple[int, ...]:
        """Every node."""
        return tuple(range(self.board.size))


def reached(board: Board, known: Sure, player: int) -> dict[int, Concave]:
    """What the player can reach on average once he has announced q on a node, if he is sure of `known` by then."""
    operator, small = _without_payoffs(board), SCALE.number(ENOUGH)
    functions = {node: _chord(known[node], SCALE) for node in range(board.size)}
    for _ in range(MOST_ROUNDS):
        further = operator.answer(operator.answer(functions, 1 - player), player)
        raised = {node: simplified(_above(f, further[node]), small, 0) for node, f in functions.items()}
        rise = max((f.w - functions[node].values(f.q)).max() for node, f in raised.items())
        functions = raised
        if rise <= small:
            break
    return functions


def from_starts(board: Board, known: Sure, player: int) -> dict[int, Fraction]:
    """What the player can reach from each start, the row player moving first; he is sure of `known` by then."""
    operator, functions = _without_payoffs(board), reached(board, known, player)
    doubt = MOST_ROUNDS * slack(operator, list(functions.values()))
    return {start: _from(operator, functions, player, start) - doubt for start in range(board.size)}


def _without_payoffs(board: Board) -> Anywhere:
    """The recursion without payoffs."""
    return Anywhere(dataclasses.replace(board, payoffs=(Fraction(0),) * board.size), SCALE)


def _chord(ends: list[Fraction], scale: Scale) -> Concave:
    """The straight line between what is sure after cc (q = 1) and after cl (q = 0)."""
    after_cc, after_cl = (scale.number(end) for end in ends)
    q = scale.array([0, scale.one])
    return Concave(q, scale.array([after_cl, after_cc]), scale.array([after_cc - after_cl]), q[:0], scale)


def _above(f: Concave, g: Concave) -> Concave:
    """A concave function between f and g and the least one above them."""
    q: Array = merged(f.q, g.q)
    return hull(q, np.maximum(f.values(q), g.values(q)), f.scale)


def _from(operator: Operator, functions: Functions, player: int, start: int) -> Fraction:
    """What the player is sure of when the row player is about to move from the start."""
    if player == ROW:
        return operator.scale.fraction(functions[start].top())
    return -operator.scale.fraction(operator.answer(functions, ROW)[start].top())
