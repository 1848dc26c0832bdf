"""One matrix game: checked input, certified answer."""

from __future__ import annotations

import math
from collections.abc import Callable
from time import perf_counter

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.compiled import kernel
from zerosum.core.numbers import Number
from zerosum.matrix.answer import Optimum
from zerosum.matrix.exact import exact_game
from zerosum.matrix.fallback import FINE, around, exact_near, status
from zerosum.matrix.inputs import as_floats, as_fractions
from zerosum.matrix.kernel import solve_into
from zerosum.matrix.scratch import work_size

__all__ = ["Optimum", "solve", "solve_exact", "solve_once"]

FLOAT = np.dtype(np.float64)
METHOD = "simplex in floats, certified"


@kernel(error_model="numpy")
def _solve_one(A: Floats, out: Floats) -> int:
    """Write bounds and both strategies into `out`, and say how good they are."""
    m, n = A.shape
    row, col = out[2 : 2 + m], out[2 + m : 2 + m + n]
    out[0], out[1] = solve_into(A, row, col, np.empty(work_size(m, n)))
    found: int = status(A, row, col, out[0], out[1])
    return found


def solve(A: object) -> Optimum:
    """Value bounds and strategies of any rectangular matrix of payoffs to the row player.

    The fast kernel first; if its gap is above tolerance, the robust method; if that is, too, exactly.

    Parameters
    ----------
    A
        Payoffs to the row player: lists, or an array of two dimensions.

    Returns
    -------
    Optimum
        The value with bounds, and both strategies as arrays.

    Examples
    --------
    >>> found = zerosum.matrix.solve([[3, 1], [0, 2]])
    >>> round(float(found.value), 12), [round(p, 3) for p in found.row]
    (1.5, [0.5, 0.5])
    """
    began = perf_counter()
    if type(A) is np.ndarray and A.dtype is FLOAT and A.ndim == 2 and A.size and A.flags.carray:
        m, n = A.shape
        out = np.empty(2 + m + n)
        if _solve_one.compiled(A, out) == FINE:
            return Optimum(out, m, METHOD, perf_counter() - began)
    return _solve_any(A, began)


def solve_once(A: object) -> Optimum:
    """The same for a matrix that comes alone: small ones do not wait for the compiler."""
    return _solve_any(A, perf_counter(), _solve_one)


def _solve_any(A: object, began: float, solve_one: Callable[[Floats, Floats], int] | None = None) -> Optimum:
    """Solve a matrix of any kind, and one on which floats do not suffice."""
    solve_one = solve_one or _solve_one.compiled
    payoffs, error = as_floats(A)
    m, n = payoffs.shape
    out = np.empty(2 + m + n)
    solve_one(payoffs, out)
    row, col = out[2 : 2 + m], out[2 + m :]
    if error:
        out[0], out[1] = math.nextafter(out[0] - error, -math.inf), math.nextafter(out[1] + error, math.inf)
    if status(payoffs, row, col, out[0], out[1]) == FINE:
        return Optimum(out, m, METHOD, perf_counter() - began)
    value, x, y = exact_near(as_fractions(A), row, col)
    numbers: list[Number] = [*around(value), *map(float, x), *map(float, y)]
    return Optimum(numbers, m, "exact simplex, rounded outward", perf_counter() - began)


def solve_exact(A: object) -> Optimum:
    """The exact value and exact optimal strategies; a float counts as the binary fraction that it is.

    Parameters
    ----------
    A
        Payoffs to the row player: whole numbers, fractions or floats.

    Returns
    -------
    Optimum
        The same as from `solve`, in fractions.

    Examples
    --------
    >>> print(zerosum.matrix.solve_exact([[3, 1], [0, 2]]).value)
    1.5 = 3/2
    """
    began = perf_counter()
    value, row, col = exact_game(as_fractions(A))
    return Optimum([value, value, *row, *col], len(row), "exact simplex", perf_counter() - began)
