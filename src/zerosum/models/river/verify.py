"""Check a river's strategies: what each guarantees against a best reply, from the rules and the strategies alone.

For every end the reaches of the opponent's hands are added up in the order of strength, in whole numbers. A reach is
the weight of a hand times the probabilities of the moves that lead there. It is a whole number of units of 2^-128
that is rounded down at every factor, so the true reach is larger by less than one unit for each. With n hands, the sum
of any of them is wrong by less than n units for each factor, and that much is added in favour of the replier. The rest
is exact: sums, stakes, and the comparison of moves. If the claim is exact, reaches are fractions and nothing is
rounded.

A turn that was solved in floats has millions of probabilities, all of them whole numbers of units of 2^-24. There
(`packed_bounds`) reaches are whole numbers of 64 bits in units of 2^-38 of the largest weight, rounded down in the
same way, and sums of them are exact. The values of the tree are floats; each is a sum or a maximum of products, so
that what rounding can have cost is bounded by the number of steps times 2^-52 times the largest stake, and added.
"""

from __future__ import annotations

import base64
import math
import zlib
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Literal

import numpy as np

from zerosum.core.arrays import Array, Ints
from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.outward import BITS, interval
from zerosum.core.proofs import distribution, fields
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.value import Value
from zerosum.models.river.rules import BLOCKED, DealtHands, RiverGame

MixAt = Callable[[int, int], Sequence[Fraction]]
"""The numbers of a decision and of a hand in, the probability of each move out: fractions that add up to 1."""

Reach = Fraction | int

PACKED = 24
"""Packed probabilities are whole numbers of units of 2^-24."""
REACH = 38
"""Reaches of packed probabilities are whole numbers of units of 2^-38 of the largest weight."""


def prove(game: RiverGame, claimed: Value, data: Data) -> Value:
    """The bounds that the mixes in the data prove."""
    if game.rivers and isinstance(data, dict) and "packed" in data:
        [packed] = fields(data, "packed")
        parts = fields(packed, *SIDES, where="the packed strategies")
        return packed_bounds(
            game, {side: unpack(game, side, part) for side, part in zip(SIDES, parts, strict=True)}
        )
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
                if node.is_deal:
                    card = game.nodes[k].card
                    reach[k] = [
                        0 if card in pair else here
                        for here, pair in zip(reach[n], theirs.cards.tolist(), strict=True)
                    ]
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
    left = game.card_chance.denominator
    for n in range(len(game.nodes) - 1, -1, -1):
        node = game.nodes[n]
        children = worth[node.first : node.first + len(node.moves)]
        if node.side == replier:
            worth[n] = [max(options) for options in zip(*children, strict=True)]
        elif node.side == foe or node.is_deal:
            worth[n] = [sum(parts) for parts in zip(*children, strict=True)]
        else:
            strengths = [game.strengths(side, node.card).tolist() for side in (replier, foe)]
            shown = node.folded is None
            ahead = showdown(mine, theirs, reach[n], *strengths) if shown else met(mine, theirs, reach[n])
            doubt = 0 if exact else factors[n] * len(theirs)
            sign = -1 if node.folded == replier else 1
            stake = int(node.stake * unit) * (
                1 if node.card is not None else left
            )  # a card has chance 1 / left
            worth[n] = [
                0 if strength == BLOCKED else stake * (sign * sum + doubt)
                for sum, strength in zip(ahead, strengths[0], strict=True)
            ]
    earned = sum(weight * best for weight, best in zip(whole[0], worth[0], strict=True))
    pairs = sum(weight * foes for weight, foes in zip(whole[0], met(mine, theirs, whole[1]), strict=True))
    return Fraction(earned) / (pairs * one * unit * left)


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


