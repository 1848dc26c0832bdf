"""Numbers: their types, conversion to fractions, and conversion to text and back without loss.

One policy throughout: a number has its exact value, so the float 0.1 is the binary fraction nearest to 1/10; a text
is read literally, so "0.1" is 1/10. Files and flags are read as text. Numbers that a user's rules return, such as
decimals and numpy numbers, are converted by `as_amount`. So an interval certified for floats contains the exact
value for these floats. A simple fraction close to a float is only a guess (`simple_fraction`), which the caller
checks.

In files a fraction is written as "-1/18" and a float as "0x1.8p-1".
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import Any

import numpy as np

from zerosum.core.errors import GameError, InputError

Number = float | Fraction
"""A result: a float, or a fraction if the computation was exact."""

Amount = int | float | Fraction
"""A probability or a payment of the rules; ints and fractions make exact solutions possible."""

MAX_EXPONENT = 400
"""Maximum size of the exponent of ten: larger numbers do not fit into a float, and much larger ones not into memory."""

SHORT, ROUNDING = 9, 1e-12
"""Maximum number of characters of a fraction that is shown in full; and the size below which a float is a rounding
error.
"""

MAX_TEXT_LENGTH = 1000
"""Maximum number of characters of a number in a file or a flag."""


def as_fraction(given: object) -> Fraction:
    """Return a Python, numpy or decimal number, or a string such as 2, 0.62, 1e-3 or 1/3, as a fraction."""
    if isinstance(given, Fraction):
        return given
    try:
        if not isinstance(given, bool) and isinstance(given, Rational):
            return Fraction(int(given.numerator), int(given.denominator))
        if isinstance(given, float | np.floating):
            return Fraction(*map(int, given.as_integer_ratio()))
        if isinstance(given, Decimal):
            return _with_fitting_power(given, given.adjusted())
        if isinstance(given, str):
            plain = given.strip().lower().replace("−", "-")
            if len(plain) < 16 and plain.isascii() and plain.removeprefix("-").isdecimal():
                return Fraction(int(plain))
            if len(plain) > MAX_TEXT_LENGTH:
                raise InputError(f"{_short(plain)} is too large or too small a number")
            return _with_fitting_power(plain, int(plain.partition("e")[2] or 0))
    except InputError:
        raise
    except (ValueError, TypeError, OverflowError, ZeroDivisionError):
        pass
    raise InputError(f"{_short(given)} is not a number; write, for example, 2, 0.62 or 31/50")


def nearest_float(x: Number | int) -> float:
    """Return the nearest float; infinity for a number beyond all floats."""
    try:
        return float(x)
    except OverflowError:
        return math.inf if x > 0 else -math.inf


def as_amount(given: object) -> Any:
    """Convert a number from the rules to a Python number: numpy numbers to int or float, decimals and strings to
    fractions.

    Anything else is returned unchanged: the solver rejects it later, when it can name the position.
    """
    if type(given) in (int, float, Fraction):
        return given
    if isinstance(given, np.timedelta64):
        return given  # a time span is not a number, although numpy counts it as an integer type
    if isinstance(given, np.bool_ | np.integer):
        return int(given)
    if isinstance(given, np.float64 | np.float32 | np.float16):
        return float(given)
    if isinstance(given, int | float | Fraction):
        return given
    try:
        return as_fraction(given)
    except InputError:
        return given


def as_whole(given: object, what: str) -> int:
    """Return a whole number from the rules as an int; raise a GameError that names anything else."""
    try:
        exact = as_fraction(given)
    except InputError:
        exact = Fraction(1, 2)
    if exact.denominator != 1:
        raise GameError(f"{what} must be a whole number, not {_short(given)}")
    return exact.numerator


def _with_fitting_power(given: str | Decimal, exponent: int) -> Fraction:
    """Return the fraction; reject a power of ten beyond the limits."""
    if abs(exponent) > MAX_EXPONENT:
        raise InputError(f"{_short(given)} is too large or too small a number")
    return Fraction(given)


def _short(given: object) -> str:
    """Return the input, shortened to fit into a sentence."""
    text = repr(given) if not isinstance(given, Decimal) else str(given)
    return text if len(text) <= 40 else f"{text[:39]}…"


def is_tracked(number: object) -> bool:
    """Return whether a number stands for a function of a parameter, so that the limits of floats do not apply."""
    return bool(getattr(number, "is_tracked", False))


def simple_fraction(x: Amount, most: int) -> Fraction:
    """Return the fraction nearest to x with a denominator of at most `most`, as a guess at the exact value."""
    return Fraction(x).limit_denominator(most)


def exact_text(x: Fraction) -> str:
    """Return a fraction as "p/q", or "p" if it is whole; of any length, unlike `str`."""
    top = whole_text(x.numerator)
    return top if x.denominator == 1 else f"{top}/{whole_text(x.denominator)}"


def short_text(x: Number, digits: int = 6) -> str:
    """Return a number as text with some digits; a rounding error becomes 0, and a short fraction is shown in full."""
    if isinstance(x, Fraction) and len(exact_text(x)) <= SHORT:
        return exact_text(x)
    return "0" if abs(float(x)) < ROUNDING else f"{float(x):.{digits}g}"


def whole_text(n: int) -> str:
    """Return the digits of a whole number; Python's `str` stops at 4,300 digits."""
    return f"{Decimal(n):f}"


def whole_size(n: int) -> int:
    """Return the number of digits of a whole number, from its logarithm, since `whole_text` is slow for long ones."""
    size = max(1, int((abs(n).bit_length() - 1) * math.log10(2)))
    while 10**size <= abs(n):
        size += 1
    return size


MAX_DIGITS = 100_000
"""Maximum number of characters of a number in a file."""
FRACTION = re.compile(r"(-?[0-9]+)(?:/([0-9]*[1-9][0-9]*))?")
FLOAT = re.compile(r"-?0x[01]\.[0-9a-f]{1,13}p[+-][0-9]{1,4}")


def text(x: Number) -> str:
    """Return a number as text. Anything that is not a float is written as an exact fraction."""
    return float(x).hex() if isinstance(x, float) else exact_text(as_fraction(x))


def number(said: object) -> Number:
    """Parse a number of a certificate."""
    if isinstance(said, str) and len(said) <= MAX_DIGITS:
        if match := FRACTION.fullmatch(said):
            top, bottom = match.groups()
            return Fraction(int(Decimal(top)), int(Decimal(bottom or 1)))
        if FLOAT.fullmatch(said) and math.isfinite(x := float.fromhex(said)):
            return x
    raise InputError(f"{str(said)[:40]!r} is not a number in certificate format, such as -1/18 or 0x1.8p-1")


def texts(xs: Iterable[Number]) -> list[str]:
    """Return a list of numbers as texts."""
    return [text(x) for x in xs]


def numbers(said: Iterable[object]) -> list[Number]:
    """Parse a list of numbers."""
    return [number(one) for one in said]
