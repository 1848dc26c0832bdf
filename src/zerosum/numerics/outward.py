"""Means that are rounded outward, so that a bound in floats is a proof; in fractions they are just means."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from zerosum.core.arrays import Scalar
from zerosum.core.numbers import Number

SLACK = 2.0**-49
"""Room for the roundings of one mean: of probabilities, of payments, of products, of sums and of a quotient."""

Terms = Sequence[tuple[Scalar, Scalar]]
"""Pairs of a probability and an amount."""


def mean(terms: Terms, sign: int, *, exact: bool) -> Number:
    """The sum of the products; a float is moved down (sign -1) or up (+1) by more than rounding can have done."""
    if exact:
        return sum((Fraction(p) * Fraction(v) for p, v in terms), Fraction(0))
    floats = [(float(p), float(v)) for p, v in terms]
    return math.fsum(p * v for p, v in floats) + sign * SLACK * math.fsum(p * abs(v) for p, v in floats)


def mixed(terms: Terms, sign: int, *, exact: bool) -> Number:
    """The mean under a strategy, whose weights may miss one by rounding."""
    weights = [Fraction(p) if exact else float(p) for p, _ in terms]
    if min(weights) < 0:
        raise ArithmeticError("a strategy has a negative probability")
    total = sum(weights, Fraction(0)) if exact else math.fsum(weights)
    return mean(terms, sign, exact=exact) / total
