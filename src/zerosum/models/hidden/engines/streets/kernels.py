"""Compiled loops over the boards and bets of streets.

A *table* of a player is [board, line, slot, hand]: it holds a number (a regret, a total of reaches, or a probability)
for each board up to suits, each betting line of the previous rounds, each of the player's own moves in a betting
round, and each private card up to suits. Hands are the last index, so that every loop over them takes a few vector
instructions. Functions get whole arrays and row indices, since compiled code would count references if parts of
arrays were passed on.

A betting round is a small tree, the same on every board and after every line: `bets` holds its arrays. A node is a
decision, a fold, or a *close*, after which the next card is turned up or hands are compared. Reaches and values are
for one card: a hand that represents several cards has the reach of one of them.
"""

from __future__ import annotations

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.core.compiled import kernel
from zerosum.matrix.simd import inlined

BetRound = tuple[Ints, Ints, Ints, Ints, Ints]
"""For each node: the player to move (0, 1; 2 at a close, 3 at a fold), the first child, the number of children, the
slot of the first move among its player's moves, and the index of the close or the player who folds.
"""

Street = tuple[Ints, Floats, Ints, Ints, Floats, Ints, Ints, Ints]
"""For each board: the number of hands; [board, hand] the cards of a hand; the board before; [board, hand] the hand
before; [board, hand] the probability of this board and hand after the previous board; the first board that follows
and the end of these boards; and [board, hand, 2] the number of weaker hands, and the number of hands that are not
stronger.
"""


RESPOND, LEARN, RECORD = 0, 1, 2
"""The mode of a side on the way up: it makes its best moves; it mixes according to its regrets and learns; or it
makes its best moves and records EVs.
"""


@inlined
def follow(
    bets: BetRound, side: int, table: Floats, board: int, line: int, hands: int, reach: Floats, spare: Floats
) -> None:
    """Compute the reaches of all nodes from the reach of the first node, given regrets or probabilities of a side's
    moves.
    """
    who, first, count, slot, _ = bets
    for n in range(len(who)):
        if who[n] >= 2:
            continue
        # the other side's moves do not change this side's reach
        if who[n] != side:
            for k in range(first[n], first[n] + count[n]):
                for h in range(hands):
                    reach[k, h] = reach[n, h]
            continue
        # regret matching: shares proportional to the positive regrets, equal shares if there are none
        s, even = slot[n], 1.0 / count[n]
        for h in range(hands):
            spare[h] = 0.0
        for a in range(count[n]):
            for h in range(hands):
                spare[h] += max(table[board, line, s + a, h], 0.0)
        for h in range(hands):
            spare[h] = 1.0 / spare[h] if spare[h] > 0.0 else 0.0
        # the reach of each child is the parent's times the move's share
        for a in range(count[n]):
            k = first[n] + a
            for h in range(hands):
                share = max(table[board, line, s + a, h], 0.0) * spare[h] if spare[h] > 0.0 else even
                reach[k, h] = reach[n, h] * share


@inlined
def fold_values(
    foe: Floats, n: int, cards: Floats, board: int, stake: float, hands: int, worth: Floats
) -> None:
    """Compute the values of folds: the stake, against every card of the opponent but the player's own."""
    whole = 0.0
    # the opponent's total reach, minus that of the hand's own card, which the opponent cannot hold
    for h in range(hands):
        whole += cards[board, h] * foe[n, h]
    for h in range(hands):
        worth[n, h] = stake * (whole - foe[n, h])


@inlined
def showdown_values(
    foe: Floats,
    n: int,
    cards: Floats,
    order: Ints,
    board: int,
    stake: float,
    hands: int,
    sums: Floats,
    worth: Floats,
) -> None:
    """Compute the values of showdowns: the reach of weaker cards minus that of stronger ones, with hands in order of
    strength."""
    # running sums of the opponent's reach, from the weakest hand to the strongest
    sums[0] = 0.0
    for h in range(hands):
        sums[h + 1] = sums[h] + cards[board, h] * foe[n, h]
    # `order` gives the indices where the weaker hands end and the stronger ones begin
    for h in range(hands):
        worth[n, h] = stake * (sums[order[board, h, 0]] - (sums[hands] - sums[order[board, h, 1]]))


@kernel(nogil=True)
def descend(
    bets: BetRound,
    street: Street,
    me: int,
    way: int,
    mine: Floats,
    theirs: Floats,
    before: Floats,
    start: int,
    stop: int,
    after: Floats,
) -> None:
    """Compute both players' reaches where a round closes, [player, board, line, hand], from those of the
    previous round.

    A player's own reaches are needed only if it learns.
    """
    who, number = bets[0], bets[4]
    hands, parent, old = street[0], street[2], street[3]
    lines, nodes = mine.shape[1], len(who)
    closes = after.shape[2] // lines
    most = mine.shape[3]
    reach, spare = np.empty((nodes, most)), np.empty(most)
    for board in range(start, stop):
        count = hands[board]
        for line in range(lines):
            for player in range(2):
                if player == me and way != LEARN:
                    continue
                # hands on this board are a finer classification of the hands on the board before
                for h in range(count):
                    reach[0, h] = before[player, parent[board], line, old[board, h]]
                table = mine if player == me else theirs
                follow(bets, player, table, board, line, count, reach, spare)
                # keep the reach at each close: the index of the next round's line is line times closes plus close
                for n in range(nodes):
                    if who[n] == 2:
                        for h in range(count):
                            after[player, board, line * closes + number[n], h] = reach[n, h]


