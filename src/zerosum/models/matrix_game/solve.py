"""Solve a matrix game with the methods of `zerosum.matrix`, in floats or in fractions."""

from __future__ import annotations

import math
from time import perf_counter

import numpy as np

from zerosum.core.errors import InputError
from zerosum.core.limits import afford
from zerosum.core.progress import Progress, silent
from zerosum.matrix.answer import Optimum
from zerosum.matrix.tableau import exact_near
from zerosum.matrix.value import solve_exact, solve_once
from zerosum.models.matrix_game.answer import MatrixSolution
from zerosum.models.matrix_game.rules import MatrixGame

SMALL = 20
"""If one side has at most this number of moves, fractions are solved without a first solution in floats."""
DIGITS_PER_SECOND = 1e8
"""About how many digits of fractions are multiplied in a second."""


def solve(
    game: MatrixGame, *, exact: bool = False, every: bool = False, progress: Progress = silent
) -> MatrixSolution:
    """Solve a matrix game, in fractions if `exact`; `every` lists all optimal strategies of large games, too."""
    found = _solve_exactly(game, progress) if exact else solve_once(game.payoffs)
    row, col = game.moves()
    return MatrixSolution(
        game=game,
        value=found.value,
        row=dict(zip(row, found.row, strict=True)),
        col=dict(zip(col, found.col, strict=True)),
        method=found.method,
        positions=1,
        seconds=found.seconds,
        every=every,
    )


def _solve_exactly(game: MatrixGame, progress: Progress) -> Optimum:
    """Solve in fractions; a large game starts from the supports of a solution in floats, which gives it progress.

    Sizes that would take longer than the limit are refused: the digits of fractions grow with every pivot.
    """
    m, n = game.shape
    pivots = min(m, n)
    largest = max(2 + abs(a.numerator) + a.denominator for line in game.payoffs for a in line)
    digits = max(1.0, math.log10(largest)) * pivots
    work = pivots * m * n * digits * (1 + digits / 500)
    afford(f"an exact solution of a {m} × {n} game", seconds=work / DIGITS_PER_SECOND)
    if pivots <= SMALL:
        return solve_exact(game.payoffs)
    began = perf_counter()
    try:
        near = solve_once(game.payoffs)
    except InputError:
        return solve_exact(game.payoffs)
    value, row, col = exact_near(game.payoffs, np.array(near.row, float), np.array(near.col, float), progress)
    return Optimum([value, value, *row, *col], m, "exact simplex", perf_counter() - began)
