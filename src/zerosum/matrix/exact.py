"""The exact solution of a matrix game, in fractions.

The same condensed simplex as in `kernel`, on integers: payoffs are scaled to whole numbers and every entry of the
tableau is kept as an integer over one common divisor, the last pivot (Edmonds 1967, Bareiss 1968). The division
in each step leaves no remainder, so that numbers stay as short as determinants. A guess of the two supports,
as a solution in floats gives it, is tried first: if the basis that it names is optimal, no search is left to
do. The search takes the most negative cost, and Bland's rule (1977) after many steps, so that it always ends.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from fractions import Fraction

__all__ = ["exact_game"]

Exact = tuple[Fraction, list[Fraction], list[Fraction]]
"""The value, the row strategy and the column strategy."""


def exact_game(
    A: Sequence[Sequence[Fraction]], rows: Collection[int] = (), cols: Collection[int] = ()
) -> Exact:
    """Solve a proper matrix of fractions; `rows` and `cols` may guess the supports."""
    scale, whole = _whole(A)
    tableau = _Tableau(whole)
    if len(rows) == len(cols) > 0:
        tableau.jump(rows, cols)
        if not tableau.is_feasible():
            tableau = _Tableau(whole)
    tableau.optimise()
    value, row, col = tableau.solution()
    return value / scale, row, col


def _whole(A: Sequence[Sequence[Fraction]]) -> tuple[int, list[list[int]]]:
    """A common denominator, and the payoffs times it."""
    scale = math.lcm(*(entry.denominator for line in A for entry in line))
    return scale, [[int(entry * scale) for entry in line] for line in A]


class _Tableau:
    """An m x n tableau with costs below and right-hand side to the right, all over `divisor`."""

    def __init__(self, A: list[list[int]]) -> None:
        self.m, self.n = len(A), len(A[0])
        i0, j0 = _best_column(A)
        self.T = _after_start(A, i0, j0)
        self.start = A[i0][j0]
        self.basic = [self.n + i if i != i0 else j0 for i in range(self.m)]
        self.free = [j if j != j0 else self.n + i0 for j in range(self.n)]
        self.divisor = 1

    def is_feasible(self) -> bool:
        """Whether the right-hand side is a distribution, as far as it goes."""
        return all(line[-1] >= 0 for line in self.T[:-1])

    def jump(self, rows: Collection[int], cols: Collection[int]) -> None:
        """Exchange labels until the columns' y are basic and the rows' slacks free, as far as that can be."""
        inside = {*cols, *(self.n + i for i in range(self.m) if i not in set(rows))}
        for c in range(self.n):
            if self.free[c] in inside:
                leaving = [r for r in range(self.m) if self.basic[r] not in inside and self.T[r][c]]
                if leaving:
                    self.pivot(leaving[0], c)

    def optimise(self) -> None:
        """Pivot until no cost is negative."""
        step, many = 0, 10 * (self.m + self.n)
        while (c := self._entering(bland=step > many)) is not None:
            self.pivot(self._leaving(c), c)
            step += 1

    def _entering(self, bland: bool) -> int | None:
        """The column of least cost, or that of negative cost and least label; None at the optimum."""
        costs = self.T[-1]
        negative = [j for j in range(self.n) if costs[j] < 0]
        return min(negative, key=self.free.__getitem__ if bland else costs.__getitem__, default=None)

    def _leaving(self, c: int) -> int:
        """The row of least ratio, and of those the one with the least label."""
        rows = [i for i in range(self.m) if self.T[i][c] > 0]
        return min(rows, key=lambda i: (Fraction(self.T[i][-1], self.T[i][c]), self.basic[i]))

    def pivot(self, r: int, c: int) -> None:
        """Exchange row r and column c; the divisor stays positive."""
        source, divisor, pivot = self.T[r], self.divisor, self.T[r][c]
        for i, line in enumerate(self.T):
            if i != r:
                factor = line[c]
                new = [(a * pivot - factor * b) // divisor for a, b in zip(line, source, strict=True)]
                new[c] = -factor
                self.T[i] = new
        source[c] = divisor
        self.divisor = pivot
        if pivot < 0:
            self.divisor = -pivot
            self.T = [[-entry for entry in line] for line in self.T]
        self.basic[r], self.free[c] = self.free[c], self.basic[r]

    def solution(self) -> Exact:
        """The value and the strategies that the edges of the tableau hold."""
        row, col = [Fraction(0)] * self.m, [Fraction(0)] * self.n
        for i, label in enumerate(self.basic):
            if label < self.n:
                col[label] = Fraction(self.T[i][-1], self.divisor)
        for j, label in enumerate(self.free):
            if label >= self.n:
                row[label - self.n] = Fraction(self.T[-1][j], self.divisor)
        return self.start - Fraction(self.T[-1][-1], self.divisor), row, col


def _best_column(A: list[list[int]]) -> tuple[int, int]:
    """The row and column of the least column maximum."""
    tops = [max((line[j], -i) for i, line in enumerate(A)) for j in range(len(A[0]))]
    j0 = min(range(len(tops)), key=lambda j: tops[j][0])
    return -tops[j0][1], j0


def _after_start(A: list[list[int]], i0: int, j0: int) -> list[list[int]]:
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
