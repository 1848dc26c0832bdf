"""Bounds on the value of a target game from the strategies alone.

Stage by stage from the last, each side's strategy meets a best reply:

    lower(s) = E[ min over columns of  sum_i p_i(x) (c + d x + lower(next)) ],    upper(s) likewise with max over rows.

Any strategies give true bounds. The integrals are Gauss and Legendre's on stretches no longer than their distance
from the strategy's pole, and once more on halves; ten times the difference goes into the bounds. Nothing of
the solver is used but the strategies.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.limits import afford
from zerosum.core.solution import Value
from zerosum.models.targets.rules import Layer, TargetAnswer, TargetGame
from zerosum.numerics.laws import Distribution
from zerosum.numerics.pieces import Piece
from zerosum.numerics.polynomials import Ratio

__all__ = ["verify"]

STRETCH_SECONDS = 1e-3
"""About so long the integrals over one panel of one state take."""


def verify(game: TargetGame, solution: TargetAnswer) -> Value:
    """The interval that the two strategies of a solution guarantee at its state."""
    layers = game.layers()
    laws = (game.target(left) for left in range(1, len(layers) + 1))
    stretches = sum(len(layer.states) * (3 + len(F.panels)) for layer, F in zip(layers, laws, strict=True))
    afford("verifying all states of this game", seconds=STRETCH_SECONDS * stretches)
    lower, upper = np.zeros(1), np.zeros(1)
    answer = Value.exactly(0)
    for left, layer in enumerate(layers, 1):
        F = game.target(left)
        bounds = [
            _bounds(solution.pieces_at(left - 1, s), layer, s, lower, upper, F)
            for s in range(len(layer.states))
        ]
        lower = np.array([*(low for low, _ in bounds), 0.0])
        upper = np.array([*(high for _, high in bounds), 0.0])
        if left == game.stages_left(solution.state) and game.moves(solution.state)[0]:
            s = list(layer.states).index(solution.state)
            answer = Value(float(lower[s]), float(upper[s]))
    return answer


def _bounds(
    found: list[Piece], layer: Layer, s: int, lower: Floats, upper: Floats, F: Distribution
) -> tuple[float, float]:
    """What each side's strategy guarantees at one state."""
    rows = np.flatnonzero((layer.child[s] >= 0).any(axis=1))
    cols = np.flatnonzero((layer.child[s] >= 0).any(axis=0))
    at = np.ix_(rows, cols)
    child, fixed, slope = layer.child[s][at], layer.fixed[s][at], layer.slope[s][at]
    steep = float(np.abs(slope).max())
    total = [0.0, 0.0]
    for n, piece in enumerate(found):
        last = n == len(found) - 1

        def least(x: Floats, piece: Piece = piece) -> Floats:
            p = _probabilities([piece.row[i] for i in rows], x)
            return np.asarray(
                np.einsum("ix,ijx->jx", p, _matrices(lower[child] + fixed, slope, x)).min(axis=0)
            )

        def most(x: Floats, piece: Piece = piece) -> Floats:
            q = _probabilities([piece.col[j] for j in cols], x)
            return np.asarray(
                np.einsum("jx,ijx->ix", q, _matrices(upper[child] + fixed, slope, x)).max(axis=0)
            )

        pole = _pole(piece)
        for side, function in enumerate((least, most)):
            value, error = _integral(
                function, float(piece.low), math.inf if last else float(piece.high), pole, F
            )
            total[side] += value - error if side == 0 else value + error
    size = 1e-15 * (1 + float(np.abs(upper[child]).max()) + abs(F.mean) * steep) + steep * F.drift
    return total[0] - size, total[1] + size


def _matrices(A: Floats, B: Floats, x: Floats) -> Floats:
    return np.asarray(A[:, :, None] + B[:, :, None] * x)


def _probabilities(strategy: list[Ratio], x: Floats) -> Floats:
    """The strategy at each x, made a true distribution."""
    raw = np.array([np.broadcast_to(np.asarray(p(x), float), x.shape) if p.top else 0 * x for p in strategy])
    kept = np.clip(raw, 0.0, None)
    total = kept.sum(axis=0)
    if not (np.isfinite(total) & (total > 0)).all():
        raise ArithmeticError("a strategy is no distribution at some value of the target")
    return np.asarray(kept / total)


def _pole(piece: Piece) -> float:
    """Where the strategies' denominators vanish, as far as they have one simple root."""
    bottoms = [p.bottom for p in (*piece.row, *piece.col) if len(p.bottom) == 2]
    return float(-bottoms[0][0] / bottoms[0][1]) if bottoms else math.inf


def _integral(
    f: Callable[[Floats], Floats], s: float, t: float, pole: float, F: Distribution
) -> tuple[float, float]:
    """∫ f dF over s <= x < t, and a bound on its error."""
    inside = (F.law.atoms >= s) & (F.law.atoms < t)
    value = float(F.law.weights[inside] @ f(F.law.atoms[inside])) if inside.any() else 0.0
    error = 4e-16 * abs(value)
    for k, a, b in _stretches(s, t, pole, F):
        whole = _rule(f, k, a, b, F)
        halves = _rule(f, k, a, (a + b) / 2, F) + _rule(f, k, (a + b) / 2, b, F)
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


def _rule(f: Callable[[Floats], Floats], panel: int, a: float, b: float, F: Distribution) -> float:
    x, weights = F.rule(panel, a, b)
    return float(weights @ f(x))
