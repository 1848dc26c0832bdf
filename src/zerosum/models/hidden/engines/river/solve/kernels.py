"""Compiled loops of the river solver.

All arrays are [hand, node]: the whole tree of a hand is one short block of memory. The hands of a player are in the
order of their strength. The reaches of the leaves are [hand, end], showdowns first, so that one sweep over the other
player's hands computes the EVs of all leaves of the tree at once.

The EV of a showdown for a hand is the reach of the weaker hands minus that of the stronger ones, among opposing hands
that share no card with it. A sweep from the weakest hand up keeps the total reach so far and, for each card, the
reach of the hands that contain it; so every hand needs three numbers, whatever the number of hands. No hand is
subtracted twice: only the same hand shares both cards, and it is neither weaker nor stronger. At folds it is added
back.
"""

from __future__ import annotations

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.core.compiled import Kernel

BetArrays = tuple[Ints, Ints, Ints, Ints]
"""For each node: the player to move (0, 1; 2 at a leaf), the first child, the number of children, the index of the
leaf.
"""


@Kernel
def end_reaches(tree: BetArrays, me: int, mixes: Floats, weights: Floats, reach: Floats) -> None:
    """Return, for each leaf, the weight of each hand times the probability that its owner's moves lead there."""
    who, first, count, end = tree
    here = np.empty(len(who))
    for i in range(len(weights)):
        here[0] = weights[i]
        for n in range(len(who)):
            if who[n] == 2:
                reach[i, end[n]] = here[n]
            else:
                for k in range(first[n], first[n] + count[n]):
                    here[k] = here[n] * mixes[i, k] if who[n] == me else here[n]


@Kernel
def end_values(
    reach: Floats,
    cards: Ints,
    strength: Ints,
    foe_cards: Ints,
    foe_strength: Ints,
    twin: Ints,
    showdowns: int,
    stakes: Floats,
    values: Floats,
) -> None:
    """Return the EV of each end for each hand, given the reaches of the other's hands; `twin` is the same hand."""
    ends = len(stakes)
    total, by_card = np.zeros(ends), np.zeros((52, ends))
    # upwards from the weakest hand: add the opponent's weaker hands, without those that share a card
    j = 0
    for i in range(len(strength)):
        while j < len(foe_strength) and foe_strength[j] < strength[i]:
            a, b = foe_cards[j, 0], foe_cards[j, 1]
            for t in range(ends):
                total[t] += reach[j, t]
                by_card[a, t] += reach[j, t]
                by_card[b, t] += reach[j, t]
            j += 1
        a, b = cards[i, 0], cards[i, 1]
        for t in range(showdowns):
            values[i, t] = total[t] - by_card[a, t] - by_card[b, t]
    # the rest of the opponent's hands: now `total` and `by_card` hold all of them
    while j < len(foe_strength):
        a, b = foe_cards[j, 0], foe_cards[j, 1]
        for t in range(ends):
            total[t] += reach[j, t]
            by_card[a, t] += reach[j, t]
            by_card[b, t] += reach[j, t]
        j += 1
    # folds count every hand that is disjoint from this one; the same hand was subtracted twice
    for i in range(len(strength)):
        a, b = cards[i, 0], cards[i, 1]
        for t in range(showdowns, ends):
            values[i, t] = stakes[t] * (total[t] - by_card[a, t] - by_card[b, t])
        if twin[i] >= 0:
            for t in range(showdowns, ends):
                values[i, t] += stakes[t] * reach[twin[i], t]
    # downwards from the strongest hand: subtract the opponent's stronger hands
    total[:] = 0.0
    by_card[:] = 0.0
    j = len(foe_strength) - 1
    for i in range(len(strength) - 1, -1, -1):
        while j >= 0 and foe_strength[j] > strength[i]:
            a, b = foe_cards[j, 0], foe_cards[j, 1]
            for t in range(showdowns):
                total[t] += reach[j, t]
                by_card[a, t] += reach[j, t]
                by_card[b, t] += reach[j, t]
            j -= 1
        a, b = cards[i, 0], cards[i, 1]
        for t in range(showdowns):
            values[i, t] = stakes[t] * (values[i, t] - (total[t] - by_card[a, t] - by_card[b, t]))


