"""Shapley's operator: T v(s) = val[ r(s, i, j) + beta sum_t p(t | s, i, j) v(t) ], with rigorous bounds.

`StageGames` is T at one vector v: bounds on T v in spite of rounding, and the strategies that prove them. Row's
strategy x at v proves the lower bound against *every* response of col, so a stage is also a pair of stationary
strategies with a certificate.

If one player's strategies are fixed, the other has a Markov decision process; if both are fixed, a Markov chain
remains. `response_process` and `chain` build them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.core.compiled import Kernel
from zerosum.matrix import TOLERANCE, solve_fallback, solve_into, work_size
from zerosum.models.stochastic.solve.processes import EPS, Process
from zerosum.models.stochastic.table import StateTable
from zerosum.numerics.programs import MatrixEntries
from zerosum.numerics.sparse import Matrix, lengths, matrix


@dataclass(frozen=True, eq=False)
class StageGames:
    """T v, with the strategies that attain it."""

    lower: Floats
    """T v is at least this, and row's strategies prove it."""
    upper: Floats
    row: Floats
    col: Floats

    @property
    def middle(self) -> Floats:
        """The midpoints of the bounds."""
        return 0.5 * (self.lower + self.upper)


class ShapleyOperator:
    """The Shapley operator T of one game, and the decision processes against fixed strategies."""

    def __init__(self, table: StateTable, discount: float | None = None) -> None:
        beta = table.discount if discount is None else discount
        self.table = table
        self.beta = 1.0 if beta is None else float(beta)
        self.m, self.n = table.m, table.n
        self.row_first = np.concatenate([[0], np.cumsum(self.m)])
        self.col_first = np.concatenate([[0], np.cumsum(self.n)])
        chances = table.next_probability * self.beta
        cells = np.repeat(np.arange(table.payoff.size), np.diff(table.next_first))
        self.to = matrix(MatrixEntries(chances, cells, table.next_state), (table.payoff.size, table.size))
        self._index()

    def _index(self) -> None:
        """For each cell, the indices of its row move and of its col move among all states' moves."""
        pairs = [
            (self.row_first[s] + i, self.col_first[s] + j)
            for s in range(self.table.size)
            for i in range(self.m[s])
            for j in range(self.n[s])
        ]
        self.cell_row, self.cell_col = np.array(pairs, dtype=np.int64).T

    def shortened(self, factor: float) -> ShapleyOperator:
        """Return the operator of the game with an additional discount factor."""
        return ShapleyOperator(self.table, self.beta * factor)

    def matrices(self, v: Floats) -> tuple[Floats, Floats]:
        """Return the stage games' entries, cell by cell, and a bound on the rounding error of each."""
        payoff = self.table.payoff
        entries = payoff + self.to @ v
        slack = (0.5 * np.diff(self.table.next_first) + 6) * EPS * (np.abs(payoff) + self.to @ np.abs(v))
        return entries, slack

    def __call__(self, v: Floats) -> StageGames:
        """Return T v with bounds and strategies."""
        entries, slack = self.matrices(v)
        size = self.table.size
        lower, upper = np.empty(size), np.empty(size)
        row, col = np.empty(self.row_first[-1]), np.empty(self.col_first[-1])
        first = self.table.first
        shapes = Shapes(first, self.m, self.n, self.row_first, self.col_first)
        _solve_stages(entries, shapes, row, col, lower, upper)
        largest = np.maximum.reduceat(np.abs(entries), first[:-1])
        for s in np.flatnonzero(~(upper - lower <= TOLERANCE * largest)):
            A = entries[first[s] : first[s + 1]].reshape(self.m[s], self.n[s])
            lower[s], upper[s], x, y = solve_fallback(A)
            row[self.row_first[s] : self.row_first[s + 1]] = x
            col[self.col_first[s] : self.col_first[s + 1]] = y
        slip = np.maximum.reduceat(slack, first[:-1])
        return StageGames(lower - slip, upper + slip, row, col)

    def response_process(self, *, row: Floats | None = None, col: Floats | None = None) -> Process:
        """Return the decision process of col against row's strategies, or of row against col's."""
        if row is not None:
            weight, action, first, sign = row[self.cell_row], self.cell_col, self.col_first, -1
        elif col is not None:
            weight, action, first, sign = col[self.cell_col], self.cell_row, self.row_first, 1
        else:
            return Process(self.table.first, self.table.payoff, self.to, 1)
        cells = np.arange(weight.size)
        used = weight > 0
        mix = matrix(MatrixEntries(weight[used], action[used], cells[used]), (first[-1], weight.size))
        return Process(first, mix @ self.table.payoff, mix @ self.to, sign, int(lengths(mix).max()))

    def chain(self, row: Floats, col: Floats) -> tuple[Floats, Matrix]:
        """Return the expected payoff and the (discounted) transition matrix under both strategies."""
        weight = row[self.cell_row] * col[self.cell_col]
        state = np.repeat(np.arange(self.table.size), np.diff(self.table.first))
        mix = matrix(MatrixEntries(weight, state, np.arange(weight.size)), (self.table.size, weight.size))
        return mix @ self.table.payoff, mix @ self.to


class Shapes(NamedTuple):
    """For each state: the start of its cells, the numbers of moves, and the start of its strategies."""

    first: Ints
    m: Ints
    n: Ints
    row_first: Ints
    col_first: Ints


@Kernel
def _solve_stages(
    entries: Floats, shapes: Shapes, row: Floats, col: Floats, lower: Floats, upper: Floats
) -> None:
    """Solve each state's matrix game; games of different shapes lie one after another in `entries`."""
    first, m, n, row_first, col_first = shapes
    most = 0
    for s in range(m.size):
        most = max(most, work_size(m[s], n[s]))
    work = np.empty(most)
    for s in range(m.size):
        A = entries[first[s] : first[s + 1]].reshape(m[s], n[s])
        x = row[row_first[s] : row_first[s + 1]]
        y = col[col_first[s] : col_first[s + 1]]
        lower[s], upper[s] = solve_into(A, x, y, work)
