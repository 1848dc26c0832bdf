"""A value: the interval `lower <= v <= upper`, and its text.

As text, an interval is a decimal and its error, `0.123 ± 2e-03`. The error includes the rounding of the decimal and
is itself rounded up to one digit, in exact arithmetic, so that the interval shown contains the known one. A
fraction is shown as a decimal first, `0.625 = 5/8`, with an ellipsis if the decimal never ends: `0.333333… = 1/3`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from numbers import Real
from typing import NamedTuple

from zerosum.core.errors import InputError
from zerosum.core.numbers import Number, as_fraction, exact_text, whole_size, whole_text

MAX_LENGTH = 40
"""A fraction with more characters is shown as a decimal alone."""

MAX_DECIMALS = 110
"""A value with more decimals than this, or at least this many digits before the point, is shown with an exponent."""

MIN_DECIMAL = Fraction(1, 10**15)
"""A value below this size is shown with an exponent."""

PADDING = 6
"""Minimum number of trailing zeros that are omitted: 1 ± 3e-14."""

FULL, BRIEF, LONG = 10, 6, 15
"""Numbers of digits of a terminating decimal, of an infinite one, and of one whose fraction is too long to show."""


@dataclass(frozen=True, init=False)
class Value:
    """The interval `lower <= v <= upper`; exact if both ends are the same fraction.

    Examples
    --------
    >>> from fractions import Fraction
    >>> value = zerosum.Value(Fraction(1, 3), Fraction(1, 3))
    >>> print(value)
    0.333333… = 1/3
    >>> value.is_exact, 0.3 in value
    (True, False)
    >>> print(zerosum.Value(0.3333, 0.3334))
    0.33335 ± 6e-05

    A comparison is true if it holds for every number in the interval.

    >>> value < 0.4, value == Fraction(1, 3), f"{value:.4f}", round(value, 2)
    (True, True, '0.3333', 0.33)
    """

    lower: Number
    upper: Number

    def __init__(self, lower: Number, upper: Number) -> None:
        if not lower <= upper:
            raise InputError(f"a value needs lower <= upper, not {lower} and {upper}")
        fields = (
            self.__dict__
        )  # faster than the setattr of frozen dataclasses, and there are millions of values
        fields["lower"], fields["upper"] = lower, upper

    @classmethod
    def exactly(cls, v: Number | int) -> Value:
        """Return the value known to be exactly v."""
        v = v if isinstance(v, float) else as_fraction(v)
        return cls(v, v)

    @property
    def gap(self) -> Number:
        """The width of the interval."""
        return self.upper - self.lower

    @property
    def middle(self) -> Number:
        """The midpoint, the best single number."""
        return self.lower / 2 + self.upper / 2

    @property
    def is_exact(self) -> bool:
        """Whether the value is one known fraction."""
        return self.lower == self.upper and isinstance(self.lower, Fraction)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Value):
            return (self.lower, self.upper) == (other.lower, other.upper)
        return self.lower == self.upper == other if isinstance(other, Real) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.lower if self.lower == self.upper else (self.lower, self.upper))

    def __lt__(self, other: Value | Number) -> bool:
        return self.upper < (other.lower if isinstance(other, Value) else other)

    def __le__(self, other: Value | Number) -> bool:
        return self.upper <= (other.lower if isinstance(other, Value) else other)

    def __gt__(self, other: Value | Number) -> bool:
        return self.lower > (other.upper if isinstance(other, Value) else other)

    def __ge__(self, other: Value | Number) -> bool:
        return self.lower >= (other.upper if isinstance(other, Value) else other)

    def __round__(self, digits: int | None = None) -> float:
        return round(float(self), digits)

    def __format__(self, spec: str) -> str:
        return format(float(self), spec) if spec else str(self)

    def __contains__(self, v: Number) -> bool:
        return self.lower <= v <= self.upper

    def __neg__(self) -> Value:
        return Value(-self.upper, -self.lower)

    def __float__(self) -> float:
        return float(self.middle)

    def __str__(self) -> str:
        if isinstance(self.lower, Fraction) and self.is_exact:
            return _fraction(self.lower)
        if self.lower == self.upper:
            return repr(float(self.lower)).removesuffix(".0")
        if math.isinf(self.lower) or math.isinf(self.upper):
            return f"between {self.lower} and {self.upper}"
        return _interval(Fraction(self.lower), Fraction(self.upper))

    def _repr_html_(self) -> str:
        from zerosum.display.html import html_page

        ends = "" if self.lower == self.upper else f"between {self.lower!r} and {self.upper!r}"
        return html_page("", str(self), notes=[ends or "exact"])

    def json(self) -> dict[str, str | float]:
        """Return the lower and upper bound as JSON numbers, or as strings "p/q" if they are fractions."""
        return {
            name: exact_text(end) if isinstance(end, Fraction) else end
            for name, end in (("lower", self.lower), ("upper", self.upper))
        }


@dataclass(frozen=True)
class Extreme:
    """One end of the range of payoffs of a player's optimal strategies against an opponent."""

    ev: Fraction
    """The player's EV with the strategy found."""
    bound: Fraction
    """A bound: no optimal strategy has a larger EV (at the upper end) or a smaller one (at the lower end)."""
    short: Fraction = Fraction(0)
    """A bound on how far the strategy's guarantee falls short of the value: 0 if the strategy is certainly optimal."""


