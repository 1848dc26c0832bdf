"""Two arithmetics behind one face: floats, and fixed-point integers of any length.

A fixed-point number is a Python integer n that stands for n / 2**bits. Sums are then exact, and a product or
a quotient is rounded down, so its error is below one unit, 2**-bits. Numpy's object arrays hold such integers,
so the same array code serves both arithmetics.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Array, Scalar

__all__ = ["FLOATS", "Scale", "within_floats"]


@dataclass(frozen=True)
class Scale:
    """Floats where `bits` is 0, otherwise fixed-point integers with that many binary digits."""

    bits: int = 0

    @property
    def one(self) -> Scalar:
        """What stands for 1."""
        return 1 << self.bits if self.bits else 1.0

    @property
    def unit(self) -> Fraction:
        """What bounds the error of one operation on numbers up to 1: exact digits, or eight roundings."""
        return Fraction(1, 1 << (self.bits or 50))

    def times(self, x: Scalar, y: Scalar) -> Scalar:
        """x y, rounded down where fixed."""
        return (x * y) >> self.bits if self.bits else x * y

    def over(self, x: Scalar, y: Scalar) -> Scalar:
        """x / y, rounded down where fixed."""
        return (x << self.bits) // y if self.bits else x / y

    def half(self, x: Scalar) -> Scalar:
        """x / 2, rounded down where fixed."""
        return x >> 1 if self.bits else x / 2

    def number(self, x: Scalar) -> Scalar:
        """The number of this scale that stands for x, rounded down where fixed."""
        return math.floor(Fraction(x) * self.one) if self.bits else float(x)

    def array(self, numbers: Scalar) -> Array:
        """A vector of numbers of this scale."""
        return np.array(numbers, dtype=object if self.bits else np.float64)

    def convert(self, x: Array, source: "Scale") -> Array:
        """The vector x of another scale in this one, rounded down where that one is finer."""
        if source == self:
            return x
        if not self.bits:
            return np.array([n / source.one for n in x], dtype=np.float64)
        if not source.bits:
            return self.array([_floor_of_float(n, self.bits) for n in x.tolist()])
        shift = self.bits - source.bits
        return x << shift if shift > 0 else x >> -shift

    def fraction(self, x: Scalar) -> Fraction:
        """The exact value of a number of this scale."""
        return Fraction(x) / self.one if self.bits else Fraction(float(x))


def _floor_of_float(x: float, bits: int) -> int:
    """The float x times 2**bits, rounded down."""
    numerator, denominator = x.as_integer_ratio()
    return (numerator << bits) // denominator


FLOATS = Scale()
"""Ordinary floats."""


def within_floats(goal: Fraction, payoffs: Sequence[Fraction]) -> Fraction:
    """The gap that is asked for, or the least that floats reach with such payoffs."""
    return max(goal, Fraction(4, 10**14) * max([Fraction(4), *map(abs, payoffs)]))
