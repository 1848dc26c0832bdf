"""Matrix games handed to nashpy and QuantEcon, whose own code agrees that the solution is an equilibrium."""

import numpy as np
import pytest

import zerosum
from zerosum.errors import InputError
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
