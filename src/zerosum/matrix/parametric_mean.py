"""The average of val(A + xB) over a random x: E_F[val(A + xB)], with bounds.

The value is a ratio of polynomials on each piece. Atoms are summed, in fractions where they are known as such.
Against a density, a piece of the form linear + c/(x + z) is integrated in closed form (`moments`); any other is
integrated by Gauss and Legendre's rule on stretches that are halved until halving changes nothing, and the
last change, tenfold, goes into the interval. So does the distance of the law from the distribution meant: the
value has slopes no steeper than the largest entry of B.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

from zerosum.core.arrays import Scalar
from zerosum.core.numbers import Amount
from zerosum.core.solution import Value
from zerosum.matrix.parametric import parametric_value, pieces
from zerosum.numerics.distributions_scipy import as_distribution
from zerosum.numerics.laws import Distribution
from zerosum.numerics.moments import mass_and_moment, reciprocal
from zerosum.numerics.piecewise import Piece
from zerosum.numerics.polynomials import Ratio

__all__ = ["expected_value", "integral"]

U = 2.0**-53
SLIVER = 1e-12
"""Pieces no longer than this, relative to where they lie, come from the rounding of the entries."""


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
