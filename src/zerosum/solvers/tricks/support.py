"""The support of one matrix game, by the simplex method on a condensed tableau.

Take a column j0 whose maximum, at row i0, is least: playing it is a feasible start for the column player, and
eliminating its probability and the value leaves one row per slack and one column per probability. Each pivot
exchanges the label of a row with that of a column (Tucker's form). At the end the probabilities that label rows
and the slacks that label columns are as many, and are the support. How good it is, is for others to judge: bounds
are taken from the matrix itself.
"""

import numpy as np
from numba import njit

from zerosum.arrays import Floats, Ints

__all__ = ["find_support"]

SMALL = 1e-11
"""A pivot or a reduced cost below this, with payoffs scaled to a range of 1, counts as zero."""


@njit(cache=True, error_model="numpy")
def _start(A: Floats, m: int, n: int, T: Floats, label: Ints) -> None:
    """Write the first tableau T[i, j], costs in row m, right-hand side in column n, and the labels of its sides.

    label[0, i] is that of row i, label[1, j] that of column j; a label j < n is a probability, n + i a slack.
    """
    best, i0, j0, low, high = np.inf, 0, 0, np.inf, -np.inf
    for j in range(n):
        at = 0
        for i in range(m):
            entry = A[i * n + j]
            low, high = min(low, entry), max(high, entry)
            if entry > A[at * n + j]:
                at = i
        if A[at * n + j] < best:
            best, i0, j0 = A[at * n + j], at, j
    unit = 1.0 / (high - low) if high > low else 1.0
    for i in range(m):
        corner = unit * (A[i * n + j0] - best)
        for j in range(n):
            T[i, j] = unit * (A[i * n + j] - A[i0 * n + j]) - corner
        T[i, j0], T[i, n], label[0, i] = -1.0, -corner, n + i
    for j in range(n):
        T[i0, j], T[m, j], label[1, j] = 1.0, unit * (A[i0 * n + j] - best), j
    T[i0, j0], T[i0, n], label[0, i0] = 0.0, 1.0, j0
    T[m, j0], T[m, n], label[1, j0] = 1.0, 0.0, n + i0


@njit(cache=True, error_model="numpy")
def _choose(T: Floats, m: int, n: int, label: Ints, careful: bool) -> tuple[int, int]:
    """The next pivot; (-1, -1) at the optimum. If careful, by least labels, so that no basis comes twice."""
    c, r, least = -1, -1, -SMALL
    for j in range(n):
        if T[m, j] < least or (careful and T[m, j] < -SMALL and label[1, j] < label[1, c]):
            c = j
            least = -np.inf if careful else T[m, j]
    if c >= 0:
        least = np.inf
        for i in range(m):
            if T[i, c] > SMALL:
                ratio = T[i, n] / T[i, c]
                if ratio < least or (ratio == least and label[0, i] < label[0, r]):
                    r, least = i, ratio
    return (r, c) if r >= 0 else (-1, -1)


@njit(cache=True, error_model="numpy")
def _exchange(T: Floats, m: int, n: int, r: int, c: int) -> None:
    """Pivot on T[r, c]."""
    inverse = 1.0 / T[r, c]
    pivot = T[r]
    for j in range(n + 1):
        pivot[j] *= inverse
    pivot[c] = inverse
    for i in range(m + 1):
        line = T[i]
        factor = line[c]
        if i != r and factor != 0.0:
            line[c] = 0.0
            for j in range(n + 1):
                line[j] -= factor * pivot[j]


@njit(cache=True, error_model="numpy")
def find_support(A: Floats, m: int, n: int, T: Floats, label: Ints, rows: Ints, cols: Ints) -> int:
    """Write the support of the m x n game A, flat, into rows and cols, and return its size."""
    _start(A, m, n, T, label)
    steps = 8 * (m + n) + 20
    for step in range(2 * steps):
        r, c = _choose(T, m, n, label, step > steps)
        if r < 0:
            break
        _exchange(T, m, n, r, c)
        label[0, r], label[1, c] = label[1, c], label[0, r]
    s, t = 0, 0
    for i in range(m):
        if label[0, i] < n:
            cols[s] = label[0, i]
            s += 1
    for j in range(n):
        if label[1, j] >= n:
            rows[t] = label[1, j] - n
            t += 1
    return s


@njit(cache=True, error_model="numpy")
def order_support(A: Floats, n: int, rows: Ints, cols: Ints, s: int, D: Floats) -> None:
    """Order a support so that elimination in that order meets no small pivot: complete pivoting, on labels too."""
    corner = A[rows[0] * n + cols[0]]
    for a in range(1, s):
        for b in range(1, s):
            D[a, b] = A[rows[a] * n + cols[b]] - A[rows[a] * n + cols[0]] - A[rows[0] * n + cols[b]] + corner
    for t in range(1, s):
        r, c = t, t
        for a in range(t, s):
            for b in range(t, s):
                if abs(D[a, b]) > abs(D[r, c]):
                    r, c = a, b
        rows[t], rows[r] = rows[r], rows[t]
        cols[t], cols[c] = cols[c], cols[t]
        for b in range(t, s):
            D[t, b], D[r, b] = D[r, b], D[t, b]
        for a in range(t, s):
            D[a, t], D[a, c] = D[a, c], D[a, t]
        for a in range(t + 1, s):
            factor = D[a, t] / D[t, t]
            for b in range(t + 1, s):
                D[a, b] -= factor * D[t, b]
