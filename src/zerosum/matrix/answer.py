"""Results of `zerosum.matrix`: one game, with little overhead since a small game takes a microsecond, and a batch
of games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.core.arrays import Floats
from zerosum.core.data import Json
from zerosum.core.numbers import Number
from zerosum.core.solution import Solution, Value

if TYPE_CHECKING:
    from rich.console import RenderableType


class Optimum:
    """The value of a matrix game to the row player, and both players' optimal strategies."""

    __slots__ = ("_numbers", "_rows", "method", "seconds")

    def __init__(self, numbers: list[Number] | Floats, rows: int, method: str, seconds: float) -> None:
        """Store the numbers in the kernel's format: two bounds, `rows` probabilities of row, then those of col."""
        self._numbers, self._rows, self.method, self.seconds = numbers, rows, method, seconds

    @property
    def value(self) -> Value:
        """Bounds on the value; exact if the game was solved in fractions."""
        return Value(*self._slice(0, 2))

    @property
    def row(self) -> tuple[Number, ...]:
        """The row player's probabilities."""
        return self._slice(2, 2 + self._rows)

    @property
    def col(self) -> tuple[Number, ...]:
        """The column player's probabilities."""
        return self._slice(2 + self._rows, len(self._numbers))

    def _slice(self, first: int, last: int) -> tuple[Number, ...]:
        part = self._numbers[first:last]
        return tuple(part) if isinstance(part, list) else tuple(part.tolist())

    @property
    def gap(self) -> Number:
        """The width of the value's interval."""
        return self.value.gap

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Optimum):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self.value, self.row, self.col, self.method

    def __repr__(self) -> str:
        return f"Optimum(value={self.value!r}, row={self.row}, col={self.col}, method={self.method!r})"

    def named(self, rows: Sequence[str] = (), cols: Sequence[str] = (), title: str = "") -> Solution:
        """Return a solution of the model with names for the moves; without names they are numbered from 1."""
        from zerosum.models.matrix_game import MatrixGame

        game = MatrixGame((len(self.row), len(self.col)), tuple(rows), tuple(cols), title)
        row, col = game.moves()
        return Solution(
            game=game,
            value=self.value,
            row=dict(zip(row, self.row, strict=True)),
            col=dict(zip(col, self.col, strict=True)),
            method=self.method,
            positions=1,
            seconds=self.seconds,
        )

    def json(self) -> Json:
        """Return the answer as data."""
        return self.named().json()

    def __str__(self) -> str:
        return str(self.named())

    def __rich__(self) -> RenderableType:
        return self.named().__rich__()

    def _repr_html_(self) -> str:
        return self.named()._repr_html_()


@dataclass(frozen=True)
class BatchSolution:
    """Bounds and strategies of a batch of games."""

    lower: Floats
    """Shape (games,): each value is at least this."""
    upper: Floats
    """Shape (games,): each value is at most this."""
    row: Floats
    """Shape (games, m): the row player's strategies."""
    col: Floats
    """Shape (games, n): the column player's strategies."""
    again: NDArray[np.int64]
    """The indices of the games that were solved again exactly."""

    @property
    def value(self) -> Floats:
        """The midpoints of the intervals."""
        return self.lower + 0.5 * (self.upper - self.lower)

    @property
    def gap(self) -> Floats:
        """The widths of the intervals."""
        return self.upper - self.lower


class Certified(NamedTuple):
    """Bounds and strategies of one game."""

    lower: float
    upper: float
    row: Floats
    col: Floats
