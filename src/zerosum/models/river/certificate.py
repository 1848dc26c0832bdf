"""The certificate of a river: for each decision and each hand of the player who moves, a list of probabilities.

    {"lines": {"start": {"AhKh": ["1/4", "3/4"], …}, "check": {…}, …}}

Decisions are named by the moves that lead there, hands by their cards, and the probabilities are in the order of the
moves that the rules offer.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.family import Certificate
from zerosum.core.numbers import texts
from zerosum.core.proofs import distribution, exact_probabilities, fields
from zerosum.core.value import Value
from zerosum.models.river.rules import RiverGame
from zerosum.models.river.verify import bounds

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


def prove(game: RiverGame, claimed: Value, data: Data) -> Value:
    """The bounds that the mixes in the data prove."""
    [lines] = fields(data, "lines")
    wanted = {number: node.name for number, node in enumerate(game.nodes) if node.side}
    fields(lines, *wanted.values(), where="the lines")
    hands: dict[int, list[Data]] = {}
    for number, line in wanted.items():
        side = game.nodes[number].side
        assert side
        hands[number] = fields(lines[line], *game.hands[side].names, where=f"the hands at {line!r:.60}")

    def mix_at(number: int, hand: int) -> Sequence[Fraction]:
        count = len(game.nodes[number].moves)
        return distribution(hands[number][hand], count, f"of a hand at {wanted[number]!r:.60}")

    if not hands:
        raise InputError("the game of this certificate has no decision")
    return bounds(game, claimed.is_exact, mix_at)


def verify(solution: RiverSolution) -> Value:
    """Bounds on the value, from the solution's mixes as a certificate would have them."""
    return prove(solution.game, solution.value, write(solution))


CERTIFICATE = Certificate(write, prove)
