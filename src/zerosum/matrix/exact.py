"""Matrix games in fractions: the basis is found in floats, then solved, proved and, if necessary, corrected in
integers.

Multiply all payoffs by their common denominator, so that they are integers. The column player seeks the least v
with `A y + s = v`, `sum y = 1`, y and s nonnegative. A *basis* consists of rows I, whose slacks s are zero, and
equally many columns J, the only ones played. It determines everything else by two systems with one bordered matrix,

    M = | A(I, J)  -1 |      M (y, v) = (0, 1),      M' (x, -v) = (0, -1),
        |    1      0 |

and it is optimal if four kinds of numbers are not negative: the probabilities y(J) and the slacks of the other rows
(primal), the probabilities x(I) and the reduced costs `x A - v` of the other columns (dual). FLINT solves the
systems by p-adic lifting, in milliseconds for a hundred moves, and all four kinds of signs are checked in integers:
no result in floats is trusted.

Floats find the basis by the simplex method on payoffs that are shifted and scaled to lie between 0 and 1 before
they are rounded. If rounding gave a wrong basis, the optimal one is a few exchanges away, and nearly always only
primal or only dual numbers are negative. Then the exchanges are made exactly: the label of the most negative number
is exchanged with the label of least ratio in its row (dual simplex) or column (primal simplex) of the tableau,
which comes from another system with M. If both kinds are negative, the primal simplex starts from one row and one
column.

References: L. S. Shapley and R. N. Snow, Basic solutions of discrete games, 1950, for the bordered matrix; D.
Applegate, W. Cook, S. Dash and D. Espinoza, Exact solutions to linear programming problems, 2007, for bases
found in floats.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from flint import fmpq, fmpz, fmpz_mat

from zerosum.core.compiled import kernel
from zerosum.matrix.tableau import PivotRule, Tableau, basis_of, optimise, set_up
from zerosum.numerics.exact import solve_whole, whole_numbers

Matrix = Sequence[Sequence[Fraction]]

ExactOptimum = tuple[Fraction, list[Fraction], list[Fraction]]
"""The value, the row strategy and the column strategy."""

FLOAT_RULE = PivotRule(cost=1e-16, pivot=1e-13, tie=1e-15)
"""Tolerances for zero in the search for the basis in floats."""

MANY = 10
"""Number of exchanges per move after which Bland's rule is used, which never cycles."""

Basis = tuple[list[int], list[int]]
"""Rows whose slacks are zero, and equally many columns that are played, in increasing order."""


def exact_game(A: Matrix, rows: Collection[int] = (), cols: Collection[int] = ()) -> ExactOptimum:
    """Solve a proper matrix of fractions; `rows` and `cols` may guess the basis."""
    game = _WholeGame(A)
    found = game.optimum((sorted(rows), sorted(cols)))
    m, n = game.payoffs.shape
    row, col = [Fraction(0)] * m, [Fraction(0)] * n
    for strategy, places, numerators, total in (
        (row, found.rows, found.x, found.x_total),
        (col, found.cols, found.y, found.y_total),
    ):
        for place, numerator in zip(places, numerators, strict=False):
            strategy[place] = Fraction(int(numerator), total)
    return Fraction(int(found.y[-1]), found.y_total * game.unit), row, col


def optimal_kernel(A: Matrix) -> Basis:
    """Return rows and columns of a square kernel that is nonsingular when bordered with ones; some may have
    probability 0.
    """
    found = _WholeGame(A).optimum(([], []))
    return found.rows, found.cols


class _BasisPoint(NamedTuple):
    """A basis with the basic solutions of both players."""

    rows: list[int]
    cols: list[int]
    matrix: fmpz_mat
    """The bordered matrix M."""
    y: list[fmpz]
    """Numerators of the probabilities of the columns, and of the value."""
    y_total: int
    x: list[fmpz]
    """Numerators of the probabilities of the rows, and of minus the value."""
    x_total: int


