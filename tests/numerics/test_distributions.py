"""Distributions from text, samples and scipy; their partial moments against high precision."""

import math
from fractions import Fraction as Fr

import mpmath
import numpy as np
import pytest
import scipy.stats

from zerosum.core.errors import InputError
from zerosum.numerics.distribution_arrays import TABLE
from zerosum.numerics.distributions import from_samples, parse
from zerosum.numerics.distributions_scipy import as_distribution
from zerosum.numerics.moments import _scaled_integral, mass_and_moment, reciprocal

mp = mpmath.mp

DENSITIES = {
    "uniform(0,2)": lambda x: mp.mpf(1) / 2,
    "exponential(2)": lambda x: mp.exp(-x / 2) / 2,
    "gamma(2)": lambda x: x * mp.exp(-x),
    "lognorm(0.5)": lambda x: mp.exp(-2 * mp.log(x) ** 2) / (x * mp.sqrt(mp.pi / 2)),
}


@pytest.mark.parametrize("text", DENSITIES)
@pytest.mark.parametrize(
    ("s", "t", "z"),
    [(0.3, 1.7, 0.1), (0.3, 0.9, -0.29999), (1.0, 1.5, -1.6), (0.2, math.inf, 0.1), (0.2, 0.2 + 1e-6, 5.0)],
)
def test_partial_moments_against_thirty_digits(text, s, t, z):
    F, f = parse(text), DENSITIES[text]
    with mp.workdps(30):
        end = min(t, F.high)
        ends = sorted({s, min(s + 1, end), min(s + 5, end), mp.inf if end == math.inf else end})
        exact = [mp.quad(g, ends) for g in (f, lambda x: x * f(x), lambda x: f(x) / (x + mp.mpf(z)))]
    mass, moment, e_mass, e_moment = mass_and_moment(F.arrays, s, t)
    inverse, e_inverse = reciprocal(F.arrays, z, s, t)
    slack = F.drift + 1e-25
    assert abs(mass - exact[0]) <= e_mass + 50 * slack
    assert abs(moment - exact[1]) <= e_moment + 50 * slack
    assert abs(inverse - exact[2]) <= e_inverse + 50 * slack / min(1, abs(s + z)) ** 2
    assert e_mass < 1e-14
    ((panel, _, _),) = F.stretches(0.7, 0.7 + 1e-9)
    assert F.density(panel, np.array([0.7]))[0] == pytest.approx(float(f(mp.mpf("0.7"))), rel=1e-12)
    parts = [F.rule(*stretch) for stretch in F.stretches(-math.inf, math.inf)]
    assert sum(w.sum() for _, w in parts) + F.arrays.weights.sum() == pytest.approx(1, rel=1e-12)


@pytest.mark.parametrize("y", [1e-9, 0.1, 1.4, 1.6, 5.0, 300.0, -1e-5, -3.0, -40.0, -600.0, -800.0])
def test_the_exponential_integral(y):
    with mp.workdps(30):
        exact = mp.exp(y) * mp.e1(y) if y > 0 else -mp.exp(y) * mp.ei(-y)
    assert _scaled_integral(y) == pytest.approx(float(exact), rel=4e-15)


def test_atoms_are_exact():
    F = parse("values(1:1/2,5:1/4,2:1/4)")
    assert F.exact == ((1, Fr(1, 2)), (2, Fr(1, 4)), (5, Fr(1, 4)))
    assert F.arrays.kind == TABLE
    assert not len(F.arrays.edges)
    assert (F.low, F.high, F.mean, F.drift) == (1, 5, 2.25, 0)
    assert mass_and_moment(F.arrays, 1.0, 5.0)[:2] == (0.75, 1.0)
    assert reciprocal(F.arrays, 1.0, 2.0, math.inf)[0] == pytest.approx(0.25 / 3 + 0.25 / 6)


def test_samples_from_a_list_and_from_a_file(tmp_path):
    path = tmp_path / "seen.txt"
    path.write_text("1, 2 2\n0.5\n")
    assert parse(str(path)).exact == from_samples([1, 2, 2, 0.5]).exact
    assert as_distribution(np.array([1.0, 3.0])).exact == ((1, Fr(1, 2)), (3, Fr(1, 2)))


@pytest.mark.parametrize(
    "text", ["gamma(0.5)", "beta(0.5,0.5)", "weibull_min(0.7)", "pareto(1.5)", "triang(0.3)"]
)
def test_poles_and_long_tails_are_followed(text):
    F = parse(text)
    frozen = getattr(scipy.stats, text.split("(")[0])(*map(float, text.split("(")[1][:-1].split(",")))
    assert F.drift < 5e-14 * max(1, F.mean)
    for t in np.linspace(F.low, F.low + 3 * F.mean, 7)[1:]:
        assert mass_and_moment(F.arrays, -math.inf, float(t))[0] == pytest.approx(frozen.cdf(t), abs=1e-12)


def test_a_tail_that_cannot_be_followed_is_confessed():
    assert parse("pareto(1.05)").drift > 1e-3


def test_discrete_distributions_of_scipy():
    F = as_distribution(scipy.stats.poisson(3))
    assert mass_and_moment(F.arrays, -math.inf, 2.5)[0] == pytest.approx(
        scipy.stats.poisson(3).cdf(2), abs=1e-14
    )
    custom = scipy.stats.rv_discrete(values=([1, 4], [0.25, 0.75]))
    assert as_distribution(custom).exact == ((1, Fr(1, 4)), (4, Fr(3, 4)))
    assert as_distribution(scipy.stats.uniform(1, 2)).text == "uniform(1,3)"
    assert as_distribution(scipy.stats.expon(scale=2)).mean == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("cauchy", "no finite mean"),
        ("pareto(1)", "no finite mean"),
        ("values(1:-1,2:2)", "cannot be negative"),
        ("values()", "at least one number"),
        ("values(1:0)", "positive probability"),
        ("uniform(2,1)", "a < b"),
        ("exponential(0)", "above zero"),
        ("point()", "not a distribution"),
        ("uniform(a)", "not a number"),
        ("gamma(2", "closing parenthesis"),
        ("gamma(1/4096)", "single number"),
        ("gamma()", "has a missing, wrong or extra parameter"),
        ("nonsense(1)", "neither a file nor a known distribution"),
    ],
)
def test_bad_distributions_get_one_sentence(text, words):
    with pytest.raises(InputError, match=words) as caught:
        parse(text)
    assert "\n" not in str(caught.value)
