"""Relative value iteration: apply T, shift back to where it was, until TW - W is nearly constant.

The functions are simplified after every move, by an amount that is a small part of the gap so far, so the early
rounds are cheap and only the last ones carry many pieces. Nothing here needs to be rigorous: `certify` takes
whatever comes out.

The gap can stop to shrink for two reasons. The counter may be forced round a cycle, so that T turns the functions
round without settling; half-steps (the mean of W and TW) cure that. Or the value depends on where the counter
starts, so that TW - W does not tend to a constant at all; then the gap stays, and the result says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from zerosum.progress import Progress
from zerosum.solvers.lagged.concave import Concave, merged, simplified
from zerosum.solvers.lagged.operator import ROW, Functions, Operator

__all__ = ["Result", "iterate"]

PART_OF_GAP = 0.08
"""How much of the gap a simplification may cost."""
PATIENCE = 50
"""Rounds without a tenth less gap, before half-steps; and again, before giving up."""


@dataclass(frozen=True)
class Result:
    """Functions whose TW - W is nearly constant."""

    row: Functions
    col: Functions
    gap: float
    rounds: int
    ended: str
    """Why it ended: "done", "pieces", "rounds" or "stalled"."""

    @property
    def pieces(self) -> int:
        """How many linear pieces all the functions have together."""
        return sum(f.pieces for player in (self.row, self.col) for f in player.values())


def iterate(
    operator: Operator,
    functions: Functions,
    goal: float,
    most_pieces: int,
    progress: Progress,
    player: int = ROW,
    most_rounds: int = 3000,
) -> Result:
    """From any functions of the player to ones whose gap is below `goal`, if it can be done."""
    gap, best = goal, float("inf")
    waited, halving = 0, False
    digits = max(1, int(-np.log10(goal)))
    ended = ""
    for rounds in range(1, most_rounds + 1):
        tolerance, narrow = _allowed(operator, gap)
        middle = _move(operator, functions, 1 - player, tolerance, narrow)
        after = _move(operator, middle, player, tolerance, narrow)
        least, most = _drift(functions, after)
        gap = float(operator.scale.fraction(most - least))
        progress(min(digits, max(0, int(-np.log10(gap + goal)))), digits, "digits")
        waited, best = (0, gap) if gap < 0.9 * best else (waited + 1, best)
        if gap <= goal and tolerance <= operator.scale.number(PART_OF_GAP * goal):
            ended = "done"
        elif sum(f.pieces for f in (*functions.values(), *middle.values())) > most_pieces:
            ended = "pieces"
        elif waited > PATIENCE and halving:
            ended = "stalled"
        elif rounds == most_rounds:
            ended = "rounds"
        if ended:
            break
        if waited > PATIENCE:
            halving, waited = True, 0
        shift = -operator.scale.half(least + most)
        moved = {node: f.plus(shift) for node, f in after.items()}
        functions = {node: _mean(functions[node], f) for node, f in moved.items()} if halving else moved
    pair = (functions, middle) if player == ROW else (middle, functions)
    return Result(*pair, gap, rounds, ended)


def _move(operator: Operator, other: Functions, player: int, tolerance: Any, narrow: Any) -> Functions:
    """The player's functions, simplified."""
    return {n: simplified(f, tolerance, narrow) for n, f in operator.answer(other, player).items()}


def _allowed(operator: Operator, gap: float) -> tuple[Any, Any]:
    """How much a simplification may cost, and which pieces are too narrow to keep."""
    gap = min(gap, 0.1)
    if operator.scale.bits:
        return max(16, operator.scale.number(PART_OF_GAP * gap)), 16
    return max(1e-16, PART_OF_GAP * gap), 1e-15


def _drift(before: Functions, after: Functions) -> tuple[Any, Any]:
    """The least and the most of after - before, up to rounding."""
    least = min((after[node].values(f.q) - f.w).min() for node, f in before.items())
    most = max((f.w - before[node].values(f.q)).max() for node, f in after.items())
    return least, most


def _mean(f: Concave, g: Concave) -> Concave:
    """Half of f + g."""
    q = merged(f.q, g.q)
    w, slope = f.values(q) + g.values(q), f.slope[f.piece_of(q[:-1])] + g.slope[g.piece_of(q[:-1])]
    half = f.scale.half
    return Concave(q, half(w), half(slope), f.best[:0], f.scale)
