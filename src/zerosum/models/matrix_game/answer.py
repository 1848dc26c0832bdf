"""The solution of a matrix game: value, strategies, saddle points, dominated moves and all optimal strategies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from zerosum.core.errors import InputError
from zerosum.core.game import Move
from zerosum.core.questions import SolvedDecision
from zerosum.core.solution import Solution
from zerosum.matrix.analysis import Dominated, dominance, optimal_vertices, saddle_points, transposed
from zerosum.matrix.entropy import largest_entropy
from zerosum.models.matrix_game.rules import MatrixGame

MAX_MOVES_FOR_VERTICES = 18
"""Vertices are listed by default if both sides together have at most this number of moves."""
MAX_MOVES_FOR_DOMINANCE = 60
"""Dominated moves are listed if neither side has more moves than this."""

Vertices = list[dict[Move, Fraction]]
"""Optimal strategies of which all others are mixtures; each maps the moves that it plays to probabilities."""


class EvenStrategies(NamedTuple):
    """Optimal strategies that play as evenly as possible."""

    row: dict[Move, Fraction]
    col: dict[Move, Fraction]
    gap: float
    """An upper bound on the entropy of any optimal strategy minus that of these, in natural units."""


@dataclass(frozen=True, kw_only=True)
class MatrixSolution(Solution):
    """The solution of a matrix game, with its saddle points, dominated moves and all optimal strategies."""

    game: MatrixGame = field(repr=False)
    every: bool = False
    """Whether all optimal strategies were requested, whatever the size of the game."""

    @cached_property
    def saddle_points(self) -> list[tuple[Move, Move]]:
        """The pairs of moves from which neither side gains by deviating alone."""
        rows, cols = self.game.moves()
        return [(rows[i], cols[j]) for i, j in saddle_points(self.game.payoffs)]

    @cached_property
    def dominated(self) -> list[Dominated]:
        """The dominated moves in the order of elimination; empty if a side has too many moves."""
        return dominance(self.game.payoffs) if max(self.game.shape) <= MAX_MOVES_FOR_DOMINANCE else []

    @cached_property
    def vertices(self) -> tuple[Vertices, Vertices] | None:
        """The vertices of both players' sets of optimal strategies; None if the game is too large to list them."""
        if not self.every and sum(self.game.shape) > MAX_MOVES_FOR_VERTICES:
            return None
        from zerosum.matrix.exact import exact_game  # FLINT takes long to import

        A = self.game.payoffs
        value, _, _ = exact_game(A)
        sides = (optimal_vertices(A, value), optimal_vertices(transposed(A), -value))
        first, second = (
            [{move: p for move, p in zip(moves, point, strict=True) if p} for point in points]
            for moves, points in zip(self.game.moves(), sides, strict=True)
        )
        return first, second

    @cached_property
    def largest_entropy(self) -> EvenStrategies:
        """The optimal strategies of maximum entropy, as exact convex combinations of the vertices."""
        if self.vertices is None:
            raise InputError(
                "the game is too large to list all optimal strategies by default; set every to list them"
            )
        found = []
        for moves, vertices in zip(self.game.moves(), self.vertices, strict=True):
            mix, gap = largest_entropy(
                [[vertex.get(move, Fraction(0)) for move in moves] for vertex in vertices]
            )
            found.append(({move: p for move, p in zip(moves, mix, strict=True) if p}, gap))
        (row, first), (col, second) = found
        return EvenStrategies(row, col, max(first, second))

    @property
    def is_unique(self) -> bool | None:
        """Whether each side has exactly one optimal strategy; None if the vertices were not computed."""
        return None if self.vertices is None else all(len(side) == 1 for side in self.vertices)

    @property
    def decisions(self) -> Sequence[SolvedDecision]:
        """Both sides' moves with their mean payoffs, to their own side, against the opponent's strategy."""
        payoffs, (rows, cols) = self.game.payoffs, self.game.moves()
        row = {
            move: sum(a * self.col.get(col, 0) for a, col in zip(line, cols, strict=True))
            for move, line in zip(rows, payoffs, strict=True)
        }
        col = {
            move: -sum(line[j] * self.row.get(row, 0) for line, row in zip(payoffs, rows, strict=True))
            for j, move in enumerate(cols)
        }
        return [
            SolvedDecision.of("row", "", self.row, row, 1),
            SolvedDecision.of("col", "", self.col, col, 1),
        ]

    def data(self) -> Mapping[str, object]:
        """Return saddle points, dominated moves, the vertices of both sets, and whether they are unique."""
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
