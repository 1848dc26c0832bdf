"""The certificate of a subtraction game: a take at every position."""

from __future__ import annotations

from zerosum.core.data import Data
from zerosum.models.questions import Question, certificate_of, key
from zerosum.models.subtraction.rules import Heaps, SubtractionGame, Take
from zerosum.models.subtraction.verify import verify

__all__ = ["CERTIFICATE"]


def _write_take(takes: tuple[Take, ...]) -> Data:
    return [list(take) for take in takes[:1]]


def _read_take(game: SubtractionGame, asked: Heaps, data: Data) -> tuple[Take, ...]:
    takes = tuple(Take(*take) for take in data)
    legal = list(game.all_takes(asked))
    if len(takes) != min(len(legal), 1) or any(take not in legal for take in takes):
        raise ArithmeticError(f"the certificate says a take at {key(asked)} that the rules do not allow")
    return takes


SUBTRACTION = Question(
    "optimal",
    "takes",
    _write_take,
    _read_take,
    lambda game: {"heaps": game.tidy(game.sizes)},
    verify,
)

CERTIFICATE = certificate_of(SUBTRACTION)
