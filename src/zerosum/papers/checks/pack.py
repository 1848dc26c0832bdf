"""One pack of cards that count: all hands that do not exceed the goal, and how likely they are where cards are gone.

A hand h is drawn in one given order from a pack without the hand H with a chance that is a ratio of falling factorials,
whatever the order. So how often a dealer who keeps to a rule ends with h is that, times the number of orders in which
the rule draws h; and for all h and H at once it is a product of matrices.
"""

from __future__ import annotations

from functools import cache, cached_property

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.games.shoe import Held, Rule, Shoe

__all__ = ["SUITS", "Pack"]

SUITS = 4
LONGEST = 22
"""No hand has as many cards."""


class Pack:
    """All hands from a pack that do not exceed the goal, each a row of counts by kind, smaller sums first."""

    def __init__(self, shoe: Shoe, suits: int = SUITS) -> None:
        self.shoe = shoe
        self.cards = [card for card, _ in shoe.deck]
        self.supply = np.array([suits * copies for _, copies in shoe.deck])
        found = [(0,) * len(self.cards)]
        for k, card in enumerate(self.cards):
            found = [
                (*hand[:k], many, *hand[k + 1 :])
                for hand in found
                for many in range(self.supply[k] + 1)
                if many * card + self._sum(hand) <= shoe.goal
            ]
        self.hands: Ints = np.array(sorted(found, key=lambda hand: (self._sum(hand), hand)))
        self.number = {tuple(hand): i for i, hand in enumerate(self.hands.tolist())}
        self.held = [self._held(hand) for hand in self.hands.tolist()]
        self.total: Ints = np.array([shoe.total(held) for held in self.held])

    def _sum(self, hand: tuple[int, ...]) -> int:
        return sum(many * card for many, card in zip(hand, self.cards, strict=True))

    def _held(self, hand: list[int]) -> Held:
        held = Held()
        for many, card in zip(hand, self.cards, strict=True):
            for _ in range(many):
                held = self.shoe.with_card(held, card)
        return held

    def size(self) -> tuple[float, float]:
        """How many different things the bettor, and the dealer, may know when he must choose."""
        orders = np.zeros(len(self.hands))
        orders[0] = 1.0
        for here, onward in enumerate(self.onward):
            orders[onward[onward >= 0]] += orders[here]
        closed = (self.onward >= 0).sum(axis=1)
        return float(orders @ closed), float(
            (orders * (closed > 0)) @ ((self.chances > 0) @ (orders - np.eye(1, len(orders))[0]))
        )

    @cached_property
    def onward(self) -> Ints:
        """The hand with one card more of each kind; -1 where that exceeds the goal, or the pack has none left."""
        steps = np.eye(len(self.cards), dtype=int)
        return np.array([[self.number.get(tuple(hand + step), -1) for step in steps] for hand in self.hands])

    @cached_property
    def chances(self) -> Floats:
        """How likely each hand (a column) is drawn in one given order from the pack without each hand (a row)."""
        most = int(self.supply.max())
        falling = np.array([[_falling(n, k) for k in range(most + 1)] for n in range(most + 1)])
        answer = np.ones((len(self.hands),) * 2)
        for kind, supply in enumerate(self.supply):
            answer *= falling[np.ix_(supply - self.hands[:, kind], self.hands[:, kind])]
        cards = self.hands.sum(axis=1)
        whole = np.array(
            [[_falling(int(self.supply.sum()) - n, k) for k in range(LONGEST)] for n in range(LONGEST)]
        )
        answer /= whole[np.ix_(cards, cards)]
        return answer

    @cache  # noqa: B019 - there are as many packs as games
    def beats(self, rule: Rule) -> Floats:
        """How often each hand beats a dealer who keeps to a rule and draws from what is left; ties are the dealer's."""
        orders = np.zeros(len(self.hands))
        orders[0] = 1.0
        sticks = np.array([held.sum > 0 and self.shoe.sticks(rule, held) for held in self.held])
        for i in range(len(orders)):
            if orders[i] and not sticks[i]:
                onward = self.onward[i]
                orders[onward[onward >= 0]] += orders[i]
        ends = np.zeros((len(orders), self.shoe.goal + 1))
        ends[np.nonzero(sticks)[0], self.total[sticks]] = orders[sticks]
        by_total = np.cumsum((self.chances @ ends)[:, ::-1], axis=1)[:, ::-1]
        return 1.0 - by_total[np.arange(len(orders)), self.total]


def _falling(n: int, k: int) -> float:
    """n (n - 1) ... of k factors."""
    product = 1.0
    for i in range(k):
        product *= max(n - i, 0)
    return product
