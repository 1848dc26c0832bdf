"""Solve matrix games from Python: one game, a batch of games, and exactly in fractions.

Payoffs are lists, tuples, numpy arrays, fractions or decimals, and are checked once, here. One game is solved by
the compiled kernel; if its gap is above the tolerance even after the robust method, it is solved exactly, in
fractions, and the value is rounded outward. So this module never returns a wide gap. A batch is solved in parallel
over games, without Python per game: small games eight abreast (`lanes`), larger ones one by one.

Compiled callers must do the same themselves. `solve_into` returns bounds; if `upper - lower` is more than
`TOLERANCE` times the size of the payoffs, keep the index of the game; after the block, solve each such game with
`solve_fallback`, and replace its bounds and strategies by the result. There are few such games, and each takes
milliseconds.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Callable, Sequence, Sized
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from time import perf_counter

import numpy as np

from zerosum.core.arrays import Array, Floats
from zerosum.core.compiled import threads
from zerosum.core.errors import InputError
from zerosum.core.numbers import Number, as_fraction
from zerosum.matrix.answer import BatchSolution, Certified, Optimum
from zerosum.matrix.kernel import FINE, IMPROPER, WIDE, solve_one, solve_singly, status
from zerosum.matrix.lanes import MAX_ENTRIES, solve_lanes

Fractions = list[list[Fraction]]

EXACT_INTEGERS = 2**53
"""Every integer up to this size is exactly a float."""
FLOAT_TYPES = frozenset((float, np.float64, np.float32, np.float16))
"""Types of numbers that convert to the floats of the kernels without an error."""
FLOAT = np.dtype(np.float64)
METHOD = "simplex in floats, certified"
"""The method named in solutions found by the kernels."""
CHUNK = 4096
"""Maximum number of games that a thread takes at a time."""
ENTRIES, DENOMINATOR, NUMERATOR = 100, 10**4, 10**9
"""Maximum number of entries of a small matrix, and maximum size of its common denominator and of its numerators."""
SMALL = 64
"""Batches with fewer games than this are solved in one thread."""


def solve(A: object) -> Optimum:
    """Solve any rectangular matrix of payoffs to the row player: bounds on the value and both optimal strategies.

    The fast kernel is used first; if its gap is above the tolerance, the robust method; if that gap is too wide as
    well, exact fractions.

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
        if solve_one.compiled(A, out) == FINE:
            return Optimum(out, m, METHOD, perf_counter() - began)
    return _solve_any(A, began)


def is_small(payoffs: Sequence[Sequence[object]]) -> bool:
    """Return whether a matrix has few entries, all short fractions, so that it is solved in fractions by default."""
    entries = [a for row in payoffs for a in row]
    if len(entries) > ENTRIES or not all(isinstance(a, int | Fraction) for a in entries):
        return False
    exact = [as_fraction(a) for a in entries]
    common = math.lcm(*(a.denominator for a in exact))
    return common <= DENOMINATOR and all(abs(a) * common <= NUMERATOR for a in exact)


def solve_once(A: object) -> Optimum:
    """Solve a single matrix; a small one runs in plain Python without waiting for the compiler."""
    return _solve_any(A, perf_counter(), solve_one)


def _solve_any(A: object, began: float, solver: Callable[[Floats, Floats], int] | None = None) -> Optimum:
    """Solve a matrix of any type of number; exactly, if floats leave a wide gap."""
    solver = solver or solve_one.compiled
    payoffs, error = as_floats(A)
    m, n = payoffs.shape
    out = np.empty(2 + m + n)
    solver(payoffs, out)
    row, col = out[2 : 2 + m], out[2 + m :]
    if error:
        out[0], out[1] = math.nextafter(out[0] - error, -math.inf), math.nextafter(out[1] + error, math.inf)
    if status(payoffs, row, col, out[0], out[1]) == FINE:
        return Optimum(out, m, METHOD, perf_counter() - began)
    from zerosum.matrix.exact import exact_game  # FLINT is slow to import

    value, x, y = exact_game(as_fractions(A))
    numbers: list[Number] = [*around(value), *map(float, x), *map(float, y)]
    return Optimum(numbers, m, "exact simplex, rounded outward", perf_counter() - began)


