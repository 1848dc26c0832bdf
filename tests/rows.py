"""The table of a solution, row by row, for tests that look rows up."""

from __future__ import annotations

from typing import NamedTuple

from zerosum.core.game import Move
from zerosum.core.numbers import Number
from zerosum.core.sides import Side
from zerosum.core.solution import Solution


class Row(NamedTuple):
    """A move at a decision."""

    side: Side
    information: str
    move: Move
    probability: Number
    ev: Number | None


def rows_of(solution: Solution) -> list[Row]:
    """Return the rows of the table of a solution."""
    return [
        Row(one.side, one.information, move, told.probability, told.ev)
        for one in solution.decisions
        for move, told in one.moves.items()
    ]
