"""A matrix game as a hidden game: row moves, and then col, who has not seen row's move."""

from __future__ import annotations

from dataclasses import dataclass, field

from zerosum.core.game import Move
from zerosum.models.hidden.rules import HiddenGame, Turn, choose, end
from zerosum.models.matrix_game.rules import MatrixGame


@dataclass(frozen=True)
class MatrixTree(HiddenGame):
    """A matrix game as a tree: row moves first, and col does not see the move."""

    matrix: MatrixGame = field(repr=False)

    @property
    def title(self) -> str:
        return self.matrix.title

    def turn(self, position: tuple[Move, ...]) -> Turn:
        rows, cols = self.matrix.moves()
        if not position:
            return choose("row", rows, hidden=True)
        line = self.matrix.payoffs[rows.index(position[0])]
        return choose("col", cols) if len(position) == 1 else end(line[cols.index(position[1])])
