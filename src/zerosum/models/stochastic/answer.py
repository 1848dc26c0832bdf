"""The solution of a stochastic game: values and stationary strategies of all states."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import log10
from typing import Annotated, ClassVar, Literal

from zerosum.core.errors import InputError
from zerosum.core.game import Move, Position
from zerosum.core.numbers import Amount, Number
from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Solution, Strategy, Value
from zerosum.models.stochastic.rules import StochasticGame

ROUNDING = 1e-8
"""Differences smaller than this share of the largest payoff count as rounding."""

SHOWN = (Fraction(1, 10), Fraction(1, 4), Fraction(1, 2))
"""For strategies with probabilities t^k, the shown t is the first of these for which no probability is too small."""
MIN_PROBABILITY = Fraction(1, 10**95)
"""Strategies with smaller probabilities are not shown unless a margin is requested."""

Manner = Literal["sure", "almost sure", "limit sure"]
SURENESS: tuple[Manner, ...] = ("sure", "almost sure", "limit sure")
"""The manners in which a player can reach a set of states, from the surest to the weakest."""

Polynomial = Mapping[int, Fraction]
"""A polynomial in an arbitrarily small t > 0: the coefficients by their powers."""


@dataclass(frozen=True)
class Winning:
    """The states from which a player reaches the best-paying ends, almost surely or limit-surely."""

    ends: tuple[Position, ...]
    """The absorbing states, without choices, that pay the player most."""
    payoff: Fraction
    manners: Mapping[Position, Manner]
    """The manner, one of `SURENESS`, in which they are reached from a state; other states are left out."""


@dataclass(frozen=True)
class LimitProof:
    """A player's stationary strategies for every discount 1 - t^power with a sufficiently small t > 0.

    In the game with that discount the player guarantees the normalised discounted payoff `values / over` from each
    state, stage by stage. So the limit as t goes to 0, which is the value of the undiscounted game, is at least as
    good.
    """

    power: int
    over: Polynomial
    """The common denominator of the values."""
    values: Mapping[Position, Polynomial]
    mixes: Mapping[Position, Mapping[Move, Polynomial]]

    def limit(self, state: Position) -> Fraction:
        """Return the guarantee from a state as t goes to 0."""
        return self.values[state].get(0, Fraction(0)) / self.over[0]

    @property
    def readable(self) -> Fraction | None:
        """A value of t at which no probability is too small to be displayed; None if there is none."""
        largest = max(power for mix in self.mixes.values() for p in mix.values() for power in p)
        return next((t for t in SHOWN if largest * log10(t) >= log10(MIN_PROBABILITY)), None)

    def mix(self, state: Position, t: Fraction) -> list[Fraction]:
        """Return the probabilities of the moves in a state at some t."""
        return [
            sum((c * t**power for power, c in p.items()), Fraction(0)) for p in self.mixes[state].values()
        ]


@dataclass(frozen=True, kw_only=True)
class StochasticSolution(Solution):
    """Values and stationary strategies of all states."""

    lists_one: ClassVar[bool] = True
    game: StochasticGame = field(repr=False)
    state: Position = ""
    """The state of this solution."""
    values: Mapping[Position, Value] = field(default_factory=dict, repr=False)
    rows: Mapping[Position, Strategy] = field(default_factory=dict, repr=False)
    """Row's stationary strategy: in each state, the probabilities of the moves."""
    cols: Mapping[Position, Strategy] = field(default_factory=dict, repr=False)
    discount: Amount | None = None
    """The discount factor, or None for the average payoff."""
    settles: tuple[Sequence[Position], Sequence[Position]] | None = None
    """Two sets of states in either of which a play can settle forever; None if none were found."""
    guarantees: Mapping[Position, tuple[Number, Number]] = field(default_factory=dict, repr=False)
    """With the average payoff: the guarantees of row's and of col's strategy from each state; otherwise empty."""
    limits: Mapping[Position, float] = field(default_factory=dict, repr=False)
    """With the average payoff, if strategies left a gap: estimates of the limits of the discounted values."""
    winning: Mapping[Side, Winning] = field(default_factory=dict, repr=False)
    """With the average payoff: the states from which a side reaches the ends that pay it most, if there are any
    besides the ends.
    """
    in_the_limit: Mapping[Side, LimitProof] = field(default_factory=dict, repr=False)
    """If a side's strategies shown miss the value: strategies that depend on the discount, whose limit proves it."""

    lengths: Mapping[str, Fraction | None] = field(default_factory=dict, repr=False)
    """With strategies within a margin: the mean number of stages of a play from the start until it reaches an end,
    with both strategies ("both"), and its maximum with row's or with col's strategy; None if it may never end.
    """

    @property
    def shortfalls(self) -> Mapping[Side, float]:
        """For each side, the difference between the value of this state and the guarantee of its
        stationary strategy.
        """
        if self.state not in self.guarantees:
            return {}
        low, high = self.guarantees[self.state]
        short: dict[Side, float] = {
            "row": float(self.value.lower) - float(low),
            "col": float(high) - float(self.value.upper),
        }
        return {side: missed for side, missed in short.items() if missed > self.settled}

    def is_won(self, side: Side) -> bool:
        """Return whether a side reaches its best-paying ends almost surely or limit-surely."""
        return side in self.winning and self.state in self.winning[side].manners

    @property
    def settled(self) -> float:
        """A tolerance below which a difference of payoffs is a rounding error."""
        return ROUNDING * max(abs(float(end)) for bounds in self.guarantees.values() for end in bounds)

    def data(self) -> dict[str, object]:
        """Return value and strategies of every state; without a discount also the guarantees of the strategies."""
        states: dict[Position, dict[str, object]] = {}
        for state, value in self.values.items():
            states[state] = {"value": value, "row": self.rows[state], "col": self.cols[state]}
            if state in self.guarantees:
                states[state]["guaranteed"] = dict(zip(SIDES, self.guarantees[state], strict=True))
            reached = {side: one.manners[state] for side, one in self.winning.items() if state in one.manners}
            if reached:
                states[state]["reached"] = reached
        ends = {side: dict.fromkeys(one.ends, one.payoff) for side, one in self.winning.items()}
        lengths = {"lengths": self.lengths} if self.lengths else {}
        return {"states": states, **({"ends": ends} if ends else {}), **lengths}

    def at(self, *, state: Annotated[Position, "the state to show"] = None) -> StochasticSolution:
        """Return the solution at another state, given as the state itself or by its name."""
        if state is None and None not in self.values:
            return self
        if state not in self.values:
            named = [one for one in self.values if str(one) == state]
            if len(named) != 1:
                names = ", ".join(map(str, list(self.values)[:20]))
                raise InputError(f"there is no state {state!r:.60}; the states are {names}")
            state = named[0]
        return dataclasses.replace(
            self,
            state=state,
            position_keys={"state": state},
            value=self.values[state],
            row=self.rows[state],
            col=self.cols[state],
        )
