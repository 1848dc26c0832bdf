"""Stochastic games (Shapley 1953): finitely many states, a matrix game in each.

In state s the row player picks one of m_s moves and the column player, at the same time, one of n_s; row
receives a payoff r(s, i, j) from col, and the next state is t with probability p(t | s, i, j). The payoffs of
all stages are put together in one of two ways:

* *discounted*: the sum of beta^k times the payoff of stage k = 0, 1, 2, ...; the probabilities of a cell may
  sum to less than 1, and the game stops with the rest. Shapley's own games have beta = 1 and stop;
* *average*: the long-run average payoff per stage (discount `None`).

A game is given in one of three ways: derive a class from `StochasticGame` and write `states`,
`first_state`, `moves` and `play`; hand arrays to `ArrayGame`; or write a file (see `zerosum.games.stochastic_file`).
`tabulate` turns any of them into a `StateTable`: checked, flat arrays that a solver reads.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from zerosum.arrays import Floats, Ints
from zerosum.errors import GameError
from zerosum.models.game import Game
from zerosum.numerics.rational import Amount, as_fraction

__all__ = ["ArrayGame", "Cell", "StateTable", "StochasticGame", "proper_discount", "tabulate"]

Cell = tuple[Amount, Mapping[str, Amount]]
"""What a pair of moves brings: a payoff to row, and the probabilities of the next states."""

SUM_SLACK = 1e-9
"""Probabilities given as floats may miss 1 by this much; they are then scaled to sum to 1."""

SMALLEST, LARGEST = 1e-100, 1e100
"""Payoffs other than 0 have a size between these; chances and discounts are 0 or no smaller."""


@dataclass(frozen=True)
class StochasticGame(Game):
    """A finite stochastic game: the rules of one stage."""

    model: ClassVar[str] = "stochastic"

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


@dataclass(frozen=True, eq=False)
class ArrayGame(StochasticGame):
    """A stochastic game given as arrays: for each state its payoffs, and the chances of the next states."""

    payoffs: Sequence[Any] = field(repr=False)
    """One m_s x n_s matrix for each state."""
    transitions: Sequence[Any] = field(repr=False)
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


@dataclass(frozen=True, eq=False)
class StateTable:
    """A stochastic game as flat arrays. A *cell* is a state and a pair of moves; cells follow one another by
    state, then by row move, then by col move."""

    states: tuple[str, ...]
    start: int
    discount: Amount | None
    rows: tuple[tuple[str, ...], ...]
    """Row's moves in each state."""
    cols: tuple[tuple[str, ...], ...]
    """Col's moves in each state."""
    first: Ints
    """Shape (states + 1,): each state's first cell."""
    payoff: Floats
    """Shape (cells,)."""
    next_first: Ints
    """Shape (cells + 1,): where each cell's next states begin in the two arrays below."""
    next_state: Ints
    next_probability: Floats
    cells: tuple[Cell, ...] = field(repr=False)
    """The cells as the game gave them, next states by name."""

    @property
    def size(self) -> int:
        """How many states there are."""
        return len(self.states)

    @property
    def m(self) -> Ints:
        """How many moves row has in each state."""
        return np.array([len(moves) for moves in self.rows], dtype=np.int64)

    @property
    def n(self) -> Ints:
        """How many moves col has in each state."""
        return np.array([len(moves) for moves in self.cols], dtype=np.int64)

    def exact_cells(self) -> list[tuple[Fraction, dict[str, Fraction]]]:
        """The cells in fractions; chances near 1 in sum have sum 1 exactly."""
        cells = []
        for payoff, to in self.cells:
            chances = {t: as_fraction(p) for t, p in to.items()}
            total = sum(chances.values(), Fraction(0))
            scale = total if abs(total - 1) <= SUM_SLACK else Fraction(1)
            cells.append((as_fraction(payoff), {t: p / scale for t, p in chances.items()}))
        return cells

    def index(self, state: str) -> int:
        """The number of a state."""
        if state not in self.states:
            raise GameError(f"there is no state {state!r}; the states are {', '.join(self.states[:20])}")
        return self.states.index(state)


