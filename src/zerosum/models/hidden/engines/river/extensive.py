"""A river as a hidden game: each pair of hands is dealt, and the bets follow; on a turn, also the card.

Exact solutions of small ranges are computed on this game, and other packages can read it.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from zerosum.core.sides import SIDES, Side
from zerosum.models.hidden.engines.river.rules import RiverGame
from zerosum.models.hidden.rules import HiddenGame, Turn, choose, deal, end

if TYPE_CHECKING:
    from zerosum.core.game import Position, Strategy
    from zerosum.models.hidden.engines.river.answer import RiverSolution


@dataclass(frozen=True)
class DealtRiver(HiddenGame):
    """A river as a tree: chance deals row's hand and col's hand, then the bets follow."""

    river: RiverGame

    @property
    def title(self) -> str:
        return self.river.title

    @cached_property
    def _places(self) -> dict[Side, dict[str, int]]:
        return {side: {name: k for k, name in enumerate(self.river.hands[side].names)} for side in SIDES}

    def turn(self, position: tuple[str, ...]) -> Turn:
        hands = self.river.hands
        if not position:
            met = {
                name: weight * sum(self._meeting(k).values())
                for k, (name, weight) in enumerate(zip(hands["row"].names, hands["row"].weights, strict=True))
            }
            return deal(met, to="row")
        if len(position) == 1:
            return deal(self._meeting(self._places["row"][position[0]]), to="col")
        node = self.river.nodes[self.river.line_numbers[position[2:]]]
        if node.side:
            return choose(node.side, node.moves)
        if node.folded:
            return end(node.stake if node.folded == "col" else -node.stake)
        if node.is_deal:
            held = position[0] + position[1]
            return deal([card for card in node.moves if card not in (held[i : i + 2] for i in (0, 2, 4, 6))])
        row, col = (
            int(self.river.strengths(side, node.card)[self._places[side][name]])
            for side, name in zip(SIDES, position, strict=False)
        )
        return end(node.stake * ((row > col) - (row < col)))

    def _meeting(self, row: int) -> dict[str, Fraction]:
        """Return col's hands that are disjoint from a hand of row's, with their weights."""
        hands = self.river.hands
        cards = set(hands["row"].cards[row].tolist())
        return {
            name: weight
            for name, weight, pair in zip(
                hands["col"].names, hands["col"].weights, hands["col"].cards.tolist(), strict=True
            )
            if cards.isdisjoint(pair)
        }


def extensive(game: RiverGame) -> HiddenGame:
    """Return the game as a tree in which each pair of hands is dealt."""
    return DealtRiver(game)


def mix_in_tree(solution: RiverSolution, side: Side, position: Position, known: Hashable) -> Strategy:
    assert isinstance(known, tuple)
    (_, hand), *bets = known
    number = solution.game.line_numbers[tuple(str(move) for _, move in bets)]
    return solution.mix_at(number, solution.hand_of(side, str(hand)))
