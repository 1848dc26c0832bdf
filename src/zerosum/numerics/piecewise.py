"""Functions that are polynomials between knots: sums, integrals, affine arguments, and the larger of several.

Coefficients belong to powers of x itself, constant first, with a row for each piece. Knots and coefficients are
arrays of fractions, so everything is exact except `largest`: if two functions cross at an irrational point, it puts
a knot nearby, and raises every piece by a bound on the error. So its result is never too low, and only slightly too
high.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np
import numpy.typing as npt

from zerosum.core.arrays import Floats, Ints, Scalar
from zerosum.core.numbers import Number
from zerosum.numerics.polynomials import Ratio

Exact = npt.NDArray[np.object_]
"""An array of fractions."""

CROSSING_UNITS = 2**48
"""Knots at crossings are multiples of one over this number."""

FLAT = 1e-14
"""Two functions that differ by less than this between two knots count as equal there."""


@dataclass(frozen=True)
class Piece:
    """An interval of x on which one formula gives the value and both optimal strategies."""

    low: Scalar
    """The lower end: a fraction, an algebraic number, or a float."""
    high: Scalar
    """The upper end, possibly infinity."""
    value: Ratio
    row: tuple[Ratio, ...]
    col: tuple[Ratio, ...]

    @property
    def is_pure(self) -> bool:
        """Whether neither player mixes here."""
        return all(len(p.top) <= 1 and p(0) in (0, 1) for p in (*self.row, *self.col) if p.top)

    def in_floats(self) -> Piece:
        """Return the piece with all numbers as floats."""
        row, col = (tuple(ratio.in_floats() for ratio in side) for side in (self.row, self.col))
        return Piece(float(self.low), float(self.high), self.value.in_floats(), row, col)


def fractions(numbers: Iterable[Number | int]) -> Exact:
    """Return an array of fractions."""
    return np.array([Fraction(x) for x in numbers], dtype=object)


ZERO, ONE = fractions([0]), fractions([1])


@dataclass(frozen=True)
class Piecewise:
    """A piecewise polynomial on the interval from its first knot to its last."""

    knots: Exact
    """The knots in increasing order, one more than there are pieces."""
    coefficients: Exact
    """For each piece, the coefficients of 1, x, x², …"""

    @classmethod
    def steps(cls, knots: Exact, heights: Exact) -> Piecewise:
        """Return a step function."""
        return cls(knots, heights[:, None])

    @classmethod
    def constant(cls, height: Fraction) -> Piecewise:
        """Return the constant function on [0, 1]."""
        return cls.steps(fractions([0, 1]), fractions([height]))

    def on(self, knots: Exact) -> Piecewise:
        """Return the function with these knots and its own knots between them; 0 outside its interval."""
        places = np.searchsorted(self.knots, knots[:-1], side="right") - 1
        inside = (places >= 0) & (places < len(self.coefficients))
        found = self.coefficients[np.clip(places, 0, len(self.coefficients) - 1)]
        return Piecewise(knots, np.where(inside[:, None], found, ZERO))

    def __add__(self, other: Piecewise) -> Piecewise:
        one, two = _together(self, other)
        width = max(one.coefficients.shape[1], two.coefficients.shape[1])
        return Piecewise(one.knots, _padded(one, width) + _padded(two, width))

    def __mul__(self, factor: Fraction) -> Piecewise:
        return Piecewise(self.knots, self.coefficients * factor)

    def __sub__(self, other: Piecewise) -> Piecewise:
        return self + other * Fraction(-1)

    def times(self, other: Piecewise) -> Piecewise:
        """Return the product of two functions."""
        one, two = _together(self, other)
        width, more = one.coefficients.shape[1], two.coefficients.shape[1]
        product = np.full((len(one.coefficients), width + more - 1), Fraction(0), dtype=object)
        for k in range(more):
            product[:, k : k + width] += one.coefficients * two.coefficients[:, [k]]
        return Piecewise(one.knots, product)

    def times_x(self) -> Piecewise:
        """Return x times the function."""
        return Piecewise(self.knots, np.insert(self.coefficients, 0, ZERO, axis=1))

    def integral(self) -> Piecewise:
        """Return the integral from the first knot to x."""
        powers = fractions(range(1, self.coefficients.shape[1] + 1))
        raised = np.insert(self.coefficients / powers, 0, ZERO, axis=1)
        left, right = _values(raised, self.knots[:-1]), _values(raised, self.knots[1:])
        raised[:, 0] = np.concatenate([ZERO, np.cumsum(right - left)[:-1]]) - left
        return Piecewise(self.knots, raised)

    def whole(self) -> Fraction:
        """Return the integral over all pieces."""
        raised = self.integral()
        total: Fraction = _values(raised.coefficients[-1:], raised.knots[-1:])[0]
        return total

    def at(self, x: Fraction) -> Fraction:
        """Return the value at one point; at a knot, the value of the piece above it."""
        piece = (
            min(int(np.searchsorted(self.knots, fractions([x]), side="right")[0]), len(self.coefficients)) - 1
        )
        value: Fraction = _values(self.coefficients[[piece]], fractions([x]))[0]
        return value

    def of(self, slope: Fraction, shift: Fraction) -> Piecewise:
        """Return the function of slope · x + shift, with slope > 0, on [0, 1]; constant beyond its knots."""
        size = self.coefficients.shape[1]
        powers = np.full((size, size), Fraction(0), dtype=object)
        for k, i in zip(*np.tril_indices(size), strict=True):
            powers[k, i] = comb(k, i) * slope ** int(i) * shift ** int(k - i)
        inner = Piecewise((self.knots - shift) / slope, self.coefficients.dot(powers))
        ends = _values(self.coefficients[[0, -1]], self.knots[[0, -1]])
        knots = np.unique(np.concatenate([ZERO, np.minimum(np.maximum(inner.knots, ZERO), ONE), ONE]))
        moved = inner.on(knots)
        for outside, end in (
            (knots[:-1] < inner.knots[0], ends[0]),
            (knots[:-1] >= inner.knots[-1], ends[1]),
        ):
            moved.coefficients[outside, 0] = end
        return moved


def _together(one: Piecewise, two: Piecewise) -> tuple[Piecewise, Piecewise]:
    """Return both functions on the union of their knots."""
    if len(one.knots) == len(two.knots) and (one.knots == two.knots).all():
        return one, two
    knots = np.unique(np.concatenate([one.knots, two.knots]))
    return one.on(knots), two.on(knots)


def _values(coefficients: Exact, x: Exact) -> Exact:
    """Evaluate each piece at its own x, by Horner's rule."""
    total = coefficients[:, -1]
    for k in range(coefficients.shape[1] - 2, -1, -1):
        total = total * x + coefficients[:, k]
    return total


