"""A stochastic game in which one side, or both, is played by a fixed player.

As in `fixed`, a player's mix is then nothing but chance: the side waits, and payoffs and next states are averaged over
what it does. With one side fixed the value is what the best response earns; with both, what the match pays. A
player sees the state, and that the play has no last stage.

With a discount, the stationary strategies that are optimal at every state are those whose mixes are optimal in each
state's matrix A(s) = r + beta E v. What the best of them earns against a fixed player is the fixed point of

    U(s) = max of x·C(s) y   over the mixes x that are optimal in A(s),   C(s) = r + beta E U,

y being the player's mix there; the worst likewise. The steps towards it shrink with the discount, or with the stops.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from zerosum.arena.players import Mix, Observation, Player, ask
from zerosum.arena.results import EquilibriumRange
from zerosum.core.arrays import Floats
from zerosum.core.data import Json
from zerosum.core.errors import Unavailable
from zerosum.core.game import WAIT
from zerosum.core.numbers import Amount, Number
from zerosum.core.sides import Side
from zerosum.models.staged.matches import best_optimal, values_of
from zerosum.models.stochastic.rules import Cell, StochasticGame
from zerosum.models.stochastic.stages import Visit

__all__ = ["Stationary", "mix_in", "stationary_range"]

SETTLED = 1e-13
"""Steps towards the fixed point end when they are this small, relative to the largest entry."""
MOST_STEPS = 20_000


@dataclass(frozen=True)
class Stationary(StochasticGame):
    """A stochastic game with one or both sides in the hands of players."""

    game: StochasticGame
    row: Player | None = None
    col: Player | None = None

    @property
    def title(self) -> str:
        """Which game this is."""
        return self.game.title

    @property
    def states(self) -> Sequence[str]:
        """The game's own."""
        return self.game.states

    @property
    def first_state(self) -> str:
        """The game's own."""
        return self.game.first_state

    @property
    def beta(self) -> Amount | None:
        """The game's own."""
        return self.game.beta

    def moves(self, state: str) -> tuple[Sequence[str], Sequence[str]]:
        """The moves of the free side; a fixed side waits."""
        row, col = self.game.moves(state)
        return (WAIT if self.row else row), (WAIT if self.col else col)

    def play(self, state: str, row: str, col: str) -> Cell:
        """The payoff and the next states, averaged over what the fixed sides do."""
        row_mix = mix_in(self.game, self.row, "row", state) if self.row else {row: 1}
        col_mix = mix_in(self.game, self.col, "col", state) if self.col else {col: 1}
        paid: Number = 0
        after: Json = {}
        for i, p in row_mix.items():
            for j, q in col_mix.items():
                if p and q:
                    reward, to = self.game.play(state, i, j)
                    paid += p * q * reward
                    for t, chance in to.items():
                        after[t] = after.get(t, 0) + p * q * chance
        return paid, after


def mix_in(game: StochasticGame, player: Player, side: Side, state: str) -> Mix:
    """What a player does in a state."""
    moves = game.moves(state)[0 if side == "row" else 1]
    return ask(player, Observation(side, Visit(state, math.inf), moves))


def stationary_range(game: StochasticGame, values: Mapping[str, float], rival: Player) -> EquilibriumRange:
    """What row earns against a player, over all stationary strategies that are optimal at every state."""
    rules = {state: _Rules.read(game, rival, state) for state in game.states}
    worst, best = (_extreme(rules, values, sign)[game.first_state] for sign in (-1.0, 1.0))
    return EquilibriumRange(rival.name, worst, best)


@dataclass(frozen=True)
class _Rules:
    """A state's payoffs, the discounted chances of the next states, and what the rival does there."""

    payoff: Floats
    after: Mapping[str, Floats]
    mix: Floats

    @staticmethod
    def read(game: StochasticGame, rival: Player, state: str) -> _Rules:
        """As the game says it."""
        rows, cols = game.moves(state)
        cells = [[game.play(state, i, j) for j in cols] for i in rows]
        beta, mix = float(game.beta or 0), mix_in(game, rival, "col", state)
        return _Rules(
            np.array([[float(paid) for paid, _ in line] for line in cells]),
            {
                t: np.array([[beta * float(to.get(t, 0)) for _, to in line] for line in cells])
                for t in game.states
            },
            np.array([float(mix.get(j, 0)) for j in cols]),
        )

    def matrix(self, values: Mapping[str, float]) -> Floats:
        """What each pair of moves is worth, with these values to follow."""
        worth: Floats = self.payoff + sum(chances * values[t] for t, chances in self.after.items())
        return worth

    def extreme(self, A: Floats, value: Floats, earned: Mapping[str, float], sign: float) -> float:
        """What the best (or worst) optimal mix of A earns here, with this to follow."""
        return float(best_optimal(A[None], value, self.matrix(earned)[None], self.mix[None], "row", sign)[0])


def _extreme(rules: Mapping[str, _Rules], values: Mapping[str, float], sign: float) -> Mapping[str, float]:
    """What the best (or worst) optimal strategy earns from each state."""
    worth = {state: rule.matrix(values) for state, rule in rules.items()}
    own = {state: values_of(A[None]) for state, A in worth.items()}
    small = SETTLED * max(float(np.abs(A).max()) for A in worth.values())
    earned = dict(values)
    for _ in range(MOST_STEPS):
        before = earned
        earned = {state: rules[state].extreme(A, own[state], before, sign) for state, A in worth.items()}
        if max(abs(earned[state] - before[state]) for state in earned) <= small:
            return earned
    raise Unavailable("the discount is too near 1 to tell the range over equilibrium strategies")
