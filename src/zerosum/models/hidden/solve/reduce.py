"""Dominated moves and forced ones taken out of a hidden game, again and again, before it is solved.

A move whose consequences are all forced earns a player so much against each sequence of the opponent. Another such
move of the same information set dominates it if it earns no less whatever the opponent does: if the smallest
difference, over all plans of the opponent, is not negative. That minimum is found by recursion in the opponent's
tree, from the last sets that matter to the first. A dominated move is never needed, so it goes; and a set with one
move left is no decision, so its sequence becomes one with its parent. Either may lay open the next dominated move, of
this player or the other.

An optimal strategy of what is left is optimal in the whole game: who leaves out dominated moves loses nothing, and the
opponent gains nothing from such a move. (That is checked again at the end, by best replies in the whole game.)
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush

import numpy as np

from zerosum.core.arrays import Bools, Floats, Ints, Scalar
from zerosum.core.compiled import Kernel
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.hidden.solve.bilinear import Bilinear, Tree
from zerosum.numerics.sparse import Entries, Matrix, compressed, entries, matrix

__all__ = ["Reach", "Reduced", "reduced"]

END = 1
"""What stays at the bottom of a heap of sets, the last of which is on top as the smallest number."""


Reach = Scalar
"""Of each sequence: an array of floats, or a list of integers in the same unit as the first."""
Mine = tuple[Ints, Ints, Ints, Ints]
"""Of a player's sets: parents, first sequences, and the sets in the order of their parents, with where each begins."""
Foe = tuple[Ints, Ints, Ints]
"""Of the opponent's: parents, first sequences, and the set of each sequence."""
Payoffs = tuple[Ints, Ints, Floats]
"""The payoffs of each sequence: where they begin, against which sequence, how much."""


@dataclass(frozen=True)
class Reduced:
    """What is left of a game, and how its strategies are carried back."""

    game: Bilinear
    place: dict[Side, Ints]
    """The sequence of the reduced game that each sequence has become; -1 for one that is gone."""
    kept: dict[Side, Bools]
    """The moves that are not dominated."""
    idle: dict[Side, Bools]
    """The information sets at which nothing is at stake any more."""

    def carried_back(self, side: Side, reach: Reach) -> Reach:
        """Reaches of the whole game from those of the reduced one; a list stays one."""
        place = self.place[side]
        if isinstance(reach, np.ndarray):
            return np.where(place >= 0, reach[place], 0.0)
        return [reach[k] if k >= 0 else 0 for k in place.tolist()]


def reduced(game: Bilinear, allowed: Bools | None = None) -> Reduced:
    """Take out dominated moves until there are none; and those that row is not allowed, if some are."""
    kept = {side: np.ones(game.of(side).sequences, np.bool_) for side in SIDES}
    alive = {side: np.ones(game.of(side).sequences, np.bool_) for side in SIDES}
    if allowed is not None:
        kept["row"] = allowed.copy()
        _bury(game.row.parent, game.row.first, kept["row"], alive["row"])
    calm = 0
    while calm < len(SIDES):
        for side in SIDES:
            gone = _pass(game, side, kept[side], alive)
            calm = 0 if gone else calm + 1
    place = {side: _places(game.of(side), kept[side]) for side in SIDES}
    smaller = _smaller(game, place, kept)
    idle = {side: _idle(game.of(side), place[side], smaller, side) for side in SIDES}
    return Reduced(smaller, place, kept, idle)


def _pass(game: Bilinear, side: Side, kept: Bools, alive: dict[Side, Bools]) -> int:
    """Go through all sets of a player once; how many moves were taken out."""
    mine, foe = game.of(side), game.of(other(side))
    data, index, pointer = compressed(game.matrix if side == "row" else -game.transpose)
    order = np.argsort(mine.parent, kind="stable")
    starts = np.searchsorted(mine.parent[order], np.arange(mine.sequences + 1))
    payoffs = pointer, index.astype(np.int64), data
    gone = int(
        _prune(
            (mine.parent, mine.first, starts, order),
            (foe.parent, foe.first, foe.owner),
            payoffs,
            kept,
            alive[side],
            alive[other(side)],
        )
    )
    _bury(mine.parent, mine.first, kept, alive[side])
    return gone


@Kernel
def _bury(parent: Ints, first: Ints, kept: Bools, alive: Bools) -> None:
    """A sequence is alive if its move is kept and its parent alive."""
    for i in range(len(parent)):
        for k in range(first[i], first[i + 1]):
            alive[k] = kept[k] and alive[parent[i]]


