"""Two coins shown simultaneously: the smallest game in which a player must mix.

With a for two heads, b for two tails and c for different coins, a, b > c, row shows heads with probability (b - c) /
(a + b - 2c) and the value is (ab - c²) / (a + b - 2c).

Reference: J. von Neumann and O. Morgenstern, Theory of Games and Economic Behavior (1944), section 14.7.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from zerosum.core.boards import Tabletop, signs_board
from zerosum.core.game import Move, option
from zerosum.core.numbers import as_fraction
from zerosum.core.sides import Side
from zerosum.models.staged.rules import Outcome, StagedGame

__all__ = ["Pennies"]

COINS = ("heads", "tails")


@dataclass(frozen=True)
class Pennies(StagedGame):
    """Both players simultaneously show a coin. The payoff depends on the coins: two heads, two tails, or one of
    each."""

    name: ClassVar[str] = "pennies"
    genre: ClassVar[str] = "guessing"
    summary: ClassVar[str] = "both players show heads or tails at the same time"
    paper: ClassVar[str] = "von Neumann and Morgenstern 1944"
    tagline: ClassVar[str] = "Heads or tails? This is the smallest game in which you must be unpredictable."
    move: ClassVar[str] = "coin"
    heads: Fraction = option(Fraction(3), "row's payoff for two heads")
    tails: Fraction = option(Fraction(1), "row's payoff for two tails")
    differ: Fraction = option(Fraction(-2), "row's payoff for different coins")

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("heads", "tails", "differ"):
            object.__setattr__(self, name, as_fraction(getattr(self, name)))

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules with all numbers."""
        return (
            "Both players show a coin, heads or tails, at the same time.",
            f"Col pays row {self.heads} for two heads, {self.tails} for two tails and {self.differ} if "
            f"the coins differ; if the amount is negative, row pays col.",
        )

    @property
    def title(self) -> str:
        """The title, for example: Matching pennies · 3 for heads · 1 for tails · -2 if they differ."""
        return f"Matching pennies · {self.heads} for heads · {self.tails} for tails · {self.differ} if they differ"

    @property
    def start(self) -> str:
        """The position before the coins are shown."""
        return "show"

    def moves(self, position: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return heads or tails, once."""
        return (COINS, COINS) if position == "show" else ((), ())

    def play(self, position: str, row: str, col: str) -> list[Outcome]:
        """Return the payoff of the two coins."""
        return [(1, self.differ if row != col else self.heads if row == "heads" else self.tails, "over")]

    def describe_position(self, position: str) -> list[str]:
        """Return whether the coins are still covered."""
        return ["both coins are covered" if position == "show" else "both coins are shown"]

    def tabletop(self, position: str, side: Side, last: Mapping[Side, Move]) -> Tabletop:
        """Return both coins, and the payoffs."""
        return signs_board("coin", COINS, side, last, self.payoff_table(position, side, last))
