"""Real roots of polynomials with rational coefficients, isolated exactly.

A breakpoint of a parametric game is a root of a polynomial. FLINT factors the polynomial. A rational root is given
as a fraction. Any other root is an `Algebraic` number: an irreducible polynomial and an interval with rational ends
that contains exactly one of its roots, isolated by FLINT. The interval can be made arbitrarily narrow, so two
algebraic numbers can be compared with certainty; equality is decided by a common factor.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpz_poly

from zerosum.core.foreign import Foreign
from zerosum.numerics.exact import as_fractions, as_polynomial
from zerosum.numerics.polynomials import Poly, evaluate


@functools.total_ordering
@dataclass(frozen=True, eq=False)
class Algebraic:
    """The only root of `polynomial` in the open interval (low, high); it is irrational."""

    polynomial: Poly
    low: Fraction
    high: Fraction

    def within(self, width: Fraction) -> Algebraic:
        """Return the number with an interval no wider than `width`."""
        low, high = self.low, self.high
        rises = evaluate(self.polynomial, high) > 0
        while high - low > width:
            middle = (low + high) / 2
            if (evaluate(self.polynomial, middle) > 0) == rises:
                high = middle
            else:
                low = middle
        return Algebraic(self.polynomial, low, high)

    def __float__(self) -> float:
        size = max(abs(self.low), abs(self.high))
        close = self.within(size / 2**60)
        return float((close.low + close.high) / 2)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, float) and not math.isfinite(other):
            return False
        return isinstance(other, Fraction | int | Algebraic | float) and compare(self, _point(other)) == 0

    def __lt__(self, other: Point | int | float) -> bool:
        if isinstance(other, float) and not math.isfinite(other):
            return other > 0
        return compare(self, _point(other)) < 0

    def __hash__(self) -> int:
        return hash(float(self))

    def __str__(self) -> str:
        return f"≈{float(self):.12g}"


Point = Fraction | Algebraic
"""A point on the line, known exactly."""


def _point(other: Point | int | float) -> Point:
    return other if isinstance(other, Algebraic) else Fraction(other)


def compare(a: Point, b: Point) -> int:
    """Return -1, 0 or 1 as a is below, at or above b."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return (a > b) - (a < b)
    if isinstance(a, Algebraic) and isinstance(b, Algebraic) and _same(a, b):
        return 0
    while True:
        (a_low, a_high), (b_low, b_high) = _ends(a), _ends(b)
        if a_high <= b_low:
            return -1
        if b_high <= a_low:
            return 1
        a, b = _halved(a), _halved(b)


def is_inside(point: Point, low: Point | None, high: Point | None, *, closed: bool = False) -> bool:
    """Return whether a point lies between two others, or at one of them if `closed`; None is infinity."""
    least = 0 if closed else 1
    return (low is None or compare(point, low) >= least) and (high is None or compare(high, point) >= least)


def _ends(a: Point) -> tuple[Fraction, Fraction]:
    return (a, a) if isinstance(a, Fraction) else (a.low, a.high)


def _halved(a: Point) -> Point:
    return a if isinstance(a, Fraction) else a.within((a.high - a.low) / 2)


def _same(a: Algebraic, b: Algebraic) -> bool:
    """Return whether two algebraic numbers are equal: they are equal if a common factor has a root in both
    intervals.
    """
    both = as_polynomial(a.polynomial).gcd(as_polynomial(b.polynomial))
    shared = tuple(as_fractions(both.coeffs()))
    low, high = max(a.low, b.low), min(a.high, b.high)
    return len(shared) > 1 and low < high and evaluate(shared, low) * evaluate(shared, high) < 0


def between(low: Point, high: Point) -> Fraction:
    """Return a fraction with few digits strictly between two different points."""
    while (a := _ends(low)[1]) >= (b := _ends(high)[0]):
        low, high = _halved(low), _halved(high)
    return simplest(a + (b - a) / 4, b - (b - a) / 4)


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """Return the fraction with the smallest denominator in a closed interval (Stern-Brocot tree)."""
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -simplest(-high, -low)
    whole = math.ceil(low)
    if whole <= high:
        return Fraction(whole)
    part = math.floor(low)
    return part + 1 / simplest(1 / (high - part), 1 / (low - part))


@functools.lru_cache(maxsize=4096)
def roots(p: Poly, *, crossings: bool = False) -> tuple[Point, ...]:
    """Return the real roots in increasing order; with `crossings`, only those at which the sign of p changes."""
    found: list[Point] = []
    for factor, multiplicity in as_polynomial(p).numer().factor()[1]:
        if not crossings or multiplicity % 2:
            found += _real_roots(factor)
    return tuple(sorted(found, key=functools.cmp_to_key(compare)))


def _real_roots(factor: fmpz_poly) -> list[Point]:
    """Return the real roots of an irreducible polynomial: a fraction, or irrational numbers in disjoint balls."""
    *below, leading = (int(a) for a in factor.coeffs())
    monic = (*(Fraction(a, leading) for a in below), Fraction(1))
    if len(below) == 1:
        return [-monic[0]]
    isolated: Foreign = factor.complex_roots()  # pairs of a root and its multiplicity
    balls = [root.real for root, _ in isolated if root.imag.is_zero()]
    ends = ((x.mid().fmpq() - x.rad().fmpq(), x.mid().fmpq() + x.rad().fmpq()) for x in balls)
    return [Algebraic(monic, *as_fractions(pair)) for pair in ends]
