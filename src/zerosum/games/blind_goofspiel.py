"""Goofspiel with hidden bids: both players learn who won a prize, but not the cards that were bid.

Reference: M. Lanctot and others, Efficient Monte Carlo counterfactual regret minimization in games with many player
actions, NIPS 2012. It is the game that OpenSpiel calls goofspiel(imp_info=True).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from zerosum.core.boards import Cards, Pill, TableCard, Tabletop, card
from zerosum.core.errors import GameError
from zerosum.core.game import Sliders, option
from zerosum.core.sides import Side, other
from zerosum.models.hidden.rules import HiddenGame, Turn, choose, deal, end, require_budget_for_pairs, tell

__all__ = ["BlindGoofspiel"]

Hand = tuple[int, ...]

RESULTS = {1: "row wins", 0: "a tie", -1: "col wins"}


class Prize(int):
    """A prize; its name distinguishes it from a card."""

    def __str__(self) -> str:
        return f"prize {int(self)}"


class BlindGoofspielPosition(NamedTuple):
    """Both hands, the remaining prizes, row's lead, the prize turned up, and the cards bid for it."""

    row: Hand
    col: Hand
    prizes: Hand
    lead: int = 0
    prize: int = 0
    bids: Hand = ()


@dataclass(frozen=True)
class BlindGoofspiel(HiddenGame):
    """Both players hold the cards 1 to n and bid one for each prize. The higher card wins it; on a tie,
    neither player wins the prize. The bids stay hidden: the players learn only who won.
    """

    name: ClassVar[str] = "blind-goofspiel"
    genre: ClassVar[str] = "cards"
    summary: ClassVar[str] = "Goofspiel with hidden bids"
    paper: ClassVar[str] = "Lanctot and others 2012"
    tagline: ClassVar[str] = "The bids stay hidden. What can you learn just from winning or losing?"
    demo_parameters: ClassVar[Mapping[str, str]] = {"cards": "3"}
    move: ClassVar[str] = "card"
    sliders: ClassVar[Sliders] = {"cards": (1, 5)}
    cards: int = option(4, "cards of each player, and prizes")
    order: str = option(
        "descending", "the order in which prizes are turned up", choices=("descending", "ascending", "random")
    )
    score: str = option(
        "win", "payoff: win (+1, 0 or -1), or the difference in points", choices=("win", "points")
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.cards < 1:
            raise GameError(f"each player needs at least 1 card, not {self.cards}")
        require_budget_for_pairs(self.cards)

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules with all numbers."""
        order = {
            "descending": "the largest first",
            "ascending": "the smallest first",
            "random": "in random order",
        }[self.order]
        paid = (
            "The player with more points wins 1."
            if self.score == "win"
            else "The payoff is the difference in points."
        )
        return (
            f"Both players hold the cards 1 to {self.cards}. The prizes 1 to {self.cards} are turned up one at a time, "
            f"{order}.",
            "For each prize, both players bid a card face down; both cards are then discarded unseen. The higher "
            "card wins the prize, whose number counts as points; equal cards win nothing. The players "
            "learn only who won.",
            paid,
        )

    @property
    def title(self) -> str:
        """The rules in one line."""
        return f"Goofspiel, bids hidden · {self.cards} cards · prizes {self.order} · {self.score}"

    @property
    def start(self) -> BlindGoofspielPosition:
        """All cards in hand."""
        hand = tuple(range(1, self.cards + 1))
        return BlindGoofspielPosition(hand, hand, hand)

    def turn(self, position: BlindGoofspielPosition) -> Turn:
        """Turn up a prize, bid in secret, announce who won."""
        if not position.prize:
            if not position.prizes:
                return end(self.worth(position.lead))
            shown = {"descending": position.prizes[-1:], "ascending": position.prizes[:1]}
            return deal(map(Prize, shown.get(self.order, position.prizes)))
        if len(position.bids) < 2:
            side, hand = ("col", position.col) if position.bids else ("row", position.row)
            return choose("row" if side == "row" else "col", hand, hidden=True)
        return tell(RESULTS[winner(position.bids)])

    def after(self, position: BlindGoofspielPosition, picked: int | str) -> BlindGoofspielPosition:
        """Return the position after a prize, a bid, or the result of both bids."""
        row, col, prizes, lead, prize, bids = position
        if isinstance(picked, str):
            return BlindGoofspielPosition(
                without(row, bids[0]), without(col, bids[1]), prizes, lead + prize * winner(bids)
            )
        if not prize:
            return BlindGoofspielPosition(row, col, without(prizes, picked), lead, picked)
        return position._replace(bids=(*bids, picked))

    def tabletop(self, position: BlindGoofspielPosition, side: Side, board: Tabletop) -> Tabletop:
        """Return both hands, the opponent's face down, the current prize, and those to come."""
        hands = {"row": position.row, "col": position.col}
        mine = Cards(tuple(card(one, word=str(one)) for one in hands[side]))
        prize = (
            (Cards((TableCard(str(int(position.prize)), look="prize"),), "Prize"),) if position.prize else ()
        )
        to_come = (Cards.named(map(int, position.prizes), "To come"),) if position.prizes else ()
        lead = position.lead if side == "row" else -position.lead
        facts = (Pill("Points ahead", f"{lead:+}" if lead else "0"),)
        return Tabletop((Cards.covered(len(hands[other(side)])),), (*prize, *to_come), (mine,), facts=facts)

    def news_text(self, side: Side, what: object) -> str:
        """Return the winner of a prize as a side sees it."""
        mine = 1 if side == "row" else -1
        return {RESULTS[mine]: "you win it", RESULTS[-mine]: "the opponent wins it"}.get(str(what), str(what))

    def worth(self, lead: int) -> int:
        """Return row's payoff for a lead in points."""
        return (lead > 0) - (lead < 0) if self.score == "win" else lead


def winner(bids: Hand) -> int:
    """Return 1 if row's card is higher, -1 if col's is, 0 if they are equal."""
    return (bids[0] > bids[1]) - (bids[0] < bids[1])


def without(hand: Hand, card: int) -> Hand:
    """Return a hand without a card."""
    return tuple(other for other in hand if other != card)
