"""Suits that can be exchanged: renaming them changes neither the board nor the ranges.

On a board without hearts and diamonds, a heart is as good as a diamond. If both ranges have the same weight for every
hand and for its image under the exchange, optimal strategies need not distinguish these hands. Weights are compared
exactly.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from zerosum.core.arrays import Ints
from zerosum.core.sides import SIDES, Side
from zerosum.models.hidden.engines.river.ranges import HAND, HANDS, SUITS
from zerosum.models.hidden.engines.river.rules import RiverGame

Exchange = tuple[int, ...]
"""For each suit, the suit that replaces it."""


def exchanged(card: int, exchange: Exchange) -> int:
    """Return the image of a card under an exchange of suits."""
    return card - card % 4 + exchange[card % 4]


def exchanges(game: RiverGame) -> list[Exchange]:
    """Return all exchanges of suits that leave the game unchanged; the first is the identity."""
    board = set(game.board_cards)
    return [
        exchange
        for exchange in permutations(range(len(SUITS)))
        if {exchanged(card, exchange) for card in board} == board
        and all(_keeps_range(game, side, exchange) for side in SIDES)
    ]


def _keeps_range(game: RiverGame, side: Side, exchange: Exchange) -> bool:
    hands = game.hands[side]
    weights = dict(zip(hands.numbers.tolist(), hands.weights, strict=True))
    return all(weights.get(_image(hand, exchange)) == weight for hand, weight in weights.items())


def _image(hand: int, exchange: Exchange) -> int:
    low, high = sorted(exchanged(card, exchange) for card in HANDS[hand])
    return HAND[low, high]


def images(game: RiverGame, side: Side, exchange: Exchange) -> Ints:
    """Return, for each hand of a side, the index of its image."""
    hands = game.hands[side]
    return np.array([hands.place[_image(hand, exchange)] for hand in hands.numbers.tolist()])


def alike(game: RiverGame, side: Side) -> Ints:
    """Return, for each hand of a side, the first hand that is equivalent to it."""
    found: Ints = np.min([images(game, side, exchange) for exchange in exchanges(game)], axis=0)
    return found
