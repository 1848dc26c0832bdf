"""Bounds on the value of a wager game, from two thresholds on the win probability.

The EV of the thresholds with win probability w is at most the best action's EV, which increases with w. So its mean
under a distribution below the true one is a lower bound on the value, and the mean of the best action's EV under a
distribution above the true one is an upper bound.

Both functions are linear between cuts. On each piece the mean needs only P(left <= W < right) and E[W - left]. For a
finite distribution these are sums; for another they follow from P(W < t) and its integral, by parts. A distribution
that is known only through scipy, or by a Fourier transform, proves nothing.
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
from zerosum.models.solo.engines.wager.rules import HALF, WagerGame
from zerosum.models.solo.engines.wager.win_chance import ChanceDistribution

UNKNOWN = (
    "this distribution of cards cannot be certified, since its win probabilities are known only up to the "
    "errors of scipy or of a Fourier transform; use a deck, or distributions with exact win probabilities"
)

EVFunction = Callable[[Number], Number]
"""The EV as a function of the win probability."""


def prove(game: WagerGame, claimed: Value, data: Data) -> Value:
    """Return the bounds that the thresholds in the file prove."""
    [thresholds] = fields(data, "thresholds")
    distribution = game.win_chance().exact
    if distribution is None:
        raise InputError(UNKNOWN)
    least, most = means(game, [Fraction(t) for t in numbers(thresholds)], distribution, distribution)
    return Value(least, most)


def means(
    game: WagerGame, thresholds: Sequence[Fraction], low: ChanceDistribution, high: ChanceDistribution
) -> tuple[Number, Number]:
    """Return the EV of the thresholds under a distribution below the true one, and the best EV under one above it."""
    earned, best = evs(game, thresholds)
    cuts = {game.stakes.fold_below, HALF, *thresholds}
    return _mean(low, earned, cuts), _mean(high, best, cuts)


def evs(game: WagerGame, thresholds: Sequence[Fraction]) -> tuple[EVFunction, EVFunction]:
    """Return the EV of the strategy at a win probability, and that of the best action.

    The strategy folds below the first threshold and bets high from the second.
    """
    if len(thresholds) != 2 or not 0 <= thresholds[0] <= thresholds[1] <= 1:
        raise InputError("the thresholds must be two win probabilities from 0 to 1, the lower one first")
    fold, low, high = game.stakes.acts

    def earned(win: Number) -> Number:
        act = fold if win < thresholds[0] else low if win < thresholds[1] else high
        return game.stakes.worth(act, win)

    return earned, lambda win: max(game.stakes.worth(act, win) for act in game.stakes.acts)


def _mean(distribution: ChanceDistribution, ev: EVFunction, cuts: Iterable[Fraction]) -> Number:
    """Return the mean of a function that is linear on each piece [left, right) between cuts; the last piece
    contains 1."""
    ends = {Fraction(0), Fraction(1), *distribution.break_points, *(Fraction(t) for t in cuts if 0 < t < 1)}
    total: Number = Fraction(0)
    for left, right in pairwise(sorted(ends)):
        if distribution.finite is not None:
            points, weights = distribution.finite
            low, high = np.array([left, right], dtype=points.dtype)
            inside = (points >= low) & ((points < high) | (right == 1))
            mass, excess = weights[inside].sum(), ((points[inside] - low) * weights[inside]).sum()
        else:
            reached = distribution.below(right) if right < 1 else distribution.mass
            area = distribution.shortfall(right) - distribution.shortfall(left)
            mass, excess = reached - distribution.below(left), (right - left) * reached - area
        middle = (left + right) / 2
        slope = (ev(middle) - ev(left)) / (middle - left)
        total += ev(left) * mass + slope * excess
    return total
