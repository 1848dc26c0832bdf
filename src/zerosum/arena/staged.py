"""The arena of staged games: they are their own staged form."""

from __future__ import annotations

from collections.abc import Sequence

from zerosum.arena.open import OpenArena
from zerosum.arena.players import Mix, Player
from zerosum.models.game import Position
from zerosum.models.staged import StagedAnswer, StagedGame

__all__ = ["StagedArena"]

RULE = "Both choose a move at once; whoever has only one is not asked."
"""What every staged game has in common."""


class StagedArena(OpenArena[StagedGame, StagedAnswer]):
    """What can be done with players of a staged game."""

    @property
    def rules(self) -> Sequence[str]:
        """What the game says, and how moves are made."""
        return (*self.game.instructions, RULE)

    def form(self, *players: Player) -> StagedGame:
        """The game itself."""
        return self.game

    def strategies(self, position: Position) -> tuple[Mix, Mix]:
        """As the solution has them."""
        return self.solution.strategies_at(position)

    def value(self, position: Position) -> float:
        """As the solution has it."""
        return float(self.solution.value_at(position))
