"""Bounds on the value of a drawing game, from an act with every hand, in fractions and by other ways than the solver.

The rival's play is followed card by card: the number of ordered draws that lead to each of his hands flows to the hands
one card longer, for all hands of the bettor at once. Then the bettor's hands are valued from the longest to the
shortest, once with the given acts and once with the best. The worth of the given acts bounds the value from below, that
of the best ones from above. All of it is exact.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
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
from zerosum.models.drawing.rules import CLOSED, PULL, STICK, DrawingGame, Hand, bettor_hands

INT64_SAFE = 2**62
"""Counts below this are kept in 64-bit integers, larger ones in Python's."""

Edges = dict[Hand, Foreign]
"""By hand, what a unit at stake gains."""

Acts = Mapping[int, Mapping[Hand, str]]
"""By kind of the rival's open card, or CLOSED: stick or pull with every hand that has not gone over."""


def prove(game: DrawingGame, claimed: Value, data: Data) -> Value:
    """The bounds that the acts in the file prove."""
    [said] = fields(data, "acts")
    cards = rival_cards(game)
    acts = {}
    for card, by_hand in zip(cards, fields(said, *map(str, cards), where="the acts"), strict=True):
        hands = [hand for level in bettor_hands(game, deck_without(game, card)) for hand in level]
        where = f"the cards against the rival's card {card}"
        acts[card] = dict(zip(hands, fields(by_hand, *map(hand_text, hands), where=where), strict=True))
    return bounds(game, acts)


def hand_text(hand: Hand) -> str:
    """How a certificate names a hand: the number of cards of each kind."""
    return ",".join(map(str, hand))


def bounds(game: DrawingGame, acts: Acts) -> Value:
    """Bounds on the value of the game, from an act with every hand against every card of the rival's."""
    lower = upper = fmpq(0)
    total = sum(game.supply)
    for card in rival_cards(game):
        shown = fmpq(game.supply[card], total) if game.rival_seen else fmpq(1)
        earned, best = edges_of(game, card, acts[card])
        unseen = total - game.rival_seen
        for kind, count in enumerate(game.supply):
            left = count - (kind == card)
            if left:
                hand = _with_card((0,) * len(game.supply), kind)
                lower += shown * fmpq(left, unseen) * bet_worth(game, earned[hand])
                upper += shown * fmpq(left, unseen) * bet_worth(game, best[hand])
    return Value(fraction(lower), fraction(upper))


def rival_cards(game: DrawingGame) -> list[int]:
    """The kinds of the rival's open card, or CLOSED alone."""
    return [kind for kind, count in enumerate(game.supply) if count] if game.rival_seen else [CLOSED]


def deck_without(game: DrawingGame, card: int) -> Hand:
    """The cards that the bettor may draw, if the rival's open card is of this kind."""
    return tuple(count - (kind == card) for kind, count in enumerate(game.supply))


def bet_worth(game: DrawingGame, edge: Foreign) -> Foreign:
    """What the best of folding and the bets earns, where a unit at stake gains `edge`."""
    stakes = game.stakes
    ante, low, high = map(rational, (stakes.ante, stakes.low, stakes.high))
    return max(-ante, (low + ante) * edge, (high + ante) * edge)


def edges_of(game: DrawingGame, card: int, acts: Mapping[Hand, str]) -> tuple[Edges, Edges]:
    """By hand, against one card of the rival's: what a unit at stake gains with the given acts, and with the best."""
    deck = deck_without(game, card)
    hands = [hand for level in reversed(bettor_hands(game, deck)) for hand in level]
    empty = hands[-1]
    for hand in hands:
        must = PULL if hand == empty else STICK if sum(deck) - sum(hand) <= (not game.rival_seen) else None
        if acts.get(hand) not in ((must,) if must else (STICK, PULL)):
            raise InputError(f"the acts do not say what to do with the cards {hand}")
    sticks = _stick_edges(game, deck, hands[:-1], card if game.rival_seen else None)
    earned, best, over = Edges(), Edges(), fmpq(-1)
    for hand in hands[:-1]:
        unseen = sum(deck) - sum(hand)
        earned[hand] = best[hand] = sticks[hand]
        if unseen <= (not game.rival_seen):
            continue
        pull_earned = pull_best = fmpq(0)
        for kind, count in enumerate(deck):
            if left := count - hand[kind]:
                after = _with_card(hand, kind)
                pull_earned += left * earned.get(after, over)
                pull_best += left * best.get(after, over)
        if acts[hand] == PULL:
            earned[hand] = pull_earned / unseen
        best[hand] = max(sticks[hand], pull_best / unseen)
    return earned, best


def _stick_edges(game: DrawingGame, deck: Hand, hands: Sequence[Hand], card: int | None) -> Edges:
    """What sticking is worth with each hand: follow the rival's hands, one card longer at a time."""
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
        for rival, draws in flow.items():
            score = game.score(rival)
            if sum(rival) and (score is None or not game.rival_pulls(rival)):
                ways += (draws * won(score)).astype(object)
                continue
            for kind in range(len(deck)):
                weight = np.maximum(left[:, kind] - (rival[kind] - first[kind]), 0)
                if weight.any():
                    after = _with_card(rival, kind)
                    longer[after] = longer.get(after, 0) + draws.astype(integer) * weight
        for k, (won_in, cards) in enumerate(zip(ways, unseen, strict=True)):
            if won_in:
                edges[k] += fmpq(2 * int(won_in), math.perm(cards, drawn))
        flow, drawn = longer, drawn + 1
    return dict(zip(hands, edges, strict=True))


def _with_card(hand: Hand, kind: int) -> Hand:
    """The hand with one more card."""
    return (*hand[:kind], hand[kind] + 1, *hand[kind + 1 :])
