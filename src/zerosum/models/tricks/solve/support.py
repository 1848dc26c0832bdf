"""The support of one matrix game, from the tableau's last basis, and an order that suits elimination.

How good a support is, is for others to judge: bounds are taken from the matrix itself.
"""

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.core.compiled import kernel
from zerosum.matrix.tableau import Rule, Tableau, basis_of, optimise, set_up

__all__ = ["find_support", "order_support"]

RULE = Rule(cost=1e-11, pivot=1e-11, tie=0.0)


@kernel(error_model="numpy")
def find_support(A: Floats, t: Tableau, rows: Ints, cols: Ints) -> int:
    """Write the support of the game A, flat, into rows and cols, and return its size; t is scratch of its shape."""
    low, high = np.inf, -np.inf
    for e in range(t.m * t.n):
        low, high = min(low, A[e]), max(high, A[e])
    set_up(A, t.n, 1.0 / (high - low) if high > low else 1.0, t)
    optimise(t, RULE, 8 * (t.m + t.n) + 20)
    return basis_of(t, rows, cols)


@kernel(error_model="numpy")
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
