"""Verify a lagged game from its strategies alone, in exact fractions.

A strategy is r(k, q) and s(k, q). A player who follows it can prove what it earns with a *bank account* W(k, q): if
at every state the two payoffs of a round, plus the least that the opponent can leave in the account, exceed the
account by at least g, then he earns g in every round on average, whatever the opponent does:

    a(k) + β E a(next) + β² min over the opponent's exits of E W(next state)  >=  W(k, q) + g.

Any concave W will do. It is enough to look at the corners of W, which are those of the strategy, too: between two of
them q r(k, q) and (1 - q) s(k, q) are linear, and x W(x r / x) is concave, so the left side is concave there, and W is
linear. The row player's strategy proves the lower bound, the column player's the upper one; neither needs the minimax
theorem.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.foreign import Foreign
from zerosum.core.limits import afford
from zerosum.core.numbers import numbers
from zerosum.core.outward import float_interval
from zerosum.core.proofs import fields, grid
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
        accounts = dict(zip(nodes, (_account(one) for one, _ in entries), strict=True))
        plans = dict(zip(nodes, (_plan(one) for _, one in entries), strict=True))
        if any(plans[node].q != accounts[node].q for node in nodes):
            raise InputError("a plan of the certificate has other corners than its account")
        books = Bookkeeping(game.layout(), rational(1), 1 - 2 * player, accounts)
        gains.append(books.least_gain(plans))
    return rounded(gains[0] / 2, -gains[1] / 2, claimed)


def columns(entry: Data, *names: str) -> list[list[Fraction]]:
    """Columns of equal length, the first of which grows from 0 to 1."""
    said = fields(entry, *names, where="an account or a plan")
    found = [
        grid(said[0], "in an account or a plan"),
        *([Fraction(x) for x in numbers(part)] for part in said[1:]),
    ]
    if len({len(column) for column in found}) > 1:
        raise InputError("the columns of an account or a plan of the certificate have different lengths")
    return found


def _account(entry: Data) -> Account:
    """Read an account: a concave function, whose slope falls from corner to corner."""
    q, w = ([rational(x) for x in column] for column in columns(entry, "q", "w"))
    slopes = [(w[k] - w[k - 1]) / (q[k] - q[k - 1]) for k in range(1, len(q))]
    if any(a < b for a, b in pairwise(slopes)):
        raise InputError("an account of the certificate is not concave")
    return Account(q, w)


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
        size = sum(len(plan.q) for plan in plans.values())
        afford(f"verifying plans with {size:,} corners", seconds=CORNER_SECONDS * size)
        return min(
            self.gain(node, *corner)
            for node, plan in plans.items()
            for corner in zip(plan.q, plan.r, plan.s, strict=True)
        )


def rounded(lower: Foreign, upper: Foreign, claimed: Value) -> Value:
    """The interval between two bounds, rounded outward: in floats if the claim is, else in short fractions."""
    low, high = fraction(lower), fraction(upper)
    if isinstance(claimed.lower, float):
        return float_interval(low, high)
    grain = Fraction(1, claimed.lower.denominator << 64)
    return Value(grain * (low // grain), -grain * (-high // grain))
