"""Sweeps over the boards and bets of a street game: the EVs of all hands of a side, for the solver and for reports.

The reaches of both players are carried down, round by round, and the EVs of the leaves are carried up. On the way up
a side learns, or makes its best moves, whose EVs can be recorded (`kernels` holds the compiled loops).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Array, Floats
from zerosum.core.compiled import threads
from zerosum.core.sides import SIDES, Side
from zerosum.models.hidden.engines.streets.kernels import (
    LEARN,
    RECORD,
    RESPOND,
    BetRound,
    Street,
    ascend,
    descend,
)
from zerosum.models.hidden.engines.streets.rules import StreetGame

PIECES = 8
"""Number of pieces into which the boards of a street are cut for each thread."""

Tables = Sequence[Floats]
"""For each street [board, line, slot, hand]."""


class StreetEVs(NamedTuple):
    """The EV of each of a side's moves, and the probability that the opponent's moves lead to it."""

    ev: Tables
    """For each street [board, line, slot, hand]; NaN if the opponent's strategy never leads there."""
    meets: Tables
    """The reach of all cards that the other side may hold there."""


def evs_against(game: StreetGame, side: Side, foe_mixes: Sequence[Array]) -> StreetEVs:
    """Return a side's EVs against the opponent's mixes."""
    with ThreadPoolExecutor(threads()) as pool:
        return StreetSweeps(game, pool).evs(side, [table.astype(float) for table in foe_mixes])


class StreetSweeps:
    """A street game in the kernels' format, with arrays for the downward and the upward sweep."""

    def __init__(self, game: StreetGame, pool: ThreadPoolExecutor) -> None:
        self.game, self.pool = game, pool
        form, cards = game.form, len(game.deck)
        self.deals = cards * (cards - 1)
        who: dict[Side | None, int] = {"row": 0, "col": 1}
        self.bets: BetRound = (
            np.array([who[p.side] if p.side else 2 if p.close >= 0 else 3 for p in form.bets]),
            np.array([p.first for p in form.bets]),
            np.array([len(p.moves) for p in form.bets]),
            np.array([p.slot for p in form.bets]),
            np.array([p.close if p.close >= 0 else who.get(p.folded, -1) for p in form.bets]),
        )
        self.streets = [self._arrays(s) for s in range(len(form.streets))]
        self.stakes = [np.array(form.stakes(s), float) for s in range(len(form.streets))]
        lines = [form.lines(s) for s in range(len(form.streets) + 1)]
        wide = [shape[3] for shape in form.shapes("row")]
        self._reach = [np.ones((2, 1, 1, wide[0]))]
        self._reach += [np.zeros((2, len(b), lines[s + 1], wide[s])) for s, b in enumerate(form.streets[:-1])]
        self._worth = [np.zeros((len(b), lines[s], wide[s])) for s, b in enumerate(form.streets)]

    def _arrays(self, s: int) -> Street:
        boards = self.game.form.streets[s]
        shape = len(boards), max(len(one.hands) for one in boards)
        counts, chance, old = np.zeros(shape), np.zeros(shape), np.zeros(shape, np.int64)
        order = np.zeros((*shape, 2), np.int64)
        unseen = len(self.game.deck) - 1 - s
        for b, one in enumerate(boards):
            n = len(one.hands)
            counts[b, :n] = one.counts
            if s:
                old[b, :n] = one.old
                before = self.game.form.streets[s - 1][one.before].counts
                chance[b, :n] = [
                    one.cards * count / (before[k] * unseen)
                    for count, k in zip(one.counts, one.old, strict=True)
                ]
            if s == len(self.game.form.streets) - 1:
                strengths = [self.game.strength((hand, *one.board)) for hand in one.hands]
                at = {strength: k for k, strength in reversed([*enumerate(strengths)])}
                past = {strength: k + 1 for k, strength in enumerate(strengths)}
                order[b, :n] = [(at[strength], past[strength]) for strength in strengths]
        return (
            np.array([len(one.hands) for one in boards]),
            counts,
            np.array([one.before for one in boards]),
            old,
            chance,
            np.array([one.first for one in boards]),
            np.array([one.first + one.follow for one in boards]),
            order,
        )

    def _on_boards(self, s: int, work: Callable[[int, int], None]) -> None:
        """Call a function for all boards of a street, divided into pieces for the threads."""
        boards = len(self.streets[s][0])
        piece = -(-boards // (PIECES * threads()))
        if piece == 1:
            work(0, boards)
        else:
            starts = range(0, boards, piece)
            list(self.pool.map(lambda start: work(start, min(start + piece, boards)), starts))

    def learn(
        self, side: Side, theirs: Tables, regret: Tables, total: Tables, fade: tuple[float, float, float]
    ) -> float:
        """Return a side's EV while it learns against the other's mixes or regrets; update its regrets and sums."""
        return self._sweep(side, theirs, LEARN, regret, total, fade)

    def response(self, side: Side, theirs: Tables) -> float:
        """Return the EV of a side's best response to the opponent's mixes."""
        own = [np.zeros((1, *shape[1:2], 1, shape[3])) for shape in self.game.form.shapes(side)]
        return self._sweep(side, theirs, RESPOND, own, own)

    def evs(self, side: Side, theirs: Tables) -> StreetEVs:
        """Return the EV of each of a side's moves, with best play afterwards."""
        earned, met = ([np.zeros(shape) for shape in self.game.form.shapes(side)] for _ in "12")
        self._sweep(side, theirs, RECORD, earned, met)
        evs = [
            np.divide(worth, there, out=np.full(there.shape, np.nan), where=there > 0)
            for worth, there in zip(earned, met, strict=True)
        ]
        return StreetEVs(evs, met)

    def _sweep(
        self,
        side: Side,
        theirs: Tables,
        way: int,
        mine: Tables,
        total: Tables,
        fade: tuple[float, float, float] = (0.0, 0.0, 0.0),
    ) -> float:
        """Sweep down and up; `kernels.ascend` explains `mine` and `total`."""
        me, last = SIDES.index(side), len(self.streets) - 1
        for s in range(last):

            def down(start: int, stop: int, s: int = s) -> None:
                reach = self._reach[s : s + 2]
                descend(
                    self.bets, self.streets[s], me, way, mine[s], theirs[s], reach[0], start, stop, reach[1]
                )

            self._on_boards(s, down)
        for s in range(last, -1, -1):

            def up(start: int, stop: int, s: int = s) -> None:
                ascend(
                    self.bets,
                    self.streets[s],
                    self.streets[min(s + 1, last)],
                    me,
                    way,
                    fade,
                    self.stakes[s],
                    mine[s],
                    total[s],
                    theirs[s],
                    self._reach[s],
                    self._worth[s + 1] if s < last else np.zeros((0, 1, 1)),
                    start,
                    stop,
                    self._worth[s],
                )

            self._on_boards(s, up)
        return float(self.streets[0][1][0] @ self._worth[0][0, 0]) / self.deals
