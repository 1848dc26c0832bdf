"""A stochastic game as a staged game: so many stages and no more, so that a play ends.

With a discount, a stage is followed by another with that probability, so that the payoffs on the way add up, on
average, to the discounted sum. Without, a play pays the mean of its stages. Either way a state that is never left, in
which nobody has a choice, ends the play and pays what it would for ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from zerosum.core.numbers import Amount
from zerosum.models.staged.rules import Outcome, StagedGame
from zerosum.models.stochastic.rules import StochasticGame

__all__ = ["CutOff", "Visit"]


class Visit(NamedTuple):
    """The state, and how many stages are left."""

    state: str
    left: float
    """Infinitely many, where the play has no last stage."""
    total: Amount = 0
    """What the stages so far paid, where the play pays their mean."""
    done: int = 0
    """How many stages there were so far, likewise."""


@dataclass(frozen=True)
class CutOff(StagedGame):
    """A stochastic game cut off after some stages."""

    game: StochasticGame
    stages: int

    @property
    def start(self) -> Visit:
        """The first state with all stages left."""
        return Visit(self.game.first_state, self.stages)

    def moves(self, position: Visit) -> tuple[Sequence[str], Sequence[str]]:
        """The moves of the state; none at the end, or where the play stays for ever."""
        over = not position.left or self.game.absorbing(position.state) is not None
        return ((), ()) if over else self.game.moves(position.state)

    def play(self, position: Visit, row: str, col: str) -> list[Outcome]:
        """The stage's payoff, and the next stage or the end."""
        reward, after = self.game.play(position.state, row, col)
        if self.game.beta is None:
            total = position.total + reward
            return [
                (p, 0, Visit(t, position.left - 1, total, position.done + 1)) for t, p in after.items() if p
            ]
        beta = self.game.beta
        outcomes: list[Outcome] = [
            (beta * p, reward, Visit(t, position.left - 1)) for t, p in after.items() if beta * p
        ]
        stop = 1 - sum(p for p, _, _ in outcomes)
        return [*outcomes, (stop, reward, Visit(position.state, 0))] if stop > 1e-12 else outcomes

    def payoff(self, position: Visit) -> Amount:
        """What is paid for ever where the play stays; else the mean of the stages, where the play pays that."""
        for_ever = self.game.absorbing(position.state)
        if for_ever is not None:
            return for_ever
        return position.total / self.stages if self.game.beta is None else 0
