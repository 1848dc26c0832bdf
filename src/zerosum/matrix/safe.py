"""The safer way, for the few games on which the fast kernel leaves a gap."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from zerosum.matrix.bounds import bounds
from zerosum.matrix.exact import exact_game

__all__ = ["TOLERANCE", "solve_safely"]

Floats = NDArray[np.float64]

TOLERANCE = 1e-11
"""A gap above this, as a share of the largest payoff's size, sends a game to the safer way."""


def solve_safely(A: Floats) -> tuple[float, float, Floats, Floats]:
    """Lower and upper bound, row and column strategy of one game, solved exactly and rounded once."""
    _, row, col = exact_game([[Fraction(entry) for entry in line] for line in A.tolist()])
    x, y = np.array(row, dtype=np.float64), np.array(col, dtype=np.float64)
    lower, upper = bounds(np.ascontiguousarray(A), x, y, np.empty(2 * A.shape[1]))
    return lower, upper, x, y
