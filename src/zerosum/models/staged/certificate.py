"""The certificate of a staged game: both mixes at every position."""

from __future__ import annotations

from collections.abc import Iterable

from zerosum.core.answer import Strategy
from zerosum.core.data import Data
from zerosum.core.game import Position
from zerosum.core.numbers import read_mix, written_mix
from zerosum.models.questions import Question, certificate_of
from zerosum.models.staged.rules import StagedGame
from zerosum.models.staged.verify import verify

__all__ = ["CERTIFICATE"]


def _write_pair(pair: Iterable[Strategy]) -> Data:
    return [written_mix(mix) for mix in pair]


def _read_pair(game: StagedGame, asked: tuple[Position], data: Data) -> list[Strategy]:
    return [read_mix(said, moves) for said, moves in zip(data, game.moves(*asked), strict=True)]


STAGED = Question(
    "strategies_at",
    "positions",
    _write_pair,
    _read_pair,
    lambda game: {"position": game.start},
    verify,
)

CERTIFICATE = certificate_of(STAGED)
