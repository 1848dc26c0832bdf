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

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Array, Floats, Ints
from zerosum.core.foreign import Foreign
from zerosum.core.numbers import simple_fraction
from zerosum.numerics.factors import Factors
from zerosum.numerics.sparse import Matrix, compressed, in_full

DENSE = 800
"""Up to this number of unknowns the inverse is computed, which takes less time than to import the compiler."""

BITS = 30
"""Number of bits that a step adds."""

FLOAT_BITS = 40
"""Number of bits after the point that are trusted when a float is read as a fraction."""

FIRST_STEPS, MOST_STEPS = 2, 2048
"""Digits of two steps fit into 64-bit integers. After the maximum the fractions would be too long to be useful."""

Rationals = tuple[list[int], int]
"""Numerators, and their common denominator."""


def factorise(matrix: Matrix) -> IntegerSystem | None:
    """A square matrix of integers, factorised; None if it is singular in floats."""
    try:
        return IntegerSystem(matrix)
    except np.linalg.LinAlgError:
        return None


About = Callable[[Floats, bool], Floats]
"""The solution of equations in floats, for a right side and the matrix or, if so, its transpose."""


class IntegerSystem:
    """A square matrix of integers, factorised; solves equations for the matrix and for its transpose."""

    def __init__(self, matrix: Matrix, known: About | None = None) -> None:
        """`known` solves in floats, where the factors are known already."""
        if known is not None:
            self.known = known
        elif matrix.shape[0] <= DENSE:
            inverse = np.linalg.inv(in_full(matrix).astype(np.float64))
            self.known = lambda right, transposed: (inverse.T if transposed else inverse) @ right
        else:
            self.known = Factors(matrix).solve
        whole = matrix.astype(np.int64, copy=False)
        self.whole: Matrix = whole, whole.T
        """The matrix and its transpose."""

    def solve(self, right: Ints, *, transposed: bool = False) -> Rationals | None:
        """The solution in fractions; None if the matrix is too close to a singular one, or the fractions too long."""
        digits = DigitExpansion(self, right, transposed)
        steps = FIRST_STEPS
        while steps <= MOST_STEPS:
            if not digits.extend(steps):
                return None
            found = digits.fractions()
            if found is not None:
                numerators, denominator = found
                claimed = [denominator * b for b in right.tolist()]
                if exact_product(self.whole[transposed], numerators).tolist() == claimed:
                    return found
            steps *= 2
        return None

    def times(self, vector: Array, transposed: bool) -> Array:
        """The matrix or its transpose times a vector of integers, modulo 2^64."""
        found: Array = self.whole[transposed] @ vector
        return found

    def about(self, right: Array, transposed: bool) -> Array:
        """The solution in floats."""
        return self.known(right.astype(np.float64), transposed)


class FullSystem:
    """A square matrix of integers of any size; FLINT solves its equations."""

    def __init__(self, matrix: Matrix) -> None:
        self.matrix = in_full(matrix)

    def solve(self, right: Array, *, transposed: bool = False) -> Rationals | None:
        """The solution in fractions; None if the matrix is singular."""
        from flint import fmpz_mat  # takes long to import

        from zerosum.numerics.exact import solve_whole

        table = self.matrix.T if transposed else self.matrix
        whole = fmpz_mat([list(map(int, line)) for line in table])
        found = solve_whole(whole, list(map(int, right)))
        return None if found is None else ([int(x) for x in found[0].entries()], found[1])


def exact_product(matrix: Matrix, vector: Sequence[int]) -> Foreign:
    """A matrix of integers times a vector of integers of any size."""
    data, index, starts = compressed(matrix)
    lengths = np.diff(starts)
    most = int(lengths.max(initial=0)) * int(np.abs(data).max(initial=0))
    if most * max(map(abs, vector), default=0) < 1 << 62:
        return matrix @ np.array(vector, np.int64)
    sums = np.zeros(len(lengths), object)
    terms = data.astype(object) * np.array(vector, object)[index]
    sums[lengths > 0] = np.add.reduceat(terms, starts[:-1][lengths > 0])
    return sums


class DigitExpansion:
    """The solution of one system in binary digits, extended on request."""

    def __init__(self, solver: IntegerSystem, right: Ints, transposed: bool) -> None:
        self.solver, self.transposed = solver, transposed
        about = np.rint(solver.about(right, transposed))
        fits = bool(np.abs(about).max(initial=0.0) < 2.0**53)
        self.whole: Ints = (about if fits else 0 * right).astype(np.int64)
        """The part before the point."""
        self.residual = right.astype(np.int64) - solver.times(self.whole, transposed)
        self.digits: list[Ints] = []

    def extend(self, steps: int) -> bool:
        """Find the digits of this number of steps; False if floats do not lead to a small residual."""
        while len(self.digits) < steps:
            guess = self.solver.about(self.residual, self.transposed)
            if not np.isfinite(guess).all() or np.abs(guess).max(initial=0.0) >= 2.0 ** (60 - BITS):
                return False
            digit = np.rint(np.ldexp(guess, BITS)).astype(np.int64)
            self.residual = (self.residual << BITS) - self.solver.times(digit, self.transposed)
            self.digits.append(digit)
        return True

    def numbers(self) -> Array:
        """All unknowns times 2^(BITS · steps): as Python integers, or modulo 2^64 after the first steps."""
        total = self.whole if len(self.digits) == FIRST_STEPS else self.whole.astype(object)
        for digit in self.digits:
            total = (total << BITS) + digit
        return total

    def fractions(self) -> Rationals | None:
        """Fractions over one denominator that agree with all digits; None if there are too few digits."""
        numbers, bits = self.numbers(), BITS * len(self.digits)
        common = _common_denominator(numbers, bits)
        if common is None:
            return None
        if numbers.dtype == object:
            return ((numbers * common + (1 << (bits - 1))) >> bits).tolist(), common
        about = self.digits[0] + np.ldexp(self.digits[1].astype(np.float64), -BITS)
        after = np.rint(np.ldexp(about, -BITS) * common).astype(np.int64)
        return (self.whole * common + after).tolist(), common


def near_fractions(floats: Floats, bits: int = FLOAT_BITS) -> Rationals | None:
    """Short fractions over one denominator next to floats, of which `bits` after the point are trusted; None if there
    are none."""
    if not np.isfinite(floats).all() or np.abs(floats).max(initial=0.0) >= 2.0 ** (62 - bits):
        return None
    common = _common_denominator(np.rint(np.ldexp(floats, bits)).astype(np.int64), bits)
    return None if common is None else (np.rint(floats * common).astype(np.int64).tolist(), common)


def _common_denominator(numbers: Array, bits: int) -> int | None:
    """A common denominator of all numbers / 2^bits, apart from the last digits; None if there is no short one."""
    mask, room, common = (1 << bits) - 1, 1 << (bits // 2), 1
    rest = _not_integers(numbers & mask, 1, bits)
    while len(rest):
        common *= simple_fraction(Fraction(int(rest[0]) * common & mask, 1 << bits), room).denominator
        if common > room:
            return None
        rest = _not_integers(rest, common, bits)
    return common


def _not_integers(numbers: Array, common: int, bits: int) -> Array:
    """Those numbers / 2^bits that, multiplied by `common`, are not integers, whatever the last digits are."""
    rest = numbers * common & ((1 << bits) - 1)
    far: Array = numbers[np.minimum(rest, (1 << bits) - rest) >= 1 << (bits // 2)]
    return far
