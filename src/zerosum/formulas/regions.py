"""Two parameters: the plane cut into regions by curves, each region with its formula.

At a point (x, y) a solver finds an optimal basis. The basis determines the value as a rational function of both
parameters, and it is optimal wherever finitely many functions of both are nonnegative. They are products of irreducible
polynomials, the *curves*. So the formula is proved on every cell of the plane, cut by these curves, in which all of
them have the right signs.

Do the cells of finitely many bases cover the rectangle? The curves are projected along x (a cylindrical
decomposition): they cross, turn or diverge to infinity only at finitely many *critical* values of y, which are
roots of leading coefficients, of discriminants, or of resultants of two curves. Between two neighbouring critical
values the curves keep their number and their order in x. So one line between them is enough: every interval between
curves on the line represents a cell of the whole strip. A cell that no basis covers is solved at its sample point,
which gives a new basis. The search ends when every cell of every strip is covered, however narrow.

On a curve itself a formula holds as well, by continuity, if the rules take the same path there as on one side. The
comparison determines that side; if there is none, as in `a == b`, the curve is an *exception* of the map.

Neighbouring strips with the same formulas between the same curves are one *band*.

Reference: G. E. Collins, Quantifier elimination for real closed fields by cylindrical algebraic decomposition, 1975.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key

from flint import fmpq_poly, fmpz_mpoly

from zerosum.core.errors import InputError, ZerosumError
from zerosum.core.foreign import Foreign
from zerosum.core.limits import check_deadline, within
from zerosum.core.progress import Progress, silent
from zerosum.formulas.map_answer import Band, Ends, FormulaMap, MapPiece, PlaneLocal, real_roots
from zerosum.numerics.exact import as_rational
from zerosum.numerics.plane import PlaneFunction, Signs, expanded, in_y, leading, section, value_at
from zerosum.numerics.roots import Point, compare, is_inside, roots
from zerosum.numerics.trace import samples, show_end

MAX_SECONDS = 600.0
"""Seconds of processor time for a map, unless the user sets a limit."""
MAX_SAMPLES = 12
"""Number of points that are tried in a cell before the search fails."""

WIDE = 100
"""Length of an interval above which small fractions are tried first."""
SMALL = tuple(
    Fraction(a, b) * sign for sign in (1, -1) for a, b in ((1, 1), (3, 2), (2, 3), (5, 1), (1, 5), (40, 1))
)

Cell = tuple[PlaneLocal, str, int]
"""The basis that covers a cell on a line, and the curve at the cell's upper end in x, by its name and the number of
the root.
"""


def _samples(low: Point | None, high: Point | None) -> Iterator[Fraction]:
    """Yield fractions strictly between two points; in a wide interval, small ones first, at which games are easy to
    solve.
    """
    ends = [end if isinstance(end, Fraction) else end.low for end in (low, high) if end is not None]
    if len(ends) < 2 or ends[1] - ends[0] > WIDE:
        yield from (t for t in SMALL if is_inside(t, low, high))
    yield from samples(low, high)


@dataclass(frozen=True)
class Strip:
    """The part of the plane between two neighbouring critical values of y."""

    low: Point | None
    high: Point | None
    inside: Fraction
    cells: list[Cell]


class _UnluckyLineError(ZerosumError):
    """An error about a line on which a cell has no suitable point for a basis."""


class _Decomposition:
    """A decomposition of the plane into curves, bases and strips that covers every cell."""

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
        self.low, self.high = y
        self.bases: list[tuple[PlaneLocal, list[Signs]]] = []
        self.curves: dict[str, fmpz_mpoly] = {}
        self.critical: dict[str, Point] = {}
        """Critical values of y."""
        self.pairs: set[tuple[str, str]] = set()
        self.fixed: dict[str, int] = {}
        """Signs of polynomials that do not vanish on the map."""
        self.known: dict[tuple[str, Fraction], tuple[Point, ...]] = {}

    def run(self) -> list[Strip]:
        """Return the strips with their cells."""
        while True:
            known = len(self.bases)
            inner = sorted(self.critical.values(), key=cmp_to_key(compare))
            found = [
                Strip(a, b, *self._strip(a, b)) for a, b in itertools.pairwise([self.low, *inner, self.high])
            ]
            if len(self.bases) == known:
                return found

    def _strip(self, low: Point | None, high: Point | None) -> tuple[Fraction, list[Cell]]:
        """Return a line in a strip, and the cells on it."""
        for y in itertools.islice(_samples(low, high), MAX_SAMPLES):
            try:
                while (cells := self._line(y)) is None:
                    pass
            except _UnluckyLineError as problem:
                unlucky = problem
                continue
            return y, cells
        raise ZerosumError(f"{unlucky}; give smaller ranges")

    def _line(self, y: Fraction) -> list[Cell] | None:
        """Return the cells along a line, from the left: the basis that covers each, and the curve at its upper end.

        None if a cell was not covered; then there is a new basis, with new curves.
        """
        sections: dict[str, fmpq_poly] = {name: section(p, y) for name, p in self.curves.items()}
        ends: list[tuple[Point, str, int]] = [
            (point, name, k)
            for name, p in sections.items()
            for k, point in enumerate(self._roots_of(name, p, y))
            if is_inside(point, self.left, self.right)
        ]
        by_place = cmp_to_key(compare)
        ends.sort(key=lambda end: by_place(end[0]))
        cells: list[Cell] = []
        left: Point | None = self.left
        lined: list[tuple[Point, str, int] | None] = [*ends, None]
        for end in lined:
            check_deadline()
            right = end[0] if end is not None else self.right
            if left is not None and right is not None and compare(left, right) == 0:
                continue  # curves that were added after the strips were made cross here
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
        """Solve at a point between two points on a line, and add the basis and its curves."""
        for x in itertools.islice(_samples(left, right), MAX_SAMPLES):
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
            self.known[name, y] = real_roots(p)
        return self.known[name, y]

    def _may_vanish(self, p: fmpz_mpoly) -> bool:
        """Return False only if all coefficients have the same sign after the range is mapped to the positive
        numbers.
        """
        if (self.left is None and self.right is None) or (self.low is None and self.high is None):
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
                    if is_inside(root, self.low, self.high):
                        self.critical.setdefault(str(root), root)

    def pieces(self, cells: list[Cell]) -> list[MapPiece]:
        """Return the cells, with neighbouring cells of the same value merged."""
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

    def exceptions(self, strips: list[Strip]) -> dict[str, fmpz_mpoly]:
        """Return curves on which the rules take a path different from both sides, if the game is defined on both."""
        found: dict[str, fmpz_mpoly] = {}
        for strip in strips:
            for one, two in itertools.pairwise(strip.cells):
                found |= _shared([one[0]], [two[0]], one[1])
        for below, above in itertools.pairwise(strips):
            assert below.high is not None
            for name, p in self.curves.items():
                if not p.degrees()[0] and any(compare(root, below.high) == 0 for root in roots(in_y(p))):
                    found |= _shared(
                        [cell[0] for cell in below.cells], [cell[0] for cell in above.cells], name
                    )
        games = [basis for basis, _ in self.bases if isinstance(basis.value, PlaneFunction)]
        for basis in games:  # a function that is never negative, such as a square, bounds no cell
            odd = {name for condition in basis.strict for name in condition.signs.names}
            found |= {
                name: p
                for name, p in basis.strict_curves.items()
                if name not in odd and max(p.degrees()) > 0 and self._may_vanish(p) and self._meets(p, strips)
            }
        return found | self._at_the_edges(games, strips)

    def _meets(self, p: fmpz_mpoly, strips: list[Strip]) -> bool:
        """Return whether a curve meets the rectangle, as judged on the lines and the ends of the strips."""
        if not p.degrees()[0]:
            return any(is_inside(root, self.low, self.high, closed=True) for root in roots(in_y(p)))
        return any(
            is_inside(root, self.left, self.right, closed=True)
            for strip in strips
            for y in (strip.inside, strip.low, strip.high)
            if isinstance(y, Fraction)
            for root in real_roots(section(p, y))
        )

    def _at_the_edges(self, games: list[PlaneLocal], strips: list[Strip]) -> dict[str, fmpz_mpoly]:
        """Return edges of the rectangle on which the rules take their own path, if the game is defined there."""
        found: dict[str, fmpz_mpoly] = {}
        x = next(samples(self.left, self.right))
        for basis in games:
            for name, p in basis.strict_curves.items():
                width, height = p.degrees()
                lines = [] if height else [strip.inside for strip in strips]
                points: list[Ends] = [*itertools.product((self.left, self.right), lines)]
                points += [] if width else [(x, end) for end in (self.low, self.high)]
                for u, v in points:
                    if u is not None and v is not None and value_at(p, u, v) == 0:
                        here = self.local(u, v)
                        if here is None or isinstance(here.value, PlaneFunction):
                            found[name] = p
        return found


def _shared(one: list[PlaneLocal], two: list[PlaneLocal], name: str) -> dict[str, fmpz_mpoly]:
    """Return the curve between cells, if it is a strict condition of a game on either side."""
    sides = [
        any(isinstance(basis.value, PlaneFunction) and name in basis.strict_curves for basis in side)
        for side in (one, two)
    ]
    return {name: next(b.strict_curves[name] for b in one if name in b.strict_curves)} if all(sides) else {}


def _holds(need: Signs, signs: dict[str, int]) -> bool:
    """Return whether a function is positive in a cell, by the signs of its curves."""
    sign = need.sign
    for name in need.names:
        sign *= signs[name]
    return sign > 0


def _sign(x: Foreign) -> int:
    return int(x > 0) - int(x < 0)


def _at_x(p: fmpz_mpoly, x: Fraction) -> fmpz_mpoly:
    """Return p at one value of x, up to a constant factor, as a polynomial in y."""
    degree, found = int(p.degrees()[0]), dict[tuple[int, int], int]()
    for (i, j), a in p.to_dict().items():
        number = int(a) * x.numerator ** int(i) * x.denominator ** (degree - int(i))
        found[0, int(j)] = found.get((0, int(j)), 0) + number
    return p.context().from_dict({key: a for key, a in found.items() if a})


def _in_quadrant(p: fmpz_mpoly, *ends: Ends) -> Iterable[Fraction]:
    """Return the coefficients of p after each range is mapped onto the positive numbers; only nonzero ones."""
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
    """Return the coefficients of t^power with t = (low + high w)/(1 + w), times (1 + w)^degree; or t = low + w,
    high - w."""
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
    """Return the map of a rectangle; `local` returns the formula around a point, or None."""
    if most < 1:
        raise InputError(f"a map has at least one basis; pieces must be at least 1, not {most}")
    with within("this map", MAX_SECONDS):
        plane = _Decomposition(local, x, y, most, progress)
        strips = plane.run()
        curves = plane.exceptions(strips)
    bands: list[Band] = []
    for strip in strips:
        pieces = plane.pieces(strip.cells)
        if bands and _alike(bands[-1], strip.inside, pieces):
            bands[-1] = Band(bands[-1].low, strip.high, strip.inside, bands[-1].pieces)
        else:
            bands.append(Band(strip.low, strip.high, strip.inside, tuple(pieces)))
    if not any(piece.value is not None for band in bands for piece in band.pieces):
        raise InputError("the game is not defined anywhere in these ranges; give others")
    while all(piece.value is None for piece in bands[0].pieces):
        bands.pop(0)
    while all(piece.value is None for piece in bands[-1].pieces):
        bands.pop()
    return FormulaMap(
        title,
        parameters,
        letters,
        x,
        y,
        tuple(bands),
        sum(len(strip.cells) for strip in strips),
        tuple(f"{expanded(curve, letters)} = 0" for curve in curves.values()),
        tuple(basis for basis, _ in plane.bases),
    )


def _alike(band: Band, inside: Fraction, pieces: list[MapPiece]) -> bool:
    """Return whether a strip continues a band: the same formulas between the same branches of the same curves."""
    if len(band.pieces) != len(pieces):
        return False
    for one, two in zip(band.pieces, pieces, strict=True):
        if (one.value, str(one.curve), one.root) != (two.value, str(two.curve), two.root):
            return False
        if one.curve is not None:
            many = [len(real_roots(section(one.curve, y))) for y in (band.inside, inside)]
            if many[0] != many[1]:
                return False
    return True
