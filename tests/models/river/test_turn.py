"""Turns, as the benchmark solves them: the bounds hold the value of the game of all deals."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest
from benchmarks.turn import Turn

from zerosum import HiddenGame, choose, deal, end, solve
from zerosum.core.sides import SIDES
from zerosum.models.river.ranges import DECK, HANDS, Range, read_cards, read_range
from zerosum.models.river.rules import BetSizes, bet_tree, hand_strengths, read_sizes

BOARD = read_cards("JsKs5cQs")


@dataclass(frozen=True)
class DealtTurn(HiddenGame):
    """Both hands, the bets of the turn, a card for both, the bets of the river."""

    ranges: tuple[Range, ...] = field(hash=False)
    pot: Fraction
    stack: Fraction

    def tree(self, pot: Fraction, stack: Fraction) -> dict[tuple[str, ...], Any]:
        sizes = BetSizes(read_sizes("pot"), read_sizes("pot"))
        return {node.line: node for node in bet_tree(pot, stack, {"row": sizes, "col": sizes})}

    def turn(self, position: tuple[Any, ...]) -> Any:
        if len(position) < 2:
            return deal(self.meeting(position), to=SIDES[len(position)])
        hands = [HANDS[hand] for hand in position[:2]]
        cards = [n for n, event in enumerate(position) if event in DECK]
        before = position[2 : cards[0]] if cards else position[2:]
        node = self.tree(self.pot, self.stack)[before]
        if node.side is None and node.folded is None:
            if not cards:
                gone = {*BOARD, *hands[0], *hands[1]}
                return deal([DECK[card] for card in range(52) if card not in gone])
            spent = node.stake - self.pot / 2
            node = self.tree(self.pot + 2 * spent, self.stack - spent)[position[cards[0] + 1 :]]
        if node.side:
            return choose(node.side, node.moves)
        if node.folded:
            return end(node.stake if node.folded == "col" else -node.stake)
        row, col = hand_strengths((*BOARD, DECK.index(position[cards[0]])), hands)
        return end(node.stake * ((row > col) - (row < col)))

    def meeting(self, position: tuple[int, ...]) -> dict[int, Fraction]:
        if position:
            mine = set(HANDS[position[0]])
            return {hand: weight for hand, weight in self.ranges[1].items() if mine.isdisjoint(HANDS[hand])}
        return {hand: weight * sum(self.meeting((hand,)).values()) for hand, weight in self.ranges[0].items()}


@pytest.mark.parametrize("stack", [0, 2])
def test_the_bounds_hold_the_value_of_the_game_of_all_deals(stack: int) -> None:
    ranges = tuple(read_range(text, BOARD, 0) for text in ("KhKd, Td9d:0.5, 7h6h", "QhQd, AsTs:0.25, AhKc"))
    exact = solve(DealtTurn(ranges, Fraction(4), Fraction(stack))).value
    turn = Turn(BOARD, Fraction(4), Fraction(stack), ranges, bets="pot")
    for t in range(1, 300):
        turn.round(t)
    low, high = -turn.conceded("row"), turn.conceded("col")
    assert low <= exact.upper
    assert exact.lower <= high
    assert high - low < 0.01
