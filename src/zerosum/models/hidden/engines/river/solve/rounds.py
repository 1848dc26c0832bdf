"""Regrets and mixes on one river, as arrays [hand, node]; and the parts that a turn shares with a river.

If suits can be exchanged (`exchange`), hands that differ only by an exchange have the same strategy, and one of them
represents all.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import cached_property

import numpy as np

from zerosum.core.arrays import Array, Floats, Ints
from zerosum.core.limits import require_budget
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.hidden.engines.regret import (
    Fade,
    Strategy,
    StrategySpace,
    average_mix,
    eased,
    in_units,
)
from zerosum.models.hidden.engines.river.exchange import alike
from zerosum.models.hidden.engines.river.rules import BetNode, RiverGame
from zerosum.models.hidden.engines.river.solve.kernels import (
    BetArrays,
    best_response,
    end_reaches,
    end_values,
    learn,
)

LOSSES = 2.0**-53 * 2**14
"""The maximum rounding error of a best response in floats, relative to the largest stake: that of two sums of fewer
than 2^13 terms.
"""

TRUST = 0.1
"""The initial regret, as a share of the pot, of a move that was always played in the solution without locks."""

UNITS = 2.0**52
"""Probabilities are whole numbers of units of 2^-52, so that the probabilities of a mix add up to exactly 1."""


class BettingSpace(StrategySpace[Strategy]):
    """The mixes of two-card hands in one betting round."""

    fade = staticmethod(eased)
    unit_name = "of the pot"

    def __init__(self, game: RiverGame) -> None:
        self.game = game
        nodes = self.nodes
        ends = sorted(
            (n for n, node in enumerate(nodes) if node.side is None),
            key=lambda n: nodes[n].folded is not None,
        )
        self._require_budget(len(ends))
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
        self.unit = 2 * float(self.game.half_pot)
        self.margin = LOSSES * max(abs(self.stakes["row"]))
        self.first: dict[Side, Ints] = {}
        self.like: dict[Side, Ints] = {}
        """The first hand of each group of equivalent hands; `like` holds the index of each hand's group."""
        for side in SIDES:
            self.first[side], self.like[side] = np.unique(self._alike(side), return_inverse=True)
        self.regret, self.total = (
            {side: np.zeros((len(self.first[side]), len(nodes))) for side in SIDES} for _ in range(2)
        )
        self.mixes = {side: averaged(nodes, side, self.total[side]) for side in SIDES}
        self.fixed = dict.fromkeys(SIDES, np.zeros((0, 0)))
        """[hand, node]: the probability of a locked move, less than 0 for a free one; empty without locks."""
        self.reach = {side: np.zeros((len(self.game.hands[side]), len(ends))) for side in SIDES}
        self.worth = {side: np.zeros((len(self.game.hands[side]), len(ends))) for side in SIDES}

    @property
    def nodes(self) -> tuple[BetNode, ...]:
        return self.game.nodes

    @abstractmethod
    def _require_budget(self, ends: int) -> None:
        """Raise an error for a game that would not fit into memory."""

    @abstractmethod
    def _alike(self, side: Side) -> Ints:
        """The first hand of each hand's group of equivalent hands."""

    @cached_property
    def twins(self) -> dict[Side, Ints]:
        """The index of each hand in the opponent's range; -1 if the range does not contain it."""
        hands = self.game.hands
        return {
            side: np.array([hands[other(side)].place.get(int(n), -1) for n in hands[side].numbers])
            for side in SIDES
        }

    @cached_property
    def whole(self) -> float:
        """The total weight of all pairs of disjoint hands."""
        row, col = (self.game.hands[side].cards for side in SIDES)
        shared = (row[:, None, :, None] == col[None, :, None, :]).any(axis=(2, 3))
        return float(self.weights["row"] @ ~shared @ self.weights["col"])

    @abstractmethod
    def _round_values(self, side: Side, fade: Fade) -> Floats:
        """Return [hand, end]: the EV of each end for representative hands, against the opponent's current mixes."""

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

    def learn(self, side: Side, fade: Fade) -> None:
        """Run a round: update regrets, the next mixes, and the sum of all reaches."""
        values = self._round_values(side, fade)
        learn(
            self.tree,
            SIDES.index(side),
            values,
            self.regret[side],
            self.mixes[side],
            self.total[side],
            fade,
            self.fixed[side],
        )

    def _best_response(self, side: Side, values: Floats) -> float:
        """Return the EV of a side's best response, given the EVs of the leaves for its hands."""
        earned = best_response(self.tree, SIDES.index(side), values, self.weights[side], self.fixed[side])
        return earned / self.whole

    @abstractmethod
    def answer(self, side: Side, strategy: Strategy) -> Floats:
        """Return [hand, node]: a strategy of a side over all nodes of the game."""


