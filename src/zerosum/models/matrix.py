"""Matrix games: both players choose once, at the same time, and row is paid one entry of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from zerosum.errors import GameError
from zerosum.models.game import Game

__all__ = ["MatrixGame"]


@dataclass(frozen=True)
class MatrixGame(Game):
    """Row chooses a line and col a column, at once; the entry where they meet is paid to row."""

    name: ClassVar[str] = "matrix"
    model: ClassVar[str] = "matrix"

    shape: tuple[int, int]
    rows: tuple[str, ...] = ()
    """Names of the lines; numbers from 1 where there are none."""
    cols: tuple[str, ...] = ()
    """Names of the columns, likewise."""
    heading: str = field(default="", repr=False)
    """What a person calls it."""

    @property
    def title(self) -> str:
        """What a person calls it, or its size."""
        return self.heading or f"Matrix game · {self.shape[0]} × {self.shape[1]}"

    def parameters(self) -> dict[str, object]:
        """Its size."""
        return {"rows": self.shape[0], "columns": self.shape[1]}

    def moves(self) -> tuple[list[str], list[str]]:
        """The names of both sides' moves."""
        m, n = self.shape
        return _distinct(self.rows, m, "row"), _distinct(self.cols, n, "column")


def _distinct(names: Sequence[str], count: int, what: str) -> list[str]:
    """The names, or numbers from 1 where there are none."""
    found = list(names) or [str(k + 1) for k in range(count)]
    if len(found) != count or len(set(found)) != count:
        raise GameError(f"there are {count} {what}s, so {count} different {what} names are needed")
    return found
