"""The answer for two parameters: regions of the plane, each with its formula, as text, LaTeX, JSON and numbers.

The regions are found in `zerosum.formulas.regions`. Formulas hold inside a region, and on a curve if the rules take
the same path there as on one side of the curve (`zerosum.formulas.tracked`). Curves on which the rules take another
path are the map's *exceptions*: nothing is claimed there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from flint import fmpq_poly, fmpz_mpoly

from zerosum.core.data import Json
from zerosum.core.errors import InputError
from zerosum.core.numbers import as_fraction
from zerosum.formulas.answer import json_point, latex_range
from zerosum.formulas.text import COLUMNS, folded, minimal_text, root_text, show_point
from zerosum.numerics.exact import as_fractions, factors
from zerosum.numerics.plane import PlaneFunction, expanded, section, value_at
from zerosum.numerics.roots import Algebraic, Point, compare, is_inside, roots

if TYPE_CHECKING:
    from matplotlib.figure import Figure


LINES = 160
"""Number of lines across a plot on which points of the curves are computed."""

Ends = tuple[Fraction | None, Fraction | None]
Undefined = str
"""The reason why the game is not defined at a point."""


@dataclass(frozen=True)
class PlaneLocal:
    """The result of one basis: the value, and the functions that must stay nonnegative for it to hold."""

    value: PlaneFunction | Undefined
    conditions: list[PlaneFunction]
    strict: list[PlaneFunction] = field(default_factory=list)
    """The conditions that must be positive: if one of them is 0, the rules take another path."""

    @cached_property
    def strict_curves(self) -> dict[str, fmpz_mpoly]:
        """The irreducible polynomials of the strict conditions."""
        found: dict[str, fmpz_mpoly] = {}
        for condition in self.strict:
            for p in (condition.top, condition.bottom):
                found |= {str(factor): factor for factor, _ in factors(p)[1]} if p else {}
        return found

    def covers(self, x: Fraction, y: Fraction) -> bool:
        """Return whether the rules take this path at the point itself, and the basis is optimal there."""
        if any(value_at(c.bottom, x, y) == 0 for c in self.conditions):
            return False
        return all(c(x, y) >= 0 for c in self.conditions) and all(c(x, y) > 0 for c in self.strict if c)


@dataclass(frozen=True)
class MapPiece:
    """One formula on a band: from the upper end of the previous piece to its own."""

    value: PlaneFunction | None
    """The formula; None if the game is not defined."""
    curve: fmpz_mpoly | None
    """The curve at its upper end in x; None at the end of the range."""
    root: int
    """The number of the curve's point on a line, counted from the lowest."""


@dataclass(frozen=True)
class Band:
    """An interval of y on which the same formulas follow each other along x."""

    low: Point | None
    """The lower end of the interval; None is minus infinity."""
    high: Point | None
    inside: Fraction
    """A value of y inside the band."""
    pieces: tuple[MapPiece, ...]


