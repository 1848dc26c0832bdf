"""The exact solution of a matrix game, in fractions.

A guess of the two supports, as a solution in floats gives it, is
tried first: if the basis that it names is optimal, no search is left to do.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from zerosum.core.progress import Progress, silent
from zerosum.matrix.tableau import WholeTableau

__all__ = ["Exact", "exact_game", "optimal_kernel"]

Matrix = Sequence[Sequence[Fraction]]

Exact = tuple[Fraction, list[Fraction], list[Fraction]]
"""The value, the row strategy and the column strategy."""


def exact_game(
    A: Matrix, rows: Collection[int] = (), cols: Collection[int] = (), progress: Progress = silent
) -> Exact:
    """Solve a proper matrix of fractions; `rows` and `cols` may guess the supports."""
    row, col = _solved(A, rows, cols, progress).strategies()
    payoffs = (
        sum((q * a for q, a in zip(col, A[i], strict=True) if q), Fraction(0))
        for i in range(len(A))
        if row[i]
    )
    return next(payoffs), row, col


def optimal_kernel(A: Matrix) -> tuple[list[int], list[int]]:
    """Rows and columns of a square kernel; some may have probability zero, yet bordered with ones it is regular."""
    return _solved(A).kernel()


def _solved(
    A: Matrix,
    rows: Collection[int] = (),
    cols: Collection[int] = (),
    progress: Progress = silent,
) -> WholeTableau:
    """The tableau at its optimum."""
    tableau = WholeTableau(A)
    if len(rows) == len(cols) > 0:
        tableau.jump(set(rows), set(cols), progress)
        if not tableau.is_feasible():
            tableau = WholeTableau(A)
    tableau.optimise()
    return tableau
