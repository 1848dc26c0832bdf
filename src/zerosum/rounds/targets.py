"""Target games at the table: a target of random value is turned up, and both move at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from zerosum import matrix
from zerosum.arena.players import Equilibrium, Mix, Player, Seen
from zerosum.arena.public import Solve
from zerosum.models.targets import TargetGame
from zerosum.rounds.course import Advice, GameDealer, Round, told
from zerosum.sides import SIDES, Side

__all__ = ["TargetDealer", "TargetRound", "TargetView", "dealer"]


@dataclass(frozen=True)
class TargetView:
    """What both know: the state, and the value of the target."""

    state: Any
    x: float


@dataclass(frozen=True)
class TargetRound(Round):
    """A state with a target turned up."""

    game: TargetGame
    state: Any
    x: float
    paid: float = 0.0
    last: tuple[tuple[Side, str], ...] = ()
    reward: float = 0.0

    @property
    def over(self) -> bool:
        """Whether nobody has a move left."""
        return not self.game.moves(self.state)[0]

    @property
    def payoff(self) -> float:
        """What was paid so far."""
        return self.paid

    def choosers(self) -> Sequence[Side]:
        """The sides with more than one move; a single move plays itself."""
        return tuple(side for side in SIDES if len(self._moves(side)) > 1)

    def seen(self, side: Side) -> Seen:
        """The state and the target: both are open."""
        return Seen(side, TargetView(self.state, self.x), self._moves(side))

    def after(self, moves: Mapping[Side, Any], random: np.random.Generator) -> TargetRound:
        """The target is paid for, and the next one is turned up."""
        played = {side: moves[side] if side in moves else self._moves(side)[0] for side in SIDES}
        (fixed, slope), state = self.game.play(self.state, played["row"], played["col"])
        reward = float(fixed) + float(slope) * self.x
        return replace(
            self,
            state=state,
            x=turned_up(self.game, state, random),
            paid=self.paid + reward,
            last=tuple(played.items()),
            reward=reward,
        )

    def scene(self, side: Side) -> Sequence[str]:
        """The target, and what everyone holds."""
        won = self.paid if side == "row" else -self.paid
        return [f"the target is worth {self.x:g}", self.game.describe(self.state), f"won so far {won:+g}"]

    def news(self, side: Side) -> Sequence[str]:
        """Who played what, what it paid, and why there are no more targets."""
        lines = [f"{'you' if who == side else 'the rival'}: {move}" for who, move in self.last]
        if not (self.over and self.paid == self.reward):
            lines += told(self.reward, side)
        early = self.over and self.game.stages_left(self.state) > 0
        return [*lines, *(["nothing more can be won: the round is over"] if early else [])]

    def _moves(self, side: Side) -> Sequence[str]:
        return self.game.moves(self.state)[0 if side == "row" else 1]


@dataclass(frozen=True)
class TargetDealer(GameDealer):
    """Deals rounds of a target game."""

    game: TargetGame

    @property
    def equilibrium(self) -> Player:
        """Solves the matrix game at the target that is seen."""
        return Equilibrium(self._strategies, by_order=False)

    def deal(self, random: np.random.Generator) -> TargetRound:
        """The start, with the first target turned up."""
        return TargetRound(self.game, self.game.start, turned_up(self.game, self.game.start, random))

    def advice(self, round: Round, side: Side) -> Advice:
        """The mix at this target, and what each move is worth against the rival's."""
        view = round.seen(side).position
        A, found = self._solved(view)
        row, col = self._strategies(view)
        if side == "row":
            return Advice(row, dict(zip(row, (A @ np.array(found.col, dtype=float)).tolist(), strict=True)))
        return Advice(col, dict(zip(col, (-np.array(found.row, dtype=float) @ A).tolist(), strict=True)))

    def _strategies(self, view: TargetView) -> tuple[Mix, Mix]:
        _, found = self._solved(view)
        rows, cols = self.game.moves(view.state)
        return dict(zip(rows, found.row, strict=True)), dict(zip(cols, found.col, strict=True))

    def _solved(self, view: TargetView) -> tuple[np.ndarray[Any, Any], Any]:
        """What pairs of moves are worth at a target, and that matrix game solved."""
        rows, cols = self.game.moves(view.state)
        A = np.array([[self._worth(view, row, col) for col in cols] for row in rows])
        return A, matrix.solve(A)

    def _worth(self, view: TargetView, row: str, col: str) -> float:
        (fixed, slope), after = self.game.play(view.state, row, col)
        left = float(self.solution().value_at(after)) if self.game.moves(after)[0] else 0.0
        return float(fixed) + float(slope) * view.x + left


def turned_up(game: TargetGame, state: Any, random: np.random.Generator) -> float:
    """The value of the next target; nothing where the game is over."""
    if not game.moves(state)[0]:
        return 0.0
    return float(game.target(game.stages_left(state)).draw(random, 1)[0])


def dealer(game: TargetGame, solution: Solve) -> TargetDealer:
    """Deals rounds of a target game."""
    return TargetDealer(game, solution)
