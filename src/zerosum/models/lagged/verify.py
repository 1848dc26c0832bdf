"""Verify a lagged game from its strategies alone, in exact integers.

A strategy is r(k, q) and s(k, q). A player who follows it can prove what it earns with a *bank account* W(k, q): if
at every state the two payoffs of a round, plus the least that the opponent can leave in the account, exceed the
account by at least g, then he earns g in every round on average, whatever the opponent does:

    a(k) + β E a(next) + β² min over the opponent's exits of E W(next state)  >=  W(k, q) + g.

Any concave W will do. It is enough to look at the corners of W and of the strategy: between two of them q r(k, q) and
(1 - q) s(k, q) are linear, and x W(x r / x) is concave, so the left side is concave there, and W is linear. The row
player's strategy proves the lower bound, the column player's the upper one; neither needs the minimax theorem.

Everything is in integers that stand for multiples of 2**-BITS, each rounded against the claim.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from zerosum.core.solution import Value
from zerosum.models.lagged.rules import Board, Concave, LaggedAnswer, LaggedGame, NextMoves

__all__ = ["earned", "verify"]

BITS = 120
ONE = 1 << BITS


@dataclass(frozen=True)
class Account:
    """A concave function through corners; all integers."""

    q: Sequence[int]
    w: Sequence[int]

    def at_least(self, q: int) -> int:
        """The value at q, rounded down."""
        i = min(bisect_right(self.q, q), len(self.q) - 1)
        left, right = self.q[i - 1], self.q[i]
        return self.w[i - 1] + (self.w[i] - self.w[i - 1]) * (q - left) // (right - left)


def account(f: Concave) -> Account:
    """The least concave function above a function's corners, which may be floats or finer."""
    points = sorted(
        (_integer(f.scale.fraction(q)), _integer(f.scale.fraction(w))) for q, w in zip(f.q, f.w, strict=True)
    )
    hull: list[tuple[int, int]] = []
    for point in points:
        while (hull and hull[-1][0] == point[0]) or (len(hull) > 1 and _not_above(hull[-2], hull[-1], point)):
            hull.pop()
        hull.append(point)
    return Account(*zip(*hull, strict=True))


def _not_above(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> bool:
    """Whether b lies on or below the line from a to c."""
    return (b[1] - a[1]) * (c[0] - a[0]) <= (c[1] - a[1]) * (b[0] - a[0])


def _integer(x: Fraction | float) -> int:
    """x in units of 2**-BITS, rounded down."""
    numerator, denominator = x.as_integer_ratio()
    return (numerator << BITS) // denominator


def earned(
    board: Board,
    beta: Fraction,
    sign: int,
    accounts: Mapping[int, Account],
    next_moves: Mapping[int, NextMoves],
) -> Fraction:
    """What the player's strategy surely adds to his account in every round of two moves."""
    payoffs = [_integer(sign * a) for a in board.payoffs]
    twice = _integer(beta * beta)
    gains = []
    for node, moves in next_moves.items():
        corners = sorted({*accounts[node].q, *map(_integer, moves.q.tolist())})
        pairs = moves.pair(np.array([q / ONE for q in corners]))
        for q, r, s in zip(corners, *(x.tolist() for x in pairs), strict=True):
            after = _least_left(board, accounts, node, q, _integer(r), _integer(s))
            cc, cl = (payoffs[target] for target in board.exits[node])
            now = payoffs[node] + _product(_integer(beta), (q * cc + (ONE - q) * cl) >> BITS)
            gains.append(now + _product(twice, after) - accounts[node].at_least(q) - 1)
    sizes = [*payoffs, *(w for one in accounts.values() for w in one.w)]
    return Fraction(min(gains) - 8 * (2 + max(map(abs, sizes)) // ONE), ONE)


def _product(x: int, y: int) -> int:
    return (x * y) >> BITS


def _least_left(board: Board, accounts: Mapping[int, Account], node: int, q: int, r: int, s: int) -> int:
    """The least that the opponent can leave in the account after the round."""
    cc, cl = board.exits[node]
    arms = []
    for way in (0, 1):
        after_cc = accounts[board.exits[cc][way]].at_least(r)
        after_cl = accounts[board.exits[cl][way]].at_least(s)
        arms.append((q * after_cc + (ONE - q) * after_cl) >> BITS)
    return min(arms)


def verify(game: LaggedGame, solution: LaggedAnswer) -> Value:
    """Bounds on the value: the lower from the row player's strategy, the upper from the column player's."""
    board, beta = game.layout(), solution.discount
    accounts = [{node: account(f) for node, f in functions.items()} for functions in solution.functions]
    gains = [earned(board, beta, 1 - 2 * p, accounts[p], solution.next_moves[p]) for p in (0, 1)]
    if beta == 1:
        return _rounded(gains[0] / 2, -gains[1] / 2)
    rest = 1 - beta**2
    row, col = solution.first
    lower = Fraction(accounts[0][board.start].at_least(_integer(row)), ONE) + gains[0] / rest
    left = min(accounts[1][target].at_least(_integer(col)) for target in board.exits[board.start])
    upper = board.payoffs[board.start] - beta * (Fraction(left, ONE) + gains[1] / rest)
    return _rounded(lower, upper)


def _rounded(lower: Fraction, upper: Fraction) -> Value:
    """An interval of floats around an exact one."""
    return Value(np.nextafter(float(lower), -np.inf).item(), np.nextafter(float(upper), np.inf).item())
