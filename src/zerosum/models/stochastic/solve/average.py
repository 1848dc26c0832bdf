"""The average payoff, where one number serves every start: Hoffman–Karp with bounds from the span.

**Bounds.** For *any* vector W, if T W(s) - W(s) >= g in every state then row can guarantee an average of at
least g from every start, by playing in each state the optimal strategy of the stage game at W: after N
stages the payoffs sum to at least N g - max W + min W, whatever col does. Likewise above. So every W
whatever proves

    min_s (T W - W)(s)  <=  value from any start  <=  max_s (T W - W)(s),

and the strategies of the stage prove it. Nothing is assumed about the game; but the two ends can meet only
if the value is the same from every start and W exists, as they do in every unichain game.

**Method** (Hoffman and Karp 1966): solve the stage games at W; fix row's strategies; let col solve the
decision process that is left, for the average payoff; its relative values are the next W. Before that,
Newton's step is tried: fix both players' strategies and take the relative values of the chain. A step is
kept if it shrinks the span of T W - W enough; if none does, W <- (W + T W) / 2 for a while, which cures
what periodic chains do to plain iteration. The iteration ends when rounding, or the game's structure, lets
the span shrink no further.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.progress import Progress, silent
from zerosum.models.stochastic.solve.decisions import average, best_average
from zerosum.models.stochastic.solve.operator import EPS, Applied, Operator

__all__ = ["Average", "solve_average"]

ROUNDS = 60
DAMPED = 20
FLOOR = 64 * EPS


@dataclass(frozen=True, eq=False)
class Average:
    """Bounds on the average value that hold from every start, and stationary strategies that prove them."""

    lower: float
    upper: float
    row: Floats
    col: Floats
    iterations: int

    @property
    def gap(self) -> float:
        """The width of the interval."""
        return self.upper - self.lower


@dataclass(frozen=True, eq=False)
class _Point:
    """A vector W with T W, and the bounds that they prove."""

    W: Floats
    stage: Applied
    lower: float
    upper: float

    @property
    def span(self) -> float:
        return self.upper - self.lower


def solve_average(operator: Operator, *, progress: Progress = silent) -> Average:
    """The best bounds that the method finds; they meet, up to rounding, in every unichain game."""
    here = _point(operator, np.zeros(operator.table.size))
    low = high = here
    rounds = poor = 0
    while rounds < ROUNDS and poor < 4 and high.upper - low.lower > _floor(here):
        progress(rounds, ROUNDS, "iterations")
        there = _next(operator, here)
        poor = 0 if there.span < 0.9 * here.span else poor + 1
        here = there
        low = max(low, here, key=lambda point: point.lower)
        high = min(high, here, key=lambda point: point.upper)
        rounds += 1
    lower, upper = min(low.lower, high.upper), max(low.lower, high.upper)
    return Average(lower, upper, low.stage.row, high.stage.col, rounds)


def _point(operator: Operator, W: Floats) -> _Point:
    """T at W, and the bounds from the span."""
    W = W - W[0]
    stage = operator(W)
    slack = 2 * EPS * np.abs(W)
    down, up = stage.lower - W - slack, stage.upper - W + slack
    outward = 2 * EPS * float(np.abs(stage.upper).max() + np.abs(W).max()) if W.any() else 0.0
    return _Point(W, stage, float(down.min()) - outward, float(up.max()) + outward)


def _next(operator: Operator, here: _Point) -> _Point:
    """The first of Newton's step, Hoffman and Karp's step and damped iteration that does well enough."""
    best = None
    chain = average(*operator.chain(here.stage.row, here.stage.col))
    if chain is not None:
        best = _point(operator, chain[1])
        if best.span <= 0.5 * here.span:
            return best
    replied = best_average(operator.reply_process(row=here.stage.row))
    if replied is not None:
        best = min([_point(operator, replied), *([best] if best else [])], key=lambda point: point.span)
        if best.span <= 0.9 * here.span:
            return best
    damped = _damped(operator, here)
    return damped if best is None or damped.span <= best.span else best


def _damped(operator: Operator, here: _Point) -> _Point:
    """Some rounds of W <- (W + T W) / 2."""
    for _ in range(DAMPED):
        here = _point(operator, 0.5 * (here.W + here.stage.middle))
    return here


def _floor(point: _Point) -> float:
    """What rounding leaves of the span at best."""
    return FLOOR * float(np.abs(point.stage.upper).max() + np.abs(point.W).max()) * 0.1
