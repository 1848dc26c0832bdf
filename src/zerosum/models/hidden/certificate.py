"""The certificate of a hidden game: a mix for everything that a player can know while the other plays on."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.family import Certificate
from zerosum.core.numbers import Number, read_mix, written_mix
from zerosum.core.proofs import position_key
from zerosum.core.sides import Side
from zerosum.core.value import Value
from zerosum.models.hidden.rules import Choice, HiddenGame
from zerosum.models.hidden.verify import bounds

if TYPE_CHECKING:
    from zerosum.models.hidden.answer import HiddenSolution


def write(solution: HiddenSolution) -> Data:
    """The mixes that the verifier needs, by player and knowledge."""
    mixes: dict[str, Data] = {}

    def mix_of(side: Side, known: Hashable, turn: Choice) -> Mapping[Hashable, Number]:
        mix: Mapping[Hashable, Number] = solution.mix(side, known)
        mixes[position_key((side, known))] = written_mix(mix)
        return mix

    bounds(solution.game, solution.value.is_exact, mix_of)
    return {"knowing": mixes}


def prove(game: HiddenGame, claimed: Value, data: Data) -> Value:
    """The bounds that the mixes in the data prove."""
    mixes = data["knowing"]

    def mix_of(side: Side, known: Hashable, turn: Choice) -> Mapping[Hashable, Number]:
        if position_key((side, known)) not in mixes:
            raise InputError(f"the certificate does not say what {side} does knowing {known}")
        return read_mix(mixes[position_key((side, known))], turn.moves)

    return bounds(game, claimed.is_exact, mix_of)


CERTIFICATE = Certificate(write, prove)
