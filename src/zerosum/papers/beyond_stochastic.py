"""Published stochastic games of others: Shapley's kind, recursive games, the Big Match, a cycle of Newton's method.

II.6 is section 6 of part II. The tests of stochastic games say which of the sources were read in full, and which as
others quote them.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from zerosum import matrix
from zerosum.models.stochastic_arrays import ArrayGame
from zerosum.models.stochastic_table import tabulate
from zerosum.numerics.rational import Amount
from zerosum.papers.claims import Claim, number, statement
from zerosum.solution import Value
from zerosum.solvers.stochastic import StochasticSolution, solve
from zerosum.solvers.stochastic.decisions import total
from zerosum.solvers.stochastic.operator import Operator, Stage
from zerosum.verifiers.multichain import Action, best_average

__all__ = ["CLAIMS"]

NEVER_LEFT = ([[[0, 1, 0]]], [[[0, 0, 1]]])
THIRD = Fraction(1, 3)

Entry = str | int | dict[str | int, Fraction]
"""A game to play next, a payoff that ends the play, or a lottery over both."""


def _stopping() -> ArrayGame:
    """G = (1 + 3/5 G, 3 + 1/5 G; 1 + 4/5 G, 2 + 2/5 G)."""
    chances = [[[Fraction(3, 5)], [Fraction(1, 5)]], [[Fraction(4, 5)], [Fraction(2, 5)]]]
    return ArrayGame([[[1, 3], [1, 2]]], [chances], 1)


def _van_der_wal() -> ArrayGame:
    """Payoffs 3, 6; 2, 1; the play goes on surely, except with 1/3 at the 6; discount 3/4."""
    sure, third = [1, 0], [Fraction(1, 3), Fraction(2, 3)]
    to = [[[sure, third], [sure, sure]], [[[0, 1]]]]
    return ArrayGame([[[3, 6], [2, 1]], [[0]]], to, Fraction(3, 4))


def _big_match(discount: Amount | None = None) -> ArrayGame:
    """Row wins 1 for each right guess of 0; his first guess of 1 decides all days to come."""
    to = [[[[1, 0, 0], [1, 0, 0]], [[0, 1, 0], [0, 0, 1]]], *NEVER_LEFT]
    return ArrayGame([[[1, 0], [0, 1]], [[0]], [[1]]], to, discount)


def _recursive(games: dict[str, list[list[Entry]]]) -> ArrayGame:
    """Games whose entries are payoffs, other games by name, or lotteries over both; endless play pays 0."""
    lotteries = {
        name: [[entry if isinstance(entry, dict) else {entry: 1} for entry in line] for line in lines]
        for name, lines in games.items()
    }
    ends = sorted(
        {
            end
            for lines in lotteries.values()
            for line in lines
            for lottery in line
            for end in lottery
            if not isinstance(end, str)
        }
    )
    order: list[str | int] = [*games, *ends]
    payoffs = [[[0] * len(line) for line in lines] for lines in games.values()] + [[[end]] for end in ends]
    to = [
        [[[lottery.get(place, 0) for place in order] for lottery in line] for line in lines]
        for lines in lotteries.values()
    ]
    to += [[[[int(place == end) for place in order]]] for end in ends]
    return ArrayGame(payoffs, to, names=[str(place) for place in order])


def _first_recursive() -> ArrayGame:
    """G = (G, 1; 1, 0): pay nothing for ever, or end with 1 or with 0."""
    return _recursive({"G": [["G", 1], [1, 0]]})


def _dare() -> ArrayGame:
    """Two dares swap the roles of leader and challenger."""
    return _recursive({"G": [[0, 1], [3, "reversed"]], "reversed": [[0, -3], [-1, "G"]]})


def _coin() -> ArrayGame:
    """Both guess a coin with probability 2/3 of heads; two wrong guesses swap the roles."""
    again: Entry = {"G": 2 * THIRD, "reversed": THIRD}
    swap: Entry = {"reversed": 2 * THIRD, "G": THIRD}
    mine: list[list[Entry]] = [[again, {1: 2 * THIRD, 0: THIRD}], [{0: 2 * THIRD, 4: THIRD}, swap]]
    theirs: list[list[Entry]] = [[swap, {0: 2 * THIRD, -4: THIRD}], [{-1: 2 * THIRD, 0: THIRD}, again]]
    return _recursive({"G": mine, "reversed": theirs})


def _everett() -> ArrayGame:
    """Wait, or pick one of two doors: behind one is 20, behind the other a loss of 10."""
    return _recursive({"1": [["1", "1"], ["2", 20], [20, "2"]], "2": [[-10]]})


def _two_positions() -> ArrayGame:
    """(4 + .3 G1, .4 G2; 1 + .4 G2, 3 + .5 G1) and (.5 G1, -5; -4, 1 + .5 G2)."""
    first = [[[0.3, 0], [0, 0.4]], [[0, 0.4], [0.5, 0]]]
    second = [[[0.5, 0], [0, 0]], [[0, 0], [0, 0.5]]]
    return ArrayGame([[[4, 0], [1, 3]], [[0, -5], [-4, 1]]], [first, second], 1)


@cache
def _solved(name: str, discount: Amount | None = None) -> StochasticSolution:
    games = {
        "stopping": _stopping,
        "van der Wal": _van_der_wal,
        "first recursive": _first_recursive,
        "Dare": _dare,
        "coin": _coin,
        "Everett": _everett,
        "two positions": _two_positions,
    }
    return solve(_big_match(discount) if name == "big match" else games[name]())


def _shapley_iterate(n: int) -> Stage:
    """The n-th iterate from 0 in the game of two positions, and the strategies that it leads to."""
    operator = Operator(tabulate(_two_positions()))
    stage = operator(np.zeros(2))
    for _ in range(n - 1):
        stage = operator(stage.middle)
    return stage


def _everett_truncated(rounds: int) -> float:
    """Everett's game with a compulsory stop, which pays 0, after some rounds."""
    first, second = 0.0, 0.0
    for _ in range(rounds):
        first, second = float(matrix.solve([[first, first], [second, 20.0], [20.0, second]]).value), -10.0
    return first


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
        "Ferguson, Game Theory, II.6.5, example 8",
        "the game (1 + 3/5 G, 3 + 1/5 G; 1 + 4/5 G, 2 + 2/5 G) has the value (5/2) sqrt 2, irrational",
        lambda: _contains(_solved("stopping").value, 2.5 * 2**0.5),
        computed=lambda: str(_solved("stopping").value),
    ),
    statement(
        "Ferguson, Game Theory, II.6.5, example 8",
        "both optimal strategies are irrational too: row (sqrt 2 - 1, 2 - sqrt 2)",
        lambda: abs(float(_solved("stopping").row["0"]) - (2**0.5 - 1)) < 1e-12,
        computed=lambda: ", ".join(f"{float(p):.12f}" for p in _solved("stopping").row.values()),
    ),
    statement(
        "van der Wal 1978, as Badger, Huang and Petrik 2026 give it",
        "Pollatschek and Avi-Itzhak's method can cycle: (3, 6; 2, 1), chances to go on 1, 1/3; 1, 1, discount 3/4",
        lambda: _newton_alone() == [12.0, 4.0] * 4,
        computed=lambda: f"from 0 it goes {', '.join(f'{x:g}' for x in _newton_alone())}; the value is 8",
    ),
    number(
        "Blackwell and Ferguson 1968, theorem 1",
        "the Big Match has the value 1/2",
        "1/2",
        lambda: _solved("big match").value,
    ),
    statement(
        "Blackwell and Ferguson 1968, theorem 1",
        "II's optimal strategy is to toss a fair coin each day",
        lambda: abs(float(_solved("big match").col["0"]) - 0.5) < 1e-9,
        computed=lambda: f"{float(_solved('big match').col['0']):.9f}",
    ),
    statement(
        "Thuijsman 2003, lemma 1",
        "no stationary strategy of I guarantees more than 0",
        lambda: all(_stationary_worth(Fraction(stop)) == 0 for stop in ("0", "1e-9", "1/10", "1/2", "1")),
        computed="exactly 0 for probabilities 0, 10^-9, .1, .5 and 1 of stopping, by the best reply",
    ),
    statement(
        "Renault 2019, proposition 1.8",
        "every discounted Big Match has the value 1/2 per day",
        lambda: all(
            _contains(_solved("big match", b).value, float(1 / (2 * (1 - b))))
            and abs(float(_solved("big match", b).row["1"]) - float((1 - b) / (2 - b))) < 1e-12
            for b in (Fraction(1, 2), Fraction(9, 10), Fraction(99, 100))
        ),
        computed="at b = 1/2, 9/10, 99/100, where I stops with probability (1 - b) / (2 - b)",
    ),
    statement(
        "Ferguson, Game Theory, II.6.3",
        "the recursive game (G, 1; 1, 0) has the value 1, which row can only approach",
        lambda: _contains(_solved("first recursive").value, 1.0),
        computed=lambda: str(_solved("first recursive").value),
    ),
    statement(
        "Ferguson, Game Theory, II.6.3, example 4",
        "the game of Dare has the value sqrt 7 - 2 = .64575...",
        lambda: _contains(_solved("Dare").value, 7**0.5 - 2),
        computed=lambda: str(_solved("Dare").value),
    ),
    number(
        "Ferguson, Game Theory, II.6.4, example 7",
        "I's second probability is .256",
        ".256",
        lambda: float(_solved("coin").row["1"]),
        corrected=".257",
        why="(sqrt 73 - 7) / 6 is .2573, and the first probability is .743",
        expected_to_hold=False,
    ),
    number(
        "Ferguson, Game Theory, II.6.6, table",
        "the fourth iterate at the second position is -1.9977",
        "-1.9977",
        lambda: float(_shapley_iterate(4).middle[1]),
        corrected="-1.9976",
        expected_to_hold=False,
    ),
    number(
        "Ferguson, Game Theory, II.6.6",
        "the sixth iterate, 2.0225, misses the value of the first position by at most .0002",
        "2.0225",
        lambda: _solved("two positions").value,
        tolerance=0.0002,
    ),
    number(
        "Ferguson, Game Theory, II.6.6",
        "II's second probability in the first game is .4718",
        ".4718",
        lambda: float(_shapley_iterate(6).col[1]),
        corrected=".4781",
        why="the first is .5219, and the two must sum to 1",
        expected_to_hold=False,
    ),
    statement(
        "Everett 1957, section 9, example 5",
        "the value is 5, but with a compulsory stop after n rounds it is 10 for every n",
        lambda: (
            _contains(_solved("Everett").value, 5.0)
            and all(abs(_everett_truncated(n) - 10) < 1e-12 for n in (1, 2, 5, 50))
        ),
        computed=lambda: f"{_solved('Everett').value}; and 10 for n = 1, 2, 5 and 50",
    ),
)
"""Examples from the literature on stochastic games."""
