"""FLINT fractions and polynomials for verifiers: exact, and faster than Python's if numbers are long."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from flint import fmpq, fmpq_poly

from zerosum.core.foreign import Foreign
from zerosum.core.numbers import as_fraction


def rational(x: Foreign) -> Foreign:
    """Return a Python number as a FLINT fraction."""
    return x if isinstance(x, fmpq) else fmpq(*as_fraction(x).as_integer_ratio())


def fraction(x: Foreign) -> Fraction:
    """Return a FLINT fraction as a Python one."""
    return Fraction(int(x.p), int(x.q))


def polynomial(coefficients: Sequence[Foreign]) -> Foreign:
    """Return a polynomial with exact coefficients, constant first."""
    return fmpq_poly([rational(c) for c in coefficients])


def bernstein(p: Foreign, a: Foreign, b: Foreign) -> list[Foreign]:
    """Return p's Bernstein coefficients: on [a, b], p lies between the smallest and the largest of them."""
    coefficients = p(fmpq_poly([a, b - a])).coeffs() or [fmpq(0)]
    n = len(coefficients) - 1
    return [
        sum((fmpq(math.comb(i, k), math.comb(n, k)) * coefficients[k] for k in range(i + 1)), fmpq(0))
        for i in range(n + 1)
    ]
