"""The solver of stochastic games: discounted, stopping, or with the average payoff.

`solve` returns certified values and stationary strategies for all states. `operator` is Shapley's operator T with
rigorous bounds; `processes` holds the Markov chains and decision processes that result from fixed strategies;
`discounted` and `average` are the methods for the two criteria; `limit` proves an undiscounted value in exact
arithmetic.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Annotated, Any

from zerosum.core.errors import InputError
from zerosum.core.game import Move, Position
from zerosum.core.limits import MINUTE
from zerosum.core.limits import within as within_budget
from zerosum.core.numbers import Number, as_fraction
from zerosum.core.progress import Progress, silent
from zerosum.core.solution import Strategy, Value
from zerosum.models.stochastic.answer import StochasticSolution
from zerosum.models.stochastic.rules import StochasticGame
from zerosum.models.stochastic.solve.average import solve_undiscounted
from zerosum.models.stochastic.solve.discounted import METHODS, solve_discounted
from zerosum.models.stochastic.solve.margin import within_margin
from zerosum.models.stochastic.solve.operator import ShapleyOperator
from zerosum.models.stochastic.solve.reach import winning
from zerosum.models.stochastic.table import StateTable, tabulate


def solve(
    game: StochasticGame,
    *,
    method: Annotated[str, f"for discounted games: {', '.join(METHODS)}"] = "newton",
    tolerance: Annotated[
        float, "gap at which to stop in a discounted game; 0 for as small as rounding allows"
    ] = 0.0,
    within: Annotated[
        Fraction | None,
        "for average payoffs: show strategies whose guarantee is within this margin of the value",
    ] = None,
    progress: Progress = silent,
) -> StochasticSolution:
    """Return the value of every state with certified bounds, and optimal stationary strategies if they exist."""
    began = time.perf_counter()
    if method not in METHODS:
        raise InputError(f"the method {method!r} is unknown; choose one of {', '.join(METHODS)}")
    if not tolerance >= 0:
        raise InputError(f"the tolerance must be 0 or positive, not {tolerance}")
    table = tabulate(game)
    operator = ShapleyOperator(table)
    average: Mapping[str, Any] = {}
    if table.discount is None:
        with within_budget(f"the average payoff of {table.size:,} states", MINUTE):
            found = solve_undiscounted(operator, progress=progress)
            if within is not None:
                found = within_margin(table, found, as_fraction(within))
        values, row, col, how = found.values, found.row, found.col, found.method
        guarantees = zip(found.row_guarantee, found.col_guarantee, strict=True)
        limits = [] if found.limits is None else found.limits.tolist()
        first, second = (tuple(table.states[s] for s in part) for part in found.settles or ((), ()))
        average = {
            "settles": (first, second) if found.settles else None,
            "guarantees": dict(zip(table.states, guarantees, strict=True)),
            "limits": dict(zip(table.states, limits, strict=False)),
            "winning": {side: winning(table, reach) for side, reach in found.reaches.items()},
            "in_the_limit": found.in_the_limit,
            "lengths": found.lengths,
        }
    elif within is not None:
        raise InputError(
            "a margin can be given only for average payoffs; with a discount, the strategies shown are optimal"
        )
    else:
        solved = solve_discounted(operator, method=method, tolerance=tolerance, progress=progress)
        values = [Value(float(a), float(b)) for a, b in zip(solved.lower, solved.upper, strict=True)]
        row, col = solved.stage.row.tolist(), solved.stage.col.tolist()
        criterion = "total payoff until the stop" if table.discount == 1 else f"discount {table.discount}"
        how = f"{METHODS[method]}, {criterion}, {solved.iterations} iterations"
    start, by_name = table.states[table.start], dict(zip(table.states, values, strict=True))
    rows, cols = _by_state(table, table.rows, row), _by_state(table, table.cols, col)
    return StochasticSolution(
        game=game,
        value=by_name[start],
        row=rows[start],
        col=cols[start],
        method=how,
        positions=table.size,
        seconds=time.perf_counter() - began,
        state=start,
        values=by_name,
        rows=rows,
        cols=cols,
        discount=table.discount,
        **average,
    )


def _by_state(
    table: StateTable, moves: tuple[tuple[Move, ...], ...], flat: Sequence[Number]
) -> dict[Position, Strategy]:
    """Return a flat strategy as a mapping: state, move, probability."""
    probabilities = iter(flat)
    return {
        state: dict(zip(names, islice(probabilities, len(names)), strict=True))
        for state, names in zip(table.states, moves, strict=True)
    }