@kernel(nogil=True)
def ascend(
    bets: BetRound,
    street: Street,
    next_street: Street,
    me: int,
    way: int,
    fade: tuple[float, float, float],
    stakes: Floats,
    mine: Floats,
    total: Floats,
    theirs: Floats,
    before: Floats,
    later: Floats,
    start: int,
    stop: int,
    values: Floats,
) -> None:
    """Compute a round's value for each hand of a player, [board, line, hand], from the next round's (`later`).

    If `way` is `LEARN`, the player mixes by the regrets in `mine`, which are updated, and its reaches are added to
    `total`; otherwise it makes the best move. If EVs are recorded, `mine` receives the EV of each of its moves, and
    `total` the reach of all cards that the opponent may hold there. `fade` holds the factors for old regrets above 0,
    for those below 0, and for the old total. `stakes` [line, node] holds the loser's payment where the round is over.
    """
    who, first, count, slot, number = bets
    hands, cards, parent, old, _, begin, finish, order = street
    next_hands, _, _, next_old, next_chance, _, _, _ = next_street
    lines, nodes, most = mine.shape[1], len(who), mine.shape[3]
    # without a later street, closes are showdowns
    closes = 0
    for n in range(nodes):
        closes += who[n] == 2
    last = len(later) == 0
    foe, own, worth = np.empty((nodes, most)), np.empty((nodes, most)), np.empty((nodes, most))
    spare, sums, mean = np.empty(most), np.empty(most + 1), np.empty(most)
    up, down, kept = fade
    for board in range(start, stop):
        here = hands[board]
        for line in range(lines):
            # downwards: both players' reaches at the nodes of this round
            for h in range(here):
                foe[0, h] = before[1 - me, parent[board], line, old[board, h]]
                own[0, h] = before[me, parent[board], line, old[board, h]]
            follow(bets, 1 - me, theirs, board, line, here, foe, spare)
            if way == LEARN:
                follow(bets, me, mine, board, line, here, own, spare)
            # upwards: children have larger indices than their parent, so the last node comes first
            for n in range(nodes - 1, -1, -1):
                stake = stakes[line, n]
                # leaves: the player who folded loses the stake, or hands are compared
                if who[n] == 3:
                    sign = -1.0 if number[n] == me else 1.0
                    fold_values(foe, n, cards, board, sign * stake, here, worth)
                elif who[n] == 2 and last:
                    showdown_values(foe, n, cards, order, board, stake, here, sums, worth)
                elif who[n] == 2:
                    # a close before the last street: the mean over the boards that may follow
                    for h in range(here):
                        worth[n, h] = 0.0
                    for b in range(begin[board], finish[board]):
                        for g in range(next_hands[b]):
                            worth[n, next_old[b, g]] += (
                                next_chance[b, g] * later[b, line * closes + number[n], g]
                            )
                elif who[n] != me:
                    # a decision of the opponent: the values already contain its reach, so they add up
                    for h in range(here):
                        worth[n, h] = worth[first[n], h]
                    for k in range(first[n] + 1, first[n] + count[n]):
                        for h in range(here):
                            worth[n, h] += worth[k, h]
                elif way != LEARN:
                    # a decision of the player: the best move, after recording the EV of each
                    if way == RECORD:
                        whole = 0.0
                        for h in range(here):
                            whole += cards[board, h] * foe[n, h]
                        for a in range(count[n]):
                            for h in range(here):
                                mine[board, line, slot[n] + a, h] = worth[first[n] + a, h]
                                total[board, line, slot[n] + a, h] = max(whole - foe[n, h], 0.0)
                    for h in range(here):
                        worth[n, h] = worth[first[n], h]
                    for k in range(first[n] + 1, first[n] + count[n]):
                        for h in range(here):
                            worth[n, h] = max(worth[n, h], worth[k, h])
                else:
                    # a decision of the player while learning: the current mix from the regrets, as in `follow`
                    s, even = slot[n], 1.0 / count[n]
                    for h in range(here):
                        spare[h] = 0.0
                        mean[h] = 0.0
                    for a in range(count[n]):
                        for h in range(here):
                            spare[h] += max(mine[board, line, s + a, h], 0.0)
                    for h in range(here):
                        spare[h] = 1.0 / spare[h] if spare[h] > 0.0 else 0.0
                    for a in range(count[n]):
                        k = first[n] + a
                        for h in range(here):
                            share = (
                                max(mine[board, line, s + a, h], 0.0) * spare[h] if spare[h] > 0.0 else even
                            )
                            # the value of the mix, and the sum of reaches from which the average strategy is
                            # made
                            mean[h] += share * worth[k, h]
                            total[board, line, s + a, h] = total[board, line, s + a, h] * kept + own[k, h]
                    for a in range(count[n]):
                        k = first[n] + a
                        for h in range(here):
                            # old regrets fade; each move adds its EV minus the EV of the mix
                            r = mine[board, line, s + a, h]
                            mine[board, line, s + a, h] = (
                                (r * up if r > 0.0 else r * down) + worth[k, h] - mean[h]
                            )
                    for h in range(here):
                        worth[n, h] = mean[h]
            for h in range(here):
                values[board, line, h] = worth[0, h]
