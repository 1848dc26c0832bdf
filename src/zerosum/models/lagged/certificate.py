"""The certificate of a lagged game: for each player and each node that he may leave, a bank account and a plan.

    account   corners q and the values w there
    plan      the probabilities r and s of cc next, at the corners q

Between two corners q r and (1 - q) s are linear in q, so the table is the strategy, and a check at its corners is a
check everywhere (see `zerosum.models.lagged.verify`). A certificate is about the average payoff of the game; a
discount would ask another question.

Files of version 0.2 also have a discount, which must be 1, and first moves, on which the average does not depend. Their
plans are in floats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.data import Data
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.family import Certificate
from zerosum.core.foreign import Foreign
from zerosum.core.numbers import numbers, text
from zerosum.core.value import Value
from zerosum.models.lagged.answer import LaggedSolution
from zerosum.models.lagged.rules import LaggedGame
from zerosum.models.lagged.verify import (
    Account,
    StatedPlan,
    account,
    account_of,
    bounds,
    exact_plans,
    rational,
    wanted_gain,
)

AVERAGE = Fraction(1)
"""The discount of the average payoff, which does not depend on first moves either."""


@dataclass(frozen=True)
class PlanInFloats:
    """A plan of version 0.2: r and s at corners, in floats."""

    q: Floats
    r: Floats
    s: Floats

    def pair(self, q: Floats) -> tuple[Floats, Floats]:
        """r and s at the corners nearest to q."""
        places = np.minimum(np.searchsorted(self.q, q), len(self.q) - 1)
        return self.r[places], self.s[places]


def write(solution: LaggedSolution) -> Data:
    """By player and node: the account and the plan, by corners."""
    if solution.discount != 1:
        raise Unavailable(
            "a certificate is about the average payoff, and this solution is about a discounted sum"
        )
    players = []
    for player, (functions, moves) in enumerate(zip(solution.functions, solution.next_moves, strict=True)):
        accounts = {node: account_of(f) for node, f in functions.items()}
        wanted = wanted_gain(solution.game, AVERAGE, player, 0.0, accounts, solution.value)
        plans = exact_plans(solution.game, AVERAGE, player, accounts, moves, wanted)
        players.append(
            {
                str(node): {
                    "account": {"q": _texts(accounts[node].q), "w": _texts(accounts[node].w)},
                    "plan": {"q": _texts(plan.q), "r": _texts(plan.r), "s": _texts(plan.s)},
                }
                for node, plan in sorted(plans.items())
            }
        )
    return {"players": players}


def prove(game: LaggedGame, claimed: Value, data: Data) -> Value:
    """What either plan adds to its account in every round, in fractions."""
    old = set(data) == {"discount", "first", "players"}
    if old and data["discount"] != "1":
        raise InputError("the certificate proves a sum with a discount, not the average payoff")
    if not old and set(data) != {"players"}:
        raise InputError("the certificate must state the players' accounts and plans, and nothing else")
    turns = game.layout().turns()
    if not isinstance(data["players"], list) or len(data["players"]) != len(turns):
        raise InputError("the certificate needs accounts and plans of both players")
    accounts, plans = [], []
    for player, (by_node, needed) in enumerate(zip(data["players"], turns, strict=True)):
        if set(by_node) != {str(node) for node in needed}:
            raise InputError(
                "the certificate has no plan for some node that a player may leave, or one too many"
            )
        entries = {node: by_node[str(node)] for node in needed}
        if any(set(entry) != {"account", "plan"} for entry in entries.values()):
            raise InputError("a node of the certificate needs an account and a plan, and nothing else")
        accounts.append({node: _account(entry["account"]) for node, entry in entries.items()})
        read = {node: _plan(entry["plan"]) for node, entry in entries.items()}
        if old:
            floats = {node: _in_floats(plan) for node, plan in read.items()}
            wanted = wanted_gain(game, AVERAGE, player, 0.0, accounts[-1], claimed)
            read = exact_plans(game, AVERAGE, player, accounts[-1], floats, wanted)
        plans.append(read)
    return bounds(game, AVERAGE, (0.0, 0.0), accounts, plans, claimed)


def _texts(xs: Sequence[Foreign]) -> list[str]:
    return [text(Fraction(int(x.p), int(x.q))) for x in xs]


def _columns(entry: Data, names: Sequence[str]) -> list[list[Fraction]]:
    """Columns of equal length, the first of which goes from 0 to 1."""
    if not isinstance(entry, dict) or set(entry) != set(names):
        raise InputError(
            f"an account or a plan of the certificate needs {', '.join(names)}, and nothing else"
        )
    columns = [[Fraction(x) for x in numbers(entry[name])] for name in names]
    q = columns[0]
    if len({len(column) for column in columns}) > 1 or len(q) < 2 or q[0] != 0 or q[-1] != 1:
        raise InputError("an account or a plan of the certificate does not go from 0 to 1")
    if any(a >= b for a, b in pairwise(q)):
        raise InputError("the corners of an account or a plan of the certificate are out of order")
    return columns


def _account(entry: Data) -> Account:
    """An account from 0 to 1."""
    return account(zip(*_columns(entry, ("q", "w")), strict=True))


def _plan(entry: Data) -> StatedPlan:
    """A plan from 0 to 1, of probabilities."""
    q, r, s = _columns(entry, ("q", "r", "s"))
    if not all(0 <= p <= 1 for p in (*r, *s)):
        raise InputError("a plan of the certificate has a probability outside 0 to 1")
    return StatedPlan(*([rational(x) for x in column] for column in (q, r, s)))


def _in_floats(plan: StatedPlan) -> PlanInFloats:
    columns = ([float(Fraction(int(x.p), int(x.q))) for x in column] for column in (plan.q, plan.r, plan.s))
    return PlanInFloats(*(np.array(column) for column in columns))


CERTIFICATE = Certificate(write, prove)
