"""Removal of dominated and forced moves from a hidden game, repeatedly, before it is solved.

A move whose consequences are all forced has a fixed payoff against each sequence of the opponent. Another such move
of the same information set dominates it if its payoff is never lower: if the smallest difference over all plans of
the opponent is not negative. That minimum is found by recursion in the opponent's tree, from the last sets that
matter to the first. A dominated move is never needed, so it is removed; and a set with one move left is not a
decision, so its sequence is merged with its parent. Either step may expose another dominated move, of this player or
the other.

An optimal strategy of the reduced game is optimal in the whole game: a player who leaves out dominated moves loses
nothing, and the opponent gains nothing by a dominated move. (Best responses in the whole game check this at the end.)

One round removes all dominated moves of a player. A move is *forced* if every set of the player that may follow it
has one move left, which is itself forced. Then it has a fixed payoff against each sequence of the opponent, and two
forced moves of a set differ by a sparse vector over these sequences. The smallest sum of this vector over all plans
of the opponent is found level by level, from the opponent's last sets to the first: the minimum over a set's
sequences is added to the set's parent. The pairs of moves of a set are columns of one table, whose rows are the
opponent's sequences; if there are many moves, this saves most of the work. The levels of the player are also
processed from the last to the first, so moves that become forced by the latest removals are compared in the same
round. In large games compiled loops compare one pair after the other instead (`kernels.remove_by_pairs`), with the
same result.

If the rules know symmetries, for example of suits, the information sets that they exchange are merged first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import cycle, pairwise
from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Bools, Floats, Ints
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.hidden.form import Reach, SequenceTree
from zerosum.models.hidden.solve.bilinear import BilinearGame, WholeMatrix
from zerosum.models.hidden.solve.kernels import remove_by_pairs
from zerosum.numerics.programs import MatrixEntries
from zerosum.numerics.sparse import Matrix, entries, lengths, matrix

FEW = 0.015
"""A round that removes no more than this share of the reachable moves is the last."""

AT_ONCE = 2_000_000
"""Approximate number of payoffs that are compared at once; more would take too much memory."""


@dataclass(frozen=True)
class ReducedGame:
    """A reduced game, and the data to convert its strategies to strategies of the whole game."""

    game: BilinearGame
    place: dict[Side, Ints]
    """The sequence of the reduced game for each sequence of the whole game; -1 if it was removed."""
    kept: dict[Side, Bools]
    """The moves that are not dominated."""
    idle: dict[Side, Bools]
    """The information sets at which nothing is at stake any more."""

    def carry_back(self, side: Side, reach: Reach) -> Reach:
        """Return reaches of the whole game from those of the reduced game; a list stays a list."""
        place = self.place[side]
        if isinstance(reach, np.ndarray):
            return np.where(place >= 0, reach[place], 0.0)
        return [reach[k] if k >= 0 else 0 for k in place.tolist()]


def unreduced(game: BilinearGame) -> ReducedGame:
    place: dict[Side, Ints] = {side: np.arange(game.of(side).sequences) for side in SIDES}
    kept: dict[Side, Bools] = {side: np.ones(game.of(side).sequences, np.bool_) for side in SIDES}
    idle: dict[Side, Bools] = {side: np.zeros(len(game.of(side)), np.bool_) for side in SIDES}
    return ReducedGame(game, place, kept, idle)


def reduce_game(game: BilinearGame) -> ReducedGame:
    kept = {side: np.ones(game.of(side).sequences, np.bool_) for side in SIDES}
    reachable = {side: np.ones(game.of(side).sequences, np.bool_) for side in SIDES}
    payoffs = {side: pair_payoffs(game, side) for side in SIDES}
    # a round finds all moves that the opponent's last round exposed; a round that finds few is the last, since
    # solving the program is then faster than another round
    for done, side in enumerate(cycle(SIDES)):
        own, foe = reachable[side], reachable[other(side)]
        payoffs[side] = payoffs[side].where(own[payoffs[side].own] & foe[payoffs[side].foe])
        removed = remove_dominated(game, side, payoffs[side], kept, reachable)
        if done and removed <= FEW * np.count_nonzero(reachable[side]):
            break
    return left_of(game, kept, reachable)


def left_of(game: BilinearGame, kept: dict[Side, Bools], reachable: dict[Side, Bools]) -> ReducedGame:
    place: dict[Side, Ints] = {side: renumber(game.of(side), kept[side], reachable[side]) for side in SIDES}
    smaller = _smaller(game, place, kept)
    idle = {side: _idle(game.of(side), place[side], smaller, side) for side in SIDES}
    return ReducedGame(smaller, place, kept, idle)


def reduce_symmetric(game: BilinearGame, alike: Mapping[Side, Ints]) -> ReducedGame:
    """Merge information sets that a symmetry exchanges, that is, sets with equal numbers in `alike`; then
    reduce the game.

    The mean of a strategy over all symmetries guarantees as much as the strategy, so nothing is lost if equivalent
    sets have the same mix. The value of the whole game is proved afterwards, as always.
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
    trees: dict[Side, SequenceTree] = {}
    for side in SIDES:
        tree, new, left = game.of(side), place[side], np.zeros(0, np.int64)
        if len(tree):
            left = np.add.reduceat(kept[side][1:].astype(np.int64), tree.first[:-1] - 1)
        stays = (left > 1) & (new[tree.parent] >= 0)  # the sets that are still decisions
        trees[side] = SequenceTree(new[tree.parent[stays]], np.concatenate([[1], 1 + np.cumsum(left[stays])]))

    return _folded(game, trees, place)


