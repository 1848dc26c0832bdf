"""Places and weights for means over a target's value x.

The places are the atoms of the law, if it has some; and where it has a density, Gauss and Legendre's nodes on stretches
that end where a plan changes and are no longer than half their distance from any pole of the plans. The error of
sixteen nodes then falls like ρ^-32 with ρ above 9; even if a panel's density, a polynomial of degree fifteen, grows
like ρ^15 away from its panel, that is less than rounding. The law is taken as it is tabulated.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from zerosum.contests.targets.plans import Array, Board, Plan
from zerosum.numerics.laws import Distribution
from zerosum.numerics.polynomials import Poly

__all__ = ["atoms_of", "nodes_of", "roots_of", "stretches_of"]


def atoms_of(board: Board, law: Distribution) -> Array:
    """The places of a law's atoms, in the board's numbers."""
    return np.array([x for x, _ in law.exact], object) if board.exact else law.law.atoms


def nodes_of(board: Board, row: Plan, col: Plan, at: int, s: int) -> tuple[Array, Array]:
    """Places and weights for the mean of what two plans earn at a state."""
    law = board.target(at)
    if law.is_finite:
        weights = np.array([p for _, p in law.exact], object) if board.exact else law.law.weights
        return atoms_of(board, law), weights
    spans = (row.spans(at, s), col.spans(at, s))
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
