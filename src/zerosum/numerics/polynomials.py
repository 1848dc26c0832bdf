"""Polynomials and ratios of polynomials in one variable, with exact coefficients.

A polynomial is a tuple of coefficients, constant first, without trailing zeros; () is zero. Coefficients are
fractions where roots or common factors are wanted; `Ratio` also evaluates and prints with floats.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from zerosum.core.arrays import Scalar

Poly = tuple[Scalar, ...]
"""Coefficients, constant first."""


def poly(coefficients: Iterable[Scalar]) -> Poly:
    """A polynomial from its coefficients, constant first; trailing zeros go."""
    items = list(coefficients)
    while items and items[-1] == 0:
        items.pop()
    return tuple(items)


def evaluate(p: Poly, x: Scalar) -> Scalar:
    """p(x), by Horner's rule."""
    total: Scalar = 0
    for coefficient in reversed(p):
        total = total * x + coefficient
    return total


def add(p: Poly, q: Poly) -> Poly:
    """p + q."""
    size = max(len(p), len(q))
    padded = ((*r, *[0] * (size - len(r))) for r in (p, q))
    return poly(a + b for a, b in zip(*padded, strict=True))


def scale(p: Poly, factor: Scalar) -> Poly:
    """factor times p."""
    return poly(factor * a for a in p)


def multiply(p: Poly, q: Poly) -> Poly:
    """p times q."""
    product: list[Scalar] = [0] * max(0, len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            product[i + j] += a * b
    return poly(product)


def divide(p: Poly, q: Poly) -> tuple[Poly, Poly]:
    """Quotient and remainder of p by q, q not zero."""
    rest, quotient = list(p), [Fraction(0)] * max(0, len(p) - len(q) + 1)
    for shift in range(len(p) - len(q), -1, -1):
        factor = rest[shift + len(q) - 1] / q[-1]
        quotient[shift] = factor
        for i, b in enumerate(q):
            rest[shift + i] -= factor * b
    return poly(quotient), poly(rest[: len(q) - 1])


def common(p: Poly, q: Poly) -> Poly:
    """The greatest common divisor of polynomials with fractions, with leading coefficient 1."""
    from zerosum.numerics.exact import as_fractions, as_polynomial  # FLINT takes long to import

    return tuple(as_fractions(as_polynomial(p).gcd(as_polynomial(q)).coeffs()))


def interpolate(points: Sequence[Fraction], values: Sequence[Fraction]) -> Poly:
    """The polynomial of least degree through the points (Newton's divided differences)."""
    coefficients = list(values)
    for level in range(1, len(points)):
        for i in range(len(points) - 1, level - 1, -1):
            coefficients[i] = (coefficients[i] - coefficients[i - 1]) / (points[i] - points[i - level])
    result: Poly = ()
    for x, coefficient in zip(reversed(points), reversed(coefficients), strict=True):
        result = add(multiply(result, (-x, Fraction(1))), poly([coefficient]))
    return result


@dataclass(frozen=True)
class Ratio:
    """A ratio of polynomials in x; `Ratio.of` brings it to lowest terms."""

    top: Poly
    bottom: Poly = (1,)

    @classmethod
    def of(cls, top: Poly, bottom: Poly) -> Ratio:
        """top / bottom in lowest terms, with whole coprime coefficients where they are fractions."""
        if not top:
            return cls((), (Fraction(1),))
        shared = common(top, bottom)
        top, bottom = divide(top, shared)[0], divide(bottom, shared)[0]
        if len(bottom) == 1:
            return cls(scale(top, 1 / bottom[0]), (Fraction(1),))
        multiple = Fraction(math.lcm(*(a.denominator for a in (*top, *bottom))))
        whole = [int(a * multiple) for a in (*top, *bottom)]
        multiple /= math.gcd(*whole) * (1 if bottom[-1] > 0 else -1)
        return cls(scale(top, multiple), scale(bottom, multiple))

    def __call__(self, x: Scalar) -> Scalar:
        """The ratio at x, a number or an array."""
        return evaluate(self.top, x) / evaluate(self.bottom, x)

    def in_floats(self) -> Ratio:
        """The same ratio with floats, the leading coefficient of its bottom being 1."""
        unit = self.bottom[-1]
        return Ratio(tuple(float(a / unit) for a in self.top), tuple(float(a / unit) for a in self.bottom))

    def split(self) -> tuple[Poly, Poly]:
        """The polynomial part, and what is left to put over the bottom: linear + c/(x + z), for instance."""
        return (
            divide(self.top, self.bottom)
            if len(self.bottom) > 1
            else (scale(self.top, 1 / self.bottom[0]), ())
        )

    def __str__(self) -> str:
        if len(self.bottom) <= 1:
            return text(scale(self.top, 1 / self.bottom[0]))
        top = text(self.top)
        bare = len([a for a in self.top if a]) == 1 and "/" not in top
        return f"{top if bare else f'({top})'}/({text(self.bottom)})"


def text(p: Poly, variable: str = "x") -> str:
    """A polynomial as a person writes it, highest power first."""
    terms = [_term(a, i, variable) for i, a in reversed(list(enumerate(p))) if _number(abs(a)) != "0"]
    joined = " ".join(terms)
    return joined.removeprefix("+ ").replace("- ", "-", 1) if joined.startswith("- ") else joined[2:] or "0"


def _term(a: Scalar, power: int, variable: str) -> str:
    """One term with its sign."""
    shown = _number(abs(a))
    letter = "" if power == 0 else variable if power == 1 else f"{variable}^{power}"
    size = (
        letter
        if shown == "1" and letter
        else f"({shown}){letter}"
        if letter and "/" in shown
        else shown + letter
    )
    return f"{'-' if a < 0 else '+'} {size}"


def _number(a: Scalar) -> str:
    """A coefficient: a fraction as it is, a float to six digits, and 0 below the noise of rounding."""
    if isinstance(a, float):
        return "0" if a < 1e-13 else f"{a:.6g}"
    return str(a)
