"""Compiled loops of the turn solver: all bets on one river after another.

For each river card a side's hands are in the order of their strength there, in blocks of as many hands as `regret`
has lanes: arrays are [card, block, move, lane], so that the loops over lanes become vector instructions and a block's
whole tree stays in the cache. Only a side's own moves have entries. A *slot* is an index of a reach of a side: first
one for each betting tree of the river, then one for each move of the side.

Showdowns are computed as in `kernels`, by one sweep: the weaker hands, plus those of at most the same strength, minus
all hands.
"""

from __future__ import annotations

import numpy as np

from zerosum.core.arrays import Array, Floats, Ints
from zerosum.core.compiled import kernel

Forest = tuple[Ints, Ints, Ints, Floats, Ints, Ints, Ints, Ints, Ints, Ints]
"""The betting trees of a river, for one side: for each node the player to move (0, 1; 2 at a leaf), its first child,
the number of children, at a leaf the stake (negative if the side folded) and the column of its value, the slots of
the side and of the opponent; the opponent's slot of each column of reaches; the root of each tree; and two numbers:
the number of columns with a showdown, and the first column with a fold.
"""

HandOrder = tuple[Ints, Ints, Ints, Ints, Ints]
"""The hands of a side on each river: their number; and [card, place]: the hand, its strength, its two cards, and the
place of the same hand in the opponent's order (-1 if it is missing).
"""


@kernel(nogil=True)
def sweep(k: int, forest: Forest, mine: HandOrder, theirs: HandOrder, reach: Array, values: Array) -> None:
    """Return [place, column]: the EVs of showdowns, then of folds, for each hand and a stake of 1."""
    shows, folds = forest[9][0], forest[9][1]
    columns = len(forest[7])
    total, by_card = np.zeros(columns, reach.dtype), np.zeros((52, columns), reach.dtype)
    count, foes = mine[0][k], theirs[0][k]
    strength, foe_strength = mine[2][k], theirs[2][k]
    # from the weakest hand up; i is the next hand of the player, and j the next of the opponent
    j = i = 0
    while i < count:
        while j < foes and foe_strength[j] < strength[i]:
            a, b = theirs[3][k, j, 0], theirs[3][k, j, 1]
            for t in range(columns):
                here = reach[j, t]
                total[t] += here
                by_card[a, t] += here
                by_card[b, t] += here
            j += 1
        # the player's hands of one strength: first add all weaker hands of the opponent
        after = i
        while after < count and strength[after] == strength[i]:
            a, b = mine[3][k, after, 0], mine[3][k, after, 1]
            for t in range(shows):
                values[after, t] = total[t] - by_card[a, t] - by_card[b, t]
            after += 1
        # then the opponent's hands of that strength join the sums
        if j < foes and foe_strength[j] == strength[i]:
            while j < foes and foe_strength[j] == strength[i]:
                a, b = theirs[3][k, j, 0], theirs[3][k, j, 1]
                for t in range(columns):
                    here = reach[j, t]
                    total[t] += here
                    by_card[a, t] += here
                    by_card[b, t] += here
                j += 1
        # and the same hands of the player get the sums again: weaker plus not stronger
        while i < after:
            a, b = mine[3][k, i, 0], mine[3][k, i, 1]
            for t in range(shows):
                values[i, t] += total[t] - by_card[a, t] - by_card[b, t]
            i += 1
    # the rest of the opponent's hands: now the sums hold all of them
    while j < foes:
        a, b = theirs[3][k, j, 0], theirs[3][k, j, 1]
        for t in range(columns):
            here = reach[j, t]
            total[t] += here
            by_card[a, t] += here
            by_card[b, t] += here
        j += 1
    # weaker plus not stronger minus all is weaker minus stronger; folds count all disjoint hands
    for i in range(count):
        a, b = mine[3][k, i, 0], mine[3][k, i, 1]
        twin = mine[4][k, i]
        for t in range(shows):
            values[i, t] -= total[t] - by_card[a, t] - by_card[b, t]
        for t in range(folds, columns):
            values[i, shows + t - folds] = total[t] - by_card[a, t] - by_card[b, t]
        if twin >= 0:
            for t in range(folds, columns):
                values[i, shows + t - folds] += reach[twin, t]


@kernel(nogil=True)
def locked_mix(regret: Array, fixed: Array, low: int, count: int, mix: Array, left: Array) -> None:
    """Return [move, lane]: the mixes of a block at a decision with locks, and the probability that locked moves leave
    to free moves.

    `regret` and `fixed` are [own move, lane]; the decision's moves begin at `low`.
    """
    for v in range(regret.shape[1]):
        whole, free = 0.0, 0
        left[v] = 1.0
        for c in range(low, low + count):
            if fixed[c, v] >= 0:
                left[v] -= fixed[c, v]
            else:
                free += 1
                if regret[c, v] > 0:
                    whole += regret[c, v]
        for c in range(low, low + count):
            if fixed[c, v] >= 0:
                mix[c - low, v] = fixed[c, v]
            elif whole > 0:
                mix[c - low, v] = left[v] * max(regret[c, v], 0) / whole
            else:
                mix[c - low, v] = left[v] / free


