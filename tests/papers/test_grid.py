"""Hoffman and Karp's method on a grid: each step against brute force, and its bounds around the known value."""

import numpy as np
import pytest

from zerosum.games.gleason import Gleason
from zerosum.models.lagged.functions import FLOATS, hull
from zerosum.papers.checks.gleason import on_grid
from zerosum.papers.grid import _choices, _paid, hoffman_karp

BOARD = Gleason().layout()
V = -0.0933353474172809


@pytest.mark.parametrize("n", [4, 10, 40])
def test_the_bounds_enclose_the_value(n: int) -> None:
    grid = on_grid(n)
    assert grid.lower < V < grid.upper


def test_finer_grids_have_narrower_bounds() -> None:
    coarse, fine = on_grid(10), on_grid(40)
    assert coarse.lower < fine.lower
    assert fine.upper < coarse.upper


def test_the_pair_found_by_crossing_is_the_best_of_all() -> None:
    n = 12
    W = on_grid(n).W
    r, s = _choices(BOARD, W)
    for k in range(3):
        for i, q in enumerate(np.linspace(0, 1, n + 1)):
            one = q * W[(k + 1) % 3][:, None] + (1 - q) * W[k][None, :]
            two = q * W[k][:, None] + (1 - q) * W[(k + 2) % 3][None, :]
            worst = np.minimum(one, two)
            assert worst[r[k, i], s[k, i]] == pytest.approx(worst.max(), abs=1e-12)


def test_payoffs_and_hulls_by_hand() -> None:
    assert _paid(BOARD, 2)[0].tolist() == [3.0, 0.5, -2.0]
    q = np.linspace(0, 1, 5)
    above = hull(q, np.array([0.0, -1.0, 1.0, 0.9, 0.0]), FLOATS).values(q)
    assert above.tolist() == pytest.approx([0, 0.5, 1, 0.9, 0])


def test_it_knows_any_board() -> None:
    found = hoffman_karp(Gleason(nodes=(1, 2, 3, -3, -3)).layout(), 20)
    assert found.lower < 0.0180927 < found.upper
