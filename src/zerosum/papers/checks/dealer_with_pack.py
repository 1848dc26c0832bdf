"""The free dealer with one pack of cards, drawn without replacement: an interval for the bettor's payoff.

A hand h is drawn in one given order from a pack without the hand H with a probability that is a ratio of falling
factorials, whatever the order. So a dealer who keeps to a rule ends with h with that probability times the number of
orders in which the rule draws h; and for all h and H at once it is a product of matrices.

The whole game is too large to solve (`Pack.size` counts the information sets). But strategies of the game with an
infinite deck can be played with a pack, and the best response to each in the true game is found exactly:

- Against the dealer's rules the bettor decides card by card, by the probability that his hand beats each rule.
- Against the bettor the dealer sees face-up cards in their order, and guesses the face-down one. The dealer's
  information about it after drawing some cards does not depend on their order, so optimal stopping is a recursion
  on hands, the fullest first.

Both are sums of fewer than 10^6 products of a few numbers up to 2, so rounding stays far below `ROUNDING`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from math import perm
from typing import NamedTuple, cast

import numpy as np
from numba import njit

from zerosum.core.arrays import Floats, Ints
from zerosum.core.game import Position
from zerosum.games.dealers_rule import HIT, STAND, DealersRule
from zerosum.games.shoe import Held, Shoe, StandRule
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.papers.checks.free_dealer import ROUNDING, solved
from zerosum.papers.verdicts import Found

SUITS = 4
MAX_CARDS = 22
"""An upper bound on the number of cards in a hand."""


class Pack:
    """All hands from a pack that do not exceed the goal, each a row of counts by kind, with smaller sums first."""

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
        """Return the numbers of information sets of the bettor and of the dealer."""
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
        """For each hand and kind, the hand with one more card of that kind; -1 above the goal, or if no such card is
        left.
        """
        steps = np.eye(len(self.cards), dtype=int)
        return np.array([[self.number.get(tuple(hand + step), -1) for step in steps] for hand in self.hands])

    @cached_property
    def chances(self) -> Floats:
        """The probability of drawing each hand (a column) in one given order from the pack without each hand
        (a row).
        """
        most = int(self.supply.max())
        falling = np.array([[float(perm(n, k)) for k in range(most + 1)] for n in range(most + 1)])
        answer = np.ones((len(self.hands),) * 2)
        for kind, supply in enumerate(self.supply):
            answer *= falling[np.ix_(supply - self.hands[:, kind], self.hands[:, kind])]
        cards = self.hands.sum(axis=1)
        size = int(self.supply.sum())
        whole = np.array(
            [[float(perm(max(size - n, 0), k)) for k in range(MAX_CARDS)] for n in range(MAX_CARDS)]
        )
        answer /= whole[np.ix_(cards, cards)]
        return answer

    @cache  # noqa: B019 - there are as many packs as games
    def beats(self, rule: StandRule) -> Floats:
        """Return the probability that each hand beats a dealer who keeps to a rule and wins ties."""
        orders = np.zeros(len(self.hands))
        orders[0] = 1.0
        sticks = np.array([held.sum > 0 and self.shoe.stands(rule, held) for held in self.held])
        for i in range(len(orders)):
            if orders[i] and not sticks[i]:
                onward = self.onward[i]
                orders[onward[onward >= 0]] += orders[i]
        ends = np.zeros((len(orders), self.shoe.goal + 1))
        ends[np.nonzero(sticks)[0], self.total[sticks]] = orders[sticks]
        by_total = np.cumsum((self.chances @ ends)[:, ::-1], axis=1)[:, ::-1]
        return 1.0 - by_total[np.arange(len(orders)), self.total]


VALUE_TOLERANCE = 0.02
"""Bounds as close as this determine the value with a pack."""


class StandLine(NamedTuple):
    """The cards that the dealer has seen when the bettor stands."""

    shown: int
    """The index of the hand of face-up cards, in any order."""
    weight: list[float]
    """The probability of these cards with each face-down card."""
    stake: int


class PlayedWithPack:
    """A solution for an infinite deck, played with a pack."""

    def __init__(self, solution: HiddenSolution, suits: int = SUITS) -> None:
        game = cast(DealersRule, solution.game)
        self.game, self.solution, self.form = game, solution, solution.form
        self.pack = Pack(game.shoe, suits)
        self.index = {card: k for k, card in enumerate(self.pack.cards)}

    def hand(self, cards: tuple[int, ...]) -> int | None:
        """Return the index of a hand; None above the goal or beyond the pack."""
        counts = [0] * len(self.index)
        for card in cards:
            counts[self.index[card]] += 1
        return self.pack.number.get(tuple(counts))

    def chance(self, card: int, gone: int) -> float:
        """Return the probability that the next card is this one."""
        hand, k = self.pack.hands[gone], self.index[card]
        return float((self.pack.supply[k] - hand[k]) / (self.pack.supply.sum() - hand.sum()))

    # the payoff of the solution's bettor against the best dealer

    @cached_property
    def sets(self) -> dict[Position, int]:
        """The bettor's information sets by the cards seen."""
        return {self.form.seen("row", i): i for i in range(len(self.form.row))}

    def least(self) -> float:
        """Return a lower bound on the bettor's payoff, who stands where the game would demand a reckless hit."""
        lines: dict[Position, StandLine] = {}
        early = sum(
            self._follow(((("chance", card),)), self.chance(card, 0), lines) for card in self.pack.cards
        )
        weights = np.array([line.weight for line in lines.values()])
        shown = np.array([line.shown for line in lines.values()])
        stakes = np.array([line.stake for line in lines.values()])
        # the bettor's total with each face-down card
        onward = self.pack.onward[shown]
        won = _stopped(
            self.pack.hands,
            self.pack.onward,
            self.pack.total,
            self.pack.supply,
            self.pack.hands[shown],
            weights,
            np.where(onward >= 0, self.pack.total[onward], 0),
        )
        return early + float(stakes @ (weights.sum(axis=1) - 2 * won))

    def _follow(self, seen: tuple[Position, ...], p: float, lines: dict[Position, StandLine]) -> float:
        """Return a bettor's early losses with this information, times their probability; add the rest to the lines."""
        mix = self.solution.mix_at("row", self.sets[seen])
        cards = tuple(what for who, what in seen if who == "chance")
        here = self.hand(cards)
        if here is None or p == 0:
            return 0.0
        if len(seen) == 1:
            rest = [
                float(q) * p * -self.game.ante
                if move == "fold"
                else self._follow((*seen, ("row", move)), p * float(q), lines)
                for move, q in mix.items()
            ]
            return sum(rest)
        hit, early, stake = float(mix[HIT]), 0.0, self.game.stakes[seen[1][1]]
        then = (*seen, ("row", HIT))
        for card in self.pack.cards:
            after = (*then, ("chance", card))
            if self.hand((*cards, card)) is None:
                early -= p * hit * self.chance(card, here) * stake
            elif after in self.sets:
                early += self._follow(after, p * hit * self.chance(card, here), lines)
            else:
                early, hit = 0.0, 0.0  # a reckless hit
                break
        # add to the cards that the dealer has seen
        shown = self.hand(cards[1:])
        assert shown is not None
        line = lines.setdefault(seen[1:], StandLine(shown, [0.0] * len(self.index), stake))
        line.weight[self.index[cards[0]]] += p * (1.0 - hit)
        return early

    # the payoff of the best bettor against the solution's dealer

    @cached_property
    def rules(self) -> dict[Position, list[tuple[StandRule, float]]]:
        """The dealer's mix of rules for each state of the dealer's information."""
        found = {}
        for i in range(len(self.form.col)):
            known: Position = self.form.seen("col", i)
            shown = Held()
            for who, what in known:
                shown = self.game.shoe.with_card(shown, what) if who == "chance" else shown
            named = self.game.rules_against(shown)
            mix = self.solution.mix_at("col", i)
            found[known] = [(named[str(move)], float(q)) for move, q in mix.items() if q]
        return found

    def most(self) -> float:
        """Return an upper bound on the bettor's payoff."""
        bets = [f"bet {size}" for size in self.game.bets]
        worth = [max(-self.game.ante, *(self._best(card, bet) for bet in bets)) for card in self.pack.cards]
        return float(sum(self.chance(card, 0) * w for card, w in zip(self.pack.cards, worth, strict=True)))

    def _best(self, closed: int, bet: str) -> float:
        """Return the value of a bet with a face-down card."""
        return float(self.game.stakes[bet]) * self._on((("row", bet),), (closed,))

    def _on(self, known: tuple[Position, ...], cards: tuple[int, ...]) -> float:
        """Return expected winnings per unit bet, given the bettor's cards and the dealer's information."""
        here = self.hand(cards)
        assert here is not None
        rules = self.rules.get((*known, ("row", STAND)))
        if rules is None:
            return self._at_home(cards[0], here)
        stuck = sum(q * float(self.pack.beats(rule)[here]) for rule, q in rules)
        if self.pack.total[here] == self.game.shoe.goal:
            return 2 * stuck - 1
        pulled = 0.0
        for card in self.pack.cards:
            lost = self.hand((*cards, card)) is None
            after = (*known, ("row", HIT), ("chance", card))
            pulled += self.chance(card, here) * (-1.0 if lost else self._on(after, (*cards, card)))
        return max(2 * stuck - 1, pulled)

    @cached_property
    def _at_home(self) -> Callable[[int, int], float]:
        """The expected winnings per unit bet if the dealer, after a reckless hit, keeps to the house rule."""
        pack, shoe, house = self.pack, self.game.shoe, self.game.house

        @cache
        def on(closed: int, here: int) -> float:
            hand = pack.hands[here].copy()
            hand[self.index[closed]] -= 1
            low, high = (max(t, shoe.safe) for t in shoe.totals(pack.held[pack.number[tuple(hand)]]))
            rule = StandRule(min(max(house.hard, low), high), min(max(house.soft, low), high))
            stuck = 2 * float(pack.beats(rule)[here]) - 1
            pulled = sum(
                self.chance(card, here) * (-1.0 if after < 0 else on(closed, after))
                for card, after in zip(pack.cards, pack.onward[here].tolist(), strict=True)
            )
            return max(stuck, pulled)

        return on


