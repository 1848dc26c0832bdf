"""A player's bound from break points where play leads, for boards on which the functions that T shifts by a constant
have too many of them.

A bound needs less than a solution. If a player's W, interpolated linearly between a few break points, satisfies TW -
W >= lo at these break points, then it does so everywhere, since TW is concave: the player gains at least lo in every
two moves, and announces only these break points. So each player may have a separate W, and the two need not be
related. If play ends on few break points, the bound is then exact, even if the functions have many other break
points.

Where functions are curved no finite set of break points is exact. A player who would announce r between two break
points loses the amount by which W is lowered at r, and in the long run the mean of this loss over all rounds: it is
weighted by the frequency of play there. Play often returns to few announcements (an end of [0, 1], a peak, a true
break point), and the paths from there soon branch, so that most of [0, 1] is rarely visited. So a break point is kept
if its mean loss is large, with the visit frequencies of the chain under both players' present strategies
(`iteration`).

With the break points S the game is finite. Plain moves on it are followed by Newton's step, or by one of Hoffman and
Karp (1966): the player's next moves are kept fixed, the opponent's best response to them is a Markov decision problem
on S, and its relative values are the next W. S is chosen among the break points of TTW for the previous W, first for
a large permitted loss, then for smaller and smaller losses. Nothing here needs to be rigorous: `recursion.drift`
certifies the result.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Array
from zerosum.core.progress import Progress
from zerosum.models.lagged.functions import FLOATS, Increasing, hull, simplify
from zerosum.models.lagged.recursion import COL, ROW, Functions, Operator
from zerosum.models.lagged.solve.iteration import BreakPoints, IterationResult, process
from zerosum.numerics.chains import relative_value_equations, solve_system, visits
from zerosum.numerics.sparse import Matrix, identity

LOSSES = 10.0 ** -np.arange(20)
"""Permitted average loss per round from leaving out a break point; tried in turn."""
SELDOM = 1e-4
"""Frequency added evenly to all q, since the opponent may lead play to points that it does not reach otherwise."""
FEW = 60
"""Up to this number of break points, the finite game is solved to the last digit."""
SPREAD_TOLERANCE = 4e-13
"""Largest spread of the increments of two moves that counts as constant, with few break points."""
CYCLES, PLAIN = 16, 10
"""Maximum number of leaps, and of plain moves before each."""
HOPELESS = 0.01
"""If a gap above this hardly shrinks, the value probably depends on the start, and the search ends."""
PATIENCE, HARDLY = 3, 0.9
"""The search ends if this number of attempts leaves more than this share of the gap."""
PULL = 1e-9
"""Weight of the previous relative values, which makes the equations nonsingular for a chain with several closed
classes.
"""
MAX_REPLIES, MAX_EQUATIONS = 60, 1500
"""Maximum number of rounds of policy iteration, and of equations in one of Newton's steps (about)."""
SETTLING = 200
"""Number of half-steps of the chain after which the frequencies of its states have settled."""


class Candidate(NamedTuple):
    """Functions of one player, evaluated by their increments over two moves."""

    functions: Functions
    """W."""
    after: Functions
    """TW: the functions two moves earlier."""
    least: float
    """The minimum of TW - W at the break points of W, minus a bound on rounding errors."""
    most: float
    """The maximum of TW - W at these break points."""

    def values_after_move(self, q: BreakPoints) -> dict[int, Array]:
        """Return TW at the break points, shifted back to the height of W."""
        middle = (self.least + self.most) / 2
        return {node: self.after[node].values(at) - middle for node, at in q.items()}


