"""Check the strategies of a large street game: what each guarantees against a best reply, from the rules alone.

For each board up to suits the verifier carries the reaches of the opponent's hands, [line, hand], through the round of
bets and on to the boards that follow. A fold is worth the stake times the reaches, minus that of the replier's own
card; a showdown, times a table of who wins. Where the replier moves, each hand takes the better move. Suits can be
exchanged without changing the opponent's strategy, so what differs by suits is worth the same, and is counted.

Rounding: what the reply earns is a sum of stakes times probabilities, and the probabilities add up to 1. Every product
and every sum multiplies a term by at most 1 + 2^-53 more or less. A term meets fewer than 8 such roundings for each
card, each node of a round of bets and each street: its factors are one for each node on its way and one for each card
turned up, and sums over hands, boards and moves have no more terms than there are cards, and nodes. So the sum is wrong
by less than 2^-53 times that number times the largest stake, and taking the larger of two numbers does not add to that.
Probabilities are whole units of 2^-24, which floats hold exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Array, Floats
from zerosum.core.errors import InputError
from zerosum.core.outward import float_interval
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.value import Value
from zerosum.models.streets.rules import StreetGame

ROUNDINGS = 8
"""Number of roundings of a term for each card, each node and each street, at most."""

UNIT = 24
"""Probabilities are whole numbers of 2^-24."""

Tables = Mapping[Side, Sequence[Array]]
"""For each side and street [board, line, slot, hand]: the probability of each of its moves."""


def bounds(game: StreetGame, mixes: Tables) -> Value:
    """Bounds on the value, from both strategies; what is not a distribution is refused."""
    for side in SIDES:
        for street, table in enumerate(mixes[side]):
            _refuse_improper(game, side, street, table)
    lower, upper = -reply_bound(game, mixes["row"], "col"), reply_bound(game, mixes["col"], "row")
    return float_interval(lower, upper)


def _refuse_improper(game: StreetGame, side: Side, street: int, table: Array) -> None:
    """Refuse probabilities that are below 0, not whole units, or do not add up to exactly 1."""
    for point in game.layout.bets:
        for b, one in enumerate(game.layout.streets[street]):
            if point.side == side:
                shares = table[b, :, point.slot : point.slot + len(point.moves), : len(one.hands)].astype(
                    float
                )
                units = np.ldexp(shares, UNIT)
                if (units < 0).any() or (units % 1 != 0).any() or (units.sum(axis=1) != 1 << UNIT).any():
                    raise InputError(
                        f"the probabilities of {side} in round {street + 1} must be whole units of 2^-{UNIT} and add "
                        "up to exactly 1"
                    )


def reply_bound(game: StreetGame, mixes: Sequence[Array], replier: Side) -> Fraction:
    """An upper bound on what the best reply to the opponent's mixes earns the replier."""
    layout, foe = game.layout, other(replier)
    stakes = [np.array(layout.stakes(s)) for s in range(len(layout.streets))]
    cards = len(game.deck)

    def worth(street: int, number: int, reach: Floats) -> Floats:
        """[line, hand]: what a board is worth to each hand of the replier, by the reaches of the opponent's."""
        here = layout.streets[street][number]
        counts, hands = np.array(here.counts, float), len(here.hands)
        table = mixes[street][number, :, :, :hands].astype(float)
        reaches: list[Floats] = [reach] * len(layout.bets)
        for n, point in enumerate(layout.bets):
            for k in range(len(point.moves)):
                share = table[:, point.slot + k] if point.side == foe else 1.0
                reaches[point.first + k] = reaches[n] * share
        worths: list[Floats] = [reach] * len(layout.bets)
        closed = [reaches[n] for n, point in enumerate(layout.bets) if point.close >= 0]
        if street + 1 < len(layout.streets):
            later = follow(street, number, np.stack(closed, axis=1).reshape(-1, hands))
            later = later.reshape(len(reach), len(closed), hands)
        else:
            strengths = [game.strength((hand, *here.board)) for hand in here.hands]
            ahead = np.array(
                [[(mine > one) - (mine < one) for mine in strengths] for one in strengths], float
            )
        for n in range(len(layout.bets) - 1, -1, -1):
            point, stake = layout.bets[n], stakes[street][:, n, None]
            moves = worths[point.first : point.first + len(point.moves)]
            if point.side == replier:
                worths[n] = np.maximum.reduce(moves)
            elif point.side == foe:
                worths[n] = sum(moves[1:], moves[0])
            elif point.folded:
                met = (reaches[n] @ counts)[:, None] - reaches[n]
                worths[n] = (-stake if point.folded == replier else stake) * met
            elif street + 1 < len(layout.streets):
                worths[n] = later[:, point.close]
            else:
                worths[n] = stake * ((reaches[n] * counts) @ ahead)
        return worths[0]

    def follow(street: int, number: int, reach: Floats) -> Floats:
        """[line, hand]: the mean over the cards that may be turned up next."""
        here = layout.streets[street][number]
        found = np.zeros_like(reach)
        for k in range(here.first, here.first + here.follow):
            board = layout.streets[street + 1][k]
            old = np.array(board.old)
            chance = board.cards * np.array(board.counts) / np.array(here.counts)[old]
            np.add.at(found.T, old, (chance * worth(street + 1, k, reach[:, old])).T)
        return found / (cards - 2 - street)

    [start] = layout.streets[0]
    first = worth(0, 0, np.ones((1, len(start.hands))))[0]
    earned = float(np.array(start.counts, float) @ first) / (cards * (cards - 1))
    largest = max(stake.max() for stake in stakes)
    doubt = ROUNDINGS * 2.0**-53 * largest * (cards + len(layout.bets)) * len(layout.streets)
    return Fraction(earned) + Fraction(float(doubt))
