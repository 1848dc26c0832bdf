"""Compiled loops over the information sets of a hidden game.

The sets of a player come in order, each after its parent, so a pass from the last to the first meets every set after
all that follow it. `parent` is the sequence that leads to each set; the sequences of set i are first[i] to
first[i + 1] - 1.
"""

from __future__ import annotations

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.core.compiled import kernel

FEW = 100_000
"""With no more numbers than this in its arrays a loop is done in plain Python, before the compiler is imported."""


@kernel(few=FEW)
def best_replies(parent: Ints, first: Ints, gains: Floats, upward: bool) -> tuple[Ints, float]:
    """The best move at each set, and what the whole reply earns; sums are rounded up if `upward`; overwrites gains."""
    best = np.zeros(len(parent), np.int64)
    for i in range(len(parent) - 1, -1, -1):
        high, place = gains[first[i]], 0
        for k in range(first[i] + 1, first[i + 1]):
            if gains[k] > high:
                high, place = gains[k], k - first[i]
        best[i] = place
        total = gains[parent[i]] + high
        gains[parent[i]] = np.nextafter(total, np.inf) if upward else total
    return best, gains[0]


@kernel(few=FEW)
def share_out(parent: Ints, first: Ints, reach: Floats) -> Floats:
    """Let the moves of each set share the reach of their parent, in the given proportions; equally where all are 0."""
    reach[0] = 1.0
    for i in range(len(parent)):
        total = reach[first[i] : first[i + 1]].sum()
        for k in range(first[i], first[i + 1]):
            share = reach[k] / total if total > 0 else 1.0 / (first[i + 1] - first[i])
            reach[k] = reach[parent[i]] * share
    return reach


@kernel(few=FEW)
def change_moves(
    parent: Ints,
    first: Ints,
    foe_parent: Ints,
    foe_first: Ints,
    losses: tuple[Ints, Ints, Floats],
    mixes: Floats,
    wanted: Ints,
    floor: float,
) -> None:
    """At one set after the other make the wanted move for certain, where the strategy still guarantees the floor.

    `losses` are the payoffs by the opponent's sequences: where they begin, against which sequence of the player, how
    much. -1 means that no move is wanted. The mixes are overwritten.
    """
    pointer, index, data = losses
    reach, worth = np.ones(len(mixes)), np.zeros(len(pointer) - 1)
    for i in range(len(parent)):
        own = slice(first[i], first[i + 1])
        if wanted[i] >= 0 and reach[parent[i]] > 0:
            kept = mixes[own].copy()
            mixes[own] = 0.0
            mixes[wanted[i]] = 1.0
            for j in range(i, len(parent)):
                for k in range(first[j], first[j + 1]):
                    reach[k] = reach[parent[j]] * mixes[k]
            for k in range(len(worth)):
                worth[k] = 0.0
                for entry in range(pointer[k], pointer[k + 1]):
                    worth[k] -= data[entry] * reach[index[entry]]
            for j in range(len(foe_parent) - 1, -1, -1):
                worth[foe_parent[j]] += worth[foe_first[j] : foe_first[j + 1]].max()
            if -worth[0] < floor:
                mixes[own] = kept
        for k in range(first[i], first[i + 1]):
            reach[k] = reach[parent[i]] * mixes[k]
