"""Check the strategies of a large street game: the guarantee of each against a best response, from the rules alone.

For each board up to suits the verifier carries the reaches of the opponent's hands, [line, hand], through the betting
round and on to the boards that follow. The EV of a fold is the stake times the reaches without that of the
responder's own card; the EV of a showdown is the stake times the reaches times a table of the winning hands. Where
the responder moves, each hand takes the best move. Exchanging suits does not change the opponent's strategy, so
boards or hands that differ only by suits have the same EV, and are counted.

Rounding: the EV of the response is a sum of stakes times probabilities. Stakes are in units of the largest one, so
none is above 1. Every product, quotient and sum changes a term by a factor of at most 1 + 2^-53, up or down. With n
cards and m nodes in a betting round, a term meets in each round fewer than m roundings at nodes (a factor where the
opponent moves, a sum over the moves) and 2 n + 3 at cards (a sum over the boards that follow and over the at most two
hands on each that were one before); at the end and at the start n + 5 each. That is less than m + 2 n + 7 for each
round. The absolute values of all terms add up to at most 3: after a fold, the reaches of all k hands are added up and
that of the responder's own card is subtracted, k + 1 terms instead of k - 1, and k is at least 2. So the error of the
sum is less than 8 (n + m) times 2^-53 for each round, and taking the larger of two numbers does not increase it.
Probabilities are whole units of 2^-24, which floats hold exactly.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.limits import require_budget
from zerosum.core.outward import float_interval
from zerosum.core.packed import UNIT, units_in
from zerosum.core.proofs import fields
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.value import Value
from zerosum.models.hidden.engines.streets.rules import StreetGame
from zerosum.models.hidden.verify import prove as prove_tree

ROUNDINGS = 8
"""A bound on the effect of rounding for each card and each node in each round, in units of 2^-53 of the largest
stake.
"""

NUMBER_BYTES = 24
"""Approximate memory to check a game, for each probability in its strategies."""

PackedTables = Sequence[Sequence[Ints]]
"""For each street and board [line, slot, hand]: the units of probability that a side gives to each of its moves."""


def prove(game: StreetGame, claimed: Value, data: Data) -> Value:
    """Return the bounds proved by the strategies in the data."""
    if isinstance(data, dict) and "knowing" in data:
        game.require_budget_for_tree()
        return prove_tree(game, claimed, data)
    require_budget("checking this game", memory=NUMBER_BYTES * game.form.size)
    said = zip(SIDES, fields(data, *SIDES), strict=True)
    return bounds(game, {side: _tables(game, side, parts) for side, parts in said})


def _tables(game: StreetGame, side: Side, said: Data) -> PackedTables:
    form, tables = game.form, []
    if not isinstance(said, list) or len(said) != len(form.streets):
        raise InputError(
            f"the certificate must contain {len(form.streets)} tables for {side}, one for each round"
        )
    for street, (boards, part) in enumerate(zip(form.streets, said, strict=True)):
        shapes = [(form.lines(street), form.slots(side), len(one.hands)) for one in boards]
        ends = np.cumsum([math.prod(shape) for shape in shapes])
        units = np.split(units_in(part, int(ends[-1]), f"of {side} in round {street + 1}"), ends[:-1])
        tables.append([one.reshape(shape) for one, shape in zip(units, shapes, strict=True)])
    return tables


def bounds(game: StreetGame, units: Mapping[Side, PackedTables]) -> Value:
    """Return bounds on the value, from both strategies in nonnegative whole units."""
    for point in game.form.bets:
        moves = slice(point.slot, point.slot + len(point.moves))
        for board in (board for boards in units[point.side] for board in boards) if point.side else ():
            if (board[:, moves].sum(axis=1) != 1 << UNIT).any():
                raise InputError(f"the probabilities of {point.side} must add up to exactly 1")
    return float_interval(
        -response_bound(game, units["row"], "col"), response_bound(game, units["col"], "row")
    )


def response_bound(game: StreetGame, units: PackedTables, responder: Side) -> Fraction:
    """Return an upper bound on the EV of the best response to the opponent's strategy."""
    form, foe, cards = game.form, other(responder), len(game.deck)
    amounts = [form.stakes(s) for s in range(len(form.streets))]
    largest = max(max(line) for lines in amounts for line in lines)
    stakes = [np.array([[stake / largest for stake in line] for line in lines], float) for lines in amounts]

    def worth(street: int, number: int, reach: Floats) -> Floats:
        """Return [line, hand]: a board's EV for each hand of the responder, given the reaches of the opponent's
        hands.
        """
        here, shares = form.streets[street][number], np.ldexp(units[street][number].astype(float), -UNIT)
        counts, last = np.array(here.counts, float), street + 1 == len(form.streets)
        reaches: list[Floats] = [reach] * len(form.bets)
        for n, point in enumerate(form.bets):
            for k in range(len(point.moves)):
                share = shares[:, point.slot + k] if point.side == foe else 1.0
                reaches[point.first + k] = reaches[n] * share
        if last:
            strengths = [game.strength((hand, *here.board)) for hand in here.hands]
            ahead = np.array(
                [[(mine > one) - (mine < one) for mine in strengths] for one in strengths], float
            )
        else:
            closed = np.stack([reaches[n] for n, point in enumerate(form.bets) if point.close >= 0], axis=1)
            later = follow(street, number, closed.reshape(-1, len(counts))).reshape(closed.shape)
        worths: list[Floats] = [reach] * len(form.bets)
        for n, point in reversed([*enumerate(form.bets)]):
            moves, stake = worths[point.first : point.first + len(point.moves)], stakes[street][:, n, None]
            if point.side:
                worths[n] = np.max(moves, axis=0) if point.side == responder else np.sum(moves, axis=0)
            elif point.folded:
                met = (reaches[n] @ counts)[:, None] - reaches[n]
                worths[n] = (-stake if point.folded == responder else stake) * met
            else:
                worths[n] = stake * ((reaches[n] * counts) @ ahead) if last else later[:, point.close]
        return worths[0]

    def follow(street: int, number: int, reach: Floats) -> Floats:
        """Return [line, hand]: the mean over the next public cards."""
        here, found = form.streets[street][number], np.zeros_like(reach)
        for k in range(here.first, here.first + here.follow):
            board = form.streets[street + 1][k]
            old = np.array(board.old)
            chance = board.cards * np.array(board.counts) / np.array(here.counts)[old]
            np.add.at(found.T, old, (chance * worth(street + 1, k, reach[:, old])).T)
        return found / (cards - 2 - street)

    [start] = form.streets[0]
    first = worth(0, 0, np.ones((1, len(start.hands))))[0]
    earned = float(np.array(start.counts, float) @ first) / (cards * (cards - 1))
    doubt = Fraction(ROUNDINGS * (cards + len(form.bets)) * len(form.streets), 1 << 53)
    return largest * (Fraction(earned) + doubt)
