"""Polynomials and ratios of polynomials in one variable, with exact coefficients.

A polynomial is a tuple of coefficients, constant first, without trailing zeros; () is zero. Coefficients are
fractions or floats.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from zerosum.core.arrays import Scalar

Poly = tuple[Scalar, ...]
"""Coefficients, constant first."""


def poly(coefficients: Iterable[Scalar]) -> Poly:
    """Build a polynomial from its coefficients, constant first; trailing zeros are removed."""
    items = list(coefficients)
    while items and items[-1] == 0:
        items.pop()
    return tuple(items)


def evaluate(p: Poly, x: Scalar) -> Scalar:
    """Return p(x), by Horner's rule."""
    total: Scalar = 0
    for coefficient in reversed(p):
        total = total * x + coefficient
    return total


def add(p: Poly, q: Poly) -> Poly:
    """Return p + q."""
    size = max(len(p), len(q))
    padded = ((*r, *[0] * (size - len(r))) for r in (p, q))
    return poly(a + b for a, b in zip(*padded, strict=True))


def scale(p: Poly, factor: Scalar) -> Poly:
    """Return factor times p."""
    return poly(factor * a for a in p)


def multiply(p: Poly, q: Poly) -> Poly:
    """Return p times q."""
    product: list[Scalar] = [0] * max(0, len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            product[i + j] += a * b
    return poly(product)


def divide(p: Poly, q: Poly) -> tuple[Poly, Poly]:
    """Return quotient and remainder of p by q, for q not zero."""
    rest, quotient = list(p), [Fraction(0)] * max(0, len(p) - len(q) + 1)
    for shift in range(len(p) - len(q), -1, -1):
        factor = rest[shift + len(q) - 1] / q[-1]
        quotient[shift] = factor
        for i, b in enumerate(q):
            rest[shift + i] -= factor * b
    return poly(quotient), poly(rest[: len(q) - 1])


@dataclass(frozen=True)
class Ratio:
    """A ratio of polynomials in x."""

    top: Poly
    bottom: Poly = (1,)

    def __call__(self, x: Scalar) -> Scalar:
        """Return the ratio at x, a number or an array."""
        return evaluate(self.top, x) / evaluate(self.bottom, x)

    def in_floats(self) -> Ratio:
        """Return the same ratio with floats, and 1 as the leading coefficient of its denominator."""
        unit = self.bottom[-1]
        return Ratio(tuple(float(a / unit) for a in self.top), tuple(float(a / unit) for a in self.bottom))

    def split(self) -> tuple[Poly, Poly]:
        """Return the polynomial part, and the rest over the denominator: linear + c/(x + z), for example."""
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
    """Write a polynomial in the usual form, highest power first."""
    terms = [_term(a, i, variable) for i, a in reversed(list(enumerate(p))) if _number(abs(a)) != "0"]
    joined = " ".join(terms)
    return joined.removeprefix("+ ").replace("- ", "-", 1) if joined.startswith("- ") else joined[2:] or "0"


def _term(a: Scalar, power: int, variable: str) -> str:
    """Write one term with its sign."""
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
    """Write a coefficient: a fraction unchanged, a float to six digits, and 0 below rounding error."""
    if isinstance(a, float):
        return "0" if a < 1e-13 else f"{a:.6g}"
    return str(a)
