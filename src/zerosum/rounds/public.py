"""Rounds of games with open positions: trick games, the matches, any staged game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from zerosum.arena.players import Player, Seen
from zerosum.arena.public import PublicGame
from zerosum.models.staged import WAIT
from zerosum.rounds.course import Advice, Round, told
from zerosum.sides import SIDES, Side, other

__all__ = ["Describe", "PublicDealer", "PublicRound"]

Describe = Callable[[Any, Side], Sequence[str]]
"""A position in lines of text, as a side looks at it."""


@dataclass(frozen=True)
class PublicRound(Round):
    """A position, what has been paid on the way to it, and the moves that led here; who waited is left out."""

    game: PublicGame
    describe: Describe
    position: Any
    paid: float = 0.0
    last: tuple[tuple[Side, Any], ...] = ()
    reward: float = 0.0

    @property
    def over(self) -> bool:
        """Whether nobody has a move left."""
        return not self.game.game.moves(self.position)[0]

    @property
    def payoff(self) -> float:
        """Rewards so far, and the final payoff at the end."""
        return self.paid + (float(self.game.game.payoff(self.position)) if self.over else 0.0)

    def choosers(self) -> Sequence[Side]:
        """The sides with more than one move; a single move plays itself."""
        return tuple(side for side in SIDES if len(self._moves(side)) > 1)

    def seen(self, side: Side) -> Seen:
        """The position itself: it is open."""
        return Seen(side, self.position, self._moves(side))

    def after(self, moves: Mapping[Side, Any], random: np.random.Generator) -> PublicRound:
        """The next position, drawn by chance where the rules leave it open."""
        played = {side: moves[side] if side in moves else self._moves(side)[0] for side in SIDES}
        outcomes = list(self.game.game.play(self.position, played["row"], played["col"]))
        chances = np.array([float(p) for p, _, _ in outcomes])
        _, reward, after = outcomes[random.choice(len(outcomes), p=chances / chances.sum())]
        return replace(
            self,
            position=after,
            paid=self.paid + float(reward),
            last=tuple((side, move) for side, move in played.items() if not self._waits(side)),
            reward=float(reward),
        )

    def scene(self, side: Side) -> Sequence[str]:
        """The position in words, and what has been paid."""
        won = self.paid if side == "row" else -self.paid
        return [*self.describe(self.position, side), *([f"won so far {won:+g}"] if won else [])]

    def news(self, side: Side) -> Sequence[str]:
        """Who played what, and what it paid."""
        lines = [f"{'you play' if who == side else 'the rival plays'} {move}" for who, move in self.last]
        return [*lines, *self.paid_now(side)]

    def paid_now(self, side: Side) -> Sequence[str]:
        """What the last moves paid, unless that is all that the round pays: its end tells that."""
        return [] if self.over and self.payoff == self.reward else told(self.reward, side)

    def _waits(self, side: Side) -> bool:
        """Whether this side has nothing to do: to wait is its only move."""
        return [str(move) for move in self._moves(side)] == [str(WAIT)]

    def _moves(self, side: Side) -> Sequence[Any]:
        return self.game.game.moves(self.position)[0 if side == "row" else 1]


@dataclass(frozen=True)
class PublicDealer:
    """Deals rounds of a game with open positions."""

    title: str
    rules: Sequence[str]
    game: PublicGame
    describe: Describe
    players: Mapping[str, Player]
    """Players that need no solution and have a move at every position, by name."""
    sides: Sequence[Side] = SIDES

    @property
    def equilibrium(self) -> Player:
        """The player that follows the solution."""
        return self.game.equilibrium

    def deal(self, random: np.random.Generator) -> PublicRound:
        """The start."""
        return PublicRound(self.game, self.describe, self.game.game.start)

    def advice(self, round: Round, side: Side) -> Advice:
        """The solution's mix, and each move's worth against the rival's."""
        assert isinstance(round, PublicRound)
        row, col = self.game.strategies(round.position)
        mine, theirs = (row, col) if side == "row" else (col, row)
        if self.game.value is None:
            return Advice(mine, {})
        sign = 1.0 if side == "row" else -1.0
        worth = {
            move: sign
            * sum(
                float(p) * self._pair(round.position, side, move, answer) for answer, p in theirs.items() if p
            )
            for move in round.seen(side).moves
        }
        return Advice(mine, worth)

    def _pair(self, position: Any, side: Side, move: Any, answer: Any) -> float:
        pair = {side: move, other(side): answer}
        return self.game.worth(position, pair["row"], pair["col"])
