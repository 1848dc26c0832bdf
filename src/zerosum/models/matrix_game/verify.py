"""Bounds on a matrix game from the strategies alone, in fractions.

Row's strategy x guarantees `min_j (x A)_j`, col's y concedes at most `max_i (A y)_i`. Floats are taken for the
fractions that they are, clipped below at nought and scaled to sum to one.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from zerosum.core.numbers import Number, as_fraction
from zerosum.core.solution import Value
from zerosum.models.matrix_game.rules import MatrixAnswer, MatrixGame

__all__ = ["verify"]


def verify(game: MatrixGame, solution: MatrixAnswer) -> Value:
    """The interval that the two strategies guarantee."""
    x, y = _mix(solution.row.values()), _mix(solution.col.values())
    gains = (_mean(x, column) for column in zip(*game.payoffs, strict=True))
    losses = (_mean(y, line) for line in game.payoffs)
    return Value(min(gains), max(losses))


def _mix(given: Iterable[Number]) -> list[Fraction]:
    shares = [max(as_fraction(p), Fraction(0)) for p in given]
    total = sum(shares, Fraction(0))
    return [share / total for share in shares]


def _mean(mix: Iterable[Fraction], payoffs: Iterable[Fraction]) -> Fraction:
    return sum((p * a for p, a in zip(mix, payoffs, strict=True) if p), Fraction(0))
