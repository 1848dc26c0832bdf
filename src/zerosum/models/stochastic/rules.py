"""Stochastic games (Shapley 1953): finitely many states, a matrix game in each.

In state s the row player picks one of m_s moves and the column player, at the same time, one of n_s; row receives a
payoff r(s, i, j) from col, and the next state is t with probability p(t | s, i, j). The payoffs of all stages are
combined in one of two ways:

* *discounted*: the sum of discount^k times the payoff of stage k = 0, 1, 2, ...; the probabilities of a cell may add
  up to less than 1, and the game stops with the remaining probability. Shapley's own games have discount 1 and stop;
* *average*: the long-run average payoff per stage (discount `None`).

A game is given in one of three ways: derive a class from `StochasticGame` and write `states`,
`first_state`, `moves` and `play`; hand arrays to `ArrayGame`; or write a file
(see `zerosum.games.stochastic_file`). `zerosum.models.stochastic.table` turns any of them into flat arrays.

`CutOff` is a stochastic game as a staged game with a fixed number of stages, so that a play ends. With a discount,
each stage is followed by another with probability equal to the discount, so that the mean of the sum of payoffs is
the discounted sum. Without a discount, the payoff of a play is the mean of its stage payoffs. In either case an
absorbing state, in which nobody has a choice, ends the play with its total payoff.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from zerosum.core.amounts import Clean, clean_cell
from zerosum.core.arrays import Scalar
from zerosum.core.errors import GameError
from zerosum.core.game import Game, Move, Position, attribute
from zerosum.core.numbers import Amount, as_amount
from zerosum.models.parts import Family
from zerosum.models.staged.rules import Outcome, StagedGame

if TYPE_CHECKING:
    from zerosum.models.stochastic.answer import StochasticSolution

Cell = tuple[Amount, Mapping[Position, Amount]]
"""The result of a pair of moves: a payoff to row, and the probabilities of the next states."""


class StochasticFamily(Family["StochasticGame", "StochasticSolution"]):
    """Stochastic games."""

    records: ClassVar[tuple[str, ...]] = (
        "stochastic.answer.StochasticSolution",
        "stochastic.answer.Winning",
        "stochastic.answer.LimitProof",
    )

    unavailable_reason: ClassVar[str] = (
        "play revisits states and may go on forever; the report shows both strategies in every state"
    )


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
    1.0
    """

    family: ClassVar[StochasticFamily] = StochasticFamily()
    numbers_in: ClassVar[Mapping[str, Clean]] = {"play": clean_cell, "discount": as_amount}

    @attribute
    @abstractmethod
    def states(self) -> Sequence[Position]:
        """Return the states: strings, numbers, tuples or any other hashable objects."""

    @attribute
    @abstractmethod
    def first_state(self) -> Position:
        """Return the state of the first stage."""

    @attribute
    def discount(self) -> Amount | None:
        """Return the factor for the next stage's payoffs, or None for the long-run average."""
        return None

    @abstractmethod
    def moves(self, state: Position, /) -> tuple[Sequence[Move], Sequence[Move]]:
        """Return row's moves and col's moves."""

    @abstractmethod
    def play(self, state: Position, row: Move, col: Move, /) -> Cell:
        """Return the payoff of a pair of moves, and the next states."""

    def absorbing(self, state: Position, /) -> Amount | None:
        """Return the total payoff of an absorbing state without choices; None for any other state.

        With the average payoff this is its stage payoff, with a discount the sum of all later payoffs.
        """
        rows, cols = self.moves(state)
        if len(rows) * len(cols) != 1:
            return None
        payoff, to = self.play(state, rows[0], cols[0])
        if to.get(state, 0) != 1 or self.discount == 1:
            return None
        return payoff if self.discount is None else payoff / (1 - self.discount)

    @property
    def is_recursive(self) -> bool:
        """Whether only absorbing states have nonzero mean payoffs (Everett 1957)."""
        return self.discount is None and all(
            self.absorbing(state) is not None or not self.play(state, row, col)[0]
            for state in self.states
            for row in self.moves(state)[0]
            for col in self.moves(state)[1]
        )

    def as_staged(self, stages: int) -> CutOff:
        """Return the game as a staged game that is cut off after this number of stages."""
        return CutOff(self, stages)


