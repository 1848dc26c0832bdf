"""val(A + xB): the pieces tile the line, and on each the formulas are the exact game's."""

import itertools
from fractions import Fraction as Fr

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zerosum.core.errors import InputError
from zerosum.matrix.exact import exact_game
from zerosum.matrix.parametric import parametric_value, pieces
from zerosum.numerics.polynomials import Ratio, divide, multiply, poly, text
from zerosum.numerics.roots import Algebraic, between, compare, roots

INF = float("inf")


def at(A, B, x):
    return [[Fr(a) + x * b for a, b in zip(*lines, strict=True)] for lines in zip(A, B, strict=True)]


def check_at(A, B, piece, x):
    """The piece's formulas at x are a value and strategies that guarantee it."""
    M = at(A, B, x)
    value = piece.value(x)
    assert value == exact_game(M)[0] == parametric_value(A, B, x)
    row, col = [Fr(p(x)) for p in piece.row], [Fr(q(x)) for q in piece.col]
    assert sum(row) == sum(col) == 1
    assert min(row) >= 0
    assert min(col) >= 0
    assert min(sum(p * M[i][j] for i, p in enumerate(row)) for j in range(len(col))) == value
    assert max(sum(q * M[i][j] for j, q in enumerate(col)) for i in range(len(row))) == value


def test_two_by_two_as_in_the_example_of_nakai():
    (only,) = pieces([[0, 0], [0, Fr(1, 2)]], [[1, 0], [0, 0]])
    assert (only.low, only.high) == (0, INF)
    assert str(only.value) == "x/(2x + 1)"
    assert [str(p) for p in only.row] == ["1/(2x + 1)", "2x/(2x + 1)"]
    assert only.value.split() == ((Fr(1, 2),), (Fr(-1, 2),))


def test_saddle_points_and_a_mixed_piece():
    a = Fr(9, 40)
    found = pieces([[a, Fr(5, 8)], [-a, Fr(-3, 8)], [0, Fr(1, 4)]], [[-1, 0], [1, 0], [0, 0]], 0, 1)
    assert [(p.low, p.high, p.is_pure) for p in found] == [(0, a, True), (a, 1, False)]
    assert found[0].value == Ratio((a, Fr(-1)), (Fr(1),))


@pytest.mark.parametrize("low", [Fr(-5), -INF])
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_pieces_of_random_matrices(low, data):
    m, n = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 4))
    entries = st.lists(st.lists(st.integers(-4, 4), min_size=n, max_size=n), min_size=m, max_size=m)
    A, B = data.draw(entries), data.draw(entries)
    found = pieces(A, B, low, 5)
    assert found[0].low == low
    assert found[-1].high == 5
    for left, right in itertools.pairwise(found):
        assert left.high == right.low
        assert abs(float(left.value(float(left.high))) - float(right.value(float(left.high)))) < 1e-6
    for piece in found:
        start = (
            piece.low
            if piece.low != -INF
            else (Fr(-100) if compare(piece.high, Fr(-100)) > 0 else piece.high.low - 1)
        )
        inside = between(start, piece.high)
        check_at(A, B, piece, inside)
        check_at(A, B, piece, between(start, inside))
        check_at(A, B, piece, between(inside, piece.high))


def test_breakpoints_may_be_irrational_and_are_isolated():
    found = pieces([[0, 1, 2], [1, 0, -1], [0, 3, 0]], [[1, 0, 2], [0, -1, 1], [1, 0, 0]], 0, 10)
    irrational = [p.high for p in found if isinstance(p.high, Algebraic)]
    assert irrational
    for number in irrational:
        close = number.within(Fr(1, 10**30))
        assert close.high - close.low <= Fr(1, 10**30)
        assert close == number
        p = number.polynomial
        assert (
            poly([sum(c * close.low**i for i, c in enumerate(p))])[0]
            * sum(c * close.high**i for i, c in enumerate(p))
            < 0
        )


def test_floats_are_taken_for_what_they_are():
    (first, *_) = pieces([[0.1, 0.0], [0.0, 0.3]], [[1.0, 0.0], [0.0, 0.0]], 0, 1)
    x = Fr(1, 3)
    assert first.value(x) == exact_game(at([[Fr(0.1), 0], [0, Fr(0.3)]], [[1, 0], [0, 0]], x))[0]


def test_roots_rational_repeated_and_irrational():
    square = multiply((Fr(-2), Fr(0), Fr(1)), multiply((Fr(-1, 3), Fr(1)), (Fr(-1, 3), Fr(1))))
    found = roots(square)
    assert [float(r) for r in found] == pytest.approx([-(2**0.5), 1 / 3, 2**0.5])
    assert found[1] == Fr(1, 3)
    assert [float(r) for r in roots(square, crossings=True)] == pytest.approx([-(2**0.5), 2**0.5])
    cubic = multiply((Fr(-1), Fr(-1), Fr(0), Fr(1)), (Fr(5, 7), Fr(1)))
    assert roots(cubic)[0] == Fr(-5, 7)
    assert float(roots(cubic)[1]) == pytest.approx(1.324717957244746, abs=1e-15)


def test_equal_algebraic_numbers_of_different_polynomials():
    (_, a), (_, b) = (
        roots((Fr(-2), Fr(0), Fr(1))),
        roots(multiply((Fr(-2), Fr(0), Fr(1)), (Fr(1), Fr(0), Fr(1)))),
    )
    assert a == b
    assert not a < b
    assert a > Fr(1414, 1000)
    assert a < 1.4143
    assert hash(a) == hash(b)


def test_polynomial_arithmetic():
    p, q = (Fr(-1), Fr(0), Fr(1)), (Fr(1), Fr(1))
    assert divide(p, q) == ((Fr(-1), Fr(1)), ())
    assert text((Fr(-1), Fr(3, 2), Fr(-1))) == "-x^2 + (3/2)x - 1"
    assert str(Ratio((Fr(-1), Fr(1)), (Fr(2), Fr(3)))) == "(x - 1)/(3x + 2)"


@pytest.mark.parametrize(
    ("A", "B", "low", "high", "words"),
    [
        ([[1]], [[1, 2]], 0, 1, "same number"),
        ([[1]], [[1]], 1, 1, "low < high"),
        ([], [], 0, 1, "at least one row"),
    ],
)
def test_what_cannot_be_a_parametric_game(A, B, low, high, words):
    with pytest.raises(InputError, match=words):
        pieces(A, B, low, high)
