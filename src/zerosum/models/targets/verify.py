"""Bounds on the value of a target game from the strategies alone.

Stage by stage from the last, each side's strategy meets a best reply:

    lower(s) = E[ min over columns of  sum_i p_i(x) (c + d x + lower(next)) ],    upper(s) likewise with max over rows.

Any strategies give true bounds. The integrals are Gauss and Legendre's on stretches no longer than their distance
from the strategy's pole, and once more on halves; ten times the difference goes into the bounds. Nothing of
the solver is used but the strategies.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.game import Position
from zerosum.core.limits import afford
from zerosum.core.value import Value
from zerosum.models.targets.rules import Layer, TargetGame
from zerosum.numerics.laws import Distribution
from zerosum.numerics.piecewise import Piece
from zerosum.numerics.polynomials import Ratio

if TYPE_CHECKING:
    from zerosum.models.targets.answer import TargetSolution

STRETCH_SECONDS = 1e-3
"""Estimated seconds for the integrals over one panel of one state."""


def verify(solution: TargetSolution) -> Value:
    """Bounds on the value at the solution's state, from its strategies alone."""
    return bounds(solution.game, solution.pieces_at, solution.state)


def bounds(game: TargetGame, pieces_at: Callable[[int, int], Sequence[Piece]], state: Position) -> Value:
    """Bounds on the value at a state, from both players' strategies there and below.

    `pieces_at(layer, place)` gives the strategies at a state as functions of x; layers count from the last stage.
    """
    layers = game.layers()
    laws = [game.target(left) for left in range(1, len(layers) + 1)]
    stretches = sum(len(layer.states) * (3 + len(F.panels)) for layer, F in zip(layers, laws, strict=True))
    afford("verifying all states of this game", seconds=STRETCH_SECONDS * stretches)
    lower, upper = np.zeros(1), np.zeros(1)
    answer = Value.exactly(0)
    for at, (layer, F) in enumerate(zip(layers, laws, strict=True)):
        found = [_bounds_at(pieces_at(at, s), layer, s, lower, upper, F) for s in range(len(layer.states))]
        lower = np.array([*(low for low, _ in found), 0.0])
        upper = np.array([*(high for _, high in found), 0.0])
        if at + 1 == game.stages_left(state) and game.moves(state)[0]:
            s = list(layer.states).index(state)
            answer = Value(float(lower[s]), float(upper[s]))
    return answer


def _bounds_at(
    found: Sequence[Piece], layer: Layer, s: int, lower: Floats, upper: Floats, F: Distribution
) -> tuple[float, float]:
    """What each side's strategy guarantees at one state, given the bounds of the next stage.

    The strategies' denominators have at most one simple root, the pole, near which the integrals take shorter steps.
    """
    rows = np.flatnonzero((layer.child[s] >= 0).any(axis=1))
    cols = np.flatnonzero((layer.child[s] >= 0).any(axis=0))
    at = np.ix_(rows, cols)
    child, fixed, slope = layer.child[s][at], layer.fixed[s][at], layer.slope[s][at]
    steep = float(np.abs(slope).max())
    low, high = 0.0, 0.0
    for n, piece in enumerate(found):

        def least(x: Floats, piece: Piece = piece) -> Floats:
            p = _probabilities([piece.row[i] for i in rows], x)
            paid = (lower[child] + fixed)[:, :, None] + slope[:, :, None] * x
            return np.asarray(np.einsum("ix,ijx->jx", p, paid).min(axis=0))

        def most(x: Floats, piece: Piece = piece) -> Floats:
            q = _probabilities([piece.col[j] for j in cols], x)
            paid = (upper[child] + fixed)[:, :, None] + slope[:, :, None] * x
            return np.asarray(np.einsum("jx,ijx->ix", q, paid).max(axis=0))

        linear = [p.bottom for p in (*piece.row, *piece.col) if len(p.bottom) == 2]
        pole = float(-linear[0][0] / linear[0][1]) if linear else math.inf
        start, end = float(piece.low), math.inf if n == len(found) - 1 else float(piece.high)
        value, error = _integral(least, start, end, pole, F)
        low += value - error
        value, error = _integral(most, start, end, pole, F)
        high += value + error
    size = 1e-15 * (1 + float(np.abs(upper[child]).max()) + abs(F.mean) * steep) + steep * F.drift
    return low - size, high + size


def _probabilities(strategy: list[Ratio], x: Floats) -> Floats:
    """The strategy at each x, made a true distribution."""
    raw = np.array([np.broadcast_to(np.asarray(p(x), float), x.shape) if p.top else 0 * x for p in strategy])
    kept = np.clip(raw, 0.0, None)
    total = kept.sum(axis=0)
    if not (np.isfinite(total) & (total > 0)).all():
        raise ArithmeticError("a strategy is not a distribution at some value of the target")
    return np.asarray(kept / total)


def _integral(
    f: Callable[[Floats], Floats], s: float, t: float, pole: float, F: Distribution
) -> tuple[float, float]:
    """∫ f dF over s <= x < t, and a bound on its error."""
    inside = (F.law.atoms >= s) & (F.law.atoms < t)
    value = float(F.law.weights[inside] @ f(F.law.atoms[inside])) if inside.any() else 0.0
    error = 4e-16 * abs(value)
    for k, a, b in _stretches(s, t, pole, F):
        middle = (a + b) / 2
        rules = [F.rule(k, start, end) for start, end in ((a, b), (a, middle), (middle, b))]
        whole, first, second = (float(weights @ f(x)) for x, weights in rules)
        halves = first + second
        value += halves
        error += 10 * abs(whole - halves) + 1e-15 * abs(halves)
    return value, error


def _stretches(s: float, t: float, pole: float, F: Distribution) -> list[tuple[int, float, float]]:
    """Where there is density between s and t, in stretches no longer than their distance from the pole."""
    found = []
    for k, a, b in F.stretches(s, t):
        least = max(1e-12 * (b - a), 8 * math.ulp(max(abs(a), abs(b))))
        while a < b:
            near = max(a - pole, least) if pole <= a else max(pole - b, (b - a) / 8) if pole >= b else b - a
            end = b if near >= b - a else a + near
            found.append((k, a, end))
            a = end
    return found
