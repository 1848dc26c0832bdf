"""A staged game as a hidden game: a tree with information sets.

Simultaneous moves are put in sequence: row moves, col moves without having seen row's move, and then both learn the
moves and the outcome. A position that the game reaches by several paths is a separate node for each, because the
players remember all events; so this form is for small games.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from zerosum.core.game import Move, Position, Strategy
from zerosum.core.numbers import Amount
from zerosum.core.sides import Side
from zerosum.models.hidden.rules import HiddenGame, Turn, choose, deal, end
from zerosum.models.staged.rules import StagedGame

if TYPE_CHECKING:
    from zerosum.models.staged.answer import StagedSolution

MAX_NAME_LENGTH = 16
"""Maximum number of characters of a position that names an outcome of chance."""


class StagedNode(NamedTuple):
    """A position of the staged game, and the moves chosen there so far, by their indices."""

    at: Position
    paid: Amount = 0
    """The payments to row so far."""
    chosen: tuple[int, ...] = ()


class StageOutcome(NamedTuple):
    """The public information at the end of a stage: the moves, and the outcome that occurred."""

    row: Move
    col: Move
    outcome: int

    def __str__(self) -> str:
        return f"{self.row} against {self.col}" + (f" ({self.outcome + 1})" if self.outcome else "")


@dataclass(frozen=True)
class StagedTree(HiddenGame):
    """A staged game as a tree, in which row moves first and col does not see the move."""

    staged: StagedGame = field(repr=False)

    @property
    def title(self) -> str:
        return self.staged.title

    @property
    def start(self) -> StagedNode:
        return self._skip_forced(StagedNode(self.staged.start))

    def turn(self, position: StagedNode) -> Turn:
        moves = self.staged.moves(position.at)
        if not moves[0]:
            return end(position.paid + self.staged.payoff(position.at))
        if len(position.chosen) < 2:
            return choose("col" if position.chosen else "row", moves[len(position.chosen)], hidden=True)
        row, col = (side[index] for side, index in zip(moves, position.chosen, strict=True))
        chances = [p for p, _, _ in self.staged.play(position.at, row, col)]
        return deal({StageOutcome(row, col, k): p for k, p in enumerate(chances)})

    def after(self, position: StagedNode, picked: Move) -> StagedNode:
        """Return the node after a move, or the next position of the staged game."""
        if isinstance(picked, StageOutcome) and len(position.chosen) == 2:
            outcomes = list(self.staged.play(position.at, picked.row, picked.col))
            _, reward, then = outcomes[picked.outcome]
            return self._skip_forced(StagedNode(then, position.paid + reward))
        moves = list(self.staged.moves(position.at)[len(position.chosen)])
        return self._skip_forced(position._replace(chosen=(*position.chosen, moves.index(picked))))

    def named(self, position: StagedNode, picked: Move) -> str:
        """Return a move unchanged, or the next position of an outcome of chance if it has a short name."""
        if not isinstance(picked, StageOutcome):
            return str(picked)
        outcomes = list(self.staged.play(position.at, picked.row, picked.col))
        then = str(outcomes[picked.outcome][2])
        return then if len(then) <= MAX_NAME_LENGTH else f"outcome {picked.outcome + 1}"

    def _skip_forced(self, position: StagedNode) -> StagedNode:
        """Return the next node with a real choice, after making single moves."""
        moves = self.staged.moves(position.at)
        while len(position.chosen) < 2 and len(moves[len(position.chosen)]) == 1:
            position = position._replace(chosen=(*position.chosen, 0))
        return position


def extensive(game: StagedGame) -> HiddenGame:
    return StagedTree(game)


def mix_in_tree(solution: StagedSolution, side: Side, position: Position, known: Hashable) -> Strategy:
    """Return the strategy of a side at a node of that tree."""
    row, col = solution.strategies_at(position.at)
    return row if side == "row" else col
