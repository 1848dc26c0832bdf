"""The condensed tableau of a matrix game, in floats and in whole numbers.

The column player seeks the least v with `A y <= v`, y a distribution. Take a column j0 whose maximum, at row i0, is
least: playing it is a feasible start. Eliminating v and y(j0) leaves a tableau with a row for each other slack and for
y(j0), a column for each other y and for the slack of i0, the costs below and the right-hand side to the right. A pivot
exchanges the label of a row and that of a column (Tucker's form). At the optimum the right-hand side holds the
column strategy and the costs hold the row strategy; the y that label rows and the slacks that label columns are as
many, and name a square kernel of the game (Shapley and Snow 1950).

What does not depend on the kind of number is written once: compiled where compiled code calls it, plain Python on
arrays of whole numbers. Comparisons of ratios multiply crosswise, so that whole numbers stay whole.

`exact_game` solves a game in fractions. A guess of the two supports, as a solution in floats gives it, is tried
first: if the basis that it names is optimal, there is nothing left to search.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Floats, Ints, Scalar
from zerosum.core.compiled import Routine, kernel
from zerosum.core.progress import Progress, silent

Numbers = Scalar
"""An array of floats, or one of Python's whole numbers: numba knows the one, and Python does the other."""

Matrix = Sequence[Sequence[Fraction]]

Exact = tuple[Fraction, list[Fraction], list[Fraction]]
"""The value, the row strategy and the column strategy."""

PLAYED = 1e-9
"""Moves with a smaller probability are left out of the guess of a support."""


class Tableau(NamedTuple):
    """Numbers T[i, j] with costs in row m and the right-hand side in column n, and the labels of both sides."""

    m: int
    n: int
    T: Numbers
    basic: Ints
    """The label of each row: j for y(j), n + i for the slack of row i."""
    free: Ints
    """The label of each column."""


class Rule(NamedTuple):
    """Below which sizes a number counts as nothing, payoffs being scaled to a range of 1."""

    cost: float
    """A reduced cost."""
    pivot: float
    """An entry to pivot on."""
    tie: float
    """A difference of right-hand sides between rows that tie."""


@Routine
def _best_column(A: Numbers, m: int, n: int, stride: int) -> tuple[int, int]:
    """The row and column of the least column maximum."""
    i0, j0 = -1, -1
    for j in range(n):
        top = 0
        for i in range(1, m):
            if A[i * stride + j] > A[top * stride + j]:
                top = i
        if j0 < 0 or A[top * stride + j] < A[i0 * stride + j0]:
            i0, j0 = top, j
    return i0, j0


@Routine
def set_up(A: Numbers, stride: int, unit: Scalar, t: Tableau) -> None:
    """Write the first tableau of the payoffs A[i * stride + j], times `unit`."""
    m, n, T, basic, free = t
    i0, j0 = _best_column(A, m, n, stride)
    base = i0 * stride
    for i in range(m):
        corner = A[i * stride + j0] - A[base + j0]
        for j in range(n):
            T[i, j] = unit * ((A[i * stride + j] - A[base + j]) - corner)
        T[i, j0], T[i, n], basic[i] = -1, -unit * corner, n + i
    for j in range(n):
        T[i0, j], T[m, j], free[j] = 1, unit * (A[base + j] - A[base + j0]), j
    T[i0, j0], T[i0, n], basic[i0] = 0, 1, j0
    T[m, j0], T[m, n], free[j0] = 1, 0, n + i0


@Routine
def entering(t: Tableau, rule: Rule, bland: bool) -> int:
    """The column of least cost, or by Bland's rule that of least label among the negative; -1 if there is none."""
    m, n, T, _, free = t
    found = -1
    for j in range(n):
        if T[m, j] < -rule.cost and (
            found < 0 or (free[j] < free[found] if bland else T[m, j] < T[m, found])
        ):
            found = j
    return found


@Routine
def leaving(t: Tableau, rule: Rule, c: int, bland: bool) -> int:
    """The row of least ratio; among ties the largest pivot, or by Bland's rule the least label; -1 if none."""
    m, n, T, basic, _ = t
    least = -1
    for i in range(m):
        if T[i, c] > rule.pivot and (
            least < 0 or (T[i, n] + rule.tie) * T[least, c] < (T[least, n] + rule.tie) * T[i, c]
        ):
            least = i
    found = least
    for i in range(m):
        if T[i, c] > rule.pivot and T[i, n] * T[least, c] <= (T[least, n] + rule.tie) * T[i, c]:
            better = basic[i] < basic[found] if bland else T[i, c] > T[found, c]
            if better:
                found = i
    return found


@kernel(error_model="numpy")
def exchange(t: Tableau, r: int, c: int) -> None:
    """Exchange row r and column c, in floats."""
    m, n, T, basic, free = t
    source, inverse = T[r], 1.0 / T[r, c]
    source[c] = 1.0
    for j in range(n + 1):
        source[j] *= inverse
    for i in range(m + 1):
        line = T[i]
        factor = line[c]
        if i != r and factor != 0.0:
            line[c] = 0.0
            for j in range(n + 1):
                line[j] -= factor * source[j]
    basic[r], free[c] = free[c], basic[r]


@kernel(error_model="numpy")
def optimise(t: Tableau, rule: Rule, many: int) -> None:
    """Pivot to the optimum, in floats; by Bland's rule after many steps, and not for ever."""
    for step in range(3 * many):
        c = entering(t, rule, step > many)
        r = leaving(t, rule, c, step > many) if c >= 0 else -1
        if r < 0:
            return
        exchange(t, r, c)
        for i in range(t.m):
            t.T[i, t.n] = max(t.T[i, t.n], 0.0)


