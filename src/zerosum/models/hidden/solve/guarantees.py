"""What a strategy of a hidden game guarantees: best replies in the bilinear form, exact or rounded outward.

The best reply follows by recursion from the last information sets to the first: a set is worth its best move, and adds
that to its parent. In integers the result is exact. In floats each gain is first raised by more than the rounding
error that it can have (of the payoffs, of the products along a reach, of the sum), and so is every sum on the way: the
result is an upper bound on what the best reply earns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf, nextafter

import numpy as np

from zerosum.core.arrays import Array, Bools, Floats, Ints
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.value import Value
from zerosum.models.hidden.form import RealizationPlan, SequenceTree
from zerosum.models.hidden.solve.bilinear import BilinearGame
from zerosum.models.hidden.solve.kernels import best_replies, share_out
from zerosum.models.hidden.solve.rational import exact_product
from zerosum.numerics.sparse import lengths

EPSILON = float(np.finfo(np.float64).eps)

FORBIDDEN = -1e200
"""What a move that is not allowed is taken to earn."""


def enclose(
    game: BilinearGame, plans: dict[Side, RealizationPlan]
) -> tuple[Value, dict[Side, RealizationPlan]]:
    """Bounds on the value that two plans in floats prove, and the plans with their reaches made consistent."""
    plans = {side: replace(plan, reach=normalise(plan.tree, plan.reach)) for side, plan in plans.items()}
    earned = {side: reply_bound(game, side, plans[other(side)].reach) / game.scale for side in SIDES}
    lower, upper = np.nextafter(-earned["col"], -np.inf), np.nextafter(earned["row"], np.inf)
    return Value(float(lower), float(max(lower, upper))), plans


def reply_bound(game: BilinearGame, side: Side, foe: Floats, allowed: Bools | None = None) -> float:
    """An upper bound on what the best reply to the opponent's reaches earns, times the scale.

    `allowed` are the sequences that the player may use, if not all.
    """
    tree, opponent = game.of(side), game.of(other(side))
    gains = game.gains(side, foe)
    sizes = game.size if side == "row" else game.size.T
    # rounding errors of a reach: for each set on the longest way to it a sum, a ratio and a product
    depth = np.zeros(opponent.sequences, np.int64)
    for sequences in opponent.sequences_of_level:
        depth[sequences] = depth[opponent.before[sequences]] + opponent.moves[opponent.owner[sequences]] + 2
    steps = int(depth.max(initial=0))
    doubt = (sizes @ foe) * ((lengths(sizes) + steps + 8) * EPSILON)
    raised = gains + doubt if allowed is None else np.where(allowed, gains + doubt, FORBIDDEN)
    return best_reply(tree, raised, upward=True)[1]


def best_reply(tree: SequenceTree, gains: Floats, *, upward: bool = False) -> tuple[Ints, float]:
    """The best move at each set, the first one of several, and what the whole reply earns; overwrites gains.

    If `upward`, every sum is rounded up. Where there is much to do, compiled loops do the same.
    """
    if best_replies.is_worth_compiling(gains):
        found, earned = best_replies(tree.parent, tree.first, gains, upward)
        return found, float(earned)
    best = np.zeros(len(tree), np.int64)
    for sets, sequences in reversed([*zip(tree.levels, tree.sequences_of_level, strict=True)]):
        here, moves = gains[sequences], tree.moves[sets]
        starts = np.cumsum(moves) - moves
        high = np.maximum.reduceat(here, starts)
        place = np.where(here == np.repeat(high, moves), sequences, tree.sequences)
        best[sets] = np.minimum.reduceat(place, starts) - tree.first[sets]
        above, high = tree.parent[sets][::-1], high[::-1]
        if upward:
            for sequence, gain in zip(above.tolist(), high.tolist(), strict=True):
                gains[sequence] = nextafter(gains[sequence] + gain, inf)
        else:
            np.add.at(gains, above, high)
    return best, float(gains[0])


def normalise(tree: SequenceTree, reach: Floats) -> Floats:
    """Reaches near those given that satisfy their equations up to rounding; the proportions at each set are kept.

    Where no move of a set is reached, all moves are as likely.
    """
    found = np.maximum(reach, 0.0)
    if share_out.is_worth_compiling(found):
        return share_out(tree.parent, tree.first, found)
    found[0] = 1.0
    for sets, sequences in zip(tree.levels, tree.sequences_of_level, strict=True):
        moves = tree.moves[sets]
        total = np.add.reduceat(found[sequences], np.cumsum(moves) - moves)
        found[sequences[np.repeat(total == 0, moves)]] = 1.0
        total = np.repeat(np.where(total > 0, total, moves), moves)
        found[sequences] = found[tree.before[sequences]] * (found[sequences] / total)
    return found


def prove_value(game: BilinearGame, row: Sequence[int], col: Sequence[int]) -> Value | None:
    """The value, if both plans, in integers, are valid and guarantee the same; None if not."""
    if not is_plan(game.col, col):
        return None
    lower = guarantee(game, row)
    upper = Fraction(exact_reply(game.row, exact_product(game.integers, col)), game.denominator * col[0])
    return Value(lower, upper) if lower == upper else None


def guarantee(game: BilinearGame, row: Sequence[int]) -> Fraction | None:
    """What a plan of row, in integers, guarantees; None if it is not a valid plan."""
    if not is_plan(game.row, row):
        return None
    return -Fraction(exact_reply(game.col, -exact_product(game.integers.T, row)), game.denominator * row[0])


def is_plan(tree: SequenceTree, reach: Sequence[int]) -> bool:
    """Whether reaches are not negative and add up at every set."""
    first = tree.first.tolist()
    return (
        reach[0] > 0
        and min(reach) >= 0
        and all(sum(reach[first[i] : first[i + 1]]) == reach[p] for i, p in enumerate(tree.parent.tolist()))
    )


def reply_worth(tree: SequenceTree, gains: Sequence[Number]) -> list[Number]:
    """What each sequence of the best reply earns if the best follows, in integers or fractions; first, the whole."""
    worth, first, parents = list(gains), tree.first.tolist(), tree.parent.tolist()
    for i in range(len(parents) - 1, -1, -1):
        worth[parents[i]] += max(worth[first[i] : first[i + 1]])
    return worth


def exact_reply(tree: SequenceTree, gains: Array) -> int:
    """What the best reply earns, in integers."""
    return int(reply_worth(tree, gains.tolist())[0])
