"""The certificate of a river: for each decision and each hand of the player who moves, a list of probabilities.

    {"lines": {"start": {"AhKh": ["1/4", "3/4"], …}, "check": {…}, …}}

Decisions are named by the moves that lead there, hands by their cards, and the probabilities are in the order of the
moves in the rules.

A turn in floats has millions of probabilities. They are packed as whole numbers of units of 2^-24: for each move of a
side, in the order of the tree, the numbers of all its hands. Each number has 32 bits, the lowest byte first; all are
compressed by zlib and written in base 64.

    {"packed": {"row": {"numbers": 1470, "text": "eNpj…"}, "col": {…}}}
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from zerosum.core.data import Data
from zerosum.core.numbers import texts
from zerosum.core.packed import UNIT
from zerosum.core.sides import SIDES
from zerosum.core.value import Value
from zerosum.core.writing import exact_probabilities, pack
from zerosum.models.hidden.engines.river.verify import prove

if TYPE_CHECKING:
    from zerosum.models.hidden.engines.river.answer import RiverSolution


def write(solution: RiverSolution) -> Data:
    if solution.mixes["row"].dtype == np.float32:
        packed = {}
        for side in SIDES:
            moves = [k for node in solution.game.nodes if node.side == side for k in node.children]
            packed[side] = pack(np.ascontiguousarray(solution.mixes[side][:, moves].T * float(1 << UNIT)))
        return {"packed": packed}
    lines: dict[str, Data] = {}
    for number in solution.decision_nodes:
        node = solution.game.nodes[number]
        lines[node.name] = {
            name: texts(exact_probabilities([*solution.mix_at(number, hand).values()]))
            for hand, name in enumerate(solution.game.hands[node.mover].names)
        }
    return {"lines": lines}


def verify(solution: RiverSolution) -> Value:
    """Return bounds on the value, from the solution's mixes in the form of a certificate."""
    return prove(solution.game, solution.value, write(solution))
