"""Linear algebra in fractions, against determinants by permutations and against the equations themselves."""

import itertools
import math
from fractions import Fraction

from flint import fmpz_mpoly_ctx
from hypothesis import given
from hypothesis import strategies as st

from zerosum.numerics.exact import determinant, echelon_form, factors, solve_linear, whole_numbers

entry = st.fractions(-3, 3, max_denominator=4)
long_entry = st.fractions(max_denominator=10**300)


def matrices(rows: int, columns: int) -> st.SearchStrategy[list[list[Fraction]]]:
    line = st.lists(entry, min_size=columns, max_size=columns)
    return st.lists(line, min_size=rows, max_size=rows)


def by_permutations(matrix: list[list[Fraction]]) -> Fraction:
    """Leibniz's formula."""
    total = Fraction(0)
    for order in itertools.permutations(range(len(matrix))):
        swaps = sum(a > b for a, b in itertools.combinations(order, 2))
        total += (-1) ** swaps * math.prod((matrix[i][j] for i, j in enumerate(order)), start=Fraction(1))
    return total


@given(st.integers(0, 4).flatmap(lambda n: matrices(n, n)))
def test_determinants(matrix: list[list[Fraction]]) -> None:
    assert determinant(matrix) == by_permutations(matrix)


@given(st.integers(0, 4).flatmap(lambda n: matrices(n, n + 1)))
def test_a_square_system_is_solved_where_its_determinant_is_not_zero(table: list[list[Fraction]]) -> None:
    x = solve_linear(table)
    assert (x is None) == (by_permutations([line[:-1] for line in table]) == 0)
    if x is not None:
        assert all(type(one) is Fraction for one in x)
        assert all(sum(a * b for a, b in zip(line, x, strict=False)) == line[-1] for line in table)


def rank(matrix: list[list[Fraction]]) -> int:
    """The size of the largest square part whose determinant is not zero."""
    for size in range(min(len(matrix), len(matrix[0])), 0, -1):
        for rows in itertools.combinations(matrix, size):
            for columns in itertools.combinations(range(len(matrix[0])), size):
                if by_permutations([[line[j] for j in columns] for line in rows]):
                    return size
    return 0


@given(st.tuples(st.integers(1, 3), st.integers(1, 4)).flatmap(lambda shape: matrices(*shape)))
def test_the_echelon_form_says_the_same_as_the_table(table: list[list[Fraction]]) -> None:
    pivots, lines = echelon_form(table)
    assert len(pivots) == rank(table) == rank([*table, *lines])
    assert list(pivots) == sorted(pivots)
    assert list(pivots.values()) == list(range(len(pivots)))
    for column, line in pivots.items():
        assert [other[column] for other in lines] == [int(i == line) for i in range(len(lines))]
        assert not any(lines[line][:column])
    assert not any(map(any, lines[len(pivots) :]))


def test_contradictions_are_seen_and_free_columns_are_left_out() -> None:
    one, two = Fraction(1), Fraction(2)
    assert list(echelon_form([[one, one, one], [two, two, one]])[0]) == [0, 2]
    assert echelon_form([[one, one, one], [two, two, two]])[0] == {0: 0}


@given(st.lists(long_entry))
def test_a_common_denominator_loses_nothing(numbers: list[Fraction]) -> None:
    numerators, common = whole_numbers(numbers)
    assert [Fraction(n, common) for n in numerators] == numbers
    assert math.gcd(common, *numerators) == 1 or not numbers


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.integers(0, 2)), min_size=1, max_size=3))
def test_factors_with_large_coefficients(chosen: list[tuple[int, int, int]]) -> None:
    """python-flint's own order of factors fails beyond the integers of C."""
    context = fmpz_mpoly_ctx.get(("t", "z"), "lex")
    t, z = context.gens()
    product = context.constant(-6)
    for a, b, power in chosen:
        product *= ((2**70 + a) * t + (2**70 + 1) * z + b) ** power
    number, found = factors(product)
    again = context.constant(number)
    for factor, power in found:
        again *= factor**power
    assert again == product
    assert len({str(factor) for factor, _ in found}) == len(found)
    assert all(len(factor.factor()[1]) == 1 for factor, _ in found)
