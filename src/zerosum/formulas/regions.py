"""Two parameters: the plane cut into regions by curves, each region with its formula.

For several values of the second parameter y the game is solved for every value of the first, x: each such *line* has
pieces with proved formulas in x, and break points that are roots of polynomials in x. From line to line their
coefficients are rational functions of y. They are interpolated, and two lines more than needed must agree. So a piece
becomes a region with a formula in x and y, and a break point becomes a curve C(x, y) = 0. Regions lie on neighbouring
lines: as many as have the formulas and the curves of the regions, all of them. Lines that fit nowhere are gaps.

The formulas on the lines are proved; between the lines the map rests on the interpolation and on the lines that check
it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from flint import fmpq_poly, fmpz_mpoly, fmpz_mpoly_ctx

from zerosum.core.data import Json
from zerosum.core.errors import InputError
from zerosum.core.foreign import Foreign
from zerosum.core.numbers import as_fraction
from zerosum.display.style import COLOURS, plain_axes
from zerosum.formulas.answer import Formula, minimal_polynomial, minimal_text, show_point
from zerosum.numerics.exact import as_fractions, as_rational
from zerosum.numerics.functions import ONE, RationalFunction, function_from_values
from zerosum.numerics.roots import Algebraic, Point, roots

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LINES = 18
"""Number of lines on which the game is solved."""
FEWEST = 6
"""Neighbouring lines with the same pieces that a region needs."""
PIXELS = 240
"""Points along each side of a picture."""

CONTEXT = fmpz_mpoly_ctx.get(("x", "y"), "lex")


@dataclass(frozen=True)
class PlaneFunction:
    """A quotient of two polynomials in x and y with whole coefficients."""

    top: fmpz_mpoly
    bottom: fmpz_mpoly

    def __call__(self, x: object, y: object) -> Fraction:
        """The value at a point, exactly."""
        at = as_fraction(x), as_fraction(y)
        return _value(self.top, *at) / _value(self.bottom, *at)

    def text(self, letters: tuple[str, str]) -> str:
        """In factors."""
        top, bottom = _factored(self.top, letters), _factored(self.bottom, letters)
        top = f"({top})" if " " in top and not top.startswith(("(", "-(")) else top
        return top if bottom == "1" else f"{top}/({bottom})"


@dataclass(frozen=True)
class Region:
    """A region of the plane: between two curves, for y in an interval."""

    value: PlaneFunction
    low: fmpz_mpoly | None
    """The curve on its lower side in x, as a polynomial; None where the game ends."""
    high: fmpz_mpoly | None
    between: tuple[Fraction, Fraction]
    """The first and the last line on which it was found."""


@dataclass(frozen=True)
class FormulaMap:
    """The value for every value of two parameters."""

    title: str
    parameters: tuple[str, str]
    letters: tuple[str, str]
    regions: tuple[Region, ...]
    lines: tuple[tuple[Fraction, Formula], ...]
    """The lines that were solved: the second parameter, and the formula in the first."""
    gaps: tuple[tuple[Fraction, Fraction], ...] = ()
    """The first and the last of neighbouring lines that are in no region."""

    @property
    def curves(self) -> tuple[str, ...]:
        """The curves between regions, as equations."""
        found: dict[str, None] = {}
        for region in self.regions:
            for curve in (region.low, region.high):
                if curve is not None:
                    found[f"{_expanded(curve, self.letters)} = 0"] = None
        return tuple(found)

    @property
    def turns(self) -> tuple[Point, ...]:
        """Where a curve turns back: values of y beyond which it has no point, or fewer."""
        low, high = self.lines[0][0], self.lines[-1][0]
        found: dict[float, Point] = {}
        for region in self.regions:
            for curve in (region.low, region.high):
                if curve is not None and curve.degrees()[0] > 1:
                    parts = curve.discriminant("x").to_dict()
                    degree = max(int(j) for _, j in parts)
                    inner = tuple(Fraction(int(parts.get((0, j), 0))) for j in range(degree + 1))
                    found |= {float(root): root for root in roots(inner) if low < root < high}
        return tuple(found[place] for place in sorted(found))

    def text(self) -> str:
        """What a person reads."""
        x, y = self.letters
        lines = [f"{self.title}: the value as a formula in {x} and {y}", ""]
        for number, region in enumerate(self.regions, 1):
            first, last = region.between
            lines.append(f"  region {number} ({y} from {first} to {last}): {region.value.text(self.letters)}")
            for curve, where in ((region.low, "above"), (region.high, "below")):
                if curve is not None:
                    lines.append(f"    {x} {where} the curve {_expanded(curve, self.letters)} = 0")
        for first, last in self.gaps:
            where = f"at {y} = {first}" if first == last else f"for {y} from {first} to {last}"
            lines.append(f"  no formula {where}: too few lines have the same pieces; give a smaller range")
        for point in self.turns:
            of = f", a root of {minimal_text(point, y)}" if isinstance(point, Algebraic) else ""
            lines.append(f"  a curve turns at {y} = {show_point(point)}{of}")
        lines += ["", f"solved on {len(self.lines)} lines, each proved; the map interpolates between them"]
        return "\n".join(lines)

    __str__ = text

    def json(self) -> Json:
        """As data."""
        return {
            "game": self.title,
            "parameters": list(self.parameters),
            "letters": list(self.letters),
            "regions": [
                {
                    "value": region.value.text(self.letters),
                    "above": None if region.low is None else _expanded(region.low, self.letters),
                    "below": None if region.high is None else _expanded(region.high, self.letters),
                    "lines": [str(end) for end in region.between],
                }
                for region in self.regions
            ],
            "gaps": [[str(end) for end in gap] for gap in self.gaps],
        }

    def plot(self) -> Figure:
        """The regions in colours, the curves between them, and the lines on which break points were found."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=(7.5, 5.5), layout="constrained")
        axes = figure.subplots()
        ys = [float(y) for y, _ in self.lines]
        xs = [
            float(end)
            for _, f in self.lines
            for p in f.pieces
            for end in (p.low, p.high)
            if math.isfinite(float(end))
        ]
        left, right = min(xs), max(xs)
        u, v = np.meshgrid(np.linspace(left, right, PIXELS), np.linspace(min(ys), max(ys), PIXELS))
        seen: dict[str, None] = {}
        for region in self.regions:
            for curve in (region.low, region.high):
                if curve is None:
                    continue
                text = f"{_expanded(curve, self.letters)} = 0"
                if text not in seen:
                    axes.contour(u, v, _array(curve, u, v), levels=[0.0], colors=["black"], linewidths=1.6)
                seen[text] = None
        for y, f in self.lines:
            for number, piece in enumerate(f.pieces):
                ends = max(float(piece.low), left), min(float(piece.high), right)
                axes.plot(
                    ends,
                    [float(y)] * 2,
                    color=COLOURS[number % len(COLOURS)],
                    linewidth=5,
                    alpha=0.35,
                    zorder=0,
                )
            for point in f.breaks:
                axes.plot([float(point)], [float(y)], "o", color=COLOURS[5], markersize=3)
        axes.set_xlabel(f"{self.parameters[0]} {self.letters[0]}")
        axes.set_ylabel(f"{self.parameters[1]} {self.letters[1]}")
        plain_axes(axes)
        figure.suptitle(f"{self.title}\n" + "   ".join(seen), fontsize=10, parse_math=False)
        return figure


