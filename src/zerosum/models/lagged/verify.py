"""Verify a lagged game from its strategies alone, in exact fractions.

A strategy is r(k, q) and s(k, q). A player who follows it can prove what it earns with a *bank account* W(k, q): if
at every state the two payoffs of a round, plus the least that the opponent can leave in the account, exceed the
account by at least g, then he earns g in every round on average, whatever the opponent does:

    a(k) + β E a(next) + β² min over the opponent's exits of E W(next state)  >=  W(k, q) + g.

Any concave W will do. It is enough to look at the corners of W and of the strategy: between two of them q r(k, q) and
(1 - q) s(k, q) are linear, and x W(x r / x) is concave, so the left side is concave there, and W is linear. The row
player's strategy proves the lower bound, the column player's the upper one; neither needs the minimax theorem.

The strategy that is checked has its corners at those of the account. Where a move found in floats secures less than was
claimed, a better one is sought within rounding, among the corners near by and the places where both exits of the
opponent are equally good; the best pair (r, s) is always such a one.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, product
from typing import Protocol

import numpy as np
from flint import fmpq

from zerosum.core.arrays import Floats
from zerosum.core.errors import InputError
from zerosum.core.foreign import Foreign
from zerosum.core.limits import afford
from zerosum.core.numbers import Number
from zerosum.core.outward import float_interval
from zerosum.core.solution import Value
from zerosum.models.lagged.answer import LaggedSolution
from zerosum.models.lagged.functions import Concave
from zerosum.models.lagged.rules import Board, LaggedGame

NEAR = 2
"""Number of corners on either side of a move among which a better one is sought."""
ROUNDING = fmpq(1, 10**9)
"""A better move is sought no farther away than this."""
SEARCHES = 50
"""Maximum number of searches for a better move at one corner."""
CORNER_SECONDS = 2e-4
"""Estimated seconds to verify one corner."""


Pair = tuple[Foreign, Foreign]
"""The probabilities r and s."""


class Moves(Protocol):
    """A player's next moves after leaving one node, found in floats."""

    def pair(self, q: Floats) -> tuple[Floats, Floats]:
        """r(q) and s(q): the probabilities of cc next after cc, and after cl."""


@dataclass(frozen=True)
class Account:
    """A concave function through corners, in fractions."""

    q: Sequence[Foreign]
    w: Sequence[Foreign]

    def at(self, q: Foreign) -> Foreign:
        """The value at q."""
        i = min(bisect_right(self.q, q), len(self.q) - 1)
        left, right = self.q[i - 1], self.q[i]
        return self.w[i - 1] + (self.w[i] - self.w[i - 1]) * (q - left) / (right - left)


@dataclass(frozen=True)
class StatedPlan:
    """The probabilities r and s of cc next at corners q from 0 to 1; q r and (1 - q) s are linear in between."""

    q: Sequence[Foreign]
    r: Sequence[Foreign]
    s: Sequence[Foreign]

    def at(self, q: Foreign) -> tuple[Foreign, Foreign]:
        """r and s at q."""
        i = bisect_left(self.q, q)
        if self.q[i] == q:
            return self.r[i], self.s[i]
        left, right = self.q[i - 1], self.q[i]
        share = (q - left) / (right - left)
        r = (1 - share) * left * self.r[i - 1] + share * right * self.r[i]
        s = (1 - share) * (1 - left) * self.s[i - 1] + share * (1 - right) * self.s[i]
        return r / q, s / (1 - q)


def account(corners: Iterable[tuple[Number, Number]]) -> Account:
    """The least concave function above the points (q, w)."""
    hull: list[tuple[Foreign, Foreign]] = []
    for point in sorted((rational(q), rational(w)) for q, w in corners):
        while (hull and hull[-1][0] == point[0]) or (len(hull) > 1 and _not_above(hull[-2], hull[-1], point)):
            hull.pop()
        hull.append(point)
    return Account(*zip(*hull, strict=True))


def account_of(f: Concave) -> Account:
    """A player's function as an account."""
    return account((f.scale.fraction(q), f.scale.fraction(w)) for q, w in zip(f.q, f.w, strict=True))


