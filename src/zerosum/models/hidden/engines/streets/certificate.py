"""The certificate of a large street game: both strategies as packed numbers.

    {"row": [{"numbers": 240, "text": "eNrt…"}, …], "col": […]}

For each player and each street the text holds the probabilities as whole numbers of units of 2^-24, in 32 bits, the
lowest byte first, compressed by zlib and written in base 64. There is a number for each board, each betting line,
each move of the player in a betting round and each hand, in the order of `StreetForm`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from zerosum.core.arrays import Ints
from zerosum.core.data import Data
from zerosum.core.packed import UNIT
from zerosum.core.sides import SIDES, Side
from zerosum.core.value import Value
from zerosum.core.writing import pack
from zerosum.models.hidden.engines.streets.verify import bounds

if TYPE_CHECKING:
    from zerosum.models.hidden.engines.streets.answer import StreetSolution


def write(solution: StreetSolution) -> Data:
    return {
        side: [pack(np.concatenate([one.ravel() for one in boards])) for boards in _units(solution, side)]
        for side in SIDES
    }


def verify(solution: StreetSolution) -> Value:
    """Return bounds on the value, from the solution's strategies in the form of a certificate."""
    return bounds(solution.game, {side: _units(solution, side) for side in SIDES})


def _units(solution: StreetSolution, side: Side) -> list[list[Ints]]:
    """Return for each street and board, [line, slot, hand]: the probabilities of a side's moves in units."""
    return [
        [np.ldexp(table[b, :, :, : len(one.hands)], UNIT).astype(np.uint32) for b, one in enumerate(boards)]
        for boards, table in zip(solution.game.form.streets, solution.mixes[side], strict=True)
    ]
