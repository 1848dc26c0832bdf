"""A matrix game with a parameter: val(A + xB) for every x of an interval, exactly.

At each x some square submatrix M(x), a *kernel*, carries optimal strategies (Shapley and Snow 1950). Bordered with
ones it is a system of equations for the strategies and the value, which is solved in rational functions of x. The
kernel stays optimal while no probability is negative and no other row or column is a better response: finitely many
signs. So one kernel, found exactly at a sample point, is optimal on the whole interval up to the nearest sign
changes (`zerosum.numerics.trace`). The payoffs may be any rational functions of x (`function_kernel`).

Floats are read as the exact binary fractions that they are, so the answer for a float matrix is exact as well.

The *mean* over a random x, E[val(A + xB)], comes with bounds. The value is a ratio of polynomials on each piece.
Atoms are summed, in fractions if they are known exactly. With a density, a piece of the form linear + c/(x + z) is
integrated in closed form (`moments`); any other piece is integrated by the Gauss-Legendre rule on subintervals that
are halved until the result no longer changes, and ten times the last change is added to the error. The distance
between the tabulated and the intended distribution is added as well: the slopes of the value are at most the
largest entry of B.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from flint import fmpq_poly, fmpz_poly

from zerosum.core.arrays import Scalar
from zerosum.core.errors import InputError
from zerosum.core.numbers import Amount, as_fraction
from zerosum.core.rationals import fraction
from zerosum.core.value import Value
from zerosum.matrix.exact import exact_game, optimal_kernel
from zerosum.matrix.value import as_floats, as_fractions
from zerosum.numerics.distribution_arrays import Distribution
from zerosum.numerics.distributions_scipy import as_distribution
from zerosum.numerics.functions import ONE, ZERO, RationalFunction
from zerosum.numerics.moments import mass_and_moment, reciprocal
from zerosum.numerics.piecewise import Piece
from zerosum.numerics.polynomials import Ratio
from zerosum.numerics.systems import PolynomialSystem
from zerosum.numerics.trace import Local, trace

Mixes = tuple[RationalFunction, list[RationalFunction], list[RationalFunction]]
"""The value, the row strategy and the column strategy."""

SMALL = 4
"""Kernels with at most this number of rows are solved by Cramer's rule."""

U = 2.0**-53
SLIVER = 1e-12
"""Pieces no longer than this, relative to their position, are caused by the rounding of the entries."""


def pieces(A: object, B: object, low: Amount = 0, high: Amount = float("inf")) -> list[Piece]:
    """Solve A + xB for all low <= x <= high: value and optimal strategies as functions of x."""
    fixed, slope = as_fractions(A), as_fractions(B)
    if (len(fixed), len(fixed[0])) != (len(slope), len(slope[0])):
        raise InputError("A and B must have the same number of rows and of columns")
    infinite = float("inf")
    first, last = (None if isinstance(x, float) and math.isinf(x) else as_fraction(x) for x in (low, high))
    if high == -infinite or low == infinite or (first is not None and last is not None and first >= last):
        raise InputError(f"the interval of x needs low < high, not {low} and {high}")
    # a common denominator makes all payoffs polynomials in x with integer coefficients
    unit = math.lcm(*(x.denominator for matrix in (fixed, slope) for line in matrix for x in line))
    whole = [
        [fmpz_poly([int(a * unit), int(b * unit)]) for a, b in zip(*lines, strict=True)]
        for lines in zip(fixed, slope, strict=True)
    ]
    scale = RationalFunction.of(unit)
    found = trace(lambda x: kernel_formula(whole, scale, x), first, last, most=10**6)
    # join neighbouring intervals on which the formulas are the same
    result: list[Piece] = []
    for stretch in found:
        value, row, col = stretch.answer
        begin = -infinite if stretch.low is None else stretch.low
        end = infinite if stretch.high is None else stretch.high
        piece = Piece(begin, end, _ratio(value), tuple(map(_ratio, row)), tuple(map(_ratio, col)))
        before = result[-1] if result else None
        if before and (before.value, before.row, before.col) == (piece.value, piece.row, piece.col):
            result[-1] = replace(before, high=end)
        else:
            result.append(piece)
    return result


def _ratio(function: RationalFunction) -> Ratio:
    """Return a ratio with coprime integer coefficients; those of a polynomial stay fractions."""
    top, bottom = function.top, function.bottom
    unit = math.lcm(int(top.denom()), int(bottom.denom())) if bottom.degree() > 0 else 1
    return Ratio(*(tuple(map(fraction, (p * unit).coeffs())) for p in (top, bottom)))


