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

from flint import fmpq

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.foreign import Foreign
from zerosum.core.limits import afford
from zerosum.core.numbers import Number, numbers
from zerosum.core.outward import float_interval
from zerosum.core.proofs import fields
from zerosum.core.value import Value
from zerosum.models.lagged.rules import Board, LaggedGame

AVERAGE = Fraction(1)
"""The discount of the average payoff, which does not depend on first moves either."""
CORNER_SECONDS = 2e-4
"""Estimated seconds to verify one corner."""


def prove(game: LaggedGame, claimed: Value, data: Data) -> Value:
    """What either plan adds to its account in every round, in fractions."""
    [players] = fields(data, "players")
    turns = game.layout().turns()
    if not isinstance(players, list) or len(players) != len(turns):
        raise InputError("the certificate needs accounts and plans of both players")
    accounts, plans = [], []
    for by_node, nodes in zip(players, turns, strict=True):
        entries = [
            fields(entry, "account", "plan", where="a node")
            for entry in fields(by_node, *map(str, nodes), where="the plans of a player")
        ]
        accounts.append(
            {
                n: account(zip(*columns(one, "q", "w"), strict=True))
                for n, (one, _) in zip(nodes, entries, strict=True)
            }
        )
        plans.append({n: _plan(one) for n, (_, one) in zip(nodes, entries, strict=True)})
    return bounds(game, AVERAGE, (0.0, 0.0), accounts, plans, claimed)


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
    """A plan from 0 to 1, of probabilities."""
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
