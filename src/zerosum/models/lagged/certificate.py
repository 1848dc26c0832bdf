"""The certificate of a lagged game: for each player a bank account and a plan, both by corners.

A plan is tabled at the corners q of its own pieces and of the account: r and s there. Between two corners q r and
(1 - q) s are linear in q, so the table is the strategy, and a check at its corners is a check everywhere (see
`zerosum.models.lagged.verify`).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.family import Certificate
from zerosum.core.numbers import numbers, text, texts
from zerosum.core.value import Value
from zerosum.models.lagged.answer import LaggedSolution
from zerosum.models.lagged.rules import LaggedGame
from zerosum.models.lagged.verify import ONE, Account, account, account_of, bounds


@dataclass(frozen=True)
class TabledPlan:
    """r and s at corners; the verifier asks at corners only."""

    q: Floats
    r: Floats
    s: Floats

    def pair(self, q: Floats) -> tuple[Floats, Floats]:
        """r and s at corners of the table."""
        places = np.searchsorted(self.q, q)
        if (places >= len(self.q)).any() or (self.q[places] != q).any():
            raise ArithmeticError("a plan does not say what to do at a corner of its account")
        return self.r[places], self.s[places]


def write(solution: LaggedSolution) -> Data:
    """By player and node: the account, and the plan at all corners of both; None where the player never leaves."""
    players = []
    for functions, plans in zip(solution.functions, solution.next_moves, strict=True):
        by_node = {}
        for node, function in functions.items():
            kept, table = account_of(function), None
            if node in plans:
                q = np.unique([*(q / ONE for q in kept.q), *plans[node].q.tolist()])
                r, s = plans[node].pair(q)
                table = {"q": texts(q.tolist()), "r": texts(r.tolist()), "s": texts(s.tolist())}
            corners = {
                name: texts(Fraction(x, ONE) for x in xs) for name, xs in (("q", kept.q), ("w", kept.w))
            }
            by_node[str(node)] = {"account": corners, "plan": table}
        players.append(by_node)
    return {
        "discount": text(solution.discount),
        "first": texts(map(float, solution.first)),
        "players": players,
    }


def prove(game: LaggedGame, claimed: Value, data: Data) -> Value:
    """What either plan adds to its account in every round, in integers."""
    accounts, plans = [], []
    for by_node, needed in zip(data["players"], game.layout().turns(), strict=True):
        accounts.append({int(node): _account(entry["account"]) for node, entry in by_node.items()})
        plans.append({int(node): _plan(entry["plan"]) for node, entry in by_node.items() if entry["plan"]})
        if not set(needed) <= plans[-1].keys():  # the check would pass over a node without a plan
            raise InputError("the certificate has no plan for some node that a player may have left")
    first = [float(q) for q in numbers(data["first"])]
    if not all(0 <= q <= 1 for q in first):
        raise InputError("a first move of the certificate is not a probability")
    [discount] = [Fraction(x) for x in numbers([data["discount"]])]
    if discount != 1:  # a certificate is about the game itself, and a discount asks another question
        raise InputError(f"the certificate proves a sum with the discount {discount}, not the average payoff")
    return bounds(game, discount, first, accounts, plans)


def _account(entry: Data) -> Account:
    """An account from 0 to 1."""
    q, w = ([Fraction(x) for x in numbers(entry[name])] for name in ("q", "w"))
    if len(q) != len(w) or len(q) < 2 or q[0] != 0 or q[-1] != 1 or q != sorted(q):
        raise InputError("an account of the certificate does not go from 0 to 1")
    return account(zip(q, w, strict=True))


def _plan(entry: Data) -> TabledPlan:
    """A plan from 0 to 1, of probabilities."""
    q, r, s = (np.array([float(x) for x in numbers(entry[name])]) for name in ("q", "r", "s"))
    fine = len(q) == len(r) == len(s) >= 2 and q[0] == 0 and q[-1] == 1 and bool((np.diff(q) > 0).all())
    if not fine or min(r.min(), s.min()) < 0 or max(r.max(), s.max()) > 1:
        raise InputError("a plan of the certificate does not give probabilities from 0 to 1")
    return TabledPlan(q, r, s)


CERTIFICATE = Certificate(write, prove)
