"""The rules of a stochastic game, checked and laid out as flat arrays for solver and verifier."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Floats, Ints, Scalar
from zerosum.core.errors import GameError, InputError
from zerosum.core.game import Move, Position
from zerosum.core.limits import require_budget
from zerosum.core.numbers import Amount, as_fraction, is_tracked
from zerosum.models.stochastic.rules import Cell, StochasticGame

SUM_SLACK = 1e-9
"""The sum of probabilities in floats may differ from 1 by this much; they are then scaled to add up to 1."""

BYTES_PER_CELL = 600
"""Approximate memory for a pair of moves, as Python objects and in flat arrays."""

MIN_SIZE, MAX_SIZE = 1e-100, 1e100
"""Limits on the absolute value of a payoff that is not 0; probabilities and discounts are 0 or at least the first
limit.
"""


@dataclass(frozen=True, eq=False)
class StateTable:
    """A stochastic game as flat arrays. A *cell* is a state and a pair of moves; cells are ordered by state, then by
    row's move, then by col's move.
    """

    states: tuple[Position, ...]
    start: int
    discount: Amount | None
    rows: tuple[tuple[Move, ...], ...]
    """Row's moves in each state."""
    cols: tuple[tuple[Move, ...], ...]
    first: Ints
    """Shape (states + 1,): each state's first cell."""
    payoff: Floats
    """Shape (cells,)."""
    next_first: Ints
    """Shape (cells + 1,): the start of each cell's next states in the two arrays below."""
    next_state: Ints
    next_probability: Floats
    cells: tuple[Cell, ...] = field(repr=False)
    """The cells as the game defines them, with next states by name."""

    @property
    def size(self) -> int:
        """The number of states."""
        return len(self.states)

    @property
    def m(self) -> Ints:
        """The number of row's moves in each state."""
        return np.array([len(moves) for moves in self.rows], dtype=np.int64)

    @property
    def n(self) -> Ints:
        """The number of col's moves in each state."""
        return np.array([len(moves) for moves in self.cols], dtype=np.int64)

    def end_payoff(self, state: int) -> Amount | None:
        """Return the total payoff of an absorbing state without choices; otherwise None."""
        alone = self.first[state + 1] - self.first[state] == 1
        payoff, to = self.cells[self.first[state]]
        return payoff if alone and list(to) == [self.states[state]] else None

    def exact_cells(self) -> list[tuple[Fraction, dict[Position, Fraction]]]:
        """Return the cells in fractions; probabilities with a sum close to 1 are scaled to a sum of exactly 1."""
        cells = []
        for payoff, to in self.cells:
            chances = {t: as_fraction(p) for t, p in to.items()}
            total = sum(chances.values(), Fraction(0))
            scale = total if abs(total - 1) <= SUM_SLACK else Fraction(1)
            cells.append((as_fraction(payoff), {t: p / scale for t, p in chances.items()}))
        return cells

    def index(self, state: Position) -> int:
        """Return the index of a state."""
        if state not in self.states:
            raise GameError(
                f"there is no state {state!r}; the states are {', '.join(map(str, self.states[:20]))}"
            )
        return self.states.index(state)


def _number(x: object) -> Amount:
    """Return a number of the rules: floats, ints and fractions unchanged, other types as equal fractions."""
    return x if isinstance(x, float | int | Fraction) else as_fraction(x)


def proper_discount(given: object) -> Amount | None:
    """Check and return the discount."""
    discount = None if given is None else _number(given)
    if discount is not None and not 0 <= discount <= 1:
        raise GameError(f"the discount must be between 0 and 1, not {discount}")
    if discount is not None and not is_tracked(discount) and 0 < discount < MIN_SIZE:
        raise GameError("the discount must be 0 or at least 1e-100")
    return discount


def tabulate(game: StochasticGame) -> StateTable:
    """Read all of a game's rules, check them, and write them to flat arrays."""
    states = tuple(game.states)
    _check_names(states, game.first_state)
    moves = [game.moves(state) for state in states]
    cells_in_all = sum(len(rows) * len(cols) for rows, cols in moves)
    require_budget(
        f"{cells_in_all:,} pairs of moves in {len(states):,} states", memory=BYTES_PER_CELL * cells_in_all
    )
    for state, both in zip(states, moves, strict=True):
        for names in both:
            _check_moves(names, state)
    discount = proper_discount(game.discount)
    number = {state: s for s, state in enumerate(states)}
    cells = tuple(
        _proper_cell(game.play(state, i, j), (state, i, j), number, discount is not None)
        for state, (rows, cols) in zip(states, moves, strict=True)
        for i in rows
        for j in cols
    )
    return _flat(states, game.first_state, discount, moves, cells)