class RiverSpace(BettingSpace[Floats]):
    """Strategies on one river: [hand, node], the probability of the move that leads to a node."""

    programs = 0
    """The number of linear programs so far (`program.finish`)."""

    def _require_budget(self, ends: int) -> None:
        hands = sum(len(self.game.hands[side]) for side in SIDES)
        require_budget("solving this river", memory=8 * hands * (8 * len(self.nodes) + 2 * ends))

    def _alike(self, side: Side) -> Ints:
        return alike(self.game, side)

    def values(self, side: Side, foe_mixes: Floats) -> Floats:
        """Return [hand, end]: the EV of each end for each hand of a side, against the mixes of all opposing hands."""
        mine, foe = self.game.hands[side], other(side)
        end_reaches(self.tree, SIDES.index(foe), foe_mixes, self.weights[foe], self.reach[foe])
        return self._end_values(side, mine.cards, mine.strength, self.twins[side])

    def _round_values(self, side: Side, fade: Fade) -> Floats:
        mine, foe, kept = self.game.hands[side], other(side), self.first[side]
        if len(self.first[foe]) == len(self.weights[foe]):
            end_reaches(self.tree, SIDES.index(foe), self.mixes[foe], self.weights[foe], self.reach[foe])
        else:
            few = self.reach[foe][: len(self.first[foe])].copy()
            end_reaches(self.tree, SIDES.index(foe), self.mixes[foe], self.weights[foe][self.first[foe]], few)
            np.take(few, self.like[foe], axis=0, out=self.reach[foe])
        return self._end_values(side, mine.cards[kept], mine.strength[kept], self.twins[side][kept])

    def average(self, side: Side) -> Floats:
        mixes = averaged(self.nodes, side, self.total[side])[self.like[side]]
        return dyadic(self.nodes, side, mixes)

    def conceded(self, side: Side, strategy: Floats) -> float:
        foe = other(side)
        return self._best_response(foe, self.values(foe, strategy))

    def answer(self, side: Side, strategy: Floats) -> Floats:
        return strategy


class LockedSpace(RiverSpace):
    """Strategies on one river with some moves of some hands locked, starting from strategies without the
    locks.

    The regrets begin as if these strategies had been learned: the regret of each move is its probability times a
    share of the pot and of the opponent's hands. So at decisions that a lock does not affect the first rounds change
    nothing, and the rest is learned from there. Locks of single hands may separate equivalent hands, so here each
    hand has its own strategy.
    """

    def __init__(self, game: RiverGame, fixed: Mapping[Side, Floats], before: Mapping[Side, Floats]) -> None:
        super().__init__(game)
        self.margin *= 4  # the probabilities of locks are rounded, and the check rounds as well
        for side in SIDES:
            self.fixed[side] = fixed[side] if (fixed[side] >= 0).any() else np.zeros((0, 0))
            self.mixes[side] = with_locks(self.nodes, side, before[side].astype(float), self.fixed[side])
            sure = TRUST * self.unit * float(self.weights[other(side)].sum())
            self.regret[side] = np.where(fixed[side] >= 0, 0.0, self.mixes[side] * sure)

    def _alike(self, side: Side) -> Ints:
        return np.arange(len(self.game.hands[side]))

    def average(self, side: Side) -> Floats:
        """Return the average mixes, in units, with the locks."""
        mixes = averaged(self.nodes, side, self.total[side])
        return dyadic(self.nodes, side, with_locks(self.nodes, side, mixes, self.fixed[side]))


def with_locks(nodes: tuple[BetNode, ...], side: Side, mixes: Floats, fixed: Floats) -> Floats:
    """Return mixes with locked moves at their probabilities; the free moves share the rest in their old proportions."""
    if not len(fixed):
        return mixes
    mixes = mixes.copy()
    for after in moves_of(nodes, side):
        mixes[:, after] = locked_shares(mixes[:, after], fixed[:, after], axis=1)
    return mixes


def locked_shares(mix: Array, fixed: Array, axis: int) -> Array:
    """Return the mixes of one decision with its locked moves at their probabilities; moves lie along an axis."""
    free = fixed < 0
    left = 1 - np.where(free, 0, fixed).sum(axis=axis, keepdims=True)
    shares = np.where(free, mix, 0)
    whole = shares.sum(axis=axis, keepdims=True)
    even = (free / np.maximum(free.sum(axis=axis, keepdims=True), 1)).astype(shares.dtype)
    shares = np.divide(shares, whole, out=even, where=whole > 0)
    found: Array = np.where(free, left * shares, fixed)
    return found


def averaged(nodes: tuple[BetNode, ...], side: Side, total: Floats) -> Floats:
    """Return mixes from the reaches of all rounds; uniform for hands that do not reach the decision."""
    mixes = np.ones_like(total)
    for after in moves_of(nodes, side):
        mixes[:, after] = average_mix(total[:, after], axis=1)
    return mixes


def dyadic(nodes: tuple[BetNode, ...], side: Side, mixes: Floats, units: float = UNITS) -> Floats:
    """Return mixes in whole units, by default of 2^-52, so that each adds up to exactly 1."""
    mixes = mixes.copy()
    for after in moves_of(nodes, side):
        mixes[:, after] = in_units(mixes[:, after], 1, units)
    return mixes


def moves_of(nodes: tuple[BetNode, ...], side: Side) -> list[slice]:
    """Return the indices of the moves of each of a side's decisions."""
    return [node.after for node in nodes if node.side == side]
