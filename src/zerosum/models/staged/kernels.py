"""Compiled loops over the positions of a staged game."""

from __future__ import annotations

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.core.compiled import kernel


@kernel(few=20_000)
def heights(first: Ints, child: Ints) -> Ints:
    """The longest way from each position to an end; -1 where there is a way that never ends.

    Position s has the edges child[first[s]:first[s+1]].
    """
    size = len(first) - 1
    parent_first = np.zeros(size + 1, dtype=np.int64)
    for t in child:
        parent_first[t + 1] += 1
    for s in range(size):
        parent_first[s + 1] += parent_first[s]
    place = parent_first[:-1].copy()
    parent = np.empty(len(child), dtype=np.int64)
    for s in range(size):
        for t in child[first[s] : first[s + 1]]:
            parent[place[t]] = s
            place[t] += 1
    waiting = first[1:] - first[:-1]
    height = np.zeros(size, dtype=np.int64)
    queue = np.empty(size, dtype=np.int64)
    tail = 0
    for s in range(size):
        if waiting[s] == 0:
            queue[tail] = s
            tail += 1
    head = 0
    while head < tail:
        t = queue[head]
        head += 1
        for s in parent[parent_first[t] : parent_first[t + 1]]:
            height[s] = max(height[s], height[t] + 1)
            waiting[s] -= 1
            if waiting[s] == 0:
                queue[tail] = s
                tail += 1
    for s in range(size):
        if waiting[s] > 0:
            height[s] = -1
    return height


@kernel(work=lambda *given: given[5])
def walk(
    first: Ints,
    cumulative: Floats,
    child: Ints,
    reward: Floats,
    payoff: Floats,
    plays: int,
    random: np.random.Generator,
) -> Floats:
    """The total of each play: from position 0, draw outcomes until there are none."""
    totals = np.empty(plays)
    for play in range(plays):
        s, total = 0, 0.0
        while first[s + 1] > first[s]:
            a, b = first[s], first[s + 1]
            k = a + np.searchsorted(cumulative[a:b], random.random(), side="right")
            k = min(k, b - 1)
            total += reward[k]
            s = child[k]
        totals[play] = total + payoff[s]
    return totals
