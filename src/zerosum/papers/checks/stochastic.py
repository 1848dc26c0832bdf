"""Published stochastic games of others: Shapley's equation (1) and his iteration, recursive games, the Big Match, a
cycle of Newton's method.

The tests of stochastic games state which sources were read in full, and which only in quotations.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

import numpy as np

from zerosum import matrix
from zerosum.core.arrays import Floats
from zerosum.core.numbers import Amount
from zerosum.core.solution import Value
from zerosum.formulas.answer import MixRule
from zerosum.formulas.line import GameLine
from zerosum.matrix import solve_batch
from zerosum.models.stochastic.answer import StochasticSolution
from zerosum.models.stochastic.certificate import verify
from zerosum.models.stochastic.formula import exact_value, formula
from zerosum.models.stochastic.guesses import Action, best_average
from zerosum.models.stochastic.rules import ArrayGame, StochasticGame
from zerosum.models.stochastic.solve import solve
from zerosum.models.stochastic.solve.operator import ShapleyOperator, StageGames
from zerosum.models.stochastic.solve.processes import total
from zerosum.models.stochastic.table import tabulate
from zerosum.numerics.functions import RationalFunction, polynomial_text
from zerosum.papers.formulas import value_of
from zerosum.papers.verdicts import Found

NEVER_LEFT = ([[[0, 1, 0]]], [[[0, 0, 1]]])
THIRD = Fraction(1, 3)

MatrixEntry = str | int | dict[str | int, Fraction]
"""A game to play next, a payoff that ends the play, or a lottery over both."""


def _game(name: str) -> ArrayGame:
    """Return one of the games that have no parameter."""
    match name:
        case "stopping":  # G = (1 + 3/5 G, 3 + 1/5 G; 1 + 4/5 G, 2 + 2/5 G)
            chances = [[[Fraction(3, 5)], [Fraction(1, 5)]], [[Fraction(4, 5)], [Fraction(2, 5)]]]
            return ArrayGame([[[1, 3], [1, 2]]], [chances], 1)
        case "van der Wal":  # 3, 6; 2, 1; play certainly continues, except with 1/3 at the 6; discount 3/4
            sure, third = [1, 0], [THIRD, 2 * THIRD]
            return ArrayGame(
                [[[3, 6], [2, 1]], [[0]]], [[[sure, third], [sure, sure]], [[[0, 1]]]], Fraction(3, 4)
            )
        case "two positions":  # (4 + .3 G1, .4 G2; 1 + .4 G2, 3 + .5 G1) and (.5 G1, -5; -4, 1 + .5 G2)
            first = [[[0.3, 0], [0, 0.4]], [[0, 0.4], [0.5, 0]]]
            second = [[[0.5, 0], [0, 0]], [[0, 0], [0, 0.5]]]
            return ArrayGame([[[4, 0], [1, 3]], [[0, -5], [-4, 1]]], [first, second], 1)
        case "first recursive":  # G = (G, 1; 1, 0): pay nothing forever, or end with 1 or with 0
            return _recursive({"G": [["G", 1], [1, 0]]})
        case "Dare":  # two dares swap the roles of leader and challenger
            return _recursive({"G": [[0, 1], [3, "reversed"]], "reversed": [[0, -3], [-1, "G"]]})
        case "coin":  # both guess a coin with probability 2/3 of heads; two wrong guesses swap the roles
            heads, tails = 2 * THIRD, THIRD
            again: MatrixEntry = {"G": heads, "reversed": tails}
            swap: MatrixEntry = {"reversed": heads, "G": tails}
            mine: list[list[MatrixEntry]] = [[again, {1: heads, 0: tails}], [{0: heads, 4: tails}, swap]]
            theirs: list[list[MatrixEntry]] = [[swap, {0: heads, -4: tails}], [{-1: heads, 0: tails}, again]]
            return _recursive({"G": mine, "reversed": theirs})
        case "Everett":  # wait, or pick one of two doors: behind one is 20, behind the other a loss of 10
            return _recursive({"1": [["1", "1"], ["2", 20], [20, "2"]], "2": [[-10]]})
    raise KeyError(name)


def _big_match(discount: Amount | None = None) -> ArrayGame:
    """Return the Big Match: row wins 1 for each right guess of 0; row's first guess of 1 decides all days to come."""
    to = [[[[1, 0, 0], [1, 0, 0]], [[0, 1, 0], [0, 0, 1]]], *NEVER_LEFT]
    return ArrayGame([[[1, 0], [0, 1]], [[0]], [[1]]], to, discount)


