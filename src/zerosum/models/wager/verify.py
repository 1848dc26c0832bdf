"""Check a wager game's answer: what its thresholds earn, and what the best act at every win chance would earn.

The strategy is two thresholds on the win chance. What it earns is integrated piece by piece; what the best act
would earn is the integral of the pointwise maximum. The one bounds the value from below, the other from above.
Integrals go through P(W < t) alone, by parts: a law without atoms only is integrated by Gauss and Legendre's rule
between its corners, where it is a polynomial of a degree for which the rule is exact up to rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np

from zerosum.core.arrays import Array
from zerosum.core.numbers import Number
from zerosum.core.solution import Value
from zerosum.models.wager.rules import HALF, Stakes, WagerAnswer, WagerGame
from zerosum.models.wager.win_chance import ChanceLaw
from zerosum.numerics.quadrature import gauss

__all__ = ["verify"]

Earning = Callable[[Number], Number]
"""What the bettor earns with a win chance, on average."""

ROUNDING = 1e-11


def verify(game: WagerGame, solution: WagerAnswer) -> Value:
    """Bounds on the value, from the solution's thresholds alone."""
    stakes, chance = game.stakes, game.win_chance()
    mine, best = _by_thresholds(stakes, solution.thresholds), _best_act(stakes)
    cuts = sorted({*map(Fraction, solution.thresholds), stakes.fold_below, HALF})
    low = _mean(chance.low, mine, cuts)
    high = _mean(chance.high, best, cuts)
    if isinstance(low, Fraction) and isinstance(high, Fraction):
        return Value(low, high)
    slack = ROUNDING * float(stakes.high + stakes.ante) + 8 * chance.slack * float(stakes.high + stakes.ante)
    return Value(float(low) - slack, float(high) + slack)


def _by_thresholds(stakes: Stakes, thresholds: Sequence[Fraction]) -> Earning:
    """Fold below the first, bet low below the second, else bet high."""
    fold, low, high = stakes.acts

    def earn(win: Number) -> Number:
        act = fold if win < thresholds[0] else low if win < thresholds[1] else high
        return stakes.worth(act, win)

    return earn


def _best_act(stakes: Stakes) -> Earning:
    return lambda win: max(stakes.worth(act, win) for act in stakes.acts)


def _mean(law: ChanceLaw, earn: Earning, cuts: Sequence[Fraction]) -> Number:
    """The mean of a function that is linear between the cuts, each piece taken with its left end."""
    moments = _moments_of_atoms(*law.finite) if law.finite is not None else _moments_by_parts(law)
    total: Number = Fraction(0)
    for left, right in pairwise(sorted({Fraction(0), Fraction(1), *cuts, *law.corners})):
        middle = (left + right) / 2
        slope = (earn(middle) - earn(left)) / (middle - left)
        mass, beyond = moments(left, right)
        total += earn(left) * mass + slope * beyond
    return total


Moments = Callable[[Fraction, Fraction], tuple[Number, Number]]
"""P(left <= W < right) and E[W - left] over that part; 1 itself belongs to the last."""


def _moments_of_atoms(points: Array, weights: Array) -> Moments:
    def moments(left: Fraction, right: Fraction) -> tuple[Number, Number]:
        low, high = np.array([left, right], dtype=points.dtype)
        inside = (points >= low) & ((points < high) | (right == 1))
        return weights[inside].sum(), ((points[inside] - low) * weights[inside]).sum()

    return moments


def _moments_by_parts(law: ChanceLaw) -> Moments:
    def moments(left: Fraction, right: Fraction) -> tuple[Number, Number]:
        reach = law.below(right) if right < 1 else law.mass
        nodes = zip(*gauss(float(left), float(right)), strict=True)
        area = sum(w * float(law.below(x)) for x, w in nodes)
        return reach - law.below(left), float(right - left) * float(reach) - area

    return moments
