"""Verify a lagged game from its strategies alone, in exact fractions.

A strategy is r(k, q) and s(k, q). A player who follows it can prove what it earns with a *bank account* W(k, q): if
at every state the two payoffs of a round, plus the least that the opponent can leave in the account, exceed the
account by at least g, then he earns g in every round on average, whatever the opponent does:

    a(k) + β E a(next) + β² min over the opponent's exits of E W(next state)  >=  W(k, q) + g.

Any concave W will do. It is enough to look at the corners of W and of the strategy: between two of them q r(k, q) and
(1 - q) s(k, q) are linear, and x W(x r / x) is concave, so the left side is concave there, and W is linear. The row
player's strategy proves the lower bound, the column player's the upper one; neither needs the minimax theorem.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.foreign import Foreign
from zerosum.core.limits import afford
from zerosum.core.numbers import Number, numbers
from zerosum.core.outward import float_interval
from zerosum.core.proofs import fields
from zerosum.core.rationals import fraction, rational
from zerosum.core.value import Value
from zerosum.models.lagged.rules import Board, LaggedGame

CORNER_SECONDS = 2e-4
"""Estimated seconds to verify one corner."""


def prove(game: LaggedGame, claimed: Value, data: Data) -> Value:
    """What either plan adds to its account in every round, in fractions: twice the average payoff of a move."""
    [players] = fields(data, "players")
    turns = game.layout().turns()
    if not isinstance(players, list) or len(players) != len(turns):
        raise InputError("the certificate needs accounts and plans of both players")
    gains = []
    for player, (by_node, nodes) in enumerate(zip(players, turns, strict=True)):
        said = fields(by_node, *map(str, nodes), where="the plans of a player")
        entries = [fields(entry, "account", "plan", where="a node") for entry in said]
        accounts = [account(zip(*columns(one, "q", "w"), strict=True)) for one, _ in entries]
        plans = dict(zip(nodes, (_plan(one) for _, one in entries), strict=True))
        books = Bookkeeping(
            game.layout(), rational(1), 1 - 2 * player, dict(zip(nodes, accounts, strict=True))
        )
        gains.append(books.least_gain(plans))
    return rounded(gains[0] / 2, -gains[1] / 2, claimed)


def columns(entry: Data, *names: str) -> list[list[Fraction]]:
    """Columns of equal length, the first of which goes from 0 to 1."""
    found = [
        [Fraction(x) for x in numbers(part)] for part in fields(entry, *names, where="an account or a plan")
    ]
    q = found[0]
    if len({len(column) for column in found}) > 1 or len(q) < 2 or q[0] != 0 or q[-1] != 1:
        raise InputError("an account or a plan of the certificate does not go from 0 to 1")
    if any(a >= b for a, b in pairwise(q)):
        raise InputError("the corners of an account or a plan of the certificate are out of order")
    return found


def _plan(entry: Data) -> StatedPlan:
    """Read a plan: probabilities at corners from 0 to 1."""
    q, r, s = columns(entry, "q", "r", "s")
    if not all(0 <= p <= 1 for p in (*r, *s)):
        raise InputError("a plan of the certificate has a probability outside 0 to 1")
    return StatedPlan(*([rational(x) for x in column] for column in (q, r, s)))


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
        """The least that plans add to the account in every round of two moves."""
        corners = [
            (node, q) for node, plan in plans.items() for q in sorted({*self.accounts[node].q, *plan.q})
        ]
        afford(f"verifying plans with {len(corners):,} corners", seconds=CORNER_SECONDS * len(corners))
        return min(self.gain(node, q, *plans[node].at(q)) for node, q in corners)


def rounded(lower: Foreign, upper: Foreign, claimed: Value) -> Value:
    """The interval between two bounds, rounded outward: in floats if the claim is, else in short fractions."""
    low, high = fraction(lower), fraction(upper)
    if isinstance(claimed.lower, float):
        return float_interval(low, high)
    grain = Fraction(1, claimed.lower.denominator << 64)
    return Value(grain * (low // grain), -grain * (-high // grain))
