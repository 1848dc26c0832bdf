"""The solver of stochastic games: discounted, stopping, or with the average payoff.

`solve` returns certified values and stationary strategies for all states. `operator` is Shapley's operator T with
rigorous bounds; `processes` holds the Markov chains and decision processes that fixed strategies leave; `discounted`
and `average` are the methods for the two criteria; `limit` proves an undiscounted value in exact arithmetic.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.errors import InputError
from zerosum.core.limits import MINUTE, within
from zerosum.core.progress import Progress, silent
from zerosum.core.solution import Strategy, Value
from zerosum.models.stochastic.answer import StochasticSolution
from zerosum.models.stochastic.rules import StochasticGame
from zerosum.models.stochastic.solve.average import solve_undiscounted
from zerosum.models.stochastic.solve.discounted import METHODS, solve_discounted
from zerosum.models.stochastic.solve.operator import ShapleyOperator
from zerosum.models.stochastic.table import StateTable, tabulate


def solve(
    game: StochasticGame,
    *,
    method: Annotated[str, f"for discounted games: {', '.join(METHODS)}"] = "newton",
    tolerance: Annotated[float, "stop a discounted game at this gap; 0: as near as rounding allows"] = 0.0,
    progress: Progress = silent,
) -> StochasticSolution:
    """The value of every state with certified bounds, and optimal stationary strategies where they exist."""
    began = time.perf_counter()
    if method not in METHODS:
        raise InputError(f"the method {method!r} is unknown; choose one of {', '.join(METHODS)}")
    if not tolerance >= 0:
        raise InputError(f"the tolerance takes a number from 0 on, not {tolerance}")
    table = tabulate(game)
    operator = ShapleyOperator(table)
    average: Mapping[str, Any] = {}
    if table.discount is None:
        with within(f"the average payoff of {table.size:,} states", MINUTE):
            found = solve_undiscounted(operator, progress=progress)
        values, row, col, how = found.values, found.row, found.col, found.method
        guarantees = zip(found.row_guarantee.tolist(), found.col_guarantee.tolist(), strict=True)
        limits = [] if found.limits is None else found.limits.tolist()
        first, second = (tuple(table.states[s] for s in part) for part in found.settles or ((), ()))
        average = {
            "settles": (first, second) if found.settles else None,
            "guarantees": dict(zip(table.states, guarantees, strict=True)),
            "limits": dict(zip(table.states, limits, strict=False)),
        }
    else:
        solved = solve_discounted(operator, method=method, tolerance=tolerance, progress=progress)
        values = [Value(float(a), float(b)) for a, b in zip(solved.lower, solved.upper, strict=True)]
        row, col = solved.stage.row, solved.stage.col
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


def _by_state(table: StateTable, moves: tuple[tuple[str, ...], ...], flat: Floats) -> dict[str, Strategy]:
    """A flat strategy as a mapping: state, move, probability."""
    parts = np.split(flat, np.cumsum([len(names) for names in moves])[:-1])
    return {
        state: dict(zip(names, part.tolist(), strict=True))
        for state, names, part in zip(table.states, moves, parts, strict=True)
    }
