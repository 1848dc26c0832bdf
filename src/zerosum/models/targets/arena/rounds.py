"""Target games at the table: a target of random value is turned up, and both move at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from zerosum.arena.players import Observation
from zerosum.arena.rounds import SimultaneousRound, payment_text
from zerosum.core.game import Move, Position
from zerosum.core.sides import Side
from zerosum.models.targets.rules import TargetGame


@dataclass(frozen=True)
class TargetView:
    """What both know: the state, and the value of the target."""

    state: Position
    x: float


@dataclass(frozen=True)
class TargetRound(SimultaneousRound):
    """A state with a target turned up."""

    game: TargetGame
    x: float = 0.0

    @property
    def payoff(self) -> float:
        """What was paid so far."""
        return self.paid

    def observation(self, side: Side) -> Observation:
        """The state and the target: both are open."""
        return Observation(side, TargetView(self.position, self.x), self.moves(side))

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> TargetRound:
        """The target is paid for, and the next one is turned up."""
        played = self.played(moves)
        (fixed, slope), state = self.game.play(self.position, played["row"], played["col"])
        reward = float(fixed) + float(slope) * self.x
        return replace(
            self,
            position=state,
            x=turned_up(self.game, state, random),
            paid=self.paid + reward,
            last=tuple(played.items()),
            reward=reward,
        )

    def scene(self, side: Side) -> Sequence[str]:
        """The target, and what everyone holds."""
        target = [f"the target is worth {self.x:g}", self.game.describe(self.position)]
        return [*(["the round is over"] if self.over else target), *self.so_far(side)]

    def as_data(self, side: Side) -> Mapping[str, object]:
        """The target, and the moves as cards."""
        target = {"label": "the target", "cards": [f"{self.x:.4g}"], "kind": "prize"}
        hand = {"label": "your cards", "cards": list(dict.fromkeys(self.moves(side))), "playable": True}
        return {} if self.over else {"kind": "cards", "rows": [target, hand]}

    def news(self, side: Side) -> Sequence[str]:
        """Who played what, what it paid, and why there are no more targets."""
        lines = [f"{'you' if who == side else 'the rival'}: {move}" for who, move in self.last]
        if not (self.over and self.paid == self.reward):
            lines += payment_text(self.reward, side)
        early = self.over and self.game.stages_left(self.position) > 0
        return [*lines, *(["nothing more can be won: the round is over"] if early else [])]


def dealt(game: TargetGame, random: np.random.Generator) -> TargetRound:
    """The start, with the first target turned up."""
    return TargetRound(game, game.start, x=turned_up(game, game.start, random))


def turned_up(game: TargetGame, state: Position, random: np.random.Generator) -> float:
    """The value of the next target; nothing where the game is over."""
    if not game.moves(state)[0]:
        return 0.0
    return float(game.target(game.stages_left(state)).sample(random, 1)[0])
