"""Relance and the game with a raise in two phases, with numbers from [0, 1].

Both players ante 1. Each gets a number, and they bet as in relance, or as in the game with a raise. If neither
player has folded, each gets a second number, and they bet again; a player who folds loses their stake. A showdown
compares the sums of both numbers, or the larger of them. A is the row player.

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
from zerosum.models.continuum.engines.phased.rules import Highest, PhasedGame, Score, Weighted
from zerosum.models.continuum.rules import Decision, exact

__all__ = ["InTwoPhases", "TwoPhaseRaise", "TwoPhaseRelance"]


@dataclass(frozen=True)
class InTwoPhases(PhasedGame):
    """The common part of the games in two phases: the bet size, and the comparison of numbers."""

    raises: ClassVar[int]
    """Maximum number of raises in a phase."""
    bet: Fraction = option(Fraction(1), "the size of a bet, and of a raise")
    compare: str = option(
        "sums",
        "whether a showdown compares the sum or the larger of each player's numbers",
        choices=("sums", "larger"),
    )
    weight: Fraction = option(Fraction(1), "weight of the second number in the sum (the first has weight 1)")

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "bet", positive(self.bet, "bet"))
        object.__setattr__(self, "weight", exact(self.weight))
        if self.weight < 0:
            raise GameError(f"the weight of the second number must be at least 0, not {self.weight}")
        if self.compare == "larger" and self.weight != 1:
            raise GameError("the weight applies only when sums are compared; remove it, or compare sums")

    def first(self) -> Decision:
        """Return the bets of the first phase."""
        return betting_tree((self.bet,), self.raises)

    def second(self, amount: Fraction) -> Decision:
        """Return the same bets again, on top of the stakes so far."""
        return betting_tree((self.bet,), self.raises, amount)

    @property
    def score(self) -> Score:
        """The mean of both numbers, which compares as the sum does, or the larger one."""
        return Weighted(self.weight) if self.compare == "sums" else Highest()

    def ending(self) -> tuple[str, str]:
        """Return the second phase and the payoffs, in sentences for the player."""
        second = "the second number" if self.weight == 1 else f"{self.weight} times the second number"
        score = f"the first number plus {second}" if self.compare == "sums" else "the larger of both numbers"
        return (
            "If neither player has folded, each gets a second number, and they bet again in the same way. "
            "A player who folds still loses.",
            "A player who folds loses the chips that player has put in. At the end, the higher score wins "
            "the chips that the other has put in; "
            f"the score is {score}.",
        )

    def comparison(self) -> str:
        """Return the numbers compared, for the title."""
        if self.compare == "larger":
            return "the larger numbers compared"
        return "sums compared" if self.weight == 1 else f"first + {self.weight} · second compared"


@dataclass(frozen=True)
class TwoPhaseRelance(InTwoPhases):
    """Both players ante 1, and each gets a number; A folds or bets, B folds or sees (calls). Then each gets a second
    number, and they bet once more in the same way. A player who folds loses their stake; at the end the higher score
    wins the other's."""

    name: ClassVar[str] = "two-phase-relance"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "relance on [0, 1] in two phases, with a new number before the second"
    paper: ClassVar[str] = "Bellman and Blackwell 1950"
    paper_section: ClassVar[str] = "section 1"
    tagline: ClassVar[str] = "A second number comes after the bet. Do you pay to see yours?"
    demo_parameters: ClassVar[Mapping[str, str]] = {"tolerance": "0.01"}
    raises: ClassVar[int] = 0

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules with all numbers."""
        return (
            "Both players ante 1, and each gets a number from [0, 1], uniform and private.",
            f"A folds or bets {self.bet}; then B folds or sees (calls).",
            *self.ending(),
        )

    @property
    def title(self) -> str:
        """The rules in a line."""
        return f"Relance in two phases · bet {self.bet} · {self.comparison()}"


@dataclass(frozen=True)
class TwoPhaseRaise(InTwoPhases):
    """Both players ante 1, and each gets a number; A folds or bets, B folds, sees (calls) or raises, A folds or sees
    the raise. Then each gets a second number, and they bet once more in the same way. A player who folds loses their
    stake; at the end the higher score wins the other's."""

    name: ClassVar[str] = "two-phase-raise"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "bet and raise on [0, 1] in two phases"
    paper: ClassVar[str] = "Bellman and Blackwell 1950"
    paper_section: ClassVar[str] = "section 1"
    tagline: ClassVar[str] = "You know only half of your final hand. Do you bet, or even raise?"
    demo_parameters: ClassVar[Mapping[str, str]] = {"tolerance": "0.01"}
    raises: ClassVar[int] = 1

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules with all numbers."""
        return (
            "Both players ante 1, and each gets a number from [0, 1], uniform and private.",
            f"A folds or bets {self.bet}; B folds, sees (calls) or raises by {self.bet} more; then A "
            "folds or sees the raise.",
            *self.ending(),
        )

    @property
    def title(self) -> str:
        """The rules in a line."""
        return f"Bet and raise in two phases · bet {self.bet}, raise {self.bet} · {self.comparison()}"
