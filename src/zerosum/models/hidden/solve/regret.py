"""Large hidden games: predictive regret matching at every information set (PCFR+).

Both players keep, for every move of every set, the *regret* of not having made it: how much more it would have earned,
never below 0. In turn each player computes what its moves earn against the other's reaches, adds that to its regrets,
predicts that the next round will be like this one, and mixes in proportion to the regrets that this would leave. The
strategies averaged over all rounds, where round t has weight t², become optimal; in practice their gap falls faster
than the inverse of the number of rounds. A round costs two products with the matrix and a pass through each tree. Best
replies give the gap, so the rounds stop when it is small enough.

Reference: G. Farina, C. Kroer and T. Sandholm, Faster game solving via predictive Blackwell approachability: connecting
regret matching and mirror descent, AAAI 2021.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numba import njit, prange

from zerosum.core.arrays import Floats, Ints
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.hidden.form import SequenceTree
from zerosum.models.hidden.solve.bilinear import BilinearGame
from zerosum.models.hidden.solve.guarantees import best_reply, normalise
from zerosum.numerics.sparse import compressed

CHECK_GROWTH = 1.15
"""The gap is computed whenever the number of rounds has grown by this factor."""

WORTH_THREADS = 1 << 20
"""Number of matrix entries from which several threads multiply."""

NOTHING = 1e-40
"""Smaller reaches are set to 0; processors are slow with much smaller numbers."""


@dataclass(frozen=True)
class RegretOutcome:
    """The best strategies found, and the number of rounds."""

    row: Floats
    col: Floats
    rounds: int


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

    def learn(self, gains: Floats, weight: float) -> None:
        """Play a round: update the regrets, the next mix, its reaches, and the average."""
        _update_regrets(self.tree.parent, self.tree.first, gains, self.regret, self.mix)
        _compute_reaches(self.tree.parent, self.tree.first, self.mix, self.reach)
        self.total += weight * self.reach


def solve_by_regret(
    game: BilinearGame, *, tolerance: float, rounds: int, progress: Progress = silent
) -> RegretOutcome:
    """Strategies whose gap is at most the tolerance, or as small as it is after the last round."""
    learners: dict[Side, Learner] = {side: Learner(game.of(side)) for side in SIDES}
    arrays = {side: _sparse_rows(game, side) for side in SIDES}
    best: dict[Side, tuple[float, Floats]] = {}
    check = 8
    for t in range(1, rounds + 1):
        for side in SIDES:
            learners[side].learn(_times(*arrays[side], learners[other(side)].reach), float(t) ** 2)
        if t >= check or t == rounds:
            check = int(t * CHECK_GROWTH) + 1
            for side in SIDES:
                # keep a player's average strategy if the best reply to it earns less than to the one kept so far
                reach = normalise(game.of(side), learners[side].total.copy())
                tree = game.of(other(side))
                earned = best_reply(tree, _times(*arrays[other(side)], reach))[1]
                if side not in best or earned < best[side][0]:
                    best[side] = earned, reach
            gap = (best["row"][0] + best["col"][0]) / game.scale
            progress(t, rounds, f"rounds, gap {gap:.1e}")
            if gap <= tolerance:
                break
    return RegretOutcome(best["row"][1], best["col"][1], t)


def _sparse_rows(game: BilinearGame, side: Side) -> tuple[Ints, Ints, Floats]:
    """What a player's sequences earn this player, as the arrays of a sparse matrix."""
    data, index, starts = compressed(game.matrix if side == "row" else -game.transpose)
    return starts, index.astype(np.int32), data


def _times(pointer: Ints, index: Ints, data: Floats, vector: Floats) -> Floats:
    """A sparse matrix times a vector; by several threads if the matrix is large."""
    product: Floats = (_multiply_in_threads if len(data) >= WORTH_THREADS else _multiply)(
        pointer, index, data, vector
    )
    return product


def _product(pointer: Ints, index: Ints, data: Floats, vector: Floats) -> Floats:
    """A sparse matrix times a vector, row by row."""
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
def _update_regrets(parent: Ints, first: Ints, gains: Floats, regret: Floats, mix: Floats) -> None:
    """From the last set to the first: what the set earns, the regrets of its moves, and its next mix."""
    for i in range(len(parent) - 1, -1, -1):
        low, high = first[i], first[i + 1]
        earned = 0.0
        for k in range(low, high):
            earned += mix[k] * gains[k]
        whole = 0.0
        for k in range(low, high):
            more = gains[k] - earned
            regret[k] = max(regret[k] + more, 0.0)
            mix[k] = max(regret[k] + more, 0.0)
            whole += mix[k]
        for k in range(low, high):
            mix[k] = mix[k] / whole if whole > 0.0 else 1.0 / (high - low)
        gains[parent[i]] += earned


@njit(cache=True)
def _compute_reaches(parent: Ints, first: Ints, mix: Floats, reach: Floats) -> None:
    """The reaches of a mix."""
    for i in range(len(parent)):
        for k in range(first[i], first[i + 1]):
            share = reach[parent[i]] * mix[k]
            reach[k] = share if share > NOTHING else 0.0
