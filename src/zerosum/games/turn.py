"""The turn of no-limit hold'em: four cards are on the table, and the fifth comes after a round of bets.

Two of Libratus's endgames begin here (round 3 of their files).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from zerosum.core.game import option
from zerosum.games.river import River
from zerosum.models.river.rules import BetNode, bet_tree, both_sizes, with_card

__all__ = ["Turn"]


@dataclass(frozen=True)
class Turn(River):
    """Both players hold two cards, four are on the table, and there is a pot. The player out of position checks or
    bets; then the other. After a bet the other folds, calls or raises. Then the fifth card is dealt, and there is a
    second round of bets. At a showdown the best five of seven cards win. Half of the pot counts as each player's
    own, so the loser of a hand without bets loses that half."""

    name: ClassVar[str] = "turn"
    summary: ClassVar[str] = "the last two rounds of hold'em: bets, the fifth card, and bets again"
    invitation: ClassVar[str] = "One card to come: charge the draws, or keep the pot small?"
    small: ClassVar[Mapping[str, str]] = {"oop": "KhKd, Td9d", "ip": "QhQd, AhTc"}
    defaults: ClassVar[Mapping[str, str]] = {
        "board": "JsKs5cQs",
        "pot": "10",
        "stacks": "20",
        "oop": "KhKd, Td9d, As4s",
        "ip": "QhQd, AhTc, 9s8s",
        "bets": "pot",
    }
    cards: ClassVar[tuple[int, str]] = 4, "a turn has four cards on the table"
    betting_round: ClassVar[str] = "3"
    board: str = option("", "the four cards on the table, such as JsKs5cQs")
    bets: str = option("", "sizes of bets on the turn, as shares of the pot: pot, 1/2, 75%, all-in")
    river_bets: str = option("", "sizes of bets on the river; by default those on the turn")
    river_raises: str = option("", "sizes of raises on the river; by default those of bets there")
    ip_river_bets: str = option("", "sizes of bets in position on the river")
    ip_river_raises: str = option("", "sizes of raises in position on the river")

    @cached_property
    def nodes(self) -> tuple[BetNode, ...]:
        """The betting tree of the turn, the fifth card, and the betting trees of the river."""
        on_turn = self.bets, self.raises, self.ip_bets, self.ip_raises
        if self.river_bets:
            on_river = self.river_bets, self.river_raises, self.ip_river_bets, self.ip_river_raises
        else:
            on_river = (
                self.bets,
                self.river_raises or self.raises,
                self.ip_river_bets or self.ip_bets,
                self.ip_river_raises or ("" if self.ip_river_bets else self.ip_raises),
            )
        first = bet_tree(self.pot, self.stacks, both_sizes(*on_turn), self.threshold, self.most_raises)
        trees: dict[Fraction, tuple[BetNode, ...]] = {}

        def after(node: BetNode) -> tuple[BetNode, ...]:
            """The bets on the river; none if the players are all-in."""
            spent = node.stake - self.pot / 2
            left = self.stacks - spent
            if node.stake not in trees:
                tree = bet_tree(
                    self.pot + 2 * spent, left, both_sizes(*on_river), self.threshold, self.most_raises
                )
                end = BetNode((), None, (), 0, node.stake, None)
                trees[node.stake] = tree if left > 0 else (end,)
            return trees[node.stake]

        return with_card(first, self.rivers, after)
