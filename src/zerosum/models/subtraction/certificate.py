"""The certificate of a subtraction game: a take at every position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zerosum.core.data import Data
from zerosum.core.family import Certificate
from zerosum.core.proofs import position_key, recalled, recorded
from zerosum.core.value import Value
from zerosum.models.subtraction.rules import SubtractionGame, Take
from zerosum.models.subtraction.verify import bounds

if TYPE_CHECKING:
    from zerosum.models.subtraction.answer import SubtractionSolution


def write(solution: SubtractionSolution) -> Data:
    """A list with one take, or none, at all heaps that the verifier asks about."""
    takes: dict[str, Data] = {}
    take_at = recorded(solution.take_at, lambda take: [] if take is None else [list(take)], into=takes)
    bounds(solution.game, take_at, heaps=solution.heaps)
    return {"takes": takes}


def prove(game: SubtractionGame, claimed: Value, data: Data) -> Value:
    """The bounds that the written takes prove at the start, if the rules allow all of them."""

    def read(entry: Data, *heaps: int) -> Take | None:
        takes = [Take(*take) for take in entry]
        legal = list(game.all_takes(heaps))
        if len(takes) != min(len(legal), 1) or any(take not in legal for take in takes):
            where = position_key(heaps)
            raise ArithmeticError(f"the certificate says a take at {where} that the rules do not allow")
        return takes[0] if takes else None

    return bounds(game, recalled(data["takes"], read), heaps=game.tidy(game.sizes))


CERTIFICATE = Certificate(write, prove)
