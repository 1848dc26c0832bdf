"""A trick game as a staged game: the same rules with the hands in the open.

A position is the two hands and the context. Only the order of the cards matters to a trick, so the cards may be
relabelled: `by_order` renames the ranks still in play 1, 2, ... and so makes far fewer positions, in which a move
is a rank among those in play and no longer the card that was dealt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from zerosum.core.game import WAIT
from zerosum.core.numbers import Amount
from zerosum.models.staged.rules import Outcome, StagedGame
from zerosum.models.tricks.rules import Chance, Context, TrickGame, in_order

__all__ = ["Hands", "OpenTricks"]

DEAL = "the deal"
"""The position before the first context is drawn, where that is left to chance."""


class Hands(NamedTuple):
    """Both hands, lowest card first, and what else the rules remember."""

    row: tuple[int, ...]
    col: tuple[int, ...]
    context: Context

    def in_order(self) -> Hands:
        """The same with the ranks in play renamed 1, 2, ..."""
        return Hands(*in_order(self.row, self.col), self.context)


@dataclass(frozen=True)
class OpenTricks(StagedGame):
    """A trick game, position by position."""

    move: ClassVar[str] = "card"

    tricks: TrickGame
    """The trick game."""
    by_order: bool = False
    """Whether to relabel the cards by their order."""

    @property
    def called(self) -> str:
        """The trick game's own name."""
        return self.tricks.called

    @property
    def start(self) -> Hands | str:
        """Both full hands; the deal, where chance draws the first context."""
        if isinstance(self.tricks.start, Chance):
            return DEAL
        hand = self.tricks.hand
        return Hands(hand, hand, self.tricks.start)

    def moves(self, position: Hands | str) -> tuple[Sequence[int | str], Sequence[int | str]]:
        """The cards in each hand."""
        return (WAIT, WAIT) if isinstance(position, str) else (position.row, position.col)

    def play(self, position: Hands | str, row: int, col: int) -> list[Outcome]:
        """Turn both cards over."""
        if isinstance(position, str):
            hand = self.tricks.hand
            return self._next(0, hand, hand, self.tricks.start)
        outcome = (row > col) - (row < col)
        reward, after = self.tricks.trick(position.context, outcome)
        left = (tuple(c for c in position.row if c != row), tuple(c for c in position.col if c != col))
        return self._next(reward, *(in_order(*left) if self.by_order else left), after)

    def payoff(self, position: Hands) -> Amount:
        """What the last trick leaves."""
        return self.tricks.settle(position.context)

    def _next(
        self, reward: Amount, row: tuple[int, ...], col: tuple[int, ...], after: object
    ) -> list[Outcome]:
        branches = after.branches if isinstance(after, Chance) else ((1, after),)
        return [(p, reward, Hands(row, col, context)) for p, context in branches]