def _recursive(games: dict[str, list[list[MatrixEntry]]]) -> ArrayGame:
    """Return games whose entries are payoffs, other games by name, or lotteries over both; infinite play pays 0."""
    lotteries = {
        name: [[entry if isinstance(entry, dict) else {entry: 1} for entry in line] for line in lines]
        for name, lines in games.items()
    }
    every = [lottery for lines in lotteries.values() for line in lines for lottery in line]
    ends = sorted({end for lottery in every for end in lottery if not isinstance(end, str)})
    order: list[str | int] = [*games, *ends]
    payoffs = [[[0] * len(line) for line in lines] for lines in games.values()] + [[[end]] for end in ends]
    to = [
        [[[lottery.get(place, 0) for place in order] for lottery in line] for line in lines]
        for lines in lotteries.values()
    ]
    to += [[[[int(place == end) for place in order]]] for end in ends]
    return ArrayGame(payoffs, to, names=[str(place) for place in order])


@cache
def _solved(name: str, discount: Amount | None = None) -> StochasticSolution:
    return solve(_big_match(discount) if name == "big match" else _game(name))


def _shapley_iterate(n: int) -> StageGames:
    """Return the n-th iterate from 0 in the game of two positions, and the resulting strategies."""
    operator = ShapleyOperator(tabulate(_game("two positions")))
    stage = operator(np.zeros(2))
    for _ in range(n - 1):
        stage = operator(stage.middle)
    return stage


def value(game: str, discount: str = "") -> Value:
    """Return the value of one of these games."""
    return _solved(game, Fraction(discount) if discount else None).value


def value_is(game: str, formula: str) -> Found:
    """Check whether a game has the value that a formula gives."""
    found, target = value(game), float(value_of(formula, {"sqrt": math.sqrt}))
    return Found(bool(found.lower - 1e-12 <= target <= found.upper + 1e-12 and found.gap < 1e-9), str(found))


def probability(game: str, side: str, move: str) -> float:
    """Return a probability of an optimal strategy."""
    return float(getattr(_solved(game), side)[move])


def probability_is(game: str, side: str, move: str, formula: str) -> Found:
    """Check whether a probability of an optimal strategy is what a formula gives."""
    found = probability(game, side, move)
    target = float(value_of(formula, {"sqrt": math.sqrt}))
    return Found(abs(found - target) < 1e-9, f"{found:.12f}")


def newton_cycles() -> Found:
    """Check whether the unguarded method cycles."""
    # eight steps of Pollatschek and Avi-Itzhak's method without a safeguard, from 0
    operator = ShapleyOperator(tabulate(_game("van der Wal")))
    v, seen = np.zeros(2), []
    for _ in range(8):
        stage = operator(v)
        there = total(*operator.chain(stage.row, stage.col))
        v = stage.middle if there is None else there
        seen.append(round(float(v[0]), 9))
    value = _solved("van der Wal").value
    text = f"from 0 it goes {', '.join(f'{x:g}' for x in seen)}; the value is {value}"
    return Found(seen[2:] == seen[:-2] and seen[0] != seen[1], text)


def stationary_worth_nothing() -> Found:
    """Check that stopping with a fixed probability guarantees row nothing in the Big Match, at five probabilities."""
    stops, worth = ("0", "1e-9", "1/10", "1/2", "1"), []
    lost: Action = (Fraction(0), {1: Fraction(1)})
    won: Action = (Fraction(-1), {2: Fraction(1)})
    for stop in map(Fraction, stops):
        go_on: Action = (-(1 - stop), {0: 1 - stop, 1: stop})
        matched: Action = (-stop, {0: 1 - stop, 2: stop})
        worth.append(-best_average([[go_on, matched], [lost], [won]], [])[0][0])
    text = f"exactly {', '.join(map(str, worth))} for {', '.join(stops)}, by the best response"
    return Found(set(worth) == {Fraction(0)}, text)


def discounted_big_match() -> Found:
    """Check whether the discounted Big Match is worth 1/2 a day, and row stops with (1 - b) / (2 - b)."""
    line: GameLine[StochasticGame] = GameLine(_big_match, "discount", "b", Fraction(0), Fraction(1))
    (piece,) = formula(line).pieces
    stops, b = piece.of("row")["in 0"], RationalFunction.variable()
    worth = piece.value.function
    assert isinstance(stops, MixRule)
    assert isinstance(worth, RationalFunction)
    fine = worth * (1 - b) == RationalFunction.of(Fraction(1, 2))
    return Found(
        fine and stops.moves["1"].function == (1 - b) / (2 - b),
        "for every b, as an identity of functions; I stops with probability (1 - b)/(2 - b)",
    )