def largest(functions: Sequence[Piecewise]) -> tuple[Piecewise, Ints]:
    """Return an upper bound on the maximum of several functions, and the index of the largest on each piece."""
    best, chosen = functions[0], np.zeros(len(functions[0].coefficients), np.int64)
    for number, other in enumerate(functions[1:], 1):
        best, chosen = _larger(best, chosen, other, number)
    return best, chosen


def _larger(best: Piecewise, chosen: Ints, other: Piecewise, number: int) -> tuple[Piecewise, Ints]:
    """Return the larger of two functions, the first of which has labelled pieces."""
    both = other - best
    knots = np.unique(np.concatenate([both.knots, _crossings(both)]))
    names = chosen[np.searchsorted(best.knots, knots[:-1], side="right") - 1]
    difference = both.on(knots)
    bounds = _bernstein(difference)
    better = _values(difference.coefficients, (knots[1:] + knots[:-1]) / 2) > 0
    raised = best.on(knots) + difference.times(Piecewise.steps(knots, np.where(better, ONE, ZERO)))
    missed = np.where(better, -bounds.min(axis=1), bounds.max(axis=1))
    raised.coefficients[:, 0] += np.maximum(missed, ZERO)
    return raised, np.where(better, number, names)


def _padded(function: Piecewise, width: int) -> Exact:
    missing = width - function.coefficients.shape[1]
    return np.pad(function.coefficients, ((0, 0), (0, missing)), constant_values=Fraction(0))  # type: ignore[call-overload,no-any-return]


def _bernstein(function: Piecewise) -> Exact:
    """Return each piece's Bernstein coefficients, the smallest and largest of which enclose it."""
    low, length = function.knots[:-1], np.diff(function.knots)
    size = function.coefficients.shape[1]
    local = np.stack(
        [
            sum(function.coefficients[:, k] * comb(k, i) * low ** (k - i) for k in range(i, size)) * length**i
            for i in range(size)
        ],
        axis=1,
    )
    degree = size - 1
    return np.stack(
        [sum(local[:, i] * Fraction(comb(j, i), comb(degree, i)) for i in range(j + 1)) for j in range(size)],
        axis=1,
    )


def _crossings(function: Piecewise) -> Exact:
    """Return the approximate points at which a function changes its sign inside its pieces."""
    bounds = _bernstein(function).astype(float)
    found: list[Fraction] = []
    for piece in np.nonzero((bounds.min(axis=1) < -FLAT) & (bounds.max(axis=1) > FLAT))[0]:
        low, high = function.knots[piece], function.knots[piece + 1]
        found += _roots_inside(bounds[piece], low, high)
    return fractions(found)


def _roots_inside(bernstein: Floats, low: Fraction, high: Fraction) -> list[Fraction]:
    """Return approximate roots of a polynomial between two knots, given by its Bernstein coefficients there."""
    degree = len(bernstein) - 1
    power = [
        comb(degree, i) * sum((-1) ** (i - j) * comb(i, j) * bernstein[j] for j in range(i + 1))
        for i in range(degree + 1)
    ]
    roots = np.roots(power[::-1])
    inside = roots.real[(abs(roots.imag) < 1e-6) & (roots.real > 0) & (roots.real < 1)]
    near = [
        Fraction(round((low + (high - low) * Fraction(x)) * CROSSING_UNITS), CROSSING_UNITS)
        for x in inside.tolist()
    ]
    return [x for x in near if low < x < high]
