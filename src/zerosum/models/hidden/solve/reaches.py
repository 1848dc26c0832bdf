"""A player's strategy in a hidden game, and what it guarantees.

A *plan* is the reach of every sequence, as integers over their common denominator or as floats, and a move for each
information set that the player's own earlier moves never lead to. What a plan guarantees follows from the best reply
to it, by recursion from the last sets to the first: a set is worth its best move, and adds that to its parent. In
integers the result is exact. In floats each gain is first raised by more than rounding can have done to it (of
the payoffs, of the products along a reach, of the sum), and so is every sum on the way: the result is a bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Array, Bools, Floats, Ints
from zerosum.core.compiled import Kernel
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.solution import Value
from zerosum.models.hidden.solve.bilinear import Bilinear, Tree
from zerosum.models.hidden.solve.rational import product
from zerosum.models.hidden.solve.reduce import Reach, Reduced
from zerosum.numerics.sparse import lengths

__all__ = [
    "Reaches",
    "enclosed",
    "flows",
    "guaranteed",
    "most",
    "most_in_integers",
    "proved",
    "reaches_from",
    "replies",
    "reply",
    "settled",
]

EPSILON = float(np.finfo(np.float64).eps)

FORBIDDEN = -1e200
"""What a move is taken to earn that is not allowed."""

TREMBLE = 2.0**-20
"""The share of uniform play in what an unreached set replies to."""


@dataclass(frozen=True)
class Reaches:
    """Reaches of all sequences, and a move for each set that is not reached."""

    tree: Tree
    reach: Reach
    spare: Ints
    """The move, by its place, that each set takes where the player's own moves do not lead."""

    @property
    def exact(self) -> bool:
        """Whether the reaches are integers."""
        return not isinstance(self.reach, np.ndarray)

    def mix(self, index: int) -> list[Number]:
        """The probabilities of a set's moves."""
        parts = self.reach[int(self.tree.first[index]) : int(self.tree.first[index + 1])]
        total = sum(parts)
        if not total:
            pure: list[Number] = [Fraction(0) if self.exact else 0.0 for _ in parts]
            pure[int(self.spare[index])] += 1
            return pure
        return [Fraction(int(p), int(total)) if self.exact else float(p / total) for p in parts]


def reaches_from(game: Bilinear, less: Reduced, row: Reach, col: Reach) -> dict[Side, Reaches]:
    """Plans of the whole game from reaches of the reduced one.

    Where they do not lead, or nothing is at stake any more, they follow the best reply to small trembles.
    """
    reach: dict[Side, Reach] = {"row": less.carried_back("row", row), "col": less.carried_back("col", col)}
    plans = {}
    for side in SIDES:
        foe = reach[other(side)]
        about = foe if isinstance(foe, np.ndarray) else np.array([float(Fraction(y, foe[0])) for y in foe])
        shaken = (1 - TREMBLE) * about + TREMBLE * game.of(other(side)).uniform
        gains = np.where(less.kept[side], game.gains(side, shaken), -np.inf)
        spare = reply(game.of(side), gains)
        plans[side] = Reaches(
            game.of(side), _with_spare(game.of(side), reach[side], less.idle[side], spare), spare
        )
    return plans


def _with_spare(tree: Tree, reach: Reach, idle: Bools, spare: Ints) -> Reach:
    """Reaches that follow the spare moves at idle sets, and the same shares as before elsewhere."""
    if not idle.any():
        return reach
    first, parents = tree.first.tolist(), tree.parent.tolist()
    answer = reach.copy()
    for i in np.nonzero(idle)[0].tolist():
        for k in range(first[i], first[i + 1]):
            answer[k] = answer[parents[i]] if k - first[i] == spare[i] else answer[k] * 0
    return answer


def reply(tree: Tree, gains: Floats) -> Ints:
    """The place of the best move at each set, against an opponent who makes the sequences earn these gains."""
    best, _ = replies(tree.parent, tree.first, gains.copy(), False)
    return best


