"""The average payoff of any finite game: the span first, then stationary strategies, then the limit.

1. Hoffman–Karp with bounds from the span (`average`). In a unichain game this is the end of it. 2. If the
span does not close, strategies that are optimal for discounts near 1 are judged by what they *guarantee* on
average from each start (`guarantee`). This solves games whose value depends on the start but in which both
players have good stationary strategies: games of perfect information, for instance. 3. If a gap is left
even so, as in the Big Match, then no stationary strategies were found that prove the value, and often none
exist. If its parts are small, the value itself is then proved in exact arithmetic as the limit of the discounted
values (`limit`), and the guarantees say what the strategies shown are worth. In a larger game the proved
interval is reported as it is, and the estimate of the limit is only told beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.core.progress import Progress, silent
from zerosum.core.solution import Value
from zerosum.models.stochastic.solve.average import solve_average
from zerosum.models.stochastic.solve.discounted import solve_discounted
from zerosum.models.stochastic.solve.guarantee import guarantee, tidy
from zerosum.models.stochastic.solve.limit import limit_values
from zerosum.models.stochastic.solve.operator import Applied, Operator
from zerosum.models.stochastic.solve.structure import structure

__all__ = ["Undiscounted", "solve_undiscounted"]

CLOSED = 1e-9
"""A gap above this, as a share of the largest payoff, counts as open."""
SHARP = 1e-12
"""Below this, as a share of the largest payoff, no better strategies are sought."""
INTERESTS = (1e-3, 1e-5, 1e-7)
"""The 1 - beta at which candidates for good strategies are sought."""


@dataclass(frozen=True, eq=False)
class Undiscounted:
    """The average value from each state, strategies, and what they guarantee."""

    values: list[Value]
    row: Floats
    col: Floats
    row_guarantee: Floats
    """What row's stationary strategies guarantee from each state."""
    col_guarantee: Floats
    method: str
    settles: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    """Two sets of states in either of which a play can settle for ever, where such were found."""
    limits: Floats | None = None
    """About what the discounted values come to, where stationary strategies left a gap."""


@dataclass(eq=False)
class _Best:
    """The best stationary strategies so far, judged at all states together, and the bounds of all tried."""

    row: Floats
    col: Floats
    lower: Floats
    upper: Floats
    row_guarantee: Floats
    col_guarantee: Floats

    def judge(self, operator: Operator, row: Floats, col: Floats) -> None:
        """Take what a pair of strategies proves."""
        low = guarantee(operator.reply_process(row=row))
        high = guarantee(operator.reply_process(col=col))
        self.lower, self.upper = np.maximum(self.lower, low), np.minimum(self.upper, high)
        if low.sum() > self.row_guarantee.sum():
            self.row, self.row_guarantee = row, low
        if high.sum() < self.col_guarantee.sum():
            self.col, self.col_guarantee = col, high


def solve_undiscounted(operator: Operator, *, progress: Progress = silent) -> Undiscounted:
    """The average value from each state, with the best proof that was found."""
    found = solve_average(operator, progress=progress)
    size = operator.table.size
    scale = float(np.abs(operator.table.payoff).max()) or 1.0
    low, high = np.full(size, found.lower), np.full(size, found.upper)
    if found.gap <= CLOSED * scale:
        values = [Value(found.lower, found.upper)] * size
        method = f"Hoffman–Karp, average payoff, {found.iterations} iterations"
        return Undiscounted(values, found.row, found.col, low, high, method)
    best = _Best(found.row, found.col, low, high, low, high)
    guess = low
    for row, col, near in _candidates(operator):
        best.judge(operator, row, col)
        guess = near
        if (best.upper - best.lower).max() <= SHARP * scale:
            break
    return _conclude(operator, best, guess, CLOSED * scale)


def _candidates(operator: Operator) -> Iterator[tuple[Floats, Floats, Floats]]:
    """Strategies that are good at discounts near 1: plain, with small probabilities dropped, and led on to 1."""
    earlier: tuple[float, Applied] | None = None
    for interest in INTERESTS:
        near = Operator(operator.table, 1 - interest)
        found = solve_discounted(near, tolerance=1e-9 / interest)
        guess = interest * 0.5 * (found.lower + found.upper)
        for smallest in (1e-12, 0.3 * np.sqrt(interest), 0.03):
            row = tidy(found.stage.row, operator.row_first, smallest)
            yield row, tidy(found.stage.col, operator.col_first, smallest), guess
        yield (
            _rounded(found.stage.row, operator.row_first),
            _rounded(found.stage.col, operator.col_first),
            guess,
        )
        if earlier:
            share = interest / (earlier[0] - interest)
            yield (
                _led_on(earlier[1].row, found.stage.row, share, operator.row_first),
                _led_on(earlier[1].col, found.stage.col, share, operator.col_first),
                guess,
            )
        earlier = interest, found.stage


def _led_on(far: Floats, near: Floats, share: float, first: Ints) -> Floats:
    """The strategies at the discount 1 if they go on as straight as from the farther discount to the nearer."""
    return tidy(near + share * (near - far), first, 1e-12)


def _rounded(strategy: Floats, first: Ints) -> Floats:
    """The strategies with probabilities rounded to sixtieths: limits are often such simple fractions."""
    near = np.round(strategy * 60) / 60
    return tidy(near, first) if np.add.reduceat(near, first[:-1]).min() > 0.5 else strategy


def _conclude(operator: Operator, best: _Best, guess: Floats, closed: float) -> Undiscounted:
    """The values that stationary strategies prove; where they leave a gap, the limit of discounted values."""
    table = operator.table
    for s in range(table.size):
        paid = table.end_payoff(s)
        if paid is not None and float(paid) == paid:  # as it stands, without a slack for rounding
            for bound in (best.lower, best.upper, best.row_guarantee, best.col_guarantee):
                bound[s] = float(paid)
    lower, upper = np.minimum(best.lower, best.upper), np.maximum(best.lower, best.upper)
    values = [Value(float(a), float(b)) for a, b in zip(lower, upper, strict=True)]
    shape = structure(operator)
    method = "stationary strategies near the discount 1, each with its guarantee"
    open_states = [s for s in range(table.size) if values[s].gap > closed]
    if open_states:
        values, small = limit_values(table, guess, values)
        if small or all(values[s].gap < 1e-6 for s in open_states):
            method = "the limit of the discounted values, proved in exact arithmetic"
    return Undiscounted(
        values,
        best.row,
        best.col,
        best.row_guarantee,
        best.col_guarantee,
        method,
        (shape.witness[0], shape.witness[1]) if shape.kind == "multichain" else None,
        guess if open_states else None,
    )