def showdown(
    mine: DealtHands,
    theirs: DealtHands,
    reach: Sequence[Reach],
    strengths: Sequence[int],
    foe_strengths: Sequence[int],
) -> list[Reach]:
    """For each hand the reach of weaker hands minus that of stronger ones, among those that share no card with it."""
    cards, foe_cards = mine.cards.tolist(), theirs.cards.tolist()
    rising = sorted(range(len(mine)), key=strengths.__getitem__)
    foes_rising = sorted(range(len(theirs)), key=foe_strengths.__getitem__)
    found: list[Reach] = [0] * len(mine)
    for sign in (1, -1):
        total: Reach = 0
        by_card: list[Reach] = [0] * 52
        order, waiting = rising[::sign], foes_rising[::sign]
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


def own_moves(game: RiverGame, side: Side) -> list[int]:
    """The nodes to which a side's moves lead, in their order."""
    return [
        k for node in game.nodes if node.side == side for k in range(node.first, node.first + len(node.moves))
    ]


def unpack(game: RiverGame, side: Side, said: object) -> Ints:
    """[own move, hand]: the units that a packed strategy holds; refused unless those of each decision add up to 1."""
    numbers, text = fields(said, "numbers", "text", where="a packed strategy")
    own, hands = own_moves(game, side), len(game.hands[side])
    size = 4 * len(own) * hands
    try:
        reader = zlib.decompressobj()
        raw = reader.decompress(base64.b64decode(str(text), validate=True), size + 1)
    except (ValueError, zlib.error):
        raise InputError(f"the packed strategy of {side} in this certificate cannot be read") from None
    if (
        len(raw) != size
        or 4 * numbers != size
        or reader.unconsumed_tail
        or not reader.eof
        or reader.unused_data
    ):
        raise InputError(
            f"the packed strategy of {side} in this certificate must hold {len(own) * hands:,} numbers"
        )
    units: Ints = np.frombuffer(raw, "<u4").reshape(len(own), hands).astype(np.int64)
    first = 0
    for node in game.nodes:
        if node.side == side:
            if not (units[first : first + len(node.moves)].sum(axis=0) == 1 << PACKED).all():
                raise InputError(
                    f"the packed probabilities of a hand at {node.name!r:.60} must add up to exactly 1"
                )
            first += len(node.moves)
    return units


def packed_bounds(game: RiverGame, units: Mapping[Side, Ints]) -> Value:
    """Bounds on the value of a turn, from packed probabilities: for each side [own move, hand]."""
    lower, upper = -packed_reply(game, "row", units["row"]), packed_reply(game, "col", units["col"])
    return interval(lower, upper, False)


