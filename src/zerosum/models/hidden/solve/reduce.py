"""Dominated moves and forced ones are removed from a hidden game, again and again, before it is solved.

A move whose consequences are all forced earns a player a fixed amount against each sequence of the opponent. Another
such move of the same information set dominates it if it earns no less whatever the opponent does: if the smallest
difference, over all plans of the opponent, is not negative. That minimum is found by recursion in the opponent's tree,
from the last sets that matter to the first. A dominated move is never needed, so it is removed; and a set with one move
left is not a decision, so its sequence is merged with its parent. Either may expose the next dominated move, of this
player or the other.

An optimal strategy of what is left is optimal in the whole game: a player who leaves out dominated moves loses nothing,
and the opponent gains nothing from such a move. (Best replies in the whole game check that again at the end.)

Where the rules know symmetries, as of suits, the information sets that they exchange are merged first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import cycle

import numpy as np

from zerosum.core.arrays import Bools, Ints
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.hidden.form import Reach, SequenceTree
from zerosum.models.hidden.solve.bilinear import BilinearGame, WholeMatrix
from zerosum.models.hidden.solve.dominated import mark_reachable, pair_payoffs, remove_dominated, renumber
from zerosum.numerics.programs import MatrixEntries
from zerosum.numerics.sparse import Matrix, entries, lengths, matrix

FEW = 0.015
"""The last round is one that removes no more than this share of the moves that can be reached."""


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
    """Remove dominated moves until few are left; also the moves that row is not allowed, if there are any."""
    kept = {side: np.ones(game.of(side).sequences, np.bool_) for side in SIDES}
    reachable = {side: np.ones(game.of(side).sequences, np.bool_) for side in SIDES}
    if allowed is not None:
        kept["row"] = allowed.copy()
        mark_reachable(game.row, kept["row"], reachable["row"])
    payoffs = {side: pair_payoffs(game, side) for side in SIDES}
    # a round finds all that the opponent's last round exposed; one that finds little is the last, as the program is
    # solved sooner than the next round
    for done, side in enumerate(cycle(SIDES)):
        own, foe = reachable[side], reachable[other(side)]
        payoffs[side] = payoffs[side].where(own[payoffs[side].own] & foe[payoffs[side].foe])
        removed = remove_dominated(game, side, payoffs[side], kept, reachable)
        if done and removed <= FEW * np.count_nonzero(reachable[side]):
            break
    return left_of(game, kept, reachable)


def left_of(game: BilinearGame, kept: dict[Side, Bools], reachable: dict[Side, Bools]) -> ReducedGame:
    """The game of the moves that are kept."""
    place: dict[Side, Ints] = {side: renumber(game.of(side), kept[side], reachable[side]) for side in SIDES}
    smaller = _smaller(game, place, kept)
    idle = {side: _idle(game.of(side), place[side], smaller, side) for side in SIDES}
    return ReducedGame(smaller, place, kept, idle)


def reduce_symmetric(game: BilinearGame, alike: Mapping[Side, Ints]) -> ReducedGame:
    """Merge information sets that a symmetry exchanges, those with the same number in `alike`; then reduce the game.

    The mean of a strategy over all symmetries guarantees as much as the strategy, so nothing is lost by the same mix at
    sets that are alike. The value of the whole game is proved afterwards, as always.
    """
    trees: dict[Side, SequenceTree] = {}
    place: dict[Side, Ints] = {}
    merged: dict[Side, Ints] = {}
    for side in SIDES:
        tree = game.of(side)
        _, first, which = np.unique(alike[side], return_index=True, return_inverse=True)
        order = np.argsort(first)
        merged[side], kept = np.argsort(order)[which], first[order]  # in their old order: parents come first
        begins = np.concatenate([[1], 1 + np.cumsum(tree.moves[kept])])
        place[side] = np.arange(tree.sequences)
        place[side][1:] += np.repeat(begins[merged[side]] - tree.first[:-1], tree.moves)
        trees[side] = SequenceTree(place[side][tree.parent[kept]], begins)
    less = reduce_game(_folded(game, trees, place))
    return ReducedGame(
        less.game,
        {side: less.place[side][place[side]] for side in SIDES},
        {side: less.kept[side][place[side]] for side in SIDES},
        {side: less.idle[side][merged[side]] for side in SIDES},
    )


def _smaller(game: BilinearGame, place: dict[Side, Ints], kept: dict[Side, Bools]) -> BilinearGame:
    """The game of the sequences that are left."""
    trees: dict[Side, SequenceTree] = {}
    for side in SIDES:
        tree, new, left = game.of(side), place[side], np.zeros(0, np.int64)
        if len(tree):
            left = np.add.reduceat(kept[side][1:].astype(np.int64), tree.first[:-1] - 1)
        stays = (left > 1) & (new[tree.parent] >= 0)  # the sets that are still decisions
        trees[side] = SequenceTree(new[tree.parent[stays]], np.concatenate([[1], 1 + np.cumsum(left[stays])]))

    return _folded(game, trees, place)


def _folded(game: BilinearGame, trees: dict[Side, SequenceTree], place: dict[Side, Ints]) -> BilinearGame:
    """A game on other trees, whose payoffs are sums of those of the sequences that have come to each place."""

    def fold(whole: Matrix) -> Matrix:
        data, row, col = entries(whole)
        row, col = place["row"][row], place["col"][col]
        fine = (row >= 0) & (col >= 0)
        shape = trees["row"].sequences, trees["col"].sequences
        return matrix(MatrixEntries(data[fine], row[fine], col[fine]), shape)

    whole = game.whole and WholeMatrix(fold(game.whole.matrix), game.whole.denominator)
    rounded = None if game.exact else fold(game.size)
    return BilinearGame(trees["row"], trees["col"], fold(game.matrix), game.scale, game.exact, whole, rounded)


def _idle(tree: SequenceTree, place: Ints, smaller: BilinearGame, side: Side) -> Bools:
    """The sets below which no payoff is left."""
    below = lengths(smaller.matrix if side == "row" else smaller.transpose) > 0
    new = smaller.of(side)
    paid = np.flatnonzero(below)
    while len(paid):
        paid = new.before[paid]
        paid = paid[~below[paid]]
        below[paid] = True
    busy = np.zeros(tree.sequences, np.bool_)
    busy[place >= 0] = below[place[place >= 0]]
    return ~np.logical_or.reduceat(busy, tree.first[:-1]) if len(tree) else np.zeros(0, np.bool_)
