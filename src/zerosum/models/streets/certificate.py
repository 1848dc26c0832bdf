"""The certificate of a street game: that of a hidden game if it is small, else both strategies as packed numbers.

    {"row": [{"numbers": 240, "text": "eNrt…"}, …], "col": […]}

For each player and each street the text holds, in base 64, compressed by zlib, the probabilities as whole numbers of
2^-24 in 32 bits, the lowest byte first: for each board, each line of bets, each move of the player in a round of bets
and each hand, in the order of `StreetForm`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from zerosum.core.arrays import Ints
from zerosum.core.data import Data
from zerosum.core.family import Certificate
from zerosum.core.packed import UNIT
from zerosum.core.sides import SIDES, Side
from zerosum.core.value import Value
from zerosum.core.writing import pack
from zerosum.models.hidden import certificate as hidden
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.streets.verify import bounds, prove

if TYPE_CHECKING:
    from zerosum.models.streets.answer import StreetAnswer, StreetSolution


def write(solution: StreetAnswer) -> Data:
    """Both strategies."""
    if isinstance(solution, HiddenSolution):
        return hidden.write(solution)
    return {
        side: [pack(np.concatenate([one.ravel() for one in boards])) for boards in _units(solution, side)]
        for side in SIDES
    }


def verify(solution: StreetAnswer) -> Value:
    """Bounds on the value, from the solution's strategies as a certificate would have them."""
    if isinstance(solution, HiddenSolution):
        return hidden.verify(solution)
    return bounds(solution.game, {side: _units(solution, side) for side in SIDES})


def _units(solution: StreetSolution, side: Side) -> list[list[Ints]]:
    """For each street and board [line, slot, hand]: the probabilities of a side's moves in units."""
    return [
        [np.ldexp(table[b, :, :, : len(one.hands)], UNIT).astype(np.uint32) for b, one in enumerate(boards)]
        for boards, table in zip(solution.game.form.streets, solution.mixes[side], strict=True)
    ]


CERTIFICATE = Certificate(write, prove)
