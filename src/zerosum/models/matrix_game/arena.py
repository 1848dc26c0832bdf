"""Matrix games in the arena: played as staged games with a single position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zerosum.arena.players import Mix, Player
from zerosum.core.errors import Unavailable
from zerosum.core.game import Position
from zerosum.core.numbers import Amount
from zerosum.models.matrix_game.answer import MatrixSolution
from zerosum.models.matrix_game.rules import MatrixGame
from zerosum.models.staged.arena import OpenArena
from zerosum.models.staged.rules import Outcome, StagedGame

START, OVER = "choose a line or a column", "over"


@dataclass(frozen=True)
class OneChoice(StagedGame):
    """A matrix game as a staged game with one position."""

    game: MatrixGame
    start = START

    def moves(self, position: str) -> tuple[Sequence[str], Sequence[str]]:
        """The names of the rows and columns at the start; none afterwards."""
        return self.game.moves() if position == START else ((), ())

    def play(self, position: str, row: str, col: str) -> list[Outcome]:
        """The entry where the two meet."""
        rows, cols = self.game.moves()
        return [(1, self.game.payoffs[rows.index(row)][cols.index(col)], OVER)]

    def payoff(self, position: str) -> Amount:
        """Zero: the payoff comes with the move."""
        return 0


class MatrixArena(OpenArena[MatrixGame, MatrixSolution]):
    """Rounds and matches of players of a matrix game."""

    def form(self, *players: Player) -> StagedGame:
        """The game of one position."""
        if not self.game.payoffs:
            raise Unavailable("only the answer of this matrix game was kept, not its payoffs")
        return OneChoice(self.game)

    def strategies(self, position: Position) -> tuple[Mix, Mix]:
        """The optimal strategies at the start; none afterwards."""
        return (self.solution.row, self.solution.col) if position == START else ({}, {})

    def value(self, position: Position) -> float:
        """The value of the game at the start; zero afterwards."""
        return float(self.solution.value) if position == START else 0.0
