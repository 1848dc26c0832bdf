"""Real roots of polynomials with rational coefficients, isolated exactly.

A breakpoint of a parametric game is a root of a polynomial. A rational root is given as the fraction that it
is. Any other is an `Algebraic` number: a squarefree polynomial and an interval with rational ends that holds
exactly one of its roots, found by Sturm's theorem; the interval can be made as narrow as anyone likes, so
that two such numbers can be compared with certainty, and equality is decided by a common factor.
"""

from __future__ import annotations

import functools
import itertools
import math
from dataclasses import dataclass
from fractions import Fraction

from zerosum.core.numbers import simple_fraction
from zerosum.numerics.polynomials import Poly, common, derivative, divide, evaluate, scale


@functools.total_ordering
@dataclass(frozen=True, eq=False)
class Algebraic:
    """The only root of `polynomial` in the open interval (low, high); it is irrational."""

    polynomial: Poly
    low: Fraction
    high: Fraction

    def within(self, width: Fraction) -> Algebraic:
        """The same number in an interval no wider than `width`."""
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
"""A place on the line, known exactly."""


def _point(other: Point | int | float) -> Point:
    return other if isinstance(other, Algebraic) else Fraction(other)


def compare(a: Point, b: Point) -> int:
    """-1, 0 or 1 as a is below, at or above b."""
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


def _ends(a: Point) -> tuple[Fraction, Fraction]:
    return (a, a) if isinstance(a, Fraction) else (a.low, a.high)


def _halved(a: Point) -> Point:
    return a if isinstance(a, Fraction) else a.within((a.high - a.low) / 2)


def _same(a: Algebraic, b: Algebraic) -> bool:
    """Whether two algebraic numbers are one: a common factor has its root in both intervals."""
    shared = common(a.polynomial, b.polynomial)
    low, high = max(a.low, b.low), min(a.high, b.high)
    return len(shared) > 1 and low < high and evaluate(shared, low) * evaluate(shared, high) < 0


def between(low: Point, high: Point) -> Fraction:
    """A fraction strictly between two different points, with few digits."""
    while (a := _ends(low)[1]) >= (b := _ends(high)[0]):
        low, high = _halved(low), _halved(high)
    return simplest(a + (b - a) / 4, b - (b - a) / 4)


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the least denominator in a closed interval (Stern and Brocot's tree)."""
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
    """The real roots in increasing order; with `crossings`, only those where the sign of p changes."""
    found: list[Point] = []
    for factor, multiplicity in _squarefree(p):
        if not crossings or multiplicity % 2:
            found += _isolate(factor)
    return tuple(sorted(found, key=functools.cmp_to_key(compare)))


def _squarefree(p: Poly) -> list[tuple[Poly, int]]:
    """Yun's factors: squarefree polynomials and the multiplicity of their roots in p."""
    factors: list[tuple[Poly, int]] = []
    shared = common(p, derivative(p))
    rest = divide(p, shared)[0] if p else ()
    level = 1
    while len(rest) > 1:
        deeper = common(rest, shared)
        alone = divide(rest, deeper)[0]
        if len(alone) > 1:
            factors.append((scale(alone, 1 / alone[-1]), level))
        rest, shared = deeper, divide(shared, deeper)[0]
        level += 1
    return factors


def _isolate(p: Poly) -> list[Point]:
    """Every root of a squarefree polynomial, alone in an interval or as a fraction."""
    if len(p) == 2:
        return [-p[0] / p[1]]
    rational = _rational_root(p)
    if rational is not None:
        return [rational, *_isolate(divide(p, (-rational, Fraction(1)))[0])]
    chain = _sturm(p)
    bound = 1 + max(abs(a / p[-1]) for a in p[:-1])
    found: list[Point] = []
    todo = [(-bound, bound)]
    while todo:
        low, high = todo.pop()
        count = _changes(chain, low) - _changes(chain, high)
        if count == 1:
            found.append(Algebraic(p, low, high))
        elif count > 1:
            middle = (low + high) / 2
            todo += [(low, middle), (middle, high)]
    return found


def _rational_root(p: Poly) -> Fraction | None:
    """A rational root, if there is one: near each real root, the only candidate of small enough denominator."""
    if p[0] == 0:
        return Fraction(0)
    multiple = math.lcm(*(a.denominator for a in p))
    if len(p) == 3:
        return _rational_of_quadratic(*(int(a * multiple) for a in p))
    leading = abs(int(p[-1] * multiple))
    chain = _sturm(p)
    bound = 1 + max(abs(a / p[-1]) for a in p[:-1])
    width = Fraction(1, 2 * leading * leading)
    todo = [(-bound, bound)]
    while todo:
        low, high = todo.pop()
        if _changes(chain, low) == _changes(chain, high):
            continue
        if high - low < width:
            candidate = simple_fraction((low + high) / 2, leading)
            if evaluate(p, candidate) == 0:
                return candidate
            continue
        middle: Fraction = (low + high) / 2
        if evaluate(p, middle) == 0:
            return middle
        todo += [(low, middle), (middle, high)]
    return None


def _rational_of_quadratic(c: int, b: int, a: int) -> Fraction | None:
    """A rational root of ax² + bx + c, which there is where the discriminant is a square."""
    discriminant = b * b - 4 * a * c
    root = math.isqrt(max(0, discriminant))
    return Fraction(root - b, 2 * a) if root * root == discriminant else None


def _sturm(p: Poly) -> list[Poly]:
    """Sturm's chain: p, p', and the negated remainders."""
    chain = [p, derivative(p)]
    while len(chain[-1]) > 1:
        rest = divide(chain[-2], chain[-1])[1]
        if not rest:
            break
        chain.append(scale(rest, Fraction(-1) / abs(rest[-1])))
    return chain


def _changes(chain: list[Poly], x: Fraction) -> int:
    """How often the sign changes along the chain at x; zeros do not count."""
    signs = [value > 0 for q in chain if (value := evaluate(q, x)) != 0]
    return sum(a != b for a, b in itertools.pairwise(signs))
