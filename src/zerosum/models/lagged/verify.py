"""Verify a lagged game from its strategies alone, in exact fractions.

A strategy is r(k, q) and s(k, q). A player who follows it can prove its EV with a *bank account* W(k, q): if at every
state the two payoffs of a round, plus the smallest balance that the opponent can leave, exceed the account by at
least g, then the player gains at least g in every round on average, whatever the opponent does:

    a(k) + β E a(next) + β² min over the opponent's exits of E W(next state)  >=  W(k, q) + g.

Any concave W is sufficient. It is enough to check the break points of W, which are also those of the strategy:
between two of them q r(k, q) and (1 - q) s(k, q) are linear, and x W(x r / x) is concave, so the left side is concave
there, and W is linear. The row player's strategy proves the lower bound, the column player's the upper one; neither
needs the minimax theorem.
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
from zerosum.core.numbers import numbers
from zerosum.core.outward import float_interval
from zerosum.core.proofs import fields, grid
from zerosum.core.rationals import fraction, rational
from zerosum.core.value import Value
from zerosum.models.lagged.rules import Board, LaggedGame

StatedPlan = Sequence[tuple[Foreign, Foreign, Foreign]]
"""By break point q from 0 to 1, the next probabilities r and s of cc; q r and (1 - q) s are linear in between."""


def prove(game: LaggedGame, claimed: Value, data: Data) -> Value:
    """Return the gain of each plan's account in every round, in fractions: twice the average per move."""
    [players] = fields(data, "players")
    turns = game.layout().turns()
    if not isinstance(players, list) or len(players) != len(turns):
        raise InputError("the certificate needs accounts and plans of both players")
    gains = []
    for player, (by_node, nodes) in enumerate(zip(players, turns, strict=True)):
        said = fields(by_node, *map(str, nodes), where="the plans of a player")
        read = {node: _read(entry) for node, entry in zip(nodes, said, strict=True)}
        accounts = {node: account for node, (account, _) in read.items()}
        books = Bookkeeping(game.layout(), rational(1), 1 - 2 * player, accounts)
        gains.append(books.least_gain({node: plan for node, (_, plan) in read.items()}))
    return rounded(gains[0] / 2, -gains[1] / 2, claimed)


def _read(entry: Data) -> tuple[Account, StatedPlan]:
    """Read an account, whose slope decreases, and a plan, with probabilities at its break points."""
    said = fields(entry, "q", "w", "r", "s", where="a node")
    grid(said[0], "at a node")
    q, w, r, s = ([rational(x) for x in numbers(column)] for column in said)
    if not len(q) == len(w) == len(r) == len(s):
        raise InputError("the columns of a node of the certificate have different lengths")
    slopes = [(w[k] - w[k - 1]) / (q[k] - q[k - 1]) for k in range(1, len(q))]
    if any(a < b for a, b in pairwise(slopes)):
        raise InputError("an account of the certificate is not concave")
    if not all(0 <= p <= 1 for p in (*r, *s)):
        raise InputError("a plan of the certificate has a probability outside 0 to 1")
    return Account(q, w), list(zip(q, r, s, strict=True))


@dataclass(frozen=True)
class Account:
    """A concave function through break points, in fractions."""

    q: Sequence[Foreign]
    w: Sequence[Foreign]

    def at(self, q: Foreign) -> Foreign:
        """Return the value at q."""
        i = min(bisect_right(self.q, q), len(self.q) - 1)
        left, right = self.q[i - 1], self.q[i]
        return self.w[i - 1] + (self.w[i] - self.w[i - 1]) * (q - left) / (right - left)


@dataclass(frozen=True)
class Bookkeeping:
    """One player's accounts on a board, with payoffs in its view."""

    board: Board
    beta: Foreign
    sign: int
    accounts: Mapping[int, Account]

    @cached_property
    def payoffs(self) -> list[Foreign]:
        """The player's payments when the counter leaves a node."""
        return [self.sign * rational(x) for x in self.board.payoffs]

    def gain(self, node: int, q: Foreign, r: Foreign, s: Foreign) -> Foreign:
        """Return the smallest gain of a round of two moves after leaving a node, if r and s are played."""
        a, (cc, cl) = self.payoffs, self.board.exits[node]
        now = a[node] + self.beta * (q * a[cc] + (1 - q) * a[cl])
        after = min(self.left(node, way, q, r, s) for way in (0, 1))
        return now + self.beta**2 * after - self.accounts[node].at(q)

    def left(self, node: int, way: int, q: Foreign, r: Foreign, s: Foreign) -> Foreign:
        """Return the balance of the account after the opponent takes an exit."""
        cc, cl = (self.accounts[self.board.exits[k][way]] for k in self.board.exits[node])
        return q * cc.at(r) + (1 - q) * cl.at(s)

    def least_gain(self, plans: Mapping[int, StatedPlan]) -> Foreign:
        """Return the smallest gain of the account in a round of two moves under these plans."""
        return min(self.gain(node, *one) for node, plan in plans.items() for one in plan)


def rounded(lower: Foreign, upper: Foreign, claimed: Value) -> Value:
    """Return the interval between two bounds, rounded outward to floats, or to short fractions if
    the claim is exact.
    """
    low, high = fraction(lower), fraction(upper)
    if isinstance(claimed.lower, float):
        return float_interval(low, high)
    grain = Fraction(1, claimed.lower.denominator << 64)
    return Value(grain * (low // grain), -grain * (-high // grain))
