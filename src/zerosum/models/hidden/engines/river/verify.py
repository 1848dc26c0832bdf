"""Check a river's or a turn's strategies: the guarantee of each against a best response, from the rules alone.

A *reach* is the weight of a hand times the probabilities of its player's moves so far. From the root down, the
reaches of the opponent's hands are multiplied by the probabilities in the certificate. At every leaf they are added
up for each hand of the responder: those of weaker hands minus those of stronger ones, or all after a fold, in each
case without the hands that share a card with it. On the way back up, a hand takes the best move where the responder
moves, and the EVs of all moves are added where the opponent moves. Where a card is dealt, hands that contain it are
left out, and all cards are equally likely.

If the claim is exact, everything is computed in fractions. Otherwise reaches are whole numbers of units that are
rounded down at every factor, so the true reach is larger by less than one unit per factor. With n hands, any sum of
reaches is too small by less than n units per factor, and this bound is added in favour of the responder.

A turn that was solved in floats has millions of probabilities, which are packed as whole numbers of units of 2^-24.
Reaches then have 64 bits, and sums of them are exact, since all are below 2^53; the EVs of hands are floats. Every
product and every sum changes a term by a factor of at most 1 + 2^-53, up or down. After k of these a sum is wrong by
less than k 2^-52 times the sum of the absolute values of its terms, and so is the larger of two of these sums; this
bound is also added in favour of the responder. A stake is rounded and multiplied, then added to those of the other
moves at every decision on its path and to those of the other cards. In units of the largest stake, the terms of one
card add up to no more than all reaches plus the amounts added in favour of the responder at all leaves.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import cache, partial
from typing import Literal, NamedTuple

import numpy as np

from zerosum.core.arrays import Array, Ints
from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.limits import require_budget
from zerosum.core.outward import BITS, interval
from zerosum.core.packed import UNIT, units_in
from zerosum.core.proofs import distribution, fields
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.value import Value
from zerosum.models.hidden.engines.river.rules import BLOCKED, RiverGame

NUMBER_BYTES = 16
"""Approximate memory to check a packed strategy, for each of its probabilities."""

Shares = Mapping[int, Array]
"""The probability of the move to each node, with each hand of the player who makes it."""


class Arithmetic(NamedTuple):
    """The arithmetic of a check: fractions, or floats and integers that are rounded outward."""

    one: int
    """Number of units of reach that stand for the largest weight; 1 if the arithmetic is in fractions."""
    certain: int
    """The number that stands for the probability 1 in the certificate."""
    amount: type[int] | type[float]
    """The type of stakes and EVs: integer multiples of a common unit, or floats in units of the largest stake."""


FRACTIONS = Arithmetic(1, 1, int)
WHOLE = Arithmetic(1 << BITS, 1, int)
PACKED = Arithmetic(1 << 38, 1 << UNIT, float)


def prove(game: RiverGame, claimed: Value, data: Data) -> Value:
    """Return the bounds proved by the probabilities in the data."""
    if game.rivers and isinstance(data, dict) and "packed" in data:
        shares, kind = _packed(game, *fields(data, "packed")), PACKED
    else:
        shares, kind = _listed(game, *fields(data, "lines")), FRACTIONS if claimed.is_exact else WHOLE
    lower, upper = -response_bound(game, shares, "col", kind), response_bound(game, shares, "row", kind)
    return interval(lower, upper, kind is FRACTIONS)


def _listed(game: RiverGame, said: Data) -> Shares:
    """Read probabilities listed by decision and hand."""
    decisions = [node for node in game.nodes if node.side]
    shares: dict[int, Array] = {}
    lines = fields(said, *(node.name for node in decisions), where="the lines")
    for node, line in zip(decisions, lines, strict=True):
        where = f"the hands at {node.name!r:.60}"
        hands = fields(line, *game.hands[node.mover].names, where=where)
        mixes = [distribution(hand, len(node.moves), f"of {where}") for hand in hands]
        shares |= zip(node.children, np.array(mixes, object).T, strict=True)
    return shares


def _packed(game: RiverGame, said: Data) -> Shares:
    """Read packed probabilities: for each move of a side, in the order of the tree, the probabilities of all its
    hands.
    """
    shares: dict[int, Array] = {}
    for side, part in zip(SIDES, fields(said, *SIDES, where="the packed strategies"), strict=True):
        decisions = [node for node in game.nodes if node.side == side]
        shape = sum(len(node.moves) for node in decisions), len(game.hands[side])
        require_budget("checking this game", memory=NUMBER_BYTES * math.prod(shape))
        moves = iter(units_in(part, math.prod(shape), f"of {side}").reshape(shape).astype(np.int64))
        for node in decisions:
            mixes = dict(zip(node.children, moves, strict=False))
            if (np.sum([*mixes.values()], axis=0) != PACKED.certain).any():
                raise InputError(f"the packed probabilities at {node.name!r:.60} must add up to exactly 1")
            shares |= mixes
    return shares


def response_bound(game: RiverGame, shares: Shares, responder: Side, kind: Arithmetic) -> Fraction:
    """Return an upper bound on the best response's EV, or the EV itself in fractions."""
    foe, exact, in_floats = other(responder), kind is FRACTIONS, kind.amount is float
    mine, theirs = game.hands[responder], game.hands[foe]
    largest, left = max(theirs.weights), game.card_chance.denominator
    stakes = [
        node.stake * (left if node.card is None else 1) for node in game.nodes
    ]  # 1 / left for each card
    unit = max(stakes) if in_floats else Fraction(1, math.lcm(*(stake.denominator for stake in stakes)))

    sums_with = cache(partial(SumsByHand, game, responder))

    def earned(n: int, reach: Array, factors: int) -> Array:
        """Return the EV of each of the responder's hands at a node, given the reaches of the opponent's hands there."""
        node = game.nodes[n]
        if node.is_end:
            sums = sums_with(node.card)
            ahead = sums.ahead(reach) if node.folded is None else sums.met(reach)
            doubt, sign = 0 if exact else factors * len(theirs), -1 if node.folded == responder else 1
            return kind.amount(stakes[n] / unit) * (sign * ahead + doubt)
        parts = []
        for k in node.children:
            if node.is_deal:
                free, foe_free = ((hands.cards != game.nodes[k].card).all(axis=1) for hands in (mine, theirs))
                parts.append(earned(k, reach * foe_free, factors) * free)
            elif node.side == responder:
                parts.append(earned(k, reach, factors))
            else:
                later = reach * shares[k]
                parts.append(earned(k, later if exact else later // kind.certain, factors + 1))
        together: Array = np.max(parts, axis=0) if node.side == responder else sum(parts[1:], parts[0])
        return together

    units = [weight / largest * kind.one for weight in theirs.weights]
    start = np.array(units if exact else [math.floor(x) for x in units], np.int64 if in_floats else object)
    best, lost = earned(0, start, 1), Fraction(0)
    if in_floats:
        deep, cards = max(len(node.line) for node in game.nodes) + 1, max(1, len(game.rivers))
        steps = deep * max(len(node.moves) for node in game.nodes if node.side) + cards + 2
        lost = Fraction(steps * (cards * int(start.sum()) + len(stakes) * deep * len(theirs)), 1 << 52)
    of_mine = np.array(mine.weights, object)
    pairs = of_mine @ sums_with(None).met(np.array(theirs.weights, object))
    total = sum(weight * (Fraction(x) + lost) for weight, x in zip(of_mine, best.tolist(), strict=True))
    return Fraction(total * unit * largest / (pairs * kind.one * left))


class SumsByHand:
    """Sums over the opponent's hands that are disjoint from each hand of the responder.

    The opponent's hands form a list in the order of strength: first all of them, then those that contain each card. A
    running total of the list, read at the positions of a hand's strength, gives the sums; hands that share a card are
    subtracted.
    """

    def __init__(self, game: RiverGame, responder: Side, card: int | None) -> None:
        mine, theirs = game.hands[responder], game.hands[other(responder)]
        strength, theirs_strength = (game.strengths(side, card) for side in (responder, other(responder)))
        # Groups are 0 for all hands and 1 or more for each card; strengths are between BLOCKED and 0.
        groups, foe_groups = (
            np.vstack([np.zeros(len(hands), int), hands.cards.T + 1]) * -4 * BLOCKED
            for hands in (mine, theirs)
        )
        keys = (foe_groups + theirs_strength).ravel()
        order = np.argsort(keys, kind="stable")
        self.row: Ints = np.tile(np.arange(len(theirs)), 3)[order]

        def place(strengths: Ints | int, side: Literal["left", "right"]) -> Ints:
            found: Ints = np.searchsorted(keys[order], groups + strengths, side)
            return found

        self.low, self.high = place(2 * BLOCKED, "left"), place(0, "right")
        self.below, self.upto = place(strength, "left"), place(strength, "right")
        self.same = [theirs.place.get(number, -1) for number in mine.numbers.tolist()]

    def _running(self, reach: Array) -> Array:
        return np.concatenate([[0], np.cumsum(reach[self.row])])

    def ahead(self, reach: Array) -> Array:
        """Return the reach of weaker hands minus that of stronger ones."""
        total = self._running(reach)
        every, *sharing = total[self.below] - total[self.low] - (total[self.high] - total[self.upto])
        ahead: Array = every - sum(sharing)
        return ahead

    def met(self, reach: Array) -> Array:
        """Return the reach of all hands; the same hand shares both cards, so it is subtracted twice and added once."""
        total = self._running(reach)
        every, *sharing = total[self.high] - total[self.low]
        met: Array = every - sum(sharing) + np.append(reach, 0)[self.same]
        return met
