"""`solve` for stochastic games, and the solution that it returns."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np

from zerosum.arrays import Floats
from zerosum.errors import InputError
from zerosum.models.stochastic import StateTable, StochasticGame, tabulate
from zerosum.numerics.rational import Number
from zerosum.progress import Progress, silent
from zerosum.reports.table import Table, percent
from zerosum.solution import Solution, Strategy, Value
from zerosum.solvers.stochastic.discounted import METHODS, solve_discounted
from zerosum.solvers.stochastic.operator import Operator
from zerosum.solvers.stochastic.undiscounted import solve_undiscounted

__all__ = ["StochasticSolution", "solve"]

DUST = 1e-12
SHOWN = 40
"""A table of values for people has at most so many states."""


@dataclass(frozen=True, kw_only=True)
class StochasticSolution(Solution):
    """Values and stationary strategies of all states."""

    state: str = ""
    """The state whose value and strategies these are."""
    values: Mapping[str, Value] = field(default_factory=dict, repr=False)
    """The value of each state."""
    rows: Mapping[str, Strategy] = field(default_factory=dict, repr=False)
    """Row's stationary strategy: in each state, the probabilities of the moves."""
    cols: Mapping[str, Strategy] = field(default_factory=dict, repr=False)
    discount: Number | None = None
    """The discount factor, or None for the average payoff."""

    def at(self, *, state: Annotated[str | None, "the state to look at"] = None) -> StochasticSolution:
        """The solution at another state."""
        if state is None:
            return self
        if state not in self.values:
            names = ", ".join(list(self.values)[:20])
            raise InputError(f"there is no state {state!r}; the states are {names}")
        return dataclasses.replace(
            self,
            state=state,
            where={"state": state},
            title=f"{self.title.partition(' · in ')[0]} · in {state}",
            value=self.values[state],
            row=self.rows[state],
            col=self.cols[state],
        )


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
        raise InputError(f"--tolerance takes a number from 0 on, not {tolerance}")
    table = tabulate(game)
    operator = Operator(table)
    if table.discount is None:
        found = solve_undiscounted(operator, progress=progress)
        values, how, notes = found.values, found.method, found.notes
        row, col = found.row, found.col
    else:
        answer = solve_discounted(operator, method=method, tolerance=tolerance, progress=progress)
        values = [Value(float(a), float(b)) for a, b in zip(answer.lower, answer.upper, strict=True)]
        how = f"{_name(method)}, {_criterion(table)}, {answer.iterations} iterations"
        row, col, notes = answer.stage.row, answer.stage.col, []
    rows = _by_state(table.states, table.rows, row)
    cols = _by_state(table.states, table.cols, col)
    start = table.states[table.start]
    by_name = dict(zip(table.states, values, strict=True))
    return StochasticSolution(
        game=game,
        title=game.title,
        value=by_name[start],
        row=rows[start],
        col=cols[start],
        method=how,
        positions=table.size,
        seconds=time.perf_counter() - began,
        tables=_tables(by_name, rows, cols),
        notes=notes,
        state=start,
        values=by_name,
        rows=rows,
        cols=cols,
        discount=table.discount,
    )


def _name(method: str) -> str:
    return {"newton": "Newton", "hoffman-karp": "Hoffman–Karp", "shapley": "Shapley iteration"}[method]


def _criterion(table: StateTable) -> str:
    return "total payoff until the stop" if table.discount == 1 else f"discount {table.discount}"


def _by_state(
    states: tuple[str, ...], moves: tuple[tuple[str, ...], ...], flat: Floats
) -> dict[str, Strategy]:
    """A flat strategy as a mapping: state, move, probability."""
    parts = np.split(flat, np.cumsum([len(names) for names in moves])[:-1])
    return {
        state: dict(zip(names, part.tolist(), strict=True))
        for state, names, part in zip(states, moves, parts, strict=True)
    }


def _tables(
    values: Mapping[str, Value], rows: Mapping[str, Strategy], cols: Mapping[str, Strategy]
) -> tuple[Table, ...]:
    """The value of each state, unless all are worth the same, and what both players do there, for a person."""
    if len(values) == 1:
        return ()
    alike = len(set(map(str, values.values()))) == 1
    lines = [
        [state, *([] if alike else [value]), _mix(rows[state]), _mix(cols[state])]
        for state, value in list(values.items())[:SHOWN]
    ]
    more = f" (the first {SHOWN} of {len(values)})" if len(values) > SHOWN else ""
    columns = ["state", *([] if alike else ["value"]), "row plays", "col plays"]
    return (Table(f"states{more}", columns, lines),)


def _mix(strategy: Strategy) -> str:
    """A strategy on one line, without moves of no weight and rounding dust."""
    if len(strategy) == 1:
        return "–"
    played = [(move, p) for move, p in strategy.items() if p > DUST]
    return ", ".join(move if p >= 1 - DUST else f"{move} {percent(p)}" for move, p in played)
