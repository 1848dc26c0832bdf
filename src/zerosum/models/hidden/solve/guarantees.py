"""The guarantee of a strategy of a hidden game: best responses in the bilinear form, exact or rounded outward.

The best response follows by recursion from the last information sets to the first: the EV of a set is that of its
best move, and is added to its parent. In integers the result is exact. In floats each gain is first increased by more
than its possible rounding error (of the payoffs, of the products along a reach, of the sum), and so is every later
sum: the result is an upper bound on the EV of the best response.

Games at which the linear program fails are solved by best responses alone (`solve_by_responses`). Where payoffs span
more magnitudes than floats have digits, HiGHS finds no vertex. Then the game is solved for a few pure strategies of
each player, as an exact matrix game, and the exact best response to each player's solution is added, until no best
response has a higher EV than the value. Each step adds a new strategy, so the method terminates; small games need few
steps.

Reference: H. B. McMahan, G. J. Gordon and A. Blum, Planning in the presence of cost functions controlled by an
adversary, ICML 2003 (the double oracle method).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf, lcm, nextafter

import numpy as np

from zerosum.core.arrays import Array, Bools, Floats, Ints
from zerosum.core.limits import Meter
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.value import Value
from zerosum.models.hidden.form import RealizationPlan, SequenceTree
from zerosum.models.hidden.solve.bilinear import BilinearGame
from zerosum.models.hidden.solve.kernels import best_responses, share_out
from zerosum.models.hidden.solve.rational import exact_product
from zerosum.numerics.sparse import lengths

EPSILON = float(np.finfo(np.float64).eps)

FORBIDDEN = -1e200
"""The EV that a forbidden move gets."""


def enclose(
    game: BilinearGame, plans: dict[Side, RealizationPlan]
) -> tuple[Value, dict[Side, RealizationPlan]]:
    """Return the bounds that two plans in floats prove, and the plans with consistent reaches."""
    plans = {side: replace(plan, reach=normalise(plan.tree, plan.reach)) for side, plan in plans.items()}
    earned = {side: response_bound(game, side, plans[other(side)].reach) / game.scale for side in SIDES}
    lower, upper = np.nextafter(-earned["col"], -np.inf), np.nextafter(earned["row"], np.inf)
    return Value(float(lower), float(max(lower, upper))), plans


def response_bound(game: BilinearGame, side: Side, foe: Floats, allowed: Bools | None = None) -> float:
    """Return an upper bound on the EV of the best response to the opponent's reaches, times the scale.

    `allowed` marks the sequences that the player may use; by default all.
    """
    tree, opponent = game.of(side), game.of(other(side))
    gains = game.gains(side, foe)
    sizes = game.size if side == "row" else game.size.T
    # rounding errors of a reach: a sum, a ratio and a product for each set on the longest path to it
    depth = np.zeros(opponent.sequences, np.int64)
    for sequences in opponent.sequences_of_level:
        depth[sequences] = depth[opponent.before[sequences]] + opponent.moves[opponent.owner[sequences]] + 2
    steps = int(depth.max(initial=0))
    doubt = (sizes @ foe) * ((lengths(sizes) + steps + 8) * EPSILON)
    raised = gains + doubt if allowed is None else np.where(allowed, gains + doubt, FORBIDDEN)
    return best_response(tree, raised, upward=True)[1]


def best_response(tree: SequenceTree, gains: Floats, *, upward: bool = False) -> tuple[Ints, float]:
    """Return the best move at each set (the first, if several are equal) and the EV of the whole response; overwrite
    `gains`.

    If `upward`, every sum is rounded up. Large games use compiled loops with the same result.
    """
    if best_responses.is_worth_compiling(gains):
        found, earned = best_responses(tree.parent, tree.first, gains, upward)
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
    """Return reaches that satisfy their equations up to rounding, with the given proportions at each set.

    If no move of a set is reached, all its moves are equally likely.
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
    """Return the value if both integer plans are valid and guarantee the same value; None otherwise."""
    if not is_plan(game.col, col):
        return None
    lower = guarantee(game, row)
    upper = Fraction(exact_response(game.row, exact_product(game.integers, col)), game.denominator * col[0])
    return Value(lower, upper) if lower == upper else None


def guarantee(game: BilinearGame, row: Sequence[int]) -> Fraction | None:
    """Return the guarantee of row's plan, in integers; None if the plan is invalid."""
    if not is_plan(game.row, row):
        return None
    return -Fraction(
        exact_response(game.col, -exact_product(game.integers.T, row)), game.denominator * row[0]
    )


def is_plan(tree: SequenceTree, reach: Sequence[int]) -> bool:
    """Return whether reaches are nonnegative and add up at every set."""
    first = tree.first.tolist()
    return (
        reach[0] > 0
        and min(reach) >= 0
        and all(sum(reach[first[i] : first[i + 1]]) == reach[p] for i, p in enumerate(tree.parent.tolist()))
    )


def response_worth(tree: SequenceTree, gains: Sequence[Number]) -> list[Number]:
    """Return the EV of each sequence under best responses, in integers or fractions; the first is the EV of the whole
    response.
    """
    worth, first, parents = list(gains), tree.first.tolist(), tree.parent.tolist()
    for i in range(len(parents) - 1, -1, -1):
        worth[parents[i]] += max(worth[first[i] : first[i + 1]])
    return worth


def exact_response(tree: SequenceTree, gains: Array) -> int:
    return int(response_worth(tree, gains.tolist())[0])


def solve_by_responses(game: BilinearGame) -> tuple[Value, list[int], list[int]]:
    """Return the exact value, and optimal reaches of row and col as integers with their first entry as the
    denominator.
    """
    from zerosum.matrix import solve_exact  # few games need this import

    meter, payoffs = Meter("solving this game in fractions"), game.integers
    rows = [_pure_response(game.row, exact_product(payoffs, [0] * game.col.sequences))[1]]
    cols = [_pure_response(game.col, -exact_product(payoffs.T, rows[0]))[1]]
    while True:
        meter.check()
        earned = [exact_product(payoffs, y).tolist() for y in cols]
        found = solve_exact(
            [[sum(a * b for a, b in zip(x, met, strict=True)) for met in earned] for x in rows]
        )
        value = Fraction(found.value.lower)
        row, col = (
            _mixed(plans, [Fraction(p) for p in mix]) for plans, mix in ((rows, found.row), (cols, found.col))
        )
        most, new_row = _pure_response(game.row, exact_product(payoffs, col))
        least, new_col = _pure_response(game.col, -exact_product(payoffs.T, row))
        if most == value * col[0] and least == -value * row[0]:
            return Value.exactly(value / game.denominator), row, col
        if most > value * col[0]:
            rows.append(new_row)
        if least > -value * row[0]:
            cols.append(new_col)


def _pure_response(tree: SequenceTree, gains: Array) -> tuple[int, list[int]]:
    """Return the EV of the best response in integers, and its reach of each sequence: 0 or 1."""
    worth, first = response_worth(tree, gains.tolist()), tree.first.tolist()
    plan = [1] + [0] * (tree.sequences - 1)
    for i, parent in enumerate(tree.parent.tolist()):
        plan[max(range(first[i], first[i + 1]), key=worth.__getitem__)] = plan[parent]
    return int(worth[0]), plan


def _mixed(plans: Sequence[list[int]], chances: Sequence[Fraction]) -> list[int]:
    unit = lcm(*(p.denominator for p in chances))
    weights = [int(p * unit) for p in chances]
    return [sum(w * x for w, x in zip(weights, column, strict=True)) for column in zip(*plans, strict=True)]
