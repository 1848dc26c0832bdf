"""Goofspiel's rules on arrays: prizes as bits of a number, with what is carried or at stake, and the score.

    code = prizes 2^24 + points 2^12 + (score + 2^11)

Of a context the prizes are those face down and the points those at stake; of a node where nature turns up a prize, the
prizes are all that are left and the points those carried. With one prize left only the sum of both matters, and the
prize is written as 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from zerosum.core.arrays import Ints
from zerosum.core.game import Position
from zerosum.models.tricks.rules import OUTCOMES, TIE, Chance

__all__ = ["MOST_CARDS", "CodedGoofspiel"]

MOST_CARDS = 38
"""More would not fit the code."""

MIDDLE = 1 << 11


def pack(prizes: Ints, points: Ints, score: Ints) -> Ints:
    """The codes of contexts or nodes."""
    return (prizes << 24) + (points << 12) + score + MIDDLE


def code(prizes: Iterable[int], points: int, score: int) -> int:
    """One code, from the prizes themselves."""
    return (sum(1 << prize - 1 for prize in prizes) << 24) + (points << 12) + score + MIDDLE


def unpack(codes: Ints) -> tuple[Ints, Ints, Ints]:
    """Prizes, points and score."""
    return codes >> 24, codes >> 12 & 0xFFF, (codes & 0xFFF) - MIDDLE


@dataclass(frozen=True)
class CodedGoofspiel:
    """The rules; the prizes come at random, or in an order."""

    cards: int
    order: tuple[int, ...] | None
    carry: bool
    points: bool

    @property
    def start(self) -> int:
        """All prizes are face down, and the first is turned up."""
        one = np.zeros(1, np.int64)
        return int(self._turn_up(one + (1 << self.cards) - 1, one, one)[0])

    def branches(self, nodes: Ints) -> tuple[Ints, Ints]:
        """Each of the prizes left may be turned up; where the order is known, or none is left, a node is a context."""
        prizes, carried, score = unpack(nodes)
        if self.order is not None or not prizes.any():
            return np.arange(len(nodes)), nodes
        owners, contexts = [], []
        for bit in range(self.cards):
            at = np.flatnonzero(prizes >> bit & 1)
            owners.append(at)
            contexts.append(pack(prizes[at] - (1 << bit), carried[at] + bit + 1, score[at]))
        owner = np.concatenate(owners)
        in_order = np.argsort(owner, kind="stable")
        return owner[in_order], np.concatenate(contexts)[in_order]

    def trick(self, contexts: Ints) -> tuple[Ints, Ints]:
        """The winner takes what is at stake; a tie carries it, or it is gone."""
        hidden, stake, score = unpack(contexts)
        won = np.stack([outcome * stake for outcome in OUTCOMES], axis=1)
        carried = np.zeros_like(won)
        if self.carry:
            carried[:, OUTCOMES.index(TIE)] = stake
        pay, after = (won, 0 * won) if self.points else (0 * won, score[:, None] + won)
        return pay, self._turn_up(np.broadcast_to(hidden[:, None], won.shape), carried, after)

    def settle(self, contexts: Ints) -> Ints:
        """Points were paid when they were won; otherwise who has more."""
        return np.sign(unpack(contexts)[2])

    def code(self, node: Position) -> int | None:
        """The code of a table, or of the lottery over the next prize."""
        if not isinstance(node, Chance):
            return code(node.hidden, node.stake, node.score)
        tables: list[Position] = [table for _, table in node.branches]
        one = tables[0]
        if len(tables) == 1:
            return code((1,), one.stake - 1, one.score)
        left = {*one.hidden, *tables[1].hidden}
        return code(left, one.stake - min(left - {*one.hidden}), one.score)

    def _turn_up(self, left: Ints, carried: Ints, score: Ints) -> Ints:
        """The node in which one of the prizes left is turned up; when none is, what is carried is lost."""
        if self.order is not None:
            return self._first(left, carried, score)
        alone = np.bitwise_count(left) == 1
        prize = np.where(alone, np.bitwise_count(left - 1), 0)
        return pack(np.where(alone, 1, left), np.where(left == 0, 0, carried + prize), score)

    def _first(self, left: Ints, carried: Ints, score: Ints) -> Ints:
        """The context in which the next prize of the order is up."""
        up = np.zeros_like(left)
        for prize in reversed(self.order or ()):
            up = np.where(left >> prize - 1 & 1, prize, up)
        none = left == 0
        return pack(
            np.where(none, 0, left - (1 << np.maximum(up, 1) - 1)), np.where(none, 0, up + carried), score
        )
