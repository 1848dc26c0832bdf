"""The certificate of a river: for each decision and each hand of the player who moves, a list of probabilities.

    {"lines": {"start": {"AhKh": ["1/4", "3/4"], …}, "check": {…}, …}}

Decisions are named by the moves that lead there, hands by their cards, and the probabilities are in the order of the
moves that the rules offer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zerosum.core.data import Data
from zerosum.core.family import Certificate
from zerosum.core.numbers import texts
from zerosum.core.value import Value
from zerosum.core.writing import exact_probabilities
from zerosum.models.river.verify import prove

if TYPE_CHECKING:
    from zerosum.models.river.answer import RiverSolution


def write(solution: RiverSolution) -> Data:
    """The mixes of all hands at all decisions."""
    lines: dict[str, Data] = {}
    for number in solution.decisions:
        node = solution.game.nodes[number]
        assert node.side
        lines[node.name] = {
            name: texts(exact_probabilities([*solution.mix_at(number, hand).values()]))
            for hand, name in enumerate(solution.game.hands[node.side].names)
        }
    return {"lines": lines}


def verify(solution: RiverSolution) -> Value:
    """Bounds on the value, from the solution's mixes as a certificate would have them."""
    return prove(solution.game, solution.value, write(solution))


CERTIFICATE = Certificate(write, prove)
