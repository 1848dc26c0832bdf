"""The certificate of a lagged game: for each player and each node that the player may leave, an account and a plan.

    q     the break points of both
    w     the account at q
    r, s  the plan: the next probabilities of cc

Between two break points q r and (1 - q) s are linear in q, so the table determines the strategy, and a check at its
break points is sufficient (see `zerosum.models.lagged.verify`). A certificate proves bounds on the average payoff of
the game, not on a discounted sum.

The strategy in the certificate has the break points of the account. If a move found in floats guarantees less than
was claimed, a better one is sought within rounding, among nearby break points and the points where both exits of the
opponent are equally good; the best pair (r, s) is always one of these.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Protocol

import numpy as np
from flint import fmpq

from zerosum.core.arrays import Floats
from zerosum.core.data import Data
from zerosum.core.errors import Unavailable
from zerosum.core.foreign import Foreign
from zerosum.core.limits import require_budget
from zerosum.core.numbers import Number, text
from zerosum.core.rationals import fraction, rational
from zerosum.core.value import Value
from zerosum.models.lagged.answer import LaggedSolution
from zerosum.models.lagged.functions import Concave
from zerosum.models.lagged.rules import LaggedGame
from zerosum.models.lagged.verify import Account, Bookkeeping, StatedPlan, rounded

AVERAGE = Fraction(1)
"""The discount of the average payoff, which does not depend on first moves either."""
NEIGHBOURS = 2
"""Number of break points on either side of a move that are tried in the search for a better move."""
ROUNDING = fmpq(1, 10**9)
"""Maximum distance of a better move from the move in floats."""
BREAK_POINT_SECONDS = 2e-4
"""Estimated seconds to verify one break point."""
SEARCHES = 50
"""Maximum number of searches for a better move at one break point."""

Pair = tuple[Foreign, Foreign]
"""The probabilities r and s."""


class Moves(Protocol):
    """A player's next moves after leaving one node, found in floats."""

    def pair(self, q: Floats) -> tuple[Floats, Floats]:
        """Return r(q) and s(q): the next probabilities of cc, after cc and after cl."""


def write(solution: LaggedSolution) -> Data:
    """Return the account and the plan for each player and node, by break points."""
    if solution.discount != 1:
        raise Unavailable("only average payoffs can be certified, but this solution is for a discounted sum")
    players = []
    for player, (functions, moves) in enumerate(zip(solution.functions, solution.next_moves, strict=True)):
        accounts = {node: account_of(f) for node, f in functions.items()}
        wanted = wanted_gain(solution.game, AVERAGE, player, 0.0, accounts, solution.value)
        plans = exact_plans(solution.game, AVERAGE, player, accounts, moves, wanted)
        players.append(_written(accounts, plans))
    return {"players": players}


def verify(solution: LaggedSolution) -> Value:
    """Return bounds on the value from the strategies of a solution, with its functions as accounts."""
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


def _written(accounts: Mapping[int, Account], plans: Mapping[int, StatedPlan]) -> Data:
    written = {}
    for node, plan in sorted(plans.items()):
        q, r, s = zip(*plan, strict=True)
        columns = {"q": q, "w": accounts[node].w, "r": r, "s": s}
        written[str(node)] = {name: [text(fraction(x)) for x in column] for name, column in columns.items()}
    return written


def account(break_points: Iterable[tuple[Number, Number]]) -> Account:
    """Return the least concave function above the points (q, w)."""
    hull: list[tuple[Foreign, Foreign]] = []
    for q, w in sorted((rational(q), rational(w)) for q, w in break_points):
        while hull and hull[-1][0] == q:
            hull.pop()
        # points on or below the line from their predecessor to the new point are not on the hull
        while len(hull) > 1 and (hull[-1][1] - hull[-2][1]) * (q - hull[-2][0]) <= (w - hull[-2][1]) * (
            hull[-1][0] - hull[-2][0]
        ):
            hull.pop()
        hull.append((q, w))
    return Account(*zip(*hull, strict=True))


def account_of(f: Concave) -> Account:
    """Return a player's function as an account."""
    return account((f.scale.fraction(q), f.scale.fraction(w)) for q, w in zip(f.q, f.w, strict=True))


def exact_plans(
    game: LaggedGame,
    beta: Fraction,
    player: int,
    accounts: Mapping[int, Account],
    moves: Mapping[int, Moves],
    wanted: Foreign,
) -> Mapping[int, StatedPlan]:
    """Return plans with the break points of the accounts, improved where they add too little to the account."""
    books = Bookkeeping(game.layout(), rational(beta), 1 - 2 * player, accounts)
    size = sum(len(one.q) for one in accounts.values())
    require_budget(f"verifying plans with {size:,} break points", seconds=BREAK_POINT_SECONDS * size)
    plans = dict[int, list[tuple[Foreign, Foreign, Foreign]]]()
    for node, found in moves.items():
        break_points = accounts[node].q
        floats = found.pair(np.array([float(fraction(q)) for q in break_points]))
        plans[node] = []
        for q, *given in zip(break_points, *(x.tolist() for x in floats), strict=True):
            pair = (rational(given[0]), rational(given[1]))
            start = pair
            for _ in range(SEARCHES):
                before = books.gain(node, q, *pair)
                if before >= wanted:
                    break
                pair = _better(books, node, q, pair, start)
                if books.gain(node, q, *pair) == before:
                    break
            plans[node].append((q, *pair))
    return plans


def _better(books: Bookkeeping, node: int, q: Foreign, pair: Pair, start: Pair) -> Pair:
    """Return the best moves near a pair: at break points of the accounts, or where both exits are equally good.

    Their distance from the start of the search is at most `ROUNDING`.
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
    """Return x and the nearest break points of some accounts on either side, in increasing order."""
    below = {
        q
        for one in accounts
        for q in one.q[max(0, bisect_left(one.q, x) - NEIGHBOURS) : bisect_left(one.q, x)]
    }
    above = {
        q for one in accounts for q in one.q[bisect_left(one.q, x) : bisect_left(one.q, x) + NEIGHBOURS + 1]
    }
    return [*sorted(below)[-NEIGHBOURS:], *([] if x in above else [x]), *sorted(above)[: NEIGHBOURS + 1]]


def wanted_gain(
    game: LaggedGame,
    beta: Fraction,
    player: int,
    first: float,
    accounts: Mapping[int, Account],
    claimed: Value,
) -> Foreign:
    """Return the amount that a plan must add to its account in every round to prove its side of a claim."""
    end = rational(claimed.upper if player else claimed.lower)
    if beta == 1:
        return -2 * end if player else 2 * end
    board, rest, q = game.layout(), rational(1 - beta**2), rational(first)
    if player == 0:
        return (end - accounts[board.start].at(q)) * rest
    left = min(accounts[target].at(q) for target in board.exits[board.start])
    return ((rational(board.payoffs[board.start]) - end) / rational(beta) - left) * rest
