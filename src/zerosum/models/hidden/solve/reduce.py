"""Dominated moves and forced ones are removed from a hidden game, again and again, before it is solved.

A move whose consequences are all forced earns a player a fixed amount against each sequence of the opponent. Another
such move of the same information set dominates it if it earns no less whatever the opponent does: if the smallest
difference, over all plans of the opponent, is not negative. That minimum is found by recursion in the opponent's tree,
from the last sets that matter to the first. A dominated move is never needed, so it is removed; and a set with one move
left is not a decision, so its sequence is merged with its parent. Either may expose the next dominated move, of this
player or the other.

An optimal strategy of what is left is optimal in the whole game: a player who leaves out dominated moves loses nothing,
and the opponent gains nothing from such a move. (Best replies in the whole game check that again at the end.)
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import cycle

import numpy as np

from zerosum.core.arrays import Bools, Ints
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.hidden.form import Reach, SequenceTree
from zerosum.models.hidden.solve.bilinear import BilinearGame, WholeMatrix
from zerosum.models.hidden.solve.dominated import Payoffs, mark_reachable, remove_dominated, renumber
from zerosum.numerics.programs import MatrixEntries
from zerosum.numerics.sparse import Matrix, entries, matrix


@dataclass(frozen=True)
class ReducedGame:
    """What is left of a game, and how its strategies are carried back."""

    game: BilinearGame
    place: dict[Side, Ints]
    """The sequence of the reduced game that each sequence has become; -1 for one that was removed."""
    kept: dict[Side, Bools]
    """The moves that are not dominated."""
    idle: dict[Side, Bools]
    """The information sets at which nothing is at stake any more."""

    def carry_back(self, side: Side, reach: Reach) -> Reach:
        """Reaches of the whole game from those of the reduced one; a list stays a list."""
        place = self.place[side]
        if isinstance(reach, np.ndarray):
            return np.where(place >= 0, reach[place], 0.0)
        return [reach[k] if k >= 0 else 0 for k in place.tolist()]


def unreduced(game: BilinearGame) -> ReducedGame:
    """The whole game, from which nothing was removed."""
    place: dict[Side, Ints] = {side: np.arange(game.of(side).sequences) for side in SIDES}
    kept: dict[Side, Bools] = {side: np.ones(game.of(side).sequences, np.bool_) for side in SIDES}
    idle: dict[Side, Bools] = {side: np.zeros(len(game.of(side)), np.bool_) for side in SIDES}
    return ReducedGame(game, place, kept, idle)


def reduce_game(game: BilinearGame, allowed: Bools | None = None) -> ReducedGame:
    """Remove dominated moves until there are none; also the moves that row is not allowed, if there are any."""
    kept = {side: np.ones(game.of(side).sequences, np.bool_) for side in SIDES}
    reachable = {side: np.ones(game.of(side).sequences, np.bool_) for side in SIDES}
    if allowed is not None:
        kept["row"] = allowed.copy()
        mark_reachable(game.row, kept["row"], reachable["row"])
    amount, row, col = entries(game.matrix)
    rows = Payoffs(row.astype(np.int64), col.astype(np.int64), amount)
    payoffs = {"row": rows, "col": Payoffs(rows.foe, rows.own, -rows.amount)}
    # a round finds all that the opponent's last round exposed, so the first one that removes nothing is the last
    for done, side in enumerate(cycle(SIDES)):
        foe = other(side)
        removed = remove_dominated(
            game.of(side), game.of(foe), payoffs[side], kept[side], reachable[side], reachable[foe]
        )
        mark_reachable(game.of(side), kept[side], reachable[side])
        if done and not removed:
            break
    place = {side: renumber(game.of(side), kept[side]) for side in SIDES}
    smaller = _smaller(game, place, kept)
    idle = {side: _idle(game.of(side), place[side], smaller, side) for side in SIDES}
    return ReducedGame(smaller, place, kept, idle)


def _smaller(game: BilinearGame, place: dict[Side, Ints], kept: dict[Side, Bools]) -> BilinearGame:
    """The game of the sequences that are left."""
    trees: dict[Side, SequenceTree] = {}
    for side in SIDES:
        tree, new, left = game.of(side), place[side], np.zeros(0, np.int64)
        if len(tree):
            left = np.add.reduceat(kept[side][1:].astype(np.int64), tree.first[:-1] - 1)
        stays = (left > 1) & (new[tree.parent] >= 0)  # the sets that are still decisions
        trees[side] = SequenceTree(new[tree.parent[stays]], np.concatenate([[1], 1 + np.cumsum(left[stays])]))

    def fold(whole: Matrix) -> Matrix:
        data, row, col = entries(whole)
        row, col = place["row"][row], place["col"][col]
        fine = (row >= 0) & (col >= 0)
        shape = trees["row"].sequences, trees["col"].sequences
        return matrix(MatrixEntries(data[fine], row[fine], col[fine]), shape)

    payoffs, size = fold(game.matrix), fold(game.size)
    whole = game.whole and WholeMatrix(fold(game.whole.matrix), game.whole.denominator)
    return BilinearGame(trees["row"], trees["col"], payoffs, size, game.scale, game.exact, whole)


def _idle(tree: SequenceTree, place: Ints, smaller: BilinearGame, side: Side) -> Bools:
    """The sets below which no payoff is left."""
    below = abs(smaller.matrix).sum(axis=1 if side == "row" else 0) > 0
    new = smaller.of(side)
    for i in range(len(new) - 1, -1, -1):
        below[new.parent[i]] |= below[new.first[i] : new.first[i + 1]].any()
    busy = np.zeros(tree.sequences, np.bool_)
    busy[place >= 0] = below[place[place >= 0]]
    return ~np.logical_or.reduceat(busy, tree.first[:-1]) if len(tree) else np.zeros(0, np.bool_)
