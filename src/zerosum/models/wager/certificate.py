"""The certificate of a wager game: its two thresholds on the win chance."""

from __future__ import annotations

from zerosum.core.data import Data
from zerosum.core.errors import Unavailable
from zerosum.core.family import Certificate
from zerosum.core.numbers import texts
from zerosum.core.value import Value
from zerosum.models.wager.answer import WagerSolution
from zerosum.models.wager.verify import UNKNOWN, bounds, prove


def write(solution: WagerSolution) -> Data:
    """The thresholds as text."""
    if solution.chance.exact is None:
        raise Unavailable(UNKNOWN)
    return {"thresholds": texts(solution.thresholds)}


def verify(solution: WagerSolution) -> Value:
    """The bounds that the solution's thresholds give: on the value of the game, or of the hand that it is about."""
    hand = solution.where.get("hand")
    return bounds(solution.game, solution.thresholds, hand=None if hand is None else str(hand))


CERTIFICATE = Certificate(write, prove)
