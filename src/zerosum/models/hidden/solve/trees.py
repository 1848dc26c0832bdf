"""Large hidden games: regrets on the sequences of both players' trees.

A round of one player takes a product with the matrix, for the EVs of its sequences against the opponent's reaches,
and two passes through its tree: from the last information sets to the first for the EV of each set, its regrets and
its next mix, and back for the reaches. The next mix assumes that the next round will be like this one: it is
proportional to the regrets that this would give (PCFR+, `zerosum.models.hidden.engines.regret`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numba import njit, prange

from zerosum.core.arrays import Floats, Ints
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.hidden.engines.regret import Fade, StrategySpace, predictive
from zerosum.models.hidden.form import SequenceTree
from zerosum.models.hidden.solve.bilinear import BilinearGame
from zerosum.models.hidden.solve.guarantees import best_response, normalise
from zerosum.numerics.sparse import compressed

WORTH_THREADS = 1 << 20
"""Smallest number of matrix entries for which several threads multiply."""

REACH_TOLERANCE = 1e-40
"""Smaller reaches are set to 0; processors are slow with denormal numbers."""


@dataclass
class Learner:
    """One player's regrets and strategy."""

    tree: SequenceTree
    mix: Floats = field(init=False)
    reach: Floats = field(init=False)
    regret: Floats = field(init=False)
    total: Floats = field(init=False)
    """The reaches of all rounds, weighted."""

    def __post_init__(self) -> None:
        self.mix = 1.0 / np.concatenate([[1], np.repeat(self.tree.moves, self.tree.moves)])
        self.reach = self.tree.uniform.copy()
        self.regret = np.zeros(self.tree.sequences)
        self.total = np.zeros(self.tree.sequences)


class TreeSpace(StrategySpace[Floats]):
    """Strategies as reaches of sequences."""

    fade = staticmethod(predictive)

    def __init__(self, game: BilinearGame) -> None:
        self.game = game
        self.learners: dict[Side, Learner] = {side: Learner(game.of(side)) for side in SIDES}
        self._rows: dict[Side, tuple[Ints, Ints, Floats]] = {}
        for side, payoffs in zip(SIDES, (game.matrix, -game.transpose), strict=True):
            data, index, starts = compressed(payoffs)
            self._rows[side] = starts, index.astype(np.int32), data

    def learn(self, side: Side, fade: Fade) -> None:
        """Play a round: update the regrets, the next mix, its reaches, and their sum."""
        me = self.learners[side]
        gains = _times(*self._rows[side], self.learners[other(side)].reach)
        _update_regrets(me.tree.parent, me.tree.first, gains, me.regret, me.mix, fade)
        _compute_reaches(me.tree.parent, me.tree.first, me.mix, me.reach)
        _, _, kept = fade
        me.total *= kept
        me.total += me.reach

    def average(self, side: Side) -> Floats:
        return normalise(self.game.of(side), self.learners[side].total.copy())

    def conceded(self, side: Side, strategy: Floats) -> float:
        foe = other(side)
        return best_response(self.game.of(foe), _times(*self._rows[foe], strategy))[1] / self.game.scale


def _times(pointer: Ints, index: Ints, data: Floats, vector: Floats) -> Floats:
    """Return a sparse matrix times a vector, on several threads if the matrix is large."""
    product: Floats = (_multiply_in_threads if len(data) >= WORTH_THREADS else _multiply)(
        pointer, index, data, vector
    )
    return product


def _product(pointer: Ints, index: Ints, data: Floats, vector: Floats) -> Floats:
    """Return a sparse matrix times a vector, row by row."""
    answer = np.zeros(len(pointer) - 1)
    for i in prange(len(pointer) - 1):
        total = 0.0
        for entry in range(pointer[i], pointer[i + 1]):
            total += data[entry] * vector[index[entry]]
        answer[i] = total
    return answer


_multiply = njit(cache=True)(_product)
_multiply_in_threads = njit(cache=True, parallel=True)(_product)


@njit(cache=True)
def _update_regrets(
    parent: Ints, first: Ints, gains: Floats, regret: Floats, mix: Floats, fade: tuple[float, float, float]
) -> None:
    """Walk from the last set to the first: compute the set's EV, the regrets of its moves, and its next mix."""
    up, down, _ = fade
    for i in range(len(parent) - 1, -1, -1):
        low, high = first[i], first[i + 1]
        earned = 0.0
        for k in range(low, high):
            earned += mix[k] * gains[k]
        whole = 0.0
        for k in range(low, high):
            more, kept = gains[k] - earned, regret[k]
            kept = kept * up if kept > 0.0 else kept * down
            regret[k] = kept + more
            # the prediction for the next round is this round
            mix[k] = max(max(regret[k], 0.0) + more, 0.0)
            whole += mix[k]
        for k in range(low, high):
            mix[k] = mix[k] / whole if whole > 0.0 else 1.0 / (high - low)
        gains[parent[i]] += earned


@njit(cache=True)
def _compute_reaches(parent: Ints, first: Ints, mix: Floats, reach: Floats) -> None:
    for i in range(len(parent)):
        for k in range(first[i], first[i + 1]):
            share = reach[parent[i]] * mix[k]
            reach[k] = share if share > REACH_TOLERANCE else 0.0
