"""Matrix games in the arena: a staged game of one position, in which both choose once."""

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
    """A matrix game as a staged game."""

    game: MatrixGame
    start = START

    def moves(self, position: str) -> tuple[Sequence[str], Sequence[str]]:
        """The names of the lines and columns, once."""
        return self.game.moves() if position == START else ((), ())

    def play(self, position: str, row: str, col: str) -> list[Outcome]:
        """The entry where the two meet."""
        rows, cols = self.game.moves()
        return [(1, self.game.payoffs[rows.index(row)][cols.index(col)], OVER)]

    def payoff(self, position: str) -> Amount:
        """Nothing more is paid."""
        return 0


class MatrixArena(OpenArena[MatrixGame, MatrixSolution]):
    """What can be done with players of a matrix game."""

    def form(self, *players: Player) -> StagedGame:
        """The game of one position."""
        if not self.game.payoffs:
            raise Unavailable("only the answer of this matrix game was kept, not its payoffs")
        return OneChoice(self.game)

    def strategies(self, position: Position) -> tuple[Mix, Mix]:
        """As the solution has them."""
        return (self.solution.row, self.solution.col) if position == START else ({}, {})

    def value(self, position: Position) -> float:
        """The value of the game, until it is over."""
        return float(self.solution.value) if position == START else 0.0
