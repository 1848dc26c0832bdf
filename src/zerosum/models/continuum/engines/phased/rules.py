"""Betting in two phases with numbers from [0, 1]: the class of games described by Bellman and Blackwell.

Each player gets a number in secret and walks down a public tree of bets, which determines the loss of a player who
folds. If nobody has folded, each gets a second number in secret and walks down a second tree. A showdown compares
*scores*; the score of a player depends on both of the player's numbers. All numbers are independent and uniform on
[0, 1].

In the second phase a player knows both of their numbers, but only the score matters: bets are public, and payoffs
depend on scores. So a strategy that depends on both numbers may be replaced by one that depends on the score alone,
with the mean of its probabilities; every opponent has the same EV against the two strategies. A strategy is thus a
function of the first number at turns of the first phase, and of the score at turns of the second.

Reference: R. Bellman and D. Blackwell, On games involving bluffing, RAND P-168, 1950, section 1, (a) to (g).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.errors import Unavailable
from zerosum.core.game import Game
from zerosum.core.sides import Side
from zerosum.models.continuum.form import BettingForm, BettingTurn, Leaf, betting_form
from zerosum.models.continuum.rules import LETTER, Decision
from zerosum.models.parts import Family
from zerosum.numerics.piecewise import Piecewise

if TYPE_CHECKING:
    from zerosum.models.continuum.engines.phased.answer import PhasedSolution

PROBES = tuple((Fraction(x, 7), Fraction(y, 11)) for x in (1, 3, 6) for y in (1, 4, 5, 10))
"""Pairs of numbers at which a score is compared with a linear function."""


class Score(ABC):
    """A score in [0, 1] made from two numbers, and its distribution given the first number.

    The verifier relies on the score being linear in both numbers on the region where the second is below the first,
    and on the region where it is above.
    """

    @property
    @abstractmethod
    def description(self) -> str:
        """A description of the score, in words."""

    @abstractmethod
    def of(self, first: Fraction, second: Fraction) -> Fraction:
        """Return the score of two numbers."""

    @abstractmethod
    def levels(self, first: Floats, second: Floats) -> Floats:
        """Return the scores of many numbers, in floats."""

    @abstractmethod
    def density(self, reach: Piecewise) -> Piecewise:
        """Return the density of the score, if a first number x is reached with density reach(x)."""

    @abstractmethod
    def mean(self, worth: Piecewise) -> Piecewise:
        """Return the mean of a function of the score, given the first number: the adjoint of `density`."""

    @abstractmethod
    def below(self, first: Floats, score: Floats) -> Floats:
        """Return the probability that neither the first number nor the score exceeds these bounds."""


def check_linear(score: Score) -> None:
    """Reject a score that is not linear on either side of the diagonal of the unit square."""
    zero, one, of = Fraction(0), Fraction(1), score.of
    for x, y in PROBES:
        corner = of(one, zero) if x > y else of(zero, one)
        low, high = min(x, y), max(x, y)
        if of(x, y) != (1 - high) * of(zero, zero) + (high - low) * corner + low * of(one, one):
            raise Unavailable(
                "only scores that are linear for second numbers below and above the first are verified"
            )


@dataclass(frozen=True)
class Weighted(Score):
    """The weighted mean of the numbers, (first + weight · second) / (1 + weight)."""

    weight: Fraction

    @property
    def description(self) -> str:
        if self.weight == 1:
            return "half the sum of both numbers"
        return f"the mean of both numbers, the second with weight {self.weight}"

    @cached_property
    def share(self) -> Fraction:
        return 1 / (1 + self.weight)

    def of(self, first: Fraction, second: Fraction) -> Fraction:
        return second + self.share * (first - second)

    def levels(self, first: Floats, second: Floats) -> Floats:
        return float(self.share) * first + float(1 - self.share) * second

    def density(self, reach: Piecewise) -> Piecewise:
        """Return (R(s / a) - R((s - b) / a)) / b with shares a, b and the integral R, constant outside [0, 1]."""
        if not self.weight:
            return reach
        mine, other, total = self.share, 1 - self.share, reach.integral()
        return (total.of(1 / mine, Fraction(0)) - total.of(1 / mine, -other / mine)) * (1 / other)

    def mean(self, worth: Piecewise) -> Piecewise:
        """Return the mean over the scores from a x to a x + b, which are equally likely."""
        if not self.weight:
            return worth
        mine, other, total = self.share, 1 - self.share, worth.integral()
        return (total.of(mine, other) - total.of(mine, Fraction(0))) * (1 / other)

    def below(self, first: Floats, score: Floats) -> Floats:
        """Return an integral of a ramp: the ramp's integral is quadratic at first, then linear."""
        if not self.weight:
            return np.minimum(first, score)
        mine, other = float(self.share), float(1 - self.share)
        return (other / mine) * (_ramp(score / other) - _ramp((score - mine * first) / other))


