"""A stochastic game as a staged game: so many stages and no more, so that a play ends.

With a discount, a stage is followed by another with that probability, so that the payoffs on the way add up, on
average, to the discounted sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from zerosum.models.staged import Outcome, StagedGame
from zerosum.models.stochastic import StochasticGame

__all__ = ["STAGES", "Stage", "Staged"]

STAGES = 20
"""How many stages a play has at the most."""


class Stage(NamedTuple):
    """The state, and how many stages are left."""

    state: str
    left: float
    """Infinitely many, where the play has no last stage."""


@dataclass(frozen=True)
class Staged(StagedGame):
    """A stochastic game cut off after some stages."""

    game: StochasticGame
    stages: int = STAGES

    @property
    def start(self) -> Stage:
        """The first state with all stages left."""
        return Stage(self.game.first_state, self.stages)

    def moves(self, position: Stage) -> tuple[Sequence[str], Sequence[str]]:
        """The moves of the state."""
        return self.game.moves(position.state) if position.left else ((), ())

    def play(self, position: Stage, row: str, col: str) -> list[Outcome]:
        """The stage's payoff, and the next stage or the end."""
        reward, after = self.game.play(position.state, row, col)
        beta = 1 if self.game.beta is None else self.game.beta
        outcomes: list[Outcome] = [
            (beta * chance, reward, Stage(state, position.left - 1))
            for state, chance in after.items()
            if chance
        ]
        stop = 1 - sum(chance for chance, _, _ in outcomes)
        return [*outcomes, (stop, reward, Stage(position.state, 0))] if stop > 1e-12 else outcomes
