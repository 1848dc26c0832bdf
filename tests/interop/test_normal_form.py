"""Matrix games handed to nashpy and QuantEcon, whose own code agrees that the solution is an equilibrium."""

import numpy as np
import pytest

import zerosum
from zerosum.core.errors import InputError, TooLargeError
from zerosum.interop.normal_form import to_nashpy, to_quantecon

MORRA = [[0, 2, -3, 0], [-2, 0, 0, 3], [3, 0, 0, -4], [0, -3, 4, 0]]


@pytest.mark.parametrize("matrix", [MORRA, [[2, 3, 1, 5], [4, 1, 6, 0]], [[7]]])
def test_their_code_finds_our_solution_to_be_an_equilibrium(matrix: list[list[int]]) -> None:
    solution = zerosum.solve(matrix)
    row, col = (np.array(list(mix.values())) for mix in (solution.row, solution.col))
    game = to_nashpy(solution)
    assert game[row, col] == pytest.approx([float(solution.value), -float(solution.value)], abs=1e-9)
    assert to_quantecon(solution).is_nash((row, col), tol=1e-9)
    assert np.array_equal(to_quantecon(matrix).players[1].payoff_array, -np.array(matrix).T)


def test_their_solution_has_our_value() -> None:
    matrix = [[2, 3, 1, 5], [4, 1, 6, 0]]
    row, col = to_nashpy(matrix).linear_program()
    assert to_nashpy(matrix)[row, col][0] == pytest.approx(float(zerosum.solve(matrix).value), abs=1e-9)


def test_an_answer_without_payoffs_says_so() -> None:
    with pytest.raises(InputError, match="no payoffs"):
        to_nashpy(zerosum.matrix.solve([[1, 2], [3, 0]]).named())


@pytest.mark.parametrize(
    ("name", "shape", "value"),
    [("kuhn", (64, 64), -1 / 18), ("rps", (3, 3), 0), ("goofspiel", (2, 2), 0), ("blotto", (5, 4), 14 / 9)],
)
def test_a_small_game_is_handed_over_plan_against_plan(
    name: str, shape: tuple[int, int], value: float
) -> None:
    game = zerosum.load(name)(**({"cards": 2} if name == "goofspiel" else {}))
    theirs = to_nashpy(game)
    assert value == pytest.approx(float(theirs[theirs.linear_program()][0]), abs=1e-9)
    payoffs = to_quantecon(game).players[0].payoff_array
    assert payoffs.shape[0] >= shape[0]
    assert float(zerosum.matrix.solve(payoffs).value) == pytest.approx(value, abs=1e-9)


def test_a_game_of_too_many_plans_is_refused() -> None:
    with pytest.raises(TooLargeError, match="one payoff matrix"):
        to_quantecon(zerosum.load("leduc")())