@Kernel
def replies(parent: Ints, first: Ints, gains: Floats, upward: bool) -> tuple[Ints, float]:
    """The best move at each set, and what all of it earns, every sum rounded up if `upward`; gains are overwritten."""
    best = np.zeros(len(parent), np.int64)
    for i in range(len(parent) - 1, -1, -1):
        high, place = gains[first[i]], 0
        for k in range(first[i] + 1, first[i + 1]):
            if gains[k] > high:
                high, place = gains[k], k - first[i]
        best[i] = place
        total = gains[parent[i]] + high
        gains[parent[i]] = np.nextafter(total, np.inf) if upward else total
    return best, gains[0]


def enclosed(game: Bilinear, plans: dict[Side, Reaches]) -> tuple[Value, dict[Side, Reaches]]:
    """Bounds on the value that two plans in floats prove, and the plans with their reaches made consistent."""
    plans = {side: replace(plan, reach=settled(plan.tree, plan.reach)) for side, plan in plans.items()}
    earned = {side: most(game, side, plans[other(side)].reach) / game.scale for side in SIDES}
    lower, upper = np.nextafter(-earned["col"], -np.inf), np.nextafter(earned["row"], np.inf)
    return Value(float(lower), float(max(lower, upper))), plans


def most(game: Bilinear, side: Side, foe: Floats, allowed: Bools | None = None) -> float:
    """At least what the best reply, of the moves allowed, earns against the opponent's reaches, times the scale."""
    tree = game.of(side)
    gains = game.gains(side, foe)
    sizes = game.size if side == "row" else game.size.T
    size, entries = sizes @ foe, lengths(sizes)
    steps = longest(game.of(other(side)))
    doubt = size * ((entries + steps + 8) * EPSILON)
    raised = gains + doubt if allowed is None else np.where(allowed, gains + doubt, FORBIDDEN)
    return float(replies(tree.parent, tree.first, raised, True)[1])


def longest(tree: Tree) -> int:
    """How many roundings a reach can have gone through: for each set on the longest way, a sum, a ratio, a product."""
    depth = np.zeros(tree.sequences, np.int64)
    for i, parent in enumerate(tree.parent.tolist()):
        depth[tree.first[i] : tree.first[i + 1]] = depth[parent] + tree.moves[i] + 2
    return int(depth.max(initial=0))


def settled(tree: Tree, reach: Floats) -> Floats:
    """Reaches near those given that satisfy their equations but for rounding: shares at each set are kept."""
    return _settle(tree.parent, tree.first, np.maximum(reach, 0.0))


@Kernel
def _settle(parent: Ints, first: Ints, reach: Floats) -> Floats:
    """From the first set on, moves share what their parent has, in the proportions given; alike where all are 0."""
    reach[0] = 1.0
    for i in range(len(parent)):
        total = reach[first[i] : first[i + 1]].sum()
        for k in range(first[i], first[i + 1]):
            share = reach[k] / total if total > 0 else 1.0 / (first[i + 1] - first[i])
            reach[k] = reach[parent[i]] * share
    return reach


def proved(game: Bilinear, row: Sequence[int], col: Sequence[int]) -> Value | None:
    """The value, if both plans, in integers, are right and guarantee the same; None if they do not."""
    if not flows(game.col, col):
        return None
    lower = guaranteed(game, row)
    upper = Fraction(most_in_integers(game.row, product(game.integers, col)), game.scale * col[0])
    return Value(lower, upper) if lower == upper else None


def guaranteed(game: Bilinear, row: Sequence[int]) -> Fraction | None:
    """What a plan of row, in integers, guarantees; None if it is no plan."""
    if not flows(game.row, row):
        return None
    return -Fraction(most_in_integers(game.col, -product(game.integers.T, row)), game.scale * row[0])


def flows(tree: Tree, reach: Sequence[int]) -> bool:
    """Whether reaches are from 0 up and add up at every set."""
    first = tree.first.tolist()
    return (
        reach[0] > 0
        and min(reach) >= 0
        and all(sum(reach[first[i] : first[i + 1]]) == reach[p] for i, p in enumerate(tree.parent.tolist()))
    )


def most_in_integers(tree: Tree, gains: Array) -> int:
    """What the best reply earns, in integers."""
    worth, first = gains.tolist(), tree.first.tolist()
    parents = tree.parent.tolist()
    for i in range(len(parents) - 1, -1, -1):
        worth[parents[i]] += max(worth[first[i] : first[i + 1]])
    return int(worth[0])
