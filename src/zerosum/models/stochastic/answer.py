"""`solve` for stochastic games, and the solution that it returns."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.errors import InputError
from zerosum.core.numbers import Amount
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Solution, Strategy, Value
from zerosum.models.stochastic.rules import StochasticGame
from zerosum.models.stochastic.solve.discounted import METHODS, solve_discounted
from zerosum.models.stochastic.solve.operator import Operator
from zerosum.models.stochastic.solve.undiscounted import Undiscounted, solve_undiscounted
from zerosum.models.stochastic.table import StateTable, tabulate

__all__ = ["StochasticSolution", "solve"]

SETTLED = 1e-8
"""A smaller share of the largest payoff than this is rounding."""


@dataclass(frozen=True, kw_only=True)
class StochasticSolution(Solution):
    """Values and stationary strategies of all states."""

    game: StochasticGame = field(repr=False)
    """The game itself."""
    state: str = ""
    """The state whose value and strategies these are."""
    values: Mapping[str, Value] = field(default_factory=dict, repr=False)
    """The value of each state."""
    rows: Mapping[str, Strategy] = field(default_factory=dict, repr=False)
    """Row's stationary strategy: in each state, the probabilities of the moves."""
    cols: Mapping[str, Strategy] = field(default_factory=dict, repr=False)
    discount: Amount | None = None
    """The discount factor, or None for the average payoff."""
    settles: tuple[Sequence[str], Sequence[str]] | None = None
    """Two sets of states in either of which a play can settle for ever; None where none were found."""
    guarantees: Mapping[str, tuple[float, float]] = field(default_factory=dict, repr=False)
    """With the average payoff: what row's strategy and col's guarantee from each state; else empty."""
    limits: Mapping[str, float] = field(default_factory=dict, repr=False)
    """With the average payoff, where strategies left a gap: about what the discounted values come to."""

    @property
    def shortfalls(self) -> Mapping[Side, float]:
        """By how much a side's stationary strategy misses the value from this state, if it does."""
        if self.state not in self.guarantees:
            return {}
        low, high = self.guarantees[self.state]
        short: dict[Side, float] = {
            "row": float(self.value.lower) - low,
            "col": high - float(self.value.upper),
        }
        return {side: missed for side, missed in short.items() if missed > self.settled}

    @property
    def settled(self) -> float:
        """A smaller difference of payoffs than this is rounding."""
        return SETTLED * max(abs(float(end)) for bounds in self.guarantees.values() for end in bounds)

    def data(self) -> dict[str, object]:
        """The value and both strategies of every state; with the average payoff, what the strategies guarantee."""
        states = {
            state: {"value": value, "row": self.rows[state], "col": self.cols[state], **self._kept(state)}
            for state, value in self.values.items()
        }
        return {"states": states}

    def _kept(self, state: str) -> dict[str, object]:
        low_high = self.guarantees.get(state)
        return {} if low_high is None else {"guaranteed": dict(zip(SIDES, low_high, strict=True))}

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
        raise InputError(f"the tolerance takes a number from 0 on, not {tolerance}")
    table = tabulate(game)
    operator = Operator(table)
    if table.discount is None:
        return _average(game, table, solve_undiscounted(operator, progress=progress), began)
    answer = solve_discounted(operator, method=method, tolerance=tolerance, progress=progress)
    values = [Value(float(a), float(b)) for a, b in zip(answer.lower, answer.upper, strict=True)]
    how = f"{_name(method)}, {_criterion(table)}, {answer.iterations} iterations"
    return _solution(game, table, values, answer.stage.row, answer.stage.col, how, began)


def _average(
    game: StochasticGame, table: StateTable, found: Undiscounted, began: float
) -> StochasticSolution:
    """The solution of a game with the average payoff, and what its strategies are worth."""
    solution = _solution(game, table, found.values, found.row, found.col, found.method, began)
    pairs = zip(found.row_guarantee.tolist(), found.col_guarantee.tolist(), strict=True)
    limits = [] if found.limits is None else found.limits.tolist()
    parts = [tuple(table.states[s] for s in part) for part in found.settles or ()]
    return dataclasses.replace(
        solution,
        settles=(parts[0], parts[1]) if parts else None,
        guarantees=dict(zip(table.states, pairs, strict=True)),
        limits=dict(zip(table.states, limits, strict=False)),
    )


def _solution(
    game: StochasticGame,
    table: StateTable,
    values: Sequence[Value],
    row: Floats,
    col: Floats,
    method: str,
    began: float,
) -> StochasticSolution:
    """The solution at the start."""
    rows = _by_state(table.states, table.rows, row)
    cols = _by_state(table.states, table.cols, col)
    start = table.states[table.start]
    by_name = dict(zip(table.states, values, strict=True))
    return StochasticSolution(
        game=game,
        value=by_name[start],
        row=rows[start],
        col=cols[start],
        method=method,
        positions=table.size,
        seconds=time.perf_counter() - began,
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
