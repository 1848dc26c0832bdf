"""Systems of linear equations with integers, solved in fractions: floats suggest the solution, integers decide.

The solution of B z = b is found digit by digit. With a factorisation of B in floats and the residual r = b,

    d = round(2^k B^-1 r),    r <- 2^k r - B d,    z gains d / 2^(k · step),

where the new residual is computed exactly, in integers, and stays small because d is nearly correct. So every step
adds about k bits to all unknowns. Enough bits determine the fractions: a continued fraction gives the denominator of
one unknown, which most others share. The test B z = b, in integers, decides whether there were enough bits.

Reference: Z. Wan, An algorithm to solve integer linear systems exactly using numerical methods, J. Symbolic
Computation 41, 2006; the reconstruction with a common denominator is as in W. Cook and D. Steffy, Solving very sparse
rational systems of equations, 2011.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import gcd, isqrt

import numpy as np

from zerosum.core.arrays import Array, Floats, Ints
from zerosum.core.foreign import Foreign
from zerosum.numerics import chains
from zerosum.numerics.sparse import Matrix, compressed, in_full

DENSE = 800
"""Up to this number of unknowns the inverse is computed, which takes less time than to import scipy."""

STEP_BITS = 45, 30
"""Number of bits that a step adds: the first if that many bits of the floats are correct, otherwise the second."""

FLOAT_BITS = 40
"""Number of trusted binary digits when a float is converted to a fraction."""

MAX_BITS = 60_000
"""After this number of bits the fractions would be too long to be useful."""

GUARD = 4
"""A denominator is accepted if a denominator with this factor more digits could also have been found."""

Rationals = tuple[list[int], int]
"""Numerators, and their common denominator."""


def factorise(matrix: Matrix) -> IntegerSystem | None:
    """Factorise a square integer matrix; return None if it is singular in floating point."""
    try:
        return IntegerSystem(matrix)
    except np.linalg.LinAlgError:
        return None


About = Callable[[Floats, bool], Floats]
"""Solves equations in floats, given a right-hand side and whether to use the transpose of the matrix."""


class IntegerSystem:
    """A factorised square matrix of integers; solves equations for the matrix and for its transpose."""

    def __init__(self, matrix: Matrix, known: About | None = None) -> None:
        """Set up; `known` is a solver in floats, if factors are already available."""
        if known is not None:
            self.known = known
        elif matrix.shape[0] <= DENSE:
            inverse = np.linalg.inv(in_full(matrix).astype(np.float64))
            self.known = lambda right, transposed: (inverse.T if transposed else inverse) @ right
        else:
            self.known = chains.factorise(matrix)
        whole = matrix.astype(np.int64, copy=False)
        self.whole: Matrix = whole, whole.T
        """The matrix in integers."""

    def solve(self, right: Ints, *, transposed: bool = False, known: int = 1) -> Rationals | None:
        """Return the solution in fractions; None if the matrix is too close to a singular one, or the fractions too
        long.

        Fewer digits are enough if most of the denominator is `known`; often it is that of the transposed system's
        solution.
        """
        for bits in STEP_BITS:
            digits = DigitExpansion(self, right, transposed, bits)
            steps = 1 + (FLOAT_BITS + known.bit_length()) // bits
            while steps * bits <= MAX_BITS and digits.extend(steps):
                found = digits.fractions(known)
                if found is not None:
                    claimed = [found[1] * b for b in right.tolist()]
                    if exact_product(self.whole[transposed], found[0]).tolist() == claimed:
                        return found
                steps += max(1, steps // 4)
        return None

    def times(self, vector: Array, transposed: bool) -> Array:
        """Return the matrix or its transpose times a vector of integers, modulo 2^64."""
        found: Array = self.whole[transposed] @ vector
        return found

    def about(self, right: Array, transposed: bool) -> Array:
        """Return an approximate solution in floats."""
        return self.known(right.astype(np.float64), transposed)


class FullSystem:
    """A square matrix of integers of any size; FLINT solves its equations."""

    def __init__(self, matrix: Matrix) -> None:
        self.matrix = in_full(matrix)

    def solve(self, right: Array, *, transposed: bool = False, known: int = 1) -> Rationals | None:
        """Return the solution in fractions; None if the matrix is singular. Ignores `known`."""
        from flint import fmpz_mat  # takes long to import

        from zerosum.numerics.exact import solve_whole

        table = self.matrix.T if transposed else self.matrix
        whole = fmpz_mat([list(map(int, line)) for line in table])
        found = solve_whole(whole, list(map(int, right)))
        return None if found is None else ([int(x) for x in found[0].entries()], found[1])


def exact_product(matrix: Matrix, vector: Sequence[int]) -> Foreign:
    """Return a matrix of integers times a vector of integers of any size."""
    data, index, starts = compressed(matrix)
    lengths = np.diff(starts)
    most = int(lengths.max(initial=0)) * int(np.abs(data).max(initial=0))
    try:
        short = np.array(vector, np.int64)
        if most * max(int(short.max(initial=0)), -int(short.min(initial=0))) < 1 << 62:
            return matrix @ short
    except OverflowError:
        pass  # these integers are too long for numpy
    sums = np.zeros(len(lengths), object)
    terms = data.astype(object) * np.array(vector, object)[index]
    sums[lengths > 0] = np.add.reduceat(terms, starts[:-1][lengths > 0])
    return sums


class DigitExpansion:
    """The solution of one system in binary digits, extended on demand."""

    def __init__(self, solver: IntegerSystem, right: Ints, transposed: bool, bits: int) -> None:
        self.solver, self.transposed, self.bits = solver, transposed, bits
        about = np.rint(solver.about(right, transposed))
        fits = bool(np.abs(about).max(initial=0.0) < 2.0**53)
        self.whole: Ints = (about if fits else 0 * right).astype(np.int64)
        """The integer part."""
        self.residual = right.astype(np.int64) - solver.times(self.whole, transposed)
        self.digits: list[Ints] = []
        self.numbers, self.joined = self.whole.tolist(), 0
        """All unknowns times a power of 2, in integers, and the number of digits in them."""
        self.before, self.error = 1.0, 1.0
        """The error of all digits before the last one, and approximately the maximum error of the last one."""

    def extend(self, steps: int) -> bool:
        """Find digits for this number of steps; return False if floats do not lead to a small residual."""
        while len(self.digits) < steps:
            guess = self.solver.about(self.residual, self.transposed)
            largest = float(np.abs(guess).max(initial=0.0))
            if not largest < 2.0 ** (60 - self.bits):  # also false for NaN
                return False
            wrong = max(1.0, largest)
            self.before, self.error = wrong, wrong * max(1.0, wrong / self.before)
            digit = np.rint(guess * 2.0**self.bits).astype(np.int64)
            self.residual = (self.residual << self.bits) - self.solver.times(digit, self.transposed)
            self.digits.append(digit)
        return True

    def fractions(self, known: int) -> Rationals | None:
        """Return fractions over one denominator that agree with all digits; None if there are too few digits.

        `known` may divide the denominator.
        """
        bits, first = self.bits * len(self.digits), self.digits[0]
        if len(self.digits) <= 2:  # about the length of an integer in numpy
            width, part = min(62, bits), first
            if bits > self.bits:
                part = (first << width - self.bits) + (self.digits[1] >> bits - width)
            common = _common_denominator(part, width)
            after = np.rint(np.ldexp(part.astype(np.float64), -width) * (common or 1)).astype(np.int64)
            return None if common is None else ((self.whole * common + after).tolist(), common)
        for digit in self.digits[self.joined :]:
            pairs = zip(self.numbers, digit.tolist(), strict=True)
            self.numbers = [(number << self.bits) + more for number, more in pairs]
        self.joined, half = len(self.digits), 1 << (bits - 1)
        common, slack = known, 2 * known * int(self.error)
        for number in self.numbers:
            if (number * common + slack) & (2 * half - 1) > 2 * slack:  # the result is not an integer
                room = isqrt(half // slack)
                q = _denominator(number * common, bits, room)
                if not 1 < q <= room // GUARD:
                    return None
                common, slack = common * q, slack * q
        numerators = [(number * common + half) >> bits for number in self.numbers]
        extra = gcd(common, *numerators)
        return (numerators, common) if extra == 1 else ([n // extra for n in numerators], common // extra)


def near_fractions(floats: Floats, bits: int = FLOAT_BITS) -> Rationals | None:
    """Return short fractions over one denominator near floats with `bits` trusted binary digits; None if there are
    none.
    """
    if not np.isfinite(floats).all() or np.abs(floats).max(initial=0.0) >= 2.0 ** (62 - bits):
        return None
    common = _common_denominator(np.rint(np.ldexp(floats, bits)).astype(np.int64), bits)
    return None if common is None else (np.rint(floats * common).astype(np.int64).tolist(), common)


def _common_denominator(numbers: Ints, bits: int) -> int | None:
    """Return a common denominator of all numbers / 2^bits, apart from the last digits; None if there is no short
    denominator.
    """
    room, common = 1 << (bits // 2), 1
    while True:
        off = (numbers * common + room) & ((1 << bits) - 1)
        numbers = numbers[off > 2 * room]  # numbers that are still not integers, whatever the last digits are
        if not len(numbers):
            return common
        q = _denominator(int(numbers[0]) * common, bits, room)
        common *= q
        if q == 1 or common > room:
            return None


def _denominator(number: int, bits: int, room: int) -> int:
    """Return the last denominator of at most `room` in the continued fraction of number / 2^bits.

    If the error of this number is less than 1 / (2 room^2), the fraction that it approximates has this denominator,
    or a longer one.
    """
    q, before, rest, last = 1, 0, number & ((1 << bits) - 1), 1 << bits
    while rest and (more := last // rest * q + before) <= room:
        q, before, rest, last = more, q, last % rest, rest
    return q
