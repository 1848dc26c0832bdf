"""The order in which the positions of a staged game are solved.

- *Heights*: the longest play from each position to the end, by peeling off what is decided (Kahn 1962).
  What cannot be peeled lies on a cycle or leads into one, and the cycle is printed.
- *Layout*: positions sorted by height and matrix shape, so that each batch of equal matrices is one slice,
  and everything that a batch needs lies before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from zerosum.core.arrays import Array, Floats, Ints
from zerosum.core.compiled import Kernel
from zerosum.core.errors import GameError
from zerosum.models.staged.graph import Graph, starts

__all__ = ["Batch", "Layout", "lay_out"]


@dataclass(frozen=True)
class Batch:
    """Positions of one height and one matrix shape: slices of the layout."""

    height: int
    m: int
    n: int
    positions: slice
    cells: slice
    outcomes: slice
    row_mix: slice
    col_mix: slice


@dataclass(frozen=True)
class Layout:
    """The order in which positions are solved, ends first; arrays of cells and outcomes in that order."""

    graph: Graph
    order: Ints
    """The graph's number of the position at each rank."""
    rank: Ints
    """The rank of each position of the graph."""
    height: Ints
    """The longest play from the position at each rank, in moves."""
    outcomes: Ints
    """How many outcomes each cell has, by rank."""
    missed: Floats
    """By how much the probabilities of each cell missed one before they were scaled."""
    source: Ints
    """Where the graph keeps the outcome at each place."""
    child: Ints
    """The rank that each outcome leads to."""
    row_first: Ints
    """Where the row player's mix at each rank begins, and the total."""
    col_first: Ints
    batches: list[Batch]

    def summed(self, batch: Batch, worth: Array) -> Array:
        """A batch's matrices (games, m, n): in each cell the sum over its outcomes."""
        count = self.outcomes[batch.cells]
        return np.add.reduceat(worth, np.cumsum(count) - count).reshape(-1, batch.m, batch.n)


def lay_out(graph: Graph) -> Layout:
    """Sort positions by height and shape, and gather cells and outcomes in that order."""
    cells = graph.rows * graph.cols
    cell_first = starts(cells)
    outcome_first = starts(graph.outcomes)
    first = outcome_first[cell_first]
    height = _heights(first, graph.child)
    if len(height) and height.min() < 0:
        raise GameError(f"positions come back, so a play need never end: {_cycle(graph, first, height)}")
    order = np.lexsort((graph.cols, graph.rows, height))
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    source, by_rank = _gather(first, order), _gather(cell_first, order)
    height = height[order]
    rows, cols = graph.rows[order], graph.cols[order]
    ends = (
        np.arange(len(order) + 1),
        starts(rows * cols),
        starts(np.diff(first)[order]),
        starts(rows),
        starts(cols),
    )
    return Layout(
        graph=graph,
        order=order,
        rank=rank,
        height=height,
        outcomes=graph.outcomes[by_rank],
        missed=graph.missed[by_rank],
        source=source,
        child=rank[graph.child[source]],
        row_first=ends[3],
        col_first=ends[4],
        batches=_batches(np.stack((height, rows, cols)), ends),
    )


def _batches(shape: Ints, ends: tuple[Ints, ...]) -> list[Batch]:
    """Cut the ranks wherever height, rows or columns change; `ends` has the running totals to cut by."""
    cuts = [0, *(np.flatnonzero((np.diff(shape) != 0).any(axis=0)) + 1).tolist(), shape.shape[1]]
    batches = []
    for a, b in pairwise(cuts):
        height, m, n = shape[:, a].tolist()
        batches.append(Batch(height, m, n, *(slice(int(total[a]), int(total[b])) for total in ends)))
    return batches


def _gather(first: Ints, order: Ints) -> Ints:
    """The old places of the runs first[s]:first[s+1], taken in the given order of s."""
    counts = np.diff(first)[order]
    return np.repeat(first[order] - starts(counts)[:-1], counts) + np.arange(int(counts.sum()))


@Kernel
def _heights(first: Ints, child: Ints) -> Ints:
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


def _cycle(graph: Graph, first: Ints, height: Ints) -> str:
    """A cycle among the positions that never end, as a person reads it."""
    seen: dict[int, int] = {}
    s = int(np.argmin(height))
    while s not in seen:
        seen[s] = len(seen)
        s = next(int(t) for t in graph.child[first[s] : first[s + 1]] if height[t] < 0)
    cycle = [repr(graph.positions[t]) for t in seen if seen[t] >= seen[s]]
    if len(cycle) > 12:
        cycle = [*cycle[:6], f"({len(cycle) - 10} more)", *cycle[-4:]]
    return " → ".join([*cycle, repr(graph.positions[s])])