def with_ends(table: StateTable, paid: Mapping[int, Amount]) -> StateTable:
    """Return the game in which these states are absorbing, without choices, and have these payoffs."""
    moves, cells = [], list[Cell]()
    for s, (state, rows, cols) in enumerate(zip(table.states, table.rows, table.cols, strict=True)):
        moves.append((rows[:1], cols[:1]) if s in paid else (rows, cols))
        cells += (
            [(paid[s], {state: 1})]
            if s in paid
            else table.cells[int(table.first[s]) : int(table.first[s + 1])]
        )
    return _flat(table.states, table.states[table.start], table.discount, moves, tuple(cells))


def _flat(
    states: tuple[Position, ...],
    start: Position,
    discount: Amount | None,
    moves: Sequence[tuple[Sequence[Move], Sequence[Move]]],
    cells: tuple[Cell, ...],
) -> StateTable:
    """Write checked rules to flat arrays."""
    number, counts = {state: s for s, state in enumerate(states)}, [len(to) for _, to in cells]
    return StateTable(
        states=states,
        start=number[start],
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


def _check_moves(moves: Sequence[Move], state: Position) -> None:
    """Reject a state without moves, and two moves with one name."""
    if not len(moves):
        raise GameError(f"state {state!r} needs at least one move for each player")
    if len(set(moves)) < len(moves):
        twice = next(move for k, move in enumerate(moves) if move in list(moves)[:k])
        raise GameError(f"two moves in state {state!r} are called {twice!r}; give each a different name")


def _check_names(states: tuple[Position, ...], start: Position) -> None:
    """Reject a game without states, two states with one name, and a start that is not a state."""
    if not states:
        raise GameError("a stochastic game needs at least one state")
    if len(set(states)) < len(states):
        twice = next(state for state in states if states.count(state) > 1)
        raise GameError(f"two states are called {twice!r}; give each a different name")
    if start not in states:
        raise GameError(
            f"the start {start!r} is not a state; the states are {', '.join(map(str, states[:20]))}"
        )


def _proper_cell(
    cell: Cell, where: tuple[Position, Move, Move], number: Mapping[Position, int], may_stop: bool
) -> Cell:
    """Return a cell without unreachable states, with its probabilities scaled to sum to 1 (or less)."""
    here = "state {!r}, moves {!r} and {!r}".format(*where)
    try:
        payoff, to = _number(cell[0]), {t: _number(p) for t, p in cell[1].items()}
    except InputError as problem:
        raise GameError(f"{here}: {problem}") from None
    if not (isinstance(payoff, Fraction | int) or math.isfinite(payoff)):
        raise GameError(f"{here}: the payoff is {payoff}, not a finite number")
    if (
        not is_tracked(payoff)
        and payoff
        and not (MIN_SIZE <= payoff <= MAX_SIZE or MIN_SIZE <= -payoff <= MAX_SIZE)
    ):
        raise GameError(f"{here}: the payoff must be 0 or from 1e-100 to 1e100 in size")
    for t, p in to.items():
        if t not in number:
            raise GameError(f"{here}: there is no state {t!r} to go to")
        if not 0 <= p <= 1 + SUM_SLACK:
            raise GameError(f"{here}: the probability of going to {t!r} is {p}, not between 0 and 1")
        if not is_tracked(p) and 0 < p < MIN_SIZE:
            raise GameError(f"{here}: the probability of going to {t!r} must be 0 or at least 1e-100")
    total: Scalar = sum(to.values())
    if abs(total - 1) > SUM_SLACK and (total > 1 or not may_stop):
        hint = (
            ""
            if total > 1
            else " (a game that may stop needs a discount; write discount = 1 for the plain sum)"
        )
        raise GameError(
            f"{here}: the probabilities of the next states sum to {float(total):.10g}, not 1{hint}"
        )
    if total in (0, 1) or abs(total - 1) > SUM_SLACK:
        return payoff, {t: p for t, p in to.items() if p}
    return payoff, {t: p / total for t, p in to.items() if p}
