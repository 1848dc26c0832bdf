"""Games with values printed in textbooks (Dresher; Ferguson, Game Theory, part II), in floats and fractions."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from zerosum.matrix import solve, solve_batch, solve_exact


def morra(fingers: int) -> list[list[int]]:
    """Each shows some fingers and guesses the other's; who alone guesses right wins the sum."""
    moves = list(product(range(1, fingers + 1), repeat=2))
    return [[(a + b) * ((g == b) - (h == a)) for b, h in moves] for a, g in moves]


def blotto(soldiers: int, fields: int) -> list[list[int]]:
    """Soldiers on fields; the field goes to the larger force. The payoff is the difference of fields won."""
    splits = [s for s in product(range(soldiers + 1), repeat=fields) if sum(s) == soldiers]
    return [[sum((a > b) - (a < b) for a, b in zip(x, y, strict=True)) for y in splits] for x in splits]


def battle(ours: int, theirs: int) -> list[list[int]]:
    """Two posts: a larger force takes the post and one point per enemy regiment met there."""

    def post(a: int, b: int) -> int:
        return (b + 1) * (a > b) - (a + 1) * (a < b)

    rows = [(a, ours - a) for a in range(ours + 1)]
    cols = [(b, theirs - b) for b in range(theirs + 1)]
    return [[post(a, b) + post(c, d) for b, d in cols] for a, c in rows]


def diagonal(*entries: int) -> list[list[int]]:
    return [[a if i == j else 0 for j in range(len(entries))] for i, a in enumerate(entries)]


def silverman(numbers: tuple[int, ...], threshold: int, penalty: int) -> list[list[int]]:
    """The higher number wins 1, unless it is `threshold` times the other or more: then it loses `penalty`."""

    def pay(a: int, b: int) -> int:
        return 0 if a == b else (1 if a < threshold * b else -penalty) if a > b else -pay(b, a)

    return [[pay(a, b) for b in numbers] for a in numbers]


def mendelsohn(n: int) -> list[list[int]]:
    """Choose 1..n; one more than the opponent wins 2, any other higher number loses 1."""

    def pay(a: int, b: int) -> int:
        return 0 if a == b else (2 if a == b + 1 else -1) if a > b else -pay(b, a)

    return [[pay(a, b) for b in range(1, n + 1)] for a in range(1, n + 1)]


GAMES = {
    "matching pennies": ([[1, -1], [-1, 1]], Fraction(0)),
    "odd or even (Ferguson)": ([[-2, 3], [3, -4]], Fraction(1, 12)),
    "rock paper scissors": ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], Fraction(0)),
    "two-finger Morra": (morra(2), Fraction(0)),
    "three-finger Morra": (morra(3), Fraction(0)),
    "Colonel Blotto, 5 soldiers, 3 fields": (blotto(5, 3), Fraction(0)),
    "Blotto's battle, 4 regiments against 3 (Dresher 1961)": (battle(4, 3), Fraction(14, 9)),
    "Mendelsohn's game (Ferguson)": (mendelsohn(10), Fraction(0)),
    "Silverman's game (Ferguson)": (silverman(tuple(range(1, 30)), 3, 2), Fraction(0)),
    "diagonal 1, 2, 3, 4 (Ferguson)": (diagonal(1, 2, 3, 4), Fraction(12, 25)),
    "saddle point": ([[4, 1, -3], [3, 2, 5], [0, 1, 6]], Fraction(2)),
    "2 x 4 by graph (Ferguson)": ([[2, 3, 1, 5], [4, 1, 6, 0]], Fraction(17, 7)),
    "3 x 2 by graph (Ferguson)": ([[1, 5], [4, 4], [6, 2]], Fraction(4)),
    "magic square of order 3": ([[4, 9, 2], [3, 5, 7], [8, 1, 6]], Fraction(5)),
    "one row": ([[3, 1, 2]], Fraction(1)),
    "one column": ([[3], [1], [2]], Fraction(3)),
    "one move each": ([[7]], Fraction(7)),
    "constant": ([[2, 2, 2], [2, 2, 2]], Fraction(2)),
}


@pytest.mark.parametrize("name", GAMES)
def test_value_is_the_printed_one(name: str) -> None:
    matrix, value = GAMES[name]
    exact, found = solve_exact(matrix), solve(matrix)
    assert exact.value.lower == exact.value.upper == value
    assert found.value.lower <= value <= found.value.upper
    assert found.gap <= 1e-12 * np.abs(matrix).max()


def test_morra_keeps_its_published_strategies() -> None:
    # in two-finger Morra only (1, 2) and (2, 1) are played, between 3/7 and 4/7
    row = solve_exact(morra(2)).row
    assert row[0] == row[3] == 0
    assert Fraction(4, 7) <= row[1] <= Fraction(3, 5)


def test_mendelsohn_plays_the_first_five() -> None:
    # Ferguson: (1, 5, 4, 5, 1) / 16
    assert solve_exact(mendelsohn(10)).row[:5] == (
        Fraction(1, 16),
        Fraction(5, 16),
        Fraction(4, 16),
        Fraction(5, 16),
        Fraction(1, 16),
    )


def test_silverman_plays_1_2_5() -> None:
    # Ferguson: 1, 2 and 5 with 1/4, 1/2, 1/4
    row = solve_exact(silverman(tuple(range(1, 30)), 3, 2)).row
    assert (row[0], row[1], row[4]) == (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))


def test_saddle_points_have_no_gap() -> None:
    found = solve([[4, 1, -3], [3, 2, 5], [0, 1, 6]])
    assert found.gap == 0
    assert (found.row, found.col) == ((0, 1, 0), (0, 1, 0))


def test_diagonal_strategies_are_harmonic() -> None:
    found = solve(np.diag([1.0, 2.0, 3.0, 4.0]))
    assert found.row == pytest.approx(np.array([12, 6, 4, 3]) / 25)


@pytest.mark.parametrize("n", [2, 7, 8, 9, 13, 16, 17, 40])
def test_identity_of_every_width(n: int) -> None:
    # the value of the identity game is 1/n: sizes on both sides of every vector's end
    found = solve_batch(np.eye(n)[None])
    assert found.lower[0] <= 1 / n <= found.upper[0]
    assert found.row[0] == pytest.approx(np.full(n, 1 / n))
