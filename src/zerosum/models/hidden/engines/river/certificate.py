"""The certificate of a river: for each decision and each hand of the player who moves, a list of probabilities.

    {"lines": {"start": {"AhKh": ["1/4", "3/4"], …}, "check": {…}, …}}

Decisions are named by the moves that lead there, hands by their cards, and the probabilities are in the order of the
moves that the rules offer.

A turn in floats has millions of probabilities. They are packed: whole numbers of units of 2^-24, for each move of a
side in the order of the tree the numbers of all its hands, 32 bits each with the lowest byte first, compressed by zlib
and written in base 64.

    {"packed": {"row": {"numbers": 1470, "text": "eNpj…"}, "col": {…}}}
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from zerosum.core.data import Data
from zerosum.core.numbers import texts
from zerosum.core.packed import UNIT
from zerosum.core.sides import SIDES, Side
from zerosum.core.value import Value
from zerosum.core.writing import exact_probabilities, pack
from zerosum.models.hidden.engines.river.verify import followers, prove

if TYPE_CHECKING:
    from zerosum.models.hidden.engines.river.answer import RiverSolution


def write(solution: RiverSolution) -> Data:
    """Return the mixes of all hands at all decisions."""
    if solution.mixes["row"].dtype == np.float32:
        return {"packed": {side: _pack(solution, side) for side in SIDES}}
    lines: dict[str, Data] = {}
    for number in solution.decision_nodes:
        node = solution.game.nodes[number]
        assert node.side
        lines[node.name] = {
            name: texts(exact_probabilities([*solution.mix_at(number, hand).values()]))
            for hand, name in enumerate(solution.game.hands[node.side].names)
        }
    return {"lines": lines}


def _pack(solution: RiverSolution, side: Side) -> Data:
    """Return the mixes of a side in units."""
    moves = [k for node in solution.game.nodes if node.side == side for k in followers(node)]
    shares = solution.mixes[side][:, moves].T
    return pack(np.ascontiguousarray(shares * float(1 << UNIT)))


def verify(solution: RiverSolution) -> Value:
    """Return bounds on the value, from the solution's mixes as a certificate writes them."""
    return prove(solution.game, solution.value, write(solution))
