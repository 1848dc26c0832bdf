"""Check a river's strategies: what each guarantees against a best reply, from the rules and the strategies alone.

For every end the reaches of the opponent's hands are added up in the order of strength, in whole numbers. A reach is
the weight of a hand times the probabilities of the moves that lead there. It is a whole number of units of 2^-128
that is rounded down at every factor, so the true reach is larger by less than one unit for each. With n hands, the sum
of any of them is wrong by less than n units for each factor, and that much is added in favour of the replier. The rest
is exact: sums, stakes, and the comparison of moves. If the claim is exact, reaches are fractions and nothing is
rounded.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.outward import BITS, interval
from zerosum.core.proofs import distribution, fields
from zerosum.core.sides import Side, other
from zerosum.core.value import Value
from zerosum.models.river.rules import DealtHands, RiverGame

MixAt = Callable[[int, int], Sequence[Fraction]]
"""The numbers of a decision and of a hand in, the probability of each move out: fractions that add up to 1."""

Reach = Fraction | int


def prove(game: RiverGame, claimed: Value, data: Data) -> Value:
    """The bounds that the mixes in the data prove."""
    [lines] = fields(data, "lines")
    wanted = {number: node.name for number, node in enumerate(game.nodes) if node.side}
    fields(lines, *wanted.values(), where="the lines")
    hands: dict[int, list[Data]] = {}
    for number, line in wanted.items():
        side = game.nodes[number].side
        assert side
        hands[number] = fields(lines[line], *game.hands[side].names, where=f"the hands at {line!r:.60}")

    def mix_at(number: int, hand: int) -> Sequence[Fraction]:
        count = len(game.nodes[number].moves)
        return distribution(hands[number][hand], count, f"of a hand at {wanted[number]!r:.60}")

    if not hands:
        raise InputError("the game of this certificate has no decision")
    return bounds(game, claimed.is_exact, mix_at)


def bounds(game: RiverGame, exact: bool, mix_at: MixAt) -> Value:
    """Bounds on the value, from the mix of each hand at each decision."""
    lower, upper = -reply_bound(game, exact, mix_at, "col"), reply_bound(game, exact, mix_at, "row")
    return interval(lower, upper, exact)


def reply_bound(game: RiverGame, exact: bool, mix_at: MixAt, replier: Side) -> Fraction:
    """An upper bound on what the best reply earns the replier; that itself if `exact`."""
    foe = other(replier)
    mine, theirs = game.hands[replier], game.hands[foe]
    whole = whole_weights(mine), whole_weights(theirs)
    one = 1 if exact else 1 << BITS
    reach: list[list[Reach]] = [[weight * one for weight in whole[1]]]
    factors = [0]
    reach += [[] for _ in game.nodes[1:]]
    factors += [0] * (len(game.nodes) - 1)
    for n, node in enumerate(game.nodes):
        after = range(node.first, node.first + len(node.moves))
        if node.side != foe:
            for k in after:
                reach[k], factors[k] = reach[n], factors[n]
            continue
        mixes = [mix_at(n, hand) for hand in range(len(theirs))]
        for m, k in enumerate(after):
            factors[k] = factors[n] + 1
            reach[k] = [
                here * mix[m] if exact else here * mix[m].numerator // mix[m].denominator
                for here, mix in zip(reach[n], mixes, strict=True)
            ]
    worth: list[list[Reach]] = [[] for _ in game.nodes]
    unit = math.lcm(*(node.stake.denominator for node in game.nodes))
    for n in range(len(game.nodes) - 1, -1, -1):
        node = game.nodes[n]
        children = worth[node.first : node.first + len(node.moves)]
        if node.side == replier:
            worth[n] = [max(options) for options in zip(*children, strict=True)]
        elif node.side == foe:
            worth[n] = [sum(parts) for parts in zip(*children, strict=True)]
        else:
            ahead = showdown(mine, theirs, reach[n]) if node.folded is None else met(mine, theirs, reach[n])
            doubt = 0 if exact else factors[n] * len(theirs)
            sign = -1 if node.folded == replier else 1
            stake = int(node.stake * unit)
            worth[n] = [stake * (sign * sum + doubt) for sum in ahead]
    earned = sum(weight * best for weight, best in zip(whole[0], worth[0], strict=True))
    pairs = sum(weight * foes for weight, foes in zip(whole[0], met(mine, theirs, whole[1]), strict=True))
    return Fraction(earned) / (pairs * one * unit)


def whole_weights(hands: DealtHands) -> list[int]:
    """The weights of hands, multiplied by what makes all of them whole."""
    unit = math.lcm(*(weight.denominator for weight in hands.weights))
    return [int(weight * unit) for weight in hands.weights]


def met(mine: DealtHands, theirs: DealtHands, reach: Sequence[Reach]) -> list[Reach]:
    """For each hand the reach of all hands of the other that share no card with it."""
    total, by_card = sum(reach), _by_card(theirs, range(len(theirs)), reach)
    same = dict(zip(theirs.numbers.tolist(), reach, strict=True))
    return [
        total - by_card[a] - by_card[b] + same.get(number, 0)
        for (a, b), number in zip(mine.cards.tolist(), mine.numbers.tolist(), strict=True)
    ]


def showdown(mine: DealtHands, theirs: DealtHands, reach: Sequence[Reach]) -> list[Reach]:
    """For each hand the reach of weaker hands minus that of stronger ones, among those that share no card with it."""
    strengths, cards = mine.strength.tolist(), mine.cards.tolist()
    foe_strengths, foe_cards = theirs.strength.tolist(), theirs.cards.tolist()
    found: list[Reach] = [0] * len(mine)
    for sign in (1, -1):
        total: Reach = 0
        by_card: list[Reach] = [0] * 52
        order, waiting = range(len(mine))[::sign], range(len(theirs))[::sign]
        j = 0
        for i in order:
            while j < len(waiting) and sign * foe_strengths[waiting[j]] < sign * strengths[i]:
                here = reach[waiting[j]]
                total += here
                for card in foe_cards[waiting[j]]:
                    by_card[card] += here
                j += 1
            a, b = cards[i]
            found[i] += sign * (total - by_card[a] - by_card[b])
    return found


def _by_card(hands: DealtHands, which: Sequence[int], reach: Sequence[Reach]) -> list[Reach]:
    """For each card the reach of the hands that have it."""
    found: list[Reach] = [0] * 52
    cards = hands.cards.tolist()
    for j in which:
        for card in cards[j]:
            found[card] += reach[j]
    return found
