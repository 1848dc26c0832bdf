"""The condensed tableau of a matrix game, in floats.

The column player seeks the least v with `A y <= v`, y a distribution. Take a column j0 whose maximum, at row i0, is
least: playing it is a feasible start. Eliminating v and y(j0) leaves a tableau with a row for each other slack and
for y(j0), a column for each other y and for the slack of i0, the costs below and the right-hand side to the right.
A pivot exchanges the label of a row and that of a column (Tucker's form). At the optimum the right-hand side holds
the column strategy and the costs hold the row strategy; the y that label rows and the slacks that label columns are
equal in number, and determine a square kernel of the game (Shapley and Snow 1950).
"""

from __future__ import annotations

from typing import NamedTuple

from zerosum.core.arrays import Floats, Ints
from zerosum.core.compiled import Routine, kernel


class Tableau(NamedTuple):
    """A simplex tableau: floats T[i, j] with costs in row m and right-hand sides in column n, and all labels."""

    m: int
    n: int
    T: Floats
    basic: Ints
    """The label of each row: j for y(j), n + i for the slack of row i."""
    free: Ints
    """The label of each column."""


class PivotRule(NamedTuple):
    """Thresholds below which a number counts as zero, for payoffs scaled to a range of 1."""

    cost: float
    """For a reduced cost."""
    pivot: float
    """For an entry to pivot on."""
    tie: float
    """For a difference of right-hand sides between rows that tie."""


@Routine
def _best_column(A: Floats, m: int, n: int, stride: int) -> tuple[int, int]:
    """Return the row and column of the smallest column maximum."""
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
def set_up(A: Floats, stride: int, unit: float, t: Tableau) -> None:
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
def entering(t: Tableau, rule: PivotRule, bland: bool) -> int:
    """Return the column of least cost, or by Bland's rule the least label of negative cost; -1 if there is none."""
    m, n, T, _, free = t
    found = -1
    for j in range(n):
        if T[m, j] < -rule.cost and (
            found < 0 or (free[j] < free[found] if bland else T[m, j] < T[m, found])
        ):
            found = j
    return found


@Routine
def leaving(t: Tableau, rule: PivotRule, c: int, bland: bool) -> int:
    """Return the row of least ratio; among ties the largest pivot, or by Bland's rule the least label; -1 if none."""
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
def optimise(t: Tableau, rule: PivotRule, many: int) -> None:
    """Pivot to the optimum, in floats; switch to Bland's rule after many steps, so that the method terminates."""
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
    """Write the rows and columns of the kernel given by the labels, and return its size."""
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
