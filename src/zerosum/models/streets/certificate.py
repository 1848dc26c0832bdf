"""The certificate of a street game: that of a hidden game if it is small, else both strategies as packed numbers.

    {"row": ["eNrt…", "…", "…"], "col": […]}

For each player and each street the text holds, in base 64, compressed by zlib, the probabilities as whole numbers of
2^-24 in 32 bits, the lowest byte first: for each board, each line of bets, each move of the player in a round of bets
and each hand, in the order of `StreetForm`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from zerosum.core.data import Data
from zerosum.core.family import Certificate
from zerosum.core.packed import UNIT, pack
from zerosum.core.sides import SIDES
from zerosum.core.value import Value
from zerosum.models.hidden import certificate as hidden
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.streets.verify import bounds, prove

if TYPE_CHECKING:
    from zerosum.models.streets.answer import StreetAnswer


def write(solution: StreetAnswer) -> Data:
    """Both strategies."""
    if isinstance(solution, HiddenSolution):
        return hidden.write(solution)
    said: dict[str, Data] = {}
    for side in SIDES:
        said[side] = []
        for boards, table in zip(solution.game.form.streets, solution.mixes[side], strict=True):
            shares = [table[b, :, :, : len(one.hands)].reshape(-1) for b, one in enumerate(boards)]
            said[side].append(pack(np.ldexp(np.concatenate(shares).astype(float), UNIT)))
    return said


def verify(solution: StreetAnswer) -> Value:
    """Bounds on the value, from the solution's strategies alone."""
    if isinstance(solution, HiddenSolution):
        return hidden.verify(solution)
    tables = {
        side: [
            [np.ldexp(table[b, :, :, : len(one.hands)].astype(float), UNIT) for b, one in enumerate(boards)]
            for boards, table in zip(solution.game.form.streets, solution.mixes[side], strict=True)
        ]
        for side in SIDES
    }
    return bounds(solution.game, tables)


CERTIFICATE = Certificate(write, prove)
