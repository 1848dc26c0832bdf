"""Check a solution of a game in two phases: best replies to both strategies, among all strategies whatever."""

from __future__ import annotations

import math

from zerosum.core.solution import Value
from zerosum.models.phased.response import best_reply
from zerosum.models.phased.rules import PhasedAnswer, PhasedGame

__all__ = ["verify"]


def verify(game: PhasedGame, solution: PhasedAnswer) -> Value:
    """Bounds on the value, from the solution's step strategies alone."""
    lower, upper = (
        -best_reply(game, solution.steps, "col").earned,
        best_reply(game, solution.steps, "row").earned,
    )
    return Value(math.nextafter(float(lower), -math.inf), math.nextafter(float(upper), math.inf))