def packed_reply(game: RiverGame, foe: Side, units: Ints) -> Fraction:
    """An upper bound on what the best reply earns against a side's packed probabilities."""
    replier = other(foe)
    mine, theirs = game.hands[replier], game.hands[foe]
    place = {k: place for place, k in enumerate(own_moves(game, foe))}
    largest = max(theirs.weights)
    reach: dict[int, Ints] = {
        0: np.array([(weight * (1 << REACH) / largest).__floor__() for weight in theirs.weights])
    }
    factors = {0: 1}
    worth: dict[int, Array] = {}

    def down(numbers: Sequence[int]) -> None:
        """The reaches of the nodes that follow these, except for cards."""
        for n in numbers:
            node = game.nodes[n]
            for k in range(node.first, node.first + len(node.moves)) if node.side else ():
                mover = node.side == foe
                reach[k] = (reach[n] * units[place[k]]) >> PACKED if mover else reach[n]
                factors[k] = factors[n] + mover

    def up(numbers: Sequence[int], card: int | None) -> None:
        """The worths of these nodes; those of the ends all at once."""
        for folds in (False, True):
            ends = [n for n in numbers if game.nodes[n].is_end and bool(game.nodes[n].folded) == folds]
            if not ends:
                continue
            ahead = sums_ahead(game, replier, card, np.array([reach[n] for n in ends]), folds)
            for n, sums in zip(ends, ahead, strict=True):
                node = game.nodes[n]
                doubt = factors[n] * len(theirs)
                sign = -1 if node.folded == replier else 1
                worth[n] = float(node.stake) * (sign * sums + doubt)
        for n in reversed(numbers):
            node = game.nodes[n]
            after = [worth.pop(k) for k in range(node.first, node.first + len(node.moves)) if node.side]
            if after:
                worth[n] = np.max(after, axis=0) if node.side == replier else sum(after[1:], after[0])

    first = [n for n, node in enumerate(game.nodes) if node.card is None]
    down(first)
    deals = [n for n in first if game.nodes[n].is_deal]
    total = {n: np.zeros(len(mine)) for n in deals}
    for place_of_card, card in enumerate(game.rivers):
        free = [(hands.cards != card).all(axis=1) for hands in (mine, theirs)]
        tree: list[int] = []
        for n in deals:
            root = game.nodes[n].first + place_of_card
            reach[root], factors[root] = reach[n] * free[1], factors[n]
            branch = [root]
            for k in branch:  # grows while it is read
                branch += range(game.nodes[k].first, game.nodes[k].first + len(game.nodes[k].moves))
            tree += branch
        down(tree)
        up(tree, card)
        for n in deals:
            total[n] += worth.pop(game.nodes[n].first + place_of_card) * free[0]
        for k in tree:
            del reach[k]
    for n in deals:
        worth[n] = total[n] / game.card_chance.denominator
    up(first, None)
    stake = float(max(node.stake for node in game.nodes))
    deep = max(len(node.line) for node in game.nodes) * max(
        len(node.moves) for node in game.nodes if node.side
    )
    steps = deep + len(game.rivers) + 16
    lost = Fraction(steps * 2.0**-52 * stake * 2 * (float(reach[0].sum()) + steps * len(theirs)))
    scale = largest / (1 << REACH)
    earned = sum(
        weight * (Fraction(best) + lost) for weight, best in zip(mine.weights, worth[0].tolist(), strict=True)
    )
    pairs = sum(
        weight * foes for weight, foes in zip(mine.weights, met(mine, theirs, theirs.weights), strict=True)
    )
    return earned * scale / pairs


def sums_ahead(game: RiverGame, replier: Side, card: int | None, reach: Ints, folds: bool) -> Ints:
    """[end, hand]: for each hand the reach of weaker minus stronger hands that share no card; of all after a fold.

    The other's hands are in the order of strength, once all of them and once those with each card; a running total of
    either, read at the place of the hand, gives the sums.
    """
    foe = other(replier)
    mine, theirs = game.hands[replier], game.hands[foe]
    strength, foe_strength = game.strengths(replier, card), game.strengths(foe, card)
    order = np.argsort(foe_strength, kind="stable")
    owners, held = np.repeat(np.arange(len(theirs)), 2), theirs.cards.reshape(-1)
    span = (
        -4 * BLOCKED
    )  # cards are sorted first, and strengths, which are between BLOCKED and 0, within a card
    keys = held * span + foe_strength[owners]
    by_card = np.argsort(keys, kind="stable")
    totals, card_totals = _running(reach[:, order]), _running(reach[:, owners[by_card]])

    def upto(strengths: Ints, side: Literal["left", "right"]) -> Ints:
        """The reach of hands up to each hand's strength, without it (left) or with it (right)."""
        sums: Array = totals[:, np.searchsorted(foe_strength[order], strengths, side)]
        for k in (0, 1):
            here = mine.cards[:, k] * span
            places = np.searchsorted(keys[by_card], [here + 2 * BLOCKED, here + strengths], side)
            sums = sums + card_totals[:, places[0]] - card_totals[:, places[1]]
        return sums

    whole = upto(np.zeros(len(mine), int), "right")
    if not folds:
        return upto(strength, "left") + upto(strength, "right") - whole
    for i, number in enumerate(mine.numbers.tolist()):
        if number in theirs.place:
            whole[:, i] += reach[:, theirs.place[number]]
    return whole


def _running(reach: Ints) -> Ints:
    """The sums of the first 0, 1, 2, … columns."""
    found: Ints = np.concatenate(
        [np.zeros((len(reach), 1), np.int64), np.cumsum(reach, axis=1, dtype=np.int64)], axis=1
    )
    return found
