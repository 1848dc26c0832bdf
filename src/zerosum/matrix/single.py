"""One matrix game: checked input, certified answer."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from zerosum.arrays import Floats
from zerosum.matrix.exact import exact_game
from zerosum.matrix.fallback import FINE, around, exact_near, status
from zerosum.matrix.inputs import as_floats, as_fractions
from zerosum.matrix.kernel import solve_into
from zerosum.matrix.scratch import work_size
from zerosum.models.matrix import MatrixGame
from zerosum.numerics.rational import Number
from zerosum.solution import Solution, Value

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["MatrixSolution", "solve", "solve_exact"]


@dataclass(frozen=True)
class MatrixSolution:
    """The value of a matrix game to the row player, and both players' optimal strategies."""

    value: Value
    """Bounds on the value; exact where the payoffs were solved in fractions."""
    row: tuple[Number, ...]
    """The row player's probabilities."""
    col: tuple[Number, ...]
    """The column player's probabilities."""
    method: str
    """What found them."""
    seconds: float = field(default=0.0, compare=False)
    """How long that took."""

    @property
    def gap(self) -> Number:
        """The width of the value's interval."""
        return self.value.gap

    def named(self, rows: Sequence[str] = (), cols: Sequence[str] = (), title: str = "") -> Solution:
        """The same answer with names for the moves; without them, they are numbered from 1."""
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

    def json(self) -> dict[str, Any]:
        """The object that `zerosum matrix --json` prints."""
        return self.named().json()

    def __str__(self) -> str:
        return str(self.named())

    def __rich__(self) -> RenderableType:
        return self.named().__rich__()

    def _repr_html_(self) -> str:
        return self.named()._repr_html_()


def solve(A: Any) -> MatrixSolution:
    """Value bounds and strategies of any rectangular matrix of payoffs to the row player.

    The fast kernel first; if its gap is above tolerance, the robust method; if that is, too, exactly.
    """
    began = time.perf_counter()
    payoffs, error = as_floats(A)
    m, n = payoffs.shape
    row, col = np.empty(m), np.empty(n)
    lower, upper = solve_into(payoffs, row, col, np.empty(work_size(m, n)))
    if error:
        lower, upper = math.nextafter(lower - error, -math.inf), math.nextafter(upper + error, math.inf)
    if status(payoffs, row, col, lower, upper) != FINE:
        return _solve_again(A, row, col, began)
    return MatrixSolution(
        Value(lower, upper),
        tuple(row.tolist()),
        tuple(col.tolist()),
        "simplex in floats, certified",
        time.perf_counter() - began,
    )


def _solve_again(A: Any, row: Floats, col: Floats, began: float) -> MatrixSolution:
    """Solve exactly, from the supports that the kernel found, and round."""
    value, x, y = exact_near(as_fractions(A), row, col)
    return MatrixSolution(
        Value(*around(value)),
        tuple(map(float, x)),
        tuple(map(float, y)),
        "exact simplex, rounded outward",
        time.perf_counter() - began,
    )


def solve_exact(A: Any) -> MatrixSolution:
    """The exact value and exact optimal strategies; a float counts as the binary fraction that it is."""
    began = time.perf_counter()
    value, row, col = exact_game(as_fractions(A))
    seconds = time.perf_counter() - began
    return MatrixSolution(Value.exactly(value), tuple(row), tuple(col), "exact simplex", seconds)