def formula_map(
    title: str,
    parameters: tuple[str, str],
    letters: tuple[str, str],
    ys: Sequence[Fraction],
    solve: Callable[[Fraction], Formula],
) -> FormulaMap:
    """The map from formulas on lines; `solve` gives the formula in x for a value of y."""
    lines = tuple((y, solve(y)) for y in ys)
    regions: list[Region] = []
    alone: list[int] = []
    start = 0
    while start < len(lines):
        alike = next(
            (k for k in range(start, len(lines)) if len(lines[k][1].values) != len(lines[start][1].values)),
            len(lines),
        )
        for stop in range(alike, start + FEWEST - 1, -1):
            if found := _regions(lines[start:stop]):
                regions += found
                start = stop
                break
        else:
            alone.append(start)
            start += 1
    if not regions:
        raise InputError("too few neighbouring lines of the map have the same pieces; give smaller ranges")
    firsts = [k for k in alone if k - 1 not in alone]
    lasts = [k for k in alone if k + 1 not in alone]
    gaps = tuple((ys[first], ys[last]) for first, last in zip(firsts, lasts, strict=True))
    return FormulaMap(title, parameters, letters, tuple(regions), lines, gaps)


def _regions(lines: Sequence[tuple[Fraction, Formula]]) -> list[Region]:
    """The regions of neighbouring lines with the same number of pieces; none if some line does not fit."""
    found: list[Region] = []
    below: fmpz_mpoly | None = None
    for pieces in zip(*(f.values for _, f in lines), strict=True):
        ys = [y for y, _ in lines]
        value = _plane_function([(y, v.function) for y, (_, _, v) in zip(ys, pieces, strict=True)])
        is_last = len(found) + 1 == len(lines[0][1].values)
        above = None if is_last else _curve([(y, high) for y, (_, high, _) in zip(ys, pieces, strict=True)])
        if value is None or (above is None and not is_last):
            return []
        found.append(Region(value, below, above, (ys[0], ys[-1])))
        below = above
    return found


