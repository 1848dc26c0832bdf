"""Matrix games as a model: the answer of `zerosum.matrix`, and what else is asked of a small game."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from time import perf_counter

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.errors import InputError
from zerosum.core.game import Move
from zerosum.core.limits import afford
from zerosum.core.numbers import Number
from zerosum.core.progress import Progress, silent
from zerosum.core.solution import Solution
from zerosum.matrix import MatrixSolution, solve_exact
from zerosum.matrix.analysis import dominance, optimal_vertices, saddle_points, transposed
from zerosum.matrix.fallback import exact_near
from zerosum.matrix.single import solve_once
from zerosum.models.matrix_game.rules import Dominated, MatrixGame, Vertices

__all__ = ["MatrixResult", "solve"]

FEW = 18
"""A game with no more moves on both sides together has its vertices listed unasked."""
SMALL = 20
"""Where a side has no more moves, fractions need no help from floats."""
MOST_COMPARED = 60
"""Dominance is looked for where no side has more moves."""
DIGITS_A_SECOND = 1e8
"""About how many digits of fractions are multiplied in a second."""


@dataclass(frozen=True, kw_only=True)
class MatrixResult(Solution):
    """The answer to a matrix game, with its saddle points, dominated moves and all optimal strategies."""

    game: MatrixGame = field(repr=False)
    every: bool = False
    """Whether all optimal strategies were asked for, whatever the size."""

    @cached_property
    def saddle_points(self) -> list[tuple[Move, Move]]:
        """The pairs of moves from which neither side gains by moving alone."""
        rows, cols = self.game.moves()
        return [(rows[i], cols[j]) for i, j in saddle_points(self.game.payoffs)]

    @cached_property
    def dominated(self) -> list[Dominated]:
        """The moves that others dominate, in the order in which they go; none are looked for in large games."""
        return dominance(self.game.payoffs) if max(self.game.shape) <= MOST_COMPARED else []

    @cached_property
    def vertices(self) -> tuple[Vertices, Vertices] | None:
        """The vertices of both players' sets of optimal strategies; None where the game is too large to tell."""
        if not self.every and sum(self.game.shape) > FEW:
            return None
        A = self.game.payoffs
        value, _, _ = exact_near(A, _floats(self.row.values()), _floats(self.col.values()))
        names = self.game.moves()
        sides = (optimal_vertices(A, value), optimal_vertices(transposed(A), -value))
        first, second = (
            [{move: p for move, p in zip(names[k], point, strict=True) if p} for point in points]
            for k, points in enumerate(sides)
        )
        return first, second

    @property
    def is_unique(self) -> bool | None:
        """Whether each side has one optimal strategy only; None where that was not asked."""
        return None if self.vertices is None else all(len(side) == 1 for side in self.vertices)

    def data(self) -> Mapping[str, object]:
        """Saddle points, dominated moves, the vertices of both optimal sets and whether they are unique."""
        names = dict(zip(("row", "col"), self.game.moves(), strict=True))
        found: dict[str, object] = {
            "saddle_points": [list(pair) for pair in self.saddle_points],
            "dominated": [
                {
                    "side": d.side,
                    "move": names[d.side][d.move],
                    "by": names[d.side][d.by],
                    "strict": d.is_strict,
                }
                for d in self.dominated
            ],
        }
        if self.vertices is not None:
            found["optimal"] = dict(zip(("row", "col"), self.vertices, strict=True))
            found["unique"] = self.is_unique
        return found


def _floats(probabilities: Iterable[Number]) -> Floats:
    return np.array([float(p) for p in probabilities])


def solve(
    game: MatrixGame, *, exact: bool = False, every: bool = False, progress: Progress = silent
) -> MatrixResult:
    """Solve a matrix game, in fractions if `exact`; `every` lists all optimal strategies of large games, too."""
    if exact:
        _afford_exact(game)
    found = _solved_exactly(game, progress) if exact else solve_once(game.payoffs)
    row, col = game.moves()
    return MatrixResult(
        game=game,
        value=found.value,
        row=dict(zip(row, found.row, strict=True)),
        col=dict(zip(col, found.col, strict=True)),
        method=found.method,
        positions=1,
        seconds=found.seconds,
        every=every,
    )


def _solved_exactly(game: MatrixGame, progress: Progress) -> MatrixSolution:
    """In fractions; a large game from the supports that floats find, which tells how many pivots there are."""
    if min(game.shape) <= SMALL:
        return solve_exact(game.payoffs)
    began = perf_counter()
    try:
        near = solve_once(game.payoffs)
    except InputError:
        return solve_exact(game.payoffs)
    value, row, col = exact_near(game.payoffs, _floats(near.row), _floats(near.col), progress)
    return MatrixSolution([value, value, *row, *col], len(row), "exact simplex", perf_counter() - began)


def _afford_exact(game: MatrixGame) -> None:
    """Refuse a size at which fractions take longer than a person waits: their digits grow with every pivot."""
    m, n = game.shape
    pivots = min(m, n)
    digits = max(1.0, math.log10(max(_size(a) for line in game.payoffs for a in line))) * pivots
    work = pivots * m * n * digits * (1 + digits / 500)
    afford(f"an exact solution of a {m} × {n} game", seconds=work / DIGITS_A_SECOND)


def _size(a: Fraction) -> int:
    return 2 + abs(a.numerator) + a.denominator
