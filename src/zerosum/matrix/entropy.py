"""The optimal strategy of maximum entropy, as a mixture of the vertices of the optimal set.

The entropy H(x) = - sum of x log x is strictly concave, so exactly one optimal strategy has maximum entropy. It is
found by Frank and Wolfe's method with pairwise steps: weight moves from the vertex in use with the least derivative
of H to the vertex with the greatest, by the step that maximises H. The result is a mixture of the vertices with
rational weights, so it is exactly optimal. By concavity no optimal strategy has an entropy that is larger by more
than the *gap*

    max over vertices v of  grad H(x) · (v - x).

Reference: S. Lacoste-Julien and M. Jaggi, On the global linear convergence of Frank-Wolfe optimization variants,
NeurIPS 2015.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Floats

ROUNDS, ENOUGH = 20_000, 1e-13
"""Maximum number of steps, and the gap at which they end."""

UNIT = 2**40
"""Denominator of the weights of vertices."""

HALVINGS = 60
"""Number of bisection steps in the line search."""


def largest_entropy(vertices: Sequence[Sequence[Fraction]]) -> tuple[list[Fraction], float]:
    """Return the convex combination of vertices with maximum entropy, exactly optimal, and its gap."""
    # moves that no vertex plays do not affect the entropy
    points = np.array([[float(p) for p in vertex] for vertex in vertices])
    points = points[:, points.max(axis=0) > 0]
    # pairwise Frank-Wolfe steps: move weight from the worst vertex in use to the best, by the gradient of the entropy
    weights = np.full(len(points), 1 / len(points))
    for _ in range(ROUNDS):
        x = weights @ points
        slope = points @ (-np.log(x) - 1)
        to, away = int(np.argmax(slope)), int(np.argmin(np.where(weights > 0, slope, np.inf)))
        if slope[to] - weights @ slope < ENOUGH:
            break
        step = _best_step(x, points[to] - points[away], float(weights[away]))
        weights[to] += step
        weights[away] -= step
    # round the weights to fractions that sum to 1, so that the mixture is exactly optimal
    shares = [Fraction(round(float(w) * UNIT), UNIT) for w in weights]
    largest = max(range(len(shares)), key=shares.__getitem__)
    shares[largest] += 1 - sum(shares)
    mix = [
        sum((w * v[k] for w, v in zip(shares, vertices, strict=True)), Fraction(0))
        for k in range(len(vertices[0]))
    ]
    # the gap by the gradient at the rounded mixture, which bounds what any vertex could add
    x = np.array([float(p) for p in mix if p])
    used = [k for k, p in enumerate(mix) if p]
    slopes = [
        float(sum(float(v[k]) * g for k, g in zip(used, -np.log(x) - 1, strict=True))) for v in vertices
    ]
    return mix, max(0.0, max(slopes) - float(x @ (-np.log(x) - 1)))


def _best_step(x: Floats, direction: Floats, most: float) -> float:
    """Return the step from x that maximises the entropy, at most `most`."""

    def falls(step: float) -> bool:
        at = x + step * direction
        return bool(at.min() <= 0 or direction @ (-np.log(at) - 1) < 0)

    if not falls(most):
        return most
    low, high = 0.0, most
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if falls(middle) else (middle, high)
    return low
