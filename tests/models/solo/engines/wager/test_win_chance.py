"""Distributions of the win chance: closed forms, symmetries, and other ways to compute them."""

import math
from fractions import Fraction
from functools import reduce
from itertools import combinations, product
from operator import mul

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, stats

from zerosum.core.errors import GameError
from zerosum.models.solo.engines.wager.card_distribution import (
    Discrete,
    UniformCard,
    card_distribution,
    win_chance,
)
from zerosum.models.solo.engines.wager.win_chance import ExactDistribution, best_of

F = Fraction


def uniform_sum(weights):
    return reduce(mul, (best_of(1, w) for w in weights))


def test_sum_of_four_uniforms_is_irwin_hall():
    distribution = uniform_sum([F(1, 4)] * 4)
    for t in (F(1, 8), F(1, 4), F(1, 3), F(1, 2), F(9, 10)):
        x = 4 * t
        closed = sum(F((-1) ** k * math.comb(4, k)) * max(x - k, F(0)) ** 4 for k in range(5)) / 24
        assert distribution.below(t) == closed
    assert distribution.below(F(1, 4)) == F(1, 24)


def test_unequal_weights_by_areas_of_the_unit_square():
    distribution = uniform_sum([F(2, 3), F(1, 3)])
    # 2x/3 + y/3 < 1/4 cuts a triangle with sides 3/8 and 3/4; below 1/2 is half of the square by symmetry
    assert distribution.below(F(1, 4)) == F(1, 2) * F(3, 8) * F(3, 4)
    assert distribution.below(F(1, 2)) == F(1, 2)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=5), st.fractions(0, 1, max_denominator=50))
def test_uniform_sums_are_symmetric_distributions(parts, t):
    distribution = uniform_sum([F(part, sum(parts)) for part in parts])
    assert distribution.mass == 1
    assert distribution.mean == F(1, 2)
    assert distribution.below(t) + distribution.below(1 - t) == 1
    # put and call: E(t - W)+ - E(W - t)+ = t - EW
    assert distribution.shortfall(t) - distribution.shortfall(1 - t) == t - F(1, 2)


@pytest.mark.parametrize(("cards", "weight"), [(1, F(1)), (2, F(1, 3)), (5, F(1, 4)), (0, F(1, 2))])
def test_best_of_some_cards_is_a_power_distribution(cards, weight):
    distribution = best_of(cards, weight)
    assert distribution.mass == 1
    assert distribution.mean == weight * F(cards, cards + 1)
    if cards:
        assert distribution.below(weight / 2) == F(1, 2) ** cards
        assert distribution.shortfall(weight / 2) == weight / 2 ** (cards + 1) / (cards + 1)


def test_atoms_add_up_like_dice():
    die = ExactDistribution.atoms({F(k): F(1, 6) for k in range(1, 7)})
    two = die * die
    assert two.at(F(7)) == F(1, 6)
    assert two.below(F(4)) == F(3, 36)
    assert (die.scaled(F(1, 2)) + die.scaled(F(1, 2))).terms == die.terms


@pytest.mark.parametrize(
    ("dealt", "turned"),
    [("beta(2,3)", "uniform"), ("uniform", "beta(2,3)"), ("beta(1/2,2)", "beta(3,1)"), ("expon", "gamma(2)")],
)
def test_bounds_hold_what_quadrature_finds(dealt, turned):
    x, y = card_distribution(dealt), card_distribution(turned)
    chance = win_chance(x, y, [F(1)])
    for t in (0.25, 0.5):
        mean = integrate.quad(
            lambda q, t=t: max(t - float(y.cdf(x.ppf(q))), 0.0), 0, 1, limit=200, epsabs=1e-10
        )
        assert chance.high.shortfall(t) - 1e-8 <= mean[0] <= chance.low.shortfall(t) + 1e-8
        assert chance.low.shortfall(t) - chance.high.shortfall(t) < 2e-5
        low, high = chance.below(t)
        below = float(x.cdf(y.ppf(t)))
        assert low <= below <= high
        assert high - low < 1e-4


