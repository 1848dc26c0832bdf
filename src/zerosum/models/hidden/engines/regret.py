"""The regret minimiser of hidden games: one loop for all of them, on arrays that are private to their engines.

At each decision a player keeps the *regret* of each move: the total by which its EV exceeded that of the mix. In each
round the players learn one after the other. The learner computes the EVs of its moves against the opponent's current
strategy, adds that to the regrets, and mixes in proportion to the positive ones. Before, the regrets of earlier
rounds fade, and so does the sum of all strategies so far. The average strategies, in which later rounds count for
more, become optimal; their gap falls approximately as the inverse of the number of rounds. The EVs of best responses
to them are bounds on the value at any time. These cost as much as a round, so they are computed only when the number
of rounds has grown by a constant factor.

A `StrategySpace` holds the arrays and the compiled loops: sequences of a tree (`hidden/solve/trees.py`), hands of two
cards on a river or a turn (`river/solve`), private cards on boards, up to suits (`streets/solve`).

How fast the past fades is a schedule, a function of the number of the round:

    predictive   PCFR+: regrets never fall below 0, round t weighs t²; the space also predicts the next round
    eased        at first soon forgotten, since both players err by whole stacks; later as in `discounted`; weight t³
    discounted   DCFR: regrets above 0 fade by t^1.5 / (t^1.5 + 1), those below 0 by 1/2; weight t⁴

References: G. Farina, C. Kroer and T. Sandholm, Faster game solving via predictive Blackwell approachability:
connecting regret matching and mirror descent, AAAI 2021; N. Brown and T. Sandholm, Solving imperfect-information games
via discounted regret minimization, AAAI 2019; N. Zhang, S. McAleer and T. Sandholm, Faster game solving via
hyperparameter schedules, 2024.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf, isfinite
from typing import ClassVar, Generic, TypeVar

import numpy as np

from zerosum.core.arrays import Array
from zerosum.core.progress import Progress
from zerosum.core.sides import SIDES, Side
from zerosum.core.value import Value

FIRST_CHECK, CHECK_GROWTH = 8, 1.15
"""The gap is computed after the first number of rounds, and again whenever the number of rounds has grown by the
factor.
"""

QUIET = 0.1
"""Seconds after which progress is reported, even if the gap was not computed."""

SETTLED = 1000
"""The round after which old regrets fade at a constant rate in the schedule `eased`."""

Fade = tuple[float, float, float]
"""The factors for old regrets above 0, for those below 0, and for the sum of old strategies in a round."""


def predictive(t: int) -> Fade:
    """Return the schedule of predictive regret matching (PCFR+)."""
    return 1.0, 0.0, ((t - 1) / t) ** 2


def discounted(t: int) -> Fade:
    """Return the schedule of discounted regret minimisation, with faster decay of the sum."""
    return t**1.5 / (t**1.5 + 1), 0.5, (t / (t + 1)) ** 4


def eased(t: int) -> Fade:
    """Return the schedule t^a / (t^a + 1), √t / (√t + 1) and (t / (t + 1))³, where a grows from 1 to 1.5."""
    up, down = t ** (1 + 0.5 * min(1.0, t / SETTLED)), t**0.5
    return up / (up + 1), down / (down + 1), (t / (t + 1)) ** 3


Strategy = TypeVar("Strategy")


class StrategySpace(ABC, Generic[Strategy]):
    """The strategies of both players of a game as arrays, with regrets; an average strategy is a `Strategy`."""

    unit: float = 1.0
    """The unit in which progress shows the gap."""
    unit_name: ClassVar[str] = ""
    margin: float = 0.0
    """The maximum rounding error of a best response in floats."""

    @staticmethod
    @abstractmethod
    def fade(t: int) -> Fade:
        """Return the factors by which round t discounts earlier regrets and strategies."""

    @abstractmethod
    def learn(self, side: Side, fade: Fade) -> None:
        """Run a round for a side: update its regrets, its strategy and the sum of its strategies."""

    @abstractmethod
    def average(self, side: Side) -> Strategy:
        """Return a side's average strategy, with the probabilities in the form in which a solution stores them."""

    @abstractmethod
    def conceded(self, side: Side, strategy: Strategy) -> float:
        """Return the EV of the opponent's best response to a side's strategy."""


class RegretMinimiser(Generic[Strategy]):
    """A run of regret minimisation on a space of strategies, which keeps the best strategies so far."""

    def __init__(self, space: StrategySpace[Strategy]) -> None:
        self.space = space
        self.rounds = 0
        self.is_stopped = False
        """Return whether Ctrl-C ended the work early."""
        self.conceded: dict[Side, float] = dict.fromkeys(SIDES, inf)
        """The EVs of best responses to the best strategies so far."""
        self.best: dict[Side, Strategy] = {}

    @property
    def gap(self) -> float:
        """The gap of the best strategies so far, with an allowance for rounding."""
        return sum(self.conceded.values()) + 2 * self.space.margin

    @property
    def value(self) -> Value:
        """The bounds that the best strategies so far prove."""
        margin = self.space.margin
        return Value(float(-self.conceded["row"] - margin), float(self.conceded["col"] + margin))

    def offer(self, side: Side, strategy: Strategy) -> None:
        """Keep a side's strategy if it concedes less than the best one so far."""
        conceded = float(self.space.conceded(side, strategy))
        if side not in self.best or conceded < self.conceded[side]:
            self.conceded[side], self.best[side] = conceded, strategy

    def run(self, goal: float, rounds: int, progress: Progress) -> None:
        """Play rounds until the gap is at most the goal, or until the maximum number of rounds."""
        space = self.space
        check, reported = self.rounds + FIRST_CHECK, -inf
        while self.gap > goal and self.rounds < rounds:
            self.rounds += 1
            t, fade = self.rounds, space.fade(self.rounds)
            for side in SIDES:
                space.learn(side, fade)
            is_check = t >= check or t == rounds
            if is_check:
                check = int(t * CHECK_GROWTH) + 1
                for side in SIDES:
                    self.offer(side, space.average(side))
            if is_check or time.monotonic() > reported + QUIET:
                reported = time.monotonic()
                progress(t, rounds, f"rounds, gap {self.gap / space.unit:.1e} {space.unit_name}".rstrip())

    @contextmanager
    def until_stopped(self) -> Iterator[None]:
        """Let Ctrl-C end the enclosed work; the best strategies so far are kept."""
        try:
            yield
        except KeyboardInterrupt:
            if not isfinite(self.gap):
                raise
            self.is_stopped = True

    def summary(self, besides: str = "") -> str:
        """Return text for the name of the method: the number of rounds, other work, and whether Ctrl-C stopped it."""
        return f"{self.rounds:,} rounds{besides}{', stopped early' if self.is_stopped else ''}"


def average_mix(total: Array, axis: int) -> Array:
    """Return a mix from the reaches of all rounds, with moves along an axis; uniform where nothing is reached."""
    whole = total.sum(axis=axis, keepdims=True)
    even = np.full(total.shape, 1 / total.shape[axis], total.dtype)
    mix: Array = np.divide(total, whole, out=even, where=whole > 0)
    return mix


def in_units(mix: Array, axis: int, units: float) -> Array:
    """Return a mix in whole units that add up to exactly 1; the largest probability gets the remainder."""
    mix = np.floor(mix * mix.dtype.type(units)) / mix.dtype.type(units)
    largest = np.expand_dims(mix.argmax(axis=axis), axis)
    np.put_along_axis(mix, largest, 0, axis)
    np.put_along_axis(mix, largest, 1 - mix.sum(axis=axis, keepdims=True), axis)
    return mix
