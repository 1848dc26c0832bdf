"""Check a turn's strategies in packed numbers: millions of probabilities, all whole numbers of units of 2^-24.

Reaches are whole numbers of 64 bits in units of 2^-38 of the largest weight, rounded down at every factor as in
`verify.py`, and sums of them are exact. The values of the tree are floats, in units of the largest stake; each is a sum
or a maximum of products, so that what rounding can have cost is bounded by the number of steps times 2^-52, and added.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

import numpy as np

from zerosum.core.arrays import Array, Ints
from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.outward import float_interval
from zerosum.core.packed import UNIT, units_in
from zerosum.core.proofs import fields
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.value import Value
from zerosum.models.river.rules import BLOCKED, RiverGame
from zerosum.models.river.verify import met

REACH = 38
"""Reaches of packed probabilities are whole numbers of units of 2^-38 of the largest weight."""


def prove(game: RiverGame, data: Data) -> Value:
    """The bounds that packed probabilities prove."""
    [packed] = fields(data, "packed")
    parts = fields(packed, *SIDES, where="the packed strategies")
    row, col = (unpack(game, side, part) for side, part in zip(SIDES, parts, strict=True))
    return float_interval(-packed_reply(game, "row", row), packed_reply(game, "col", col))


def own_moves(game: RiverGame, side: Side) -> list[int]:
    """The nodes to which a side's moves lead, in their order."""
    return [
        k for node in game.nodes if node.side == side for k in range(node.first, node.first + len(node.moves))
    ]


def unpack(game: RiverGame, side: Side, said: object) -> Ints:
    """[own move, hand]: the units that a packed strategy holds; refused unless those of each decision add up to 1."""
    numbers, text = fields(said, "numbers", "text", where="a packed strategy")
    own, hands = own_moves(game, side), len(game.hands[side])
    if numbers != len(own) * hands:
        raise InputError(f"the packed strategy of {side} must hold {len(own) * hands:,} numbers")
    units: Ints = units_in(text, len(own) * hands, f"of {side}").reshape(len(own), hands).astype(np.int64)
    first = 0
    for node in game.nodes:
        if node.side == side:
            if not (units[first : first + len(node.moves)].sum(axis=0) == 1 << UNIT).all():
                raise InputError(f"the packed probabilities at {node.name!r:.60} must add up to exactly 1")
            first += len(node.moves)
    return units


