"""The types of numbers, and the fraction that a person means by one."""

from fractions import Fraction

from zerosum.errors import InputError

__all__ = ["Amount", "Number", "as_fraction"]

Number = float | Fraction
"""A result: a float, or a fraction where the work was exact."""

Amount = int | float | Fraction
"""A probability or a payment of the rules; ints and fractions make exact solutions possible."""

LARGEST_EXPONENT = 400
"""Beyond it a number fits no float, and far beyond it no memory."""


def as_fraction(given: object) -> Fraction:
    """The fraction that a person means by a number or by a text: 2, 0.62 (which is 31/50), 1e-3, 1/3."""
    text = str(given).strip().lower().replace("−", "-")
    try:
        if abs(int(text.partition("e")[2] or 0)) <= LARGEST_EXPONENT:
            return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise InputError(f"{given!r} is not a number; write it as 2, 0.62 or 31/50") from None
    raise InputError(f"{given} is too large or too small a number")
