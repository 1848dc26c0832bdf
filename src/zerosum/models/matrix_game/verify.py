"""Bounds on a matrix game from the strategies alone, in fractions.

Row's strategy x guarantees `min_j (x A)_j`; col's strategy y concedes at most `max_i (A y)_i`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpq_mat

from zerosum.core.data import Data
from zerosum.core.proofs import distribution, fields
from zerosum.core.rationals import fraction, rational
from zerosum.core.value import Value
from zerosum.models.hidden.verify import prove_ranges
from zerosum.models.matrix_game.extensive import MatrixTree
from zerosum.models.matrix_game.rules import MatrixGame


def prove(game: MatrixGame, claimed: Value, data: Data) -> Value:
    """Return the interval that both strategies guarantee, in fractions."""
    row, col, *ranges = fields(data, "row", "col", *["ranges"] * ("ranges" in data))
    x = distribution(row, len(game.payoffs), "of row")
    value = bounds(game, x, distribution(col, len(game.payoffs[0]), "of col"))
    for said in ranges:
        prove_ranges(MatrixTree(game), value, said)
    return value


def bounds(game: MatrixGame, x: Sequence[Fraction], y: Sequence[Fraction]) -> Value:
    """Return the interval that two strategies guarantee, given as probabilities in the order of the moves."""
    payoffs = fmpq_mat([list(map(rational, line)) for line in game.payoffs])
    gains, losses = (
        fmpq_mat([list(map(rational, x))]) * payoffs,
        payoffs * fmpq_mat([[rational(p)] for p in y]),
    )
    return Value(fraction(min(gains.entries())), fraction(max(losses.entries())))
