"""A square kernel of a matrix game, exactly (Shapley and Snow 1950).

With all payoffs made positive, the column player's programme is: maximise sum(y) with A y <= 1, y >= 0. Its
optimal basis pairs some columns J with as many rows I (those whose slack is not basic), and the submatrix
A[I, J] carries optimal strategies of both players. Bland's rule makes the simplex end always.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

__all__ = ["optimal_kernel"]


def optimal_kernel(A: Sequence[Sequence[Fraction]]) -> tuple[list[int], list[int]]:
    """Rows and columns of a kernel; some may have probability zero, yet bordered with ones it is regular."""
    m, n = len(A), len(A[0])
    lift = 1 - min(map(min, A))
    T = [[entry + lift for entry in line] + [Fraction(1)] for line in A]
    T.append([Fraction(-1)] * n + [Fraction(0)])
    basic, free = list(range(n, n + m)), list(range(n))
    while (c := _entering(T[-1], free)) is not None:
        candidates = [i for i in range(m) if T[i][c] > 0]
        r = min(candidates, key=lambda i: (T[i][-1] / T[i][c], basic[i]))
        _exchange(T, r, c)
        basic[r], free[c] = free[c], basic[r]
    return sorted(label - n for label in free if label >= n), sorted(label for label in basic if label < n)


def _entering(costs: list[Fraction], free: list[int]) -> int | None:
    """The column of negative cost with the least label."""
    return min((j for j, cost in enumerate(costs[:-1]) if cost < 0), key=free.__getitem__, default=None)


def _exchange(T: list[list[Fraction]], r: int, c: int) -> None:
    """Exchange the basic variable of row r with the free one of column c."""
    pivot = 1 / T[r][c]
    T[r] = [entry * pivot for entry in T[r]]
    T[r][c] = pivot
    for i, line in enumerate(T):
        if i != r and line[c] != 0:
            factor = line[c]
            T[i] = [a - factor * b for a, b in zip(line, T[r], strict=True)]
            T[i][c] = -factor * pivot
