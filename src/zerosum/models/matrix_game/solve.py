"""Solve a matrix game with the methods of `zerosum.matrix`, in floats or in fractions."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

from zerosum.core.limits import require_budget
from zerosum.core.progress import Progress, silent
from zerosum.matrix.answer import Optimum
from zerosum.matrix.value import is_small, solve_exact, solve_once
from zerosum.models.matrix_game.answer import MatrixSolution
from zerosum.models.matrix_game.rules import MatrixGame

FLOAT_STEP, DIGIT_STEP, LONG = 1.5e-8, 2e-9, 80
"""Measured seconds for each payoff and pivot in floats, and additional seconds for each digit of a payoff; at the
third number of digits long multiplication doubles the time per digit.
"""


def solve(
    game: MatrixGame,
    *,
    exact: bool = False,
    every: bool = False,
    entropy: bool = False,
    progress: Progress = silent,
) -> MatrixSolution:
    """Solve a matrix game, in fractions if it is small or `exact`; `every` lists all optimal strategies of large games.

    With `entropy` the strategies are those of largest entropy, which are computed in fractions.
    """
    in_fractions = exact or entropy or is_small(game.payoffs)
    found = _solve_exactly(game) if in_fractions else solve_once(game.payoffs)
    progress(1, 1, "games")
    row, col = game.moves()
    solution = MatrixSolution(
        game=game,
        value=found.value,
        row=dict(zip(row, found.row, strict=True)),
        col=dict(zip(col, found.col, strict=True)),
        method=found.method,
        positions=1,
        seconds=found.seconds,
        every=every,
    )
    if not entropy:
        return solution
    even = solution.largest_entropy
    first, second = (
        {move: mix.get(move, Fraction(0)) for move in moves}
        for mix, moves in ((even.row, row), (even.col, col))
    )
    within = f", within {even.gap:.1e}" if even.gap else ""
    method = f"{found.method}; the optimal strategies of largest entropy{within}"
    return replace(solution, row=first, col=second, method=method)


def _solve_exactly(game: MatrixGame) -> Optimum:
    """Solve in fractions, unless that is estimated to take longer than the limit."""
    m, n = game.shape
    common = math.lcm(*(a.denominator for line in game.payoffs for a in line))
    largest = max(abs(a) for line in game.payoffs for a in line)
    digits = 1 + math.log10(1 + int(common * largest))
    seconds = m * n * min(m, n) * (FLOAT_STEP + DIGIT_STEP * digits * (1 + digits / LONG))
    require_budget(f"an exact solution of a {m} × {n} game", seconds=seconds)
    return solve_exact(game.payoffs)
