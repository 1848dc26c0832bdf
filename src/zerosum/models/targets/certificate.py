"""The certificate of a target game: at every state pieces of x, and on each the chances as ratios of polynomials."""

from __future__ import annotations

import itertools
import math

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.numbers import numbers, texts
from zerosum.models.questions import Question, certificate_of
from zerosum.models.targets import verify as targets
from zerosum.models.targets.rules import TargetGame
from zerosum.numerics.pieces import Piece
from zerosum.numerics.polynomials import Ratio

__all__ = ["CERTIFICATE"]

NOTHING = Ratio((), (1.0,))


def _write_pieces(pieces: list[Piece]) -> Data:
    return [_write_piece(piece.in_floats()) for piece in pieces]


def _write_piece(piece: Piece) -> Data:
    sides = [[_write_ratio(chance) for chance in side] for side in (piece.row, piece.col)]
    return {"from": texts([piece.low])[0], "row": sides[0], "col": sides[1]}


def _write_ratio(chance: Ratio) -> Data:
    return [texts(map(float, chance.top)), texts(map(float, chance.bottom))]


def _read_pieces(game: TargetGame, asked: tuple[int, int], data: Data) -> list[Piece]:
    """Pieces that leave no target out: each ends where the next begins."""
    lows = [float(low) for low in numbers(said["from"] for said in data)]
    if not lows or lows != sorted(lows) or lows[0] > game.target(asked[0] + 1).low:
        raise InputError("the certificate does not say what to do at every value of a target")
    ends = itertools.pairwise([*lows, math.inf])
    return [
        Piece(
            low,
            high,
            NOTHING,
            _read_side(said["row"], len(game.row_moves)),
            _read_side(said["col"], len(game.col_moves)),
        )
        for (low, high), said in zip(ends, data, strict=True)
    ]


def _read_side(said: Data, moves: int) -> tuple[Ratio, ...]:
    ratios = tuple(Ratio(tuple(numbers(top)), tuple(numbers(bottom))) for top, bottom in said)
    if len(ratios) != moves or not all(ratio.bottom for ratio in ratios):
        raise InputError("a strategy of the certificate does not have a chance for every move")
    return ratios


TARGETS = Question(
    "pieces_at",
    "states",
    _write_pieces,
    _read_pieces,
    lambda game: {"state": game.start},
    targets.verify,
)

CERTIFICATE = certificate_of(TARGETS)
