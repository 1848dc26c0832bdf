"""A game in which one side, or both, is played by a fixed player.

A player's mix is then nothing but chance: the side is left with a single move, and what it would have done is
averaged into the outcomes. So the whole of staged games serves the arena: with one side fixed, the value is what
the best response earns; with both fixed, it is the expectation of the match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zerosum.arena.players import Mix, Player, Seen, answer
from zerosum.models.staged import WAIT, Outcome, StagedGame
from zerosum.numerics.rational import Amount
from zerosum.sides import Side

__all__ = ["Fixed"]


@dataclass(frozen=True)
class Fixed(StagedGame):
    """A staged game with one or both sides in the hands of players."""

    game: StagedGame
    row: Player | None = None
    col: Player | None = None

    @property
    def start(self) -> Any:
        """Where the game itself starts."""
        return self.game.start

    def moves(self, position: Any) -> tuple[Sequence[Any], Sequence[Any]]:
        """The moves of the free side; a fixed side waits."""
        row, col = self.game.moves(position)
        if not row:
            return (), ()
        return (WAIT if self.row else row), (WAIT if self.col else col)

    def play(self, position: Any, row: Any, col: Any) -> list[Outcome]:
        """The outcomes, averaged over what the fixed sides do."""
        rows, cols = self.game.moves(position)
        row_mix = _mix(self.row, "row", position, rows) if self.row else {row: 1}
        col_mix = _mix(self.col, "col", position, cols) if self.col else {col: 1}
        merged: dict[tuple[Amount, Any], Any] = {}
        for i, p in row_mix.items():
            for j, q in col_mix.items():
                if p and q:
                    for chance, reward, after in self.game.play(position, i, j):
                        key = (reward, after)
                        merged[key] = merged.get(key, 0) + p * q * chance
        return [(chance, reward, after) for (reward, after), chance in merged.items()]

    def payoff(self, position: Any) -> Amount:
        """What the game pays."""
        return self.game.payoff(position)


def _mix(player: Player, side: Side, position: Any, moves: Sequence[Any]) -> Mix:
    """The player's mix; a single move needs no player."""
    if len(moves) == 1:
        return {moves[0]: 1}
    return answer(player, Seen(side, position, moves))
