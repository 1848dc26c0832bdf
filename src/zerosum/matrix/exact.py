"""The exact solution of a matrix game, in fractions.

The same condensed simplex as in `kernel`, on integers: payoffs are scaled to whole numbers and every tableau entry is
kept as an integer over one common divisor, the last pivot (Edmonds 1967, Bareiss 1968). The division in each
step leaves no remainder, so that numbers stay as short as determinants. Bland's rule makes it end always.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

__all__ = ["exact_game", "exact_kernel"]


def exact_game(A: Sequence[Sequence[Fraction]]) -> tuple[Fraction, list[Fraction], list[Fraction]]:
    """Value, row strategy and column strategy of a proper matrix of fractions."""
    m, n = len(A), len(A[0])
    scale, whole = _whole(A)
    i0, j0 = _best_column(whole)
    T, basic, free, divisor = _optimum(whole, i0, j0)
    row, col = [Fraction(0)] * m, [Fraction(0)] * n
    for i, label in enumerate(basic):
        if label < n:
            col[label] = Fraction(T[i][n], divisor)
    for j, label in enumerate(free):
        if label >= n:
            row[label - n] = Fraction(T[m][j], divisor)
    return Fraction(whole[i0][j0] * divisor - T[m][n], divisor * scale), row, col


def exact_kernel(A: Sequence[Sequence[Fraction]]) -> tuple[list[int], list[int]]:
    """Rows and columns of a square kernel (Shapley and Snow 1950): those of an optimal basis.

    Some of them may have probability zero; the kernel's matrix, bordered with ones, is never singular.
    """
    n = len(A[0])
    _, whole = _whole(A)
    _, basic, free, _ = _optimum(whole, *_best_column(whole))
    return sorted(label - n for label in free if label >= n), sorted(label for label in basic if label < n)


def _whole(A: Sequence[Sequence[Fraction]]) -> tuple[int, list[list[int]]]:
    """A common denominator, and the payoffs times it."""
    scale = math.lcm(*(entry.denominator for line in A for entry in line))
    return scale, [[int(entry * scale) for entry in line] for line in A]


def _optimum(A: list[list[int]], i0: int, j0: int) -> tuple[list[list[int]], list[int], list[int], int]:
    """The last tableau, its basic and free labels (columns, then rows), and the divisor of its entries."""
    m, n = len(A), len(A[0])
    T = _tableau(A, i0, j0)
    basic = [n + i if i != i0 else j0 for i in range(m)]
    free = [j if j != j0 else n + i0 for j in range(n)]
    divisor = 1
    while (c := _entering(T, free)) is not None:
        r = _leaving(T, c, basic)
        divisor = _pivot(T, r, c, divisor)
        basic[r], free[c] = free[c], basic[r]
    return T, basic, free, divisor


def _best_column(A: list[list[int]]) -> tuple[int, int]:
    """The column whose maximum is least, and the row of that maximum."""
    tops = [max((line[j], -i) for i, line in enumerate(A)) for j in range(len(A[0]))]
    j0 = min(range(len(tops)), key=lambda j: tops[j][0])
    return -tops[j0][1], j0


def _tableau(A: list[list[int]], i0: int, j0: int) -> list[list[int]]:
    """The tableau after v and y(j0) have been eliminated; see `kernel`."""
    n, base = len(A[0]), A[i0]
    T = []
    for i, line in enumerate(A):
        corner = line[j0] - base[j0]
        entries = [a - b - corner for a, b in zip(line, base, strict=True)] if i != i0 else [1] * n
        entries[j0] = -1 if i != i0 else 0
        T.append([*entries, -corner if i != i0 else 1])
    costs = [b - base[j0] for b in base]
    costs[j0] = 1
    return [*T, [*costs, 0]]


def _entering(T: list[list[int]], free: list[int]) -> int | None:
    """The column of negative cost with the least label."""
    negative = [j for j, cost in enumerate(T[-1][:-1]) if cost < 0]
    return min(negative, key=free.__getitem__, default=None)


def _leaving(T: list[list[int]], c: int, basic: list[int]) -> int:
    """The row of least ratio, and of those the one with the least label."""
    rows = [i for i in range(len(T) - 1) if T[i][c] > 0]
    return min(rows, key=lambda i: (Fraction(T[i][-1], T[i][c]), basic[i]))


def _pivot(T: list[list[int]], r: int, c: int, divisor: int) -> int:
    """Exchange row r and column c; all entries are over `divisor` before, over the returned one after."""
    pivot, source = T[r][c], T[r]
    for i, line in enumerate(T):
        if i != r:
            factor = line[c]
            T[i] = [(a * pivot - factor * b) // divisor for a, b in zip(line, source, strict=True)]
            T[i][c] = -factor
    source[c] = divisor
    return pivot