def choose_break_points(
    operator: Operator, result: IterationResult, goal: float, most_pieces: int, progress: Progress
) -> IterationResult:
    """Return the result with break points where play leads, if it guarantees a player more."""
    best = [_candidate(operator, w, player) for player, w in ((ROW, result.row), (COL, result.col))]
    gaps = [result.gap]
    both = (
        refinements(operator, candidate, player, most_pieces // 2) for player, candidate in enumerate(best)
    )
    for found in zip_longest(*both):
        row, col = best = [one or last for one, last in zip(found, best, strict=True)]
        progress(len(gaps), len(LOSSES), "choices of break points")
        gaps.append(-row.least - col.least)
        ended = "done" if gaps[-1] <= goal else result.ended
        result = replace(result, row=row.functions, col=col.functions, gap=gaps[-1], ended=ended)
        if ended == "done" or (len(gaps) > PATIENCE and gaps[-1] > max(HOPELESS, HARDLY * gaps[-PATIENCE])):
            break
    return result


def refinements(operator: Operator, best: Candidate, player: int, most_pieces: int) -> Iterator[Candidate]:
    """Yield better and better functions of the player, with more and more break points up to a limit."""
    looked = None
    for loss in LOSSES:
        if looked is not best:
            fine, looked = operator.step_back(operator.step_back(best.after, 1 - player), player), best
            upto = visit_shares(operator, best.after, player)
        break_points = {node: simplify(f, loss, 0.0, upto[node]).q for node, f in fine.items()}
        size = sum(map(len, break_points.values()))
        if size > most_pieces:
            return
        even = 0.1 * loss ** (2 / 3) if size > FEW else SPREAD_TOLERANCE
        found = _flatten(operator, best.after, break_points, player, even)
        best = max(best, found, key=lambda candidate: candidate.least)
        yield best


def visit_shares(operator: Operator, functions: Functions, player: int) -> dict[int, Increasing]:
    """Return, by node, the frequency with which the player announces at most q if both respond optimally to its
    functions.
    """
    places = {node: f.convert(FLOATS).q for node, f in functions.items()}
    here = process(operator, functions, places, player)
    often = here.by_node(visits(here.chain(here.mix), SETTLING))
    totals = {node: np.cumsum(often[node]) - often[node] / 2 for node in places}

    def share_upto(node: int, q: Array) -> Array:
        at = FLOATS.convert(q, operator.scale)
        return np.asarray(np.interp(at, places[node], totals[node]) + SELDOM * at)

    return {node: partial(share_upto, node) for node in places}


def _flatten(
    operator: Operator, functions: Functions, break_points: BreakPoints, player: int, even: float
) -> Candidate:
    """Return the best functions found with these break points, by moves and leaps until TW - W is nearly flat."""
    values = {node: functions[node].values(q) for node, q in break_points.items()}
    few = sum(map(len, break_points.values())) <= FEW
    best, spreads = Candidate(functions, functions, -np.inf, np.inf), list[float]()
    for cycle in range(CYCLES):
        for _ in range(PLAIN):
            w = {node: hull(q, values[node], FLOATS) for node, q in break_points.items()}
            candidate = _candidate(operator, w, player)
            best = max(best, candidate, key=lambda one: one.least)
            if candidate.most - candidate.least <= even:
                return best
            values = candidate.values_after_move(break_points)
        spreads.append(candidate.most - candidate.least)
        if len(spreads) > PATIENCE and spreads[-1] > HARDLY * spreads[-PATIENCE]:
            break
        if few and cycle % 2:
            values = _after_responses(candidate, operator, break_points, player)
        else:
            before, after = ({n: f[n].values(q) for n, q in break_points.items()} for f in candidate[:2])
            rise = {node: w - before[node] for node, w in after.items()}
            steps = newton_steps(operator, candidate.functions, break_points, rise, player)
            values = {node: w + steps[node] for node, w in before.items()}
    return best


def newton_steps(
    operator: Operator,
    functions: Functions,
    break_points: BreakPoints,
    rise: BreakPoints,
    player: int,
    gain: float | None = None,
) -> dict[int, Array]:
    """Run Newton steps: corrections at the break points that make the increments of two moves equal if both keep
    their moves.

    If there are many break points, only every n-th gets an equation and the rest are interpolated, since the errors
    that plain moves correct slowly are smooth. If the gain is given, the chain may have several closed classes.
    """
    every = 1 + sum(map(len, break_points.values())) // MAX_EQUATIONS
    some, rises = ({n: np.append(x[:-1:every], x[-1]) for n, x in y.items()} for y in (break_points, rise))
    here, right = process(operator, functions, some, player), np.concatenate(list(rises.values()))
    chain = here.chain(here.mix)
    if gain is None:
        found = solve_system(relative_value_equations(chain), np.append(right, 0.0))
    else:
        found = _damped_values(chain, right - gain, 0 * right)
    steps = here.by_node(0 * right if found is None else found[: right.size])
    return {n: np.interp(q, some[n], steps[n]) for n, q in break_points.items()}


def _candidate(operator: Operator, w: Functions, player: int) -> Candidate:
    """Return the functions with the increments of two moves at their break points."""
    after = operator.step_back(operator.step_back(w, 1 - player), player)
    rise = np.concatenate([after[node].values(f.q) - f.w for node, f in w.items()])
    rounding = 2.0**-50 * max(float(np.abs(f.w).max()) for f in w.values())
    return Candidate(w, after, float(rise.min()) - rounding, float(rise.max()))


def _after_responses(
    candidate: Candidate, operator: Operator, break_points: BreakPoints, player: int
) -> dict[int, Array]:
    """Return relative values if the player's next moves stay fixed, and the opponent responds optimally."""
    here = process(operator, candidate.functions, break_points, player)
    before = np.concatenate([candidate.functions[node].values(q) for node, q in break_points.items()])
    values, response = before, np.zeros(before.size, dtype=bool)
    for _ in range(MAX_REPLIES):
        left = here.after[0] @ values - here.after[1] @ values
        better = np.where(np.abs(left) < 1e-14, response, left < 0)
        if values is not before and (better == response).all():
            break
        response, chain = better, here.chain(better.astype(float))
        gain = np.median(here.payoff + chain @ before - before)
        found = _damped_values(chain, here.payoff - gain, before)
        if found is None:
            break
        values = found - found.max()
    return here.by_node(values)


def _damped_values(chain: Matrix, payoff: Array, before: Array) -> Array | None:
    """Return the relative values of a chain with gain 0, damped towards their previous values."""
    return solve_system(identity(len(payoff), 1 + PULL) - chain, payoff + PULL * before)
