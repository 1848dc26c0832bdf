"""Two parameters: the plane cut into regions by curves, each region with its formula.

At a point (x, y) a solver finds an optimal basis. The basis determines the value as a rational function of both
parameters, and it is optimal wherever finitely many functions of both are nonnegative. They are products of irreducible
polynomials, the *curves*. So the formula is proved on every cell of the plane, cut by these curves, in which all of
them have the right signs.

Do the cells of finitely many bases cover the rectangle? The curves are projected along x (a cylindrical decomposition):
at finitely many *critical* values of y, roots of leading coefficients, of discriminants and of resultants of two
curves, they cross, turn or run away to infinity. Between two neighbouring critical values the curves keep their number
and their order in x. So one line between them decides: every interval between curves on the line stands for a cell of
the whole strip. A cell that no basis covers is solved at its sample point, which gives a new basis. The search ends
when every cell of every strip is covered. The formulas are continuous, and so is the value, so they
also hold on the curves.

Neighbouring strips with the same formulas between the same curves are one *band*.

Reference: G. E. Collins, Quantifier elimination for real closed fields by cylindrical algebraic decomposition, 1975.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, cmp_to_key
from typing import TYPE_CHECKING

from flint import fmpq_poly, fmpz_mpoly

from zerosum.core.data import Json
from zerosum.core.errors import InputError, ZerosumError
from zerosum.core.foreign import Foreign
from zerosum.core.limits import tick, within
from zerosum.core.numbers import as_fraction
from zerosum.core.progress import Progress, silent
from zerosum.formulas.answer import json_point, latex_range
from zerosum.formulas.line import FARTHEST, WIDTH
from zerosum.formulas.text import COLUMNS, folded, minimal_text, root_text, show_point
from zerosum.numerics.exact import as_fractions, as_rational
from zerosum.numerics.plane import PlaneFunction, Signs, expanded, in_y, leading, section
from zerosum.numerics.roots import Algebraic, Point, compare, roots
from zerosum.numerics.trace import samples, show_end

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from zerosum.formulas.map_plot import MapOutline

LINES = 160
"""Number of lines across a picture on which points of the curves are computed."""

LONGEST = 600.0
"""Seconds of processor time for a map, unless the user sets a limit."""
MOST_SAMPLES = 12
"""Number of points that are tried in a cell before it is given up."""

WIDE = 100
"""In longer intervals small fractions are tried first."""
SMALL = tuple(
    Fraction(a, b) * sign for sign in (1, -1) for a, b in ((1, 1), (3, 2), (2, 3), (5, 1), (1, 5), (40, 1))
)

Ends = tuple[Fraction | None, Fraction | None]
Undefined = str
"""The reason for which the game is not defined at a point."""


@dataclass(frozen=True)
class PlaneLocal:
    """What one basis gives: the value, and the functions that must stay nonnegative for it to hold."""

    value: PlaneFunction | Undefined
    conditions: list[PlaneFunction]


@dataclass(frozen=True)
class MapPiece:
    """One formula on a band: from the last piece's upper end to its own."""

    value: PlaneFunction | None
    """None where the game is not defined."""
    curve: fmpz_mpoly | None
    """The curve at its upper end in x; None where the range ends."""
    root: int
    """Which of the curve's points on a line it is, counted from the lowest."""


@dataclass(frozen=True)
class Band:
    """An interval of y on which the same formulas follow each other along x."""

    low: Point
    high: Point
    inside: Fraction
    """A value of y inside."""
    pieces: tuple[MapPiece, ...]