class _Decimal(NamedTuple):
    """The number `digits` times ten to the power `exponent`."""

    digits: int
    exponent: int

    @property
    def number(self) -> Fraction:
        return self.digits * Fraction(10) ** self.exponent

    def text(self, more: str = "") -> str:
        """Return the number as text, with `more` after its last digit and an exponent if it is huge or tiny."""
        if self.digits == 0:
            return "0"
        fits = -self.exponent <= MAX_DECIMALS and MIN_DECIMAL <= abs(self.number) < 10**MAX_DECIMALS
        if not fits or (more and self.exponent > 0):
            digits = whole_text(abs(self.digits))
            point = f".{digits[1:]}{more}" if digits[1:] else more
            return f"{'-' * (self.digits < 0)}{digits[0]}{point}e{self.exponent + len(digits) - 1:+03d}"
        whole, part = divmod(abs(self.digits) * 10 ** max(self.exponent, 0), 10 ** max(-self.exponent, 0))
        point = f".{part:0{-self.exponent}d}" if self.exponent < 0 else ""
        return f"{'-' * (self.digits < 0)}{whole}{point}{more}"

    def trimmed(self, least: int = 1) -> _Decimal:
        """Return the same number without trailing zeros, if there are at least `least` of them."""
        digits, exponent = self
        while digits and digits % 10 == 0:
            digits, exponent = digits // 10, exponent + 1
        return _Decimal(digits, exponent) if exponent - self.exponent >= least else self


def _exponent(x: Fraction) -> int:
    """Return the power of ten of the first digit of x, which is not zero."""
    guess = whole_size(x.numerator) - whole_size(x.denominator)
    return guess if abs(x) >= Fraction(10) ** guess else guess - 1


def _rounded_up(x: Fraction) -> _Decimal:
    """Round a positive x up to one digit."""
    exponent = _exponent(x)
    digit = math.ceil(x / Fraction(10) ** exponent)
    return _Decimal(digit, exponent) if digit < 10 else _Decimal(1, exponent + 1)


def _interval(lower: Fraction, upper: Fraction) -> str:
    """Return a decimal and an error that cover the interval from lower to upper."""
    middle, half = (lower + upper) / 2, (upper - lower) / 2
    shown, error = _shown(middle, half, _exponent(half))
    if error.exponent > _exponent(half):
        shown, error = _shown(middle, half, error.exponent)
    known = str(error.digits) if error.exponent == 0 else f"{error.digits}e{error.exponent:+03d}"
    return f"{shown.trimmed(PADDING).text()} ± {known}"


def _shown(middle: Fraction, half: Fraction, exponent: int) -> tuple[_Decimal, _Decimal]:
    """Return the midpoint to its last certain digit, with an error that covers the rounding."""
    if abs(middle) < half:
        return _Decimal(0, 0), _rounded_up(half + abs(middle))
    last = exponent if abs(middle) >= 10**MAX_DECIMALS else min(exponent, 0)
    shown = _Decimal(round(middle / Fraction(10) ** last), last)
    return shown, _rounded_up(half + abs(middle - shown.number))


def _fraction(x: Fraction) -> str:
    """Return a fraction as a decimal, followed by the fraction itself if it is short."""
    size = len(exact_text(x))
    if x.denominator == 1 and size <= MAX_LENGTH:
        return str(x)
    if size > MAX_LENGTH:
        return _cut(x, LONG)
    ends = (x / Fraction(10) ** (_exponent(x) - FULL + 1)).denominator == 1
    return f"{_cut(x, FULL if ends else BRIEF)} = {x}"


def _cut(x: Fraction, digits: int) -> str:
    """Return the first digits of x, with an ellipsis if there are more."""
    exponent = _exponent(x) - digits + 1
    first = _Decimal(math.trunc(x / Fraction(10) ** exponent), exponent)
    return first.trimmed().text() if first.number == x else first.text("…")
