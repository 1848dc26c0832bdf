"""Table 5.1 of the Jujitsu paper: what all optimal strategies have in common, and how the program solved its nodes."""

import numpy as np
import pytest
from scipy.optimize import linprog

from zerosum.papers.checks.table import (
    _java_doubles,
    _ties_between_equilibria,
    arithmetic,
    cell,
    is_only_pair,
    match,
    pair_range,
    vertices,
)


@pytest.mark.parametrize(("cards", "ends"), [(4, (0.730198, 0.730198)), (6, (0.524128, 0.524152))])
def test_ties_of_equilibria_hardly_depend_on_which(cards: int, ends: tuple[float, float]) -> None:
    assert _ties_between_equilibria(cards) == pytest.approx(ends, abs=1e-6)


def test_the_printed_matches_of_four_cards_come_out() -> None:
    against = match(4, "equilibrium", "uniform")
    assert (against["wins"], against["losses"]) == pytest.approx((0.3363, 0.1482), abs=2e-3)
    itself = match(4, "equilibrium", "its own vector")
    assert (itself["wins"], itself["losses"], itself["ties"]) == pytest.approx(
        (0.16865, 0.15555, 0.67579), abs=1e-3
    )
    assert abs(match(4, "equilibrium", "equilibrium")["spread"]) < 1e-9


def test_a_cell_lies_in_its_range() -> None:
    share = cell(4, "equilibrium", "lowest", "wins")
    assert share.stated is not None
    assert share.low <= share.stated <= share.high


def test_arithmetic_can_fail() -> None:
    assert arithmetic("30000", "20000", "50000", "10000", "10.00", "50.00").holds
    assert not arithmetic("30000", "20000", "50000", "10001", "10.00", "50.00").holds


def test_vertices_are_those_of_the_optimal_face() -> None:
    """Against linear programs: the extremes of random directions over the optimal mixes lie at the vertices."""
    rng = np.random.default_rng(3)
    A = np.array([[1.0, 0, 0], [0, 1, 1], [1, 0, 0], [0, 1, 1]])
    found = vertices(A, 0.5)
    for c in rng.normal(size=(20, 4)):
        best = linprog(c, A_ub=-A.T, b_ub=-np.full(3, 0.5), A_eq=np.ones((1, 4)), b_eq=[1.0])
        assert (found @ c).min() == pytest.approx(best.fun, abs=1e-9)


def test_a_pair_that_is_the_only_one_is_told_from_others() -> None:
    rock = np.array([[0.0, 1, -1], [-1, 0, 1], [1, -1, 0]])
    even = np.full(3, 1 / 3)
    assert is_only_pair(rock, even, even)
    assert not is_only_pair(np.zeros((2, 2)), np.array([1.0, 0]), np.array([1.0, 0]))
    C = np.arange(4.0).reshape(2, 2)
    assert pair_range(np.zeros((2, 2)), C, C, np.array([1.0, 0]), np.array([1.0, 0])) == (0.0, 3.0)


def test_javas_generator_gives_javas_numbers() -> None:
    """new java.util.Random(42).nextDouble(), three times, as its documentation's algorithm has it."""
    assert _java_doubles(3, seed=42) == pytest.approx(
        [0.7275636800328681, 0.6832234717598454, 0.30871945533265976]
    )