def solve_exact(A: object) -> Optimum:
    """Return the exact value and exact optimal strategies; floats are read as exact binary fractions.

    Parameters
    ----------
    A
        Payoffs to the row player: whole numbers, fractions or floats.

    Returns
    -------
    Optimum
        Value and strategies, in fractions.

    Examples
    --------
    >>> print(zerosum.matrix.solve_exact([[3, 1], [0, 2]]).value)
    1.5 = 3/2
    """
    from zerosum.matrix.exact import exact_game  # FLINT is slow to import

    began = perf_counter()
    value, row, col = exact_game(as_fractions(A))
    return Optimum([value, value, *row, *col], len(row), "exact simplex", perf_counter() - began)


def solve_batch(A: object, most: int | None = None) -> BatchSolution:
    """Solve the games A[0], A[1], ... of an array of shape (games, m, n).

    Parameters
    ----------
    A
        An array of shape (games, m, n), payoffs to the row player.
    most
        Maximum number of threads; by default the number set in numba, or one per core.

    Returns
    -------
    BatchSolution
        Arrays of bounds and strategies, an entry for each game.

    Examples
    --------
    >>> import numpy as np
    >>> found = zerosum.matrix.solve_batch(np.array([[[3.0, 1], [0, 2]], [[1, -1], [-1, 1]]]))
    >>> found.value.round(9).tolist()
    [1.5, 0.0]
    """
    payoffs = as_batch(A)
    games, m, n = payoffs.shape
    lower, upper, row, col = np.empty(games), np.empty(games), np.empty((games, m)), np.empty((games, n))
    found = np.full(games, WIDE, dtype=np.int8)

    def solve_range(start: int, stop: int) -> None:
        if m * n <= MAX_ENTRIES:
            solve_lanes(start, stop, payoffs, lower, upper, row, col, found)
        if (found[start:stop] != FINE).any():
            solve_singly(start, stop, payoffs, lower, upper, row, col, found)

    workers = most or threads()
    if workers == 1 or games < SMALL:
        solve_range(0, games)
    else:
        from concurrent.futures import ThreadPoolExecutor  # slow to import

        chunk = min(CHUNK, -(-games // (4 * workers)))
        starts = range(0, games, chunk)
        with ThreadPoolExecutor(
            workers
        ) as pool:  # compiled code releases the lock, so the threads run in parallel
            list(pool.map(solve_range, starts, (min(games, start + chunk) for start in starts)))
    if (found == IMPROPER).any():
        first = int(np.argmax(found == IMPROPER))
        raise InputError(f"game {first} of the batch has a payoff that is not a finite number")
    again = np.flatnonzero(found != FINE)
    for k in again:
        lower[k], upper[k], row[k], col[k] = solve_fallback(payoffs[k])
    return BatchSolution(lower, upper, row, col, again)


def solve_fallback(A: Floats) -> Certified:
    """Solve one game exactly and round the value outward, the strategies to the nearest floats."""
    payoffs = np.ascontiguousarray(A, dtype=np.float64)
    if payoffs.ndim != 2 or not payoffs.size or not np.isfinite(payoffs).all():
        raise InputError("a matrix game needs a rectangle of finite payoffs")
    from zerosum.matrix.exact import exact_game  # FLINT is slow to import

    value, x, y = exact_game([[Fraction(a) for a in line] for line in payoffs.tolist()])
    return Certified(*around(value), np.array(x, dtype=np.float64), np.array(y, dtype=np.float64))


def around(value: Fraction) -> tuple[float, float]:
    """Return the nearest floats below and above a fraction; both are equal if the fraction is a float."""
    near = float(value)
    if near == value:
        return near, near
    return (near, math.nextafter(near, math.inf)) if near < value else (math.nextafter(near, -math.inf), near)


def as_floats(A: object) -> tuple[Floats, float]:
    """Return the matrix in floats, and a bound on the rounding error of any payoff."""
    array = _array(A)
    if _is_float(array):
        payoffs = _compact(array)
        if not np.isfinite(payoffs).all():
            i, j = np.argwhere(~np.isfinite(payoffs))[0]
            raise InputError(_not_a_payoff(payoffs[i, j], int(i), int(j)))
        return payoffs, 0.0
    # numbers that are not floats are rounded once, from their exact values
    exact = as_fractions(A)
    try:
        payoffs = np.array(exact, dtype=np.float64)
    except OverflowError:
        raise InputError(
            "a payoff is too large for a float; only an exact solution takes numbers of any size"
        ) from None
    # an integer of up to 2^53 is exact, so only the others can have been rounded
    pairs = zip(itertools.chain(*exact), payoffs.ravel().tolist(), strict=True)
    rounded = (
        abs(Fraction(b) - a) for a, b in pairs if a.denominator != 1 or abs(a.numerator) > EXACT_INTEGERS
    )
    error = max(rounded, default=0)
    return payoffs, math.nextafter(float(error), math.inf) if error else 0.0


def as_fractions(A: object) -> Fractions:
    """Return the matrix in fractions; floats are read as exact binary fractions."""
    array = _array(A)
    lines = array.tolist()
    if array.dtype.kind in "iu":
        return [[Fraction(a) for a in line] for line in lines]
    return [[_fraction(a, i, j) for j, a in enumerate(line)] for i, line in enumerate(lines)]


def as_batch(A: object) -> Floats:
    """Return an array of shape (games, m, n) in floats; the kernels check later whether its numbers are finite."""
    if type(A) is np.ndarray and A.dtype == np.float64 and A.ndim == 3 and A.size and A.flags.carray:
        return A
    _reject_masks(A)
    try:
        array = np.asarray(A)
    except ValueError:
        raise InputError("a batch needs games of one shape; these are ragged") from None
    if array.ndim != 3 or 0 in array.shape[1:]:
        raise InputError(f"a batch has the shape (games, rows, columns), not {array.shape}")
    if not _is_float(array):
        raise InputError("a batch takes floats, or integers below 2^53; solve and solve_exact take the rest")
    return _compact(array)


def _compact(array: Array) -> Floats:
    """Return a contiguous, aligned, writeable array of floats, as compiled kernels require."""
    return np.require(array, np.float64, ["C", "A", "W", "E"])


def _reject_masks(A: object) -> None:
    if "numpy.ma" not in sys.modules:  # no masked array can exist; importing numpy.ma takes 10 ms
        return
    if any(map(np.ma.is_masked, A if isinstance(A, list | tuple) else [A])):
        raise InputError("some payoffs are masked; every pair of moves needs a payoff, so fill them in")


def _array(A: object) -> Array:
    """Return A as a two-dimensional array with no empty side; of objects unless it is an array of numbers."""
    _reject_masks(A)
    array = A if isinstance(A, np.ndarray) else np.asarray(A, dtype=object)
    array = array.astype(np.int8) if array.dtype.kind == "b" else array
    if array.ndim == 1 and array.size and all(isinstance(line, Sized) for line in array):
        lengths = [len(line) for line in array]
        wrong = next((i for i, length in enumerate(lengths) if length != lengths[0]), 0)
        raise InputError(
            f"every row needs {lengths[0]} payoffs like the first, but row {wrong + 1} has {lengths[wrong]}"
        )
    if array.size == 0:
        raise InputError("a matrix game needs at least one row and one column; this matrix is empty")
    if array.ndim != 2:
        raise InputError(f"a payoff matrix has rows and columns, two dimensions, not {array.ndim}")
    return array


def _is_float(array: Array) -> bool:
    """Return whether every entry is a float, or an integer that converts to a float exactly."""
    kind = array.dtype.kind
    if kind in "iu":
        return bool(array.size == 0 or (array.max() <= EXACT_INTEGERS and array.min() >= -EXACT_INTEGERS))
    if kind == "O":
        return all(
            type(a) in FLOAT_TYPES or (type(a) is int and -EXACT_INTEGERS <= a <= EXACT_INTEGERS)
            for a in array.flat
        )
    return kind == "b" or (kind == "f" and bool(array.dtype.itemsize <= 8))


def _fraction(a: object, i: int, j: int) -> Fraction:
    """Return one payoff as a fraction, exactly."""
    with suppress(InputError):
        return as_fraction(a)
    raise InputError(_not_a_payoff(a, i, j))


def _not_a_payoff(a: object, i: int, j: int) -> str:
    shown = a if isinstance(a, float | Decimal) else repr(a)
    return f"the payoff in row {i + 1}, column {j + 1} is {shown}; payoffs must be finite numbers"