def _plane_function(values: Sequence[tuple[Fraction, object]]) -> PlaneFunction | None:
    """The function of both parameters from its sections at values of y, if there is one with all of them."""
    sections = [(y, f) for y, f in values if isinstance(f, RationalFunction)]
    if len(sections) < len(values):
        return None
    shape = Counter((int(f.top.degree()), int(f.bottom.degree())) for _, f in sections).most_common(1)
    kept = [(y, f) for y, f in sections if (f.top.degree(), f.bottom.degree()) == shape[0][0]]
    both = [
        _interpolated([(y, [f_part[i] for i in range(degree + 1)]) for y, f_part in parts])
        for degree, parts in zip(
            shape[0][0], ([(y, f.top) for y, f in kept], [(y, f.bottom) for y, f in kept]), strict=True
        )
    ]
    if both[0] is None or both[1] is None:
        return None
    top, bottom = _common_whole(both[0], both[1])
    shared = top.gcd(bottom)
    top, bottom = divmod(top, shared)[0], divmod(bottom, shared)[0]
    for y, f in sections:
        if _section(top, y) * f.bottom != _section(bottom, y) * f.top or not _section(bottom, y):
            return None
    sign = -1 if _value(bottom, Fraction(10**6), kept[0][0]) < 0 else 1
    return PlaneFunction(top * sign, bottom * sign)


def _curve(points: Sequence[tuple[Fraction, Point | float]]) -> fmpz_mpoly | None:
    """The curve through all break points, from their minimal polynomials at values of y."""
    polynomials = []
    for y, point in points:
        if isinstance(point, Algebraic):
            integers = minimal_polynomial(point)
            polynomials.append((y, [Fraction(a, integers[-1]) for a in integers]))
        elif isinstance(point, Fraction):
            polynomials.append((y, [-point, Fraction(1)]))
    degree = Counter(len(p) for _, p in polynomials).most_common(1)[0][0]
    found = _interpolated([(y, p) for y, p in polynomials if len(p) == degree])
    if found is None:
        return None
    curve, _ = _common_whole(found, [RationalFunction.of(1)])
    content = curve.factor()[1]
    whole = CONTEXT.from_dict({(0, 0): 1})
    for factor, _ in content:
        if factor.degrees()[0] > 0:  # a factor in y alone is not a curve
            whole *= factor
    if any(_section(whole, y) % fmpq_poly([as_rational(a) for a in p]) for y, p in polynomials):
        return None
    return whole


