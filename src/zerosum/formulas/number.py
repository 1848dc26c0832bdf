"""The value of a game as an algebraic number."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from zerosum.core.data import Json
from zerosum.core.numbers import as_fraction
from zerosum.formulas.answer import json_point
from zerosum.formulas.text import COLUMNS, folded, minimal_polynomial, minimal_text
from zerosum.numerics.roots import Point, compare


@dataclass(frozen=True)
class AlgebraicValue:
    """The value of a game as an exact number: a fraction, or a root of an irreducible polynomial.

    Examples
    --------
    >>> from fractions import Fraction as F
    >>> from zerosum.models.stochastic.rules import ArrayGame
    >>> goes_on = [[[F(3, 5)], [F(1, 5)]], [[F(4, 5)], [F(2, 5)]]]
    >>> found = zerosum.exact_value(ArrayGame([[[1, 3], [1, 2]]], [goes_on], 1))
    >>> found.at_least("3.5355"), found.at_least("3.5356")
    (True, False)
    """

    title: str
    value: Point
    proof: str

    @property
    def polynomial(self) -> tuple[int, ...]:
        """The minimal polynomial, with whole coprime coefficients, constant first."""
        if isinstance(self.value, Fraction):
            return (-self.value.numerator, self.value.denominator)
        return minimal_polynomial(self.value)

    def at_least(self, t: object) -> bool:
        """Decide exactly whether the value is at least a number."""
        return compare(self.value, as_fraction(t)) >= 0

    def __float__(self) -> float:
        return float(self.value)

    def text(self, *, width: int = COLUMNS) -> str:
        """Return the report."""
        if isinstance(self.value, Fraction):
            lines = [f"{self.title}: the value is {self.value}"]
        else:
            narrow, of = self.value.within(Fraction(1, 10**15)), minimal_text(self.value, "x")
            lines = [
                f"{self.title}: the value is {float(self.value):.16g}…, a root of {of}",
                f"(the only one between {float(narrow.low):.15g} and {float(narrow.high):.15g})",
            ]
        return "\n".join(part for line in (*lines, self.proof) for part in folded(line, width))

    def __str__(self) -> str:
        return self.text()

    def json(self) -> Json:
        """Return the data."""
        return {
            "game": self.title,
            "value": json_point(self.value),
            "polynomial": list(self.polynomial),
            "proof": self.proof,
        }
