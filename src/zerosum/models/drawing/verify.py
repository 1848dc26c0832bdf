"""Check a drawing game's answer: what its plan earns, and what the best plan would, in floats and by other means.

The rival's play is followed card by card: the probability of each of his hands flows to the hands one card
longer, for all hands of the bettor at once. Then the bettor's hands are valued from the longest to the shortest,
once doing what the plan says and once what is best. The plan's worth bounds the value from below, the best from
above; both are rounded outward by far more than floating point can err.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.solution import Value
from zerosum.models.drawing.rules import STICK, DrawingGame, Hand
from zerosum.models.drawing.spots import DrawingAnswer

__all__ = ["verify"]

ROUNDING = 1e-11
"""Sums of some thousands of numbers, in turn a few dozen deep, err by less than a tenth of this."""


def verify(game: DrawingGame, solution: DrawingAnswer) -> Value:
    """Bounds on the value, from the solution's acts alone."""
    lower = upper = 0.0
    total = sum(game.supply)
    for card, by_hand in solution.spots.items():
        seen = game.supply[card] / total if game.rival_seen else 1.0
        acts = {hand: spot.act for hand, spot in by_hand.items() if sum(hand)}
        for chance, mine, best in _first_cards(game, card, acts):
            lower += seen * chance * _bet(game, mine)
            upper += seen * chance * _bet(game, best)
    slack = ROUNDING * float(game.stakes.high + game.stakes.ante)
    return Value(lower - slack, upper + slack)


def _bet(game: DrawingGame, edge: float) -> float:
    """The best of folding and the bets with this edge."""
    stakes = game.stakes
    stake = max(stakes.low * edge, stakes.high * edge) + stakes.ante * edge
    return max(-float(stakes.ante), float(stake))


def _first_cards(game: DrawingGame, card: int, acts: Mapping[Hand, str]) -> list[tuple[float, float, float]]:
    """For each first card: its chance, its edge under the plan, and the best edge."""
    deck = tuple(count - (game.rival_seen and kind == card) for kind, count in enumerate(game.supply))
    hands = sorted(acts, key=sum, reverse=True)
    sticks = _stick_edges(game, deck, hands, card if game.rival_seen else None)
    mine: dict[Hand, float] = {}
    best: dict[Hand, float] = {}
    for hand in hands:
        if sum(deck) - sum(hand) <= (not game.rival_seen):
            mine[hand] = best[hand] = sticks[hand]
            continue
        pull_mine, pull_best = (_pull_edge(deck, hand, worth) for worth in (mine, best))
        mine[hand] = sticks[hand] if acts[hand] == STICK else pull_mine
        best[hand] = max(sticks[hand], pull_best)
    ones = [hand for hand in hands if sum(hand) == 1]
    return [(deck[hand.index(1)] / sum(deck), mine[hand], best[hand]) for hand in ones]


def _pull_edge(deck: Hand, hand: Hand, worth: Mapping[Hand, float]) -> float:
    """The mean worth of one more card; a hand that is not in the plan has gone over."""
    unseen = sum(deck) - sum(hand)
    edge = 0.0
    for kind, count in enumerate(deck):
        after = (*hand[:kind], hand[kind] + 1, *hand[kind + 1 :])
        edge += (count - hand[kind]) / unseen * worth.get(after, -1.0)
    return edge


def _stick_edges(game: DrawingGame, deck: Hand, hands: Sequence[Hand], card: int | None) -> dict[Hand, float]:
    """What sticking is worth with each hand: the rival's hands, one card longer at a time."""
    left = np.array(deck, dtype=float) - np.array(hands, dtype=float)
    mine = [game.score(hand) for hand in hands]
    won = cache(lambda theirs: np.array([m is not None and game.wins(m, theirs) for m in mine]))
    edges = -np.ones(len(hands))
    flow: dict[Hand, Floats] = {_only(card, len(deck)): np.ones(len(hands))}
    while flow:
        longer: dict[Hand, Floats] = {}
        for rival, chance in flow.items():
            score = game.score(rival)
            if sum(rival) and (score is None or not game.rival_pulls(rival)):
                edges += 2 * chance * won(score)
                continue
            for kind in range(len(deck)):
                drawn = rival[kind] - (kind == card)
                weight = np.maximum(left[:, kind] - drawn, 0.0)
                if weight.any():
                    unseen = left.sum(axis=1) - (sum(rival) - (card is not None))
                    after = (*rival[:kind], rival[kind] + 1, *rival[kind + 1 :])
                    longer[after] = longer.get(after, 0.0) + chance * weight / np.maximum(unseen, 1.0)
        flow = longer
    return dict(zip(hands, edges, strict=True))


def _only(card: int | None, kinds: int) -> Hand:
    """The hand of one card, or the empty one."""
    return tuple(int(kind == card) for kind in range(kinds))
