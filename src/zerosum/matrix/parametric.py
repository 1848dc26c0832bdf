"""A matrix game with a parameter: val(A + xB) for every x of an interval, exactly.

At each x some square submatrix M(x) with rows I and columns J, a *kernel*, carries optimal strategies (Shapley
and Snow 1950): with D the sum of the cofactors of M,

    value = det M / D,     row strategy on I = (column sums of adj M) / D,     column strategy likewise.

All of these are polynomials in x over one polynomial D. The kernel stays optimal as long as no probability
turns negative and no row or column outside it turns into a better reply: finitely many signs of polynomials.
So one kernel, found exactly at a sample point, serves the whole interval around it that is bounded by the
nearest sign changes; what is left on either side is covered in the same way. Breakpoints are roots of
polynomials, given as fractions where they are rational and as isolated algebraic numbers where not.

Floats are taken for the fractions that they are, so that the answer for a float matrix is exact as well.

The *mean* over a random x, E[val(A + xB)], comes with bounds. The value is a ratio of polynomials on each piece.
Atoms are summed, in fractions where they are known as such. Against a density, a piece of the form linear + c/(x + z)
is integrated in closed form (`moments`); any other is integrated by Gauss and Legendre's rule on stretches that are
halved until halving changes nothing, and the last change, tenfold, goes into the interval. So does the distance of
the law from the distribution meant: the value has slopes no steeper than the largest entry of B.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from zerosum.core.arrays import Scalar
from zerosum.core.errors import InputError
from zerosum.core.numbers import Amount, as_fraction
from zerosum.core.value import Value
from zerosum.matrix.exact import exact_game, optimal_kernel
from zerosum.matrix.value import as_fractions
from zerosum.numerics.distributions_scipy import as_distribution
from zerosum.numerics.exact import determinant, solve_linear
from zerosum.numerics.laws import Distribution
from zerosum.numerics.moments import mass_and_moment, reciprocal
from zerosum.numerics.piecewise import Piece
from zerosum.numerics.polynomials import Poly, Ratio, add, evaluate, interpolate, multiply, poly, scale
from zerosum.numerics.roots import Point, between, compare, roots

Matrix = list[list[Fraction]]

U = 2.0**-53
SLIVER = 1e-12
"""Pieces no longer than this, relative to where they lie, come from the rounding of the entries."""


def pieces(A: object, B: object, low: Amount = 0, high: Amount = float("inf")) -> list[Piece]:
    """The value and optimal strategies of A + xB as functions of x, for low <= x <= high."""
    fixed, slope = _matrix(A), _matrix(B)
    if (len(fixed), len(fixed[0])) != (len(slope), len(slope[0])):
        raise InputError("A and B must have the same number of rows and of columns")
    if not low < high:
        raise InputError(f"the interval of x needs low < high, not {low} and {high}")
    first, last = _end(low), _end(high)
    covered: list[Piece] = []
    todo = [(first, last)]
    while todo:
        left, right = todo.pop()
        piece = _piece_within(fixed, slope, left, right)
        covered.append(piece)
        if left is None or (piece.low is not None and compare(left, piece.low) < 0):
            todo += [(left, piece.low)] if piece.low is not None else []
        if right is None or (piece.high is not None and compare(piece.high, right) < 0):
            todo += [(piece.high, right)] if piece.high is not None else []
    return _joined(sorted(covered, key=_PieceStart))


def parametric_value(A: object, B: object, x: object) -> Fraction:
    """val(A + xB) at one x, exactly."""
    return exact_game(_at(_matrix(A), _matrix(B), as_fraction(x)))[0]


class _PieceStart:
    """Sorts pieces by where they begin; None is minus infinity."""

    def __init__(self, piece: Piece) -> None:
        self.low = piece.low

    def __lt__(self, other: _PieceStart) -> bool:
        return other.low is not None and (self.low is None or compare(self.low, other.low) < 0)


def _matrix(A: object) -> Matrix:
    """Rows of fractions, from anything like a matrix."""
    return as_fractions(A)


def _end(x: object) -> Point | None:
    """An end of an interval; None stands for infinity."""
    return None if x in (float("inf"), float("-inf")) else as_fraction(x)


def _at(A: Matrix, B: Matrix, x: Fraction) -> Matrix:
    return [[a + x * b for a, b in zip(*lines, strict=True)] for lines in zip(A, B, strict=True)]


@dataclass(frozen=True)
class _KernelPolynomials:
    """The polynomials of one kernel: strategies and value, all over D."""

    rows: list[int]
    cols: list[int]
    row: list[Poly]
    col: list[Poly]
    value: Poly
    D: Poly


def _piece_within(A: Matrix, B: Matrix, left: Point | None, right: Point | None) -> Piece:
    """The piece around some point strictly between left and right."""
    for sample in _samples(left, right):
        kernel = _kernel(A, B, sample)
        conditions = _conditions(A, B, kernel)
        values = [evaluate(condition, sample) for condition in conditions]
        if all(values):
            low, high = _reach([*conditions, kernel.D], sample, left, right)
            row, col = [Ratio((), (Fraction(1),))] * len(A), [Ratio((), (Fraction(1),))] * len(A[0])
            for i, p in zip(kernel.rows, kernel.row, strict=True):
                row[i] = Ratio.of(p, kernel.D)
            for j, q in zip(kernel.cols, kernel.col, strict=True):
                col[j] = Ratio.of(q, kernel.D)
            return Piece(low, high, Ratio.of(kernel.value, kernel.D), tuple(row), tuple(col))
    raise AssertionError("a polynomial has finitely many roots")


def _samples(left: Point | None, right: Point | None) -> Iterator[Fraction]:
    """Points strictly between left and right, without end."""
    if left is None and right is None:
        yield from (Fraction(i * sign) for i in itertools.count(1) for sign in (1, -1))
    elif right is None:
        assert left is not None
        start = between(left, _beyond(left, 1))
        yield from (start + i for i in itertools.count())
    elif left is None:
        start = between(_beyond(right, -1), right)
        yield from (start - i for i in itertools.count())
    else:
        queue = [(left, right)]
        for a, b in queue:
            middle = between(a, b)
            yield middle
            queue += [(a, middle), (middle, b)]


def _beyond(point: Point, step: int) -> Fraction:
    """A fraction at least one to the right (step 1) or left (step -1) of a point."""
    near = point if isinstance(point, Fraction) else (point.high if step > 0 else point.low)
    return near + step


def _kernel(A: Matrix, B: Matrix, sample: Fraction) -> _KernelPolynomials:
    """The polynomials of the kernel that is optimal at the sample point, through enough points of x."""
    rows, cols = optimal_kernel(_at(A, B, sample))
    size, found, xs = len(rows), [], []
    for x in (sample + i for i in itertools.count()):
        M = _at(A, B, x)
        square = [[M[i][j] for j in cols] for i in rows]
        cols_solved, rows_solved = (
            _bordered(square),
            _bordered([list(line) for line in zip(*square, strict=True)]),
        )
        if cols_solved is not None and rows_solved is not None:
            (q, v, det), p = cols_solved, rows_solved[0]
            xs.append(x)
            found.append([*(one * det for one in (*p, *q, v)), det])
        if len(found) > size:
            break
    curves = [interpolate(xs, [line[i] for line in found]) for i in range(2 * size + 2)]
    flip = 1 if evaluate(curves[-1], sample) > 0 else -1
    curves = [scale(curve, flip) for curve in curves]
    return _KernelPolynomials(rows, cols, curves[:size], curves[size : 2 * size], curves[-2], curves[-1])


def _bordered(M: Matrix) -> tuple[list[Fraction], Fraction, Fraction] | None:
    """The y and v with M y = v and sum(y) = 1, and the determinant of that system; None if that is zero."""
    size = len(M)
    T = [[*line, Fraction(-1), Fraction(0)] for line in M]
    T.append([*[Fraction(1)] * size, Fraction(0), Fraction(1)])
    found = solve_linear(T)
    return None if found is None else (found[:-1], found[-1], determinant([line[:-1] for line in T]))


def _conditions(A: Matrix, B: Matrix, kernel: _KernelPolynomials) -> list[Poly]:
    """The polynomials that must stay positive for the kernel to stay optimal; those that are zero go."""
    conditions = [*kernel.row, *kernel.col]
    negated = scale(kernel.value, -1)
    for i in set(range(len(A))) - set(kernel.rows):
        reply = _sum(
            multiply(poly((A[i][j], B[i][j])), q) for j, q in zip(kernel.cols, kernel.col, strict=True)
        )
        conditions.append(add(kernel.value, scale(reply, -1)))
    for j in set(range(len(A[0]))) - set(kernel.cols):
        reply = _sum(
            multiply(poly((A[i][j], B[i][j])), p) for i, p in zip(kernel.rows, kernel.row, strict=True)
        )
        conditions.append(add(reply, negated))
    return [condition for condition in conditions if condition]


def _sum(terms: Iterable[Poly]) -> Poly:
    total: Poly = ()
    for term in terms:
        total = add(total, term)
    return total


def _reach(
    conditions: Sequence[Poly], sample: Fraction, left: Point | None, right: Point | None
) -> tuple[Point | None, Point | None]:
    """The interval around the sample on which no condition changes its sign."""
    for condition in conditions:
        for root in roots(condition, crossings=condition is not conditions[-1]):
            if compare(root, sample) < 0:
                left = root if left is None or compare(left, root) < 0 else left
            else:
                right = root if right is None or compare(root, right) < 0 else right
    return left, right


def _joined(covered: list[Piece]) -> list[Piece]:
    """Neighbours with the same formulas made one, and None replaced by infinity."""
    result: list[Piece] = []
    for piece in covered:
        before = result[-1] if result else None
        if before and (before.value, before.row, before.col) == (piece.value, piece.row, piece.col):
            result[-1] = Piece(before.low, piece.high, piece.value, piece.row, piece.col)
        else:
            result.append(piece)
    infinite = float("inf")
    return [
        Piece(
            -infinite if p.low is None else p.low,
            infinite if p.high is None else p.high,
            p.value,
            p.row,
            p.col,
        )
        for p in result
    ]


def expected_value(A: object, B: Iterable[Iterable[Amount]], distribution: object) -> Value:
    """E[val(A + xB)] for x from a distribution: text, a scipy.stats distribution, or a sample."""
    law = as_distribution(distribution)
    if law.exact:
        return Value.exactly(sum((p * parametric_value(A, B, x) for x, p in law.exact), Fraction(0)))
    steepest = max(abs(float(b)) for line in B for b in line)
    found = pieces(A, B, law.low, law.high)
    parts = [
        _sliver(A, B, piece, law, steepest)
        if _is_sliver(float(piece.low), float(piece.high))
        else integral(piece.value, piece.low, piece.high, law)
        for piece in found
    ]
    middle = math.fsum(value for value, _ in parts)
    error = math.fsum(error for _, error in parts) + 4 * U * abs(middle)
    misplaced = math.fsum(U * abs(float(piece.low)) for piece in found[1:])
    error += steepest * (law.drift + 8 * misplaced)
    return Value(middle - error, middle + error)


def _is_sliver(low: float, high: float) -> bool:
    return high - low <= SLIVER * min(abs(low), abs(high))


def _sliver(A: object, B: object, piece: Piece, law: Distribution, steepest: float) -> tuple[float, float]:
    """A piece so narrow that its formula cannot be trusted: one value for all of it, exact at its beginning."""
    low, high = float(piece.low), float(piece.high)
    mass, _, error, _ = mass_and_moment(law.law, low, high)
    value = float(parametric_value(A, B, low))
    return mass * value, (mass + error) * (steepest * (high - low) + 4 * U * abs(value)) + error * abs(value)


def integral(ratio: Ratio, low: Scalar, high: Scalar, distribution: Distribution) -> tuple[float, float]:
    """The integral of a ratio of polynomials over low <= x < high, and a bound on its error.

    The end of the support belongs to the interval that reaches it.
    """
    law, s = distribution.law, float(low)
    t = math.inf if float(high) >= distribution.high else float(high)
    line, rest = ratio.split()
    bottom = ratio.bottom
    if len(line) > 2 or len(bottom) > 2:
        return _quadrature(ratio, distribution, s, t)
    line = (*map(float, line), 0.0, 0.0)[:2]
    mass, moment, e_mass, e_moment = mass_and_moment(law, s, t)
    value = line[0] * mass + line[1] * moment
    error = abs(line[0]) * (e_mass + 4 * U * mass) + abs(line[1]) * (e_moment + 4 * U * abs(moment))
    if rest:
        c, z = float(rest[0] / bottom[1]), float(bottom[0] / bottom[1])
        inverse, e_inverse = reciprocal(law, z, s, t)
        value += c * inverse
        error += abs(c) * (e_inverse + 4 * U * abs(inverse))
    return value, error


def _quadrature(value: Ratio, distribution: Distribution, s: float, t: float) -> tuple[float, float]:
    """Gauss and Legendre on stretches; atoms are summed."""
    law, total, error = distribution.law, 0.0, 0.0
    curve = Ratio(tuple(map(float, value.top)), tuple(map(float, value.bottom)))
    for x, p in zip(law.atoms, law.weights, strict=True):
        if s <= x < t:
            total += p * curve(x)
            error += 8 * U * abs(p * curve(x))
    for k, a, b in distribution.stretches(s, t):
        part, off = _refined(curve, distribution, k, a, b, _rule(curve, distribution, k, a, b), 0)
        total += part
        error += off
    return total, error


def _rule(curve: Ratio, distribution: Distribution, k: int, a: float, b: float) -> float:
    x, weights = distribution.rule(k, a, b)
    return float(weights @ curve(x))


def _refined(
    curve: Ratio, law: Distribution, k: int, a: float, b: float, whole: float, depth: int
) -> tuple[float, float]:
    """The stretch in halves, until that changes nothing; ten times the last change is the error."""
    middle = (a + b) / 2
    left, right = _rule(curve, law, k, a, middle), _rule(curve, law, k, middle, b)
    change = abs(left + right - whole)
    if change <= 1e-15 * max(abs(whole), 1e-3) or depth == 40:
        return left + right, 10 * change + 64 * U * (abs(left) + abs(right))
    parts = [
        _refined(curve, law, k, a, middle, left, depth + 1),
        _refined(curve, law, k, middle, b, right, depth + 1),
    ]
    return sum(part for part, _ in parts), sum(error for _, error in parts)
