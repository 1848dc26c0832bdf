"""The certificate of a matrix game: both strategies, as probabilities in the order of the moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.game import Move, Strategy
from zerosum.core.numbers import Number, texts
from zerosum.core.value import Value
from zerosum.core.writing import exact_probabilities
from zerosum.models.matrix_game.verify import prove

if TYPE_CHECKING:
    from zerosum.models.matrix_game.answer import MatrixSolution


def write(solution: MatrixSolution) -> Data:
    """Return the probabilities in the order of the moves; and the ranges, if they were requested."""
    sides = zip(("row", "col"), (solution.row, solution.col), solution.game.moves(), strict=True)
    said: dict[str, Data] = {
        side: texts(exact_probabilities(_in_order(mix, moves))) for side, mix, moves in sides
    }
    if "ranges" in vars(solution):
        said["ranges"] = solution.game.family.range_proofs(solution)
    return said


def verify(solution: MatrixSolution) -> Value:
    """Return the interval that the solution's strategies guarantee."""
    return prove(solution.game, solution.value, write(solution))


def _in_order(mix: Strategy, moves: Sequence[Move]) -> list[Number]:
    if set(mix) != set(moves):
        raise InputError("the moves in this solution's strategies differ from those of its game")
    return [mix[move] for move in moves]
