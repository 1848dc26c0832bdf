"""Stationary strategies within a margin of the value, in exact fractions, and the length of play with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from zerosum.core.errors import InputError, Unavailable
from zerosum.core.limits import check_deadline
from zerosum.core.numbers import Number, as_fraction
from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Value
from zerosum.core.writing import exact_probabilities
from zerosum.models.stochastic.guesses import EXACT_STATES, DecisionProcess, components_of, reachable
from zerosum.models.stochastic.solve.average import AverageValues
from zerosum.models.stochastic.solve.decided import Mix, exact_guarantee, response_process
from zerosum.models.stochastic.solve.patient import discounted_plays
from zerosum.models.stochastic.table import StateTable
from zerosum.numerics.exact import solve_linear

MAX_DIGITS = 1500
"""The search ends at a discount that differs from 1 only in this decimal."""


def within_margin(table: StateTable, found: AverageValues, margin: Fraction) -> AverageValues:
    """Return the values with strategies, each of which misses the value from the start by at most a margin."""
    if not margin > 0:
        raise InputError(f"the margin must be positive, not {margin}; a typical margin is 1/100")
    if table.size > EXACT_STATES:
        raise InputError(
            f"strategies within a margin are limited to games with at most {EXACT_STATES} states, but "
            f"this game has {table.size:,}; remove the margin"
        )
    search = _MarginSearch(table, found, margin)
    for side, flat, moves in zip(SIDES, (found.row, found.col), (table.rows, table.cols), strict=True):
        if side not in found.in_the_limit:  # a strategy for an arbitrary t is more patient than necessary
            search.judge(side, _exact(flat, [len(own) for own in moves]))
    if not all(map(search.reaches, SIDES)):
        for play in discounted_plays(table, MAX_DIGITS):
            check_deadline()
            search.judge("row", play.row)
            search.judge("col", play.col)
            if all(map(search.reaches, SIDES)):
                break
    missing = [side for side in SIDES if not search.reaches(side)]
    if missing:
        raise Unavailable(
            f"no stationary strategy within {margin} of the value was found for {' and '.join(missing)}: "
            "perhaps only strategies with memory come close to it; solve without a margin to see the proved bounds"
        )
    return search.result()


class _MarginSearch:
    """The best strategies of both sides so far, compared from the start."""

    def __init__(self, table: StateTable, found: AverageValues, margin: Fraction) -> None:
        self.table, self.found, self.margin = table, found, margin
        value = found.values[table.start]
        self.lower, self.upper = as_fraction(value.lower), as_fraction(value.upper)
        self.best: dict[Side, tuple[list[Mix], list[Fraction]]] = {}

    def judge(self, side: Side, mixes: list[Mix]) -> None:
        """Record a strategy if it is better than the best so far; a strategy that is good enough is kept."""
        if self.reaches(side):
            return
        bounds = exact_guarantee(self.table, side, mixes)
        here = bounds[self.table.start]
        if side not in self.best or (here > self._end(side) if side == "row" else here < self._end(side)):
            self.best[side] = mixes, bounds
        if side == "row":
            self.lower = max(self.lower, here)
        else:
            self.upper = min(self.upper, here)

    def _end(self, side: Side) -> Fraction:
        return self.best[side][1][self.table.start]

    def reaches(self, side: Side) -> bool:
        """Return whether a side's best strategy is provably within the margin."""
        if side not in self.best:
            return False
        missed = self.upper - self._end("row") if side == "row" else self._end("col") - self.lower
        return missed <= self.margin

    def result(self) -> AverageValues:
        """Return the values with these strategies."""
        values, start = list(self.found.values), self.table.start
        known = values[start]
        lower, upper = max(known.lower, self.lower), min(known.upper, self.upper)
        values[start] = Value(lower, upper)
        (row, low), (col, high) = self.best["row"], self.best["col"]
        return replace(
            self.found,
            values=values,
            row=[p for mix in row for p in mix],
            col=[p for mix in col for p in mix],
            row_guarantee=low,
            col_guarantee=high,
            method=f"{self.found.method}; strategies within {self.margin}, in fractions",
            lengths={
                "both": _length(self.table, row, col),
                "row": longest_play(self.table, "row", row),
                "col": longest_play(self.table, "col", col),
            },
        )


def _exact(flat: Sequence[Number], counts: Sequence[int]) -> list[Mix]:
    """Return a flat strategy as mixes in fractions."""
    probabilities = iter(flat)
    return [
        [as_fraction(p) for p in exact_probabilities([next(probabilities) for _ in range(n)])] for n in counts
    ]


def _length(table: StateTable, row: list[Mix], col: list[Mix]) -> Fraction | None:
    """Return the expected number of stages until a play ends, with both strategies fixed."""
    process = response_process(table, "row", row)
    both: DecisionProcess = []
    for actions, mix in zip(process, col, strict=True):
        to: dict[int, Fraction] = {}
        for (_, chances), q in zip(actions, mix, strict=True):
            for t, p in chances.items():
                if q:
                    to[t] = to.get(t, Fraction(0)) + q * p
        both.append([(Fraction(0), to)])
    return _longest(table, both)


def longest_play(table: StateTable, side: Side, mixes: list[Mix]) -> Fraction | None:
    """Return the largest expected number of stages until a play ends, against any opponent; None if it can last
    forever.
    """
    return _longest(table, response_process(table, side, mixes))


def _longest(table: StateTable, process: DecisionProcess) -> Fraction | None:
    """Return the largest expected number of stages before an end, by policy iteration in fractions."""
    ends = {s for s in range(table.size) if table.end_payoff(s) is not None}
    met = reachable(process, table.start)
    if any(s in met and s not in ends for part in components_of(process) for s in part):
        return None
    inner = sorted(met - ends)
    policy = dict.fromkeys(inner, 0)
    while True:
        lasts = _lasting(process, inner, policy)
        worth = {
            s: [1 + sum((p * lasts.get(t, 0) for t, p in to.items()), Fraction(0)) for _, to in process[s]]
            for s in inner
        }
        better = {s: max(range(len(w)), key=w.__getitem__) for s, w in worth.items()}
        if all(worth[s][better[s]] <= lasts[s] for s in inner):
            return lasts.get(table.start, Fraction(0))
        policy = {s: a if worth[s][a] > lasts[s] else policy[s] for s, a in better.items()}


def _lasting(process: DecisionProcess, inner: list[int], policy: dict[int, int]) -> dict[int, Fraction]:
    """Return the expected number of stages under a policy."""
    equations = []
    for s in inner:
        to = process[s][policy[s]][1]
        equations.append([Fraction(int(s == t)) - to.get(t, Fraction(0)) for t in inner] + [Fraction(1)])
    found = solve_linear(equations)
    assert found is not None  # every play ends
    return dict(zip(inner, found, strict=True))
