"""The exact solution of a matrix game, in fractions.

Payoffs are scaled to whole numbers for the tableau. A guess of the two supports, as a solution in floats gives it, is
tried first: if the basis that it names is optimal, no search is left to do.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from fractions import Fraction

from zerosum.matrix.tableau import WholeTableau
from zerosum.progress import Progress, silent

__all__ = ["Exact", "exact_game", "optimal_kernel"]

Matrix = Sequence[Sequence[Fraction]]

Exact = tuple[Fraction, list[Fraction], list[Fraction]]
"""The value, the row strategy and the column strategy."""


def exact_game(
    A: Matrix, rows: Collection[int] = (), cols: Collection[int] = (), progress: Progress = silent
) -> Exact:
    """Solve a proper matrix of fractions; `rows` and `cols` may guess the supports."""
    tableau = _solved(_whole(A), rows, cols, progress)
    m, n, T, basic, free = tableau.table
    row, col = [Fraction(0)] * m, [Fraction(0)] * n
    for i, label in enumerate(basic.tolist()):
        if label < n:
            col[label] = Fraction(T[i, n], tableau.divisor)
    for j, label in enumerate(free.tolist()):
        if label >= n:
            row[label - n] = Fraction(T[m, j], tableau.divisor)
    payoffs = (
        sum((q * a for q, a in zip(col, A[i], strict=True) if q), Fraction(0)) for i in range(m) if row[i]
    )
    return next(payoffs), row, col


def optimal_kernel(A: Matrix) -> tuple[list[int], list[int]]:
    """Rows and columns of a square kernel; some may have probability zero, yet bordered with ones it is regular."""
    return _solved(_whole(A)).kernel()


def _solved(
    whole: list[list[int]],
    rows: Collection[int] = (),
    cols: Collection[int] = (),
    progress: Progress = silent,
) -> WholeTableau:
    """The tableau at its optimum."""
    tableau = WholeTableau(whole)
    if len(rows) == len(cols) > 0:
        tableau.jump(set(rows), set(cols), progress)
        if not tableau.is_feasible():
            tableau = WholeTableau(whole)
    tableau.optimise()
    return tableau


def _whole(A: Matrix) -> list[list[int]]:
    """The payoffs times a common denominator."""
    scale = math.lcm(*(entry.denominator for line in A for entry in line))
    return [[entry.numerator * (scale // entry.denominator) for entry in line] for line in A]