@kernel(nogil=True)
def learn_rivers(
    which: Ints,
    me: int,
    forest: Forest,
    mine: HandOrder,
    theirs: HandOrder,
    regret: Array,
    foe_regret: Array,
    foe_total: Array,
    arrivals: Array,
    worths: Array,
    fade: Array,
    fixed: Array,
    foe_fixed: Array,
) -> None:
    """Run a round of one side on some rivers; add the opponent's current reaches to the opponent's totals.

    `arrivals` [tree, hand] holds the reaches of the opponent's hands at the start of the river, and `worths` [card,
    tree, place] receives the EV of the river for each hand. `fade` holds the factors for old regrets above 0, for
    those below 0, and for the old totals; then 0 and 1 as floats of 32 bits. `fixed` and `foe_fixed` hold the
    probabilities of locked moves, and are less than 0 where a move is free; both are empty without locks.
    """
    who, first, count, stake, column, slot, foe_slot, used, roots, numbers = forest
    shows, folds = numbers[0], numbers[1]
    trees, nodes, columns, lanes = len(roots), len(who), len(used), regret.shape[3]
    up, down, old, none, one = fade[0], fade[1], fade[2], fade[3], fade[4]
    here = np.empty((trees + foe_regret.shape[2], lanes), regret.dtype)
    worth = np.empty((nodes, lanes), regret.dtype)
    whole, even = np.empty(lanes, regret.dtype), np.empty(lanes, regret.dtype)
    reach = np.empty((foe_regret.shape[1] * lanes, columns), regret.dtype)
    values = np.zeros((regret.shape[1] * lanes, shows + columns - folds), regret.dtype)
    is_locked = len(fixed) > 0
    mix = np.empty((max(1, count.max()), lanes), regret.dtype)
    for q in range(len(which)):
        k = which[q]
        foes = theirs[0][k]
        # downwards: the opponent's reaches, one block of lanes at a time
        for b in range((foes + lanes - 1) // lanes):
            for r in range(trees):
                for v in range(lanes):
                    i = b * lanes + v
                    here[r, v] = arrivals[r, theirs[1][k, i]] if i < foes else none
            for n in range(nodes):
                if who[n] != 1 - me:
                    continue
                low, before = foe_slot[first[n]] - trees, foe_slot[n]
                if is_locked:
                    locked_mix(foe_regret[k, b], foe_fixed[k, b], low, count[n], mix, whole)
                    for c in range(low, low + count[n]):
                        for v in range(lanes):
                            p = here[before, v] * mix[c - low, v]
                            here[trees + c, v] = p
                            foe_total[k, b, c, v] = foe_total[k, b, c, v] * old + p
                    continue
                # regret matching: the shares in a block are regrets times `whole`, or `even` where no regret is
                # positive
                share = one / count[n]
                for v in range(lanes):
                    whole[v] = none
                for c in range(low, low + count[n]):
                    for v in range(lanes):
                        kept = foe_regret[k, b, c, v]
                        whole[v] += kept if kept > none else none
                for v in range(lanes):
                    some = whole[v] > none
                    even[v] = none if some else share
                    whole[v] = one / (whole[v] if some else one)
                for c in range(low, low + count[n]):
                    for v in range(lanes):
                        kept = foe_regret[k, b, c, v]
                        p = here[before, v] * ((kept if kept > none else none) * whole[v] + even[v])
                        here[trees + c, v] = p
                        foe_total[k, b, c, v] = foe_total[k, b, c, v] * old + p
            # copy the reaches that showdowns and folds need, hand by hand
            for t in range(columns):
                for v in range(lanes):
                    reach[b * lanes + v, t] = here[used[t], v]
        # the values of all leaves
        sweep(k, forest, mine, theirs, reach, values)
        held = mine[0][k]
        for b in range((held + lanes - 1) // lanes):
            # upwards: the values already contain the opponent's reach, so its moves add up
            for n in range(nodes - 1, -1, -1):
                if who[n] == 2:
                    for v in range(lanes):
                        worth[n, v] = stake[n] * values[b * lanes + v, column[n]]
                    continue
                low, high = first[n], first[n] + count[n]
                for v in range(lanes):
                    worth[n, v] = none
                if who[n] != me:
                    for c in range(low, high):
                        for v in range(lanes):
                            worth[n, v] += worth[c, v]
                    continue
                # a decision of the player: the mix from the regrets, its value, and then the new regrets
                share, shift = one / count[n], slot[low] - trees - low
                if is_locked:
                    locked_mix(regret[k, b], fixed[k, b], low + shift, count[n], mix, whole)
                    for v in range(lanes):
                        earned = none  # sum over the free moves
                        for c in range(low, high):
                            part = mix[c - low, v] * worth[c, v]
                            worth[n, v] += part
                            if fixed[k, b, c + shift, v] < none:
                                earned += part
                        mean = earned / whole[v] if whole[v] > none else none
                        for c in range(low, high):
                            if fixed[k, b, c + shift, v] < none:
                                kept = regret[k, b, c + shift, v]
                                kept *= up if kept > none else down
                                regret[k, b, c + shift, v] = kept + worth[c, v] - mean
                    continue
                for v in range(lanes):
                    whole[v] = none
                for c in range(low, high):
                    for v in range(lanes):
                        kept = regret[k, b, c + shift, v]
                        whole[v] += kept if kept > none else none
                for v in range(lanes):
                    some = whole[v] > none
                    even[v] = none if some else share
                    whole[v] = one / (whole[v] if some else one)
                for c in range(low, high):
                    for v in range(lanes):
                        kept = regret[k, b, c + shift, v]
                        worth[n, v] += ((kept if kept > none else none) * whole[v] + even[v]) * worth[c, v]
                for c in range(low, high):
                    for v in range(lanes):
                        kept = regret[k, b, c + shift, v]
                        kept *= up if kept > none else down
                        regret[k, b, c + shift, v] = kept + worth[c, v] - worth[n, v]
            # the EV of the river at the root of each tree; lanes beyond the last hand stay empty
            for r in range(trees):
                for v in range(lanes):
                    if b * lanes + v < held:
                        worths[k, r, b * lanes + v] = worth[roots[r], v]


@kernel(nogil=True)
def response_on_rivers(
    which: Ints,
    me: int,
    forest: Forest,
    mine: HandOrder,
    theirs: HandOrder,
    foe_mixes: Array,
    arrivals: Floats,
    worths: Floats,
    fixed: Array,
) -> None:
    """Return the EVs of some rivers for each hand of a side that plays a best response to the opponent's mixes.

    Its locked moves keep their probabilities, `fixed`, and the rest goes to the best of the free moves.
    """
    who, first, count, stake, column, slot, foe_slot, used, roots, numbers = forest
    shows, folds = numbers[0], numbers[1]
    trees, nodes, columns, lanes = len(roots), len(who), len(used), foe_mixes.shape[3]
    here, worth = np.empty(trees + foe_mixes.shape[2]), np.empty(nodes)
    reach = np.empty((foe_mixes.shape[1] * lanes, columns))
    values = np.empty((mine[1].shape[1], shows + columns - folds))
    for q in range(len(which)):
        k = which[q]
        for i in range(theirs[0][k]):
            b, v = i // lanes, i % lanes
            # downwards: the reaches of one of the opponent's hands, from its mixes
            for r in range(trees):
                here[r] = arrivals[r, theirs[1][k, i]]
            for n in range(nodes):
                if who[n] == 1 - me:
                    low = foe_slot[first[n]] - trees
                    for c in range(low, low + count[n]):
                        here[trees + c] = here[foe_slot[n]] * foe_mixes[k, b, c, v]
            for t in range(columns):
                reach[i, t] = here[used[t]]
        sweep(k, forest, mine, theirs, reach, values)
        for i in range(mine[0][k]):
            # upwards: the player's best move, or the sum over the opponent's moves
            for n in range(nodes - 1, -1, -1):
                if who[n] == 2:
                    worth[n] = stake[n] * values[i, column[n]]
                    continue
                if who[n] == me and len(fixed) > 0:
                    most, left, sure = -np.inf, 1.0, 0.0
                    for c in range(first[n], first[n] + count[n]):
                        p = fixed[k, i // lanes, slot[c] - trees, i % lanes]
                        if p >= 0:
                            left -= p
                            sure += p * worth[c]
                        else:
                            most = max(most, worth[c])
                    worth[n] = sure + left * most if most > -np.inf else sure
                    continue
                best = worth[first[n]]
                for c in range(first[n] + 1, first[n] + count[n]):
                    best = max(best, worth[c]) if who[n] == me else best + worth[c]
                worth[n] = best
            for r in range(trees):
                worths[k, r, i] = worth[roots[r]]


@kernel(nogil=True)
def collect(worths: Array, mine: HandOrder, same: Ints, images: Ints, found: Floats) -> None:
    """Return [hand, tree]: the sum over all rivers; card q is equivalent to card same[q], where images[q, h] takes
    the place of hand h.
    """
    found[:] = 0.0
    for q in range(len(same)):
        k = same[q]
        for i in range(mine[0][k]):
            hand = images[q, mine[1][k, i]]
            for r in range(found.shape[1]):
                found[hand, r] += worths[k, r, i]
