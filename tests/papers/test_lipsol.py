"""The interior-point method of 2002: the right value, and strategies inside the optimal face."""

import numpy as np
import pytest

import zerosum
from zerosum.arena.players import uniform
from zerosum.core.errors import InputError
from zerosum.games.jujitsu import Jujitsu
from zerosum.matrix import solve_batch
from zerosum.models.family import arena_for
from zerosum.papers.lipsol import solve_lipsol


@pytest.mark.parametrize("shape", [(2, 2), (3, 5), (6, 6)])
@pytest.mark.parametrize("capped", [True, False])
def test_the_value_is_that_of_the_simplex_method(shape: tuple[int, int], capped: bool) -> None:
    games = np.random.default_rng(5).integers(-2, 3, (200, *shape)).astype(float)
    found, known = solve_lipsol(games, capped=capped), solve_batch(games)
    assert found.value == pytest.approx(known.value, abs=1e-6)
    assert (found.lower <= known.upper).all()
    assert (found.upper >= known.lower).all()
    assert found.row.sum(axis=1) == pytest.approx(1)
    assert (found.row >= 0).all()


def test_of_many_optimal_strategies_it_finds_one_inside() -> None:
    twins = np.array([[[1.0, 0], [0, 1], [1, 0]]])
    assert (solve_lipsol(twins).row > 0.2).all()
    assert (solve_lipsol(np.zeros((1, 3, 3))).row > 0.3).all()


def test_a_floor_under_the_value_moves_the_strategy_and_not_the_value() -> None:
    rng = np.random.default_rng(6)
    games = np.repeat(rng.integers(-1, 2, (50, 4, 2)).astype(float), 2, axis=2)
    free, floored = solve_lipsol(games), solve_lipsol(games, floor=10.0)
    assert free.value == pytest.approx(floored.value, abs=1e-6)
    assert np.abs(free.row - floored.row).max() > 1e-3


def test_a_staged_game_solved_by_it_has_the_papers_match() -> None:
    """Printed are 33,630 wins and 14,816 losses of 100,000; a vertex of the optimal strategies gives others."""
    game = Jujitsu(cards=4).as_staged(by_order=True)
    found, ours = zerosum.solve(game, solver=solve_lipsol), zerosum.solve(game)
    assert "solve_lipsol" in found.method
    assert float(found.value) == pytest.approx(float(ours.value), abs=1e-7)
    assert min(found.row[card] for card in (1, 2, 3)) > 0.2
    arena = arena_for(game, lambda: found)
    shares = arena.match(arena.equilibrium, uniform)
    assert (shares.win, shares.loss) == pytest.approx((0.3381, 0.1475), abs=2e-4)
    with pytest.raises(InputError, match="work in floats"):
        zerosum.solve(game, solver=solve_lipsol, exact=True)
