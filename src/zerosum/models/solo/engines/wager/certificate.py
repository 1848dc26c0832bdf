"""The certificate of a wager game: its two thresholds on the win probability."""

from __future__ import annotations

from fractions import Fraction

from zerosum.core.data import Data
from zerosum.core.errors import Unavailable
from zerosum.core.numbers import texts
from zerosum.core.value import Value
from zerosum.models.solo.engines.wager.answer import WagerSolution
from zerosum.models.solo.engines.wager.verify import UNKNOWN, evs, means

ROUNDING = 1e-11
"""Error bound for the sums over a distribution in floats, per unit of the largest stake."""
HAND_ROUNDING = 1e-14
"""Error bound for the EV of one hand in floats, per unit of the largest stake."""


def write(solution: WagerSolution) -> Data:
    """Return the thresholds as strings."""
    if solution.chance.exact is None:
        raise Unavailable(UNKNOWN)
    return {"thresholds": texts(solution.thresholds)}


def verify(solution: WagerSolution) -> Value:
    """Return the bounds that the solution's thresholds give: on the value of the game, or of the requested hand.

    If a distribution is not exact, they are rounded outward by `ROUNDING` and by the distribution's own slack.
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