def rational(x: Number) -> Foreign:
    """A number as FLINT's fraction."""
    return fmpq(*x.as_integer_ratio())


def _not_above(a: tuple[Foreign, Foreign], b: tuple[Foreign, Foreign], c: tuple[Foreign, Foreign]) -> bool:
    """Whether b lies on or below the line from a to c."""
    return bool((b[1] - a[1]) * (c[0] - a[0]) <= (c[1] - a[1]) * (b[0] - a[0]))


@dataclass(frozen=True)
class Bookkeeping:
    """One player's accounts on a board, with payoffs in his view."""

    board: Board
    beta: Foreign
    sign: int
    accounts: Mapping[int, Account]

    @cached_property
    def payoffs(self) -> list[Foreign]:
        """What the player is paid when the counter leaves a node."""
        return [self.sign * rational(x) for x in self.board.payoffs]

    def gain(self, node: int, q: Foreign, r: Foreign, s: Foreign) -> Foreign:
        """What a round of two moves adds to the account at least, after leaving a node, if r and s are played."""
        a, (cc, cl) = self.payoffs, self.board.exits[node]
        now = a[node] + self.beta * (q * a[cc] + (1 - q) * a[cl])
        after = min(self.left(node, way, q, r, s) for way in (0, 1))
        return now + self.beta**2 * after - self.accounts[node].at(q)

    def left(self, node: int, way: int, q: Foreign, r: Foreign, s: Foreign) -> Foreign:
        """What is left in the account after the opponent takes an exit."""
        cc, cl = (self.accounts[self.board.exits[k][way]] for k in self.board.exits[node])
        return q * cc.at(r) + (1 - q) * cl.at(s)

    def least_gain(self, plans: Mapping[int, StatedPlan]) -> Foreign:
        """The least that a strategy adds to the account in every round of two moves."""
        return min(
            self.gain(node, q, *plan.at(q))
            for node, plan in plans.items()
            for q in sorted({*self.accounts[node].q, *plan.q})
        )

    def better(self, node: int, q: Foreign, pair: Pair, start: Pair) -> Pair:
        """The best moves near a pair: at corners of the accounts, or where both exits leave the same.

        They are no farther than `ROUNDING` from where the search began.
        """
        cc, cl = ([self.accounts[self.board.exits[k][way]] for way in (0, 1)] for k in self.board.exits[node])
        near_r, near_s = _near(cc, pair[0]), _near(cl, pair[1])
        found = list(product(near_r, near_s))

        def apart(r: Foreign, s: Foreign) -> Foreign:
            return self.left(node, 0, q, r, s) - self.left(node, 1, q, r, s)

        for one in near_r:
            for a, b in pairwise(near_s):
                high, low = apart(one, a), apart(one, b)
                if high * low < 0:
                    found.append((one, a + (b - a) * high / (high - low)))
        for one in near_s:
            for a, b in pairwise(near_r):
                high, low = apart(a, one), apart(b, one)
                if high * low < 0:
                    found.append((a + (b - a) * high / (high - low), one))
        close = [one for one in found if max(abs(a - b) for a, b in zip(one, start, strict=True)) <= ROUNDING]
        return max(close, key=lambda pair: min(self.left(node, way, q, *pair) for way in (0, 1)))


def _near(accounts: Sequence[Account], x: Foreign) -> list[Foreign]:
    """x and the nearest corners of some accounts on either side, in order."""
    below = {
        q for one in accounts for q in one.q[max(0, bisect_left(one.q, x) - NEAR) : bisect_left(one.q, x)]
    }
    above = {q for one in accounts for q in one.q[bisect_left(one.q, x) : bisect_left(one.q, x) + NEAR + 1]}
    return [*sorted(below)[-NEAR:], *([] if x in above else [x]), *sorted(above)[: NEAR + 1]]


