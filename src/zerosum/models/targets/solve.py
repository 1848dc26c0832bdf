"""Target games, stage by stage from the last: v(s) = E_F[ val( C + v(next) + x D ) ].

Layers whose matrices have at most two columns, with x in one of them, go through the compiled recursion (`kernel`),
which integrates every piece in closed form. Any other matrix, or one whose pieces are doubtful because of rounding,
is solved in fractions, with its float entries as exact numbers (`matrix.parametric`). In either case a state's error
is the largest error of the next states plus that of its own integral.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Annotated

import numpy as np

from zerosum.core.errors import InputError
from zerosum.core.game import Position
from zerosum.core.limits import require_budget
from zerosum.core.progress import Progress, silent
from zerosum.matrix.parametric import expected_value, parametric_value
from zerosum.models.targets.answer import LayerValues, StateValues, TargetSolution, solution_at
from zerosum.models.targets.kernel import Entries, solve_layer
from zerosum.models.targets.pieces import closed_form, column_of_x, pieces_at
from zerosum.models.targets.rules import Layer, TargetGame
from zerosum.numerics.distribution_arrays import Distribution
from zerosum.numerics.moments import mass_and_moment

__all__ = ["TargetSolution", "closed_form", "pieces_at", "solve", "solve_layers"]

STATE_BYTES, LAYER_BYTES = 220, 3000
"""Estimated memory of a state and of a layer, in bytes."""
STATE_SECONDS, LAYER_SECONDS, EXACT_SECONDS = 2e-6, 1e-4, 1e-3
"""Estimated seconds to solve a state, a layer, and a state in fractions for each value of its target."""


def solve(
    game: TargetGame,
    *,
    progress: Progress = silent,
    exact: Annotated[bool, "exact fractions, for targets with finitely many values"] = False,
) -> TargetSolution:
    """Solve every reachable state; return the solution at the start, with any other by `at`."""
    began = time.perf_counter()
    _require_budget(game, exact=exact)
    layers = game.layers()
    values: Sequence[LayerValues] | Sequence[Sequence[Fraction]] = (
        _solve_exactly(game, layers, progress)
        if exact
        else solve_layers(layers, game.target, progress=progress)
    )
    found = solution_at(StateValues(game, layers, values), game.start, exact=exact)
    return replace(found, seconds=time.perf_counter() - began)


def _require_budget(game: TargetGame, *, exact: bool) -> None:
    """Reject a game that is too large, if its size is known in advance."""
    states = game.count_states()
    if states is not None:
        left = game.stages_left(game.start)
        each = EXACT_SECONDS * len(game.target(left).exact) if exact else STATE_SECONDS
        require_budget(
            f"solving these {states:,} states",
            memory=STATE_BYTES * states + LAYER_BYTES * left,
            seconds=each * states + LAYER_SECONDS * left,
        )


def solve_layers(
    layers: Sequence[Layer], target: Callable[[int], Distribution], *, progress: Progress = silent
) -> list[LayerValues]:
    """Return the values of all states of all layers, the last stage first; `target(left)` is each stage's
    distribution."""
    found: list[LayerValues] = []
    below = LayerValues(np.zeros(1), np.zeros(1))
    total, done = sum(len(layer.states) for layer in layers), 0
    for left, layer in enumerate(layers, 1):
        known = _solve_layer(layer, below, target(left))
        found.append(known)
        below = LayerValues(np.append(known.middles, 0.0), np.append(known.errors, 0.0))
        done += len(known.middles)
        progress(done, total, "states")
    return found


def _solve_layer(layer: Layer, below: LayerValues, F: Distribution) -> LayerValues:
    found = LayerValues(np.empty(len(layer.states)), np.full(len(layer.states), np.inf))
    values, errors = found
    column = column_of_x(layer)
    if column is not None:
        entries = Entries(layer.child, layer.fixed, layer.slope, column)
        solve_layer(entries, below, F.arrays, F.low, F.high, F.drift, found)
    for s in np.flatnonzero(~(errors < 1e-9 + 1e-9 * np.abs(values) + below[1].max() + F.drift * 2)):
        values[s], errors[s] = _solve_state(layer, int(s), below, F)
    # the rounding error of the payments as floats; integers have none
    fixed = 0.0 if np.all(layer.fixed == np.rint(layer.fixed)) else float(np.abs(layer.fixed).max())
    slope = 0.0 if np.all(layer.slope == np.rint(layer.slope)) else float(np.abs(layer.slope).max())
    reach = F.mean - 2 * mass_and_moment(F.arrays, -math.inf, 0.0)[1]  # E|x|
    return LayerValues(values, errors + (1.01 * 2.0**-53 * (fixed + slope * reach)))


def _solve_state(layer: Layer, s: int, below: LayerValues, F: Distribution) -> tuple[float, float]:
    """Solve one state by the exact pieces of its float matrix."""
    rows = np.flatnonzero((layer.child[s] >= 0).any(axis=1))
    cols = np.flatnonzero((layer.child[s] >= 0).any(axis=0))
    at = np.ix_(rows, cols)
    child = layer.child[s][at]
    A = below[0][child] + layer.fixed[s][at]
    mean = expected_value(A, layer.slope[s][at], F)
    error = float(mean.gap) / 2 + float(below[1][child].max()) + 2.0**-51 * float(np.abs(A).max())
    return float(mean), error


def _solve_exactly(game: TargetGame, layers: Sequence[Layer], progress: Progress) -> list[list[Fraction]]:
    """Return all values as fractions."""
    known: dict[Position, Fraction] = {}
    values: list[list[Fraction]] = []
    for left, layer in enumerate(layers, 1):
        F, found = game.target(left), dict[Position, Fraction]()
        if not F.exact:
            raise InputError(f"exact fractions need targets with finitely many values, not {F}")
        for state in layer.states:
            rows, cols = game.moves(state)
            cells = [[game.play(state, row, col) for col in cols] for row in rows]
            A = [[Fraction(c) + known.get(after, Fraction(0)) for (c, _), after in line] for line in cells]
            B = [[Fraction(d) for (_, d), _ in line] for line in cells]
            found[state] = sum((p * parametric_value(A, B, x) for x, p in F.exact), Fraction(0))
        values.append(list(found.values()))
        known = found
        progress(left, len(layers), "stages")
    return values
