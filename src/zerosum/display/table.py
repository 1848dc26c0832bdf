"""Tables, and probabilities as text: shown as plain text, in a rich terminal and as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from zerosum.core.numbers import Number, exact_text
from zerosum.core.printable import one_line
from zerosum.core.value import MAX_LENGTH
from zerosum.display.text import rich_table, text_table

if TYPE_CHECKING:
    from rich.console import RenderableType

MAX_FRACTION = 7
"""Maximum number of characters of a fraction that is shown next to a percentage."""
MAX_CELL = 1000
"""Maximum number of characters of a cell; the rest is cut off."""
NEVER = 1e-12
"""Smaller floats are rounding errors, not probabilities."""


class Probability(float):
    """A float that tables show as a percentage and JSON as a number."""


@dataclass(frozen=True)
class Table:
    """Rows of cells under named columns, which any front end can draw.

    Examples
    --------
    >>> print(zerosum.Table("Shares", ["move", "share"], [["left", 0.25], ["right", 0.75]]))
    Shares
    move   share
    left    0.25
    right   0.75
    """

    title: str
    """The caption, shown above the table unless it is empty."""
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", one_line(self.title))
        object.__setattr__(self, "columns", [one_line(str(column)) for column in self.columns])

    def text(self, cell: object) -> str:
        """Return one cell as readable text."""
        if isinstance(cell, bool) or cell is None:
            return {True: "yes", False: "no", None: "–"}[cell]
        if isinstance(cell, Probability):
            return percent(float(cell))
        if isinstance(cell, float):
            return f"{cell:.10g}"
        return one_line(str(cell), MAX_CELL)

    def cells(self) -> list[list[str]]:
        """Return every cell as text."""
        return [[self.text(cell) for cell in row] for row in self.rows]

    def __str__(self) -> str:
        return text_table(self.title, self.columns, self.cells())

    def __rich__(self) -> RenderableType:
        return rich_table(self.title, self.columns, self.cells())

    def _repr_html_(self) -> str:
        from zerosum.display.html import html_page

        return html_page("", "", [self.inner_html()])

    def inner_html(self) -> str:
        """Return the table as HTML for use inside a page."""
        from zerosum.display.html import html_table

        return html_table(self.title, self.columns, self.cells())


def percent(p: Number | None) -> str:
    """Return a probability as text: a percentage, a fraction if it is exact, a dash for never."""
    if p is None or p == 0 or (isinstance(p, float) and p < NEVER):
        return "–"
    if isinstance(p, Fraction) and len(exact_text(p)) <= MAX_LENGTH:
        return str(p)
    if isinstance(p, Fraction) and p < NEVER:  # exact, so not a rounding error
        return tiny_text(p)
    return "<0.1%" if p < 0.0005 else ">99.9%" if 0.9995 < p < 1 - NEVER else f"{100 * float(p):.1f}%"


def tiny_text(p: Fraction) -> str:
    """Return the text of a probability that may be too small for a float."""
    return f"{Decimal(p.numerator) / Decimal(p.denominator):.1e}"


def chance_text(p: Number) -> str:
    """Return a probability as a percentage, never 0% or 100% for a mixed one, followed by the fraction if
    that is more precise.
    """
    share = 100 * float(p)
    text = "<0.1%" if share < 0.05 else ">99.9%" if share > 99.95 else f"{share:.1f}%".replace(".0%", "%")
    exact = isinstance(p, Fraction) and (100 * p).denominator > 1 and len(exact_text(p)) <= MAX_FRACTION
    return f"{text} ({p})" if exact else text
