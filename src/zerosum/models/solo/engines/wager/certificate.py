"""The certificate of a wager game: its two thresholds on the win chance."""

from __future__ import annotations

from fractions import Fraction

from zerosum.core.data import Data
from zerosum.core.errors import Unavailable
from zerosum.core.numbers import texts
from zerosum.core.value import Value
from zerosum.models.solo.engines.wager.answer import WagerSolution
from zerosum.models.solo.engines.wager.verify import UNKNOWN, evs, means

ROUNDING = 1e-11
"""Error allowed for the sums over a distribution in floats, per unit of the largest stake."""
HAND_ROUNDING = 1e-14
"""Error allowed for the worth of one hand in floats, per unit of the largest stake."""


def write(solution: WagerSolution) -> Data:
    """Return the thresholds as text."""
    if solution.chance.exact is None:
        raise Unavailable(UNKNOWN)
    return {"thresholds": texts(solution.thresholds)}


def verify(solution: WagerSolution) -> Value:
    """Return the bounds that the solution's thresholds give: on the value of the game, or of the hand that it is
    about.

    Where a distribution is not exact, they are rounded outward by `ROUNDING` and by the slack that the distribution
    states of itself.
    """
    game, chance = solution.game, solution.game.win_chance()
    if (hand := solution.position_keys.get("hand")) is not None:
        win = game.chance_of(str(hand))
        least, most = (earning(win) for earning in evs(game, solution.thresholds))
        rounding = HAND_ROUNDING
    else:
        least, most = means(game, solution.thresholds, chance.low, chance.high)
        rounding = ROUNDING + 8 * chance.slack
    if isinstance(least, Fraction) and isinstance(most, Fraction):
        return Value(least, most)
    slack = rounding * float(game.stakes.high + game.stakes.ante)
    return Value(float(least) - slack, float(most) + slack)
