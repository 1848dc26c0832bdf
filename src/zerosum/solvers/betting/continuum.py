"""Hands on [0, 1]: linear programs on grids that learn where the thresholds are.

Each round solves both players' linear programs on a grid, and bounds the value by exact best responses. Then the
strategies are cut into pure pieces, and the end points of the pieces are moved to where their indifference
equations hold. Those points, fractions, join an even grid, and the next round's program finds a strategy that
is optimal on it. Once the order of the pieces is right the points are those of an equilibrium; the program's
solution on that grid then leaves no gap but rounding, and its exact form is recovered and proved in fractions.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np

from zerosum.models.betting_form import BettingForm
from zerosum.progress import Progress
from zerosum.solution import Value
from zerosum.solvers.betting.found import Best, Found, certified, on_path
from zerosum.solvers.betting.pieces import Pieces, cut
from zerosum.solvers.betting.program import solve_grid
from zerosum.solvers.betting.response import Array, Mix, bounds, reach
from zerosum.solvers.betting.thresholds import settle, solve_exactly
from zerosum.solvers.betting.vertex import exact_mix

__all__ = ["solve_continuum"]

ROUNDING = 1e-11
"""A gap below this may be an exact solution in floats."""

TIDY = 1e-5
"""What a player may give up in a program to have the hands in order; against an exact grid, that is nothing."""

TRIES = 8
"""How many exact solutions of a small tree are tried in search of a pure one; of a large tree, two.

They are sought with folds, bluffs and showdowns in that order by turns with as few strong actions as can be.
"""

SMALL = 6
"""A tree with no more turns than this is small."""

CLOSEST = 1e-9
"""Edges nearer to each other than this are one."""


def solve_continuum(
    form: BettingForm, *, cells: int, tolerance: float, exact: bool, rounds: int, progress: Progress
) -> Found:
    """Optimal strategies for hands on [0, 1]."""
    even = {Fraction(k, cells) for k in range(cells + 1)}
    edges, best, most, tidy = np.array(sorted(even), object), Best(), 0, TIDY
    proved: list[Found] = []
    tries = TRIES if len(form.turns) <= SMALL else 2
    for turn in range(1, rounds + 1):
        floats = edges.astype(float)
        mix = solve_grid(form, floats, None, tidy, passive=len(proved) % 4 > 1)
        lower, upper = bounds(form, mix, floats, None)
        before = best.gap
        best.offer(edges, mix, lower, upper)
        most = max(most, len(edges) - 1)
        progress(turn, rounds, "rounds")
        if exact and upper - lower < ROUNDING and (found := _exactly(form, mix, edges)) is not None:
            proved.append(Found(edges, found[0], found[1], turn, most))
            if mixed_cells(form, proved[-1]) == 0 or len(proved) == tries:
                break
        elif best.gap < (ROUNDING if exact and turn < rounds // 2 else tolerance):
            break
        edges = _next(form, mix, edges, even, stalled=best.gap > before / 2 and not proved)
        tidy = TIDY if proved else min(TIDY, max(best.gap * 1e-3, 1e-7))
    if proved:
        return min(proved, key=lambda found: mixed_cells(form, found))
    edges, mix = best.joined(form)
    edges, fractions, value = certified(form, mix, edges, None)
    return Found(edges, fractions, value, turn, most)


def mixed_cells(form: BettingForm, found: Found) -> int:
    """In how many cells a player mixes at a turn that the play can come to."""
    count = 0
    for turn in form.turns:
        if on_path(form, turn, found.mix, found.edges):
            own = reach(form, turn.player, found.mix)[turn.parent]
            count += int(np.sum((found.mix[turn.index].max(axis=1) < 1) & (own > 0)))
    return count


def _exactly(form: BettingForm, mix: Mix, edges: Array) -> tuple[Mix, Value] | None:
    """The exact strategies behind those in floats, if best responses prove that they are optimal."""
    answer = exact_mix(form, mix, edges, None)
    if answer is None:
        return None
    lower, upper = bounds(form, answer, edges, None)
    return (answer, Value(lower, upper)) if lower == upper else None


def _next(form: BettingForm, mix: Mix, edges: Array, even: set[Fraction], stalled: bool) -> Array:
    """The next grid: even cells, the settled end points, and after a round in vain also the unsettled ones."""
    pieces = cut(form, mix, edges.astype(float))
    settled = settle(form, pieces)
    exact = solve_exactly(form, settled)
    points = even | _inner(exact if exact is not None else settled)
    if stalled:
        points |= _inner(pieces)
    answer = sorted(points)
    keep = [x for x, y in pairwise(answer) if y - x > CLOSEST]
    return np.array([*keep, Fraction(1)], object)


def _inner(pieces: Pieces) -> set[Fraction]:
    """The end points strictly between 0 and 1; floats become simple fractions."""
    found = {pieces.points[k] for k in pieces.used()}
    exact = {x if isinstance(x, Fraction) else Fraction(x).limit_denominator(10**7) for x in found}
    return {x for x in exact if 0 < x < 1}
