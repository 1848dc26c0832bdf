"""The certificate of a street game: that of a hidden game if it is small, else both strategies as packed numbers.

    {"row": ["eNrt…", "…", "…"], "col": […]}

For each player and each street the text holds, in base 64, compressed by zlib, the probabilities as whole numbers of
2^-24 in 32 bits, the lowest byte first: for each board, each line of bets, each move of the player in a round of bets
and each hand, in the order of `StreetLayout`.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import TYPE_CHECKING

import numpy as np

from zerosum.core.arrays import Array
from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.family import Certificate
from zerosum.core.limits import afford
from zerosum.core.proofs import fields
from zerosum.core.sides import SIDES, Side
from zerosum.core.value import Value
from zerosum.models.hidden import certificate as hidden
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.streets.rules import StreetGame
from zerosum.models.streets.verify import UNIT, bounds

if TYPE_CHECKING:
    from zerosum.models.streets.answer import StreetAnswer

NUMBER_BYTES = 24
"""Approximate memory to check a game, for each probability in its strategies."""


def write(solution: StreetAnswer) -> Data:
    """Both strategies."""
    if isinstance(solution, HiddenSolution):
        return hidden.write(solution)
    layout = solution.game.layout
    said: dict[str, Data] = {}
    for side in SIDES:
        said[side] = []
        for boards, table in zip(layout.streets, solution.mixes[side], strict=True):
            units = [
                np.ldexp(table[b, :, :, : len(one.hands)].astype(float), UNIT).astype("<u4").tobytes()
                for b, one in enumerate(boards)
            ]
            said[side].append(base64.b64encode(zlib.compress(b"".join(units))).decode("ascii"))
    return said


def prove(game: StreetGame, claimed: Value, data: Data) -> Value:
    """The bounds that the strategies in the data prove."""
    if isinstance(data, dict) and "knowing" in data:
        game.afford_tree()
        return hidden.prove(game, claimed, data)
    afford("checking this game", memory=NUMBER_BYTES * game.layout.size)
    said = dict(zip(SIDES, fields(data, *SIDES), strict=True))
    return bounds(game, {side: _tables(game, side, said[side]) for side in SIDES})


def _tables(game: StreetGame, side: Side, said: Data) -> list[Array]:
    """The mixes of a side, street by street."""
    layout = game.layout
    if not isinstance(said, list) or len(said) != len(layout.streets):
        raise InputError(
            f"the certificate must hold {len(layout.streets)} texts of {side}, one for each street"
        )
    tables = []
    for street, (boards, text) in enumerate(zip(layout.streets, said, strict=True)):
        lines, slots = layout.lines(street), layout.slots(side)
        size = 4 * lines * slots * sum(len(one.hands) for one in boards)
        where = f"of {side} in round {street + 1}"
        numbers = np.frombuffer(_unpacked(text, size, where), "<u4")
        table = np.zeros((len(boards), lines, slots, max(len(one.hands) for one in boards)))
        first = 0
        for b, one in enumerate(boards):
            last = first + lines * slots * len(one.hands)
            table[b, :, :, : len(one.hands)] = numbers[first:last].reshape(lines, slots, len(one.hands))
            first = last
        tables.append(np.ldexp(table, -UNIT))
    return tables


def _unpacked(text: Data, size: int, where: str) -> bytes:
    """What was compressed and written in base 64, if it has this many bytes."""
    if not isinstance(text, str):
        raise InputError(f"the probabilities {where} must be a text in base 64")
    try:
        packed = base64.b64decode(text, validate=True)
        unpacking = zlib.decompressobj()
        found = unpacking.decompress(packed, size + 1)
    except (binascii.Error, ValueError, zlib.error):
        raise InputError(f"the probabilities {where} are not zlib's bytes in base 64") from None
    if len(found) != size or not unpacking.eof or unpacking.unused_data:
        raise InputError(f"the probabilities {where} must be exactly {size:,} bytes")
    return found


def verify(solution: StreetAnswer) -> Value:
    """Bounds on the value, from the solution's strategies alone."""
    if isinstance(solution, HiddenSolution):
        return hidden.verify(solution)
    return bounds(solution.game, solution.mixes)


CERTIFICATE = Certificate(write, prove)
