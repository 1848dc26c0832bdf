"""One round of removing dominated moves: all pairs of moves at all sets of a level are compared at once, on arrays.

A move is *forced* if every set of the player's that may follow it has one move left, itself forced. Then it earns a
fixed amount against each sequence of the opponent, and two forced moves of a set differ by a sparse vector over those.
The least and the greatest sum of that vector over all plans of the opponent follow level by level, from the opponent's
last sets to the first: a set adds the least (greatest) of its sequences to its parent. A move is dominated by another
one if the other earns at least as much against every plan.

The levels of the player are taken from the last to the first, too, so moves that become forced by what was just removed
are compared in the same round. Where there is much to do, compiled loops compare one pair after the other instead
(`kernels.remove_by_pairs`), with the same result.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
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
    a, b = _pairs(count)
    pair = np.stack((moves[:, a].ravel(), moves[:, b].ravel()))
    begin = np.searchsorted(payoffs.own, pair)
    length = np.searchsorted(payoffs.own, pair, side="right") - begin
    least, most = np.empty(pair.shape[1]), np.empty(pair.shape[1])
    parts = np.cumsum(length.sum(axis=0)) // AT_ONCE
    for start, stop in pairwise([0, *(1 + np.flatnonzero(np.diff(parts))).tolist(), len(parts)]):
        part, size = slice(start, stop), stop - start
        lengths = length[:, part].ravel()
        entry = ranges(begin[:, part].ravel(), lengths)
        number = np.repeat(np.tile(np.arange(size), 2), lengths)
        sign = np.repeat(np.repeat((-1.0, 1.0), size), lengths)
        difference = PairPayoffs(number, payoffs.foe[entry], sign * payoffs.amount[entry])
        least[part], most[part] = _extremes(difference, size, foe, foe_moves)
    dominated_by = np.zeros((count, count, lines), np.bool_)
    dominated_by[a, b] = (least >= 0).reshape(lines, -1).T
    dominated_by[b, a] = (most <= 0).reshape(lines, -1).T
    alive = np.ones((count, lines), np.bool_)
    for i in range(count):  # of two equal moves the later one stays
        alive[i] = ~(dominated_by[i] & alive).any(axis=0)
    return ~alive.T


def _extremes(given: PairPayoffs, count: int, foe: SequenceTree, foe_moves: Ints) -> tuple[Floats, Floats]:
    """The least and the greatest sum over the plans of the opponent, for vectors 0, 1, ..., count - 1 in `own`.

    `foe_moves` are the numbers of moves at each set of the opponent's that can be reached; those at which nothing is
    paid count as 0.
    """
    level = foe.level_of_sequence[given.foe]
    order = np.argsort(level, kind="stable")
    bounds = np.searchsorted(level[order], np.arange(-1, len(foe.levels) + 1))
    keys, amounts = (given.own * foe.sequences + given.foe)[order], given.amount[order]
    raised, least, most = keys[:0], amounts[:0], amounts[:0]
    for depth in range(len(foe.levels) - 1, -1, -1):
        part = slice(bounds[depth + 1], bounds[depth + 2])
        if not len(raised) and part.start == part.stop:  # nothing is paid so late
            continue
        key = np.concatenate((keys[part], raised))
        least, most = np.concatenate((amounts[part], least)), np.concatenate((amounts[part], most))
        order = np.argsort(key, kind="stable")
        key, starts = _runs(key[order])
        least, most = np.add.reduceat(least[order], starts), np.add.reduceat(most[order], starts)
        vector, sequence = np.divmod(key, foe.sequences)
        pair, starts = _runs(vector * len(foe) + foe.owner[sequence])
        vector, place = np.divmod(pair, len(foe))
        least, most = np.minimum.reduceat(least, starts), np.maximum.reduceat(most, starts)
        paid = np.concatenate((starts[1:], [len(key)])) - starts
        unpaid = paid < foe_moves[place]
        least[unpaid], most[unpaid] = np.minimum(least[unpaid], 0), np.maximum(most[unpaid], 0)
        raised = vector * foe.sequences + foe.parent[place]
    first = slice(bounds[0], bounds[1])
    vector, amount = keys[first] // foe.sequences, amounts[first]
    always = np.bincount(vector, amount, count).astype(np.float64)
    vector = raised // foe.sequences
    return always + np.bincount(vector, least, count), always + np.bincount(vector, most, count)


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


def _runs(keys: Ints) -> tuple[Ints, Ints]:
    """The different keys of a sorted array, and where each begins."""
    new = np.empty(len(keys), np.bool_)
    new[:1] = True
    np.not_equal(keys[1:], keys[:-1], out=new[1:])
    starts = np.flatnonzero(new)
    return keys[starts], starts


@cache
def _pairs(count: int) -> tuple[Ints, Ints]:
    """All pairs of numbers below `count`."""
    return np.triu_indices(count, 1)


def _counts(truths: Bools, starts: Ints) -> Ints:
    """The number of truths in each run."""
    return np.add.reduceat(truths.astype(np.int64), starts) if len(starts) else starts
