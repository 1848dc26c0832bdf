"""The certificate of a lagged game: for each player and each node that the player may leave, an account and a plan.

    account   corners q and the values w there
    plan      the probabilities r and s of cc next, at the corners q

Between two corners q r and (1 - q) s are linear in q, so the table is the strategy, and a check at its corners is a
check everywhere (see `zerosum.models.lagged.verify`). A certificate is about the average payoff of the game; a
discount would ask another question.

The strategy that is written has its corners at those of the account. Where a move found in floats secures less than was
claimed, a better one is sought within rounding, among the corners near by and the places where both exits of the
opponent are equally good; the best pair (r, s) is always one of these.

Files of version 0.2 also have a discount, which must be 1, and first moves, on which the average does not depend. Their
plans are in floats.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from typing import Protocol

import numpy as np
from flint import fmpq

from zerosum.core.arrays import Floats
from zerosum.core.data import Data
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.family import Certificate
from zerosum.core.foreign import Foreign
from zerosum.core.numbers import Number, text
from zerosum.core.rationals import fraction, rational
from zerosum.core.value import Value
from zerosum.models.lagged.answer import LaggedSolution
from zerosum.models.lagged.functions import Concave
from zerosum.models.lagged.rules import LaggedGame
from zerosum.models.lagged.verify import (
    Account,
    Bookkeeping,
    StatedPlan,
    columns,
    prove,
    rounded,
)

AVERAGE = Fraction(1)
"""The discount of the average payoff, which does not depend on first moves either."""
NEAR = 2
"""Number of corners on either side of a move among which a better one is sought."""
ROUNDING = fmpq(1, 10**9)
"""A better move is sought no farther away than this."""
SEARCHES = 50
"""Maximum number of searches for a better move at one corner."""

Pair = tuple[Foreign, Foreign]
"""The probabilities r and s."""


class Moves(Protocol):
    """A player's next moves after leaving one node, found in floats."""

    def pair(self, q: Floats) -> tuple[Floats, Floats]:
        """r(q) and s(q): the probabilities of cc next after cc, and after cl."""


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
        players.append(_written(accounts, plans))
    return {"players": players}


def _texts(xs: Sequence[Foreign]) -> list[str]:
    return [text(fraction(x)) for x in xs]


def verify(solution: LaggedSolution) -> Value:
    """Bounds on the value from the strategies of a solution, with its functions as accounts."""
    game, beta, claimed = solution.game, solution.discount, solution.value
    accounts = [{node: account_of(f) for node, f in functions.items()} for functions in solution.functions]
    gains = []
    for player, moves in enumerate(solution.next_moves):
        wanted = wanted_gain(game, beta, player, solution.first[player], accounts[player], claimed)
        plans = exact_plans(game, beta, player, accounts[player], moves, wanted)
        books = Bookkeeping(game.layout(), rational(beta), 1 - 2 * player, accounts[player])
        gains.append(books.least_gain(plans))
    if beta == 1:
        return rounded(gains[0] / 2, -gains[1] / 2, claimed)
    board, rest = game.layout(), rational(1 - beta**2)
    first = [rational(q) for q in solution.first]
    lower = accounts[0][board.start].at(first[0]) + gains[0] / rest
    left = min(accounts[1][target].at(first[1]) for target in board.exits[board.start])
    upper = rational(board.payoffs[board.start]) - rational(beta) * (left + gains[1] / rest)
    return rounded(lower, upper, claimed)


def older(game: LaggedGame, claimed: Value, data: Data) -> Data:
    """The data of version 0.2, whose plans are in floats, made exact."""
    if data["discount"] != "1":
        raise InputError("the certificate proves a sum with a discount, not the average payoff")
    players = []
    for player, entries in enumerate(data["players"]):
        accounts = {
            int(node): account(zip(*columns(entry["account"], "q", "w"), strict=True))
            for node, entry in entries.items()
        }
        moves = {
            int(node): PlanInFloats(
                *(np.array(column, float) for column in columns(entry["plan"], "q", "r", "s"))
            )
            for node, entry in entries.items()
        }
        wanted = wanted_gain(game, AVERAGE, player, 0.0, accounts, claimed)
        players.append(_written(accounts, exact_plans(game, AVERAGE, player, accounts, moves, wanted)))
    return {"players": players}


def _written(accounts: Mapping[int, Account], plans: Mapping[int, StatedPlan]) -> Data:
    return {
        str(node): {
            "account": {"q": _texts(accounts[node].q), "w": _texts(accounts[node].w)},
            "plan": {"q": _texts(plan.q), "r": _texts(plan.r), "s": _texts(plan.s)},
        }
        for node, plan in sorted(plans.items())
    }


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


def account_of(f: Concave) -> Account:
    """A player's function as an account."""
    return account((f.scale.fraction(q), f.scale.fraction(w)) for q, w in zip(f.q, f.w, strict=True))


def exact_plans(
    game: LaggedGame,
    beta: Fraction,
    player: int,
    accounts: Mapping[int, Account],
    moves: Mapping[int, Moves],
    wanted: Foreign,
) -> dict[int, StatedPlan]:
    """Plans with the corners of the accounts, from moves in floats, improved where they add less than is wanted."""
    books = Bookkeeping(game.layout(), rational(beta), 1 - 2 * player, accounts)
    plans = {}
    for node, found in moves.items():
        corners, r, s = accounts[node].q, list[Foreign](), list[Foreign]()
        floats = found.pair(np.array([float(fraction(q)) for q in corners]))
        for q, *given in zip(corners, *(x.tolist() for x in floats), strict=True):
            pair = (rational(given[0]), rational(given[1]))
            start = pair
            for _ in range(SEARCHES):
                before = books.gain(node, q, *pair)
                if before >= wanted:
                    break
                pair = _better(books, node, q, pair, start)
                if books.gain(node, q, *pair) == before:
                    break
            r.append(pair[0])
            s.append(pair[1])
        plans[node] = StatedPlan(corners, r, s)
    return plans


def _better(books: Bookkeeping, node: int, q: Foreign, pair: Pair, start: Pair) -> Pair:
    """The best moves near a pair: at corners of the accounts, or where both exits leave the same.

    They are no farther than `ROUNDING` from where the search began.
    """
    cc, cl = ([books.accounts[books.board.exits[k][way]] for way in (0, 1)] for k in books.board.exits[node])
    near_r, near_s = _near(cc, pair[0]), _near(cl, pair[1])
    found = list(product(near_r, near_s))

    def apart(r: Foreign, s: Foreign) -> Foreign:
        return books.left(node, 0, q, r, s) - books.left(node, 1, q, r, s)

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
    return max(close, key=lambda pair: min(books.left(node, way, q, *pair) for way in (0, 1)))


def _near(accounts: Sequence[Account], x: Foreign) -> list[Foreign]:
    """x and the nearest corners of some accounts on either side, in order."""
    below = {
        q for one in accounts for q in one.q[max(0, bisect_left(one.q, x) - NEAR) : bisect_left(one.q, x)]
    }
    above = {q for one in accounts for q in one.q[bisect_left(one.q, x) : bisect_left(one.q, x) + NEAR + 1]}
    return [*sorted(below)[-NEAR:], *([] if x in above else [x]), *sorted(above)[: NEAR + 1]]


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


CERTIFICATE = Certificate(write, prove, older)
