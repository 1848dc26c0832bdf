"""The certificate of a subtraction game: a take at every position at which the proof needs one."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from zerosum.core.data import Data
from zerosum.core.errors import TooLargeError
from zerosum.core.value import Value
from zerosum.core.writing import recorded
from zerosum.models.staged.engines.grundy.rules import Heaps, Take
from zerosum.models.staged.engines.grundy.verify import bounds, read_take

if TYPE_CHECKING:
    from zerosum.models.staged.engines.grundy.answer import SubtractionSolution


MAX_POSITIONS = 200_000
"""Maximum number of positions that are visited, which takes a few seconds."""


def write(solution: SubtractionSolution) -> Data:
    """Return, for all heaps that the verifier visits, a list with one take, or an empty list."""
    _require_few(solution.heaps)
    takes: dict[str, Data] = {}
    bounds(solution.game, recorded(solution.take_at, _entry, into=takes), heaps=solution.heaps)
    return {"takes": takes}


def verify(solution: SubtractionSolution) -> Value:
    """Return bounds on the winnings of the player to move, from the takes in the form of a certificate."""
    game = solution.game
    _require_few(solution.heaps)
    return bounds(
        game, lambda *heaps: read_take(game, _entry(solution.take_at(*heaps)), *heaps), heaps=solution.heaps
    )


def _require_few(heaps: Heaps) -> None:
    """Raise an error for heaps whose check would take too long."""
    if prod(heap + 1 for heap in heaps) > MAX_POSITIONS:
        raise TooLargeError(f"the check visits at most {MAX_POSITIONS:,} positions; use fewer matches")


def _entry(take: Take | None) -> Data:
    return [] if take is None else [list(take)]
