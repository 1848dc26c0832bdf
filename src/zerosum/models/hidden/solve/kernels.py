"""Compiled loops over the information sets of a hidden game.

The sets of a player come in order, each after its parent, so a pass from the last to the first meets every set after
all that follow it. `parent` is the sequence that leads to each set; the sequences of set i are first[i] to
first[i + 1] - 1.
"""

from __future__ import annotations

import numpy as np

from zerosum.core.arrays import Bools, Floats, Ints
from zerosum.core.compiled import kernel

FEW, FEW_PAYOFFS = 100_000, 300_000
"""Loops over arrays of at most the first size run in plain Python, without importing the compiler. With at most the
second number of payoffs, dominated moves are removed by operations on arrays.
"""


@kernel(few=FEW)
def best_responses(parent: Ints, first: Ints, gains: Floats, upward: bool) -> tuple[Ints, float]:
    """Return the best moves and the EV of the response, rounded up if `upward`; overwrites `gains`."""
    best = np.zeros(len(parent), np.int64)
    for i in range(len(parent) - 1, -1, -1):
        # the EV of the set's best move is added to the sequence that leads to the set
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
    """Divide the reach of each set's parent among its moves in the given proportions; equally if all are 0."""
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
    """Make the wanted move certain at one set after another, whenever the strategy then still guarantees `floor`.

    `losses` holds the payoffs, sorted by the opponent's sequences: where those of each begin, the player's sequence,
    and the amount. -1 means that no move is wanted. The mixes are overwritten.
    """
    pointer, index, data = losses
    reach, worth = np.ones(len(mixes)), np.zeros(len(pointer) - 1)
    for i in range(len(parent)):
        own = slice(first[i], first[i + 1])
        if wanted[i] >= 0 and reach[parent[i]] > 0:
            # try the move, with all reaches after it
            kept = mixes[own].copy()
            mixes[own] = 0.0
            mixes[wanted[i]] = 1.0
            for j in range(i, len(parent)):
                for k in range(first[j], first[j + 1]):
                    reach[k] = reach[parent[j]] * mixes[k]
            # the EVs of the opponent's sequences against these reaches, and then its best response
            for k in range(len(worth)):
                worth[k] = 0.0
                for entry in range(pointer[k], pointer[k + 1]):
                    worth[k] -= data[entry] * reach[index[entry]]
            for j in range(len(foe_parent) - 1, -1, -1):
                worth[foe_parent[j]] += worth[foe_first[j] : foe_first[j + 1]].max()
            # the guarantee is too low: restore the old mix
            if -worth[0] < floor:
                mixes[own] = kept
        for k in range(first[i], first[i + 1]):
            reach[k] = reach[parent[i]] * mixes[k]


@kernel(few=FEW_PAYOFFS)
def remove_by_pairs(
    parent: Ints,
    first: Ints,
    foe_parent: Ints,
    foe_first: Ints,
    payoffs: tuple[Ints, Ints],
    amount: Floats,
    kept: Bools,
    reachable: Bools,
    foe_reachable: Bools,
) -> int:
    """Remove dominated moves in one round, as in `reduce`, one pair of moves after another.

    `payoffs` are sorted by the player's sequences: where those of each begin, and the opponent's sequence of each
    payoff. Removed moves are marked as not kept, and sequences after them as not reachable.
    """
    # the set of each of the opponent's sequences, and the depth of each set
    owner, depth = np.full(len(foe_reachable), -1, np.int64), np.zeros(len(foe_parent) + 1, np.int64)
    for j in range(len(foe_parent)):
        owner[foe_first[j] : foe_first[j + 1]] = j
        depth[j] = depth[owner[foe_parent[j]]] + 1
    sums = np.zeros(len(foe_reachable))
    listed, following = np.full(depth.max() + 1, -1, np.int64), np.full(len(foe_parent), -2, np.int64)
    after, last = (
        np.full(len(kept), -1, np.int64),
        np.arange(len(kept)),
    )  # the forced moves after each sequence, as a chain
    unforced, removed = np.zeros(len(kept), np.bool_), 0
    for i in range(len(parent) - 1, -1, -1):
        for worse in range(first[i], first[i + 1]):  # of two equal moves the later one is kept
            for better in range(first[i], first[i + 1] if reachable[parent[i]] else 0):
                if unforced[worse] or not kept[worse]:
                    break
                if better != worse and kept[better] and not unforced[better]:
                    # the difference of the two moves' payoffs, by the opponent's sequences, including the forced
                    # moves that follow them
                    for move, sign in ((worse, -1.0), (better, 1.0)):
                        while move >= 0:
                            for k in range(payoffs[0][move], payoffs[0][move + 1]):
                                if foe_reachable[payoffs[1][k]]:
                                    sums[payoffs[1][k]] += sign * amount[k]
                                    j = owner[payoffs[1][k]]
                                    if j >= 0 and following[j] == -2:
                                        following[j], listed[depth[j]] = listed[depth[j]], j
                            move = after[move]
                    # dominated if the difference is nonnegative even against the opponent's best plan
                    least = _least_sum(foe_parent, foe_first, foe_reachable, owner, sums, listed, following)
                    kept[worse] = least < 0
                    removed += least >= 0
        # a set with one move left is forced: its move joins the chain of the sequence before it
        left = np.flatnonzero(kept[first[i] : first[i + 1]]) + first[i]
        if len(left) == 1 and not unforced[left[0]]:
            after[last[parent[i]]], last[parent[i]] = left[0], last[left[0]]
        else:
            unforced[parent[i]] = True
    # sequences after a removed move can no longer be reached
    for i in range(len(parent)):
        for k in range(first[i], first[i + 1]):
            reachable[k] = kept[k] and reachable[parent[i]]
    return removed


@kernel(few=FEW_PAYOFFS)
def _least_sum(
    parent: Ints, first: Ints, reachable: Bools, owner: Ints, sums: Floats, listed: Ints, following: Ints
) -> float:
    """Return the smallest sum over all plans of a player, given the payments at each sequence.

    The sets with a payment form linked lists by depth: the first set of each depth, and the successor of each set (-1
    after the last, -2 if a set is not listed). Afterwards the lists are empty and the sums are 0.
    """
    for level in range(len(listed) - 1, -1, -1):
        j, listed[level] = listed[level], -1
        while j >= 0:
            least, above = np.inf, parent[j]
            for k in range(first[j], first[j + 1]):
                least = min(least, sums[k]) if reachable[k] else least
                sums[k] = 0.0
            sums[above] += least
            if above and following[owner[above]] == -2:
                following[owner[above]], listed[level - 1] = listed[level - 1], owner[above]
            following[j], j = -2, following[j]
    total: float = sums[0]
    sums[0] = 0.0
    return total
