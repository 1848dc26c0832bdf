"""The certificate of a matrix game: both strategies, as probabilities in the order of the moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zerosum.core.data import Data
from zerosum.core.family import Certificate
from zerosum.core.numbers import distribution, numbers, texts
from zerosum.core.value import Value
from zerosum.models.matrix_game.rules import MatrixGame
from zerosum.models.matrix_game.verify import bounds

if TYPE_CHECKING:
    from zerosum.models.matrix_game.answer import MatrixSolution


def write(solution: MatrixSolution) -> Data:
    """The probabilities in the order of the moves."""
    return {"row": texts(solution.row.values()), "col": texts(solution.col.values())}


def prove(game: MatrixGame, claimed: Value, data: Data) -> Value:
    """The interval that both strategies guarantee, in fractions."""
    row, col = (distribution(numbers(data[side])) for side in ("row", "col"))
    return bounds(game, row, col)


CERTIFICATE = Certificate(write, prove)
