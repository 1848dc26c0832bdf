"""Roots of curves: told apart exactly, however near they are."""

from fractions import Fraction

import pytest
from flint import fmpz_poly

from zerosum.numerics.algebraic import AlgebraicFunction, at, common_branch, curve, quotient_on, sign_on
from zerosum.numerics.exact import as_fractions
from zerosum.numerics.roots import roots

HALF = Fraction(1, 2)
SCALE = 10**25


def _curve(*parts):
    return curve([fmpz_poly(part) for part in parts])


@pytest.mark.parametrize("index", [0, 1])
def test_quotients_that_floats_cannot_tell_apart(index):
    branch = _curve([-2, -1], [0], [1])  # z² = 2 + t
    z = roots(tuple(as_fractions(at(branch, HALF).coeffs())))[index]
    found, _ = quotient_on(branch, _curve([5 * SCALE], [1]), _curve([SCALE]), HALF, z)  # 5 + z / 10^25
    assert found.index == index
    falling, _ = quotient_on(branch, _curve([-5 * SCALE], [1]), _curve([-SCALE]), HALF, z)  # 5 - z / 10^25
    assert falling.index == 1 - index


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("second", [0, 1])
def test_two_roots_as_functions_of_one_that_floats_cannot_tell_apart(first, second):
    one = AlgebraicFunction(((25 * SCALE**2 - 2, -1), (-10 * SCALE**2,), (SCALE**2,)), first, HALF)
    two = AlgebraicFunction(
        ((-3, -1), (0,), (1,)), second, HALF
    )  # one is 5 ± √(2 + t) / 10^25, two is ± √(3 + t)
    branch, root, (top1, top2, bottom) = common_branch(one, two, HALF)
    assert sign_on(branch, HALF, root) == 0
    # beyond 5 or not, and beyond 0 or not
    assert sign_on(top1 - bottom * 5, HALF, root) == (1 if first else -1)
    assert sign_on(top2, HALF, root) == (1 if second else -1)
