"""Check a river's strategies: what each guarantees against a best reply, from the rules and the strategies alone.

For every end the reaches of the opponent's hands are added up in the order of strength, in whole numbers. A reach is
the weight of a hand times the probabilities of the moves that lead there. It is a whole number of units of 2^-128
that is rounded down at every factor, so the true reach is larger by less than one unit for each. With n hands, the sum
of any of them is wrong by less than n units for each factor, and that much is added in favour of the replier. The rest
is exact: sums, stakes, and the comparison of moves. If the claim is exact, reaches are fractions and nothing is
rounded.

Where a card is dealt, hands that have it are left out, and each card has the same chance. A turn that was solved in
floats is checked in `packed.py`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.limits import tick
from zerosum.core.outward import BITS, interval
from zerosum.core.proofs import distribution, fields
from zerosum.core.sides import Side, other
from zerosum.core.value import Value
from zerosum.models.river.rules import BLOCKED, DealtHands, RiverGame

Mixes = Mapping[str, Sequence[Sequence[Fraction]]]
"""By decision and hand, the probability of each move: fractions that add up to 1."""

Reach = Fraction | int


def prove(game: RiverGame, claimed: Value, data: Data) -> Value:
    """The bounds that the mixes in the data prove."""
    if game.rivers and isinstance(data, dict) and "packed" in data:
        from zerosum.models.river.packed import prove as prove_packed

        return prove_packed(game, data)
    [lines] = fields(data, "lines")
    decisions = [node for node in game.nodes if node.side]
    mixes: dict[str, list[list[Fraction]]] = {}
    for node, said in zip(
        decisions, fields(lines, *(one.name for one in decisions), where="the lines"), strict=True
    ):
        assert node.side
        where = f"the hands at {node.name!r:.60}"
        hands = fields(said, *game.hands[node.side].names, where=where)
        mixes[node.name] = [distribution(hand, len(node.moves), f"of {where}") for hand in hands]
    if not mixes:
        raise InputError("the game of this certificate has no decision")
    exact = claimed.is_exact
    lower, upper = -reply_bound(game, exact, mixes, "col"), reply_bound(game, exact, mixes, "row")
    return interval(lower, upper, exact)


def reply_bound(game: RiverGame, exact: bool, mixes: Mixes, replier: Side) -> Fraction:
    """An upper bound on what the best reply earns the replier; that itself if `exact`."""
    foe = other(replier)
    mine, theirs = game.hands[replier], game.hands[foe]
    weights, foe_weights = whole_weights(mine), whole_weights(theirs)
    one = 1 if exact else 1 << BITS
    reach: dict[int, list[Reach]] = {0: [weight * one for weight in foe_weights]}
    factors = {0: 0}
    for n, node in enumerate(game.nodes):
        for m, k in enumerate(range(node.first, node.first + len(node.moves))):
            reach[k], factors[k] = reach[n], factors[n] + (node.side == foe)
            if node.is_deal:
                held = zip(reach[n], theirs.cards.tolist(), strict=True)
                reach[k] = [0 if game.nodes[k].card in pair else here for here, pair in held]
            if node.side == foe:
                shares = [mix[m] for mix in mixes[node.name]]
                reach[k] = [
                    here * p if exact else here * p.numerator // p.denominator
                    for here, p in zip(reach[n], shares, strict=True)
                ]
    worth: dict[int, list[Reach]] = {}
    unit, left = math.lcm(*(node.stake.denominator for node in game.nodes)), game.card_chance.denominator
    for n, node in reversed(list(enumerate(game.nodes))):
        tick()
        if not node.is_end:
            children = zip(*(worth[node.first + m] for m in range(len(node.moves))), strict=True)
            worth[n] = [max(options) if node.side == replier else sum(options) for options in children]
            continue
        strengths = [game.strengths(side, node.card).tolist() for side in (replier, foe)]
        shown = node.folded is None
        ahead = showdown(mine, theirs, reach[n], *strengths) if shown else met(mine, theirs, reach[n])
        doubt, sign = 0 if exact else factors[n] * len(theirs), -1 if node.folded == replier else 1
        stake = int(node.stake * unit) * (1 if node.card is not None else left)  # a card has chance 1 / left
        worth[n] = [
            0 if strength == BLOCKED else stake * (sign * sum + doubt)
            for sum, strength in zip(ahead, strengths[0], strict=True)
        ]
    earned = sum(weight * best for weight, best in zip(weights, worth[0], strict=True))
    pairs = sum(weight * foes for weight, foes in zip(weights, met(mine, theirs, foe_weights), strict=True))
    return Fraction(earned) / (pairs * one * unit * left)


def whole_weights(hands: DealtHands) -> list[int]:
    """The weights of hands, multiplied by what makes all of them whole."""
    unit = math.lcm(*(weight.denominator for weight in hands.weights))
    return [int(weight * unit) for weight in hands.weights]


def met(mine: DealtHands, theirs: DealtHands, reach: Sequence[Reach]) -> list[Reach]:
    """For each hand the reach of all hands of the other that share no card with it."""
    total, by_card = sum(reach), list[Reach]([0] * 52)
    for cards, here in zip(theirs.cards.tolist(), reach, strict=True):
        for card in cards:
            by_card[card] += here
    same = dict(zip(theirs.numbers.tolist(), reach, strict=True))
    return [
        total - by_card[a] - by_card[b] + same.get(number, 0)
        for (a, b), number in zip(mine.cards.tolist(), mine.numbers.tolist(), strict=True)
    ]


def showdown(
    mine: DealtHands,
    theirs: DealtHands,
    reach: Sequence[Reach],
    strengths: list[int],
    foe_strengths: list[int],
) -> list[Reach]:
    """For each hand the reach of weaker hands minus that of stronger ones, among those that share no card with it."""
    hands = sorted(zip(strengths, mine.cards.tolist(), range(len(mine)), strict=True))
    foes = sorted(zip(foe_strengths, theirs.cards.tolist(), reach, strict=True))
    found: list[Reach] = [0] * len(mine)
    for sign in (1, -1):  # first the hands below each hand, then those above it
        total: Reach = 0
        by_card, waiting = list[Reach]([0] * 52), foes[::-sign]
        for strength, (a, b), i in hands[::sign]:
            while waiting and sign * waiting[-1][0] < sign * strength:
                _, cards, here = waiting.pop()
                total += here
                for card in cards:
                    by_card[card] += here
            found[i] += sign * (total - by_card[a] - by_card[b])
    return found
