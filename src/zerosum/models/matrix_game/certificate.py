"""The certificate of a matrix game: both mixes, in the order of the moves."""

from __future__ import annotations

from types import SimpleNamespace

from zerosum.core.data import Data
from zerosum.core.family import Certificate
from zerosum.core.numbers import distribution, numbers, texts
from zerosum.core.value import Value
from zerosum.models.matrix_game.rules import MatrixAnswer, MatrixGame
from zerosum.models.matrix_game.verify import verify

__all__ = ["CERTIFICATE"]


def write(solution: MatrixAnswer) -> Data:
    """The probabilities in the order of the moves."""
    return {"row": texts(solution.row.values()), "col": texts(solution.col.values())}


def prove(game: MatrixGame, claimed: Value, data: Data) -> Value:
    """Both guarantees, in fractions."""
    mixes = [dict(enumerate(distribution(numbers(data[side])))) for side in ("row", "col")]
    return verify(game, SimpleNamespace(row=mixes[0], col=mixes[1]))


CERTIFICATE = Certificate(write, prove)