@dataclass(frozen=True)
class FormulaMap:
    """The value for every value of two parameters.

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
    """Number of cells that were decided one by one."""

    @cached_property
    def formulas(self) -> tuple[PlaneFunction, ...]:
        """The different formulas, in the order in which they are met."""
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
        return {
            str(piece.curve): piece.curve
            for band in self.bands
            for piece in band.pieces
            if piece.curve is not None
        }

    @property
    def turns(self) -> tuple[Point, ...]:
        """The values of y between bands: where curves meet, turn, begin or end."""
        return tuple(band.low for band in self.bands[1:])

    def __call__(self, x: object, y: object) -> Fraction:
        """The value at a point, exactly."""
        u, v = as_fraction(x), as_fraction(y)
        where = f"{self.letters[0]} = {u}, {self.letters[1]} = {v}"
        if not all(_inside(t, ends) for t, ends in ((u, self.x), (v, self.y))):
            raise InputError(f"the map does not reach {where}")
        for band in self.bands:
            if compare(band.low, v) <= 0 and compare(v, band.high) <= 0:
                # on a line between two bands the formulas of both hold, so it is enough to look beside it
                at_end = v in (band.low, band.high)
                line = v + (band.inside - v) / 2**200 if at_end else v
                for piece in band.pieces:
                    if piece.curve is None or compare(u, point_on(piece, line)) <= 0:
                        if piece.value is not None:
                            return piece.value(u, v)
                        break
        raise InputError(f"there is no game at {where}")

    def _span(self, band: Band) -> str:
        letter = self.letters[1]
        low = "" if band.low == -FARTHEST else f" from {show_point(band.low)}"
        high = "" if band.high == FARTHEST else f" to {show_point(band.high)}"
        return f"{letter}{low}{high}" if low or high else f"every {letter}"

    def _end(self, piece: MapPiece, inside: Fraction, *, latex: bool = False) -> str:
        """The upper end of a piece, in words."""
        x, math_mode = self.letters[0], "$" if latex else ""
        if piece.curve is None:
            return "" if self.x[1] is None else f"{math_mode}{x} = {self.x[1]}{math_mode}"
        if piece.curve.degrees()[0] == 1:
            return f"{math_mode}{_solved(piece.curve, self.letters, latex=latex)}{math_mode}"
        many = len(_roots(section(piece.curve, inside)))
        polynomial = f"{math_mode}{expanded(piece.curve, self.letters)}{math_mode}"
        if latex:
            which = (
                ("the lower root", "the upper root")[piece.root]
                if many == 2
                else f"root {piece.root + 1} of {many},"
            )
            return f"{'the root' if many == 1 else which} ${x}$ of {polynomial}"
        which = f"root {piece.root + 1} of {many} in {x} of " if many > 1 else "the root of "
        return f"{x} = {which}{polynomial}"

    def text(self, *, width: int = COLUMNS) -> str:
        """What a person reads."""
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
            lines += ["", f"Where the values of {y} that are not fractions lie:"]
            lines += [root_text(point, y) for point in algebraic]
        regions = sum(piece.value is not None for band in self.bands for piece in band.pieces)
        lines += [
            "",
            "1 region, its formula proved on all of it; it covers the map"
            if regions == 1
            else f"{regions} regions, each formula proved on its whole region; together they cover the map",
        ]
        lines[-1] += f" ({self.cells} cells, decided one by one)"
        return "\n".join(part for line in lines for part in folded(line, width))

    def __str__(self) -> str:
        return self.text()

    def latex(self) -> str:
        """As LaTeX, for a document with amsmath: for each band the formulas along x."""
        lines = []
        for band in self.bands:
            low, high = (
                far if point == end else point
                for point, end, far in ((band.low, -FARTHEST, -math.inf), (band.high, FARTHEST, math.inf))
            )
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
            told = [
                rf"${float(p):.6g}\ldots$ is a root of ${minimal_text(p, y, latex=True)}$" for p in algebraic
            ]
            lines.append(f"Here {', '.join(told)}.")
        return "\n".join(lines)

    def json(self) -> Json:
        """As data: the formulas, the curves, and for each band which formula follows which."""
        numbers = {formula: number for number, formula in enumerate(self.formulas)}
        return {
            "game": self.title,
            "parameters": list(self.parameters),
            "letters": list(self.letters),
            "formulas": [formula.text(self.letters) for formula in self.formulas],
            "curves": list(self.curves),
            "bands": [
                {
                    "from": None if band.low == -FARTHEST else json_point(band.low),
                    "to": None if band.high == FARTHEST else json_point(band.high),
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

    def outline(self, lines: int = LINES) -> MapOutline:
        """Regions and curves as points, for a picture."""
        from zerosum.formulas.map_plot import outline

        return outline(self, lines)

    def plot(self) -> Figure:
        """The regions in colours, and the curves between them, each drawn from its equation."""
        from zerosum.formulas.map_plot import draw

        return draw(self)


def _inside(t: Fraction, ends: Ends) -> bool:
    return (ends[0] is None or t >= ends[0]) and (ends[1] is None or t <= ends[1])


def _solved(curve: fmpz_mpoly, letters: tuple[str, str], *, latex: bool = False) -> str:
    """A curve that is linear in x, solved for x."""
    parts = curve.to_dict()
    one: dict[tuple[int, ...], int] = {(0, int(j)): int(a) for (i, j), a in parts.items() if int(i) == 1}
    rest: dict[tuple[int, ...], int] = {(0, int(j)): -int(a) for (i, j), a in parts.items() if int(i) == 0}
    context = curve.context()
    found = PlaneFunction(context.from_dict(rest), context.from_dict(one))
    return f"{letters[0]} = {found.latex(letters) if latex else found.text(letters)}"


def _roots(p: fmpq_poly) -> tuple[Point, ...]:
    return roots(tuple(as_fractions(p.coeffs()))) if p.degree() > 0 else ()


def point_on(piece: MapPiece, y: Fraction) -> Point:
    """The upper end of a piece on a line."""
    assert piece.curve is not None
    found = _roots(section(piece.curve, y))
    return found[min(piece.root, len(found) - 1)]


Cell = tuple[PlaneLocal, str, int]
"""What covers a cell on a line, and the curve at its upper end in x, by its name and the number of the root."""


def _samples(low: Point | None, high: Point | None) -> Iterator[Fraction]:
    """Fractions strictly between two places; in a wide interval small ones first, at which games are easy to solve."""
    if low is None or high is None or float(high) - float(low) > WIDE:
        for t in SMALL:
            if (low is None or compare(low, t) < 0) and (high is None or compare(t, high) < 0):
                yield t
    yield from samples(low, high)


class _UnluckyLineError(ZerosumError):
    """No point on a line in a cell was good for a basis."""


class _Decomposition:
    """Curves, bases and strips, until every cell is covered."""

    def __init__(
        self,
        local: Callable[[Fraction, Fraction], PlaneLocal | None],
        x: Ends,
        y: Ends,
        most: int,
        progress: Progress,
    ) -> None:
        self.local, self.most, self.progress = local, most, progress
        self.left, self.right = x
        self.low, self.high = (
            end if end is not None else Fraction(side * FARTHEST)
            for end, side in zip(y, (-1, 1), strict=True)
        )
        self.bases: list[tuple[PlaneLocal, list[Signs]]] = []
        self.curves: dict[str, fmpz_mpoly] = {}
        self.critical: dict[str, Point] = {}
        """Critical values of y."""
        self.pairs: set[tuple[str, str]] = set()
        self.fixed: dict[str, int] = {}
        """Signs of polynomials that do not vanish on the map."""
        self.known: dict[tuple[str, Fraction], tuple[Point, ...]] = {}

    def run(self) -> tuple[list[tuple[Point, Point, Fraction, list[MapPiece]]], int]:
        """The strips with their pieces, and the number of cells."""
        while True:
            known = len(self.bases)
            edges = sorted([self.low, *self.critical.values(), self.high], key=cmp_to_key(compare))
            found, count = [], 0
            for a, b in itertools.pairwise(edges):
                if float(b) - float(a) > WIDTH:
                    sample, cells = self._strip(a, b)
                    count += len(cells)
                    found.append((a, b, sample, self._pieces(cells)))
            if len(self.bases) == known:
                return found, count

    def _strip(self, low: Point, high: Point) -> tuple[Fraction, list[Cell]]:
        """A line in a strip, and its cells."""
        for y in itertools.islice(_samples(low, high), MOST_SAMPLES):
            try:
                while (cells := self._line(y)) is None:
                    pass
            except _UnluckyLineError as problem:
                unlucky = problem
                continue
            return y, cells
        raise ZerosumError(f"{unlucky}; give smaller ranges")

    def _line(self, y: Fraction) -> list[Cell] | None:
        """The cells along a line, from the left: the basis that covers each, and the curve at its upper end.

        None if a cell was not covered; then there is a new basis, with new curves.
        """
        sections: dict[str, fmpq_poly] = {name: section(p, y) for name, p in self.curves.items()}
        ends: list[tuple[Point, str, int]] = [
            (point, name, k)
            for name, p in sections.items()
            for k, point in enumerate(self._roots_of(name, p, y))
            if (self.left is None or compare(self.left, point) < 0)
            and (self.right is None or compare(point, self.right) < 0)
        ]
        by_place = cmp_to_key(compare)
        ends.sort(key=lambda end: by_place(end[0]))
        cells: list[Cell] = []
        left: Point | None = self.left
        lined: list[tuple[Point, str, int] | None] = [*ends, None]
        for end in lined:
            tick()
            right = end[0] if end is not None else self.right
            if left is not None and right is not None and float(right) - float(left) <= WIDTH:
                left = right
                continue
            at = as_rational(next(samples(left, right)))
            signs = self.fixed | {name: _sign(p(at)) for name, p in sections.items()}
            basis = next(
                (one for one, needs in self.bases if all(_holds(need, signs) for need in needs)), None
            )
            if basis is None:
                self._add(left, right, y)
                return None
            cells.append((basis, end[1] if end else "", end[2] if end else 0))
            left = right
        return cells

    def _add(self, left: Point | None, right: Point | None, y: Fraction) -> None:
        """Solve at a point between two places on a line, and add the basis and its curves."""
        for x in itertools.islice(_samples(left, right), MOST_SAMPLES):
            found = self.local(x, y)
            if found is not None and all(c(x, y) > 0 for c in found.conditions if c):
                break
        else:
            raise _UnluckyLineError(
                f"no exact solution was found between {show_end(left)} and {show_end(right)} on the line {y}"
            )
        if len(self.bases) == self.most:
            raise InputError(
                f"there are more than {self.most} bases; give smaller ranges, or allow more of them (pieces)"
            )
        needs = [condition.signs for condition in found.conditions if condition]
        needs = list({(n.sign, n.names): n for n in needs}.values())
        self.bases.append((found, needs))
        self.progress(len(self.bases), 0, "regions")
        new = {}
        for need in needs:
            for name, p in zip(need.names, need.odd, strict=True):
                if name not in self.curves and name not in self.fixed:
                    if self._may_vanish(p):
                        self.curves[name] = new[name] = p
                    else:
                        self.fixed[name] = _sign(section(p, y)(as_rational(x)))
        self._project(new)

    def _roots_of(self, name: str, p: fmpq_poly, y: Fraction) -> tuple[Point, ...]:
        if (name, y) not in self.known:
            self.known[name, y] = _roots(p)
        return self.known[name, y]

    def _may_vanish(self, p: fmpz_mpoly) -> bool:
        """False only if all coefficients have one sign after the map is moved to the quadrant of positive numbers."""
        if self.left is None and self.right is None:
            return True
        moved = _in_quadrant(p, (self.left, self.right), (self.low, self.high))
        return len({a > 0 for a in moved}) > 1

    def _project(self, new: dict[str, fmpz_mpoly]) -> None:
        """Add the critical values of y of new curves."""
        for name, p in new.items():
            parts = [p] if not p.degrees()[0] else [leading(p)]
            if p.degrees()[0] > 1:
                parts.append(p.discriminant("x"))
            for other, q in self.curves.items():
                pair = (min(name, other), max(name, other))
                if other != name and pair not in self.pairs and p.degrees()[0] and q.degrees()[0]:
                    self.pairs.add(pair)
                    parts.append(p.resultant(q, "x"))
            for end in (self.left, self.right):
                if end is not None and p.degrees()[0]:
                    parts.append(_at_x(p, end))
            for part in parts:
                for root in roots(in_y(part)) if part and part.degrees()[1] > 0 else ():
                    if compare(self.low, root) < 0 and compare(root, self.high) < 0:
                        self.critical.setdefault(str(root), root)

    def _pieces(self, cells: list[Cell]) -> list[MapPiece]:
        """Neighbouring cells with the same value made one."""
        found: list[MapPiece] = []
        last: object = ()
        for basis, name, root in cells:
            value = basis.value if isinstance(basis.value, PlaneFunction) else None
            piece = MapPiece(value, self.curves.get(name), root)
            if found and last == value:
                found[-1] = piece
            else:
                found.append(piece)
            last = value
        return found


def _holds(need: Signs, signs: dict[str, int]) -> bool:
    """Whether a function is positive in a cell, by the signs of its curves."""
    sign = need.sign
    for name in need.names:
        sign *= signs[name]
    return sign > 0


def _sign(x: Foreign) -> int:
    return int(x > 0) - int(x < 0)


def _at_x(p: fmpz_mpoly, x: Fraction) -> fmpz_mpoly:
    """A polynomial in y: p at one value of x, times a number."""
    degree, found = int(p.degrees()[0]), dict[tuple[int, int], int]()
    for (i, j), a in p.to_dict().items():
        number = int(a) * x.numerator ** int(i) * x.denominator ** (degree - int(i))
        found[0, int(j)] = found.get((0, int(j)), 0) + number
    return p.context().from_dict({key: a for key, a in found.items() if a})


def _in_quadrant(p: fmpz_mpoly, *ends: Ends) -> Iterable[Fraction]:
    """The coefficients of p after each range is mapped onto the positive numbers; only nonzero ones."""
    table = {(int(i), int(j)): Fraction(int(a)) for (i, j), a in p.to_dict().items()}
    for k, (low, high) in enumerate(ends):
        degree = max(key[k] for key in table)
        after: dict[tuple[int, int], Fraction] = {}
        for key, a in table.items():
            for power, b in enumerate(_moved(key[k], degree, low, high)):
                place = (power, key[1]) if k == 0 else (key[0], power)
                after[place] = after.get(place, Fraction(0)) + a * b
        table = {key: a for key, a in after.items() if a}
    return table.values()


def _moved(power: int, degree: int, low: Fraction | None, high: Fraction | None) -> list[Fraction]:
    """The coefficients of t^power with t = (low + high w)/(1 + w), times (1 + w)^degree; or t = low + w, high - w."""
    if low is None or high is None:
        start, slope = (high, -1) if low is None else (low, 1)
        assert start is not None
        return [math.comb(power, k) * start ** (power - k) * Fraction(slope) ** k for k in range(power + 1)]
    top = [math.comb(power, k) * low ** (power - k) * high**k for k in range(power + 1)]
    rest = [math.comb(degree - power, k) for k in range(degree - power + 1)]
    result = [Fraction(0)] * (degree + 1)
    for i, a in enumerate(top):
        for j, b in enumerate(rest):
            result[i + j] += a * b
    return result


def formula_map(
    title: str,
    parameters: tuple[str, str],
    letters: tuple[str, str],
    x: Ends,
    y: Ends,
    local: Callable[[Fraction, Fraction], PlaneLocal | None],
    *,
    most: int = 200,
    progress: Progress = silent,
) -> FormulaMap:
    """The map of a rectangle; `local` gives the formula around a point, or None."""
    if most < 1:
        raise InputError(f"a map has at least one basis, and pieces is {most}; allow more of them")
    for end in (*x, *y):
        if end is not None and abs(end) > FARTHEST:
            raise InputError(
                f"the ends of a map are at most {FARTHEST:,}; leave out an end that is farther, as in 0.."
            )
    with within("this map", LONGEST):
        strips, cells = _Decomposition(local, x, y, most, progress).run()
    bands: list[Band] = []
    for low, high, inside, pieces in strips:
        if bands and _alike(bands[-1], inside, pieces):
            bands[-1] = Band(bands[-1].low, high, inside, bands[-1].pieces)
        else:
            bands.append(Band(low, high, inside, tuple(pieces)))
    if not any(piece.value is not None for band in bands for piece in band.pieces):
        raise InputError("the game is not defined anywhere in these ranges; give others")
    while all(piece.value is None for piece in bands[0].pieces):
        bands.pop(0)
    while all(piece.value is None for piece in bands[-1].pieces):
        bands.pop()
    return FormulaMap(title, parameters, letters, x, y, tuple(bands), cells)


def is_nonnegative(function: PlaneFunction, inside: Iterable[PlaneFunction], x: Ends, y: Ends) -> bool:
    """Whether a function is nowhere negative in a rectangle where some others are positive.

    The plane is cut by the curves of all of them, and the signs in every cell are those at a point of it.
    """
    conditions, negative = list(inside), False

    def local(u: Fraction, v: Fraction) -> PlaneLocal | None:
        nonlocal negative
        for condition in conditions:
            if condition(u, v) <= 0:
                return PlaneLocal("outside", [-condition]) if condition(u, v) < 0 else None
        if not function:
            return PlaneLocal(function, conditions)
        if function(u, v) == 0:
            return None
        negative |= function(u, v) < 0
        return PlaneLocal(function, [function if function(u, v) > 0 else -function, *conditions])

    formula_map("", ("x", "y"), ("x", "y"), x, y, local)
    return not negative


def _alike(band: Band, inside: Fraction, pieces: list[MapPiece]) -> bool:
    """Whether a strip continues a band: the same formulas between the same branches of the same curves."""
    if len(band.pieces) != len(pieces):
        return False
    for one, two in zip(band.pieces, pieces, strict=True):
        if (one.value, str(one.curve), one.root) != (two.value, str(two.curve), two.root):
            return False
        if one.curve is not None:
            many = [len(_roots(section(one.curve, y))) for y in (band.inside, inside)]
            if many[0] != many[1]:
                return False
    return True
