"""The solution of a stochastic game: values and stationary strategies of all states."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from zerosum.core.errors import InputError
from zerosum.core.numbers import Amount
from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Solution, Strategy, Value
from zerosum.models.stochastic.rules import StochasticGame

ROUNDING = 1e-8
"""Differences smaller than this share of the largest payoff count as rounding."""


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
        return ROUNDING * max(abs(float(end)) for bounds in self.guarantees.values() for end in bounds)

    def data(self) -> dict[str, object]:
        """The value and both strategies of every state; with the average payoff, what the strategies guarantee."""
        states: dict[str, dict[str, object]] = {}
        for state, value in self.values.items():
            states[state] = {"value": value, "row": self.rows[state], "col": self.cols[state]}
            if state in self.guarantees:
                states[state]["guaranteed"] = dict(zip(SIDES, self.guarantees[state], strict=True))
        return {"states": states}

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