def _section(p: fmpz_mpoly, y: Fraction) -> fmpq_poly:
    """A polynomial in x and y as one in x, at a value of y."""
    parts = [Fraction(0)] * (1 + max((int(i) for i, _ in p.to_dict()), default=0))
    for (i, j), a in p.to_dict().items():
        parts[int(i)] += int(a) * y ** int(j)
    return fmpq_poly([as_rational(part) for part in parts])


def _interpolated(sections: Sequence[tuple[Fraction, Sequence[Foreign]]]) -> list[RationalFunction] | None:
    """Coefficients as functions of y."""
    found = []
    for k in range(len(sections[0][1])):
        numbers = [_fraction(coefficients[k]) for _, coefficients in sections]
        function = function_from_values([y for y, _ in sections], numbers)
        if function is None:
            return None
        found.append(function)
    return found


def _fraction(x: Foreign) -> Fraction:
    return x if isinstance(x, Fraction) else as_fractions([x])[0]


def _common_whole(
    one: Sequence[RationalFunction], two: Sequence[RationalFunction]
) -> tuple[fmpz_mpoly, fmpz_mpoly]:
    """Both polynomials in x over one denominator in y, with whole coefficients."""
    common = ONE
    for f in (*one, *two):
        common *= f.bottom // common.gcd(f.bottom)
    tops = [[f.top * (common // f.bottom) for f in part] for part in (one, two)]
    unit = math.lcm(*(int(p.denom()) for part in tops for p in part))
    first, second = (_polynomial([p * unit for p in part]) for part in tops)
    return first, second


def _polynomial(parts: Sequence[fmpq_poly]) -> fmpz_mpoly:
    """A polynomial in x and y from its coefficients of 1, x, x², …"""
    return CONTEXT.from_dict(
        {(i, j): int(a) for i, p in enumerate(parts) for j, a in enumerate(p.numer().coeffs()) if a}
    )


def _value(p: fmpz_mpoly, x: Fraction, y: Fraction) -> Fraction:
    return sum((int(a) * x ** int(i) * y ** int(j) for (i, j), a in p.to_dict().items()), Fraction(0))


def _array(p: fmpz_mpoly, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return sum((float(a) * x ** int(i) * y ** int(j) for (i, j), a in p.to_dict().items()), 0.0 * x)


def _expanded(p: fmpz_mpoly, letters: tuple[str, str]) -> str:
    """A polynomial in both letters, term by term."""
    terms = []
    for (i, j), a in sorted(p.to_dict().items(), key=lambda item: (-sum(item[0]), item[0]), reverse=False):
        powers = [
            letter if power == 1 else f"{letter}^{power}"
            for letter, power in zip(letters, (int(i), int(j)), strict=True)
            if power
        ]
        size = "" if abs(int(a)) == 1 and powers else str(abs(int(a)))
        terms.append(("- " if a < 0 else "+ ") + size + " ".join(powers))
    joined = " ".join(terms) or "+ 0"
    return ("-" if joined[0] == "-" else "") + joined[2:]


def _factored(p: fmpz_mpoly, letters: tuple[str, str]) -> str:
    """A polynomial in factors."""
    number, factors = p.factor()
    shown = []
    for factor, power in factors:
        text = _expanded(factor, letters)
        text = f"({text})" if " " in text and (" + " in text or " - " in text) else text
        shown.append(text if power == 1 else f"{text}^{power}")
    joined = "".join(shown)
    if not joined:
        return str(int(number))
    return joined if number == 1 else f"-{joined}" if number == -1 else f"{int(number)}{joined}"
