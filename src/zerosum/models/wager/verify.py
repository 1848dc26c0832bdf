"""Bounds on the value of a wager game, from two thresholds on the win chance.

What the thresholds earn with win chance w is at most the best act's worth, which increases with w. So its mean under
a law below the true one bounds the value from below, and the mean of the best act's worth under a law above the true
one bounds it from above.

Both functions are linear between cuts. On such a piece the mean needs only P(left <= W < right) and E[W - left]. For a
finite law these are sums; for another they are integrals of P(W < t), by parts. Between the corners of the law
P(W < t) is a polynomial, which a few of its values determine, so the integral is exact.

A law that is known only through scipy, or by a Fourier transform, is not exact, and neither are the bounds: they are
rounded outward by `ROUNDING` and by the slack that the law states of itself. There is no certificate for such a law.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.numbers import Number, numbers
from zerosum.core.proofs import fields
from zerosum.core.value import Value
from zerosum.models.wager.rules import HALF, WagerGame
from zerosum.models.wager.win_chance import ChanceLaw, PowerLaw
from zerosum.numerics.polynomials import evaluate, interpolate

UNKNOWN = (
    "nothing can be certified for this law of cards: its win chances are known only up to the errors of scipy or of a "
    "Fourier transform. Use a deck, or laws whose win chances are known exactly"
)

ROUNDING = 1e-11
"""Error allowed for the sums over a law in floats, per unit of the largest stake."""
HAND_ROUNDING = 1e-14
"""Error allowed for the worth of one hand in floats, per unit of the largest stake."""


def prove(game: WagerGame, claimed: Value, data: Data) -> Value:
    """The bounds that the thresholds in the file prove."""
    [thresholds] = fields(data, "thresholds")
    if game.win_chance().exact is None:
        raise InputError(UNKNOWN)
    return bounds(game, [Fraction(t) for t in numbers(thresholds)])


def bounds(game: WagerGame, thresholds: Sequence[Fraction], *, hand: str | None = None) -> Value:
    """Bounds on the value, over all hands or with one: fold below a threshold, bet high from another on, else bet low.

    Worse thresholds only give wider bounds.
    """
    if len(thresholds) != 2 or not 0 <= thresholds[0] <= thresholds[1] <= 1:
        raise InputError("the thresholds must be two win chances from 0 to 1, the lower one first")
    stakes = game.stakes
    fold, low, high = stakes.acts

    def earned(win: Number) -> Number:
        act = fold if win < thresholds[0] else low if win < thresholds[1] else high
        return stakes.worth(act, win)

    def best(win: Number) -> Number:
        return max(stakes.worth(act, win) for act in stakes.acts)

    rounding = ROUNDING
    if hand is None:
        chance, cuts = game.win_chance(), {stakes.fold_below, HALF, *thresholds}
        least, most = _mean(chance.low, earned, cuts), _mean(chance.high, best, cuts)
        rounding += 8 * chance.slack
    else:
        win = game.chance_of(hand)
        least, most, rounding = earned(win), best(win), HAND_ROUNDING
    if isinstance(least, Fraction) and isinstance(most, Fraction):
        return Value(least, most)
    slack = rounding * float(stakes.high + stakes.ante)
    return Value(float(least) - slack, float(most) + slack)


def _mean(law: ChanceLaw, earning: Callable[[Number], Number], cuts: Iterable[Fraction]) -> Number:
    """The mean of a function that is linear on each piece [left, right) between cuts; the last piece contains 1."""
    ends = {Fraction(0), Fraction(1), *law.corners, *(Fraction(t) for t in cuts if 0 < t < 1)}
    finite = law.finite
    total: Number = Fraction(0)
    for left, right in pairwise(sorted(ends)):
        mass: Number
        excess: Number
        if finite is not None:
            points, weights = finite
            low, high = np.array([left, right], dtype=points.dtype)
            inside = (points >= low) & ((points < high) | (right == 1))
            mass, excess = weights[inside].sum(), ((points[inside] - low) * weights[inside]).sum()
        else:
            reached = law.below(right) if right < 1 else law.mass
            mass, excess = reached - law.below(left), (right - left) * reached - _area(law, left, right)
        middle = (left + right) / 2
        slope = (earning(middle) - earning(left)) / (middle - left)
        total += earning(left) * mass + slope * excess
    return total


def _area(law: ChanceLaw, left: Fraction, right: Fraction) -> Fraction:
    """The integral of P(W < t) from left to right, between which it is a polynomial."""
    if not isinstance(law, PowerLaw):
        raise InputError("a law that is neither finite nor exact proves nothing")
    degree = max(power for _, power in law.terms)
    points = [left + (right - left) * Fraction(k, degree + 1) for k in range(1, degree + 2)]
    below = interpolate(points, [law.below(t) for t in points])
    primitive = (Fraction(0), *(c / (k + 1) for k, c in enumerate(below)))
    return Fraction(evaluate(primitive, right) - evaluate(primitive, left))