def _folded(game: BilinearGame, trees: dict[Side, SequenceTree], place: dict[Side, Ints]) -> BilinearGame:
    """Return a game on other trees, whose payoffs are sums over the sequences mapped to the same sequence."""

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
    """Return whether no payoff is left after each set."""
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


class PairPayoffs(NamedTuple):
    """Payoffs to a player for pairs of sequences, the player's and the opponent's; a pair may occur several times."""

    own: Ints
    foe: Ints
    amount: Floats

    def where(self, chosen: Bools | Ints | slice) -> PairPayoffs:
        return PairPayoffs(self.own[chosen], self.foe[chosen], self.amount[chosen])

    def joined(self, others: PairPayoffs) -> PairPayoffs:
        return PairPayoffs(
            np.concatenate((self.own, others.own)),
            np.concatenate((self.foe, others.foe)),
            np.concatenate((self.amount, others.amount)),
        )


def pair_payoffs(game: BilinearGame, side: Side) -> PairPayoffs:
    """Return the payoffs to a player, in the order of the player's sequences."""
    amount, own, foe = entries(game.matrix if side == "row" else game.transpose)
    return PairPayoffs(own, foe, amount if side == "row" else -amount)


def remove_dominated(
    game: BilinearGame,
    side: Side,
    payoffs: PairPayoffs,
    both_kept: Mapping[Side, Bools],
    both_reachable: Mapping[Side, Bools],
) -> int:
    """Mark a player's dominated moves as not kept, and sequences after them as unreachable; return the number of
    removed moves.
    """
    mine, foe, kept = game.of(side), game.of(other(side)), both_kept[side]
    reachable, foe_reachable = both_reachable[side], both_reachable[other(side)]
    # rounding decides between moves that are equal, so rounded payoffs are always added in the same order
    if game.exact and remove_by_pairs.is_worth_compiling(payoffs.amount):
        trees = mine.parent, mine.first, foe.parent, foe.first
        against = np.searchsorted(payoffs.own, np.arange(mine.sequences + 1)), payoffs.foe
        return remove_by_pairs(*trees, against, payoffs.amount, kept, reachable, foe_reachable)
    # the payoffs that still count, by the level of the player's set
    payoffs = payoffs.where(kept[payoffs.own] & foe_reachable[payoffs.foe])
    level = mine.level_of_sequence[payoffs.own]
    order = np.argsort(level, kind="stable")
    payoffs, bounds = payoffs.where(order), np.searchsorted(level[order], np.arange(len(mine.levels) + 1))
    foe_moves = _counts(foe_reachable[1:], foe.first[:-1] - 1)
    unforced = np.zeros(mine.sequences, np.bool_)
    raised = payoffs.where(slice(0))  # payoffs of forced moves of the level below
    removed = 0
    for depth in range(len(mine.levels) - 1, -1, -1):
        sets = mine.levels[depth]
        here = payoffs.where(slice(bounds[depth], bounds[depth + 1])).joined(raised)
        here = here.where(~unforced[here.own])
        here = here.where(np.argsort(here.own, kind="stable"))
        # compare the forced moves of each set, all sets with equally many at once
        sequences = mine.sequences_of_level[depth]
        begin = np.cumsum(mine.moves[sets]) - mine.moves[sets]
        forced = kept[sequences] & ~unforced[sequences]
        count = _counts(forced, begin)
        first_forced = np.cumsum(count) - count
        compared = np.where(reachable[mine.parent[sets]], count, 0)
        for moves in np.unique(compared[compared > 1]).tolist():
            chosen = first_forced[compared == moves]
            table = sequences[forced][chosen[:, None] + np.arange(moves)]
            gone = table[_dominated(table, here, foe, foe_moves)]
            kept[gone] = False
            removed += len(gone)
        # a set with one move left is settled if that is forced: its payoffs rise to the sequence that leads there
        left = kept[sequences]
        settled = (_counts(left, begin) == 1) & (_counts(left & forced, begin) == 1)
        unforced[mine.parent[sets[~settled]]] = True
        is_settled = np.zeros(len(mine), np.bool_)
        is_settled[sets] = settled
        below = here.where(kept[here.own] & is_settled[mine.owner[here.own]])
        raised = below._replace(own=mine.before[below.own])
    mark_reachable(mine, kept, reachable)
    return removed


