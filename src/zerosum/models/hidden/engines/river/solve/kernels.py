"""Compiled loops of the river solver.

Everything is laid out as [hand, node]: a hand's whole tree is one short stretch of memory. The hands of a player are in
the order of their strength. The reaches of the ends are [hand, end], showdowns first, so that one sweep over the other
player's hands values all ends of the tree at once.

The value of a showdown for a hand is the reach of the weaker hands minus that of the stronger ones, among those
that share no card with it. A sweep from the weakest hand up holds the total reach so far and, for each card, the reach
of the hands that have it; so every hand takes three looks, whatever the number of hands. No hand is subtracted twice:
only the hand itself shares both cards, and it is neither weaker nor stronger. At folds it is added back.
"""

from __future__ import annotations

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.core.compiled import Kernel

BetArrays = tuple[Ints, Ints, Ints, Ints]
"""For each node: who moves (0, 1; 2 at an end), the first child, the number of children, the number of the end."""


@Kernel
def end_reaches(tree: BetArrays, me: int, mixes: Floats, weights: Floats, reach: Floats) -> None:
    """Return for each end, the weight of each hand times the probability that its owner lets play reach it."""
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
    # up, from the weakest hand: the opponent's weaker hands, without those that share a card
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
    # folds count every hand that is disjoint from this one; the same hand was taken out twice
    for i in range(len(strength)):
        a, b = cards[i, 0], cards[i, 1]
        for t in range(showdowns, ends):
            values[i, t] = stakes[t] * (total[t] - by_card[a, t] - by_card[b, t])
        if twin[i] >= 0:
            for t in range(showdowns, ends):
                values[i, t] += stakes[t] * reach[twin[i], t]
    # down, from the strongest hand: subtract the opponent's stronger hands
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
    locks. What locked moves leave goes to the best of the free ones.
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
            # the own best move, or the sum over the opponent's, whose reach is in the values already
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

    `fade` has the factors of old regrets above 0, of those below 0, and of the old total; `fixed` is that of
    `best_response`. Locked moves keep their probabilities, and the free ones share what these leave.
    """
    who, first, count, end = tree
    up, down, old = fade
    worth, here = np.empty(len(who)), np.empty(len(who))
    for i in range(len(values)):
        # up the hand's tree: children have larger numbers than their parent
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
            # what free moves earn on average, and what the locked ones add
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
                # old regrets fade; each move gains by what it is worth above the mix
                more = worth[k] - mean
                kept = regret[i, k]
                kept = kept * up if kept > 0.0 else kept * down
                kept += more
                regret[i, k] = kept
                share = max(kept, 0.0)
                mixes[i, k] = share
                whole += share
            # regret matching: the next mix is in proportion to positive regrets
            for k in range(low, high):
                if len(fixed) > 0 and fixed[i, k] >= 0.0:
                    continue
                mixes[i, k] = left * mixes[i, k] / whole if whole > 0.0 else left / free
        # down the tree with the next mix: add the reaches to the sum that the average comes from
        here[0] = 1.0
        for n in range(len(who)):
            for k in range(first[n], first[n] + count[n]):
                if who[n] == me:
                    here[k] = here[n] * mixes[i, k]
                    total[i, k] = total[i, k] * old + here[k]
                else:
                    here[k] = here[n]
