"""Bounds on the value of a drawing game, from an action with every hand, in fractions and by other methods than the
solver's.

The opponent's play is followed card by card: the number of ordered draws that lead to each of his hands is passed on
to the hands with one more card, for all hands of the bettor at once. Then the EVs of the bettor's hands are computed
from the longest to the shortest, once with the given actions and once with the best. The EV of the given actions is a
lower bound on the value, that of the best actions an upper bound. Everything is exact.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache

import numpy as np
from flint import fmpq

from zerosum.core.arrays import Array
from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.foreign import Foreign
from zerosum.core.proofs import fields
from zerosum.core.rationals import fraction, rational
from zerosum.core.value import Value
from zerosum.models.solo.engines.drawing.rules import (
    FACE_DOWN,
    HIT,
    STAND,
    DrawingGame,
    Hand,
    bettor_hands,
    deck_without,
    with_card,
)

INT64_SAFE = 2**62
"""Counts below this are kept in 64-bit integers, larger ones in Python's."""

Edges = dict[Hand, Foreign]
"""The EV of each hand per unit at stake."""

Acts = Mapping[int, Mapping[Hand, str]]
"""By kind of the opponent's face-up card, or FACE_DOWN: stand or hit with every hand that is not bust."""


def prove(game: DrawingGame, claimed: Value, data: Data) -> Value:
    """Return the bounds that the actions in the file prove."""
    [said] = fields(data, "acts")
    cards = opponent_cards(game)
    acts = {}
    for card, by_hand in zip(cards, fields(said, *map(str, cards), where="the acts"), strict=True):
        hands = [hand for level in bettor_hands(game, deck_without(game, card)) for hand in level]
        where = f"the cards against the dealer's card {card}"
        acts[card] = dict(zip(hands, fields(by_hand, *map(hand_text, hands), where=where), strict=True))
    return bounds(game, acts)


def hand_text(hand: Hand) -> str:
    """Return a certificate's name for a hand: the number of cards of each kind."""
    return ",".join(map(str, hand))


def bounds(game: DrawingGame, acts: Acts) -> Value:
    """Return bounds on the value of the game, from an action with every hand against every card of the opponent."""
    lower = upper = fmpq(0)
    total = sum(game.supply)
    for card in opponent_cards(game):
        shown = fmpq(game.supply[card], total) if game.opponent_seen else fmpq(1)
        earned, best = edges_of(game, card, acts[card])
        unseen = total - game.opponent_seen
        for kind, count in enumerate(game.supply):
            left = count - (kind == card)
            if left:
                hand = with_card((0,) * len(game.supply), kind)
                lower += shown * fmpq(left, unseen) * bet_worth(game, earned[hand])
                upper += shown * fmpq(left, unseen) * bet_worth(game, best[hand])
    return Value(fraction(lower), fraction(upper))


def opponent_cards(game: DrawingGame) -> list[int]:
    """Return the kinds of the opponent's face-up card, or FACE_DOWN alone."""
    return [kind for kind, count in enumerate(game.supply) if count] if game.opponent_seen else [FACE_DOWN]


def bet_worth(game: DrawingGame, edge: Foreign) -> Foreign:
    """Return the EV of the best first action (fold or a bet), if the EV of a unit at stake is `edge`."""
    stakes = game.stakes
    ante, low, high = map(rational, (stakes.ante, stakes.low, stakes.high))
    return max(-ante, (low + ante) * edge, (high + ante) * edge)


def edges_of(game: DrawingGame, card: int, acts: Mapping[Hand, str]) -> tuple[Edges, Edges]:
    """Return the EV of each hand per unit at stake, with the given actions and with the best actions, against one
    card.
    """
    deck = deck_without(game, card)
    hands = [hand for level in reversed(bettor_hands(game, deck)) for hand in level]
    empty = hands[-1]
    for hand in hands:
        must = HIT if hand == empty else STAND if sum(deck) - sum(hand) <= (not game.opponent_seen) else None
        if acts.get(hand) not in ((must,) if must else (STAND, HIT)):
            raise InputError(f"the strategy does not say what to do with the cards {hand}")
    stands = _stand_edges(game, deck, hands[:-1], card if game.opponent_seen else None)

    def edges(pick: Callable[[Hand, Foreign, Foreign], Foreign]) -> Edges:
        found, over = Edges(), fmpq(-1)
        for hand in hands[:-1]:
            found[hand], unseen = stands[hand], sum(deck) - sum(hand)
            if unseen > (not game.opponent_seen):
                left = [(kind, count - hand[kind]) for kind, count in enumerate(deck) if count > hand[kind]]
                hit = sum((n * found.get(with_card(hand, kind), over) for kind, n in left), fmpq(0)) / unseen
                found[hand] = pick(hand, stands[hand], hit)
        return found

    earned = edges(lambda hand, stand, hit: hit if acts[hand] == HIT else stand)
    return earned, edges(lambda _, stand, hit: max(stand, hit))


def _stand_edges(game: DrawingGame, deck: Hand, hands: Sequence[Hand], card: int | None) -> Edges:
    """Return the EV of standing with each hand, following the opponent's hands one card at a time."""
    left = np.array(deck, dtype=np.int64) - np.array(hands, dtype=np.int64)
    mine = [game.score(hand) for hand in hands]
    won = cache(lambda theirs: np.array([m is not None and game.wins(m, theirs) for m in mine], np.int64))
    first = tuple(int(kind == card) for kind in range(len(deck)))
    flow: dict[Hand, Array] = {first: np.ones(len(hands), np.int64)}
    edges = [fmpq(-1)] * len(hands)
    unseen = left.sum(axis=1).tolist()
    drawn = 0
    while flow:
        longer: dict[Hand, Array] = {}
        integer = np.int64 if math.perm(sum(deck), drawn + 1) < INT64_SAFE else object
        ways: Array = np.zeros(len(hands), object)
        for opponent, draws in flow.items():
            score = game.score(opponent)
            if sum(opponent) and (score is None or not game.opponent_hits(opponent)):
                ways += (draws * won(score)).astype(object)
                continue
            for kind in range(len(deck)):
                weight = np.maximum(left[:, kind] - (opponent[kind] - first[kind]), 0)
                if weight.any():
                    after = with_card(opponent, kind)
                    longer[after] = longer.get(after, 0) + draws.astype(integer) * weight
        for k, (won_in, cards) in enumerate(zip(ways, unseen, strict=True)):
            if won_in:
                edges[k] += fmpq(2 * int(won_in), math.perm(cards, drawn))
        flow, drawn = longer, drawn + 1
    return dict(zip(hands, edges, strict=True))
