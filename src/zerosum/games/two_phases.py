"""Relance and the game with a raise in two phases, with numbers from [0, 1].

Both ante 1. Each gets a number, and they bet as in relance, or as in the game with a raise. If nobody has folded each
gets a second number, and they bet again; whoever folds loses their stake. A showdown compares the sums of both
numbers, or the larger of them. A is the row player.

Reference: R. Bellman and D. Blackwell, On games involving bluffing, RAND P-168, 1950, section 1, (f) and (g).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from zerosum.core.errors import GameError
from zerosum.core.game import option
from zerosum.games.poker import betting_tree, positive
from zerosum.models.betting.rules import Decision, exact
from zerosum.models.phased.rules import Highest, PhasedGame, Score, Weighted

__all__ = ["InTwoPhases", "TwoPhaseRaise", "TwoPhaseRelance"]


@dataclass(frozen=True)
class InTwoPhases(PhasedGame):
    """What the games in two phases share: the size of bets, and how numbers are compared."""

    raises: ClassVar[int]
    """Maximum number of raises in a phase."""
    bet: Fraction = option(Fraction(1), "the size of a bet, and of a raise")
    compare: str = option(
        "sums",
        "what a showdown compares: the sums of both numbers, or the larger ones",
        choices=("sums", "larger"),
    )
    weight: Fraction = option(Fraction(1), "how much the second number counts in the sum; the first counts 1")

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "bet", positive(self.bet, "bet"))
        object.__setattr__(self, "weight", exact(self.weight))
        if self.weight < 0:
            raise GameError(f"the second number's weight cannot be negative, and {self.weight} is")
        if self.compare == "larger" and self.weight != 1:
            raise GameError("the weight matters only when sums are compared; leave it out, or compare sums")

    def first(self) -> Decision:
        """The bets of the first phase."""
        return betting_tree((self.bet,), self.raises)

    def second(self, amount: Fraction) -> Decision:
        """The same bets again, on top of what is in."""
        return betting_tree((self.bet,), self.raises, amount)

    @property
    def score(self) -> Score:
        """The mean of both numbers, which compares as the sum does, or the larger one."""
        return Weighted(self.weight) if self.compare == "sums" else Highest()

    def comparison(self) -> str:
        """What is compared, for the title."""
        if self.compare == "larger":
            return "the larger numbers compared"
        return "sums compared" if self.weight == 1 else f"first + {self.weight} · second compared"


@dataclass(frozen=True)
class TwoPhaseRelance(InTwoPhases):
    """Both ante 1, and each gets a number; A folds or bets, B folds or sees. Then each gets a second number, and they
    bet once more in the same way. A player who folds loses their stake; at the end the higher score wins the
    other's."""

    name: ClassVar[str] = "two-phase-relance"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "relance on [0, 1] in two phases, a new number each before the second"
    paper: ClassVar[str] = "Bellman and Blackwell 1950, section 1"
    invitation: ClassVar[str] = "A second number comes after the bet: do you pay to see it?"
    small: ClassVar[Mapping[str, str]] = {"tolerance": "0.01"}
    raises: ClassVar[int] = 0

    @property
    def title(self) -> str:
        """The rules in a line."""
        return f"Relance in two phases · bet {self.bet} · {self.comparison()}"


@dataclass(frozen=True)
class TwoPhaseRaise(InTwoPhases):
    """Both ante 1, and each gets a number; A folds or bets, B folds, sees or raises, A folds or sees the raise. Then
    each gets a second number, and they bet once more in the same way. A player who folds loses their stake; at the
    end the higher score wins the other's."""

    name: ClassVar[str] = "two-phase-raise"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "bet, raise, see on [0, 1] in two phases"
    paper: ClassVar[str] = "Bellman and Blackwell 1950, section 1"
    invitation: ClassVar[str] = "Bet and raise on half of what you will know."
    small: ClassVar[Mapping[str, str]] = {"tolerance": "0.01"}
    raises: ClassVar[int] = 1

    @property
    def title(self) -> str:
        """The rules in a line."""
        return f"Bet and raise in two phases · bet {self.bet}, raise {self.bet} · {self.comparison()}"
