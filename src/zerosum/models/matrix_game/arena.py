"""Matrix games in the arena: played as staged games with a single position."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from zerosum.arena.players import Mix, Observation, Player
from zerosum.core.errors import Unavailable
from zerosum.core.game import Move, Position
from zerosum.core.numbers import Amount
from zerosum.core.sides import Side
from zerosum.models.matrix_game.answer import MatrixSolution
from zerosum.models.matrix_game.rules import MatrixGame
from zerosum.models.staged.arena import OpenArena
from zerosum.models.staged.rules import Outcome, StagedGame

START, OVER = "choose a row or a column", "over"


@dataclass(frozen=True)
class OneChoice(StagedGame):
    """A matrix game as a staged game with one position."""

    game: MatrixGame
    start = START

    def moves(self, position: str) -> tuple[Sequence[str], Sequence[str]]:
        return self.game.moves() if position == START else ((), ())

    def play(self, position: str, row: str, col: str) -> list[Outcome]:
        rows, cols = self.game.moves()
        return [(1, self.game.payoffs[rows.index(row)][cols.index(col)], OVER)]

    def payoff(self, position: str) -> Amount:
        """Return zero: the payoff is that of the move."""
        return 0


class MatrixArena(OpenArena[MatrixGame, MatrixSolution]):
    """Rounds and matches of players of a matrix game."""

    def form(self, *players: Player) -> StagedGame:
        if not self.game.payoffs:
            raise Unavailable("only the solution of this matrix game was stored, not its payoffs")
        return OneChoice(self.game)

    def strategies(self, position: Position) -> tuple[Mix, Mix]:
        return (self.solution.row, self.solution.col) if position == START else ({}, {})

    def seen_in_tree(
        self, side: Side, position: Position, known: Hashable, moves: Sequence[Move]
    ) -> Observation:
        return Observation(side, START, moves)

    def value(self, position: Position) -> float:
        """Return the value of the game at the start; zero afterwards."""
        return float(self.solution.value) if position == START else 0.0
