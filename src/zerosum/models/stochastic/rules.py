"""Stochastic games (Shapley 1953): finitely many states, a matrix game in each.

In state s the row player picks one of m_s moves and the column player, at the same time, one of n_s; row
receives a payoff r(s, i, j) from col, and the next state is t with probability p(t | s, i, j). The payoffs of
all stages are put together in one of two ways:

* *discounted*: the sum of beta^k times the payoff of stage k = 0, 1, 2, ...; the probabilities of a cell may
  sum to less than 1, and the game stops with the rest. Shapley's own games have beta = 1 and stop;
* *average*: the long-run average payoff per stage (discount `None`).

A game is given in one of three ways: derive a class from `StochasticGame` and write `states`,
`first_state`, `moves` and `play`; hand arrays to `ArrayGame` (`zerosum.models.stochastic.arrays`); or write a file
(see `zerosum.games.stochastic_file`). `zerosum.models.stochastic.table` turns any of them into flat arrays.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol

from zerosum.core.answer import Answer, Strategy
from zerosum.core.game import Game
from zerosum.core.numbers import Amount
from zerosum.core.sides import Side
from zerosum.core.value import Value
from zerosum.models.stochastic.family import StochasticFamily

if TYPE_CHECKING:
    from zerosum.models.stochastic.stages import CutOff

__all__ = ["Cell", "StochasticAnswer", "StochasticGame"]

Cell = tuple[Amount, Mapping[str, Amount]]
"""What a pair of moves brings: a payoff to row, and the probabilities of the next states."""


@dataclass(frozen=True)
class StochasticGame(Game):
    """A finite stochastic game: the rules of one stage.

    Examples
    --------
    >>> class Duel(zerosum.StochasticGame):
    ...     states, first_state, discount = ("here",), "here", 0.5
    ...     def moves(self, state):
    ...         return ("a", "b"), ("a", "b")
    ...     def play(self, state, row, col):
    ...         return (1 if row == col else 0), {"here": 1}
    >>> round(float(zerosum.solve(Duel()).value), 9)
    0.5
    """

    family: ClassVar[StochasticFamily] = StochasticFamily()

    @property
    @abstractmethod
    def states(self) -> Sequence[str]:
        """The names of the states."""

    @property
    @abstractmethod
    def first_state(self) -> str:
        """The state of the first stage."""

    @property
    def beta(self) -> Amount | None:
        """The factor of the next stage's payoffs, or None for the long-run average."""
        return None

    @abstractmethod
    def moves(self, state: str) -> tuple[Sequence[str], Sequence[str]]:
        """The names of row's moves and of col's moves."""

    @abstractmethod
    def play(self, state: str, row: str, col: str) -> Cell:
        """The payoff of a pair of moves, and where they lead."""

    def absorbing(self, state: str) -> Amount | None:
        """What a state pays for ever that is never left and where nobody has a choice; None for any other state.

        With the average payoff that is its payoff, with a discount the sum of all of them.
        """
        rows, cols = self.moves(state)
        if len(rows) * len(cols) != 1:
            return None
        payoff, to = self.play(state, rows[0], cols[0])
        if to.get(state, 0) != 1 or self.beta == 1:
            return None
        return payoff if self.beta is None else payoff / (1 - self.beta)

    def as_staged(self, stages: int) -> CutOff:
        """The same game cut off after so many stages, so that a play ends."""
        from zerosum.models.stochastic.stages import CutOff

        return CutOff(self, stages)


class StochasticAnswer(Answer, Protocol):
    """What the solution of a stochastic game answers: one state, and all the others."""

    @property
    def game(self) -> StochasticGame:
        """The game itself."""

    @property
    def state(self) -> str:
        """The state whose value and strategies these are."""

    @property
    def values(self) -> Mapping[str, Value]:
        """The value of each state."""

    @property
    def rows(self) -> Mapping[str, Strategy]:
        """Row's stationary strategy: in each state, the probabilities of the moves."""

    @property
    def cols(self) -> Mapping[str, Strategy]:
        """Col's, likewise."""

    @property
    def discount(self) -> Amount | None:
        """The discount factor, or None for the average payoff."""

    @property
    def settles(self) -> tuple[Sequence[str], Sequence[str]] | None:
        """Two sets of states in either of which a play can settle for ever; None where none were looked for."""

    @property
    def guarantees(self) -> Mapping[str, tuple[float, float]]:
        """With the average payoff: what row's strategy and col's guarantee from each state; else empty."""

    @property
    def limits(self) -> Mapping[str, float]:
        """With the average payoff, where strategies left a gap: about what the discounted values come to."""

    @property
    def shortfalls(self) -> Mapping[Side, float]:
        """By how much a side's stationary strategy misses the value from this state, if it does."""
