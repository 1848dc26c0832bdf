"""One round of removing dominated moves: all pairs of moves at all sets of a level are compared at once, on arrays.

A move is *forced* if every set of the player's that may follow it has one move left, itself forced. Then it earns a
fixed amount against each sequence of the opponent, and two forced moves of a set differ by a sparse vector over those.
The least sum of that vector over all plans of the opponent follows level by level, from the opponent's last sets to the
first: a set adds the least of its sequences to its parent. A move is dominated by another one if the other earns at
least as much against every plan. The pairs of moves of a set are columns of one table, whose rows are the opponent's
sequences: where there are many moves, this saves most of the work.

The levels of the player are taken from the last to the first, too, so moves that become forced by what was just removed
are compared in the same round. Where there is much to do, compiled loops compare one pair after the other instead
(`kernels.remove_by_pairs`), with the same result.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Bools, Floats, Ints
from zerosum.core.sides import Side, other
from zerosum.models.hidden.form import SequenceTree
from zerosum.models.hidden.solve.bilinear import BilinearGame
from zerosum.models.hidden.solve.kernels import remove_by_pairs
from zerosum.numerics.sparse import entries

AT_ONCE = 2_000_000
"""Number of payoffs that are compared at once, about; more take too much memory."""


class PairPayoffs(NamedTuple):
    """Payoffs to the player of a pair of sequences, own and the opponent's; pairs may occur several times."""

    own: Ints
    foe: Ints
    amount: Floats

    def where(self, chosen: Bools | Ints | slice) -> PairPayoffs:
        """Some of them."""
        return PairPayoffs(self.own[chosen], self.foe[chosen], self.amount[chosen])

    def joined(self, others: PairPayoffs) -> PairPayoffs:
        """These and others."""
        return PairPayoffs(
            np.concatenate((self.own, others.own)),
            np.concatenate((self.foe, others.foe)),
            np.concatenate((self.amount, others.amount)),
        )


def pair_payoffs(game: BilinearGame, side: Side) -> PairPayoffs:
    """The payoffs to a player, in the order of the player's sequences."""
    amount, own, foe = entries(game.matrix if side == "row" else game.transpose)
    return PairPayoffs(own, foe, amount if side == "row" else -amount)


def remove_dominated(
    game: BilinearGame,
    side: Side,
    payoffs: PairPayoffs,
    both_kept: Mapping[Side, Bools],
    both_reachable: Mapping[Side, Bools],
) -> int:
    """Mark a player's dominated moves as not kept, and what follows them as not reachable; how many were removed."""
    mine, foe, kept = game.of(side), game.of(other(side)), both_kept[side]
    reachable, foe_reachable = both_reachable[side], both_reachable[other(side)]
    # rounding decides between moves that are equal, so rounded payoffs are always added in the same order
    if game.exact and remove_by_pairs.is_worth_compiling(payoffs.amount):
        trees = mine.parent, mine.first, foe.parent, foe.first
        against = np.searchsorted(payoffs.own, np.arange(mine.sequences + 1)), payoffs.foe
        return remove_by_pairs(*trees, against, payoffs.amount, kept, reachable, foe_reachable)
    payoffs = payoffs.where(kept[payoffs.own] & foe_reachable[payoffs.foe])
    level = mine.level_of_sequence[payoffs.own]
    order = np.argsort(level, kind="stable")
    payoffs, bounds = payoffs.where(order), np.searchsorted(level[order], np.arange(len(mine.levels) + 1))
    foe_moves = _counts(foe_reachable[1:], foe.first[:-1] - 1)
    unforced = np.zeros(mine.sequences, np.bool_)
    raised = payoffs.where(slice(0))  # from forced moves of the level below
    removed = 0
    for depth in range(len(mine.levels) - 1, -1, -1):
        sets = mine.levels[depth]
        here = payoffs.where(slice(bounds[depth], bounds[depth + 1])).joined(raised)
        here = here.where(~unforced[here.own])
        here = here.where(np.argsort(here.own, kind="stable"))
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
    """Which of the moves in each line are dominated by others of the line that are not; `payoffs` are sorted."""
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
    for i in range(count):  # of two equal moves the later one stays
        alive[i] = ~(dominated_by[i] & alive).any(axis=0)
    return ~alive.T


class Vectors(NamedTuple):
    """Vectors over the opponent's sequences, several for each line: the columns are pairs of a line and a sequence."""

    line: Ints
    sequence: Ints
    amounts: Floats

    def where(self, chosen: Ints | slice) -> Vectors:
        """Some columns."""
        return Vectors(self.line[chosen], self.sequence[chosen], self.amounts[:, chosen])

    def total(self, count: int) -> Floats:
        """The sum of each vector, for `count` lines; columns are sorted by their lines."""
        starts = np.flatnonzero(_changes(self.line))
        found = np.zeros((len(self.amounts), count))
        if len(starts):
            found[:, self.line[starts]] = np.add.reduceat(self.amounts, starts, axis=1)
        return found


def _least(vectors: Vectors, count: int, foe: SequenceTree, foe_moves: Ints) -> Floats:
    """The least sum of each vector over the plans of the opponent, for `count` lines of vectors.

    Columns are sorted by line and sequence. `foe_moves` are the numbers of moves at each set of the opponent's that can
    be reached; those at which nothing is paid count as 0.
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
        elif not len(line):  # nothing is paid so late
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
    """New numbers of the sequences that are left; one that is alone at its set gets that of its parent, others -1."""
    alone = np.zeros(tree.sequences, np.bool_)
    alone[1:] = np.repeat(_counts(kept[1:], tree.first[:-1] - 1) == 1, tree.moves)
    number = np.cumsum(reachable & ~alone) - 1
    merged = np.where(alone, tree.before, np.arange(tree.sequences))
    while alone[merged].any():
        merged = merged[merged]
    return np.where(reachable, number[merged], -1)


def ranges(first: Ints, counts: Ints) -> Ints:
    """The numbers first[i], first[i] + 1, ..., counts[i] of them, for each i in turn."""
    ends = np.cumsum(counts)
    return np.repeat(first - ends + counts, counts) + np.arange(int(counts.sum()))


def _changes(*columns: Ints) -> Bools:
    """Whether each row differs from the one before; the first one does."""
    new = np.ones(len(columns[0]), np.bool_)
    np.not_equal(columns[0][1:], columns[0][:-1], out=new[1:])
    for column in columns[1:]:
        new[1:] |= column[1:] != column[:-1]
    return new


def _counts(truths: Bools, starts: Ints) -> Ints:
    """The number of truths in each run."""
    return np.add.reduceat(truths.astype(np.int64), starts) if len(starts) else starts
