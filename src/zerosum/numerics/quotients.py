"""Quotients of polynomials in any number of letters; FLINT does the arithmetic.

>>> x, y = letters("x", "y")
>>> (x**2 - y**2) / (x - y) == x + y
True
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Generic, Self, TypeVar

from flint import fmpq_poly, fmpz_mpoly, fmpz_mpoly_ctx

P = TypeVar("P", fmpz_mpoly, fmpq_poly)


class Fractional(ABC, Generic[P]):
    """The arithmetic of quotients of polynomials; a subclass reduces them to lowest terms."""

    __slots__ = ("bottom", "top")

    top: P
    bottom: P

    @abstractmethod
    def __init__(self, top: P, bottom: P) -> None: ...

    @abstractmethod
    def _function(self, x: Self | Fraction | int) -> Self:
        """Return a number as a constant function of the same letters."""

    def __add__(self, other: Self | Fraction | int) -> Self:
        two = self._function(other)
        if self.bottom == two.bottom:
            return type(self)(self.top + two.top, self.bottom)
        return type(self)(self.top * two.bottom + two.top * self.bottom, self.bottom * two.bottom)

    def __neg__(self) -> Self:
        return type(self)(-self.top, self.bottom)

    def __sub__(self, other: Self | Fraction | int) -> Self:
        return self + -self._function(other)

    def __rsub__(self, other: Self | Fraction | int) -> Self:
        return self._function(other) - self

    def __mul__(self, other: Self | Fraction | int) -> Self:
        two = self._function(other)
        return type(self)(self.top * two.top, self.bottom * two.bottom)

    def __truediv__(self, other: Self | Fraction | int) -> Self:
        two = self._function(other)
        return type(self)(self.top * two.bottom, self.bottom * two.top)

    def __rtruediv__(self, other: Self | Fraction | int) -> Self:
        return self._function(other) / self

    __radd__, __rmul__ = __add__, __mul__

    def __pow__(self, power: Fraction | int) -> Self:
        if power != int(power) or power < 0:
            raise ValueError("powers of rational functions must be non-negative integers")
        return type(self)(self.top ** int(power), self.bottom ** int(power))

    def __bool__(self) -> bool:
        return bool(self.top)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fractional) and self.top == other.top and self.bottom == other.bottom

    def __hash__(self) -> int:
        return hash((str(self.top), str(self.bottom)))


class Quotient(Fractional[fmpz_mpoly]):
    """A quotient of two polynomials with integer coefficients, in lowest terms."""

    __slots__ = ("__dict__",)

    def __init__(self, top: fmpz_mpoly, bottom: fmpz_mpoly | None = None) -> None:
        one = top.context().constant(1)
        if bottom is None or (bottom and not top):
            bottom = one
        elif not bottom:
            raise ZeroDivisionError("a rational function with denominator 0")
        elif bottom != one:
            shared = top.gcd(bottom)
            if shared != one:
                top, bottom = divmod(top, shared)[0], divmod(bottom, shared)[0]
            if bottom.coefficient(0) < 0:
                top, bottom = -top, -bottom
        self.top, self.bottom = top, bottom

    def _function(self, x: Self | Fraction | int) -> Self:
        if isinstance(x, Quotient):
            return x
        exact, context = Fraction(x), self.top.context()
        return type(self)(context.constant(exact.numerator), context.constant(exact.denominator))

    def __str__(self) -> str:
        return f"({self.top})/({self.bottom})"

    @property
    def has_no_minus(self) -> bool:
        """Whether no term has a minus sign, so that the function is nonnegative for all positive values of the
        letters.
        """
        return all(a > 0 for p in (self.top, self.bottom) for a in p.coeffs())


def letters(*names: str) -> list[Quotient]:
    """Return one function for each letter: the letter itself."""
    context = fmpz_mpoly_ctx.get(names, "lex")
    return [Quotient(letter) for letter in context.gens()]
