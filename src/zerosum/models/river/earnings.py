"""What each move of each hand earns at every decision, against the other's solution and if the best follows."""

from __future__ import annotations

from zerosum.core.errors import InputError
from zerosum.core.questions import DecisionEarnings, MoveEarnings
from zerosum.core.sides import other
from zerosum.models.river.answer import RiverSolution

MOST_LINES = 200_000
"""Maximum number of hands at decisions."""


def earnings(solution: RiverSolution) -> list[DecisionEarnings]:
    """A line for every hand at every decision."""
    many = sum(
        len(solution.game.hands[side]) for n in solution.decisions if (side := solution.game.nodes[n].side)
    )
    if many > MOST_LINES:
        raise InputError(
            f"a table of earnings would have {many:,} lines, and at most {MOST_LINES:,} are listed; ask about one "
            'decision with line and hand, as line="check, check, 7h", hand="AhKh"'
        )
    pairs, found = solution.pairs, list[DecisionEarnings]()
    best = {side: pairs.worths(side, solution.mixes[other(side)]) for side in solution.mixes}
    for number in solution.decisions:
        node = solution.game.nodes[number]
        side = node.side
        assert side
        for hand, name in enumerate(solution.game.hands[side].names):
            if node.card is not None and node.card in solution.game.hands[side].cards[hand].tolist():
                continue
            met, mix = solution.foes[side][hand, number], solution.mix_at(number, hand)
            here = met * pairs.chance(node) / pairs.whole
            worths = best[side][hand, node.first : node.first + len(node.moves)].tolist()
            earns = [worth / met for worth in worths] if met > 0 else []
            moves = {
                move: MoveEarnings(
                    mix[move], earns[k] if earns else None, max(earns) - earns[k] if earns else None
                )
                for k, move in enumerate(node.moves)
            }
            found.append(
                DecisionEarnings(
                    side,
                    node.known(name),
                    solution.reaches[side][hand, number] * here,
                    pairs.weights[side][hand] * here,
                    sum(p * x for p, x in zip(mix.values(), earns, strict=True)) if earns else None,
                    moves,
                )
            )
    return found
