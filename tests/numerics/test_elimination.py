"""Elimination in fractions, against determinants by permutations and against the equations themselves."""

import itertools
import math
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from zerosum.numerics.elimination import determinant, eliminate, solve_linear

entry = st.fractions(-3, 3, max_denominator=4)


def square(size: int) -> st.SearchStrategy[list[list[Fraction]]]:
    return st.lists(st.lists(entry, min_size=size, max_size=size), min_size=size, max_size=size)


def by_permutations(matrix: list[list[Fraction]]) -> Fraction:
    """Leibniz's formula."""
    total = Fraction(0)
    for order in itertools.permutations(range(len(matrix))):
        swaps = sum(a > b for a, b in itertools.combinations(order, 2))
        total += (-1) ** swaps * math.prod((matrix[i][j] for i, j in enumerate(order)), start=Fraction(1))
    return total


@given(st.integers(1, 4).flatmap(square))
def test_determinants(matrix: list[list[Fraction]]) -> None:
    assert determinant(matrix) == by_permutations(matrix) == eliminate(matrix, len(matrix)).determinant


@given(st.integers(1, 4).flatmap(lambda n: st.tuples(square(n), st.lists(entry, min_size=n, max_size=n))))
def test_a_square_system_is_solved_where_its_determinant_is_not_zero(
    given: tuple[list[list[Fraction]], list[Fraction]],
) -> None:
    matrix, right = given
    found = solve_linear([[*line, b] for line, b in zip(matrix, right, strict=True)])
    assert (found is None) == (by_permutations(matrix) == 0)
    if found is not None:
        x, size = found
        assert [sum(a * b for a, b in zip(line, x, strict=True)) for line in matrix] == right
        assert size == by_permutations(matrix)


def test_contradictions_are_seen_and_free_columns_are_left_out() -> None:
    one, two = Fraction(1), Fraction(2)
    assert eliminate([[one, one, one], [two, two, one]], 2).is_contradictory
    loose = eliminate([[one, one, one], [two, two, two]], 2)
    assert not loose.is_contradictory
    assert loose.pivots == {0: 0}