def proper_discount(discount: Amount | None) -> Amount | None:
    """The discount itself if it makes sense."""
    if discount is not None and not 0 <= discount <= 1:
        raise GameError(f"the discount must be between 0 and 1, not {discount}")
    if discount is not None and 0 < discount < SMALLEST:
        raise GameError("the discount must be 0 or at least 1e-100")
    return discount


def tabulate(game: StochasticGame) -> StateTable:
    """Read all of a game's rules, check them, and lay them out flat."""
    states = tuple(game.states)
    _check_names(states, game.first_state)
    moves = [game.moves(state) for state in states]
    for state, (rows, cols) in zip(states, moves, strict=True):
        if not rows or not cols:
            raise GameError(f"state {state!r} needs at least one move for each player")
    discount = proper_discount(game.beta)
    number = {state: s for s, state in enumerate(states)}
    cells = tuple(
        _proper_cell(game.play(state, i, j), (state, i, j), number, discount is not None)
        for state, (rows, cols) in zip(states, moves, strict=True)
        for i in rows
        for j in cols
    )
    counts = [len(to) for _, to in cells]
    return StateTable(
        states=states,
        start=number[game.first_state],
        discount=discount,
        rows=tuple(tuple(rows) for rows, _ in moves),
        cols=tuple(tuple(cols) for _, cols in moves),
        first=np.cumsum([0, *(len(rows) * len(cols) for rows, cols in moves)], dtype=np.int64),
        payoff=np.array([float(payoff) for payoff, _ in cells]),
        next_first=np.cumsum([0, *counts], dtype=np.int64),
        next_state=np.array([number[t] for _, to in cells for t in to], dtype=np.int64),
        next_probability=np.array([float(p) for _, to in cells for p in to.values()], dtype=np.float64),
        cells=cells,
    )


def _check_names(states: tuple[str, ...], start: str) -> None:
    """Refuse no states, two of one name, and a start that is none of them."""
    if not states:
        raise GameError("a stochastic game needs at least one state")
    if len(set(states)) < len(states):
        twice = next(state for state in states if states.count(state) > 1)
        raise GameError(f"two states are called {twice!r}; give each its own name")
    if start not in states:
        raise GameError(f"the start {start!r} is not a state; the states are {', '.join(states[:20])}")


def _proper_cell(cell: Cell, where: tuple[str, str, str], number: Mapping[str, int], may_stop: bool) -> Cell:
    """A cell without the states that it never goes to, its probabilities scaled to sum to 1 (or less)."""
    payoff, to = cell
    here = "state {!r}, moves {!r} and {!r}".format(*where)
    if not (isinstance(payoff, Fraction | int) or math.isfinite(payoff)):
        raise GameError(f"{here}: the payoff is {payoff}, not a finite number")
    if payoff and not (SMALLEST <= payoff <= LARGEST or SMALLEST <= -payoff <= LARGEST):
        raise GameError(f"{here}: the payoff must be 0 or from 1e-100 to 1e100 in size")
    for t, p in to.items():
        if t not in number:
            raise GameError(f"{here}: there is no state {t!r} to go to")
        if not 0 <= p <= 1 + SUM_SLACK:
            raise GameError(f"{here}: the probability of going to {t!r} is {p}, not between 0 and 1")
        if 0 < p < SMALLEST:
            raise GameError(f"{here}: the probability of going to {t!r} must be 0 or at least 1e-100")
    total: Any = sum(to.values())
    if abs(total - 1) > SUM_SLACK and (total > 1 or not may_stop):
        hint = "" if total > 1 else " (a game that may stop needs a discount, which may be 1)"
        raise GameError(f"{here}: the chances of the next states sum to {float(total):.10g}, not to 1{hint}")
    if total in (0, 1) or abs(total - 1) > SUM_SLACK:
        return payoff, {t: p for t, p in to.items() if p}
    return payoff, {t: p / total for t, p in to.items() if p}
