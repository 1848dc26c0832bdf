"""Hands on [0, 1]: linear programs on grids that adapt to the thresholds.

Each round solves both players' linear programs on a grid, and bounds the value by exact best responses. Then the
strategies are cut into pure pieces, and the end points of the pieces are moved to where their indifference equations
hold. These points, in fractions, join a grid of equal cells, and the next round's program finds a strategy that is
optimal on this grid. Once the order of the pieces is right the points are those of an equilibrium; the program's
solution on that grid then has no gap except for rounding, and its exact form is recovered and proved in fractions.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np

from zerosum.core.arrays import Array
from zerosum.core.numbers import simple_fraction
from zerosum.core.progress import Progress
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.solution import Value
from zerosum.models.continuum.form import BettingForm
from zerosum.models.continuum.response import Mix, best_response, evs, guarantees, interpolate, reach
from zerosum.models.continuum.solve.exact import BestSoFar, ProvedStrategies, certify, exact_mix, on_path
from zerosum.models.continuum.solve.pieces import cut, settle, solve_exactly
from zerosum.models.continuum.solve.program import solve_grid

ROUNDING = 1e-11
"""A gap below this may be an exact solution in floats."""

TIDY = 1e-5
"""The EV that a player may give up in a program to have the hands in order; with the right edges this costs nothing."""

GAP_TOLERANCE = 1e-6
"""Gap below which, as for large trees, the value matters more than the order of the hands."""

TRIES = 8
"""Number of exact solutions of a small tree that are tried in search of a pure one; for other trees it is two.

The programs alternately prefer folds, bluffs and showdowns in that order, and as few strong actions as possible.
"""

SMALL, LARGE = 6, 16
"""Numbers of turns: trees up to the first are small, trees above the second are large."""

WORTH_SPLITTING = 0.02
"""A cell is split if the gain of a best response in it is more than this share of the largest gain in a cell."""

PERTURBATION = 1e-3
"""Weight that a perturbed strategy gives to each further action that is as good as the best."""

MIN_DISTANCE = 1e-9
"""Edges that are closer to each other than this are merged."""


def solve_continuum(
    form: BettingForm, *, cells: int, tolerance: float, exact: bool, rounds: int, progress: Progress
) -> ProvedStrategies:
    """Return optimal strategies for hands on [0, 1]."""
    even = {Fraction(k, cells) for k in range(cells + 1)}
    edges, best, most, tidy = np.array(sorted(even), object), BestSoFar(), 0, TIDY
    proved: list[ProvedStrategies] = []
    tries, large = TRIES if len(form.turns) <= SMALL else 2, len(form.turns) > LARGE
    for turn in range(1, rounds + 1):
        floats = edges.astype(float)
        mix = solve_grid(form, floats, tidy, passive=len(proved) % 4 > 1)
        lower, upper = guarantees(form, mix, floats, None)
        before = best.gap
        best.offer(edges, mix, lower, upper)
        most = max(most, len(edges) - 1)
        progress(turn, rounds, "rounds")
        found = exact_mix(form, mix, edges) if exact and upper - lower < ROUNDING else None
        ends = guarantees(form, found, edges, None) if found is not None else (lower, upper)
        if found is not None and ends[0] == ends[1]:
            proved.append(ProvedStrategies(edges, found, Value(*ends), turn, most))
            if mixed_cells(form, proved[-1]) == 0 or len(proved) == tries:
                break
        elif best.gap < tolerance and (not exact or turn >= rounds // 2):
            break
        last, edges = edges, _next(form, mix, edges, even)
        if not proved and (best.gap > before / 2 or np.array_equal(edges, last)):
            even |= _middles_of_open_cells(form, mix, last)
            edges = _next(form, _perturbed(form, mix, last.astype(float), best.gap), last, even)
        tidy = (
            TIDY
            if proved or (best.gap > GAP_TOLERANCE and not large)
            else min(TIDY, max(best.gap * 1e-3, 1e-9))
        )
    if proved:
        return min(proved, key=lambda found: mixed_cells(form, found))
    edges, mix = best.joined(form)
    edges, fractions, value = certify(form, mix, edges, None)
    return ProvedStrategies(edges, fractions, value, turn, most)


def mixed_cells(form: BettingForm, found: ProvedStrategies) -> int:
    """Return the number of cells in which a player mixes at a reachable turn."""
    count = 0
    for turn in form.turns:
        if on_path(form, turn, found.mix, found.edges):
            own = reach(form, turn.player, found.mix)[turn.parent]
            count += int(np.sum((found.mix[turn.index].max(axis=1) < 1) & (own > 0)))
    return count


def _next(form: BettingForm, mix: Mix, edges: Array, even: set[Fraction]) -> Array:
    """Return the next grid: cells of equal width, and the converged end points of the pieces.

    Points of both players that coincide stay together, unless that contradicts their equations.
    """
    points = set(even)
    for shared in (True, False):
        settled = settle(form, cut(form, mix, edges.astype(float), shared))
        exact = solve_exactly(form, settled)
        if exact is not None or shared:
            pieces = exact if exact is not None else settled
            ends = {pieces.points[k] for k in pieces.moving_points()}
            simple = {x if isinstance(x, Fraction) else simple_fraction(x, 10**7) for x in ends}
            points |= {x for x in simple if 0 < x < 1}
        if exact is not None:
            break
    answer = sorted(points)
    keep = [x for x, y in pairwise(answer) if y - x > MIN_DISTANCE]
    return np.array([*keep, Fraction(1)], object)


def _middles_of_open_cells(form: BettingForm, mix: Mix, edges: Array) -> set[Fraction]:
    """Return the midpoints of the cells in which a best response has a gain."""
    split = np.zeros(len(edges) - 1, bool)
    floats = edges.astype(float)
    for player in SIDES:
        gain = _gains(form, player, mix, floats)
        split |= gain > WORTH_SPLITTING * gain.max()
    return {simple_fraction(x, 4096) for x in (edges[:-1] + edges[1:])[split] / 2}


def _perturbed(form: BettingForm, mix: Mix, edges: Array, gap: float) -> Mix:
    """Return the strategies mixed slightly with every action that is best up to the gap.

    An action may be optimal for a set of hands that is too small for a program on the grid. A piece of any width has
    its own equation, so it moves to the right position or vanishes.
    """
    perturbed, middles = [one.copy() for one in mix], (edges[:-1] + edges[1:]) / 2
    for player in SIDES:
        response = best_response(form, player, mix, edges, None)
        for turn in form.of(player):
            worth = interpolate(middles, response.edges, response.worth[turn.index]).T
            as_good = worth >= worth.max(axis=1, keepdims=True) - gap
            perturbed[turn.index] += PERTURBATION * as_good
            perturbed[turn.index] /= perturbed[turn.index].sum(axis=1, keepdims=True)
    return perturbed


def _gains(form: BettingForm, player: Side, mix: Mix, edges: Array) -> Array:
    """Return a best response's EVs minus those of the player's strategy, cell by cell."""
    response = best_response(form, player, mix, edges, None)
    pieces = np.diff(response.edges) * (response.best[:-1] + response.best[1:]) / 2
    summed = np.concatenate([[0.0], np.cumsum(pieces)])[np.searchsorted(response.edges, edges)]
    earned = evs(form, player, reach(form, other(player), mix), edges, None)
    own = (reach(form, player, mix) * (earned[:, :-1] + earned[:, 1:]) / 2).sum(axis=0) * np.diff(edges)
    return np.asarray(np.diff(summed) - own)
