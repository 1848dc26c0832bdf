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
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from zerosum.core.errors import InputError
from zerosum.core.numbers import Amount, as_fraction
from zerosum.matrix.exact import exact_game, optimal_kernel
from zerosum.matrix.inputs import as_fractions
from zerosum.numerics.elimination import solve_linear
from zerosum.numerics.piecewise import Piece
from zerosum.numerics.polynomials import Poly, Ratio, add, evaluate, interpolate, multiply, poly, scale
from zerosum.numerics.roots import Point, between, compare, roots

__all__ = ["parametric_value", "pieces"]

Matrix = list[list[Fraction]]


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
    return _joined(sorted(covered, key=_Start))


def parametric_value(A: object, B: object, x: object) -> Fraction:
    """val(A + xB) at one x, exactly."""
    return exact_game(_at(_matrix(A), _matrix(B), as_fraction(x)))[0]


class _Start:
    """Sorts pieces by where they begin; None is minus infinity."""

    def __init__(self, piece: Piece) -> None:
        self.low = piece.low

    def __lt__(self, other: _Start) -> bool:
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
class _Kernel:
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
            return _as_piece(kernel, len(A), len(A[0]), low, high)
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


def _kernel(A: Matrix, B: Matrix, sample: Fraction) -> _Kernel:
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
    return _Kernel(rows, cols, curves[:size], curves[size : 2 * size], curves[-2], curves[-1])


def _bordered(M: Matrix) -> tuple[list[Fraction], Fraction, Fraction] | None:
    """The y and v with M y = v and sum(y) = 1, and the determinant of that system; None if that is zero."""
    size = len(M)
    T = [[*line, Fraction(-1), Fraction(0)] for line in M]
    T.append([*[Fraction(1)] * size, Fraction(0), Fraction(1)])
    found = solve_linear(T)
    return None if found is None else (found[0][:-1], found[0][-1], found[1])


def _conditions(A: Matrix, B: Matrix, kernel: _Kernel) -> list[Poly]:
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


def _as_piece(kernel: _Kernel, m: int, n: int, low: Point | None, high: Point | None) -> Piece:
    row, col = [Ratio((), (Fraction(1),))] * m, [Ratio((), (Fraction(1),))] * n
    for i, p in zip(kernel.rows, kernel.row, strict=True):
        row[i] = Ratio.of(p, kernel.D)
    for j, q in zip(kernel.cols, kernel.col, strict=True):
        col[j] = Ratio.of(q, kernel.D)
    return Piece(low, high, Ratio.of(kernel.value, kernel.D), tuple(row), tuple(col))


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