@dataclass(frozen=True, eq=False)
class ArrayGame(StochasticGame):
    """A stochastic game as arrays: by state the payoffs, and the probabilities of the next states."""

    payoffs: Sequence[Scalar] = field(repr=False)
    """One m_s x n_s matrix for each state."""
    transitions: Sequence[Scalar] = field(repr=False)
    """One m_s x n_s x (number of states) array for each state."""
    discount: Amount | None = None
    """The factor for the next stage's payoffs, or None for the average payoff."""
    names: Sequence[str] = ()
    """Names of the states; 0, 1, 2, ... if not given."""
    start: int = 0
    """The index of the first state."""

    def __post_init__(self) -> None:
        if len(self.payoffs) != len(self.transitions) or not len(self.payoffs):
            raise GameError(
                "a stochastic game needs as many transition arrays as payoff matrices, at least one"
            )
        if self.names and len(self.names) != len(self.payoffs):
            raise GameError(f"there are {len(self.names)} names for {len(self.payoffs)} states")
        last = len(self.payoffs) - 1
        if not 0 <= self.start <= last:
            raise GameError(f"the first state must be from 0 to {last}, not {self.start}")
        for s, (payoff, to) in enumerate(zip(self.payoffs, self.transitions, strict=True)):
            shape, wanted = np.shape(to), (*np.shape(payoff), len(self.payoffs))
            if len(wanted) != 3 or shape != wanted:
                raise GameError(
                    f"state {s}: the transitions have shape {shape}, but the payoffs need {wanted}"
                )

    @property
    def title(self) -> str:
        return f"Stochastic game · {len(self.payoffs)} state{'s' * (len(self.payoffs) > 1)}"

    @property
    def states(self) -> Sequence[str]:
        return self.names or [str(s) for s in range(len(self.payoffs))]

    @property
    def first_state(self) -> str:
        return self.states[self.start]

    def parameters(self) -> dict[str, object]:
        """Return the size rather than the arrays."""
        return {"states": len(self.payoffs), "discount": self.discount, "start": self.first_state}

    def moves(self, state: str) -> tuple[Sequence[str], Sequence[str]]:
        """Return the rows and the columns of the payoff matrix, numbered from 0."""
        m, n = np.shape(self.payoffs[list(self.states).index(state)])
        return [str(i) for i in range(m)], [str(j) for j in range(n)]

    def play(self, state: str, row: str, col: str) -> Cell:
        """Return the entries of both arrays."""
        s, i, j = list(self.states).index(state), int(row), int(col)
        to = {name: p for name, p in zip(self.states, self.transitions[s][i][j], strict=True) if p}
        return self.payoffs[s][i][j], to


class Visit(NamedTuple):
    """The state, and the number of stages left."""

    state: Position
    left: float
    """The number of stages left; infinite if the play has no last stage."""
    total: Amount = 0
    """The sum of the stage payoffs so far, if the play pays their mean."""
    done: int = 0
    """The number of stages so far, if the play pays their mean."""


@dataclass(frozen=True)
class CutOff(StagedGame):
    """A stochastic game cut off after some stages."""

    game: StochasticGame
    stages: int

    @property
    def start(self) -> Visit:
        return Visit(self.game.first_state, self.stages)

    def moves(self, position: Visit) -> tuple[Sequence[Move], Sequence[Move]]:
        """Return the moves of the state; none at the end, or in an absorbing state."""
        over = not position.left or self.game.absorbing(position.state) is not None
        return ((), ()) if over else self.game.moves(position.state)

    def play(self, position: Visit, row: Move, col: Move) -> list[Outcome]:
        reward, after = self.game.play(position.state, row, col)
        if self.game.discount is None:
            total = position.total + reward
            return [
                (p, 0, Visit(t, position.left - 1, total, position.done + 1)) for t, p in after.items() if p
            ]
        discount = self.game.discount
        outcomes: list[Outcome] = [
            (discount * p, reward, Visit(t, position.left - 1)) for t, p in after.items() if discount * p
        ]
        stop = 1 - sum(p for p, _, _ in outcomes)
        return [*outcomes, (stop, reward, Visit(position.state, 0))] if stop > 1e-12 else outcomes

    def pays_now(self, position: Visit, row: Move, col: Move) -> Amount:
        return self.game.play(position.state, row, col)[0]

    def payoff(self, position: Visit) -> Amount:
        """Return the total payoff in an absorbing state; otherwise the mean of the stage payoffs, if the play pays
        the mean.
        """
        for_ever = self.game.absorbing(position.state)
        if for_ever is not None:
            return for_ever
        return position.total / self.stages if self.game.discount is None else 0