@njit(cache=True)
def _stopped(
    hands: Ints, onward: Ints, total: Ints, supply: Ints, shown: Ints, weights: Floats, totals: Ints
) -> Floats:
    """Return the winning probability of a dealer who draws optimally, for each sequence of cards seen."""

    count, kinds = hands.shape
    won = np.zeros(len(weights))
    sizes = hands.sum(axis=1)
    likely, best = np.zeros((count, kinds)), np.zeros(count)
    for line in range(len(weights)):
        likely[:] = 0.0
        likely[0] = weights[line]
        left = supply - shown[line]
        deck = left.sum() - 1
        for h in range(count):
            if likely[h].any():
                for k in range(kinds):
                    after = onward[h, k]
                    if after >= 0 and not likely[after].any():
                        for c in range(kinds):
                            there = left[k] - hands[h, k] - (1 if c == k else 0)
                            likely[after, c] = likely[h, c] * max(there, 0) / (deck - sizes[h])
        for h in range(count - 1, -1, -1):
            stuck, pulled = 0.0, 0.0
            for c in range(kinds):
                if totals[line, c] <= total[h]:
                    stuck += likely[h, c]
            for k in range(kinds):
                if onward[h, k] >= 0:
                    pulled += best[onward[h, k]]
            best[h] = pulled if h == 0 else max(stuck, pulled)
        won[line] = best[0]
    return won


def with_a_pack(game: str) -> Found:
    """Compute the bettor's payoff against a free dealer with one pack, and the size of that game."""
    played = PlayedWithPack(solved(game))
    least, most = played.least() - ROUNDING, played.most() + ROUNDING
    bettor, dealer = played.pack.size()
    cards = played.pack.supply.sum()
    text = (
        f"with {cards} cards B loses {-most:.4f} to {-least:.4f}: what strategies of the unlimited deck guarantee "
        f"against best responses in the true game, in which B may know {bettor:.1e} things and D {dealer:.1e}"
    )
    return Found(bool(most - least < VALUE_TOLERANCE), text)
