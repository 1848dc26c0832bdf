"""The certificate of a trick game: value and mixes at every position."""

from __future__ import annotations

from zerosum.core.data import Data, Json
from zerosum.core.numbers import number, read_mix, text, written_mix
from zerosum.core.value import Value
from zerosum.models.questions import Question, certificate_of
from zerosum.models.tricks.rules import Played, TrickGame
from zerosum.models.tricks.verify import Hand, verify

__all__ = ["CERTIFICATE", "TRICKS"]


def _write_played(played: Played) -> Data:
    return [
        text(played.value.lower),
        text(played.value.upper),
        written_mix(played.row),
        written_mix(played.col),
    ]


def _read_played(game: TrickGame, asked: tuple[Hand, ...], data: Data) -> Played:
    lower, upper, *mixes = data
    row, col = (read_mix(mix, hand) for mix, hand in zip(mixes, asked, strict=False)) if mixes else ({}, {})
    return Played(Value(number(lower), number(upper)), row, col)


def _full_hands(game: TrickGame) -> Json:
    return {"hands": (game.hand, game.hand), "context": game.start}


TRICKS = Question("answer_at", "positions", _write_played, _read_played, _full_hands, verify)

CERTIFICATE = certificate_of(TRICKS)
