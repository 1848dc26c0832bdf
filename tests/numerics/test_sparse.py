"""Matrices are the same in full and sparse, whatever is asked of them."""

from __future__ import annotations

import numpy as np
import pytest

from zerosum.numerics import sparse
from zerosum.numerics.programs import MatrixEntries
from zerosum.numerics.sparse import compressed, entries, identity, in_full, lengths, matrix, scale_lines


@pytest.mark.parametrize("small", [-1, 1000], ids=["sparse", "full"])
@pytest.mark.parametrize("seed", range(20))
def test_everything_agrees_with_matrices_in_full(
    seed: int, small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sparse, "SMALL", small)
    random = np.random.default_rng(seed)
    height, width = random.integers(1, 9, 2)
    full = random.integers(-3, 4, (height, width)) * (random.random((height, width)) < 0.4)
    row, col = np.nonzero(full)
    order = random.permutation(len(row))
    halves = [MatrixEntries(full[row, col], row, col) for _ in range(2)]  # each twice, in any order
    twice = MatrixEntries(*(np.concatenate([a, b[order]]) for a, b in zip(*halves, strict=True)))
    found = matrix(twice, (height, width))
    assert isinstance(found, np.ndarray) == (small > 0)
    left = random.integers(-5, 5, height)
    for made, true in ((found, 2 * full), (found.T, 2 * full.T), (found - found + found.T.T, 2 * full)):
        assert np.array_equal(in_full(made), true)
        data, places, starts = compressed(made)
        assert np.array_equal(lengths(made), (true != 0).sum(axis=1))
        assert np.array_equal(np.diff(starts), lengths(made))
        assert np.array_equal(data, true[np.nonzero(true)])
        assert np.array_equal(places, np.nonzero(true)[1])
        assert all(np.array_equal(a, b) for a, b in zip(entries(made)[1:], np.nonzero(true), strict=True))
    assert np.array_equal(in_full(scale_lines(found, left)), 2 * left[:, None] * full)
    assert np.array_equal(in_full(identity(3, 2.0)), 2 * np.eye(3))


def test_what_cancels_is_no_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparse, "SMALL", -1)
    ones = np.ones(2, np.int64)
    found = matrix(MatrixEntries(np.array([1.0, -1.0]), ones, ones), (3, 3))
    assert entries(found).data.size == entries(found @ found).data.size == 0


def test_integers_of_any_size_stay_integers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparse, "SMALL", -1)
    found = matrix(MatrixEntries(np.array([10**30, 1], object), np.array([0, 0]), np.array([1, 1])), (2, 2))
    assert found[0, 1] == 10**30 + 1