def _dominated(moves: Ints, payoffs: PairPayoffs, foe: SequenceTree, foe_moves: Ints) -> Bools:
    """Return whether each move is dominated by an undominated move of its group; `payoffs` are sorted."""
    lines, count = moves.shape
    worse, better = np.nonzero(~np.eye(count, dtype=np.bool_))  # all pairs of different columns
    begin = np.searchsorted(payoffs.own, moves)
    length = np.searchsorted(payoffs.own, moves, side="right") - begin
    dominated_by = np.zeros((count, count, lines), np.bool_)
    parts = np.cumsum(length.sum(axis=1) * len(worse)) // AT_ONCE
    for start, stop in pairwise([0, *(1 + np.flatnonzero(np.diff(parts))).tolist(), lines]):
        part, lengths = slice(start, stop), length[start:stop]
        entry = ranges(begin[part].ravel(), lengths.ravel())
        move = np.repeat(np.tile(np.arange(count), stop - start), lengths.ravel())
        line, sequence = np.repeat(np.arange(stop - start), lengths.sum(axis=1)), payoffs.foe[entry]
        order = np.argsort(line * foe.sequences + sequence, kind="stable")
        line, sequence, move = line[order], sequence[order], move[order]
        new = _changes(line, sequence)
        size, row = int(np.count_nonzero(new)), np.cumsum(new) - 1
        amount = payoffs.amount[entry[order]]
        earned = np.bincount(move * size + row, amount, size * count).astype(np.float64, copy=False)
        earned = earned.reshape(count, size)
        more = Vectors(line[new], sequence[new], earned[better] - earned[worse])
        dominated_by[worse, better, part] = _least(more, stop - start, foe, foe_moves) >= 0
    alive = np.ones((count, lines), np.bool_)
    for i in range(count):  # of two equal moves the later one is kept
        alive[i] = ~(dominated_by[i] & alive).any(axis=0)
    return ~alive.T


class Vectors(NamedTuple):
    """Vectors over the opponent's sequences, several for each group of moves: the columns are pairs of a group and a
    sequence.
    """

    line: Ints
    sequence: Ints
    amounts: Floats

    def where(self, chosen: Ints | slice) -> Vectors:
        return Vectors(self.line[chosen], self.sequence[chosen], self.amounts[:, chosen])

    def total(self, count: int) -> Floats:
        """Return the sum of each vector, for `count` groups; columns are sorted by group."""
        starts = np.flatnonzero(_changes(self.line))
        found = np.zeros((len(self.amounts), count))
        if len(starts):
            found[:, self.line[starts]] = np.add.reduceat(self.amounts, starts, axis=1)
        return found


