"""The certificate of a hidden game: a mix for everything that a player can know while the other plays on."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import TYPE_CHECKING

from zerosum.core.data import Data
from zerosum.core.family import Certificate
from zerosum.core.game import Strategy
from zerosum.core.proofs import Recalled, fields, position_key, read_mix, recorded, written_mix
from zerosum.core.sides import Side
from zerosum.core.value import Value
from zerosum.models.hidden.rules import Choice, HiddenGame
from zerosum.models.hidden.verify import bounds

if TYPE_CHECKING:
    from zerosum.models.hidden.answer import HiddenSolution

Mix = dict[Hashable, Fraction]


def write(solution: HiddenSolution) -> Data:
    """The mixes that the verifier asks for, by player and knowledge."""
    mixes: dict[str, Data] = {}
    write_at = recorded(solution.mix, written_mix, into=mixes)

    def mix_of(side: Side, known: Hashable, turn: Choice) -> Mix:
        write_at(side, known)
        return _read(mixes[position_key((side, known))], side, known, turn)

    bounds(solution.game, solution.value.is_exact, mix_of)
    return {"knowing": mixes}


def prove(game: HiddenGame, claimed: Value, data: Data) -> Value:
    """The bounds that the mixes in the data prove."""
    [mixes] = fields(data, "knowing")
    entry_at = Recalled[Data](mixes, lambda entry, *_: entry)
    proved = bounds(
        game,
        claimed.is_exact,
        lambda side, known, turn: _read(entry_at(side, known), side, known, turn),
    )
    entry_at.refuse_others()
    return proved


def verify(solution: HiddenSolution) -> Value:
    """Bounds on the value, from the solution's mixes as a certificate would have them."""

    def mix_of(side: Side, known: Hashable, turn: Choice) -> Mix:
        mix: Strategy = solution.mix(side, known)
        return _read(written_mix(mix), side, known, turn)

    return bounds(solution.game, solution.value.is_exact, mix_of)


def _read(entry: Data, side: Side, known: Hashable, turn: Choice) -> Mix:
    return read_mix(entry, turn.moves, f"where {side} knows {known}")


CERTIFICATE = Certificate(write, prove)
