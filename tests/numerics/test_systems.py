"""Systems of equations with polynomial coefficients: what is solved first, the core, and systems without a solution."""

from __future__ import annotations

import random

import pytest
from flint import fmpq, fmpq_mat, fmpz_poly

from zerosum.numerics.systems import PolynomialSystem

Entries = list[tuple[int, int, fmpz_poly]]


def sparse(size: int, seed: int) -> Entries:
    """A permutation of units with other entries strewn about, of degree 2 at most."""
    chance = random.Random(seed)
    order = chance.sample(range(size), size)
    places = {(i, j): fmpz_poly([chance.choice([-1, 1])]) for i, j in enumerate(order)}
    for _ in range(2 * size):
        place = chance.randrange(size), chance.randrange(size)
        places[place] = fmpz_poly([chance.randrange(-3, 4) for _ in range(3)])
    return [(i, j, p) for (i, j), p in places.items()]


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_the_solution_is_that_of_numbers(seed: int, transposed: bool) -> None:
    size, t = 9, 101
    entries = sparse(size, seed)
    table = fmpq_mat(size, size)
    for i, j, p in entries:
        table[i, j] = fmpq(p(t))
    if transposed:
        table = table.transpose()
    right = [int(k == 2) for k in range(size)]
    found = PolynomialSystem(size, entries).solve(right, transposed=transposed)
    if found is None:
        assert not table.det()
        return
    tops, bottom = found
    expected = table.solve(fmpq_mat(size, 1, right)).entries()
    assert [top(t) / bottom(t) for top in tops] == expected


def test_units_leave_no_core() -> None:
    one, t = fmpz_poly([1]), fmpz_poly([0, 1])
    system = PolynomialSystem(3, [(0, 0, one), (0, 1, t), (1, 1, -one), (1, 2, t), (2, 2, one)])
    assert system.core == ([], [])
    found = system.solve([0, 0, 1])
    assert found is not None
    assert [top.coeffs() for top in found[0]] == [[0, 0, -1], [0, 1], [1]]
    assert found[1] == 1


@pytest.mark.parametrize("first", [[1], [0, 2]])
def test_equations_that_depend_on_each_other(first: list[int]) -> None:
    p, double = fmpz_poly(first), fmpz_poly([2 * a for a in first])
    system = PolynomialSystem(2, [(0, 0, p), (0, 1, p), (1, 0, double), (1, 1, double)])
    assert system.solve([1, 0]) is None
    assert system.solve([1, 0], transposed=True) is None