@dataclass(frozen=True)
class FormulaMap:
    """The value for all pairs of values of two parameters.

    Examples
    --------
    >>> drawn = zerosum.formula_map("two-bets", high="1..4", low="1/4..1")
    >>> drawn(2, "1/2"), drawn.curves
    (Fraction(1, 51), ('h^2 l^2 + 4h l^2 + 4l^2 + 4l - 4h = 0',))
    """

    title: str
    parameters: tuple[str, str]
    letters: tuple[str, str]
    x: Ends
    y: Ends
    bands: tuple[Band, ...]
    cells: int
    """Number of cells that were covered one by one."""
    exceptions: tuple[str, ...] = ()
    """Curves and points inside the map on which the rules take another path than around them, so that nothing is
    claimed.
    """
    bases: tuple[PlaneLocal, ...] = field(default=(), repr=False, compare=False)

    @cached_property
    def formulas(self) -> tuple[PlaneFunction, ...]:
        """The distinct formulas, in order of appearance."""
        found: dict[PlaneFunction, None] = {}
        for band in self.bands:
            found |= {piece.value: None for piece in band.pieces if piece.value is not None}
        return tuple(found)

    @cached_property
    def curves(self) -> tuple[str, ...]:
        """The curves between regions, as equations."""
        return tuple(f"{expanded(curve, self.letters)} = 0" for curve in self._curves.values())

    @cached_property
    def _curves(self) -> dict[str, fmpz_mpoly]:
        curves = (piece.curve for band in self.bands for piece in band.pieces)
        return {str(curve): curve for curve in curves if curve is not None}

    @property
    def turns(self) -> tuple[Point, ...]:
        """The values of y between bands, at which curves meet, turn, begin or end."""
        return tuple(band.low for band in self.bands[1:] if band.low is not None)

    def __call__(self, x: object, y: object) -> Fraction:
        """Return the value at a point, exactly."""
        u, v = as_fraction(x), as_fraction(y)
        where = f"{self.letters[0]} = {u}, {self.letters[1]} = {v}"
        if not (is_inside(u, *self.x, closed=True) and is_inside(v, *self.y, closed=True)):
            raise InputError(f"the map does not reach {where}")
        strict = {name: curve for basis in self.bases for name, curve in basis.strict_curves.items()}
        is_strict = any(value_at(curve, u, v) == 0 for curve in strict.values())
        if is_strict or any(band.low == v for band in self.bands):
            for basis in self.bases:
                if isinstance(basis.value, PlaneFunction) and basis.covers(u, v):
                    return basis.value(u, v)
        if is_strict:
            raise InputError(
                f"there is no game at {where}, or the rules take a different path there than nearby"
            )
        for band in self.bands:
            if is_inside(v, band.low, band.high, closed=True):
                # on a line between two bands the formulas of both hold, so it is enough to look next to it
                line = v + (band.inside - v) / 2**200 if v in (band.low, band.high) else v
                for piece in band.pieces:
                    if piece.curve is None or compare(u, point_on(piece, line)) <= 0:
                        if piece.value is not None:
                            return piece.value(u, v)
                        break
        raise InputError(f"there is no game at {where}")

    def _span(self, band: Band) -> str:
        letter = self.letters[1]
        low = "" if band.low is None else f" from {show_point(band.low)}"
        high = "" if band.high is None else f" to {show_point(band.high)}"
        return f"{letter}{low}{high}" if low or high else f"every {letter}"

    def _end(self, piece: MapPiece, inside: Fraction, *, latex: bool = False) -> str:
        """Return the upper end of a piece, in words."""
        x, math_mode = self.letters[0], "$" if latex else ""
        if piece.curve is None:
            return "" if self.x[1] is None else f"{math_mode}{x} = {self.x[1]}{math_mode}"
        if piece.curve.degrees()[0] == 1:
            return f"{math_mode}{_solved(piece.curve, self.letters, latex=latex)}{math_mode}"
        many = len(real_roots(section(piece.curve, inside)))
        polynomial = f"{math_mode}{expanded(piece.curve, self.letters)}{math_mode}"
        if latex:
            names = {1: ["the root"], 2: ["the lower root", "the upper root"]}
            which = names[many][piece.root] if many in names else f"root {piece.root + 1} of {many},"
            return f"{which} ${x}$ of {polynomial}"
        which = f"root {piece.root + 1} of {many} in {x} of " if many > 1 else "the root of "
        return f"{x} = {which}{polynomial}"

    def text(self, *, width: int = COLUMNS) -> str:
        """Return the report."""
        x, y = self.letters
        lines = [f"{self.title}: the value as a formula in {x} and {y}", ""]
        numbers = {formula: number for number, formula in enumerate(self.formulas, 1)}
        lines += [f"  formula {number}: {formula.text(self.letters)}" for formula, number in numbers.items()]
        for band in self.bands:
            lines += ["", f"  {self._span(band)}:"]
            begin = ""
            for piece in band.pieces:
                end = self._end(piece, band.inside)
                if piece.value is not None:
                    upto = f" up to {end}" if end else ""
                    lines.append(
                        f"    formula {numbers[piece.value]}{f' from {begin}' if begin else ''}{upto}"
                    )
                begin = end if piece.value is None else ""
            if all(piece.value is None for piece in band.pieces):
                lines.append("    no game")
        algebraic = [point for point in self.turns if isinstance(point, Algebraic)]
        if algebraic:
            lines += ["", f"The values of {y} that are not fractions:"]
            lines += [root_text(point, y) for point in algebraic]
        if self.exceptions:
            lines += ["", "On these curves the rules differ from those nearby, and nothing is claimed:"]
            lines += [f"  {exception}" for exception in self.exceptions]
        regions = sum(piece.value is not None for band in self.bands for piece in band.pieces)
        lines += [
            "",
            "1 region, which covers the map; its formula is proved on the whole region"
            if regions == 1
            else f"{regions} regions, each formula proved on its whole region; together they cover the map",
        ]
        lines[-1] += f" ({self.cells} cells, decided one by one)"
        return "\n".join(part for line in lines for part in folded(line, width))

    def __str__(self) -> str:
        return self.text()

    def latex(self) -> str:
        """Return LaTeX, for a document with amsmath: for each band the formulas along x."""
        lines = []
        for band in self.bands:
            low: Point | float = -math.inf if band.low is None else band.low
            high: Point | float = math.inf if band.high is None else band.high
            cases = []
            for piece in band.pieces:
                value = r"\text{no game}" if piece.value is None else piece.value.latex(self.letters)
                end = self._end(piece, band.inside, latex=True)
                cases.append((value.replace(r"\frac", r"\dfrac"), rf"\text{{up to {end}}}" if end else ""))
            where = latex_range(low, high, self.letters[1])
            lines.append(
                rf"For ${where}$:" if low != -math.inf or high != math.inf else f"For every ${where}$:"
            )
            if len(cases) == 1:
                lines.append(rf"\[ v = {cases[0][0]} \qquad {cases[0][1]} \]")
            else:
                listed = "\\\\[2ex]\n".join(f"  {value} & {end}" for value, end in cases)
                lines += [r"\[ v = \begin{cases}", listed, r"\end{cases} \]"]
        algebraic = [point for point in self.turns if isinstance(point, Algebraic)]
        if algebraic:
            y = self.letters[1]
            conditions = [
                rf"${float(p):.6g}\ldots$ is a root of ${minimal_text(p, y, latex=True)}$" for p in algebraic
            ]
            lines.append(f"Here {', '.join(conditions)}.")
        if self.exceptions:
            lines.append(f"Nothing is claimed for ${'$, $'.join(self.exceptions)}$.")
        return "\n".join(lines)

    def json(self) -> Json:
        """Return the data: the formulas, the curves, and for each band the order of the formulas."""
        numbers = {formula: number for number, formula in enumerate(self.formulas)}
        return {
            "game": self.title,
            "parameters": list(self.parameters),
            "letters": list(self.letters),
            "formulas": [formula.text(self.letters) for formula in self.formulas],
            "curves": list(self.curves),
            "exceptions": list(self.exceptions),
            "bands": [
                {
                    "from": None if band.low is None else json_point(band.low),
                    "to": None if band.high is None else json_point(band.high),
                    "pieces": [
                        {
                            "formula": None if piece.value is None else numbers[piece.value],
                            "up to": None if piece.curve is None else expanded(piece.curve, self.letters),
                            "root": None if piece.curve is None else piece.root,
                        }
                        for piece in band.pieces
                    ],
                }
                for band in self.bands
            ],
        }

    def outline(self, lines: int = LINES) -> Json:
        """Return regions and curves as points, for a plot."""
        from zerosum.formulas.map_plot import outline

        return outline(self, lines)

    def plot(self) -> Figure:
        """Plot the regions in colours, and the curves between them, each drawn from its equation."""
        from zerosum.formulas.map_plot import draw

        return draw(self)


def _solved(curve: fmpz_mpoly, letters: tuple[str, str], *, latex: bool = False) -> str:
    """Return a curve that is linear in x, solved for x."""
    parts = curve.to_dict()
    one: dict[tuple[int, ...], int] = {(0, int(j)): int(a) for (i, j), a in parts.items() if int(i) == 1}
    rest: dict[tuple[int, ...], int] = {(0, int(j)): -int(a) for (i, j), a in parts.items() if int(i) == 0}
    context = curve.context()
    found = PlaneFunction(context.from_dict(rest), context.from_dict(one))
    return f"{letters[0]} = {found.latex(letters) if latex else found.text(letters)}"


def real_roots(p: fmpq_poly) -> tuple[Point, ...]:
    return roots(tuple(as_fractions(p.coeffs()))) if p.degree() > 0 else ()


def point_on(piece: MapPiece, y: Fraction) -> Point:
    """Return the upper end of a piece on a line."""
    assert piece.curve is not None
    found = real_roots(section(piece.curve, y))
    return found[min(piece.root, len(found) - 1)]
