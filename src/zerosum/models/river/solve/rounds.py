"""Rounds of regret minimisation on one river, on arrays [hand, node]; and linear programs for its last digits.

If suits can be exchanged (`exchange`), hands that differ only by such an exchange play alike, and one of them stands
for all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from zerosum.core.arrays import Bools, Floats, Ints
from zerosum.core.limits import afford
from zerosum.core.progress import Progress
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.river.exchange import alike
from zerosum.models.river.rules import BetNode, RiverGame
from zerosum.models.river.solve.kernels import BetArrays, best_reply, end_reaches, end_values, learn

MOST_PROGRAMS = 12
"""Maximum number of linear programs."""

SLACK = 1e-4
"""The first linear program has the moves that lose less than this share of the pot, or are made more often."""

CHECK_GROWTH = 1.15
"""The gap is computed whenever the number of rounds has grown by this factor."""

LOSSES = 2.0**-53 * 2**14
"""What floats lose at most in a best reply, relative to the largest stake: sums of fewer than 2^13 terms, twice."""

UNITS = 2.0**52
"""Probabilities are whole numbers of units of 2^-52, so that those of a mix add up to 1 exactly."""

SETTLED = 1000
"""The round from which on old regrets fade at a constant rate."""


def fading(t: int) -> tuple[float, float, float]:
    """The factors in round t of old regrets above 0, of those below 0, and of the old total.

    They are t^a / (t^a + 1), √t / (√t + 1) and (t / (t + 1))³. At first a is 1, so that the first rounds, in which both
    players err by whole stacks, are soon forgotten; it grows to 1.5.
    """
    up, down = t ** (1 + 0.5 * min(1.0, t / SETTLED)), t**0.5
    return up / (up + 1), down / (down + 1), (t / (t + 1)) ** 3


@dataclass
class Rounds:
    """Regret minimisation on one river."""

    game: RiverGame

    def __post_init__(self) -> None:
        nodes = self.nodes
        ends = sorted(
            (n for n, node in enumerate(nodes) if node.side is None),
            key=lambda n: nodes[n].folded is not None,
        )
        self._afford(len(ends))
        numbers = np.full(len(nodes), -1)
        numbers[ends] = np.arange(len(ends))
        who = {"row": 0, "col": 1, None: 2}
        self.tree: BetArrays = (
            np.array([who[node.side] for node in nodes]),
            np.array([node.first for node in nodes]),
            np.array([len(node.moves) if node.side else 0 for node in nodes]),
            numbers,
        )
        self.showdowns = sum(nodes[n].folded is None for n in ends)
        self.stakes = {
            side: np.array([float(nodes[n].stake) * (-1 if nodes[n].folded == side else 1) for n in ends])
            for side in SIDES
        }
        most = {side: max(self.game.hands[side].weights) for side in SIDES}
        self.weights = {
            side: np.array([float(w / most[side]) for w in self.game.hands[side].weights]) for side in SIDES
        }
        self.pot = 2 * float(self.game.half_pot)
        self.margin = LOSSES * max(abs(self.stakes["row"]))
        self.done = self.programs = 0
        first, self.like = {}, {}
        for side in SIDES:
            first[side], self.like[side] = np.unique(self._alike(side), return_inverse=True)
        self.first = first
        """One hand for each group of hands that play alike; `like` has the number of each hand's group."""
        self.regret, self.total = (
            {side: np.zeros((len(first[side]), len(nodes))) for side in SIDES} for _ in range(2)
        )
        self.mixes = {side: averaged(nodes, side, self.total[side]) for side in SIDES}
        self.best = {side: (np.inf, self.mixes[side][self.like[side]]) for side in SIDES}
        self.reach = {side: np.zeros((len(self.game.hands[side]), len(ends))) for side in SIDES}
        self.worth = {side: np.zeros((len(self.game.hands[side]), len(ends))) for side in SIDES}

    @property
    def nodes(self) -> tuple[BetNode, ...]:
        """The betting tree."""
        return self.game.nodes

    def _afford(self, ends: int) -> None:
        """Refuse a river that would not fit into memory."""
        hands = sum(len(self.game.hands[side]) for side in SIDES)
        afford("solving this river", memory=8 * hands * (8 * len(self.nodes) + 2 * ends))

    def _alike(self, side: Side) -> Ints:
        """For each hand, the first hand that plays alike."""
        return alike(self.game, side)

    @cached_property
    def twins(self) -> dict[Side, Ints]:
        """The place of each hand in the other's range; -1 where it is not there."""
        hands = self.game.hands
        return {
            side: np.array([hands[other(side)].place.get(int(n), -1) for n in hands[side].numbers])
            for side in SIDES
        }

    @cached_property
    def whole(self) -> float:
        """The weight of all pairs of hands that can meet."""
        row, col = (self.game.hands[side].cards for side in SIDES)
        shared = (row[:, None, :, None] == col[None, :, None, :]).any(axis=(2, 3))
        return float(self.weights["row"] @ ~shared @ self.weights["col"])

    def values(self, side: Side, foe_mixes: Floats) -> Floats:
        """[hand, end]: what each end is worth to each hand of a side, against the mixes of all the other's hands."""
        mine, foe = self.game.hands[side], other(side)
        end_reaches(self.tree, SIDES.index(foe), foe_mixes, self.weights[foe], self.reach[foe])
        return self._end_values(side, mine.cards, mine.strength, self.twins[side])

    def _round_values(self, side: Side, fade: tuple[float, float, float]) -> Floats:
        """[hand, end]: the same for hands that stand for others, against the current mixes; `fade` is for turns."""
        mine, foe, kept = self.game.hands[side], other(side), self.first[side]
        if len(self.first[foe]) == len(self.weights[foe]):
            end_reaches(self.tree, SIDES.index(foe), self.mixes[foe], self.weights[foe], self.reach[foe])
        else:
            few = self.reach[foe][: len(self.first[foe])].copy()
            end_reaches(self.tree, SIDES.index(foe), self.mixes[foe], self.weights[foe][self.first[foe]], few)
            np.take(few, self.like[foe], axis=0, out=self.reach[foe])
        return self._end_values(side, mine.cards[kept], mine.strength[kept], self.twins[side][kept])

    def _end_values(self, side: Side, cards: Ints, strength: Ints, twins: Ints) -> Floats:
        theirs, worth = self.game.hands[other(side)], self.worth[side][: len(cards)]
        end_values(
            self.reach[other(side)],
            cards,
            strength,
            theirs.cards,
            theirs.strength,
            twins,
            self.showdowns,
            self.stakes[side],
            worth,
        )
        return worth

    def conceded(self, side: Side, mixes: Floats) -> float:
        """What the best reply earns against a side's mixes."""
        foe = other(side)
        return (
            best_reply(self.tree, SIDES.index(foe), self.values(foe, mixes), self.weights[foe]) / self.whole
        )

    @property
    def gap(self) -> float:
        """The gap of the best strategies so far, in chips, with what floats may have lost."""
        return float(sum(self.best[side][0] for side in SIDES) + 2 * self.margin)

    def offer(self, side: Side, mixes: Floats) -> Floats:
        """Keep a side's mixes if they concede less than the best so far; returned in units."""
        exact = dyadic(self.nodes, side, mixes)
        conceded = self.conceded(side, exact)
        if conceded < self.best[side][0]:
            self.best[side] = conceded, exact
        return exact

    def answer(self, side: Side) -> Floats:
        """[hand, node]: the best mixes so far."""
        return self.best[side][1]

    def run(self, goal: float, rounds: int, progress: Progress) -> None:
        """Rounds until the gap is at most the goal."""
        check = self.done + 8
        while self.gap > goal and self.done < rounds:
            self.done += 1
            t, fade = self.done, fading(self.done)
            for side in SIDES:
                values = self._round_values(side, fade)
                mixes, total = self.mixes[side], self.total[side]
                learn(self.tree, SIDES.index(side), values, self.regret[side], mixes, total, fade)
            if t >= check or t == rounds:
                check = int(t * CHECK_GROWTH) + 1
                for side in SIDES:
                    self._offer_average(side)
                progress(t, rounds, f"rounds, gap {self.gap / self.pot:.1e} of the pot")

    def _offer_average(self, side: Side) -> None:
        self.offer(side, averaged(self.nodes, side, self.total[side])[self.like[side]])

    def finish(self, goal: float, rounds: int, progress: Progress) -> None:
        """Linear programs until the gap is at most the goal: each has the moves that best replies added to the last."""
        from zerosum.models.river.solve.program import TINY, RiverProgram

        def wait() -> None:
            unit = f"rounds, gap {self.gap / self.pot:.1e} of the pot, linear program {self.programs + 1}"
            progress(self.done, rounds, unit)

        old = {side: self.best[side][1] for side in SIDES}
        allowed = {side: self._nearly_best(side, old, SLACK) | (old[side] > SLACK) for side in SIDES}
        while self.gap > goal and self.programs < MOST_PROGRAMS:
            found = RiverProgram(self.game, "row", self.weights, allowed).solve(wait)
            if found is None:
                return
            self.programs += 1
            new = {}
            for side in SIDES:
                mixes = averaged(self.nodes, side, found[side])
                for node in self.nodes:
                    if node.side == side:
                        after = slice(node.first, node.first + len(node.moves))
                        never = (found[side][:, after].sum(axis=1) <= 0) | (self.weights[side] <= TINY)
                        mixes[never, after] = old[side][never, after]
                new[side] = self.offer(side, mixes)
            allowed = {side: allowed[side] | self._nearly_best(side, new, SLACK / 10) for side in SIDES}

    def _nearly_best(self, side: Side, mixes: dict[Side, Floats], slack: float) -> Bools:
        """[hand, node]: whether the move that leads to a node loses at most `slack` pots against the other's mixes."""
        ends, nodes = self.values(side, mixes[other(side)]), self.nodes
        worth = np.empty((len(ends), len(nodes)))
        near = np.ones(worth.shape, bool)
        most = slack * self.pot * self.weights[other(side)].sum()
        for n in range(len(nodes) - 1, -1, -1):
            after = slice(nodes[n].first, nodes[n].first + len(nodes[n].moves))
            if nodes[n].side is None:
                worth[:, n] = ends[:, self.tree[3][n]]
            elif nodes[n].side == side:
                worth[:, n] = worth[:, after].max(axis=1)
                near[:, after] = worth[:, n, None] - worth[:, after] <= most
            else:
                worth[:, n] = worth[:, after].sum(axis=1)
        return near


def averaged(nodes: tuple[BetNode, ...], side: Side, total: Floats) -> Floats:
    """Mixes from the reaches of all rounds; where a hand never came, all moves alike."""
    mixes = np.ones_like(total)
    for node in nodes:
        if node.side == side:
            after = slice(node.first, node.first + len(node.moves))
            whole = total[:, after].sum(axis=1, keepdims=True)
            seldom = np.broadcast_to(1 / len(node.moves), total[:, after].shape).copy()
            mixes[:, after] = np.divide(total[:, after], whole, out=seldom, where=whole > 0)
    return mixes


def dyadic(nodes: tuple[BetNode, ...], side: Side, mixes: Floats, units: float = UNITS) -> Floats:
    """The same mixes in whole units, by default of 2^-52, each adding up to exactly 1."""
    mixes = np.floor(mixes * units) / units
    for node in nodes:
        if node.side == side:
            shares = mixes[:, node.first : node.first + len(node.moves)]
            rows, largest = np.arange(len(shares)), shares.argmax(axis=1)
            shares[rows, largest] = 0.0
            shares[rows, largest] = 1.0 - shares.sum(axis=1)
    return mixes
