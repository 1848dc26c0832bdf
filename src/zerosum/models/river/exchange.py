"""Suits that can be exchanged: renaming them changes neither the board nor the ranges.

On a board without hearts and diamonds, a heart is as good as a diamond. If both ranges have the same weight for every
hand and for its image under the exchange, optimal strategies need not tell them apart. Weights are compared exactly.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from zerosum.core.arrays import Ints
from zerosum.core.sides import SIDES, Side
from zerosum.models.river.ranges import HAND, HANDS, SUITS
from zerosum.models.river.rules import RiverGame

Exchange = tuple[int, ...]
"""For each suit, the suit that replaces it."""


def exchanged(card: int, exchange: Exchange) -> int:
    """The card that replaces a card."""
    return card - card % 4 + exchange[card % 4]


def exchanges(game: RiverGame) -> list[Exchange]:
    """All exchanges of suits that leave the game as it is; the first changes nothing."""
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
    """For each hand of a side, the number of the hand that replaces it."""
    hands = game.hands[side]
    return np.array([hands.place[_image(hand, exchange)] for hand in hands.numbers.tolist()])


def alike(game: RiverGame, side: Side) -> Ints:
    """For each hand of a side, the first hand that plays alike."""
    found: Ints = np.min([images(game, side, exchange) for exchange in exchanges(game)], axis=0)
    return found
