"""The recursion of drawing games, in integers: what every hand is worth, and what to do with it.

With n cards unseen, of which c_k are of kind k, the bettor's hand h is worth, for each unit at stake,

    v(h) = max( stick(h), sum over k of (c_k / n) v(h + k) ),

a hand that goes over being worth -1. (A closed card of the rival's is one of the unseen cards like any other.)
All of v(h) n! are integers, called *parts* here, so no fraction is needed before the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zerosum.core.errors import GameError
from zerosum.models.drawing.rules import CLOSED, PULL, STICK, DrawingGame, Hand, Rule, bettor_hands, with_card
from zerosum.models.drawing.solve.counts import endings, factorial, outcomes
from zerosum.models.drawing.spots import Spot, better

__all__ = ["make_spots", "make_web"]


@dataclass(frozen=True)
class Web:
    """The bettor's hands for one card of the rival's, the longest first and the empty one last."""

    card: int
    """The kind of the rival's open card, or CLOSED."""
    supply: Hand
    """The deck without that card."""
    hands: Sequence[Hand]
    sticks: Sequence[int | None]
    """What sticking is worth, in parts."""
    pulls: Sequence[Sequence[tuple[int, int]]]
    """For each hand: how many cards lead to which longer hand, by its index."""
    over: Sequence[int]
    """For each hand: what going over costs, in parts."""
    unseen: Sequence[int]
    """For each hand: how many cards the bettor does not see."""


def make_web(game: DrawingGame, card: int) -> Web:
    """Count everything that does not depend on how the bettor plays."""
    supply = tuple(count - (kind == card) for kind, count in enumerate(game.supply))
    hands = [hand for level in reversed(bettor_hands(game, supply)) for hand in level]
    index = {hand: i for i, hand in enumerate(hands)}
    pulls: list[list[tuple[int, int]]] = []
    over = []
    unseen = [sum(supply) - sum(hand) for hand in hands]
    for hand, cards_left in zip(hands, unseen, strict=True):
        cards = [
            (count - hand[kind], index.get(with_card(hand, kind)))
            for kind, count in enumerate(supply)
            if count > hand[kind]
        ]
        pulls.append([(left, after) for left, after in cards if after is not None])
        lost = sum(left for left, after in cards if after is None)
        over.append(lost * factorial(cards_left - 1) if lost else 0)
    sticks = [*_stick_parts(game, card, supply, hands[:-1]), None]
    return Web(card, supply, hands, sticks, pulls, over, unseen)


def _stick_parts(game: DrawingGame, card: int, supply: Hand, hands: Sequence[Hand]) -> list[int]:
    """What sticking is worth with every hand, in parts of unseen!."""
    ways = outcomes(hands, supply, endings(game, supply, None if card == CLOSED else card))
    unseen = [sum(supply) - sum(hand) for hand in hands]
    mine = [score for hand in hands if (score := game.score(hand)) is not None]
    parts = []
    for hand, cards, (won, total) in zip(hands, unseen, ways.scaled(unseen, mine, game), strict=True):
        if total != factorial(cards):
            raise GameError(
                f"the deck is too small: after the bettor's {game.show_hand(hand)} it may run out while his rival must "
                "pull"
            )
        parts.append(2 * won - total)
    return parts


def make_spots(web: Web, rule: Rule | None = None, *, shortest: int = 0) -> dict[Hand, Spot]:
    """The recursion, from the longest hands to the empty one, which must pull; with the acts that a rule leaves.

    Only the `shortest` hands, those at the end, are kept where a number of them is given.
    """
    best: list[int] = []
    spots: dict[Hand, Spot] = {}
    reserved = web.card == CLOSED
    first = len(web.hands) - shortest if shortest else 0
    for place, (hand, stick, pulls, over, unseen) in enumerate(
        zip(web.hands, web.sticks, web.pulls, web.over, web.unseen, strict=True)
    ):
        allowed = rule(hand) if rule is not None and stick is not None else (STICK, PULL)
        pull = None
        if unseen > reserved and (PULL in allowed or stick is None):
            pull = sum([left * best[i] for left, i in pulls]) - over
        if STICK not in allowed and pull is not None:
            stick = None
        if place >= first:
            spots[hand] = Spot(stick, pull, unseen)
        best.append(better(stick, pull))
    return spots
