"""What each move of each hand earns at every decision, against the other's solution and if the best follows."""

from __future__ import annotations

from zerosum.core.questions import DecisionEarnings, MoveEarnings
from zerosum.core.sides import other
from zerosum.models.river.answer import RiverSolution


def earnings(solution: RiverSolution) -> list[DecisionEarnings]:
    """A line for every hand at every decision."""
    pairs, found = solution.pairs, list[DecisionEarnings]()
    best = {side: pairs.worths(side, solution.mixes[other(side)]) for side in solution.mixes}
    for number in solution.decisions:
        node = solution.game.nodes[number]
        side = node.side
        assert side
        for hand, name in enumerate(solution.game.hands[side].names):
            met, mix = solution.foes[side][hand, number], solution.mix_at(number, hand)
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
                    solution.reaches[side][hand, number] * met / pairs.whole,
                    pairs.weights[side][hand] * met / pairs.whole,
                    sum(p * x for p, x in zip(mix.values(), earns, strict=True)) if earns else None,
                    moves,
                )
            )
    return found
