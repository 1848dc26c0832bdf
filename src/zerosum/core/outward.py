"""Outward rounding of bounds, to fractions with few digits or to floats.

Verifiers compute in fractions, which have no rounding at all but grow with every position. If a claim is not exact,
each bound is rounded outward to a fraction of at most `BITS` binary digits.
"""

from __future__ import annotations

import math
from fractions import Fraction

from zerosum.core.value import Value

BITS = 128
"""Number of binary digits kept in a bound."""


def outward(x: Fraction, sign: int) -> Fraction:
    """Return the fraction x, or a shorter one next to it: below x if `sign` is -1, above x if it is +1."""
    top, bottom = x.numerator * sign, x.denominator
    shift = BITS - abs(top).bit_length() + bottom.bit_length()
    if shift < 0 or bottom.bit_length() <= BITS:
        return x
    return Fraction(-sign * ((-top << shift) // bottom), 1 << shift)


def float_below(x: Fraction) -> float:
    """Return the largest float that is not above x."""
    near = float(x)
    return near if near <= x else math.nextafter(near, -math.inf)


def float_interval(lower: Fraction, upper: Fraction) -> Value:
    """Return the smallest interval of floats that contains two bounds."""
    return Value(float_below(lower), 0.0 - float_below(-upper))


def interval(lower: Fraction, upper: Fraction, exact: bool) -> Value:
    """Return the interval between two bounds, in fractions if `exact`, otherwise in floats."""
    return Value(lower, upper) if exact else float_interval(lower, upper)