def parametric_value(A: object, B: object, x: object) -> Fraction:
    """Return val(A + xB) at one x, exactly."""
    at, lines = as_fraction(x), zip(as_fractions(A), as_fractions(B), strict=True)
    return exact_game([[a + at * b for a, b in zip(*both, strict=True)] for both in lines])[0]


def function_kernel(entries: Sequence[Sequence[RationalFunction]], t: Fraction) -> Local[Mixes] | None:
    """Return the formulas of the kernel that is optimal at t, for payoffs that are rational functions."""
    common = ONE
    for entry in (entry for line in entries for entry in line):
        common *= entry.bottom // common.gcd(entry.bottom)
    common *= RationalFunction(common).sign_at(t)
    tops = [[entry.top * (common // entry.bottom) for entry in line] for line in entries]
    unit = math.lcm(*(int(top.denom()) for line in tops for top in line))
    whole = [[(top * unit).numer() for top in line] for line in tops]
    return kernel_formula(whole, RationalFunction(common * unit), t)


def kernel_formula(whole: list[list[fmpz_poly]], scale: RationalFunction, t: Fraction) -> Local[Mixes] | None:
    """Return the formulas of the kernel that is optimal at t, for polynomial payoffs times a positive scale."""
    # the optimal kernel at t, solved once more with polynomials in place of numbers
    at = [[RationalFunction(fmpq_poly(p))(t) for p in row] for row in whole]
    rows, cols = optimal_kernel(at)
    kernel = [[whole[i][j] for j in cols] for i in rows]
    solved = _by_minors(kernel) if len(rows) <= SMALL else _by_interpolation(kernel)
    if solved is None:
        return None
    y, x = solved
    col = [RationalFunction(top, y[1]) for top in y[0][:-1]]
    row = [RationalFunction(top, x[1]) for top in x[0][:-1]]
    value = RationalFunction(y[0][-1], y[1])
    # the formulas hold as long as probabilities stay nonnegative and no move outside the kernel becomes better
    conditions = [*row, *col, scale]
    for i in set(range(len(whole))) - set(rows):
        response = _dot([whole[i][j] for j in cols], y[0])
        conditions.append(value - RationalFunction(response, y[1]))
    for j in set(range(len(whole[0]))) - set(cols):
        response = _dot([whole[i][j] for i in rows], x[0])
        conditions.append(RationalFunction(response, x[1]) - value)
    # moves outside the kernel have probability 0
    nothing = RationalFunction.of(0)
    mixes = [nothing] * len(whole), [nothing] * len(whole[0])
    for mix, places, part in ((mixes[0], rows, row), (mixes[1], cols, col)):
        for place, p in zip(places, part, strict=True):
            mix[place] = p
    return Local((value / scale, *mixes), conditions)


Solved = tuple[list[fmpq_poly], fmpq_poly]
"""Numerators of a mix and of the value, and their denominator."""


def _by_minors(kernel: list[list[fmpz_poly]]) -> tuple[Solved, Solved] | None:
    """Return both mixes and the value by Cramer's rule: cofactors over their sum (Shapley and Snow 1950)."""
    size = len(kernel)
    cofactors = [
        [
            (-1) ** (i + j)
            * _determinant([[p for b, p in enumerate(r) if b != j] for a, r in enumerate(kernel) if a != i])
            for j in range(size)
        ]
        for i in range(size)
    ]
    row = [sum(line[1:], line[0]) for line in cofactors]
    col = [sum((line[j] for line in cofactors[1:]), cofactors[0][j]) for j in range(size)]
    total, value = sum(row[1:], row[0]), _determinant(kernel)
    if not total:
        return None
    below = fmpq_poly(total)
    y, x = ([*(fmpq_poly(p) for p in mix), fmpq_poly(value)] for mix in (col, row))
    return (y, below), (x, below)


def _determinant(rows: list[list[fmpz_poly]]) -> fmpz_poly:
    """Return the determinant of a small matrix, by its first row."""
    if not rows:
        return fmpz_poly([1])
    total = fmpz_poly([0])
    for j, p in enumerate(rows[0]):
        if p:
            total += (-1) ** j * p * _determinant([line[:j] + line[j + 1 :] for line in rows[1:]])
    return total


def _by_interpolation(kernel: list[list[fmpz_poly]]) -> tuple[Solved, Solved] | None:
    """Return both mixes and the value by solving the equations at many points and interpolating."""
    size, one = len(kernel), fmpz_poly([1])
    entries = [(i, j, p) for i, line in enumerate(kernel) for j, p in enumerate(line)]
    entries += [(i, size, -one) for i in range(size)] + [(size, j, one) for j in range(size)]
    system = PolynomialSystem(size + 1, entries)
    y = system.solve([0] * size + [1])
    x = system.solve([0] * size + [-1], transposed=True)
    return None if y is None or x is None else (y, x)


def _dot(payoffs: list[fmpz_poly], mix: list[fmpq_poly]) -> fmpq_poly:
    """Multiply a row or column by the numerators of a mix; the last entry belongs to the value."""
    total = ZERO
    for p, weight in zip(payoffs, mix, strict=False):
        total += weight * p
    return total


def expected_value(A: object, B: object, distribution: object) -> Value:
    """Return E[val(A + xB)] for x from a distribution: text, a scipy.stats distribution, or a sample."""
    distribution = as_distribution(distribution)
    if distribution.exact:
        return Value.exactly(sum((p * parametric_value(A, B, x) for x, p in distribution.exact), Fraction(0)))
    slopes, rounded = as_floats(B)
    steepest = float(abs(slopes).max()) + rounded
    found = pieces(A, B, distribution.low, distribution.high)
    parts = [
        _sliver(A, B, piece, distribution, steepest)
        if float(piece.high) - float(piece.low) <= SLIVER * min(abs(float(piece.low)), abs(float(piece.high)))
        else integral(piece.value, piece.low, piece.high, distribution)
        for piece in found
    ]
    middle = math.fsum(value for value, _ in parts)
    error = math.fsum(error for _, error in parts) + 4 * U * abs(middle)
    misplaced = math.fsum(U * abs(float(piece.low)) for piece in found[1:])
    error += steepest * (distribution.drift + 8 * misplaced)
    return Value(middle - error, middle + error)


def _sliver(
    A: object, B: object, piece: Piece, distribution: Distribution, steepest: float
) -> tuple[float, float]:
    """Return a piece too narrow for its formula to be trusted: a constant, exact at its left end."""
    low, high = float(piece.low), float(piece.high)
    mass, _, error, _ = mass_and_moment(distribution.arrays, low, high)
    value = float(parametric_value(A, B, low))
    return mass * value, (mass + error) * (steepest * (high - low) + 4 * U * abs(value)) + error * abs(value)


def integral(ratio: Ratio, low: Scalar, high: Scalar, distribution: Distribution) -> tuple[float, float]:
    """Return the integral of a ratio of polynomials over low <= x < high, and a bound on its error.

    An interval that reaches the end of the support includes it.
    """
    arrays, s = distribution.arrays, float(low)
    t = math.inf if float(high) >= distribution.high else float(high)
    line, rest = ratio.split()
    bottom = ratio.bottom
    if len(line) > 2 or len(bottom) > 2:
        return _quadrature(ratio, distribution, s, t)
    line = (*map(float, line), 0.0, 0.0)[:2]
    mass, moment, e_mass, e_moment = mass_and_moment(arrays, s, t)
    value = line[0] * mass + line[1] * moment
    error = abs(line[0]) * (e_mass + 4 * U * mass) + abs(line[1]) * (e_moment + 4 * U * abs(moment))
    if rest:
        c, z = float(rest[0] / bottom[1]), float(bottom[0] / bottom[1])
        inverse, e_inverse = reciprocal(arrays, z, s, t)
        value += c * inverse
        error += abs(c) * (e_inverse + 4 * U * abs(inverse))
    return value, error


def _quadrature(value: Ratio, distribution: Distribution, s: float, t: float) -> tuple[float, float]:
    """Integrate by Gauss-Legendre quadrature on subintervals; sum the atoms."""
    arrays, total, error = distribution.arrays, 0.0, 0.0
    curve = Ratio(tuple(map(float, value.top)), tuple(map(float, value.bottom)))
    for x, p in zip(arrays.atoms, arrays.weights, strict=True):
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
    curve: Ratio, distribution: Distribution, k: int, a: float, b: float, whole: float, depth: int
) -> tuple[float, float]:
    """Halve the stretch until the integral no longer changes; estimate the error as ten times the last change."""
    middle = (a + b) / 2
    left, right = _rule(curve, distribution, k, a, middle), _rule(curve, distribution, k, middle, b)
    change = abs(left + right - whole)
    if change <= 1e-15 * max(abs(whole), 1e-3) or depth == 40:
        return left + right, 10 * change + 64 * U * (abs(left) + abs(right))
    parts = [
        _refined(curve, distribution, k, a, middle, left, depth + 1),
        _refined(curve, distribution, k, middle, b, right, depth + 1),
    ]
    return sum(part for part, _ in parts), sum(error for _, error in parts)
