"""Bounds on a matrix game from the strategies alone, in fractions.

Row's strategy x guarantees `min_j (x A)_j`; col's strategy y concedes at most `max_i (A y)_i`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from zerosum.core.data import Data
from zerosum.core.proofs import distribution, fields
from zerosum.core.value import Value
from zerosum.models.hidden.extensive import MatrixTree
from zerosum.models.hidden.verify import prove_ranges
from zerosum.models.matrix_game.rules import MatrixGame


def prove(game: MatrixGame, claimed: Value, data: Data) -> Value:
    """The interval that both strategies guarantee, in fractions."""
    row, col, *ranges = fields(data, "row", "col", *["ranges"] * ("ranges" in data))
    x = distribution(row, len(game.payoffs), "of row")
    value = bounds(game, x, distribution(col, len(game.payoffs[0]), "of col"))
    for said in ranges:
        prove_ranges(MatrixTree(game), value, said)
    return value


def bounds(game: MatrixGame, x: Sequence[Fraction], y: Sequence[Fraction]) -> Value:
    """The interval that two strategies guarantee, given as probabilities in the order of the moves."""
    gains = _expectations(x, list(zip(*game.payoffs, strict=True)))
    return Value(min(gains), max(_expectations(y, game.payoffs)))


def _expectations(mix: Sequence[Fraction], lines: Sequence[Sequence[Fraction]]) -> list[Fraction]:
    """What a mix earns on average in each line; probabilities have one denominator, so that fractions stay short."""
    whole = lcm(*(p.denominator for p in mix))
    shares = [p.numerator * (whole // p.denominator) for p in mix]
    return [sum((p * a for p, a in zip(shares, line, strict=True)), Fraction(0)) / whole for line in lines]
