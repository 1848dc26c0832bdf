"""Partial moments of a distribution, compiled, for integrating one piece of val(A + xB).

On a piece s <= x < t the value of a game is linear, or constant + c/(x + z), so three integrals suffice:

    mass = ∫ dF,      moment = ∫ x dF,      reciprocal = ∫ dF/(x + z),   -z outside the piece.

A uniform distribution gives a logarithm, an exponential one the exponential integral, atoms give sums; a density on
panels is a polynomial on each, integrated by the Gauss-Legendre rule on subintervals no longer than their distance
from the pole at -z, where the error with sixteen nodes is below rounding. Each integral comes with a bound on its
error, which assumes that the logarithm and the exponential function are accurate to two units in the last place.
"""

from __future__ import annotations

import math

import numpy as np

from zerosum.core.compiled import kernel
from zerosum.numerics.distribution_arrays import (
    BARYCENTRIC,
    EXPONENTIAL,
    NODES,
    UNIFORM,
    WEIGHTS,
    DistributionArrays,
)

U = 2.0**-53
"""The unit of rounding."""

EULER = 0.5772156649015329


@kernel(error_model="numpy")
def mass_and_moment(arrays: DistributionArrays, s: float, t: float) -> tuple[float, float, float, float]:
    """Return ∫ dF and ∫ x dF over s <= x < t, each followed by a bound on its error."""
    if arrays.kind == UNIFORM:
        a, b = max(s, arrays.ends[0]), min(t, arrays.ends[1])
        if not a < b:
            return 0.0, 0.0, 0.0, 0.0
        mass = (b - a) / (arrays.ends[1] - arrays.ends[0])
        moment = mass * (0.5 * (a + b))
        return mass, moment, 4 * U * mass, 8 * U * mass * max(abs(a), abs(b))
    if arrays.kind == EXPONENTIAL:
        return _exponential_moments(arrays.ends[0], arrays.ends[1], s, t)
    mass, moment, bulk, reach = _panel_moments(arrays, s, t)
    first, last = np.searchsorted(arrays.atoms, s), np.searchsorted(arrays.atoms, t)
    if last > first:
        mass += arrays.mass_to[last] - arrays.mass_to[first]
        moment += arrays.moment_to[last] - arrays.moment_to[first]
        reach += abs(arrays.moment_to[last]) + abs(arrays.moment_to[first])
        bulk += 1.0
    return mass, moment, 32 * U * bulk, 32 * U * reach


@kernel(error_model="numpy")
def _exponential_moments(start: float, rate: float, s: float, t: float) -> tuple[float, float, float, float]:
    a, b = max(s, start) - start, t - start
    if not a < b:
        return 0.0, 0.0, 0.0, 0.0
    near = math.exp(-rate * a)
    far = 0.0 if math.isinf(b) else math.exp(-rate * b)
    mass = near - far
    moment = near * (a + 1 / rate) - (0.0 if far == 0.0 else far * (b + 1 / rate)) + start * mass
    slack = near * (6 + 2 * rate * a) * U
    if far > 0:
        slack += far * (6 + 2 * rate * b) * U
    size = slack * (a + 1 / rate + abs(start)) + (far * (6 + 2 * rate * b) * U * b if far > 0 else 0.0)
    return mass, moment, slack, 2 * size


@kernel(error_model="numpy")
def _panel_moments(arrays: DistributionArrays, s: float, t: float) -> tuple[float, float, float, float]:
    """Return the mass and the moment of the panels, and the mass and the moment with the peak densities, for the
    error.
    """
    mass, moment, bulk, reach = 0.0, 0.0, 0.0, 0.0
    for k in range(arrays.edges.shape[0]):
        a, b = max(s, arrays.edges[k, 0]), min(t, arrays.edges[k, 1])
        if not a < b:
            continue
        whole = a == arrays.edges[k, 0] and b == arrays.edges[k, 1]
        # Gauss-Legendre on the part of the panel; a whole one has its density at the nodes already
        half, middle = 0.5 * (b - a), 0.5 * (a + b)
        for i in range(NODES.shape[0]):
            x = middle + half * NODES[i]
            f = arrays.density[k, i] if whole else _interpolated(arrays, k, x)
            mass += half * WEIGHTS[i] * f
            moment += half * WEIGHTS[i] * f * x
        peak = (b - a) * np.max(np.abs(arrays.density[k]))
        bulk += peak
        reach += peak * max(abs(a), abs(b))
    return mass, moment, bulk, reach


@kernel(error_model="numpy")
def _interpolated(arrays: DistributionArrays, k: int, x: float) -> float:
    """Return the density of panel k at x, interpolated between the values at its nodes."""
    a, b = arrays.edges[k, 0], arrays.edges[k, 1]
    at = (2 * x - a - b) / (b - a)
    top, bottom = 0.0, 0.0
    for i in range(NODES.shape[0]):
        distance = at - NODES[i]
        if distance == 0.0:
            return float(arrays.density[k, i])
        weight = BARYCENTRIC[i] / distance
        top += weight * arrays.density[k, i]
        bottom += weight
    return top / bottom


