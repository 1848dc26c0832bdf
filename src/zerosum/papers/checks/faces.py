"""All pairs of optimal strategies of a matrix game: the range of a second bilinear form over them.

The optimal mixes of either player are a polytope, and a bilinear form is greatest and least at a pair of vertices.
So the vertices are found, every one: where m - 1 of the constraints x ≥ 0 and xᵀA ≥ v hold with equality.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from zerosum.core.arrays import Floats

__all__ = ["is_only_pair", "pair_range", "vertices"]

CLOSE = 1e-9


def pair_range(A: Floats, low: Floats, high: Floats, x: Floats, y: Floats) -> tuple[float, float]:
    """The least of pᵀ(low)q and the most of pᵀ(high)q over all optimal p, q of the game A, of which x, y are a pair."""
    if max(np.ptp(low), np.ptp(high)) < CLOSE:
        return float(low.min()), float(high.max())
    if is_only_pair(A, x, y):
        return float(x @ low @ y), float(x @ high @ y)
    value = float(x @ A @ y)
    p, q = vertices(A, value), vertices(-A.T, -value)
    return float((p @ low @ q.T).min()), float((p @ high @ q.T).max())


def is_only_pair(A: Floats, x: Floats, y: Floats) -> bool:
    """Whether a pair of optimal mixes is the only one: moves outside the supports lose, and within nothing is free."""
    value, mine, theirs = x @ A @ y, x > CLOSE, y > CLOSE
    if (
        mine.sum() != theirs.sum()
        or (A @ y > value - CLOSE)[~mine].any()
        or (x @ A < value + CLOSE)[~theirs].any()
    ):
        return False
    k = int(mine.sum())
    bordered = np.zeros((k + 1, k + 1))
    bordered[:k, :k] = A[np.ix_(mine, theirs)]
    bordered[:k, k] = bordered[k, :k] = 1
    return bool(np.linalg.svd(bordered, compute_uv=False)[-1] > 1e-7)


def vertices(A: Floats, value: float) -> Floats:
    """The vertices of the row player's optimal mixes."""
    m, n = A.shape
    if m == 1:
        return np.ones((1, 1))
    rows, right = np.vstack([np.eye(m), A.T]), np.concatenate([np.zeros(m), np.full(n, value)])
    chosen = np.array(list(combinations(range(m + n), m - 1)))
    systems = np.concatenate([rows[chosen], np.ones((len(chosen), 1, m))], axis=1)
    sides = np.concatenate([right[chosen], np.ones((len(chosen), 1))], axis=1)
    sound = np.abs(np.linalg.det(systems)) > 1e-10
    found = np.linalg.solve(systems[sound], sides[sound][:, :, None])[:, :, 0]
    found = found[(found @ rows.T >= right - CLOSE).all(axis=1)]
    return np.unique(np.round(np.maximum(found, 0), 9), axis=0)
