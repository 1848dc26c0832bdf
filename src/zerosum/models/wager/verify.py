"""Bounds on the value of a wager game, from two thresholds on the win chance.

What the thresholds earn with win chance w is at most the best act's worth, which increases with w. So its mean under
a law below the true one bounds the value from below, and the mean of the best act's worth under a law above the true
one bounds it from above.

Both functions are linear between cuts. On such a piece the mean needs only P(left <= W < right) and E[W - left]. For a
finite law these are sums; for another they are integrals of P(W < t), by parts. Gauss and Legendre's rule is exact
there up to rounding, since P(W < t) is a polynomial between the corners of the law.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np

from zerosum.core.numbers import Number
from zerosum.core.solution import Value
from zerosum.models.wager.answer import WagerSolution
from zerosum.models.wager.rules import HALF, WagerGame
from zerosum.models.wager.win_chance import ChanceLaw
from zerosum.numerics.laws import gauss

ROUNDING = 1e-11
"""Error allowed for the sums and integrals in floats, per unit of the largest stake."""


def verify(solution: WagerSolution) -> Value:
    """The bounds that the solution's thresholds give: on the value of the game, or of the hand that it is about."""
    hand = solution.where.get("hand")
    return bounds(solution.game, solution.thresholds, hand=None if hand is None else str(hand))


def bounds(game: WagerGame, thresholds: Sequence[Fraction], *, hand: str | None = None) -> Value:
    """Bounds on the value, over all hands or with one: fold below a threshold, bet high from another on, else bet low.

    Thresholds may be any two numbers; worse ones only give wider bounds.
    """
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
        least, most = earned(win), best(win)
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
            area = sum(
                w * float(law.below(x)) for x, w in zip(*gauss(float(left), float(right)), strict=True)
            )
            mass, excess = reached - law.below(left), float(right - left) * float(reached) - area
        middle = (left + right) / 2
        slope = (earning(middle) - earning(left)) / (middle - left)
        total += earning(left) * mass + slope * excess
    return total