def exact_plans(
    game: LaggedGame,
    beta: Fraction,
    player: int,
    accounts: Mapping[int, Account],
    moves: Mapping[int, Moves],
    wanted: Foreign,
) -> dict[int, StatedPlan]:
    """Plans with the corners of the accounts, from moves in floats, bettered where they add less than is wanted."""
    books = Bookkeeping(game.layout(), rational(beta), 1 - 2 * player, accounts)
    plans = {}
    for node, found in moves.items():
        corners, r, s = accounts[node].q, list[Foreign](), list[Foreign]()
        floats = found.pair(np.array([float(Fraction(int(q.p), int(q.q))) for q in corners]))
        for q, *given in zip(corners, *(x.tolist() for x in floats), strict=True):
            pair = (rational(given[0]), rational(given[1]))
            start = pair
            for _ in range(SEARCHES):
                before = books.gain(node, q, *pair)
                if before >= wanted:
                    break
                pair = books.better(node, q, pair, start)
                if books.gain(node, q, *pair) == before:
                    break
            r.append(pair[0])
            s.append(pair[1])
        plans[node] = StatedPlan(corners, r, s)
    return plans


def wanted_gain(
    game: LaggedGame,
    beta: Fraction,
    player: int,
    first: float,
    accounts: Mapping[int, Account],
    claimed: Value,
) -> Foreign:
    """What a plan must add to its account in every round to prove its side of a claim."""
    end = rational(claimed.upper if player else claimed.lower)
    if beta == 1:
        return -2 * end if player else 2 * end
    board, rest, q = game.layout(), rational(1 - beta**2), rational(first)
    if player == 0:
        return (end - accounts[board.start].at(q)) * rest
    left = min(accounts[target].at(q) for target in board.exits[board.start])
    return ((rational(board.payoffs[board.start]) - end) / rational(beta) - left) * rest


def verify(solution: LaggedSolution) -> Value:
    """Bounds on the value from the strategies of a solution, with its functions as accounts."""
    game, beta, claimed = solution.game, solution.discount, solution.value
    accounts = [{node: account_of(f) for node, f in functions.items()} for functions in solution.functions]
    plans = []
    for player, moves in enumerate(solution.next_moves):
        wanted = wanted_gain(game, beta, player, solution.first[player], accounts[player], claimed)
        plans.append(exact_plans(game, beta, player, accounts[player], moves, wanted))
    return bounds(game, beta, solution.first, accounts, plans, claimed)


def bounds(
    game: LaggedGame,
    beta: Fraction,
    first: Sequence[float],
    accounts: Sequence[Mapping[int, Account]],
    plans: Sequence[Mapping[int, StatedPlan]],
    claimed: Value,
) -> Value:
    """The lower bound that the row player's plan proves, and the upper bound that the column player's proves.

    `first` has the probability of cc at each player's first move; accounts and plans are by player, then by node. The
    bounds are floats, rounded outward, if those of the claim are.
    """
    board = game.layout()
    corners = sum(len(plan.q) for by_node in plans for plan in by_node.values())
    afford(f"verifying plans with {corners:,} corners", seconds=CORNER_SECONDS * corners)
    for player, nodes in enumerate(board.turns()):
        if set(plans[player]) != set(nodes) or not set(nodes) <= set(accounts[player]):
            raise InputError("a player needs an account and a plan for every node that the player may leave")
    gains = [
        Bookkeeping(board, rational(beta), 1 - 2 * player, accounts[player]).least_gain(plans[player])
        for player in (0, 1)
    ]
    if beta == 1:
        lower, upper = gains[0] / 2, -gains[1] / 2
    else:
        rest = rational(1 - beta**2)
        lower = accounts[0][board.start].at(rational(first[0])) + gains[0] / rest
        left = min(accounts[1][target].at(rational(first[1])) for target in board.exits[board.start])
        upper = rational(board.payoffs[board.start]) - rational(beta) * (left + gains[1] / rest)
    low, high = (Fraction(int(end.p), int(end.q)) for end in (lower, upper))
    if isinstance(claimed.lower, float):
        return float_interval(low, high)
    grain = Fraction(1, claimed.lower.denominator << 64)
    return Value(grain * (low // grain), -grain * (-high // grain))
