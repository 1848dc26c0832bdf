"""Guarantees that no bounded functions prove: playing first for position, and functions M g + h with a large M.

**Reach.** An average does not count the moves on the way. Suppose a player guarantees the average L(k, q) after
announcing q on node k. Then n moves earlier the player guarantees F^n L, where F is the recursion without payoffs:
the player plays for position, for any number of moves, and may stop anywhere. So the least concave function above L
and F L is again a guarantee, and these functions rise to the reachable averages (Everett's recursive games, 1957).

**Large M.** Let F be the recursion without payoffs, and g a function with Fg = g. Then T(Mg + h) = Mg + Th' + O(1/M):
a player who has announced q on node k first prefers nodes with a large g, and only then considers payoffs. Two kinds
of boards need this.

- The average depends on the node, and g is this average: T(Mg + h) = Mg + h + 2g up to an error of the order 1/M, and
  the minimum of TW - W is twice the smallest g, the bound that holds from every start.
- The average is the same everywhere, but the value of n rounds is nV + c √n: as in the Big Match, a player forever
  gives up a small amount in order to punish, and smaller amounts are better. Then T(Mg + h) = Mg + h + V up to 1/M,
  for a g that does not depend on payoffs, and no bounded functions have TW - W = V.

The best moves for M have break points at distances of about 1/M from an end of [0, 1]; as M grows these converge to
the end, where the move is a different one. So there may be moves that are optimal up to any positive error, but no
optimal moves.

Either W begins as Mg with a guess of g: the player's reachable averages if the player's worst region has the average
of the opponent's best region; or the functions of a few rounds are doubled repeatedly, with a few rounds between, so
that they grow along some g (`grow_functions`). Then half-steps follow from W to TW, or to TW - 2g if g was guessed,
since play may be periodic. Numbers are in fixed point, since M takes many digits. A wrong guess only costs time,
since `drift` certifies the result.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Array, Scalar
from zerosum.models.lagged.functions import (
    FLOATS,
    Concave,
    Scale,
    combine,
    hull,
    mean,
    merge_break_points,
    simplify,
)
from zerosum.models.lagged.recursion import ROW, Functions, Operator, drift, make_concave, rise, slack
from zerosum.models.lagged.rules import Board
from zerosum.models.lagged.solve.coarse import newton_steps, visit_shares

Guarantees = dict[int, list[Fraction]]
"""By node, the player's guaranteed average after taking either exit, in the player's own view."""
FINE = 96
"""Binary digits of the fixed-point numbers, enough that the rounding of many moves does not matter."""
SCALE = Scale(FINE)
"""The arithmetic for reachable averages."""
MAX_MOVES = 200
"""Maximum number of rounds in which the functions rise to the reachable averages."""
ENOUGH = 2.0**-50
"""The rounds end when the functions rise by less than this; break points that matter less are dropped."""


class PayoffFreeRecursion(Operator):
    """The recursion without payoffs, the same for both players, on all nodes."""

    def nodes(self, player: int) -> tuple[int, ...]:
        return tuple(range(self.board.size))


def reachable_values(board: Board, known: Guarantees, player: int) -> dict[int, Concave]:
    """Return the averages that the player can reach after announcing q on a node, given that player's guarantees
    after each exit.
    """
    operator, small = _without_payoffs(board), SCALE.number(ENOUGH)
    functions, q = {}, SCALE.array([0, SCALE.one])
    for node in range(board.size):  # the line from the guarantee after cl (q = 0) to that after cc (q = 1)
        cc, cl = (SCALE.number(end) for end in known[node])
        functions[node] = Concave(q, SCALE.array([cl, cc]), SCALE.array([cc - cl]), q[:0], SCALE)
    for _ in range(MAX_MOVES):
        further = operator.step_back(operator.step_back(functions, 1 - player), player)
        raised = {}
        for (
            node,
            f,
        ) in functions.items():  # a concave function above both, but not above the least concave one
            q = merge_break_points(f.q, further[node].q)
            higher = np.maximum(f.values(q), further[node].values(q))
            raised[node] = simplify(hull(q, higher, SCALE), small, 0)
        rise = max((f.w - functions[node].values(f.q)).max() for node, f in raised.items())
        functions = raised
        if rise <= small:
            break
    return functions


def reachable_from_starts(board: Board, known: Guarantees, player: int) -> dict[int, Fraction]:
    """Return the averages that the player can reach from each start, row moving first, given its guarantees."""
    operator, functions = _without_payoffs(board), reachable_values(board, known, player)
    doubt = MAX_MOVES * slack(operator, list(functions.values()))
    first = functions if player == ROW else operator.step_back(functions, ROW)
    sign = 1 if player == ROW else -1
    return {start: sign * SCALE.fraction(first[start].top()) - doubt for start in range(board.size)}


def _without_payoffs(board: Board) -> PayoffFreeRecursion:
    """Return the recursion without payoffs."""
    return PayoffFreeRecursion(dataclasses.replace(board, payoffs=(Fraction(0),) * board.size), SCALE)


WEIGHT = 50
"""M is 2 to this power."""
GROWN_SCALE = Scale(96 + WEIGHT)
"""The arithmetic for functions M g + h: M takes many digits."""
PART_OF_GAP = 0.02
"""Share of the gap that a simplification may cost."""
MAX_ROUNDS = 1500
"""Maximum number of half-steps from a guess."""
LOSSES = 10.0 ** -np.arange(11, 20)
"""Permitted average loss per round from leaving out a break point of a curved function; tried in turn."""
MAX_PIECES = 20_000
"""Maximum number of break points of curved functions."""
WARM, BETWEEN = 8, 4
"""Number of groups of rounds before the first doubling, and number of rounds in a group before each doubling."""
MANY = 1500
"""Functions with more pieces than this count as curved."""
DRIFT_TOLERANCE = 1e-9
"""If a bound is too low by less than this, it is improved by a better choice of break points."""
CYCLES, PLAIN = 8, 6
"""Number of leaps for each choice of break points, and of half-steps before each."""
PATIENCE = 40
"""Number of rounds without a better bound after which the search ends."""


def guaranteed_everywhere(
    board: Board, known: Guarantees, player: int, hoped: Fraction, goal: Fraction
) -> Fraction:
    """Return a lower bound on the player's average from every start, given `hoped`, a guess of the value of the worst
    region.
    """
    operator = Operator(board, GROWN_SCALE)
    guess = {node: [max(sure, hoped) for sure in exits] for node, exits in known.items()}
    g = {
        node: f.convert(GROWN_SCALE)
        for node, f in reachable_values(board, guess, player).items()
        if node in operator.nodes(player)
    }
    functions = _iterate_from_guess(operator, g, player, goal)
    return drift(operator, functions, player).least / 2


def grow_functions(operator: Operator, player: int, goal: Fraction) -> Functions:
    """Return functions of the player grown by repeated doubling, with the largest minimum of TW - W found."""
    w, zero, fine = operator.zero(player), operator.zero(player), GROWN_SCALE.number(PART_OF_GAP * goal)
    small = GROWN_SCALE.number(PART_OF_GAP / 10)
    for doubled in [0] * WARM + [1] * WEIGHT:
        w, small = {node: f.times_power_of_two(doubled) for node, f in w.items()}, max(small >> doubled, fine)
        if sum(f.pieces for f in w.values()) > MANY:
            return w
        for _ in range(BETWEEN):
            w = _halfway(w, _round(operator, w, zero, player, small), small)
    best, most, since = w, -GROWN_SCALE.one << WEIGHT, 0
    while since <= PATIENCE and sum(f.pieces for f in w.values()) <= MANY:
        after = _round(operator, w, zero, player, fine)
        least = rise(w, after)[0]
        best, most, since = (w, least, 0) if least > most + fine else (best, most, since + 1)
        w = _halfway(w, after, fine)
    return best


def _iterate_from_guess(operator: Operator, g: Functions, player: int, goal: Fraction) -> Functions:
    """Return functions W, near M g, for which TW - W - 2g is nearly 0."""
    w = best = {node: f.times_power_of_two(WEIGHT) for node, f in g.items()}
    most, since, gap = -np.inf, 0, 1.0
    for _ in range(MAX_ROUNDS):
        small = GROWN_SCALE.number(PART_OF_GAP * min(gap, 0.1))
        after = _round(operator, w, g, player, small)
        least, highest = (float(GROWN_SCALE.fraction(end)) for end in rise(w, after))
        best, most, since = (w, least, 0) if least > most else (best, most, since + 1)
        gap = max(highest - least, float(goal))
        curved = sum(f.pieces for f in w.values()) > MANY
        if -most <= goal or since > PATIENCE or curved:
            break
        w = _halfway(w, after, small)
    if -most > goal and (curved or -most <= DRIFT_TOLERANCE):
        return _refine_break_points(operator, g, best, most, player, goal)
    return best


def _refine_break_points(
    operator: Operator, g: Functions, best: Functions, most: float, player: int, goal: Fraction
) -> Functions:
    """Return better functions for curved W, with break points where play leads (`coarse`)."""
    w = best
    for loss in LOSSES:
        fine = _round(operator, make_concave(_round(operator, w, g, player, 0), GROWN_SCALE), g, player, 0)
        upto = visit_shares(operator, w, player)
        hulls = make_concave(fine, GROWN_SCALE)
        break_points = {
            node: simplify(f, loss * GROWN_SCALE.one, 16, upto[node]).q for node, f in hulls.items()
        }
        if sum(map(len, break_points.values())) > MAX_PIECES:
            break
        w, least = _flatten(operator, g, hulls, break_points, player, 0.1 * loss ** (2 / 3))
        best, most = (w, least) if least > most else (best, most)
        if -most <= goal:
            break
    return best


def _flatten(
    operator: Operator,
    g: Functions,
    w: Functions,
    break_points: Mapping[int, Array],
    player: int,
    even: float,
) -> tuple[Functions, float]:
    """Return functions with these break points after alternating half-steps and leaps, and the minimum of TW - W -
    2g.
    """
    values = {node: w[node].values(q) for node, q in break_points.items()}
    floats = {node: FLOATS.convert(q, GROWN_SCALE) for node, q in break_points.items()}
    for _ in range(CYCLES):
        for _ in range(PLAIN):
            w = {node: hull(q, values[node], GROWN_SCALE) for node, q in break_points.items()}
            after = _round(operator, w, g, player, 0)
            values = {
                node: (after[node].values(q) + w[node].values(q)) >> 1 for node, q in break_points.items()
            }
        rise = {
            n: FLOATS.convert(after[n].values(q) - w[n].values(q), GROWN_SCALE)
            for n, q in break_points.items()
        }
        least, highest = min(x.min() for x in rise.values()), max(x.max() for x in rise.values())
        if highest - least <= even:
            break
        steps = newton_steps(operator, w, floats, rise, player, 0.0)
        values = {n: w[n].values(q) + GROWN_SCALE.convert(steps[n], FLOATS) for n, q in break_points.items()}
    return w, least


def _round(operator: Operator, w: Functions, g: Functions, player: int, small: Scalar) -> Functions:
    """Return TW - 2g, simplified between the two moves."""
    middle = {node: simplify(f, small, 16) for node, f in operator.step_back(w, 1 - player).items()}
    return {node: combine(f, g[node], 1, -2) for node, f in operator.step_back(middle, player).items()}


def _halfway(w: Functions, after: Functions, small: Scalar) -> dict[int, Concave]:
    """Return the mean of two functions, made concave and simplified."""
    middle = make_concave({node: mean(w[node], f) for node, f in after.items()}, GROWN_SCALE)
    return {node: simplify(f, small, 16) for node, f in middle.items()}