@Routine
def basis_of(t: Tableau, rows: Ints, cols: Ints) -> int:
    """Write the rows and columns of the kernel that the labels name, and return its size."""
    s, size = 0, 0
    for i in range(t.m):
        if t.basic[i] < t.n:
            cols[size] = t.basic[i]
            size += 1
    for j in range(t.n):
        if t.free[j] >= t.n:
            rows[s] = t.free[j] - t.n
            s += 1
    return size


EXACT = Rule(0, 0, 0)


class WholeTableau:
    """The tableau in whole numbers, all over one divisor, the last pivot (Edmonds 1967, Bareiss 1968).

    The division in each step leaves no remainder, so that numbers stay as short as determinants. Every line is made
    whole by a scale of its own, which keeps them shorter still: only the units of slacks and costs change.
    """

    def __init__(self, A: Sequence[Sequence[Fraction]]) -> None:
        m, n = len(A), len(A[0])
        T = np.empty((m + 1, n + 1), dtype=object)
        self.table = Tableau(m, n, T, np.empty(m, dtype=np.int64), np.empty(n, dtype=np.int64))
        self.divisor = 1
        whole = lcm(*(a.denominator for line in A for a in line))
        set_up([a.numerator * (whole // a.denominator) for line in A for a in line], n, 1, self.table)
        self.scales = [1] * (m + 1)
        """By how much each line was multiplied."""
        if whole > 1:
            first = int(self.table.basic.argmin())
            T[:, self.table.basic[first]] *= whole
            shared = [gcd(*line) for line in T.tolist()]
            T //= np.array(shared, dtype=object)[:, None]
            self.scales = [1 if i == first else whole // by for i, by in enumerate(shared)]

    def strategies(self) -> tuple[list[Fraction], list[Fraction]]:
        """The row and the column strategy at the optimum."""
        m, n, T, basic, free = self.table
        row, col = [Fraction(0)] * m, [Fraction(0)] * n
        for i, label in enumerate(basic.tolist()):
            if label < n:
                col[label] = Fraction(T[i, n], self.divisor)
        for j, label in enumerate(free.tolist()):
            if label >= n:
                row[label - n] = Fraction(T[m, j] * self.scales[label - n], self.divisor * self.scales[m])
        return row, col

    def is_feasible(self) -> bool:
        """Whether the right-hand side is a distribution, as far as it goes."""
        return bool((self.table.T[:-1, -1] >= 0).all())

    def jump(self, rows: set[int], cols: set[int], progress: Progress) -> None:
        """Exchange labels until the columns' y are basic and the rows' slacks free, as far as that can be."""
        m, n, T, basic, free = self.table
        inside = cols | {n + i for i in range(m) if i not in rows}
        wanted = [c for c in range(n) if int(free[c]) in inside]
        for k, c in enumerate(wanted):
            progress(k, len(wanted), "pivots in fractions")
            if int(free[c]) in inside:
                out = (r for r in range(m) if int(basic[r]) not in inside and T[r, c])
                if (r := next(out, None)) is not None:
                    self.exchange(r, c)

    def optimise(self) -> None:
        """Pivot until no cost is negative; Bland's rule after many steps makes it end always."""
        step, many = 0, 10 * (self.table.m + self.table.n)
        while (c := entering(self.table, EXACT, step > many)) >= 0:
            self.exchange(leaving(self.table, EXACT, c, True), c)
            step += 1

    def exchange(self, r: int, c: int) -> None:
        """Exchange row r and column c; the divisor stays positive."""
        T, basic, free = self.table[2:]
        pivot, line, column = T[r, c], T[r].copy(), T[:, c].copy()
        T *= pivot
        T -= column[:, None] * line
        T //= self.divisor
        T[:, c], T[r] = -column, line
        T[r, c], self.divisor = self.divisor, abs(pivot)
        if pivot < 0:
            np.negative(T, out=T)
        basic[r], free[c] = free[c], basic[r]

    def kernel(self) -> tuple[list[int], list[int]]:
        """Rows and columns of the square kernel that the labels name; bordered with ones it is regular."""
        rows, cols = (np.empty(size, dtype=np.int64) for size in self.table[:2])
        size = basis_of(self.table, rows, cols)
        return sorted(rows[:size].tolist()), sorted(cols[:size].tolist())


def exact_game(
    A: Matrix, rows: Collection[int] = (), cols: Collection[int] = (), progress: Progress = silent
) -> Exact:
    """Solve a proper matrix of fractions; `rows` and `cols` may guess the supports."""
    row, col = _optimal_tableau(A, rows, cols, progress).strategies()
    payoffs = (
        sum((q * a for q, a in zip(col, A[i], strict=True) if q), Fraction(0))
        for i in range(len(A))
        if row[i]
    )
    return next(payoffs), row, col


def optimal_kernel(A: Matrix) -> tuple[list[int], list[int]]:
    """Rows and columns of a square kernel; some may have probability zero, yet bordered with ones it is regular."""
    return _optimal_tableau(A).kernel()


def exact_near(A: Matrix, row: Floats, col: Floats, progress: Progress = silent) -> Exact:
    """Solve A exactly: value and strategies, soon if nearly optimal strategies are given."""
    rows, cols = (np.flatnonzero(x > PLAYED).tolist() for x in (row, col))
    return exact_game(A, rows, cols, progress)


def _optimal_tableau(
    A: Matrix,
    rows: Collection[int] = (),
    cols: Collection[int] = (),
    progress: Progress = silent,
) -> WholeTableau:
    """The tableau at its optimum."""
    tableau = WholeTableau(A)
    if len(rows) == len(cols) > 0:
        tableau.jump(set(rows), set(cols), progress)
        if not tableau.is_feasible():
            tableau = WholeTableau(A)
    tableau.optimise()
    return tableau
