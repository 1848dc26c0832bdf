"""Sparse matrices do what matrices in full do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from zerosum.numerics.programs import MatrixEntries
from zerosum.numerics.sparse import SparseMatrix, compressed, entries, lengths, scale_lines


@pytest.mark.parametrize("seed", range(20))
def test_everything_agrees_with_matrices_in_full(seed: int) -> None:
    random = np.random.default_rng(seed)
    height, width, depth = random.integers(1, 9, 3)

    def make(*shape: int) -> tuple[SparseMatrix, Any]:
        full = random.integers(-3, 4, shape) * (random.random(shape) < 0.4)
        row, col = np.nonzero(full)
        order = random.permutation(len(row))
        halves = [MatrixEntries(full[row, col], row, col) for _ in range(2)]  # each twice, in any order
        twice = MatrixEntries(*(np.concatenate([a, b[order]]) for a, b in zip(*halves, strict=True)))
        return SparseMatrix.of(twice, (shape[0], shape[1])), 2 * full

    (A, a), (B, b), (C, c) = make(height, width), make(height, width), make(width, depth)
    lines, columns = random.integers(0, height, 4), random.random(width) < 0.5
    vector, several, left = (random.integers(-5, 5, n) for n in (width, (width, 3), height))
    for found, true in [
        (A.toarray(), a),
        (A.T.toarray(), a.T),
        (A.T.T.toarray(), a),
        ((A + B).toarray(), a + b),
        ((A - B).toarray(), a - b),
        ((-A).toarray(), -a),
        (abs(A).toarray(), abs(a)),
        ((A > 0).toarray(), a > 0),
        ((A @ C).toarray(), a @ c),
        (A @ vector, a @ vector),
        (A @ several, a @ several),
        (left @ A, left @ a),
        (A.sum(), a.sum()),
        (A.sum(axis=0), a.sum(axis=0)),
        (A.sum(axis=1), a.sum(axis=1)),
        (A[lines].toarray(), a[lines]),
        (A[lines][:, columns].toarray(), a[lines][:, columns]),
        (A[:, [width - 1, 0, 0]].toarray(), a[:, [width - 1, 0, 0]]),
        (A.astype(np.float64).toarray(), a),
        (scale_lines(A, left).toarray(), left[:, None] * a),
        (lengths(A), (a != 0).sum(axis=1)),
        (entries(A)[0], entries(a)[0]),
        (compressed(A)[2], compressed(a)[2]),
    ]:
        assert np.array_equal(found, true)
