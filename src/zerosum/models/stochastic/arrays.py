"""A stochastic game given as arrays: a payoff matrix for each state, and the chances of the next states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from zerosum.core.arrays import Scalar
from zerosum.core.errors import GameError
from zerosum.core.numbers import Amount
from zerosum.models.stochastic.rules import Cell, StochasticGame

__all__ = ["ArrayGame"]


@dataclass(frozen=True, eq=False)
class ArrayGame(StochasticGame):
    """A stochastic game given as arrays: for each state its payoffs, and the chances of the next states."""

    payoffs: Sequence[Scalar] = field(repr=False)
    """One m_s x n_s matrix for each state."""
    transitions: Sequence[Scalar] = field(repr=False)
    """One m_s x n_s x (number of states) array for each state."""
    discount: Amount | None = None
    """The factor beta, or None for the average payoff."""
    names: Sequence[str] = ()
    """Names of the states; 0, 1, 2, ... if not given."""
    start: int = 0
    """Which state the game starts in."""

    def __post_init__(self) -> None:
        if len(self.payoffs) != len(self.transitions) or not len(self.payoffs):
            raise GameError(
                "a stochastic game needs as many transition arrays as payoff matrices, at least one"
            )
        if self.names and len(self.names) != len(self.payoffs):
            raise GameError(f"{len(self.names)} names were given for {len(self.payoffs)} states")
        last = len(self.payoffs) - 1
        if not 0 <= self.start <= last:
            raise GameError(f"the first state is {self.start}, but states count from 0 to {last}")
        for s, (payoff, to) in enumerate(zip(self.payoffs, self.transitions, strict=True)):
            shape, wanted = np.shape(to), (*np.shape(payoff), len(self.payoffs))
            if len(wanted) != 3 or shape != wanted:
                raise GameError(f"state {s}: transitions have shape {shape}, and payoffs ask for {wanted}")

    @property
    def title(self) -> str:
        """How many states there are."""
        return f"Stochastic game · {len(self.payoffs)} state{'s' * (len(self.payoffs) > 1)}"

    @property
    def states(self) -> Sequence[str]:
        """The names, or else numbers from 0."""
        return self.names or [str(s) for s in range(len(self.payoffs))]

    @property
    def first_state(self) -> str:
        """The name of the start."""
        return self.states[self.start]

    @property
    def beta(self) -> Amount | None:
        """The discount as it was given."""
        return self.discount

    def parameters(self) -> dict[str, object]:
        """The size rather than the arrays."""
        return {"states": len(self.payoffs), "discount": self.discount, "start": self.first_state}

    def moves(self, state: str) -> tuple[Sequence[str], Sequence[str]]:
        """The rows and the columns of the payoff matrix, numbered from 0."""
        m, n = np.shape(self.payoffs[list(self.states).index(state)])
        return [str(i) for i in range(m)], [str(j) for j in range(n)]

    def play(self, state: str, row: str, col: str) -> Cell:
        """The entries of both arrays."""
        s, i, j = list(self.states).index(state), int(row), int(col)
        to = {name: p for name, p in zip(self.states, self.transitions[s][i][j], strict=True) if p}
        return self.payoffs[s][i][j], to
