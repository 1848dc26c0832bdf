"""Real roots, against polynomials whose roots are known, and where floats see one root instead of two."""

import itertools
import math
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from zerosum.numerics.polynomials import Poly, evaluate, multiply
from zerosum.numerics.roots import Algebraic, compare, roots

rational = st.fractions(-5, 5, max_denominator=7)
square = st.sampled_from([2, 3, 5, 6, 7, 8, -1, -3])
factors = st.lists(st.tuples(rational, st.none() | square, st.integers(1, 3)), min_size=1, max_size=3)


def product(chosen: list[tuple[Fraction, int | None, int]]) -> Poly:
    """The product of (x - a)^k, or of ((x - a)² - d)^k, whose roots are a ± √d."""
    p: Poly = (Fraction(-3, 2),)
    for a, d, times in chosen:
        for _ in range(times):
            p = multiply(p, (-a, Fraction(1)) if d is None else (a * a - d, -2 * a, Fraction(1)))
    return p


@given(factors)
def test_roots_are_those_that_the_polynomial_was_made_of(
    chosen: list[tuple[Fraction, int | None, int]],
) -> None:
    rational, irrational = dict[Fraction, int](), dict[tuple[Fraction, int], int]()
    for a, d, times in chosen:
        if d is None:
            rational[a] = rational.get(a, 0) + times
        elif d > 0:
            irrational[a, d] = irrational.get((a, d), 0) + times
    p = product(chosen)
    for crossings in (False, True):
        found = roots(p, crossings=crossings)
        wanted = [a for a, times in rational.items() if times % 2 or not crossings]
        assert sorted(x for x in found if isinstance(x, Fraction)) == sorted(wanted)
        near = [
            float(a) + sign * math.sqrt(d)
            for (a, d), times in irrational.items()
            if times % 2 or not crossings
            for sign in (1, -1)
        ]
        others = [x for x in found if isinstance(x, Algebraic)]
        assert len(others) == len(near)
        assert all(
            math.isclose(float(x), y, abs_tol=1e-12) for x, y in zip(others, sorted(near), strict=True)
        )
        assert all(compare(x, y) < 0 for x, y in itertools.pairwise(found))
        for x in others:
            assert evaluate(x.polynomial, x.low) * evaluate(x.polynomial, x.high) < 0


def test_roots_that_no_float_tells_apart() -> None:
    """x⁵ = 2 (10¹⁵ x - 1)² has two roots that differ by 10⁻⁵² (Mignotte's polynomial)."""
    large = 10**15
    p = tuple(map(Fraction, (-2, 4 * large, -2 * large**2, 0, 0, 1)))
    low, high, far = roots(p)
    assert low < high < far
    assert low < Fraction(1, large) < high
    assert float(low) == float(high)


def test_polynomials_without_roots() -> None:
    assert roots(()) == roots((Fraction(3),)) == roots((Fraction(1), Fraction(0), Fraction(1))) == ()
