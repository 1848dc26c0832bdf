"""The certificate of a hidden game: a mix for everything a player can come to know while the other plays on."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.family import Certificate
from zerosum.core.numbers import Number, read_mix, written_mix
from zerosum.core.sides import Side
from zerosum.core.value import Value
from zerosum.models.hidden.form import HiddenAnswer
from zerosum.models.hidden.rules import Choice, HiddenGame
from zerosum.models.hidden.verify import bounds
from zerosum.models.questions import key

__all__ = ["CERTIFICATE"]


def write(solution: HiddenAnswer) -> Data:
    """What the verifier asks, by who knows what."""
    said: dict[str, Data] = {}

    def mix_of(side: Side, seen: Hashable, turn: Choice) -> Mapping[Hashable, Number]:
        mix: Mapping[Hashable, Number] = solution.mix(side, seen)
        said[key((side, seen))] = written_mix(mix)
        return mix

    bounds(solution.game, solution.value.is_exact, mix_of)
    return {"knowing": said}


def prove(game: HiddenGame, claimed: Value, data: Data) -> Value:
    """Best replies to what the data says."""
    said = data["knowing"]

    def mix_of(side: Side, seen: Hashable, turn: Choice) -> Mapping[Hashable, Number]:
        if key((side, seen)) not in said:
            raise InputError(f"the certificate does not say what {side} does knowing {seen}")
        return read_mix(said[key((side, seen))], turn.moves)

    return bounds(game, claimed.is_exact, mix_of)


CERTIFICATE = Certificate(write, prove)