@Kernel
def _prune(mine: Mine, foe: Foe, matrix: Payoffs, kept: Bools, alive: Bools, foe_alive: Bools) -> int:
    """Take out dominated moves, from the last set to the first."""
    parent, first, starts, order = mine
    forced = np.zeros(len(kept), np.bool_)
    worth = np.zeros(len(foe_alive))
    waiting = np.zeros(len(foe[0]), np.bool_)
    gone = 0
    for i in range(len(parent) - 1, -1, -1):
        for k in range(first[i], first[i + 1]):
            forced[k] = kept[k] and _is_forced(first, starts, order, kept, forced, k)
        if not alive[parent[i]]:
            continue
        for a in range(first[i], first[i + 1]):
            for b in range(first[i], first[i + 1]):
                if a != b and forced[a] and forced[b]:
                    heap = [END]
                    _spread(mine, matrix, kept, foe[2], foe_alive, b, 1.0, worth, waiting, heap)
                    _spread(mine, matrix, kept, foe[2], foe_alive, a, -1.0, worth, waiting, heap)
                    if _least(foe, foe_alive, worth, waiting, heap) >= 0:
                        kept[a] = forced[a] = False
                        gone += 1
    return gone


@Kernel
def _is_forced(first: Ints, starts: Ints, order: Ints, kept: Bools, forced: Bools, sequence: int) -> bool:
    """Whether at most one move is left at every set below a sequence."""
    for t in range(starts[sequence], starts[sequence + 1]):
        left, fine = 0, True
        for k in range(first[order[t]], first[order[t] + 1]):
            if kept[k]:
                left += 1
                fine = fine and forced[k]
        if left != 1 or not fine:
            return False
    return True


@Kernel
def _spread(
    mine: Mine,
    matrix: Payoffs,
    kept: Bools,
    owner: Ints,
    foe_alive: Bools,
    sequence: int,
    sign: float,
    worth: Floats,
    waiting: Bools,
    heap: list[int],
) -> None:
    """Add what a sequence, and all that it forces, earns against each sequence of the opponent."""
    _, first, starts, order = mine
    pointer, index, data = matrix
    todo = [sequence]
    while todo:
        k = todo.pop()
        for entry in range(pointer[k], pointer[k + 1]):
            theirs = index[entry]
            if foe_alive[theirs]:
                worth[theirs] += sign * data[entry]
                place = owner[theirs]
                if place >= 0 and not waiting[place]:
                    waiting[place] = True
                    heappush(heap, -place)
        for t in range(starts[k], starts[k + 1]):
            for below in range(first[order[t]], first[order[t] + 1]):
                if kept[below]:
                    todo.append(below)


@Kernel
def _least(foe: Foe, foe_alive: Bools, worth: Floats, waiting: Bools, heap: list[int]) -> float:
    """The smallest sum over the opponent's plans; the scratch arrays are cleared."""
    parent, first, owner = foe
    while heap:
        i = -heappop(heap)
        if i == -END:
            break
        waiting[i] = False
        least = np.inf
        for k in range(first[i], first[i + 1]):
            if foe_alive[k]:
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


def _places(tree: Tree, kept: Bools) -> Ints:
    """The new number of each sequence."""
    place = np.full(tree.sequences, -1, np.int64)
    place[0] = 0
    _number(tree.parent, tree.first, kept, place)
    return place


@Kernel
def _number(parent: Ints, first: Ints, kept: Bools, place: Ints) -> None:
    """A sequence that is the only one left at its set becomes one with its parent."""
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


def _smaller(game: Bilinear, place: dict[Side, Ints], kept: dict[Side, Bools]) -> Bilinear:
    """The game of the sequences that are left."""
    trees = {side: _cut(game.of(side), place[side], kept[side]) for side in SIDES}
    shape = trees["row"].sequences, trees["col"].sequences
    payoffs, size = (_folded(whole, place, shape) for whole in (game.matrix, game.size))
    return Bilinear(trees["row"], trees["col"], payoffs, size, game.scale, game.exact)


def _folded(whole: Matrix, place: dict[Side, Ints], shape: tuple[int, int]) -> Matrix:
    """A matrix by the new numbers of the sequences."""
    data, row, col = entries(whole)
    row, col = place["row"][row], place["col"][col]
    fine = (row >= 0) & (col >= 0)
    return matrix(Entries(data[fine], row[fine], col[fine]), shape)


def _cut(tree: Tree, place: Ints, kept: Bools) -> Tree:
    """The tree of the sets that are decisions still."""
    left = (
        np.add.reduceat(kept[1:].astype(np.int64), tree.first[:-1] - 1)
        if len(tree)
        else np.zeros(0, np.int64)
    )
    stays = (left > 1) & (place[tree.parent] >= 0)
    return Tree(place[tree.parent[stays]], np.concatenate([[1], 1 + np.cumsum(left[stays])]))


def _idle(tree: Tree, place: Ints, smaller: Bilinear, side: Side) -> Bools:
    """The sets below which no payoff is left."""
    paid = abs(smaller.matrix).sum(axis=1 if side == "row" else 0)
    busy = np.zeros(tree.sequences, np.bool_)
    new = smaller.of(side)
    below = paid > 0
    for i in range(len(new) - 1, -1, -1):
        below[new.parent[i]] |= below[new.first[i] : new.first[i + 1]].any()
    busy[place >= 0] = below[place[place >= 0]]
    return ~np.logical_or.reduceat(busy, tree.first[:-1]) if len(tree) else np.zeros(0, np.bool_)
