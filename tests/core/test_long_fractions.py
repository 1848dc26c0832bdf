"""Fractions with more digits than Python's `str` allows are shown as decimals."""

from __future__ import annotations

from fractions import Fraction

from zerosum.display.table import Probability, percent
from zerosum.models.staged.engines.tricks.report import _chance

LONG = Fraction(10**5000 + 1, 3 * 10**5000)


def test_fractions_beyond_the_limit_of_digits() -> None:
    assert isinstance(_chance(LONG), Probability)
    assert percent(float(LONG)).startswith("33.3")
