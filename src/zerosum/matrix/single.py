"""One matrix game: checked input, certified answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from zerosum.errors import InputError
from zerosum.matrix.exact import exact_game
from zerosum.matrix.kernel import solve_into, work_size
from zerosum.solution import Number, Value

__all__ = ["MatrixSolution", "solve", "solve_exact"]


@dataclass(frozen=True)
class MatrixSolution:
    """The value of a matrix game to the row player, and both strategies."""

    value: Value
    row: tuple[Number, ...]
    col: tuple[Number, ...]


def solve(A: Any) -> MatrixSolution:
    """Value bounds and strategies of any rectangular matrix of payoffs to the row player."""
    payoffs = np.ascontiguousarray(A, dtype=np.float64)
    if payoffs.ndim != 2 or not payoffs.size or not np.isfinite(payoffs).all():
        raise InputError("a matrix game needs a rectangle of finite numbers")
    m, n = payoffs.shape
    row, col = np.empty(m), np.empty(n)
    lower, upper = solve_into(payoffs, row, col, np.empty(work_size(m, n)))
    return MatrixSolution(Value(lower, upper), tuple(row.tolist()), tuple(col.tolist()))


def solve_exact(A: Sequence[Sequence[Fraction | int]]) -> MatrixSolution:
    """The exact value and exact optimal strategies of a matrix of integers or fractions."""
    value, row, col = exact_game([[Fraction(entry) for entry in line] for line in A])
    return MatrixSolution(Value.exactly(value), tuple(row), tuple(col))
