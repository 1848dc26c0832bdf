"""The certificate of a lagged game: for each player a bank account and a plan, both by corners.

A plan is tabled at the corners q of its own pieces and of the account: r and s there. Between two corners q r and
(1 - q) s are linear in q, so the table is the strategy, and a check at its corners is a check everywhere (see
`zerosum.models.lagged.verify`).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.family import Certificate
from zerosum.core.numbers import numbers, text, texts
from zerosum.core.value import Value
from zerosum.models.lagged import verify as lagged
from zerosum.models.lagged.rules import Concave, LaggedAnswer, LaggedGame, NextMoves

__all__ = ["CERTIFICATE"]


@dataclass(frozen=True)
class Corners:
    """A function by its corners, as the verifier reads it."""

    q: list[Fraction]
    w: list[Fraction]

    @property
    def scale(self) -> Corners:
        """It has no other scale than fractions."""
        return self

    def fraction(self, x: Fraction) -> Fraction:
        """A number as it is."""
        return x


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


def write(solution: LaggedAnswer) -> Data:
    """All corners."""
    players = [
        {str(node): _packed(function, plans.get(node)) for node, function in functions.items()}
        for functions, plans in zip(solution.functions, solution.next_moves, strict=True)
    ]
    return {
        "discount": text(solution.discount),
        "first": texts(map(float, solution.first)),
        "players": players,
    }


def prove(game: LaggedGame, claimed: Value, data: Data) -> Value:
    """What either plan adds to its account in every round, in integers."""
    functions, plans = [], []
    for by_node in data["players"]:
        functions.append({int(node): _corners(said["account"]) for node, said in by_node.items()})
        plans.append({int(node): _plan(said["plan"]) for node, said in by_node.items() if said["plan"]})
    _whole(plans, game)
    first = [float(q) for q in numbers(data["first"])]
    if not all(0 <= q <= 1 for q in first):
        raise InputError("a first move of the certificate is no probability")
    [discount] = numbers([data["discount"]])
    answer = SimpleNamespace(discount=Fraction(discount), functions=functions, next_moves=plans, first=first)
    return lagged.verify(game, answer)


def _packed(function: Concave, plan: NextMoves | None) -> Data:
    """One node's account, and its plan at all corners of both."""
    kept = lagged.account(function)
    account = {
        "q": texts(Fraction(q, lagged.ONE) for q in kept.q),
        "w": texts(Fraction(w, lagged.ONE) for w in kept.w),
    }
    if plan is None:
        return {"account": account, "plan": None}
    q = np.unique([*(q / lagged.ONE for q in kept.q), *plan.q.tolist()])
    r, s = plan.pair(q)
    return {
        "account": account,
        "plan": {"q": texts(q.tolist()), "r": texts(r.tolist()), "s": texts(s.tolist())},
    }


def _corners(said: Data) -> Corners:
    """An account from 0 to 1."""
    q, w = ([Fraction(x) for x in numbers(said[name])] for name in ("q", "w"))
    if len(q) != len(w) or len(q) < 2 or q[0] != 0 or q[-1] != 1 or q != sorted(q):
        raise InputError("an account of the certificate does not go from 0 to 1")
    return Corners(q, w)


def _plan(said: Data) -> TabledPlan:
    """A plan from 0 to 1, of probabilities."""
    q, r, s = (np.array([float(x) for x in numbers(said[name])]) for name in ("q", "r", "s"))
    fine = len(q) == len(r) == len(s) >= 2 and q[0] == 0 and q[-1] == 1 and bool((np.diff(q) > 0).all())
    if not fine or min(r.min(), s.min()) < 0 or max(r.max(), s.max()) > 1:
        raise InputError("a plan of the certificate does not give probabilities from 0 to 1")
    return TabledPlan(q, r, s)


def _whole(plans: list[dict[int, TabledPlan]], game: LaggedGame) -> None:
    """Every node that a player may have left needs a plan, or the check would pass over it."""
    for own, needed in zip(plans, game.layout().turns(), strict=True):
        if not set(needed) <= own.keys():
            raise InputError("the certificate has no plan for some node that a player may have left")


CERTIFICATE = Certificate(write, prove)
