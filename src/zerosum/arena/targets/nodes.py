"""Places and weights for means over a target's value x.

The places are the atoms of the law, if it has some; and where it has a density, Gauss and Legendre's nodes on stretches
that end where a player changes and are no longer than half their distance from any pole of the players'. The error of
sixteen nodes then falls like ρ^-32 with ρ above 9; even if a panel's density, a polynomial of degree fifteen, grows
like ρ^15 away from its panel, that is less than rounding. The law is taken as it is tabulated.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from zerosum.arena.targets.lowered import Lowered
from zerosum.arena.targets.spans import Spot
from zerosum.arrays import Array
from zerosum.numerics.laws import Distribution
from zerosum.numerics.polynomials import Poly

__all__ = ["atoms_of", "nodes_of", "roots_of", "stretches_of"]


def atoms_of(spot: Spot) -> Array:
    """The places of the law's atoms, in the layout's numbers."""
    law = spot.law
    return np.array([x for x, _ in law.exact], object) if spot.layout.exact else law.law.atoms


def nodes_of(spot: Spot, row: Lowered, col: Lowered) -> tuple[Array, Array]:
    """Places and weights for the mean of what two players earn at a state."""
    law = spot.law
    if law.is_finite:
        weights = np.array([p for _, p in law.exact], object) if spot.layout.exact else law.law.weights
        return atoms_of(spot), weights
    spans = (row.spans(spot), col.spans(spot))
    lows = sorted({float(span.low) for side in spans for span in side})
    parts = [(law.law.atoms, law.law.weights)]
    for low, high in pairwise([*lows, np.inf]):
        held = [next(span for span in reversed(side) if float(span.low) <= low) for side in spans]
        poles = np.concatenate([roots_of(span.bottom) for span in held])
        parts += [law.rule(*stretch) for stretch in stretches_of(law, low, high, poles)]
    return np.concatenate([x for x, _ in parts]), np.concatenate([w for _, w in parts])


def stretches_of(
    law: Distribution, low: float, high: float, poles: Array
) -> Iterator[tuple[int, float, float]]:
    """Where there is density between low and high, cut short near poles, each with its panel."""
    for k, a, b in law.stretches(low, high):
        todo = [(a, b)]
        while todo:
            start, end = todo.pop()
            if _far(poles, start, end) or end - start <= 1e-14 * (abs(start) + abs(end)):
                yield k, start, end
            else:
                middle = (start + end) / 2
                todo += [(start, middle), (middle, end)]


def _far(poles: Array, a: float, b: float) -> bool:
    """Whether all poles are two lengths or more away."""
    nearest = poles - np.clip(poles.real, a, b)
    return bool(np.all(np.abs(nearest) >= 2 * (b - a)))


def roots_of(p: Poly) -> Array:
    """The complex roots of a polynomial."""
    return np.roots([float(a) for a in reversed(p)]) if len(p) > 1 else np.empty(0)
