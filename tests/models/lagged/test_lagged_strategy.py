"""Optimal play: the paper's worked game, monotonicity, symmetry, and that the pairs do what they promise."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zerosum.core.errors import InputError
from zerosum.games.gleason import Gleason
from zerosum.models.lagged.answer import LaggedSolution
from zerosum.models.lagged.functions import FLOATS
from zerosum.models.lagged.recursion import COL, ROW, Operator
from zerosum.models.lagged.solve import solve


def test_the_first_moves_are_clockwise(gleason: LaggedSolution) -> None:
    assert gleason.row == {"cc": 0.0, "cl": 1.0}
    assert gleason.col == {"cc": 0.0, "cl": 1.0}


def test_andys_worked_play(gleason: LaggedSolution) -> None:
    q = gleason.next_cc(ROW, 0, 0.0)[1]
    r, s = gleason.next_cc(ROW, 2, q)
    assert (round(q, 3), round(r, 3), round(s, 3)) == (0.562, 0.510, 0.648)


def test_daves_worked_play(gleason: LaggedSolution) -> None:
    """The paper prints .442 for the fifth number, which is .44137; the others are right."""
    play, q = [], 0.0
    for move in range(9):
        q = gleason.next_cc(COL, 1, q)[1] if move % 2 == 0 else gleason.next_cc(COL, 0, q)[0]
        play.append(q)
    assert [round(x, 3) for x in play] == [0.369, 0.129, 0.421, 0.173, 0.441, 0.188, 0.449, 0.193, 0.452]


@pytest.mark.parametrize("player", [ROW, COL])
def test_play_is_monotone_in_q(gleason: LaggedSolution, symmetric: LaggedSolution, player: int) -> None:
    for solution in (gleason, symmetric):
        for plan in solution.next_moves[player].values():
            for x in plan.pair(np.union1d(plan.q, np.linspace(0, 1, 3001))):
                steps = np.diff(x)
                assert (steps >= -1e-9).all() or (steps <= 1e-9).all()


@settings(max_examples=12, deadline=None)
@given(st.lists(st.integers(-9, 9), min_size=3, max_size=5))
def test_play_is_monotone_on_any_ring(nodes: list[int]) -> None:
    solution = solve(Gleason(nodes=tuple(map(Fraction, nodes))), digits=4)
    for player in (ROW, COL):
        for plan in solution.next_moves[player].values():
            for x in plan.pair(np.union1d(plan.q, np.linspace(0, 1, 1001))):
                steps = np.diff(x)
                assert (steps >= -1e-9).all() or (steps <= 1e-9).all()


def test_the_oscillations_of_the_papers_figure_are_not_real(gleason: LaggedSolution) -> None:
    """s(1, q) is constant near q = 1 and r(2, q) near q = 0, and nothing else is optimal there."""
    near_one = [gleason.next_cc(ROW, 0, q)[1] for q in (0.83, 0.9, 0.95, 0.99, 0.9999)]
    near_zero = [gleason.next_cc(ROW, 1, q)[0] for q in (0.0001, 0.01, 0.05, 0.1, 0.12)]
    assert np.ptp(near_one) < 1e-12
    assert np.ptp(near_zero) < 1e-12
    assert near_one[0] == pytest.approx(0.49991533, abs=1e-8)
    assert near_zero[0] == pytest.approx(0.64776012, abs=1e-8)
    for node, q, which in ((0, 0.99, 1), (1, 0.01, 0)):
        low, high = gleason.optimal_exits(ROW, node, q)[which]
        assert high - low < 1e-9


def test_what_is_never_used_is_arbitrary(gleason: LaggedSolution) -> None:
    assert gleason.optimal_exits(ROW, 0, 1.0)[1] == (0.0, 1.0)
    assert gleason.optimal_exits(ROW, 1, 0.0)[0] == (0.0, 1.0)


def test_symmetry_and_the_misprint(symmetric: LaggedSolution) -> None:
    q = np.linspace(0.01, 0.99, 99)
    for player in (ROW, COL):
        pairs = [symmetric.next_moves[player][node].pair(q) for node in range(3)]
        mirror = [symmetric.next_moves[player][node].pair(1 - q) for node in range(3)]
        assert pairs[0][0] == pytest.approx(1 - mirror[1][1], abs=1e-7)
        assert pairs[1][0] == pytest.approx(1 - mirror[0][1], abs=1e-7)
        assert pairs[2][0] == pytest.approx(1 - mirror[2][1], abs=1e-7)
        assert np.abs(pairs[1][0] - (1 - mirror[1][1])).max() > 0.4


@pytest.mark.parametrize("nodes", [(1, 2, -3), (1, 2, 3, -3, -3), (2, 0, 5, 1)])
@pytest.mark.parametrize("player", [ROW, COL])
def test_the_pairs_reach_what_the_recursion_promises(nodes: tuple[int, ...], player: int) -> None:
    solution = solve(Gleason(nodes=tuple(map(Fraction, nodes))), digits=6)
    board, functions = solution.board, solution.functions[player]
    operator = Operator(board, FLOATS)
    after = operator.step_back(operator.step_back(functions, 1 - player), player)
    sign = 1 - 2 * player
    at = np.linspace(0, 1, 101)
    for node, plan in solution.next_moves[player].items():
        r, s = plan.pair(at)
        cc, cl = board.exits[node]
        paid = [float(sign * board.payoffs[k]) for k in (node, cc, cl)]
        now = paid[0] + at * paid[1] + (1 - at) * paid[2]
        arms = [
            at * functions[board.exits[cc][way]].values(r)
            + (1 - at) * functions[board.exits[cl][way]].values(s)
            for way in (0, 1)
        ]
        assert now + np.minimum(*arms) == pytest.approx(after[node].values(at), abs=1e-11)


def test_everything_is_optimal_where_nothing_matters() -> None:
    solution = solve(Gleason(nodes=(Fraction(1),) * 3))
    assert solution.optimal_exits(ROW, 0, 0.3) == ((0.0, 1.0), (0.0, 1.0))


def test_the_chosen_play_lies_in_the_ranges() -> None:
    solution = solve(Gleason(nodes=(Fraction(1), Fraction(0), Fraction(0))))
    for player in (ROW, COL):
        for node, plan in solution.next_moves[player].items():
            for q in (0.0, 0.3, 0.5, 0.8, 1.0):
                for x, (low, high) in zip(
                    plan.pair(np.array([q])), solution.optimal_exits(player, node, q), strict=True
                ):
                    assert low - 1e-9 <= x[0] <= high + 1e-9


def test_another_state(gleason: LaggedSolution) -> None:
    state = gleason.at(node="2", q=0.3, player="col")
    assert state.col == {"cc": 0.3, "cl": 0.7}
    assert state.json()["parameters"]["node"] == "2"
    assert gleason.at() is gleason
    discounted = solve(Gleason(), discount=Fraction(9, 10))
    top = max(float(discounted.at(node="1", q=q, player="row").value) for q in (0.0, 0.5, 1.0))
    assert top == pytest.approx(float(discounted.value), abs=1e-12)


@pytest.mark.parametrize("asked", [{"q": 2.0}, {"node": "9"}, {"node": "1", "q": -0.1}])
def test_a_state_that_is_none(gleason: LaggedSolution, asked: dict[str, object]) -> None:
    with pytest.raises(InputError):
        gleason.at(**asked)  # type: ignore[arg-type]
