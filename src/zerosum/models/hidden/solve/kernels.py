"""Compiled loops over the information sets of a hidden game.

The sets of a player come in order, each after its parent, so a pass from the last to the first meets every set after
all that follow it. `parent` is the sequence that leads to each set; the sequences of set i are first[i] to
first[i + 1] - 1.
"""

from __future__ import annotations

from heapq import heappop, heappush

import numpy as np

from zerosum.core.arrays import Bools, Floats, Ints
from zerosum.core.compiled import kernel

FEW = 10_000
"""With no more numbers than this in its arrays a loop is done in plain Python, before the compiler is imported."""

BOTTOM = 1
"""Lies below all sets in a heap; sets are stored as negative numbers, so that the last set comes first."""

OwnSets = tuple[Ints, Ints, Ints, Ints]
"""A player's sets: parents, first sequences, and the sets in the order of their parents: those of sequence k are
order[starts[k]] to order[starts[k + 1] - 1], and the tuple is (parent, first, starts, order)."""
OpponentSets = tuple[Ints, Ints, Ints]
"""The opponent's sets: parents, first sequences, and the set of each sequence."""
PayoffRows = tuple[Ints, Ints, Floats]
"""The payoffs of each sequence, as a sparse matrix: where they begin, against which sequence, how much."""


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
def mark_reachable(parent: Ints, first: Ints, kept: Bools, reachable: Bools) -> None:
    """Mark a sequence as reachable if its move is kept and its parent is reachable."""
    for i in range(len(parent)):
        for k in range(first[i], first[i + 1]):
            reachable[k] = kept[k] and reachable[parent[i]]


@kernel(few=FEW)
def remove_dominated(
    mine: OwnSets, foe: OpponentSets, payoffs: PayoffRows, kept: Bools, reachable: Bools, foe_reachable: Bools
) -> int:
    """Remove dominated moves, from the last set to the first; the number of moves removed."""
    parent, first, starts, order = mine
    forced = np.zeros(len(kept), np.bool_)
    worth = np.zeros(len(foe_reachable))
    waiting = np.zeros(len(foe[0]), np.bool_)
    removed = 0
    for i in range(len(parent) - 1, -1, -1):
        for k in range(first[i], first[i + 1]):
            forced[k] = kept[k] and _is_forced(first, starts, order, kept, forced, k)
        if not reachable[parent[i]]:
            continue
        for a in range(first[i], first[i + 1]):
            for b in range(first[i], first[i + 1]):
                if a != b and forced[a] and forced[b]:
                    heap = [BOTTOM]
                    _add_payoffs(mine, payoffs, kept, foe[2], foe_reachable, b, 1.0, worth, waiting, heap)
                    _add_payoffs(mine, payoffs, kept, foe[2], foe_reachable, a, -1.0, worth, waiting, heap)
                    if _least_total(foe, foe_reachable, worth, waiting, heap) >= 0:
                        kept[a] = forced[a] = False
                        removed += 1
    return removed


@kernel(few=FEW)
def _is_forced(first: Ints, starts: Ints, order: Ints, kept: Bools, forced: Bools, sequence: int) -> bool:
    """Whether every set below a sequence has exactly one move left, whose consequences are forced too."""
    for t in range(starts[sequence], starts[sequence + 1]):
        left, fine = 0, True
        for k in range(first[order[t]], first[order[t] + 1]):
            if kept[k]:
                left += 1
                fine = fine and forced[k]
        if left != 1 or not fine:
            return False
    return True


@kernel(few=FEW)
def _add_payoffs(
    mine: OwnSets,
    payoffs: PayoffRows,
    kept: Bools,
    owner: Ints,
    foe_reachable: Bools,
    sequence: int,
    sign: float,
    worth: Floats,
    waiting: Bools,
    heap: list[int],
) -> None:
    """Add what a sequence and its forced consequences earn against each sequence of the opponent."""
    _, first, starts, order = mine
    pointer, index, data = payoffs
    todo = [sequence]
    while todo:
        k = todo.pop()
        for entry in range(pointer[k], pointer[k + 1]):
            theirs = index[entry]
            if foe_reachable[theirs]:
                worth[theirs] += sign * data[entry]
                place = owner[theirs]
                if place >= 0 and not waiting[place]:
                    waiting[place] = True
                    heappush(heap, -place)
        for t in range(starts[k], starts[k + 1]):
            for below in range(first[order[t]], first[order[t] + 1]):
                if kept[below]:
                    todo.append(below)


@kernel(few=FEW)
def _least_total(
    foe: OpponentSets, foe_reachable: Bools, worth: Floats, waiting: Bools, heap: list[int]
) -> float:
    """The smallest sum over the opponent's plans; clears the scratch arrays."""
    parent, first, owner = foe
    while heap:
        i = -heappop(heap)
        if i == -BOTTOM:
            break
        waiting[i] = False
        least = np.inf
        for k in range(first[i], first[i + 1]):
            if foe_reachable[k]:
                least = min(least, worth[k])
            worth[k] = 0.0
        if least != 0.0:
            worth[parent[i]] += least
            above = owner[parent[i]]
            if above >= 0 and not waiting[above]:
                waiting[above] = True
                heappush(heap, -above)
    total = worth[0]
    worth[0] = 0.0
    return float(total)


@kernel(few=FEW)
def renumber(parent: Ints, first: Ints, kept: Bools, place: Ints) -> None:
    """Number the sequences that are left; one that is alone at its set gets the number of its parent."""
    count = 1
    for i in range(len(parent)):
        above = place[parent[i]]
        left = 0
        for k in range(first[i], first[i + 1]):
            left += kept[k]
        for k in range(first[i], first[i + 1]):
            if above < 0 or not kept[k]:
                continue
            place[k] = above if left == 1 else count
            count += left > 1