class _WholeGame:
    """A game scaled to integer payoffs."""

    def __init__(self, A: Matrix) -> None:
        numbers, self.unit = whole_numbers([a for line in A for a in line])
        """Payoffs are multiplied by the unit."""
        self.payoffs: npt.NDArray[np.object_] = np.array(numbers, dtype=object).reshape(len(A), -1)

    def optimum(self, guess: Basis) -> _BasisPoint:
        """Return the optimal basis: the guess, the basis found in floats, or one reached from there by exchanges."""
        point = self.at(guess) if len(guess[0]) == len(guess[1]) > 0 else None
        point = point or self.at(self.basis_in_floats()) or self.at(self.first_basis())
        for step in itertools.count():
            assert (
                point is not None
            )  # the first basis is nonsingular, and so is every basis after an exchange
            basis = self.next_basis(point, bland=step > MANY * sum(self.payoffs.shape))
            if basis is None:
                return point
            point = self.at(basis)
        raise AssertionError("unreachable")

    def first_basis(self) -> Basis:
        """Return the column with the smallest maximum, and the row of that maximum."""
        tops = self.payoffs.argmax(axis=0)
        j = min(range(len(tops)), key=lambda j: self.payoffs[tops[j], j])
        return [int(tops[j])], [j]

    def basis_in_floats(self) -> Basis:
        """Return the optimal basis found by the simplex method in floats."""
        m, n = self.payoffs.shape
        low = self.payoffs.min()
        spread = self.payoffs.max() - low
        if not spread:
            return self.first_basis()
        floats = ((self.payoffs - low) / spread).astype(np.float64)
        labels = np.empty(m, np.int64), np.empty(n, np.int64)
        table = Tableau(m, n, np.empty((m + 1, n + 1)), *labels)
        optimise_from_start(floats.ravel(), table)
        rows, cols = np.empty(min(m, n), np.int64), np.empty(min(m, n), np.int64)
        size = basis_of(table, rows, cols)
        return sorted(rows[:size].tolist()), sorted(cols[:size].tolist())

    def at(self, basis: Basis) -> _BasisPoint | None:
        """Solve both systems of a basis; return None if it is singular."""
        rows, cols = basis
        size = len(rows)
        bordered = np.full((size + 1, size + 1), 1, dtype=object)
        bordered[:size, :size] = self.payoffs[np.ix_(rows, cols)]
        bordered[:size, size], bordered[size, size] = -1, 0
        matrix = _matrix(bordered)
        zeros = [0] * size
        y, x = solve_whole(matrix, [*zeros, 1]), solve_whole(matrix.transpose(), [*zeros, -1])
        if y is None or x is None:
            return None
        return _BasisPoint(rows, cols, matrix, y[0].entries(), y[1], x[0].entries(), x[1])

    def next_basis(self, point: _BasisPoint, *, bland: bool) -> Basis | None:
        """Return the basis after one exchange of the primal or dual simplex method; None if the point is optimal."""
        m, n = self.payoffs.shape
        rows, cols, _, y, _, x, _ = point
        # reduced costs and basic values by label: y(j) is j, the slack of row i is n + i
        basic = set(cols) | (set(range(n, n + m)) - {n + i for i in rows})
        numbers = [*self._costs(point, x), *(-s for s in self._slacks(point, y))]
        for label, number in [
            *zip(cols, y, strict=False),
            *((n + i, p) for i, p in zip(rows, x, strict=False)),
        ]:
            numbers[label] = number
        wrong = [label for label, number in enumerate(numbers) if number < 0]
        if not wrong:
            return None
        # a negative basic value is infeasible in the primal, a negative cost in the dual; if both occur, start afresh
        primal, dual = (any((label in basic) == kind for label in wrong) for kind in (True, False))
        if primal and dual:
            return self.first_basis()
        # the ratio test of the simplex method, primal or dual, along the row or column of the leaving label
        leaves = wrong[0] if bland else min(wrong, key=numbers.__getitem__)
        line = self._line(point, leaves) if primal else self._column(point, leaves)
        others = (label for label, entry in enumerate(line) if (label in basic) == dual and entry > 0)
        basic ^= {leaves, min(others, key=lambda label: fmpq(numbers[label], line[label]))}
        return [i for i in range(m) if n + i not in basic], [j for j in range(n) if j in basic]

    def _line(self, point: _BasisPoint, label: int) -> list[fmpz]:
        """Return the negated tableau row of a basic label, times a positive number, for each nonbasic label."""
        m, n = self.payoffs.shape
        own = [0] * n if label < n else self.payoffs[label - n].tolist()
        right = [-own[j] for j in point.cols] + [int(label >= n)]
        if label < n:
            right[point.cols.index(label)] = 1
        w, total = _solved(point.matrix.transpose(), right)
        entries = [-(a + total * b) for a, b in zip(self._costs(point, w), own, strict=True)] + [fmpz(0)] * m
        for i, number in zip(point.rows, w, strict=False):
            entries[n + i] = -number
        return entries

    def _column(self, point: _BasisPoint, label: int) -> list[fmpz]:
        """Return the tableau column of a nonbasic label, times a positive number, for each basic label."""
        m, n = self.payoffs.shape
        own = [0] * m if label >= n else self.payoffs[:, label].tolist()
        right = [own[i] for i in point.rows] + [int(label < n)]
        if label >= n:
            right[point.rows.index(label - n)] = 1
        w, total = _solved(point.matrix, right)
        entries = [fmpz(0)] * n + [total * b - a for a, b in zip(self._slacks(point, w), own, strict=True)]
        for j, number in zip(point.cols, w, strict=False):
            entries[j] = number
        return entries

    def _costs(self, point: _BasisPoint, w: list[fmpz]) -> list[fmpz]:
        """Return w (A(I, ·), 1) for every column."""
        lines = self.payoffs[point.rows].T
        return (_matrix(np.insert(lines, lines.shape[1], 1, axis=1)) * _column(w)).entries()

    def _slacks(self, point: _BasisPoint, w: list[fmpz]) -> list[fmpz]:
        """Return (A(·, J), -1) w for every row."""
        lines = self.payoffs[:, point.cols]
        return (_matrix(np.insert(lines, lines.shape[1], -1, axis=1)) * _column(w)).entries()


@kernel(error_model="numpy")
def optimise_from_start(payoffs: npt.NDArray[np.float64], table: Tableau) -> None:
    """Run the simplex method in floats from the first tableau."""
    set_up(payoffs, table.n, 1.0, table)
    optimise(table, FLOAT_RULE, 20 * (table.m + table.n) + 100)


def _matrix(numbers: npt.NDArray[np.object_]) -> fmpz_mat:
    m, n = numbers.shape
    return fmpz_mat(m, n, numbers.ravel().tolist())


def _column(numbers: list[fmpz]) -> fmpz_mat:
    return fmpz_mat(len(numbers), 1, numbers)


def _solved(matrix: fmpz_mat, right: Sequence[int]) -> tuple[list[fmpz], int]:
    """Return the solution of a system that is known to be nonsingular."""
    found = solve_whole(matrix, right)
    assert found is not None
    return found[0].entries(), found[1]