def test_bounds_on_three_suits_hold_a_simulation():
    rng = np.random.default_rng(7)
    weights = [F(1, 2), F(1, 3), F(1, 6)]
    chance = win_chance(card_distribution("beta(2,3)"), UniformCard(), weights)
    hands = stats.beta(2, 3).rvs(size=(200_000, 3), random_state=rng) @ np.array([1 / 2, 1 / 3, 1 / 6])
    gains = np.maximum(0.5 - hands, 0)
    error = 5 * gains.std() / math.sqrt(len(gains))
    assert chance.high.shortfall(0.5) - error <= gains.mean() <= chance.low.shortfall(0.5) + error
    assert chance.low.shortfall(0.5) - chance.high.shortfall(0.5) < 3e-5


def test_the_same_continuous_distribution_on_both_sides_is_uniform_whatever_it_is():
    both = card_distribution("beta(2,3)")
    assert win_chance(both, both, [F(1)]).exact.terms == best_of(1, F(1)).terms


def test_discrete_distributions_are_added_exactly():
    x = card_distribution("values(0:1/4,1/2:1/4,1:1/2)")
    y = card_distribution("steps(4)")
    distribution = win_chance(x, y, [F(1, 3), F(2, 3)]).exact
    for t in (F(1, 4), F(1, 2), F(2, 3)):
        brute = sum(
            p * q
            for (a, p), (b, q) in product(zip(x.ranks, x.weights, strict=True), repeat=2)
            if F(1, 3) * y.cdf(a) + F(2, 3) * y.cdf(b) < t
        )
        assert distribution.below(t) == brute


def test_discrete_cards_against_a_continuous_distribution_stay_between_the_bounds():
    chance = win_chance(card_distribution("values(0.2:1/2,0.7:1/2)"), card_distribution("beta(2,3)"), [F(1)])
    g = stats.beta(2, 3).cdf
    mean = (max(0.5 - g(0.2), 0) + max(0.5 - g(0.7), 0)) / 2
    assert chance.high.shortfall(0.5) - 1e-9 <= mean <= chance.low.shortfall(0.5) + 1e-9


def test_a_uniform_distribution_may_have_other_ends():
    assert float(card_distribution("uniform(1,3)").cdf(2.5)) == pytest.approx(0.75)
    # x on [0, 1] against y on [0, 2] wins with chance x / 2
    chance = win_chance(UniformCard(), card_distribution("uniform(0,2)"), [F(1)])
    assert chance.high.shortfall(0.25) <= 1 / 16 <= chance.low.shortfall(0.25)


def test_quantiles_are_the_least_points_that_reach():
    steps = card_distribution("steps(13)")
    assert steps.ppf(F(1, 4)) == F(4, 13)
    assert steps.ppf(F(4, 13)) == F(4, 13)
    assert UniformCard().ppf(F(1, 4)) == F(1, 4)
    assert card_distribution("beta(2,3)").ppf(F(1, 2)) == pytest.approx(stats.beta(2, 3).ppf(0.5))
    assert list(steps.cdf(np.array([0.0, 1 / 13 + 1e-12, 1.0]))) == pytest.approx([0, 1 / 13, 1])


@pytest.mark.parametrize(
    "text", ["", "nonsense", "beta", "steps(0)", "values(1:1/2)", "values(1:2,2:-1)", "beta(-1,2)"]
)
def test_a_text_that_is_no_distribution_gets_one_sentence(text):
    with pytest.raises(GameError):
        card_distribution(text)


def test_discrete_refuses_what_is_no_distribution():
    with pytest.raises(GameError, match="increasing"):
        Discrete((F(1), F(1)), (F(1, 2), F(1, 2)))


def test_inclusion_and_exclusion_over_the_corners():
    weights = [F(1, 2), F(3, 10), F(1, 5)]
    t = F(2, 5)
    volume = sum(
        F((-1) ** size) * max(t - sum(corner, F(0)), F(0)) ** 3
        for size in range(4)
        for corner in combinations(weights, size)
    ) / (6 * math.prod(weights))
    assert uniform_sum(weights).below(t) == volume
