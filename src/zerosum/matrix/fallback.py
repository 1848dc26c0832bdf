"""The last resort, which never fails: solve exactly, round once.

For compiled callers the guard is this. `solve_into` returns bounds; where `upper - lower` is more than `TOLERANCE`
times the size of the payoffs, keep the index of the game; after the block, solve each game so kept with
`solve_fallback`, and put its bounds and strategies in place of the others. There are few, and each takes
milliseconds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.compiled import kernel
from zerosum.core.errors import InputError
from zerosum.core.progress import Progress, silent
from zerosum.matrix.bounds import LARGEST, SMALLEST
from zerosum.matrix.exact import Exact, exact_game
from zerosum.matrix.kernel import solve_into
from zerosum.matrix.scratch import work_size
from zerosum.matrix.simd import WIDTH, absolute, below, bits, choose, load, same, splat

__all__ = [
    "FINE",
    "IMPROPER",
    "TOLERANCE",
    "WIDE",
    "Certified",
    "around",
    "exact_near",
    "solve_fallback",
    "status",
]

TOLERANCE = 1e-11
"""A gap above this share of the payoffs' size is not accepted."""

FINE, WIDE, IMPROPER = 0, 1, 2
"""What `status` says: the gap is fine, or it is too wide, or there is a payoff that is no finite number."""

ROUNDING = 1e-14
"""About the share of the payoffs' size that the bounds allow for rounding."""

_PLAYED = 1e-9
"""A move played less often than this is left out of the guess of the support."""


class Certified(NamedTuple):
    """Bounds and strategies of one game."""

    lower: float
    upper: float
    row: Floats
    col: Floats


def solve_fallback(A: Floats) -> Certified:
    """Solve one game exactly and round the value outward, the strategies to the nearest floats."""
    payoffs = np.ascontiguousarray(A, dtype=np.float64)
    if payoffs.ndim != 2 or not payoffs.size or not np.isfinite(payoffs).all():
        raise InputError("a matrix game needs a rectangle of finite payoffs")
    m, n = payoffs.shape
    row, col = np.empty(m), np.empty(n)
    solve_into(payoffs, row, col, np.empty(work_size(m, n)))
    value, x, y = exact_near([[Fraction(a) for a in line] for line in payoffs.tolist()], row, col)
    return Certified(*around(value), np.array(x, dtype=np.float64), np.array(y, dtype=np.float64))


def exact_near(
    A: Sequence[Sequence[Fraction]], row: Floats, col: Floats, progress: Progress = silent
) -> Exact:
    """Solve A exactly: value and strategies, soon if nearly optimal strategies are given."""
    rows, cols = (np.flatnonzero(x > _PLAYED).tolist() for x in (row, col))
    return exact_game(A, rows, cols, progress)


def around(value: Fraction) -> tuple[float, float]:
    """The floats next to a fraction, below and above; the same where the fraction is a float."""
    near = float(value)
    if near == value:
        return near, near
    return (near, math.nextafter(near, math.inf)) if near < value else (math.nextafter(near, -math.inf), near)


@kernel(error_model="numpy")
def status(A: Floats, row: Floats, col: Floats, lower: float, upper: float) -> int:
    """Whether the bounds on game A are good: FINE, WIDE or IMPROPER.

    A gap is measured against the payoffs that made it: those that the strategies meet in the column and in the
    row that bind, not the largest of all, which may never be played. Payoffs so small or large that the
    bounds' own arithmetic could fail count as a wide gap.
    """
    proper = _proper(A)
    if proper != FINE:
        return proper
    if upper - lower <= TOLERANCE * max(lower, -upper):
        return FINE
    return FINE if upper - lower <= TOLERANCE * (_at_stake(A.T, row) + _at_stake(-A, col)) else WIDE


@kernel(error_model="numpy")
def _proper(A: Floats) -> int:
    """FINE if every payoff is finite and zero or of a size that bounds can be taken of; else IMPROPER or WIDE."""
    if A.size < WIDTH:
        return _proper_few(A)
    extreme, improper = 0, 0
    for k in range(0, A.size, WIDTH):
        size = absolute(load(A, min(k, A.size - WIDTH)))
        usual = choose(same(size, splat(0.0)), splat(1.0), size)
        extreme |= bits(below(usual, splat(SMALLEST))) | bits(below(splat(LARGEST), usual))
        improper |= 255 - bits(below(size, splat(np.inf)))
    if improper != 0:
        return IMPROPER
    return FINE if extreme == 0 else WIDE


@kernel(error_model="numpy")
def _proper_few(A: Floats) -> int:
    """The same for fewer payoffs than a vector holds."""
    found = FINE
    for i in range(A.shape[0]):
        for j in range(A.shape[1]):
            size = abs(A[i, j])
            if not size < np.inf:
                return IMPROPER
            if not (size == 0.0 or SMALLEST <= size <= LARGEST):
                found = WIDE
    return found


@kernel(error_model="numpy")
def _at_stake(A: Floats, x: Floats) -> float:
    """The sizes of the payoffs that the mixture x meets in the row of A where it gets least."""
    least, stake = np.inf, 0.0
    for i in range(A.shape[0]):
        payoff, size = 0.0, 0.0
        for j in range(A.shape[1]):
            payoff += x[j] * A[i, j]
            size += x[j] * abs(A[i, j])
        if payoff - ROUNDING * size < least:
            least, stake = payoff - ROUNDING * size, size
    return stake
