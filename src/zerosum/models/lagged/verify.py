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
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.solution import Value
from zerosum.models.lagged.answer import LaggedSolution
from zerosum.models.lagged.functions import Concave
from zerosum.models.lagged.rules import Board, LaggedGame

BITS = 120
"""Binary digits after the point of the integers."""
ONE = 1 << BITS
"""The integer that stands for 1."""


class Plan(Protocol):
    """A player's next moves after leaving one node, as pieces of q."""

    @property
    def q(self) -> Floats:
        """The ends of the pieces, from 0 to 1."""

    def pair(self, q: Floats) -> tuple[Floats, Floats]:
        """r(q) and s(q): the probabilities of cc next after cc, and after cl."""


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


def account(corners: Iterable[tuple[Fraction, Fraction]]) -> Account:
    """The least concave function above the points (q, w)."""
    points = sorted((_integer(q), _integer(w)) for q, w in corners)
    hull: list[tuple[int, int]] = []
    for point in points:
        while (hull and hull[-1][0] == point[0]) or (len(hull) > 1 and _not_above(hull[-2], hull[-1], point)):
            hull.pop()
        hull.append(point)
    return Account(*zip(*hull, strict=True))


def account_of(f: Concave) -> Account:
    """A player's function as an account."""
    return account((f.scale.fraction(q), f.scale.fraction(w)) for q, w in zip(f.q, f.w, strict=True))


def _not_above(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> bool:
    """Whether b lies on or below the line from a to c."""
    return (b[1] - a[1]) * (c[0] - a[0]) <= (c[1] - a[1]) * (b[0] - a[0])


def _integer(x: Fraction | float) -> int:
    """x in units of 2**-BITS, rounded down."""
    numerator, denominator = x.as_integer_ratio()
    return (numerator << BITS) // denominator


def _product(x: int, y: int) -> int:
    """x y in units of 2**-BITS, rounded down."""
    return (x * y) >> BITS


def least_gain(
    board: Board,
    beta: Fraction,
    sign: int,
    accounts: Mapping[int, Account],
    plans: Mapping[int, Plan],
) -> Fraction:
    """A lower bound on what the player's strategy adds to his account in every round of two moves."""
    payoffs = [_integer(sign * a) for a in board.payoffs]
    once, twice = _integer(beta), _integer(beta * beta)
    gains = []
    for node, plan in plans.items():
        cc, cl = board.exits[node]
        corners = sorted({*accounts[node].q, *map(_integer, plan.q.tolist())})
        pairs = plan.pair(np.array([q / ONE for q in corners]))
        for q, r, s in zip(corners, *(x.tolist() for x in pairs), strict=True):
            after = []  # by the opponent's exit, what is left in the account after the round
            for way in (0, 1):
                after_cc = accounts[board.exits[cc][way]].at_least(_integer(r))
                after_cl = accounts[board.exits[cl][way]].at_least(_integer(s))
                after.append((q * after_cc + (ONE - q) * after_cl) >> BITS)
            now = payoffs[node] + _product(once, (q * payoffs[cc] + (ONE - q) * payoffs[cl]) >> BITS)
            gains.append(now + _product(twice, min(after)) - accounts[node].at_least(q) - 1)
    sizes = [*payoffs, *(w for one in accounts.values() for w in one.w)]
    return Fraction(min(gains) - 8 * (2 + max(map(abs, sizes)) // ONE), ONE)


def verify(solution: LaggedSolution) -> Value:
    """Bounds on the value from the strategies of a solution, with its functions as accounts."""
    accounts = [{node: account_of(f) for node, f in functions.items()} for functions in solution.functions]
    return bounds(solution.game, solution.discount, solution.first, accounts, solution.next_moves)


def bounds(
    game: LaggedGame,
    beta: Fraction,
    first: Sequence[float],
    accounts: Sequence[Mapping[int, Account]],
    plans: Sequence[Mapping[int, Plan]],
) -> Value:
    """The lower bound that the row player's plan proves, and the upper bound that the column player's proves.

    `first` has the probability of cc at each player's first move; accounts and plans are by player, then by node.
    """
    board = game.layout()
    gains = [least_gain(board, beta, 1 - 2 * player, accounts[player], plans[player]) for player in (0, 1)]
    if beta == 1:
        lower, upper = gains[0] / 2, -gains[1] / 2
    else:
        rest = 1 - beta**2
        lower = Fraction(accounts[0][board.start].at_least(_integer(first[0])), ONE) + gains[0] / rest
        left = min(accounts[1][target].at_least(_integer(first[1])) for target in board.exits[board.start])
        upper = board.payoffs[board.start] - beta * (Fraction(left, ONE) + gains[1] / rest)
    return Value(np.nextafter(float(lower), -np.inf).item(), np.nextafter(float(upper), np.inf).item())
