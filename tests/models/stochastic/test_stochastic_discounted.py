"""Discounted and stopping games: closed forms, decision processes, and one method against another."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zerosum.core.errors import GameError, InputError
from zerosum.models.stochastic.certificate import verify
from zerosum.models.stochastic.rules import ArrayGame
from zerosum.models.stochastic.solve import solve
from zerosum.models.stochastic.solve.discounted import METHODS, longest_play
from zerosum.models.stochastic.solve.operator import ShapleyOperator
from zerosum.models.stochastic.table import tabulate

STOPPING = ArrayGame([[[1, 3], [1, 2]]], [[[[0.6], [0.2]], [[0.8], [0.4]]]], 1)


def random_game(seed, states, discount, most=3):
    """A game with random payoffs, shapes and chances."""
    random = np.random.default_rng(seed)
    shapes = random.integers(1, most + 1, size=(states, 2))
    payoffs = [random.normal(size=shape) for shape in shapes]
    return ArrayGame(
        payoffs, [random.dirichlet(np.full(states, 0.5), size=shape) for shape in shapes], discount
    )


@pytest.mark.parametrize("method", METHODS)
def test_a_stopping_game_with_an_irrational_value(method):
    """v = val[1 + 3v/5, 3 + v/5; 1 + 4v/5, 2 + 2v/5] gives 0.08 v^2 = 1 (Ferguson II.6, example 8)."""
    found = solve(STOPPING, method=method)
    assert found.value.lower <= 2.5 * math.sqrt(2) <= found.value.upper
    assert found.value.gap < 1e-12
    assert found.row["0"] == pytest.approx(math.sqrt(2) - 1, abs=1e-12)
    assert found.col["0"] == pytest.approx(1 - math.sqrt(0.5), abs=1e-12)


def test_the_discounted_big_match():
    """v = 1/2 of the sum, and row stops with probability (1 - b) / (2 - b): v = b v + p - p b v both ways."""
    for beta in (0.5, 0.9, 0.99, 0.999999):
        to = [[[[1, 0, 0], [1, 0, 0]], [[0, 1, 0], [0, 0, 1]]], [[[0, 1, 0]]], [[[0, 0, 1]]]]
        found = solve(ArrayGame([[[1, 0], [0, 1]], [[0]], [[1]]], to, beta))
        assert found.value.lower <= 0.5 / (1 - beta) * (1 + 1e-9)
        assert found.value.upper >= 0.5 / (1 - beta) * (1 - 1e-9)
        assert found.row["1"] == pytest.approx((1 - beta) / (2 - beta), rel=1e-6)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), states=st.integers(1, 6), discount=st.sampled_from([0.0, 0.3, 0.8, 0.97]))
def test_the_methods_agree_and_the_strategies_prove_it(seed, states, discount):
    game = random_game(seed, states, discount)
    newton, karp, shapley = (solve(game, method=method) for method in METHODS)
    for other in (karp, shapley):
        for state, value in newton.values.items():
            assert value.lower <= other.values[state].upper
            assert other.values[state].lower <= value.upper
    assert newton.value.gap < 1e-10
    proved = verify(newton)
    assert proved.gap < 1e-9
    assert proved.lower <= newton.value.upper
    assert proved.upper >= newton.value.lower


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_one_player_is_a_decision_process(seed):
    """With one column the values are those of value iteration."""
    random = np.random.default_rng(seed)
    payoffs = random.normal(size=(4, 3, 1))
    chances = random.dirichlet(np.ones(4), size=(4, 3, 1))
    found = solve(ArrayGame(list(payoffs), list(chances), 0.9))
    v = np.zeros(4)
    for _ in range(400):
        v = (payoffs[:, :, 0] + 0.9 * chances[:, :, 0] @ v).max(axis=1)
    assert [float(value) for value in found.values.values()] == pytest.approx(v.tolist(), abs=1e-9)


def test_a_game_that_stops_only_after_a_while():
    """Three stages, each worth a game of pennies plus 1, then the stop: no single stage need stop."""
    pennies = [[2, 0], [0, 2]]
    to = [np.zeros((2, 2, 3)) for _ in range(3)]
    to[0][:, :, 1] = 1
    to[1][:, :, 2] = 1
    game = ArrayGame([pennies] * 3, to, 1)
    assert longest_play(ShapleyOperator(tabulate(game))) == pytest.approx([3, 2, 1])
    assert [float(value) for value in solve(game).values.values()] == pytest.approx([3, 2, 1])


def test_perfect_information_has_pure_strategies():
    """In turn: row picks 5 now or a move for col, who picks 1 or 9 at the next stage."""
    to = [[[[0, 0]], [[0, 1]]], [[[0, 0], [0, 0]]]]
    found = solve(ArrayGame([[[5], [0]], [[1, 9]]], to, Fraction(1, 2)))
    assert float(found.value) == pytest.approx(5)
    assert found.row == {"0": 1.0, "1": 0.0}
    assert found.at(state="1").col == {"0": 1.0, "1": 0.0}


def test_what_cannot_be_solved_says_why():
    with pytest.raises(GameError, match=r"stop in 0; .*discount"):
        solve(ArrayGame([[[1]]], [[[[1]]]], 1))
    with pytest.raises(InputError, match="newton, hoffman-karp, shapley"):
        solve(STOPPING, method="simplex")
    with pytest.raises(InputError, match="no state 'x'"):
        solve(STOPPING).at(state="x")
