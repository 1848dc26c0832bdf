"""Bounds on the value of a drawing game, from an act with every hand, in floats and by other means than the solver's.

The rival's play is followed card by card: the probability of each of his hands flows to the hands one card longer,
for all hands of the bettor at once. Then the bettor's hands are valued from the longest to the shortest, once with the
given acts and once with the best. The worth of the given acts bounds the value from below, that of the best ones from
above; both are rounded outward by far more than floating point can err.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.errors import InputError
from zerosum.core.solution import Value
from zerosum.models.drawing.answer import DrawingSolution
from zerosum.models.drawing.rules import CLOSED, STICK, DrawingGame, Hand

ROUNDING = 1e-11
"""Error allowed per unit of the largest stake; sums of thousands of numbers, a few dozen deep, err ten times less."""

Acts = Mapping[int, Mapping[Hand, str]]
"""By kind of the rival's open card, or CLOSED: stick or pull with every hand that has not gone over."""


def verify(solution: DrawingSolution) -> Value:
    """The bounds that the solution's acts give: on the value of the game, or of the hands that it is about."""
    game = solution.game
    acts = {
        card: {hand: spot.act for hand, spot in by_hand.items()} for card, by_hand in solution.spots.items()
    }
    if not solution.asked:
        return bounds(game, acts)
    lower = upper = 0.0
    weights = 0
    for card, held in solution.asked.items():
        earned, best = _edges(game, card, acts[card])
        for hand, _ in held:
            weight = solution.weight(card, hand)
            weights += weight
            one = sum(hand) == 1
            lower += weight * (_bet(game, earned[hand]) if one else earned[hand])
            upper += weight * (_bet(game, best[hand]) if one else best[hand])
    slack = ROUNDING * max(1.0, float(game.stakes.high + game.stakes.ante))
    return Value(lower / weights - slack, upper / weights + slack)


def bounds(game: DrawingGame, acts: Acts) -> Value:
    """Bounds on the value of the game, from an act with every hand against every card of the rival's."""
    cards = [kind for kind, count in enumerate(game.supply) if count] if game.rival_seen else [CLOSED]
    if acts.keys() != set(cards):
        raise InputError("the acts do not say what to do against every card of the rival's")
    lower = upper = 0.0
    total = sum(game.supply)
    for card in cards:
        shown = game.supply[card] / total if game.rival_seen else 1.0
        earned, best = _edges(game, card, acts[card])
        unseen = total - game.rival_seen
        for kind, count in enumerate(game.supply):
            left = count - (kind == card)
            if left:
                hand = _with_card((0,) * len(game.supply), kind)
                lower += shown * (left / unseen) * _bet(game, earned[hand])
                upper += shown * (left / unseen) * _bet(game, best[hand])
    slack = ROUNDING * float(game.stakes.high + game.stakes.ante)
    return Value(lower - slack, upper + slack)


def _bet(game: DrawingGame, edge: float) -> float:
    """What the best of folding and the bets earns, where a unit at stake gains `edge`."""
    stakes = game.stakes
    stake = max(stakes.low * edge, stakes.high * edge) + stakes.ante * edge
    return max(-float(stakes.ante), float(stake))


def _edges(
    game: DrawingGame, card: int, acts: Mapping[Hand, str]
) -> tuple[dict[Hand, float], dict[Hand, float]]:
    """By hand, against one card of the rival's: what a unit at stake gains with the given acts, and with the best."""
    deck = tuple(count - (kind == card) for kind, count in enumerate(game.supply))
    hands = sorted(
        (hand for hand in acts if sum(hand) and game.score(hand) is not None), key=sum, reverse=True
    )
    sticks = _stick_edges(game, deck, hands, card if game.rival_seen else None)
    known = set(hands)
    earned: dict[Hand, float] = {}
    best: dict[Hand, float] = {}
    for hand in [*hands, (0,) * len(deck)]:
        unseen = sum(deck) - sum(hand)
        if sum(hand) and unseen <= (not game.rival_seen):
            earned[hand] = best[hand] = sticks[hand]
            continue
        pull_earned = pull_best = 0.0
        for kind, count in enumerate(deck):
            after, left = _with_card(hand, kind), count - hand[kind]
            if left > 0 and after not in known and game.score(after) is not None:
                raise InputError(f"the acts do not say what to do with the cards {after}")
            pull_earned += left / unseen * earned.get(after, -1.0)
            pull_best += left / unseen * best.get(after, -1.0)
        if sum(hand):
            earned[hand] = sticks[hand] if acts[hand] == STICK else pull_earned
            best[hand] = max(sticks[hand], pull_best)
    return earned, best


def _stick_edges(game: DrawingGame, deck: Hand, hands: Sequence[Hand], card: int | None) -> dict[Hand, float]:
    """What sticking is worth with each hand: follow the rival's hands, one card longer at a time."""
    left = np.array(deck, dtype=float) - np.array(hands, dtype=float)
    mine = [game.score(hand) for hand in hands]
    won = cache(lambda theirs: np.array([m is not None and game.wins(m, theirs) for m in mine]))
    edges = -np.ones(len(hands))
    flow: dict[Hand, Floats] = {tuple(int(kind == card) for kind in range(len(deck))): np.ones(len(hands))}
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
                    after = _with_card(rival, kind)
                    longer[after] = longer.get(after, 0.0) + chance * weight / np.maximum(unseen, 1.0)
        flow = longer
    return dict(zip(hands, edges, strict=True))


def _with_card(hand: Hand, kind: int) -> Hand:
    """The hand with one more card."""
    return (*hand[:kind], hand[kind] + 1, *hand[kind + 1 :])