def packed_reply(game: RiverGame, foe: Side, units: Ints) -> Fraction:
    """An upper bound on what the best reply earns against a side's packed probabilities."""
    replier = other(foe)
    mine, theirs = game.hands[replier], game.hands[foe]
    place = {k: place for place, k in enumerate(own_moves(game, foe))}
    largest, most = max(theirs.weights), max(node.stake for node in game.nodes)
    reach: dict[int, Ints] = {
        0: np.array([(weight * (1 << REACH) / largest).__floor__() for weight in theirs.weights])
    }
    factors = {0: 1}
    worth: dict[int, Array] = {}

    def down(numbers: Sequence[int]) -> None:
        """The reaches of the nodes that follow these, except for cards."""
        for n in numbers:
            node = game.nodes[n]
            for k in range(node.first, node.first + len(node.moves)) if node.side else ():
                mover = node.side == foe
                reach[k] = (reach[n] * units[place[k]]) >> UNIT if mover else reach[n]
                factors[k] = factors[n] + mover

    def up(numbers: Sequence[int], card: int | None) -> None:
        """The worths of these nodes; those of the ends all at once."""
        for folds in (False, True):
            ends = [n for n in numbers if game.nodes[n].is_end and bool(game.nodes[n].folded) == folds]
            if not ends:
                continue
            ahead = sums_ahead(game, replier, card, np.array([reach[n] for n in ends]), folds)
            for n, sums in zip(ends, ahead, strict=True):
                node = game.nodes[n]
                doubt = factors[n] * len(theirs)
                sign = -1 if node.folded == replier else 1
                worth[n] = float(node.stake / most) * (sign * sums + doubt)
        for n in reversed(numbers):
            node = game.nodes[n]
            after = [worth.pop(k) for k in range(node.first, node.first + len(node.moves)) if node.side]
            if after:
                worth[n] = np.max(after, axis=0) if node.side == replier else sum(after[1:], after[0])

    first = [n for n, node in enumerate(game.nodes) if node.card is None]
    down(first)
    deals = [n for n in first if game.nodes[n].is_deal]
    total = {n: np.zeros(len(mine)) for n in deals}
    for place_of_card, card in enumerate(game.rivers):
        free = [(hands.cards != card).all(axis=1) for hands in (mine, theirs)]
        tree: list[int] = []
        for n in deals:
            root = game.nodes[n].first + place_of_card
            reach[root], factors[root] = reach[n] * free[1], factors[n]
            branch = [root]
            for k in branch:  # grows while it is read
                branch += range(game.nodes[k].first, game.nodes[k].first + len(game.nodes[k].moves))
            tree += branch
        down(tree)
        up(tree, card)
        for n in deals:
            total[n] += worth.pop(game.nodes[n].first + place_of_card) * free[0]
        for k in tree:
            del reach[k]
    for n in deals:
        worth[n] = total[n] / game.card_chance.denominator
    up(first, None)
    deep = max(len(node.line) for node in game.nodes) * max(
        len(node.moves) for node in game.nodes if node.side
    )
    steps = deep + len(game.rivers) + 16
    lost = Fraction(steps * 2.0**-52 * 2 * (float(reach[0].sum()) + steps * len(theirs)))
    scale = most * largest / (1 << REACH)
    earned = sum(
        weight * (Fraction(best) + lost) for weight, best in zip(mine.weights, worth[0].tolist(), strict=True)
    )
    pairs = sum(
        weight * foes for weight, foes in zip(mine.weights, met(mine, theirs, theirs.weights), strict=True)
    )
    return earned * scale / pairs


def sums_ahead(game: RiverGame, replier: Side, card: int | None, reach: Ints, folds: bool) -> Ints:
    """[end, hand]: for each hand the reach of weaker minus stronger hands that share no card; of all after a fold.

    The other's hands are in the order of strength, once all of them and once those with each card; a running total of
    either, read at the place of the hand, gives the sums.
    """
    foe = other(replier)
    mine, theirs = game.hands[replier], game.hands[foe]
    strength, foe_strength = game.strengths(replier, card), game.strengths(foe, card)
    order = np.argsort(foe_strength, kind="stable")
    owners, held = np.repeat(np.arange(len(theirs)), 2), theirs.cards.reshape(-1)
    span = -4 * BLOCKED  # cards are sorted first; strengths, between BLOCKED and 0, within a card
    keys = held * span + foe_strength[owners]
    by_card = np.argsort(keys, kind="stable")
    totals, card_totals = _running(reach[:, order]), _running(reach[:, owners[by_card]])

    def upto(strengths: Ints, side: Literal["left", "right"]) -> Ints:
        """The reach of hands up to each hand's strength, without it (left) or with it (right)."""
        sums: Array = totals[:, np.searchsorted(foe_strength[order], strengths, side)]
        for k in (0, 1):
            here = mine.cards[:, k] * span
            places = np.searchsorted(keys[by_card], [here + 2 * BLOCKED, here + strengths], side)
            sums = sums + card_totals[:, places[0]] - card_totals[:, places[1]]
        return sums

    whole = upto(np.zeros(len(mine), int), "right")
    if not folds:
        return upto(strength, "left") + upto(strength, "right") - whole
    for i, number in enumerate(mine.numbers.tolist()):
        if number in theirs.place:
            whole[:, i] += reach[:, theirs.place[number]]
    return whole


def _running(reach: Ints) -> Ints:
    """The sums of the first 0, 1, 2, … columns."""
    found: Ints = np.concatenate(
        [np.zeros((len(reach), 1), np.int64), np.cumsum(reach, axis=1, dtype=np.int64)], axis=1
    )
    return found
