"""A staged game as a hidden one: row moves, col moves without having seen it, and then both are told what happened.

Positions that a staged game reaches on several ways are apart here, for each player knows all that happened; so it
is meant for small games, and for programs that know extensive forms only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from zerosum.core.game import Move, Position
from zerosum.core.numbers import Amount
from zerosum.models.hidden.rules import HiddenGame, Turn, choose, deal, end
from zerosum.models.staged.rules import StagedGame

__all__ = ["Step", "Unfolded"]


class Step(NamedTuple):
    """A position of the staged game, and what was chosen there so far, by the places of the moves."""

    at: Position
    paid: Amount = 0
    """What row was paid on the way."""
    chosen: tuple[int, ...] = ()


class Told(NamedTuple):
    """What both are told: the moves, and which of their outcomes it was."""

    row: Move
    col: Move
    outcome: int

    def __str__(self) -> str:
        return f"{self.row} against {self.col}" + (f" ({self.outcome + 1})" if self.outcome else "")


@dataclass(frozen=True)
class Unfolded(HiddenGame):
    """A staged game with its moves in turn."""

    staged: StagedGame = field(repr=False)

    @property
    def title(self) -> str:
        """That of the staged game."""
        return self.staged.title

    @property
    def start(self) -> Step:
        """Nothing is chosen yet."""
        return self._asked(Step(self.staged.start))

    def turn(self, position: Step) -> Turn:
        """Row's move, col's move, then what chance does."""
        moves = self.staged.moves(position.at)
        if not moves[0]:
            return end(position.paid + self.staged.payoff(position.at))
        if len(position.chosen) < 2:
            return choose("col" if position.chosen else "row", moves[len(position.chosen)], hidden=True)
        row, col = (side[place] for side, place in zip(moves, position.chosen, strict=True))
        chances = [p for p, _, _ in self.staged.play(position.at, row, col)]
        return deal({Told(row, col, k): p for k, p in enumerate(chances)})

    def after(self, position: Step, picked: Move) -> Step:
        """A move chosen, or the next position of the staged game."""
        if isinstance(picked, Told) and len(position.chosen) == 2:
            outcomes = list(self.staged.play(position.at, picked.row, picked.col))
            _, reward, then = outcomes[picked.outcome]
            return self._asked(Step(then, position.paid + reward))
        moves = list(self.staged.moves(position.at)[len(position.chosen)])
        return self._asked(position._replace(chosen=(*position.chosen, moves.index(picked))))

    def _asked(self, position: Step) -> Step:
        """The same position, past the players who have one move only."""
        moves = self.staged.moves(position.at)
        while len(position.chosen) < 2 and len(moves[len(position.chosen)]) == 1:
            position = position._replace(chosen=(*position.chosen, 0))
        return position
