"""Published stochastic games of others: Shapley's kind, the Big Match, a cycle of Newton's method."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from zerosum.models.stochastic import ArrayGame, Number, tabulate
from zerosum.papers.claims import Claim, number, statement
from zerosum.solution import Value
from zerosum.solvers.stochastic import StochasticSolution, solve
from zerosum.solvers.stochastic.decisions import total
from zerosum.solvers.stochastic.operator import Operator
from zerosum.verify.multichain import Action, best_average

__all__ = ["CLAIMS"]

NEVER_LEFT = ([[[0, 1, 0]]], [[[0, 0, 1]]])


def _stopping() -> ArrayGame:
    """G = (1 + 3/5 G, 3 + 1/5 G; 1 + 4/5 G, 2 + 2/5 G)."""
    chances = [[[Fraction(3, 5)], [Fraction(1, 5)]], [[Fraction(4, 5)], [Fraction(2, 5)]]]
    return ArrayGame([[[1, 3], [1, 2]]], [chances], 1)


def _van_der_wal() -> ArrayGame:
    """Payoffs 3, 6; 2, 1; the play goes on surely, except with 1/3 at the 6; discount 3/4."""
    sure, third = [1, 0], [Fraction(1, 3), Fraction(2, 3)]
    to = [[[sure, third], [sure, sure]], [[[0, 1]]]]
    return ArrayGame([[[3, 6], [2, 1]], [[0]]], to, Fraction(3, 4))


def _big_match(discount: Number | None = None) -> ArrayGame:
    """Row wins 1 for each right guess of 0; his first guess of 1 decides all days to come."""
    to = [[[[1, 0, 0], [1, 0, 0]], [[0, 1, 0], [0, 0, 1]]], *NEVER_LEFT]
    return ArrayGame([[[1, 0], [0, 1]], [[0]], [[1]]], to, discount)


def _everett() -> ArrayGame:
    """G = (G, 1; 1, 0): pay nothing for ever, or end with 1 or with 0."""
    to = [[[[1, 0, 0], [0, 0, 1]], [[0, 0, 1], [0, 1, 0]]], *NEVER_LEFT]
    return ArrayGame([[[0, 0], [0, 0]], [[0]], [[1]]], to)


@cache
def _solved(name: str, discount: Number | None = None) -> StochasticSolution:
    games = {"stopping": _stopping, "van der Wal": _van_der_wal, "Everett": _everett}
    return solve(_big_match(discount) if name == "big match" else games[name]())


def _newton_alone() -> list[float]:
    """Eight steps of Pollatschek and Avi-Itzhak's method without a safeguard, from 0."""
    operator = Operator(tabulate(_van_der_wal()))
    v, seen = np.zeros(2), []
    for _ in range(8):
        stage = operator(v)
        there = total(*operator.chain(stage.row, stage.col))
        v = stage.middle if there is None else there
        seen.append(round(float(v[0]), 9))
    return seen


def _stationary_worth(stop: Fraction) -> Fraction:
    """What row guarantees on average in the Big Match if he stops each day with this probability, exactly."""
    go_on: Action = (-(1 - stop), {0: 1 - stop, 1: stop})
    matched: Action = (-stop, {0: 1 - stop, 2: stop})
    lost: Action = (Fraction(0), {1: Fraction(1)})
    won: Action = (Fraction(-1), {2: Fraction(1)})
    return -best_average([[go_on, matched], [lost], [won]])[0]


def _contains(value: Value, target: float, slack: float = 1e-12) -> bool:
    return bool(value.lower - slack <= target <= value.upper + slack and value.gap < 1e-9)


CLAIMS: tuple[Claim, ...] = (
    statement(
        "Shapley 1953; Ferguson, Game Theory, part II, stochastic games",
        "the game (1 + 3/5 G, 3 + 1/5 G; 1 + 4/5 G, 2 + 2/5 G) has the value (5/2) sqrt 2, irrational",
        lambda: _contains(_solved("stopping").value, 2.5 * 2**0.5),
        computed=lambda: str(_solved("stopping").value),
    ),
    statement(
        "the same",
        "both optimal strategies are irrational too: row (sqrt 2 - 1, 2 - sqrt 2)",
        lambda: abs(float(_solved("stopping").row["0"]) - (2**0.5 - 1)) < 1e-12,
        computed=lambda: ", ".join(f"{float(p):.12f}" for p in _solved("stopping").row.values()),
    ),
    statement(
        "van der Wal 1977; Filar and Vrieze 1997",
        "Pollatschek and Avi-Itzhak's method can cycle: (3, 6; 2, 1), chances to go on 1, 1/3; 1, 1, discount 3/4",
        lambda: _newton_alone() == [12.0, 4.0] * 4,
        computed=lambda: f"from 0 it goes {', '.join(f'{x:g}' for x in _newton_alone())}; the value is 8",
    ),
    number(
        "the same",
        "with the safeguard of a Hoffman-Karp step the method converges",
        "8",
        lambda: _solved("van der Wal").value,
    ),
    number(
        "Blackwell and Ferguson 1968; Filar and Vrieze 1997",
        "the Big Match has the value 1/2",
        "1/2",
        lambda: _solved("big match").value,
    ),
    statement(
        "the same",
        "II's optimal strategy is to toss a fair coin each day",
        lambda: abs(float(_solved("big match").col["0"]) - 0.5) < 1e-9,
        computed=lambda: f"{float(_solved('big match').col['0']):.9f}",
    ),
    statement(
        "the same",
        "no stationary strategy of I guarantees more than 0",
        lambda: all(_stationary_worth(Fraction(stop)) == 0 for stop in ("0", "1e-9", "1/10", "1/2", "1")),
        computed="exactly 0 for probabilities 0, 10^-9, .1, .5 and 1 of stopping, by the best reply",
    ),
    statement(
        "the same",
        "every discounted Big Match has the value 1/2 per day, and I stops with probability (1 - b) / (2 - b)",
        lambda: all(
            _contains(_solved("big match", b).value, float(1 / (2 * (1 - b))))
            and abs(float(_solved("big match", b).row["1"]) - float((1 - b) / (2 - b))) < 1e-12
            for b in (Fraction(1, 2), Fraction(9, 10), Fraction(99, 100))
        ),
        computed="at b = 1/2, 9/10, 99/100",
    ),
    statement(
        "Everett 1957; Ferguson, Game Theory, part II, recursive games",
        "the recursive game (G, 1; 1, 0) has the value 1, which row can only approach",
        lambda: _contains(_solved("Everett").value, 1.0, 0.0) or _solved("Everett").value == Value.exactly(1),
        computed=lambda: str(_solved("Everett").value),
    ),
)
"""Examples from the literature on stochastic games."""
