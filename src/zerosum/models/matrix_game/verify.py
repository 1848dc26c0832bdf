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
from zerosum.models.hidden.verify import prove_ranges
from zerosum.models.matrix_game.extensive import MatrixTree
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
    unit = lcm(*(a.denominator for line in game.payoffs for a in line))
    payoffs = [[int(a * unit) for a in line] for line in game.payoffs]
    (gains, of_x), (losses, of_y) = _sums(x, list(zip(*payoffs, strict=True))), _sums(y, payoffs)
    return Value(Fraction(min(gains), of_x * unit), Fraction(max(losses), of_y * unit))


def _sums(mix: Sequence[Fraction], lines: Sequence[Sequence[int]]) -> tuple[list[int], int]:
    """What a mix earns on average in each line, in whole numbers, and the denominator of all of them."""
    whole = lcm(*(p.denominator for p in mix))
    shares = [p.numerator * (whole // p.denominator) for p in mix]
    return [sum(p * a for p, a in zip(shares, line, strict=True)) for line in lines], whole
