"""Payoff matrices as people give them: lists, tuples, numpy arrays, fractions, decimals; checked once, here."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sized
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Array, Floats
from zerosum.core.errors import InputError
from zerosum.core.numbers import as_fraction

__all__ = ["Fractions", "as_batch", "as_floats", "as_fractions"]

Fractions = list[list[Fraction]]

_WHOLE = 2**53
"""Up to this size every integer is a float."""
_FLOATS = frozenset((float, np.float64, np.float32, np.float16))
"""The kinds of numbers that are floats of the kernels, or fit into them."""


def as_floats(A: object) -> tuple[Floats, float]:
    """The matrix in floats, and a bound on the error that this made in any payoff."""
    array = _array(A)
    if _is_float(array):
        payoffs = _compact(array)
        _check_finite(payoffs)
        return payoffs, 0.0
    exact = as_fractions(A)
    try:
        payoffs = np.array(exact, dtype=np.float64)
    except OverflowError:
        raise InputError(
            "a payoff is too large for a float; only an exact solution takes numbers of any size"
        ) from None
    pairs = zip(itertools.chain(*exact), payoffs.ravel().tolist(), strict=True)
    rounded = (abs(Fraction(b) - a) for a, b in pairs if a.denominator != 1 or abs(a.numerator) > _WHOLE)
    error = max(rounded, default=0)
    return payoffs, math.nextafter(float(error), math.inf) if error else 0.0


def as_fractions(A: object) -> Fractions:
    """The matrix in fractions, each float taken as the binary fraction that it is."""
    array = _array(A)
    lines = array.tolist()
    return [[_fraction(a, i, j) for j, a in enumerate(line)] for i, line in enumerate(lines)]


def as_batch(A: object) -> Floats:
    """An array of shape (games, m, n) in floats; whether its numbers are finite is not checked here."""
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
    """As the kernels take them, which are compiled for no other kind: not read-only, for one."""
    return np.require(array, np.float64, ["C", "A", "W", "E"])


def _array(A: object) -> Array:
    """A as an array with two sides, both at least 1; of objects, unless it is an array of numbers already."""
    array = A if isinstance(A, np.ndarray) else np.asarray(A, dtype=object)
    array = array.astype(np.int8) if array.dtype.kind == "b" else array
    if array.ndim == 1 and array.size and all(isinstance(line, Sized) for line in array):
        raise InputError(_ragged([len(line) for line in array]))
    if array.size == 0:
        raise InputError("a matrix game needs at least one row and one column; this matrix is empty")
    if array.ndim != 2:
        raise InputError(f"a payoff matrix has rows and columns, two dimensions, not {array.ndim}")
    return array


def _ragged(lengths: list[int]) -> str:
    """The sentence that says which row is too long or too short."""
    wrong = next((i for i, length in enumerate(lengths) if length != lengths[0]), 0)
    return f"every row needs as many payoffs as the first, {lengths[0]}, but row {wrong + 1} has {lengths[wrong]}"


def _is_float(array: Array) -> bool:
    """Whether every entry is a float, or an integer that is one."""
    kind = array.dtype.kind
    if kind in "iu":
        return bool(array.size == 0 or (array.max() <= _WHOLE and array.min() >= -_WHOLE))
    if kind == "O":
        return all(type(a) in _FLOATS or (type(a) is int and -_WHOLE <= a <= _WHOLE) for a in array.flat)
    return kind == "b" or (kind == "f" and bool(array.dtype.itemsize <= 8))


def _check_finite(payoffs: Floats) -> None:
    if not np.isfinite(payoffs).all():
        i, j = np.argwhere(~np.isfinite(payoffs))[0]
        raise InputError(_not_a_payoff(payoffs[i, j], int(i), int(j)))


def _fraction(a: object, i: int, j: int) -> Fraction:
    """One payoff, exactly."""
    with suppress(InputError):
        if not isinstance(a, str):
            return as_fraction(a)
    raise InputError(_not_a_payoff(a, i, j))


def _not_a_payoff(a: object, i: int, j: int) -> str:
    shown = a if isinstance(a, float | Decimal) else repr(a)
    return f"the payoff in row {i + 1}, column {j + 1} is {shown}; payoffs must be finite numbers"
