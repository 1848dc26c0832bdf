"""The turn of no-limit hold'em: four cards are on the table, and the fifth comes after a betting round.

Two of Libratus's endgames begin here (round 3 of their files).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from zerosum.core.game import Sliders, option
from zerosum.games.river import River
from zerosum.models.hidden.engines.river.rules import BetNode, bet_tree, both_sizes, with_card

__all__ = ["Turn"]


@dataclass(frozen=True)
class Turn(River):
    """Both players hold two cards; four board cards are out; there is a pot. The player out of position
    checks or bets first. After a bet the other player folds, calls or raises. Then the fifth card is dealt,
    and there is a second betting round. At showdown, the best five of seven cards win. Half of the pot counts
    as each player's own chips, so losing without any bets costs that half."""

    name: ClassVar[str] = "turn"
    summary: ClassVar[str] = "the last two betting rounds of hold'em, with one card to come"
    tagline: ClassVar[str] = "One card to come. Do you charge the draws, or keep the pot small?"
    demo_parameters: ClassVar[Mapping[str, str]] = {"oop": "KhKd, Td9d", "ip": "QhQd, AhTc"}
    gallery: ClassVar[Mapping[str, str]] = {}
    defaults: ClassVar[Mapping[str, str]] = {
        "board": "JsKs5cQs",
        "pot": "10",
        "stacks": "20",
        "oop": "KhKd, Td9d, As4s",
        "ip": "QhQd, AhTc, 9s8s",
        "bets": "pot",
    }
    cards: ClassVar[tuple[int, str]] = 4, "a turn has four board cards"
    betting_round: ClassVar[str] = "3"
    sliders: ClassVar[Sliders] = {"pot": (1, 20)}
    board: str = option("", "the four board cards, for example JsKs5cQs")
    bets: str = option("", "bet sizes on the turn, as fractions of the pot: pot, 1/2, 75%, all-in")
    river_bets: str = option("", "bet sizes on the river [default: as on the turn]")
    river_raises: str = option("", "raise sizes on the river [default: the bet sizes on the river]")
    ip_river_bets: str = option(
        "", "bet sizes in position on the river [default: the river bet sizes if given, else as on the turn]"
    )
    ip_river_raises: str = option(
        "", "raise sizes in position on the river [default: the river bet sizes in position, if given]"
    )

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
            """Return the bets on the river; none if the players are all-in."""
            spent = node.stake - self.pot / 2
            left = self.stacks - spent
            if node.stake not in trees:
                tree = bet_tree(
                    self.pot + 2 * spent, left, both_sizes(*on_river), self.threshold, self.most_raises
                )
                end = BetNode((), None, (), 0, node.stake, None, put=(node.stake, node.stake))
                trees[node.stake] = tree if left > 0 else (end,)
            return trees[node.stake]

        return with_card(first, self.rivers, after)
