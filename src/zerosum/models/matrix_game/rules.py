"""The rules of matrix games: both players choose once, at the same time, and row is paid one entry of a matrix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from zerosum.core.errors import GameError
from zerosum.core.game import Game, Move
from zerosum.core.numbers import as_fraction
from zerosum.models.parts import Family, Part

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from zerosum.display.document import Worked
    from zerosum.models.matrix_game.answer import MatrixSolution

Payoffs = tuple[tuple[Fraction, ...], ...]


class MatrixFamily(Family["MatrixGame", "MatrixSolution"]):
    """Matrix games."""

    records: ClassVar[tuple[str, ...]] = ("matrix_game.answer.MatrixSolution",)

    read: Part[Callable[[str | Path], MatrixGame]] = Part("files.read_matrix")
    """Read a game from a file, from standard input ("-") or from a line of text."""
    parse: Part[Callable[[str, str], MatrixGame]] = Part("files.parse_matrix")
    """Read a game from the text of a file, given the ending of its name."""
    lettered: Part[Callable[[Sequence[Sequence[object]], str], Callable[[Fraction], MatrixGame]]] = Part(
        "formula.lettered_matrix"
    )
    """Return the game for each value of a letter, given rows of entries that contain the letter."""
    write_nfg: Part[Callable[[MatrixGame], str]] = Part("files.write_nfg")
    """Write a game as a Gambit file."""
    linear_programs: Part[Callable[[MatrixSolution], Worked]] = Part("programs.linear_programs")
    """Write the pair of linear programs of a game, with their duality."""
    latex: Part[Callable[[MatrixSolution], str]] = Part("report.latex")
    """Write a game and its solution as LaTeX."""
    markdown: Part[Callable[[MatrixSolution], str]] = Part("report.markdown")
    """Write a game and its solution as a Markdown table."""


@dataclass(frozen=True)
class MatrixGame(Game):
    """Row chooses a row and col a column, at the same time; the entry where they meet is paid to row.

    Examples
    --------
    >>> from fractions import Fraction
    >>> game = zerosum.MatrixGame.of([[Fraction(1), Fraction(-1)], [Fraction(-1), Fraction(1)]], ("heads", "tails"))
    >>> print(zerosum.solve(game, exact=True).row["heads"])
    1/2
    """

    name: ClassVar[str] = "matrix"
    family: ClassVar[MatrixFamily] = MatrixFamily()

    shape: tuple[int, int]
    rows: tuple[str, ...] = ()
    """Names of the rows; numbers from 1 if empty."""
    cols: tuple[str, ...] = ()
    """Names of the columns; numbers from 1 if empty."""
    heading: str = field(default="", repr=False)
    """Title of the game; if empty, the title is its size."""
    payoffs: Payoffs = field(default=(), repr=False)
    """Exact payoffs to row; empty if only the solution was kept."""
    remark: str = field(default="", repr=False)
    """A note on how the payoffs were read, for the report."""

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "payoffs", tuple(tuple(map(as_fraction, line)) for line in self.payoffs))

    @classmethod
    def of(
        cls,
        payoffs: Sequence[Sequence[Fraction]],
        rows: Sequence[str] = (),
        cols: Sequence[str] = (),
        heading: str = "",
        remark: str = "",
    ) -> MatrixGame:
        """Return the game with these payoffs to row."""
        lines = tuple(map(tuple, payoffs))
        game = cls((len(lines), len(lines[0])), tuple(rows), tuple(cols), heading, lines, remark)
        game.moves()
        return game

    @property
    def title(self) -> str:
        return self.heading or f"Matrix game · {self.shape[0]} × {self.shape[1]}"

    def parameters(self) -> dict[str, object]:
        """Return the numbers of rows and columns."""
        return {"rows": self.shape[0], "columns": self.shape[1]}

    def moves(self) -> tuple[list[Move], list[Move]]:
        """Return the names of both sides' moves, or their numbers from 1."""
        m, n = self.shape
        return _distinct(self.rows, m, "row"), _distinct(self.cols, n, "column")


def _distinct(names: Sequence[str], count: int, what: str) -> list[Move]:
    """Return the names, or numbers from 1 if there are none; reject repeated names."""
    numbers = range(1, count + 1)
    found: list[Move] = [*numbers] if list(names) in ([], [*map(str, numbers)]) else [*names]
    if len(found) != count or len(set(found)) != count:
        raise GameError(f"{count} {what}s need {count} different names")
    return found