@kernel(error_model="numpy")
def reciprocal(arrays: DistributionArrays, z: float, s: float, t: float) -> tuple[float, float]:
    """Return ∫ dF/(x + z) over s <= x < t, for x + z of constant sign, and a bound on its error."""
    if arrays.kind == UNIFORM:
        a, b = max(s, arrays.ends[0]), min(t, arrays.ends[1])
        if not a < b:
            return 0.0, 0.0
        # log((b + z)/(a + z)), computed from b - a, which is known more precisely than a and b
        length, whole = b - a, arrays.ends[1] - arrays.ends[0]
        value = (math.log1p(length / (a + z)) if a + z > 0 else -math.log1p(length / -(b + z))) / whole
        slope = 1 / abs(a + z) + 1 / abs(b + z)
        return value, 8 * U * abs(value) + U * (abs(z) + abs(a) + abs(b)) * slope / whole
    if arrays.kind == EXPONENTIAL:
        return _exponential_reciprocal(arrays.ends[0], arrays.ends[1], z, s, t)
    value, error = _panel_reciprocal(arrays, z, s, t)
    first, last = np.searchsorted(arrays.atoms, s), np.searchsorted(arrays.atoms, t)
    for i in range(first, last):
        atom, term = arrays.atoms[i], arrays.weights[i] / (arrays.atoms[i] + z)
        value += term
        error += U * abs(term) * (4 + (abs(atom) + abs(z)) / abs(atom + z)) + U * abs(value)
    return value, error


@kernel(error_model="numpy")
def _exponential_reciprocal(start: float, rate: float, z: float, s: float, t: float) -> tuple[float, float]:
    """Return rate ∫ exp(-rate y)/(y + start + z) dy by exponential integrals, scaled so that nothing overflows."""
    a, b, pole = max(s, start) - start, t - start, start + z
    if not a < b:
        return 0.0, 0.0
    near, far = rate * (a + pole), rate * (b + pole)
    value = math.exp(-rate * a) * _scaled_integral(near)
    size = abs(value) * (12 + 2 * rate * a)
    if not math.isinf(b):
        last = math.exp(-rate * b) * _scaled_integral(far)
        value -= last
        size += abs(last) * (12 + 2 * rate * b)
    shift = U * (abs(pole) + abs(a)) * math.exp(-rate * a) * rate / abs(near)
    if not math.isinf(b):
        shift += U * (abs(pole) + abs(b)) * math.exp(-rate * b) * rate / abs(far)
    return rate * value, rate * (4 * U * size + 2 * shift)


@kernel(error_model="numpy")
def _scaled_integral(y: float) -> float:
    """Return exp(y) E1(y), for y < 0 with the principal value -Ei(-y)."""
    if y < 0:
        return -_scaled_ei(-y)
    # the power series, which converges fast for small y
    if y < 1.5:
        term, total = 1.0, -EULER - math.log(y)
        for k in range(1, 40):
            term *= -y / k
            total -= term / k
        return total * math.exp(y)
    b, c, d = y + 1.0, 1e300, 1.0 / (y + 1.0)  # Lentz's continued fraction
    result = d
    for k in range(1, 500):
        step = -float(k) * k
        b += 2.0
        d = 1.0 / (step * d + b)
        c = b + step / c
        factor = c * d
        result *= factor
        if abs(factor - 1.0) < 1e-16:
            break
    return result


@kernel(error_model="numpy")
def _scaled_ei(y: float) -> float:
    """Return exp(-y) Ei(y) for y > 0: a series of positive terms, weighted like a Poisson distribution."""
    weight = math.exp(-y)
    total = weight * (EULER + math.log(y))
    if y > 700.0:
        term, total = 1.0 / y, 0.0
        for k in range(1, 30):
            total += term
            term *= k / y
        return total
    for k in range(1, int(y + 12 * math.sqrt(y) + 60)):
        weight *= y / k
        total += weight / k
    return total


@kernel(error_model="numpy")
def _panel_reciprocal(arrays: DistributionArrays, z: float, s: float, t: float) -> tuple[float, float]:
    """Return the panels' part, on intervals no longer than their distance from the pole, and its error."""
    total, error = 0.0, 0.0
    for k in range(arrays.edges.shape[0]):
        a, b = max(s, arrays.edges[k, 0]), min(t, arrays.edges[k, 1])
        if not a < b:
            continue
        # whether the pole lies below or above the panel, and whether the whole panel is needed
        peak = np.max(np.abs(arrays.density[k]))
        whole = a == arrays.edges[k, 0] and b == arrays.edges[k, 1]
        rising = a + z > 0
        while a < b:
            # the next subinterval from the side of the pole: at most as long as its distance from the pole, where
            # Gauss's rule is accurate
            distance = a + z if rising else -(b + z)
            length = min(b - a, max(distance, 1e-15 * (b - a)))
            left = a if rising else b - length
            direct = whole and length == arrays.edges[k, 1] - arrays.edges[k, 0]
            total += _stretch(arrays, k, z, left, left + length, direct)
            error += U * peak * length / distance * (32 + (abs(left) + abs(z)) / distance)
            if rising:
                a = b if length >= b - a else a + length
            else:
                b = a if length >= b - a else b - length
    return total, error


@kernel(error_model="numpy")
def _stretch(arrays: DistributionArrays, k: int, z: float, a: float, b: float, direct: bool) -> float:
    """Integrate by Gauss-Legendre quadrature on part of panel k."""
    half, middle, total = 0.5 * (b - a), 0.5 * (a + b), 0.0
    for i in range(NODES.shape[0]):
        x = middle + half * NODES[i]
        f = arrays.density[k, i] if direct else _interpolated(arrays, k, x)
        total += half * WEIGHTS[i] * f / (x + z)
    return total
