"""Numbers: their types, the fraction that one is, and a number as text and back without a loss.

One policy throughout: a number is what it is, so the float 0.1 is the binary fraction nearest to 1/10; a text
is what it says, so "0.1" is 1/10. Files and flags are read as text. That way an interval certified for floats
holds the exact value of the same floats. What rounding may have hidden behind a float is only ever guessed at
(`simple_fraction`), by those who check the guess.

In files a fraction is written as "-1/18" and a float as "0x1.8p-1".
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from numbers import Rational

import numpy as np

from zerosum.core.errors import InputError

Number = float | Fraction
"""A result: a float, or a fraction where the work was exact."""

Amount = int | float | Fraction
"""A probability or a payment of the rules; ints and fractions make exact solutions possible."""

LARGEST_EXPONENT = 400
"""Beyond it a number fits no float, and far beyond it no memory."""

SHORT, ROUNDING = 9, 1e-12
"""Maximum number of characters of a fraction that is shown as it is, and below what a float is only rounding."""

LONGEST_TEXT = 1000
"""A number of a file or a flag has fewer characters."""


def as_fraction(given: object) -> Fraction:
    """The fraction that a number is, of Python, numpy or decimal, or that a text says: 2, 0.62, 1e-3, 1/3."""
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
            if len(plain) > LONGEST_TEXT:
                raise InputError(f"{_short(plain)} is too large or too small a number")
            return _with_fitting_power(plain, int(plain.partition("e")[2] or 0))
    except InputError:
        raise
    except (ValueError, TypeError, OverflowError, ZeroDivisionError):
        pass
    raise InputError(f"{_short(given)} is not a number; write it as 2, 0.62 or 31/50")


def _with_fitting_power(given: str | Decimal, exponent: int) -> Fraction:
    """The fraction, if its power of ten is one that fits."""
    if abs(exponent) > LARGEST_EXPONENT:
        raise InputError(f"{_short(given)} is too large or too small a number")
    return Fraction(given)


def _short(given: object) -> str:
    """What was given, as far as a sentence has room for it."""
    text = repr(given) if not isinstance(given, Decimal) else str(given)
    return text if len(text) <= 40 else f"{text[:39]}…"


def simple_fraction(x: Amount, most: int) -> Fraction:
    """The nearest fraction with a denominator of at most `most`: a guess at the number that x stands for."""
    return Fraction(x).limit_denominator(most)


def exact_text(x: Fraction) -> str:
    """A fraction as "p/q", or "p" where it is whole; of any length, which `str` is not."""
    top = whole_text(x.numerator)
    return top if x.denominator == 1 else f"{top}/{whole_text(x.denominator)}"


def short_text(x: Number, digits: int = 6) -> str:
    """A number to some digits; what is only rounding is 0, and a short fraction is shown as it is."""
    if isinstance(x, Fraction) and len(exact_text(x)) <= SHORT:
        return exact_text(x)
    return "0" if abs(float(x)) < ROUNDING else f"{float(x):.{digits}g}"


def whole_text(n: int) -> str:
    """The digits of a whole number; Python's `str` stops at 4,300 of them."""
    return f"{Decimal(n):f}"


def whole_size(n: int) -> int:
    """How many digits a whole number has, by its logarithm, for `whole_text` takes long where there are many."""
    size = max(1, int((abs(n).bit_length() - 1) * math.log10(2)))
    while 10**size <= abs(n):
        size += 1
    return size


MOST_DIGITS = 100_000
"""Maximum number of characters of a number in a file."""
FRACTION = re.compile(r"(-?[0-9]+)(?:/([0-9]*[1-9][0-9]*))?")
FLOAT = re.compile(r"-?0x[01]\.[0-9a-f]{1,13}p[+-][0-9]{1,4}")


def text(x: Number) -> str:
    """A number as text. Anything that is not a float is written as an exact fraction."""
    return float(x).hex() if isinstance(x, float) else exact_text(as_fraction(x))


def number(said: object) -> Number:
    """The number that a text of a certificate says."""
    if isinstance(said, str) and len(said) <= MOST_DIGITS:
        if match := FRACTION.fullmatch(said):
            top, bottom = match.groups()
            return Fraction(int(Decimal(top)), int(Decimal(bottom or 1)))
        if FLOAT.fullmatch(said) and math.isfinite(x := float.fromhex(said)):
            return x
    raise InputError(f"{str(said)[:40]!r} is not a number as certificates have them: -1/18 or 0x1.8p-1")


def texts(xs: Iterable[Number]) -> list[str]:
    """A list of numbers as texts."""
    return [text(x) for x in xs]


def numbers(said: Iterable[object]) -> list[Number]:
    """The numbers that a list of texts says."""
    return [number(one) for one in said]
