"""Systems of linear equations with integers, solved in fractions: floats guide, integers decide.

The solution of B z = b is found digit by digit. With a factorisation of B in floats and the residual r = b,

    d = round(2^k B^-1 r),    r <- 2^k r - B d,    z gains d / 2^(k · step),

where the new residual is computed exactly, in integers, and stays small because d was nearly right. So every step
adds about k bits to all unknowns. From enough bits the fractions follow: a continued fraction gives the denominator
of one unknown, which most others share. Whether the bits were enough is decided by B z = b, in integers.

Reference: Z. Wan, An algorithm to solve integer linear systems exactly using numerical methods, J. Symbolic
Computation 41, 2006; the reconstruction with a common denominator is as in W. Cook and D. Steffy, Solving very sparse
rational systems of equations, 2011.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.sparse import csc_array

from zerosum.arrays import Array, Ints

__all__ = ["Rationals", "Solver", "factorised", "product"]

BITS = 30
"""How many bits a step adds."""

DENSE = 100
"""Up to this size a matrix is inverted in full, which spares the time to import a sparse solver."""

MOST_STEPS = 2048
"""After so many steps the fractions are too long to be of use."""

Rationals = tuple[list[int], int]
"""Numerators, and the denominator that they share."""


def factorised(matrix: csc_array) -> Solver | None:
    """A solver for a square matrix of integers, or None where floats take it for singular."""
    try:
        return Solver(matrix)
    except (RuntimeError, np.linalg.LinAlgError):  # SuperLU and LAPACK say so of a singular matrix
        return None


class Solver:
    """A square matrix of integers, factorised; solves for the matrix and for its transpose."""

    def __init__(self, matrix: csc_array) -> None:
        self.factors: Any = None
        if matrix.shape[0] > DENSE:
            from scipy.sparse.linalg import splu  # takes long to import

            self.factors = splu(matrix.astype(np.float64))
        else:
            self.inverse = np.linalg.inv(matrix.toarray().astype(np.float64))
        whole = matrix.astype(np.int64)
        self.whole: Any = whole.tocsr(), whole.T
        """The matrix and its transpose, by rows."""

    def solve(self, right: Ints, *, transposed: bool = False) -> Rationals | None:
        """The solution in fractions, or None where the matrix is too near to a singular one, or fractions too long."""
        digits = Digits(self, right, transposed)
        steps = 4
        while steps <= MOST_STEPS:
            if not digits.extend(steps):
                return None
            found = digits.fractions()
            if found is not None and self._holds(found, right, transposed):
                return found
            steps *= 2
        return None

    def times(self, vector: Any, transposed: bool) -> Any:
        """The matrix or its transpose times a vector of integers, modulo 2^64."""
        return self.whole[transposed] @ vector

    def about(self, right: Any, transposed: bool) -> Any:
        """The solution in floats."""
        if self.factors is None:
            return (self.inverse.T if transposed else self.inverse) @ right.astype(np.float64)
        return self.factors.solve(right.astype(np.float64), "T" if transposed else "N")

    def _holds(self, found: Rationals, right: Ints, transposed: bool) -> bool:
        """Whether B z = b, in integers."""
        numerators, denominator = found
        claimed = [denominator * b for b in right.tolist()]
        return bool(product(self.whole[transposed], numerators).tolist() == claimed)


def product(matrix: Any, vector: Sequence[int]) -> Any:
    """A sparse matrix of integers, by rows, times a vector of integers of any length."""
    longest, largest = np.diff(matrix.indptr).max(initial=0), np.abs(matrix.data).max(initial=0)
    heavy = int(longest) * int(largest) * max(map(abs, vector), default=0)
    if heavy < 1 << 62:
        return matrix @ np.array(vector, np.int64)
    terms = matrix.data.astype(object) * np.array(vector, object)[matrix.indices]
    sums = np.zeros(matrix.shape[0], object)
    filled = np.diff(matrix.indptr) > 0
    sums[filled] = np.add.reduceat(terms, matrix.indptr[:-1][filled])
    return sums


class Digits:
    """The solution of one system in binary digits, as many as were asked for."""

    def __init__(self, solver: Solver, right: Ints, transposed: bool) -> None:
        self.solver, self.transposed = solver, transposed
        self.residual = right.astype(np.int64)
        self.digits: list[Ints] = []

    def extend(self, steps: int) -> bool:
        """Find digits up to so many steps; False where floats do not lead to a small residual."""
        while len(self.digits) < steps:
            guess = self.solver.about(self.residual, self.transposed)
            if not np.isfinite(guess).all() or np.abs(guess).max(initial=0.0) >= 2.0 ** (60 - BITS):
                return False
            digit = np.rint(np.ldexp(guess, BITS)).astype(np.int64)
            self.residual = (self.residual << BITS) - self.solver.times(digit, self.transposed)
            self.digits.append(digit)
        return True

    def numbers(self) -> Array:
        """All unknowns times 2^(BITS · steps), as Python's integers."""
        total = self.digits[0].astype(object)
        for digit in self.digits[1:]:
            total = (total << BITS) + digit
        return total

    def fractions(self) -> Rationals | None:
        """Fractions over one denominator that agree with all digits, or None where there are too few digits."""
        bits = BITS * len(self.digits)
        numbers, common = self.numbers().tolist(), 1
        room = 1 << (bits // 2)
        for number in numbers:
            if not _near(number * common, bits, room):
                common *= _denominator(number * common, bits)
                if common > room:
                    return None
        half = 1 << (bits - 1)
        return [(number * common + half) >> bits for number in numbers], common


def _near(number: int, bits: int, room: int) -> bool:
    """Whether number / 2^bits is an integer, but for the last digits."""
    rest = number & ((1 << bits) - 1)
    return min(rest, (1 << bits) - rest) < room


def _denominator(number: int, bits: int) -> int:
    """The denominator of the simplest fraction near number / 2^bits."""
    return Fraction(number, 1 << bits).limit_denominator(1 << (bits // 2)).denominator