@Kernel
def best_response(tree: BetArrays, me: int, values: Floats, weights: Floats, fixed: Floats) -> float:
    """Return the EV of the best response, summed over the hands with their weights.

    `fixed` is [hand, node]: the probability of a locked move, and less than 0 where the move is free; empty without
    locks. The probability that locked moves leave goes to the best of the free moves.
    """
    who, first, count, end = tree
    worth = np.empty(len(who))
    whole = 0.0
    for i in range(len(weights)):
        for n in range(len(who) - 1, -1, -1):
            if who[n] == 2:
                worth[n] = values[i, end[n]]
                continue
            low, high = first[n], first[n] + count[n]
            if who[n] == me and len(fixed) > 0:
                most, left, sure = -np.inf, 1.0, 0.0
                for k in range(low, high):
                    if fixed[i, k] >= 0.0:
                        left -= fixed[i, k]
                        sure += fixed[i, k] * worth[k]
                    else:
                        most = max(most, worth[k])
                worth[n] = sure + left * most if most > -np.inf else sure
                continue
            # the player's best move, or the sum over the opponent's moves, whose reach is already contained in the
            # values
            most = worth[low]
            for k in range(low + 1, high):
                if who[n] == me:
                    most = max(most, worth[k])
                else:
                    most += worth[k]
            worth[n] = most
        whole += weights[i] * worth[0]
    return whole


@Kernel
def learn(
    tree: BetArrays,
    me: int,
    values: Floats,
    regret: Floats,
    mixes: Floats,
    total: Floats,
    fade: tuple[float, float, float],
    fixed: Floats,
) -> None:
    """Run a round of one player: update regrets, the next mixes, and the sums of all reaches.

    `fade` holds the factors for old regrets above 0, for those below 0, and for the old total; `fixed` is as in
    `best_response`. Locked moves keep their probabilities, and the free moves share the rest.
    """
    who, first, count, end = tree
    up, down, old = fade
    worth, here = np.empty(len(who)), np.empty(len(who))
    for i in range(len(values)):
        # upwards in the hand's tree: children have larger indices than their parent
        for n in range(len(who) - 1, -1, -1):
            if who[n] == 2:
                worth[n] = values[i, end[n]]
                continue
            low, high = first[n], first[n] + count[n]
            mean = 0.0
            if who[n] != me:
                for k in range(low, high):
                    mean += worth[k]
                worth[n] = mean
                continue
            # the mean EV of the free moves, and the contribution of the locked moves
            left, free, sure = 1.0, count[n], 0.0
            for k in range(low, high):
                if len(fixed) > 0 and fixed[i, k] >= 0.0:
                    left -= fixed[i, k]
                    sure += fixed[i, k] * worth[k]
                    free -= 1
                else:
                    mean += mixes[i, k] * worth[k]
            worth[n] = mean + sure
            if free == 0:
                continue
            if free < count[n]:
                mean = mean / left if left > 0.0 else 0.0
            whole = 0.0
            for k in range(low, high):
                if len(fixed) > 0 and fixed[i, k] >= 0.0:
                    continue
                # old regrets fade; each move adds its EV minus the EV of the mix
                more = worth[k] - mean
                kept = regret[i, k]
                kept = kept * up if kept > 0.0 else kept * down
                kept += more
                regret[i, k] = kept
                share = max(kept, 0.0)
                mixes[i, k] = share
                whole += share
            # regret matching: the next mix is proportional to the positive regrets
            for k in range(low, high):
                if len(fixed) > 0 and fixed[i, k] >= 0.0:
                    continue
                mixes[i, k] = left * mixes[i, k] / whole if whole > 0.0 else left / free
        # downwards with the next mix: add the reaches to the sum from which the average is made
        here[0] = 1.0
        for n in range(len(who)):
            for k in range(first[n], first[n] + count[n]):
                if who[n] == me:
                    here[k] = here[n] * mixes[i, k]
                    total[i, k] = total[i, k] * old + here[k]
                else:
                    here[k] = here[n]
