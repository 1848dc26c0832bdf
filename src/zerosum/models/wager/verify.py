"""Bounds on the value of a wager game, from two thresholds on the win chance.

What the thresholds earn with win chance w is at most the best act's worth, which increases with w. So its mean under
a law below the true one bounds the value from below, and the mean of the best act's worth under a law above the true
one bounds it from above.

Both functions are linear between cuts. On such a piece the mean needs only P(left <= W < right) and E[W - left]. For a
finite law these are sums; for another they follow from P(W < t) and its integral, by parts. A law that is known only
through scipy, or by a Fourier transform, proves nothing.
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
from zerosum.models.wager.win_chance import ChanceLaw

UNKNOWN = (
    "nothing can be certified for this law of cards: its win chances are known only up to the errors of scipy or of a "
    "Fourier transform. Use a deck, or laws whose win chances are known exactly"
)

Earning = Callable[[Number], Number]
"""What a win chance earns."""


def prove(game: WagerGame, claimed: Value, data: Data) -> Value:
    """The bounds that the thresholds in the file prove."""
    [thresholds] = fields(data, "thresholds")
    law = game.win_chance().exact
    if law is None:
        raise InputError(UNKNOWN)
    least, most = means(game, [Fraction(t) for t in numbers(thresholds)], law, law)
    return Value(least, most)


def means(
    game: WagerGame, thresholds: Sequence[Fraction], low: ChanceLaw, high: ChanceLaw
) -> tuple[Number, Number]:
    """What the thresholds earn under a law below the true one, and the best acts under a law above it."""
    earned, best = earnings(game, thresholds)
    cuts = {game.stakes.fold_below, HALF, *thresholds}
    return _mean(low, earned, cuts), _mean(high, best, cuts)


def earnings(game: WagerGame, thresholds: Sequence[Fraction]) -> tuple[Earning, Earning]:
    """What a win chance earns, and what the best act would: fold below a threshold, bet high from another on."""
    if len(thresholds) != 2 or not 0 <= thresholds[0] <= thresholds[1] <= 1:
        raise InputError("the thresholds must be two win chances from 0 to 1, the lower one first")
    fold, low, high = game.stakes.acts

    def earned(win: Number) -> Number:
        act = fold if win < thresholds[0] else low if win < thresholds[1] else high
        return game.stakes.worth(act, win)

    return earned, lambda win: max(game.stakes.worth(act, win) for act in game.stakes.acts)


def _mean(law: ChanceLaw, earning: Earning, cuts: Iterable[Fraction]) -> Number:
    """The mean of a function that is linear on each piece [left, right) between cuts; the last piece contains 1."""
    ends = {Fraction(0), Fraction(1), *law.corners, *(Fraction(t) for t in cuts if 0 < t < 1)}
    total: Number = Fraction(0)
    for left, right in pairwise(sorted(ends)):
        if law.finite is not None:
            points, weights = law.finite
            low, high = np.array([left, right], dtype=points.dtype)
            inside = (points >= low) & ((points < high) | (right == 1))
            mass, excess = weights[inside].sum(), ((points[inside] - low) * weights[inside]).sum()
        else:
            reached = law.below(right) if right < 1 else law.mass
            area = law.shortfall(right) - law.shortfall(left)
            mass, excess = reached - law.below(left), (right - left) * reached - area
        middle = (left + right) / 2
        slope = (earning(middle) - earning(left)) / (middle - left)
        total += earning(left) * mass + slope * excess
    return total
