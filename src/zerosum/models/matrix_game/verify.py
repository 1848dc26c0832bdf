"""Bounds on a matrix game from the strategies alone, in fractions.

Row's strategy x guarantees `min_j (x A)_j`; col's strategy y concedes at most `max_i (A y)_i`. Floats are read as the
exact fractions that they are, negative ones are set to zero, and the rest is scaled to sum to one.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from zerosum.core.numbers import Number, as_fraction
from zerosum.core.value import Value
from zerosum.models.matrix_game.rules import MatrixGame

if TYPE_CHECKING:
    from zerosum.models.matrix_game.answer import MatrixSolution


def verify(solution: MatrixSolution) -> Value:
    """The interval that the solution's two strategies guarantee."""
    return bounds(solution.game, solution.row.values(), solution.col.values())


def bounds(game: MatrixGame, row: Iterable[Number], col: Iterable[Number]) -> Value:
    """The interval that two strategies guarantee, given as probabilities in the order of the moves."""
    x, y = _distribution(row), _distribution(col)
    gains = (_expectation(x, column) for column in zip(*game.payoffs, strict=True))
    losses = (_expectation(y, line) for line in game.payoffs)
    return Value(min(gains), max(losses))


def _distribution(probabilities: Iterable[Number]) -> list[Fraction]:
    shares = [max(as_fraction(p), Fraction(0)) for p in probabilities]
    total = sum(shares, Fraction(0))
    return [share / total for share in shares]


def _expectation(strategy: Iterable[Fraction], payoffs: Iterable[Fraction]) -> Fraction:
    return sum((p * a for p, a in zip(strategy, payoffs, strict=True) if p), Fraction(0))
