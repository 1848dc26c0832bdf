"""The certificate of a subtraction game: a take at every position where the proof needs one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.family import Certificate
from zerosum.core.proofs import Recalled, fields, position_key, recorded
from zerosum.core.value import Value
from zerosum.models.subtraction.rules import SubtractionGame, Take
from zerosum.models.subtraction.verify import bounds

if TYPE_CHECKING:
    from zerosum.models.subtraction.answer import SubtractionSolution


def write(solution: SubtractionSolution) -> Data:
    """A list with one take, or none, at all heaps that the verifier asks about."""
    takes: dict[str, Data] = {}
    bounds(solution.game, recorded(solution.take_at, _entry, into=takes), heaps=solution.heaps)
    return {"takes": takes}


def prove(game: SubtractionGame, claimed: Value, data: Data) -> Value:
    """The bounds that the written takes prove at the start, if the rules allow all of them."""
    [takes] = fields(data, "takes")
    take_at = Recalled(takes, partial(_read, game))
    proved = bounds(game, take_at, heaps=game.tidy(game.sizes))
    take_at.refuse_others()
    return proved


def verify(solution: SubtractionSolution) -> Value:
    """Bounds on what the player to move wins, from the takes as a certificate would have them."""
    game = solution.game
    return bounds(
        game, lambda *heaps: _read(game, _entry(solution.take_at(*heaps)), *heaps), heaps=solution.heaps
    )


def _entry(take: Take | None) -> Data:
    return [] if take is None else [list(take)]


def _read(game: SubtractionGame, entry: Data, *heaps: int) -> Take | None:
    takes = [Take(*take) for take in entry]
    legal = list(game.all_takes(heaps))
    if len(takes) != min(len(legal), 1) or any(take not in legal for take in takes):
        raise InputError(f"the certificate must say one take at {position_key(heaps)} that the rules allow")
    return takes[0] if takes else None


CERTIFICATE = Certificate(write, prove)
