"""The solution of a matrix game: uniqueness, saddle points and dominance as data."""

from fractions import Fraction

import pytest

from zerosum.models.matrix_game import MatrixGame
from zerosum.models.matrix_game.solve import solve


def fractions(A: list[list[int]]) -> list[list[Fraction]]:
    return [[Fraction(a) for a in line] for line in A]


@pytest.mark.parametrize(
    ("A", "row", "col"),
    [
        ([[1, -1], [-1, 1]], 1, 1),
        ([[1, 5], [4, 4], [6, 2]], 1, 2),
        ([[0, 0], [0, 0]], 2, 2),
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 1, 1),
    ],
)
def test_a_solution_tells_whether_its_strategies_are_unique(A: list[list[int]], row: int, col: int) -> None:
    found = solve(MatrixGame.of(fractions(A)))
    assert [len(side) for side in found.vertices] == [row, col]
    assert found.is_unique == (row == col == 1)
    assert found.verify().holds


def test_a_solution_as_data() -> None:
    game = MatrixGame.of(fractions([[3, 1], [2, 2]]), ["top", "bottom"], ["left", "right"])
    data = solve(game, exact=True).json()
    assert data["saddle_points"] == [["bottom", "right"]]
    assert data["dominated"] == [
        {"side": "col", "move": "left", "by": "right", "strict": False},
        {"side": "row", "move": "top", "by": "bottom", "strict": True},
    ]
    assert data["optimal"]["col"] == [{"left": "1/2", "right": "1/2"}, {"right": "1"}]
    assert data["unique"] is False


def test_large_games_are_not_searched_unasked() -> None:
    large = fractions([[(i * j) % 7 for j in range(12)] for i in range(12)])
    assert solve(MatrixGame.of(large)).vertices is None
    assert solve(MatrixGame.of(large), every=True).vertices is not None
