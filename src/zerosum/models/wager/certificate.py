"""The certificate of a wager game: its two thresholds on the win chance."""

from __future__ import annotations

from fractions import Fraction

from zerosum.core.data import Data
from zerosum.core.errors import Unavailable
from zerosum.core.family import Certificate
from zerosum.core.numbers import texts
from zerosum.core.value import Value
from zerosum.models.wager.answer import WagerSolution
from zerosum.models.wager.verify import UNKNOWN, earnings, means, prove

ROUNDING = 1e-11
"""Error allowed for the sums over a law in floats, per unit of the largest stake."""
HAND_ROUNDING = 1e-14
"""Error allowed for the worth of one hand in floats, per unit of the largest stake."""


def write(solution: WagerSolution) -> Data:
    """The thresholds as text."""
    if solution.chance.exact is None:
        raise Unavailable(UNKNOWN)
    return {"thresholds": texts(solution.thresholds)}


def verify(solution: WagerSolution) -> Value:
    """The bounds that the solution's thresholds give: on the value of the game, or of the hand that it is about.

    Where a law is not exact, they are rounded outward by `ROUNDING` and by the slack that the law states of itself.
    """
    game, chance = solution.game, solution.game.win_chance()
    if (hand := solution.where.get("hand")) is not None:
        win = game.chance_of(str(hand))
        least, most = (earning(win) for earning in earnings(game, solution.thresholds))
        rounding = HAND_ROUNDING
    else:
        least, most = means(game, solution.thresholds, chance.low, chance.high)
        rounding = ROUNDING + 8 * chance.slack
    if isinstance(least, Fraction) and isinstance(most, Fraction):
        return Value(least, most)
    slack = rounding * float(game.stakes.high + game.stakes.ante)
    return Value(float(least) - slack, float(most) + slack)


CERTIFICATE = Certificate(write, prove)
