"""The last solutions of a worker, for who asks for another position or for a picture."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

from zerosum.core.progress import Progress
from zerosum.core.solution import Solution
from zerosum.request import Request
from zerosum.web.catalogue import request_for

__all__ = ["Given", "solved"]

Given = Mapping[str, str]
"""Texts by the names of flags."""

SOLVED: OrderedDict[tuple[str, ...], Solution] = OrderedDict()
MOST_SOLVED = 32


def solved(progress: Progress, game: str, given: Given) -> tuple[Request, Solution]:
    """The request, and the whole game's solution, which is kept for its other positions."""
    request = request_for(game, given)
    key = request.typed
    if key not in SOLVED:
        SOLVED[key] = request.solve(progress)
        while len(SOLVED) > MOST_SOLVED:
            SOLVED.popitem(last=False)
    SOLVED.move_to_end(key)
    return request, SOLVED[key]
