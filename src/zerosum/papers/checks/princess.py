"""Princess and monster on an interval: bounds on the value, from walks on a grid (`games/princess.py`).

There are far too many walks for a matrix. So both sides have a few walks at first, the game of these is solved, and
each side gets its best response to the other's mix, until neither gains. A best response is found step by step:
after each step only the walker's position and the set of the other's walks already met matter, and few of these
pairs occur. At the end a mix is rounded to fractions, and its guarantee against all walks is computed in whole
numbers.

References: S. Alpern, R. Fokkink, R. Lindelauf and G. J. Olsder, The 'princess and monster' game on an interval, SIAM
Journal on Control and Optimization 47 (2008); H. B. McMahan, G. J. Gordon and A. Blum, Planning in the presence of cost
functions controlled by an adversary (2003), who add best responses one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from zerosum.core.numbers import Number
from zerosum.core.sides import Side
from zerosum.games.princess import Princess, Walk
from zerosum.matrix.value import solve_once
from zerosum.papers.verdicts import Found

F = Fraction
ROUNDS = 2000
"""Maximum number of best responses of each side."""
GAIN_TOLERANCE = 1e-7
"""The search ends if a further walk gains fewer steps than this."""
SHARES = 10**9
"""Probabilities are rounded to multiples of one over this number."""


def best_response(
    game: Princess, side: Side, walks: Sequence[Walk], weights: Sequence[int]
) -> tuple[int, Walk]:
    """Return a best response of a side to weighted walks of the other, and the sum of weights times steps."""
    parts, horizon, lower = game.parts, game.horizon, game.bound == "lower"
    sign = 1 if side == "row" else -1
    # a set of the other's walks is an integer with a bit for each walk
    places = list(zip(*walks, strict=True))
    at = [[_bits(place == j for place in places[k]) for j in range(parts + 1)] for k in range(horizon + 1)]
    above = [[_bits(place > j for place in places[k]) for j in range(parts + 1)] for k in range(horizon + 1)]
    known: dict[int, int] = {}

    def weight(some: int) -> int:
        """Return the weight of a set."""
        if some not in known:
            known[some] = sum(weights[k] for k in range(len(walks)) if some >> k & 1)
        return known[some]

    everybody = (1 << len(walks)) - 1
    first = game.first_node if side == "row" else 0
    # by position and by the set of walks not met yet: the best sum so far, and a walk with it
    reached: dict[tuple[int, int], tuple[int, Walk]] = {
        (j, everybody & ~at[0][j] if lower else everybody): (0, (j,)) for j in range(first, parts + 1, 2)
    }
    for k in range(horizon):
        following: dict[tuple[int, int], tuple[int, Walk]] = {}
        for (j, left), (total, walk) in reached.items():
            paid = total + weight(left)
            for i in (j - 1, j + 1):
                if 0 <= i <= parts:
                    met = at[k + 1][i] if lower else above[k][j] ^ above[k + 1][i]
                    place = i, left & ~met
                    if place not in following or sign * paid > sign * following[place][0]:
                        following[place] = paid, (*walk, i)
        reached = following
    found = []
    for (j, left), (total, walk) in reached.items():
        if side == "col" or lower:
            late = weight(left) * game.late(j)
        else:
            late = sum(weights[k] * game.late(w[-1]) for k, w in enumerate(walks) if left >> k & 1)
        found.append((total + late, walk))
    return max(found) if side == "row" else min(found)


def _bits(holds: Iterable[bool]) -> int:
    """Return the set of the walks with a property."""
    return sum(1 << k for k, one in enumerate(holds) if one)


def bounds(parts: int, bound: str) -> tuple[Fraction, Fraction]:
    """Return proved bounds on the value of a game on the grid, in time, with walks twice as long as the interval."""
    game = Princess(parts, 2 * parts + 4, bound)
    row, col = [_sweep(game, game.first_node)], [_sweep(game, 0)]
    payoffs = [[game.met(row[0], col[0])]]
    for _ in range(ROUNDS):
        mixes = solve_once([[float(paid) for paid in line] for line in payoffs])
        mine, theirs = _rounded(row, mixes.row), _rounded(col, mixes.col)
        most, she = best_response(game, "row", *theirs)
        least, he = best_response(game, "col", *mine)
        low, high = F(least, sum(mine[1])), F(most, sum(theirs[1]))
        if high - low < GAIN_TOLERANCE or (she in row and he in col):
            break
        if she not in row:
            row.append(she)
            payoffs.append([game.met(she, walk) for walk in col])
        if he not in col:
            col.append(he)
            for line, walk in zip(payoffs, row, strict=True):
                line.append(game.met(walk, he))
    return low * game.step_time, high * game.step_time


def _sweep(game: Princess, first: int) -> Walk:
    """Return the walk upwards to the other end and back."""
    walk, step = [first], 1
    while len(walk) <= game.horizon:
        if not 0 <= walk[-1] + step <= game.parts:
            step = -step
        walk.append(walk[-1] + step)
    return tuple(walk)


def _rounded(walks: Sequence[Walk], mix: Sequence[Number]) -> tuple[list[Walk], list[int]]:
    """Return the walks of a mix with whole weights."""
    weights = [round(float(p) * SHARES) for p in mix]
    used = [k for k, weight in enumerate(weights) if weight > 0]
    return [walks[k] for k in used], [weights[k] for k in used]


def interval(parts: int, below: str) -> Found:
    """Check that the value of the interval from -1 to 1 is below a number."""
    most = bounds(parts, "upper")[1]
    text = f"V < {float(most):.5f}, by a mix of walks of the monster on {parts} equal parts"
    return Found(most < F(below), text)


def enclosed(low_parts: int, high_parts: int, low: str, high: str) -> Found:
    """Check that the value of the interval lies between two numbers, by walks on grids."""
    least, most = bounds(low_parts, "lower")[0], bounds(high_parts, "upper")[1]
    text = f"{float(least):.5f} < V < {float(most):.5f}, by mixes of walks on {low_parts} and {high_parts} equal parts"
    return Found(F(low) <= least and most <= F(high), text)
