"""Concave piecewise-linear functions on [0, 1], in floats or in fixed point, and the fold of two such functions.

**Two arithmetics.** A fixed-point number is an integer n of FLINT that stands for n / 2**bits. Sums are then exact.
Products and quotients are rounded down, so their error is below one unit, 2**-bits. Numpy's object arrays hold such
integers, so the same array code serves both arithmetics.

**Folds.** The *fold* of concave functions A and B is the convex function of λ

    fold(λ) = max over r in [0, 1] of  λ A(r) + (1 - λ) B(r).

As λ grows, the best r moves in one direction, from the maximum of B (λ = 0) to the maximum of A (λ = 1). On this path
each break point r of A or B gives one line, λ A(r) + (1 - λ) B(r), of slope A(r) - B(r); and each segment between two
break points, with slopes a and b of opposite sign, gives the λ = b / (b - a) at which its two ends are equally good.
So break points become pieces and pieces become break points: no search, no grid, no convex hull.

A function stores its slopes as well as its values. Slopes computed as differences A(r) - B(r) are accurate on pieces
of any width; quotients of differences of values would not be.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from flint import fmpz

from zerosum.core.arrays import Array, Scalar

LONG = 256
"""Number of binary digits above which FLINT's integers are faster than Python's."""


@dataclass(frozen=True)
class Scale:
    """An arithmetic: floats if `bits` is 0, otherwise fixed-point integers with that many binary digits."""

    bits: int = 0

    @property
    def one(self) -> Scalar:
        """The representation of 1."""
        return self.integer(1) << self.bits if self.bits else 1.0

    def integer(self, n: int | fmpz) -> Scalar:
        """Return n as the integer type that is faster at this length."""
        return fmpz(n) if self.bits >= LONG else int(n)

    @property
    def unit(self) -> Fraction:
        """A bound on the error of an operation on numbers up to 1: one unit, or eight float roundings."""
        return Fraction(1, 1 << (self.bits or 50))

    def times(self, x: Scalar, y: Scalar) -> Scalar:
        """Return x y, rounded down in fixed point."""
        return (x * y) >> self.bits if self.bits else x * y

    def over(self, x: Scalar, y: Scalar) -> Scalar:
        """Return x / y, rounded down in fixed point."""
        return (x << self.bits) // y if self.bits else x / y

    def half(self, x: Scalar) -> Scalar:
        """Return x / 2, rounded down in fixed point."""
        return x >> 1 if self.bits else x / 2

    def number(self, x: Scalar) -> Scalar:
        """Return this scale's representation of x, rounded down in fixed point."""
        return self.integer(math.floor(Fraction(x) * (1 << self.bits))) if self.bits else float(x)

    def array(self, numbers: Scalar) -> Array:
        """Return a vector of numbers of this scale."""
        return np.array(numbers, dtype=object if self.bits else np.float64)

    def convert(self, x: Array, source: Scale) -> Array:
        """Convert the vector x from another scale to this one, rounding down if the other scale is finer."""
        if source == self:
            return x
        if not self.bits:
            return np.array([int(n) / (1 << source.bits) for n in x], dtype=np.float64)
        if not source.bits:
            ratios = (n.as_integer_ratio() for n in x.tolist())
            return self.array([(self.integer(top) << self.bits) // bottom for top, bottom in ratios])
        shift = self.bits - source.bits
        return self.array([self.integer(n << shift if shift > 0 else n >> -shift) for n in x])

    def fraction(self, x: Scalar) -> Fraction:
        """Return the exact value of a number of this scale."""
        return Fraction(int(x), 1 << self.bits) if self.bits else Fraction(float(x))


FLOATS = Scale()
"""Ordinary floats."""


def within_floats(goal: Fraction, payoffs: Sequence[Fraction]) -> Fraction:
    """Return the requested gap, or the smallest gap that floats can reach with these payoffs."""
    return max(goal, Fraction(4, 10**14) * max([Fraction(4), *map(abs, payoffs)]))


Increasing = Callable[[Array], Array]
"""A nondecreasing function of q."""


@dataclass(frozen=True)
class Concave:
    """A concave function: break points from 0 to 1, values there, and the slope of each piece."""

    q: Array
    """The break points, rising from 0 to 1."""
    w: Array
    slope: Array
    """The slopes of the pieces, falling; one fewer than break points."""
    best: Array
    """For a fold, the maximiser r on each piece; otherwise empty."""
    scale: Scale

    @classmethod
    def zero(cls, scale: Scale) -> Concave:
        """Return the zero function."""
        return cls.flat(scale.one * 0, scale)

    @classmethod
    def flat(cls, value: Scalar, scale: Scale) -> Concave:
        """Return a constant function."""
        ends = scale.array([scale.one * 0, scale.one])
        return cls(ends, scale.array([value, value]), ends[:1] * 0, scale.array([]), scale)

    @property
    def pieces(self) -> int:
        """The number of linear pieces."""
        return len(self.slope)

    def piece_of(self, q: Array) -> Scalar:
        """Return the piece that contains each q: at a break point the right piece, at 1 the last piece."""
        return np.minimum(self.q.searchsorted(q, side="right") - 1, self.pieces - 1)

    def values(self, q: Array) -> Array:
        """Return the values at the vector q."""
        piece = self.piece_of(q)
        values: Array = self.w[piece] + self.scale.times(self.slope[piece], q - self.q[piece])
        return values

    def plus(self, constant: Scalar) -> Concave:
        """Return the function raised by a constant."""
        return Concave(self.q, self.w + constant, self.slope, self.best, self.scale)

    def times_power_of_two(self, times: int) -> Concave:
        """Return the function times 2**times; for a negative power fixed-point numbers get more digits."""
        if not self.scale.bits:
            w, slope = np.ldexp(self.w, times), np.ldexp(self.slope, times)
            return Concave(self.q, w, slope, self.best, self.scale)
        more, up = max(0, -times), max(0, times)
        scale = Scale(self.scale.bits + more)
        return Concave(self.q << more, self.w << up, self.slope << up, self.best << more, scale)

    def top(self) -> Scalar:
        """Return the greatest value."""
        return self.w.max()

    def peak(self) -> Scalar:
        """Return the least q at which the function is greatest."""
        return self.q[int((self.slope > 0).sum())]

    def above(self, level: float) -> tuple[float, float]:
        """Return the interval on which a function is at least `level`; the peak alone if there is none."""
        reach = np.nonzero(self.w >= level)[0]
        if len(reach) == 0:
            return float(self.peak()), float(self.peak())
        first, last = int(reach[0]), int(reach[-1])
        low, high = self.q[first], self.q[last]
        if first > 0:
            low -= (self.w[first] - level) / self.slope[first - 1]
        if last < self.pieces:
            high -= (self.w[last] - level) / self.slope[last]
        return float(low), float(high)

    def convert(self, scale: Scale) -> Concave:
        """Convert the function to another arithmetic; this is exact if the new one is finer."""
        q, w, slope, best = (scale.convert(x, self.scale) for x in (self.q, self.w, self.slope, self.best))
        return Concave(q, w, slope, best, scale)


def merge_break_points(x: Array, y: Array) -> Array:
    """Merge two increasing vectors into one increasing vector, without repetition."""
    both = np.concatenate([x, y])
    both.sort(kind="stable")
    once: Array = both[np.concatenate([[True], both[1:] > both[:-1]])]
    return once


def hull(q: Array, w: Array, scale: Scale) -> Concave:
    """Return the least concave function above the points; in floats, break points that hardly bend it are dropped.

    A point on or below the line between its neighbours is not a break point. All such points are dropped at once,
    until none is left.
    """
    keep, doubt = np.concatenate([[True], q[1:] > q[:-1]]), 0 if scale.bits else 2.0**-50
    while True:
        q, w = q[keep], w[keep]
        width, rise = np.diff(q), np.diff(w)
        left, right = rise[:-1] * width[1:], rise[1:] * width[:-1]
        keep = np.concatenate([[True], left - right > doubt * (abs(left) + abs(right)), [True]])
        if keep.all():
            return Concave(q, w, scale.over(rise, width), q[:0], scale)


def combine(f: Concave, g: Concave, a: int, b: int) -> Concave:
    """Return a f + b g, which need not be concave."""
    q = merge_break_points(f.q, g.q)
    slope = a * f.slope[f.piece_of(q[:-1])] + b * g.slope[g.piece_of(q[:-1])]
    return Concave(q, a * f.values(q) + b * g.values(q), slope, q[:0], f.scale)


def mean(f: Concave, g: Concave) -> Concave:
    """Return half of f + g."""
    both, half = combine(f, g, 1, 1), f.scale.half
    return replace(both, w=half(both.w), slope=half(both.slope))


def fold(a: Concave, b: Concave, constant: Scalar, factor: Scalar) -> Concave:
    """Return the concave function `constant - factor * fold(A, B)`, with the best r for each piece.

    The result is in the view of the other player, whose payoff is minus that of the maximiser.
    """
    scale, whole = a.scale, factor == a.scale.one
    r = merge_break_points(a.q, b.q)
    rising_a, rising_b = a.slope[a.piece_of(r[:-1])], b.slope[b.piece_of(r[:-1])]
    break_points, segments = _path(rising_a, rising_b)
    slope_a, slope_b = rising_a[segments], rising_b[segments]
    turn = scale.over(slope_b, slope_b - slope_a)
    turn = np.maximum.accumulate(turn) if len(turn) else turn
    best = r[break_points]
    high, low = a.values(best), b.values(best)
    ends = scale.array([scale.one * 0, scale.one])
    break_point = np.concatenate([ends[:1], turn, ends[1:]])
    value = np.concatenate([low[:1], low[:-1] + scale.times(turn, high[:-1] - low[:-1]), high[-1:]])
    slope = low - high
    if not whole:
        value, slope = scale.times(factor, value), scale.times(factor, slope)
    return Concave(break_point, constant - value, slope, best, scale)


def _path(slope_a: Array, slope_b: Array) -> tuple[Scalar, Scalar]:
    """Return the path of the best r: the break points from B's peak to A's, and the segments between."""
    rise_a, rise_b = int((slope_a > 0).sum()), int((slope_b > 0).sum())
    flat_a, flat_b = int((slope_a >= 0).sum()), int((slope_b >= 0).sum())
    if flat_a < rise_b:
        break_points = np.arange(rise_b, flat_a - 1, -1)
        return break_points, break_points[1:]
    if flat_b < rise_a:
        break_points = np.arange(flat_b, rise_a + 1)
        return break_points, break_points[:-1]
    return np.array([max(rise_a, rise_b)]), np.array([], dtype=np.intp)


def simplify(f: Concave, tolerance: Scalar, narrow: Scalar, upto: Increasing | None = None) -> Concave:
    """Return an approximation with fewer pieces, never above f by more than rounding.

    Pieces no wider than `narrow` are dropped. Then break points are dropped whose removal lowers the function by less
    than `tolerance`, in a few rounds, each of which drops every second one of a run. If `upto` gives the frequency
    with which play reaches at most each q, the lowering is weighted by the frequency of play between the neighbouring
    break points.
    """
    wide = f.q[1:] - f.q[:-1] > narrow
    q, w, slope = _selected(f, wide) if not wide.all() else (f.q, f.w, f.slope)
    for _ in range(12):
        width = q[1:] - q[:-1]
        share = f.scale.over(width[1:], width[:-1] + width[1:])
        sag = f.scale.times(f.scale.times(width[:-1], share), slope[:-1] - slope[1:])
        slight = (sag if upto is None else sag * (upto(q[2:]) - upto(q[:-2]))) < tolerance
        if not slight.any():
            break
        # select the first, third, fifth, … of each run of true entries
        place = np.arange(len(slight))
        begins = slight.copy()
        begins[1:] &= ~slight[:-1]
        first = np.maximum.accumulate(np.where(begins, place, 0))
        at = np.flatnonzero(slight & ((place - first) % 2 == 0))
        slope, stays = slope.copy(), np.ones(len(q), np.bool_)
        slope[at] += f.scale.times(share[at], slope[at + 1] - slope[at])
        stays[at + 1] = False
        q, w, slope = q[stays], w[stays], slope[stays[:-1]]
    return Concave(q, w, slope, f.best[:0], f.scale)


def _selected(f: Concave, wide: Scalar) -> tuple[Array, Array, Array]:
    """Return break points, values and slopes of the wide pieces, each extended to the end of the previous one."""
    begins = np.concatenate([wide, [True]])
    q = np.concatenate([f.q[:1], f.q[begins][1:-1], f.q[-1:]])
    return q, f.w[begins], f.slope[wide]