def _ramp(u: Floats) -> Floats:
    """Return the integral up to u of the function that grows from 0 to 1 between 0 and 1."""
    inside = np.clip(u, 0.0, 1.0)
    return inside**2 / 2 + np.maximum(u - 1.0, 0.0)


@dataclass(frozen=True)
class Highest(Score):
    """The larger of the numbers."""

    @property
    def description(self) -> str:
        return "the larger of both numbers"

    def of(self, first: Fraction, second: Fraction) -> Fraction:
        return max(first, second)

    def levels(self, first: Floats, second: Floats) -> Floats:
        return np.maximum(first, second)

    def density(self, reach: Piecewise) -> Piecewise:
        """Return s · reach(s), where the first number is the larger, plus the integral of the reach up to s."""
        return reach.times_x() + reach.integral()

    def mean(self, worth: Piecewise) -> Piecewise:
        """Return x · worth(x) plus the integral of the worth above x."""
        total = worth.integral()
        return worth.times_x() + Piecewise.constant(worth.whole()) - total

    def below(self, first: Floats, score: Floats) -> Floats:
        """Return the probability that both numbers are below the score."""
        return score * np.minimum(first, score)


@dataclass(frozen=True)
class Gate:
    """A transition from the first phase to the second."""

    leaf: Leaf
    """The end of the first phase, with the sequences of both players that lead to it."""
    form: BettingForm
    """The second phase, whose turns and leaves have histories of both phases."""


@dataclass(frozen=True)
class PhasedForm:
    """The turns and leaves of both phases."""

    first: BettingForm
    gates: tuple[Gate, ...]

    @cached_property
    def folds(self) -> list[Leaf]:
        """The leaves of the first phase."""
        return [leaf for leaf in self.first.leaves if not leaf.stake]

    @property
    def leaves(self) -> list[Leaf]:
        return [*self.folds, *(leaf for gate in self.gates for leaf in gate.form.leaves)]

    @property
    def turns(self) -> list[BettingTurn]:
        return [*self.first.turns, *(turn for gate in self.gates for turn in gate.form.turns)]


class PhasedFamily(Family["PhasedGame", "PhasedSolution"]):
    """Games in two phases."""

    records: ClassVar[tuple[str, ...]] = (
        "continuum.engines.phased.answer.PhasedSolution",
        "continuum.form.StepStrategy",
    )

    unavailable_reason: ClassVar[str] = "numbers come from [0, 1], where no single number affects the value"


@dataclass(frozen=True)
class PhasedGame(Game):
    """A game in two phases: two betting trees, and the score of two numbers.

    Examples
    --------
    >>> zerosum.load("two-phase-relance")().engine
    'phased'
    """

    family: ClassVar[PhasedFamily] = PhasedFamily()
    seats: ClassVar[Mapping[Side, str]] = LETTER

    @abstractmethod
    def first(self) -> Decision:
        """Return the bets of the first phase; a showdown for an amount leads to the second phase."""

    @abstractmethod
    def second(self, amount: Fraction) -> Decision:
        """Return the bets of the second phase, if each player has put in this amount before."""

    @property
    @abstractmethod
    def score(self) -> Score:
        """The score of two numbers."""

    @cached_property
    def form(self) -> PhasedForm:
        """Both trees in sequence form."""
        first = betting_form(self.first())
        return PhasedForm(first, tuple(self._gate(leaf) for leaf in first.leaves if leaf.stake))

    def _gate(self, leaf: Leaf) -> Gate:
        form = betting_form(self.second(leaf.stake))
        form.turns = [replace(turn, history=(*leaf.history, *turn.history)) for turn in form.turns]
        form.leaves = [replace(last, history=(*leaf.history, *last.history)) for last in form.leaves]
        return Gate(leaf, form)
