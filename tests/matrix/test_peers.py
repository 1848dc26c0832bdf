"""Agreement with HiGHS on thousands of random games of many shapes, and with exact fractions."""

import numpy as np
import pytest
from scipy.optimize import linprog

from zerosum.core.arrays import Floats
from zerosum.matrix import solve_batch, solve_exact

SHAPES = [
    (1, 1),
    (1, 6),
    (6, 1),
    (2, 2),
    (2, 9),
    (3, 3),
    (5, 4),
    (7, 8),
    (8, 8),
    (9, 7),
    (13, 13),
    (17, 12),
    (30, 5),
]


def highs(A: Floats) -> float:
    """The value by linear programming: the least v with A y <= v, y a distribution."""
    m, n = A.shape
    found = linprog(
        np.r_[np.zeros(n), 1.0],
        A_ub=np.c_[A, -np.ones(m)],
        b_ub=np.zeros(m),
        A_eq=np.r_[np.ones(n), 0.0][None],
        b_eq=[1.0],
        bounds=[(0, None)] * n + [(None, None)],
        method="highs",
    )
    assert found.status == 0
    return float(found.fun)


def games(shape: tuple[int, int], count: int, seed: int) -> Floats:
    """Normal, uniform, small whole and sparse payoffs in turn."""
    rng = np.random.default_rng(seed)
    size = (count, *shape)
    kinds = [
        rng.standard_normal(size),
        rng.random(size),
        rng.integers(-2, 3, size).astype(float),
        rng.standard_normal(size) * (rng.random(size) < 0.3),
    ]
    return np.concatenate(kinds)


@pytest.mark.parametrize("shape", SHAPES)
def test_values_are_those_of_highs(shape: tuple[int, int]) -> None:
    A = games(shape, 60, seed=shape[0] * 100 + shape[1])
    found = solve_batch(A)
    values = np.array([highs(game) for game in A])
    assert np.abs(found.value - values).max() < 1e-8
    assert (found.gap <= 1e-12 * np.maximum(1, np.abs(A).max(axis=(1, 2)))).all()


@pytest.mark.parametrize("shape", [(2, 3), (6, 6), (9, 10), (13, 13)])
def test_bounds_hold_the_exact_value(shape: tuple[int, int]) -> None:
    A = games(shape, 15, seed=7)
    found = solve_batch(A)
    for k, game in enumerate(A):
        assert found.lower[k] <= solve_exact(game).value.lower <= found.upper[k]


@pytest.mark.parametrize("n", [30, 100])
def test_large_games_have_small_gaps(n: int) -> None:
    found = solve_batch(np.random.default_rng(n).standard_normal((4, n, n)))
    assert found.gap.max() < 1e-12
    assert found.again.size == 0