def iterate(n: int, position: int) -> float:
    """Return the n-th iterate of Shapley's method in the game of two positions."""
    return float(_shapley_iterate(n).middle[position])


def iterate_probability(n: int, move: int) -> float:
    """Return the column player's probability in the first game after n iterations."""
    return float(_shapley_iterate(n).col[move])


def everett() -> Found:
    """Check whether the value is 5, and 10 with a compulsory stop after n rounds."""
    found, first, second, stopped = _solved("Everett").value, 0.0, 0.0, []
    for n in range(1, 51):  # the stop pays 0
        first, second = float(matrix.solve([[first, first], [second, 20.0], [20.0, second]]).value), -10.0
        stopped += [first] if n in (1, 2, 5, 50) else []
    fine = abs(float(found) - 5) < 1e-9 and all(abs(v - 10) < 1e-12 for v in stopped)
    return Found(fine, f"{found}; stopped after 1, 2, 5 and 50 rounds {', '.join(f'{v:g}' for v in stopped)}")


STATES, MOVES = 3, 2


def _random_game(seed: int, discount: Fraction | None) -> ArrayGame:
    """Return a random game: payoffs from -5 to 5, and probabilities in twelfths."""
    random = np.random.default_rng(seed)
    payoffs = random.integers(-5, 6, (STATES, MOVES, MOVES)).tolist()
    counts = random.multinomial(12, [1 / STATES] * STATES, (STATES, MOVES, MOVES))
    chances = [
        [[[Fraction(int(x), 12) for x in cell] for cell in line] for line in state] for state in counts
    ]
    return ArrayGame(payoffs, chances, discount)


def _step(game: ArrayGame, v: Floats, discount: float) -> Floats:
    """Return the right side of (1)."""
    ahead = np.array(game.transitions, dtype=float) @ v
    return solve_batch(np.array(game.payoffs, dtype=float) + discount * ahead).value


def undiscounted_iteration(games: int, rounds: int) -> Found:
    """Check whether iterates of (1) without a discount keep growing, in each step by the value of the average."""
    steps, off = [], 0.0
    for seed in range(games):
        game, v = _random_game(seed, None), np.zeros(STATES)
        for _ in range(rounds):
            last, v = v, _step(game, v, 1.0)
        average = verify(solve(game))
        steps.append(float(np.abs(v - last).max()))
        off = max(off, *(abs(step - float(average)) - float(average.gap) for step in v - last))
    return Found(
        bool(min(steps) > 1e-3 and off <= 1e-6),
        f"{games} random games, β = 1: the step after {rounds} still moves the iterate by {min(steps):.2f} to "
        f"{max(steps):.2f}, which is the value of the average, up to {max(off, 0):.0e}",
    )


def shapley_iteration(discount: str, games: int, rounds: int) -> Found:
    """Check whether iterates of (1) from two starts converge to the proved values, as fast as β^n."""
    beta, far = Fraction(discount), 0.0
    for seed in range(games):
        game = _random_game(seed, beta)
        proved = verify(solve(game))
        for start in (np.zeros(STATES), np.array([100.0, -100.0, 50.0])):
            v = start
            for _ in range(rounds):
                v = _step(game, v, float(beta))
            far = max(far, abs(float(v[0]) - float(proved)) - float(proved.gap))
    reach = (100 + 5 / float(1 - beta)) * float(beta) ** rounds
    return Found(
        far <= reach + 1e-9,
        f"{games} random games, β = {discount}, from two starts: after {rounds} steps the iterate is within "
        f"{max(far, 0):.1g} of what the optimal strategies prove; β^n allows {reach:.1g}",
    )


def absorbing(game: str) -> Found:
    """Check whether an absorbing game has an irrational limit value; a starred payoff is paid forever."""
    cells = [row.split() for row in game.split(";")]
    ends = sorted({cell for row in cells for cell in row if cell.endswith("*")})
    places = ["", *ends]
    leads = [[cell if cell in ends else "" for cell in row] for row in cells]
    to = [[[[int(place == end) for place in places] for end in row] for row in leads]]
    to += [[[[int(place == end) for place in places]]] for end in ends]
    payoffs = [[[Fraction(cell.rstrip("*")) for cell in row] for row in cells]]
    found = exact_value(ArrayGame([*payoffs, *([[Fraction(end.rstrip("*"))]] for end in ends)], to))
    shown = polynomial_text(found.polynomial, "x")
    text = f"it is {float(found):.10f}, a root of {shown}, which has no factor"
    return Found(len(found.polynomial) > 2, text)
