"""E[val(A + xB)]: closed forms, and quadrature over exact solutions."""

import itertools
import math
from fractions import Fraction as Fr

import numpy as np
import pytest
import scipy.stats
from scipy.integrate import quad

from zerosum.core.errors import InputError
from zerosum.matrix import solve_batch
from zerosum.matrix.exact import exact_game
from zerosum.matrix.parametric import expected_value, pieces

THREE = ([[0, 1, 2], [1, 0, -1], [0, 3, 0]], [[1, 0, 2], [0, -1, 1], [1, 0, 0]])
TWO = ([[0, 0], [0, Fr(1, 2)]], [[1, 0], [0, 0]])


def by_quadrature(A, B, frozen, high):
    """Adaptive quadrature over the value of each exact game, split at the breakpoints."""

    def integrand(x):
        M = [[Fr(a) + Fr(x) * b for a, b in zip(*lines, strict=True)] for lines in zip(A, B, strict=True)]
        return float(exact_game(M)[0]) * frozen.pdf(x)

    low = frozen.support()[0]
    cuts = [low, *(float(p.high) for p in pieces(A, B, low, high))]
    return sum(quad(integrand, a, b, epsabs=1e-11)[0] for a, b in itertools.pairwise(cuts))


def test_closed_form_with_a_logarithm():
    value = expected_value(*TWO, "uniform")
    assert value.lower <= (2 - math.log(3)) / 4 <= value.upper
    assert value.gap < 1e-14


def test_exponential_target_of_a_two_by_two_game():
    # val = (1/2) (1 - (1/2)/(x + 1/2)), whose mean is an exponential integral
    value = expected_value(*TWO, "exponential(1)")
    exact = 0.5 - 0.25 * math.exp(0.5) * scipy.special.exp1(0.5)
    assert value.lower <= exact <= value.upper
    assert value.gap < 1e-13


def test_discrete_is_exact():
    assert expected_value(*TWO, "values(1,2,3)").lower == (Fr(1, 3) + Fr(2, 5) + Fr(3, 7)) / 3
    assert expected_value(*TWO, [1.0, 2.0, 3.0]) == expected_value(*TWO, "values(1,2,3)")
    assert expected_value(*TWO, "point(1/2)").is_exact


@pytest.mark.parametrize(
    ("given", "frozen", "high"),
    [
        ("uniform", scipy.stats.uniform(), 1),
        ("exponential(2)", scipy.stats.expon(scale=2), 80),
        (scipy.stats.gamma(2), scipy.stats.gamma(2), 60),
        (scipy.stats.beta(2, 3), scipy.stats.beta(2, 3), 1),
    ],
)
def test_larger_games_against_quadrature(given, frozen, high):
    value = expected_value(*THREE, given)
    assert float(value) == pytest.approx(by_quadrature(*THREE, frozen, high), abs=1e-9)
    assert value.gap < 1e-11


def test_one_distribution_in_two_forms():
    closed, table = expected_value(*THREE, "exponential(2)"), expected_value(*THREE, "gamma(1,scale=2)")
    assert abs(float(closed) - float(table)) <= (closed.gap + table.gap) / 2


def test_infinite_mean_is_an_error():
    with pytest.raises(InputError, match="no finite mean"):
        expected_value(*TWO, scipy.stats.pareto(1))


def test_the_true_value_of_a_sample_lies_within():
    sample = np.random.default_rng(5).exponential(size=50)
    value = expected_value(*TWO, sample)
    assert float(value) == pytest.approx(float(np.mean(0.5 - 0.25 / (sample + 0.5))), abs=1e-14)


def test_slivers_that_rounding_makes():
    """A break where three formulas meet comes apart when the entries are rounded; nothing is lost there."""
    A = np.array([[0, -1, 1], [2, 0, -2], [-3, 3, 0]]) / 3 + 0.0105811258801
    B = np.array([[2, -2, 3], [1, 2, -3], [-1, 2, 2]]) / 2
    rng = np.random.default_rng(0)
    value = expected_value(A, B, scipy.stats.laplace())
    found = solve_batch(A + rng.laplace(size=(400_000, 1, 1)) * B).value
    assert value.gap < 1e-12
    assert abs(float(value) - found.mean()) < 4 * found.std() / 400_000**0.5
