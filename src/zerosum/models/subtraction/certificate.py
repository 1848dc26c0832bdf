"""The certificate of a subtraction game: a take at every position where the proof needs one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zerosum.core.data import Data
from zerosum.core.family import Certificate
from zerosum.core.value import Value
from zerosum.core.writing import recorded
from zerosum.models.subtraction.rules import Take
from zerosum.models.subtraction.verify import bounds, prove, read_take

if TYPE_CHECKING:
    from zerosum.models.subtraction.answer import SubtractionSolution


def write(solution: SubtractionSolution) -> Data:
    """A list with one take, or none, at all heaps that the verifier asks about."""
    takes: dict[str, Data] = {}
    bounds(solution.game, recorded(solution.take_at, _entry, into=takes), heaps=solution.heaps)
    return {"takes": takes}


def verify(solution: SubtractionSolution) -> Value:
    """Bounds on what the player to move wins, from the takes as a certificate would have them."""
    game = solution.game
    return bounds(
        game, lambda *heaps: read_take(game, _entry(solution.take_at(*heaps)), *heaps), heaps=solution.heaps
    )


def _entry(take: Take | None) -> Data:
    return [] if take is None else [list(take)]


CERTIFICATE = Certificate(write, prove)
