"""A formula as text that fits on a screen.

Lines are broken at spaces, and continuation lines are indented. A formula that would fill many lines is summarised
in brackets: its values at both ends of the interval, and its degrees. JSON, LaTeX and `str(piece.value)` have the
full formula.
"""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from zerosum.core.sides import Side
from zerosum.numerics.functions import polynomial_text
from zerosum.numerics.roots import Algebraic, Point

if TYPE_CHECKING:
    from zerosum.formulas.answer import Formula, FormulaPiece, Named

MAX_LENGTH = 24
"""Longer fractions are shown by their decimals."""
DIGITS = 12
"""Significant digits of a decimal."""
GLUE = "\xa0"
"""A space at which no line is broken."""
COLUMNS = 80
"""Width of a screen of unknown size, in characters."""
MAX_VALUE_LENGTH, MAX_PROBABILITY_LENGTH = 400, 120
"""Longer formulas are summarised."""
HIGHEST = 12
"""Break points of a higher degree are described by their degree."""
NARROWEST = 37
"""Minimum width for a formula next to its interval; with less, it is put below."""


def folded(line: str, width: int, more: int = 4) -> list[str]:
    """Return a line wrapped at spaces, not after a sign; continuation lines are indented further."""
    indent = len(line) - len(line.lstrip())
    parts = [line]
    if len(line) > width:
        parts = textwrap.wrap(
            re.sub(r" ([+-]) ", rf" \1{GLUE}", line[indent:]),
            width,
            initial_indent=" " * indent,
            subsequent_indent=" " * (indent + more * (indent > 0)),
            break_long_words=False,
            break_on_hyphens=False,
        )
    return [part.replace(GLUE, " ") for part in parts]


def in_brief(value: Named, low: Point | float, high: Point | float, longest: int) -> str:
    """Return a function on an interval, summarised if it is too long."""
    if len(str(value)) <= longest:
        return str(value)
    ends = [
        f"{value.about(float(end)):.6g}"
        for end in (low, high)
        if not isinstance(end, float) and not value.has_pole(end)
    ]
    return f"({' to '.join(ends)}{'; ' if ends else ''}{value.function.shape})".replace(" ", GLUE)


def show_point(point: Point | float) -> str:
    """Return an end of an interval: a fraction, or twelve digits."""
    if isinstance(point, float):
        return "-∞" if point < 0 else "∞"
    if isinstance(point, Fraction) and len(str(point)) <= MAX_LENGTH:
        return str(point)
    return f"{float(point):.{DIGITS}g}…"


def show_range(low: Point | float, high: Point | float, value: Named) -> str:
    """Return an interval in one line: 0 <= b <= 1; an end at which the value has a pole is open: 0 <= b < 1."""
    letter = value.letter
    left = "" if low == -math.inf else f"{show_point(low)} {'<' if value.has_pole(low) else '<='} "
    right = "" if high == math.inf else f" {'<' if value.has_pole(high) else '<='} {show_point(high)}"
    return f"{left}{letter}{right}" if left or right else f"every {letter}"


def minimal_polynomial(point: Algebraic) -> tuple[int, ...]:
    """Return the irreducible polynomial of an algebraic number, with whole coprime coefficients, constant first."""
    below = math.lcm(*(Fraction(a).denominator for a in point.polynomial))
    return tuple(int(a * below) for a in point.polynomial)


def minimal_text(point: Algebraic, letter: str, *, latex: bool = False) -> str:
    """Return the minimal polynomial as text."""
    return polynomial_text(minimal_polynomial(point), letter, latex=latex)


def root_text(point: Algebraic, letter: str) -> str:
    """Return a break point with its polynomial, or with the polynomial's degree."""
    degree = len(point.polynomial) - 1
    of = minimal_text(point, letter) if degree <= HIGHEST else f"a polynomial of degree {degree}"
    return f"  {show_point(point)} is a root of {of}"


def formula_text(formula: Formula, *, strategies: bool, family: bool, width: int) -> str:
    """Return the report of a formula."""
    return "\n".join(
        part for line in _lines(formula, strategies, family, width) for part in folded(line, width)
    )


def is_shortened(formula: Formula, *, strategies: bool) -> bool:
    """Return whether the text summarises a formula."""
    return any(len(str(value)) > MAX_VALUE_LENGTH for _, _, value in formula.values) or (
        strategies
        and any(
            len(str(p)) > MAX_PROBABILITY_LENGTH
            for piece in formula.pieces
            for rule in piece.rules
            for p in rule.functions()
        )
    )


def _lines(formula: Formula, strategies: bool, family: bool, width: int) -> Iterator[str]:
    yield f"{formula.title}: the value as a formula in {formula.letter}"
    yield ""
    yield from _values(formula, width)
    algebraic = [point for point in formula.breaks if isinstance(point, Algebraic)]
    if algebraic:
        yield ""
        yield "Irrational break points:"
        yield from (root_text(point, formula.letter) for point in algebraic)
    if strategies and any(piece.rules for piece in formula.pieces):
        yield ""
        yield "Strategies:"
        for piece in formula.pieces:
            yield ""
            yield f"  {_range(piece)}"
            yield from (f"    {line}" for line in rule_lines(piece, formula.seats))
    if family:
        yield from _family(formula)
    count = len(formula.pieces)
    proved = (
        "1 piece, proved on its whole interval"
        if count == 1
        else f"{count} pieces, each proved on its interval; adjacent pieces agree at the break points"
    )
    yield ""
    yield f"{proved}; {formula.seconds:.2f} s"
    if not formula.proved:
        yield "the payoffs were computed at several values and interpolated between them"
    if formula.note:
        yield ""
        yield formula.note


def _values(formula: Formula, width: int) -> Iterator[str]:
    """Yield the value, interval by interval, next to the intervals or below them."""
    shown = [
        (show_range(low, high, value), in_brief(value, low, high, MAX_VALUE_LENGTH))
        for low, high, value in formula.values
    ]
    column = max(len(where) for where, _ in shown) + 5
    fits = all(column + len(text) <= width for _, text in shown)
    for where, text in shown:
        if fits or width - column >= NARROWEST:
            yield from folded(f"  {where:{column - 5}}   {text}", width, more=column - 2)
        else:
            yield f"  {where}"
            yield f"      {text}"


def rule_lines(piece: FormulaPiece, seats: Mapping[Side, str]) -> list[str]:
    """Return both players' strategies on a piece, decision by decision."""

    def show(p: Named) -> str:
        return in_brief(p, piece.low, piece.high, MAX_PROBABILITY_LENGTH)

    return [
        f"{f'{seats[rule.side]} {rule.place}'.strip()}: {', '.join(rule.lines(show))}" for rule in piece.rules
    ]


def _range(piece: FormulaPiece) -> str:
    return show_range(piece.low, piece.high, piece.value)


def _family(formula: Formula) -> Iterator[str]:
    """Yield the extreme points of all optimal strategies, piece by piece."""
    yield ""
    yield "All optimal strategies: every mixture of a player's extreme points is optimal."
    for piece in formula.pieces:
        yield ""
        yield f"  {_range(piece)}"
        for side, extreme_points in piece.family.items():
            for k, rules in enumerate(extreme_points, 1):
                which = (
                    "one extreme point was found"
                    if len(extreme_points) == 1
                    else f"extreme point {k} of {len(extreme_points)}"
                )
                yield f"    {formula.seats[side]}, {which}:"
                yield from (f"      {rule.place}: {', '.join(rule.lines())}" for rule in rules)
        if not piece.family:
            yield "    not searched for: the game is too large, or its kind is not supported"
