"""The certificate of a target game: at every state pieces of x, on each the probabilities as ratios of polynomials."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.family import Certificate
from zerosum.core.numbers import numbers, texts
from zerosum.core.proofs import recalled, recorded
from zerosum.core.value import Value
from zerosum.models.targets.rules import TargetGame
from zerosum.models.targets.verify import bounds
from zerosum.numerics.piecewise import Piece
from zerosum.numerics.polynomials import Ratio

if TYPE_CHECKING:
    from zerosum.models.targets.answer import TargetSolution

NO_VALUE = Ratio((), (1.0,))
"""Stands for the value on a piece, which a certificate does not state and the verifier does not read."""


def write(solution: TargetSolution) -> Data:
    """The strategies at every state that the verifier asks about: where each piece begins, and both sides' ratios."""

    def written(pieces: Sequence[Piece]) -> Data:
        entries = []
        for piece in pieces:
            plain = piece.in_floats()
            row, col = (
                [[texts(map(float, ratio.top)), texts(map(float, ratio.bottom))] for ratio in side]
                for side in (plain.row, plain.col)
            )
            entries.append({"from": texts([plain.low])[0], "row": row, "col": col})
        return entries

    states: dict[str, Data] = {}
    bounds(solution.game, recorded(solution.pieces_at, written, into=states), solution.state)
    return {"states": states}


def prove(game: TargetGame, claimed: Value, data: Data) -> Value:
    """What the written strategies guarantee at the start."""

    def read(entry: Data, layer: int, place: int) -> list[Piece]:
        """Pieces that leave no target out: each ends where the next begins."""
        lows = [float(low) for low in numbers(piece["from"] for piece in entry)]
        if not lows or lows != sorted(lows) or lows[0] > game.target(layer + 1).low:
            raise InputError("the certificate does not say what to do at every value of a target")
        ends = itertools.pairwise([*lows, math.inf])
        return [
            Piece(
                low,
                high,
                NO_VALUE,
                _read_side(piece["row"], len(game.row_moves)),
                _read_side(piece["col"], len(game.col_moves)),
            )
            for (low, high), piece in zip(ends, entry, strict=True)
        ]

    return bounds(game, recalled(data["states"], read), game.start)


def _read_side(entry: Data, moves: int) -> tuple[Ratio, ...]:
    ratios = tuple(Ratio(tuple(numbers(top)), tuple(numbers(bottom))) for top, bottom in entry)
    if len(ratios) != moves or not all(ratio.bottom for ratio in ratios):
        raise InputError("a strategy of the certificate does not have a probability for every move")
    return ratios


CERTIFICATE = Certificate(write, prove)
