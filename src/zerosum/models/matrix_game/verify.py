"""Bounds on a matrix game from the strategies alone, in fractions.

Row's strategy x guarantees `min_j (x A)_j`; col's strategy y concedes at most `max_i (A y)_i`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from zerosum.core.value import Value
from zerosum.models.matrix_game.rules import MatrixGame


def bounds(game: MatrixGame, x: Sequence[Fraction], y: Sequence[Fraction]) -> Value:
    """The interval that two strategies guarantee, given as probabilities in the order of the moves."""
    gains = (_expectation(x, column) for column in zip(*game.payoffs, strict=True))
    losses = (_expectation(y, line) for line in game.payoffs)
    return Value(min(gains), max(losses))


def _expectation(strategy: Sequence[Fraction], payoffs: Sequence[Fraction]) -> Fraction:
    return sum((p * a for p, a in zip(strategy, payoffs, strict=True) if p), Fraction(0))