def _least(vectors: Vectors, count: int, foe: SequenceTree, foe_moves: Ints) -> Floats:
    """Return the smallest sum of each vector over the plans of the opponent, for `count` groups of vectors.

    Columns are sorted by group and sequence. `foe_moves` holds the number of reachable moves at each set of the
    opponent; moves without a payment count as 0.
    """
    level = foe.level_of_sequence[vectors.sequence]
    order = np.argsort(level, kind="stable")
    bounds = np.searchsorted(level[order], np.arange(-1, len(foe.levels) + 1))
    vectors = vectors.where(order)
    line, sequence, least = vectors.where(slice(0))
    for depth in range(len(foe.levels) - 1, -1, -1):
        part = slice(bounds[depth + 1], bounds[depth + 2])
        if part.start < part.stop:
            here = vectors.where(part)
            line, sequence = np.concatenate((here.line, line)), np.concatenate((here.sequence, sequence))
            least = np.concatenate((here.amounts, least), axis=1)
        elif not len(line):  # there is no payoff at this level
            continue
        key = line * foe.sequences + sequence
        if (key[1:] < key[:-1]).any():
            order = np.argsort(key, kind="stable")
            line, sequence, least = line[order], sequence[order], least[:, order]
        starts = np.flatnonzero(_changes(line, sequence))
        if len(starts) < len(line):
            line, sequence, least = line[starts], sequence[starts], np.add.reduceat(least, starts, axis=1)
        place = foe.owner[sequence]
        starts = np.flatnonzero(_changes(line, place))
        paid = np.concatenate((starts[1:], [len(line)])) - starts
        if len(starts) < len(line):
            line, place, least = line[starts], place[starts], np.minimum.reduceat(least, starts, axis=1)
        np.minimum(least, 0, out=least, where=paid < foe_moves[place])
        sequence = foe.parent[place]
    always = vectors.where(slice(bounds[0], bounds[1]))
    return always.total(count) + Vectors(line, sequence, least).total(count)


def mark_reachable(tree: SequenceTree, kept: Bools, reachable: Bools) -> None:
    """Mark a sequence as reachable if its move is kept and its parent is reachable."""
    for sequences in tree.sequences_of_level:
        reachable[sequences] = kept[sequences] & reachable[tree.before[sequences]]


def renumber(tree: SequenceTree, kept: Bools, reachable: Bools) -> Ints:
    """Renumber the remaining sequences; the only sequence of a set gets its parent's number, removed sequences get
    -1.
    """
    alone = np.zeros(tree.sequences, np.bool_)
    alone[1:] = np.repeat(_counts(kept[1:], tree.first[:-1] - 1) == 1, tree.moves)
    number = np.cumsum(reachable & ~alone) - 1
    merged = np.where(alone, tree.before, np.arange(tree.sequences))
    while alone[merged].any():
        merged = merged[merged]
    return np.where(reachable, number[merged], -1)


def ranges(first: Ints, counts: Ints) -> Ints:
    """Return, for each i in turn, the counts[i] numbers first[i], first[i] + 1, ..."""
    ends = np.cumsum(counts)
    return np.repeat(first - ends + counts, counts) + np.arange(int(counts.sum()))


def _changes(*columns: Ints) -> Bools:
    """Return whether each row differs from the one before; the first row counts as different."""
    new = np.ones(len(columns[0]), np.bool_)
    np.not_equal(columns[0][1:], columns[0][:-1], out=new[1:])
    for column in columns[1:]:
        new[1:] |= column[1:] != column[:-1]
    return new


def _counts(truths: Bools, starts: Ints) -> Ints:
    """Return the number of true entries in each run."""
    return np.add.reduceat(truths.astype(np.int64), starts) if len(starts) else starts
