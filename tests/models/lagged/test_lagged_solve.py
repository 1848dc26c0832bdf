"""Values: the paper's, closed forms, both formulations, extended precision, discounts."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zerosum.core.errors import InputError
from zerosum.core.solution import Value
from zerosum.games.gleason import Gleason
from zerosum.models.lagged.answer import LaggedSolution
from zerosum.models.lagged.solve import solve

THIRTY_DIGITS = Fraction("-0.0933353474172842011405062981321147627757152822308")
"""Gleason's value, from a solve with 50 digits."""


def test_the_papers_value(gleason: LaggedSolution) -> None:
    assert gleason.value.gap <= 1e-12
    assert float(THIRTY_DIGITS) in gleason.value
    assert -0.09336 < gleason.value.lower < gleason.value.upper < -0.09323


def test_both_formulations_enclose_the_value(gleason: LaggedSolution) -> None:
    for formulation in gleason.formulations:
        assert THIRTY_DIGITS in formulation
        assert formulation.gap <= Fraction(1, 10**12)


def test_thirty_digits() -> None:
    solution = solve(Gleason(), digits=30)
    assert THIRTY_DIGITS in solution.value
    assert solution.value.gap <= Fraction(1, 10**30)
    assert all(THIRTY_DIGITS in formulation for formulation in solution.formulations)


def test_the_symmetric_variant(symmetric: LaggedSolution) -> None:
    assert symmetric.value.lower == pytest.approx(0.35575, abs=0.000014)
    assert symmetric.value.gap <= 1e-12


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(-9, 9), min_size=4, max_size=4))
def test_a_ring_of_four_is_worth_the_mean(nodes: list[int]) -> None:
    """Either player can make the counter equally likely on two opposite nodes forever, and so enforce the mean."""
    value = solve(Gleason(nodes=tuple(map(Fraction, nodes))), digits=9).value
    assert float(value) == pytest.approx(np.mean(nodes), abs=1e-8)
    assert value.lower - 1e-12 <= np.mean(nodes) <= value.upper + 1e-12


@pytest.mark.parametrize("nodes", [(3, -1), (2, 2, 2), (5, 5, 5, 5, 5)])
def test_where_nothing_can_be_done(nodes: tuple[int, ...]) -> None:
    value = solve(Gleason(nodes=tuple(map(Fraction, nodes)))).value
    assert float(value) == pytest.approx(np.mean(nodes), abs=1e-12)


def value_of(*nodes: int | Fraction) -> Value:
    return solve(Gleason(nodes=tuple(map(Fraction, nodes))), digits=6).value


def meet(a: Value, b: Value) -> bool:
    return a.lower <= b.upper and b.lower <= a.upper


@settings(max_examples=8, deadline=None)
@given(st.lists(st.integers(-6, 6), min_size=3, max_size=3), st.integers(1, 5), st.integers(-5, 5))
def test_location_and_scale(nodes: list[int], scale: int, shift: int) -> None:
    plain, moved = value_of(*nodes), value_of(*(scale * a + shift for a in nodes))
    assert meet(Value(scale * plain.lower + shift - 1e-12, scale * plain.upper + shift + 1e-12), moved)


@settings(max_examples=8, deadline=None)
@given(st.lists(st.integers(-6, 6), min_size=3, max_size=3))
def test_it_does_not_matter_who_begins(nodes: list[int]) -> None:
    """With the payoffs negated the players change places, and the row player still begins."""
    assert meet(value_of(*nodes), -value_of(*(-a for a in nodes)))


@settings(max_examples=8, deadline=None)
@given(st.lists(st.integers(-6, 6), min_size=3, max_size=3))
def test_a_ring_may_be_turned_or_reflected(nodes: list[int]) -> None:
    a, b, c = nodes
    assert meet(value_of(a, b, c), value_of(b, c, a))
    assert meet(value_of(a, b, c), value_of(c, b, a))


def test_a_ring_of_five() -> None:
    solution = solve(Gleason(nodes=tuple(map(Fraction, (1, 2, 3, -3, -3)))), digits=7)
    assert solution.value.gap <= 1e-7
    assert meet(solution.value, Value(0.018092772998, 0.018092773746))
    assert meet(*solution.formulations)


@pytest.mark.parametrize("beta", ["0.1", "0.5", "0.9", "0.99", "0.9999"])
def test_discounted_bounds_from_both_sides(beta: str) -> None:
    solution = solve(Gleason(), discount=Fraction(beta))
    row, col = solution.formulations
    assert meet(row, col)
    assert solution.value.gap <= 1e-12


def test_a_discounted_value_beside_plain_iteration() -> None:
    """β so small that ten rounds from nothing are enough."""
    from tests.models.lagged.test_lagged_recursion import recursion

    game, beta = Gleason(), Fraction(1, 10)
    assert float(solve(game, discount=beta).value) == pytest.approx(
        recursion(game.layout(), 10, beta), abs=1e-12
    )


def test_the_discounted_game_tends_to_the_average_one(gleason: LaggedSolution) -> None:
    """(1 - β) V_β tends to V as fast as 1 - β tends to 0."""
    errors = []
    for beta in (Fraction(99, 100), Fraction(999, 1000)):
        value = solve(Gleason(), discount=beta).value
        errors.append(abs(float(1 - beta) * float(value) - float(gleason.value)))
    assert errors[1] < errors[0] / 5 < 0.01


def test_exact_payoffs_are_kept() -> None:
    thirds = value_of(Fraction(1, 3), Fraction(2, 3), -1)
    assert meet(Value(float(THIRTY_DIGITS) / 3 - 1e-12, float(THIRTY_DIGITS) / 3 + 1e-12), thirds)


@pytest.mark.parametrize("options", [{"digits": 0}, {"discount": Fraction(1)}, {"discount": Fraction(-1, 2)}])
def test_bad_options_get_a_sentence(options: dict[str, object]) -> None:
    with pytest.raises(InputError, match="must be a number"):
        solve(Gleason(), **options)  # type: ignore[arg-type]
