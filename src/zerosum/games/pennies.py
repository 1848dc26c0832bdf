"""Two coins shown at once: the smallest game in which a player must mix.

With a for two heads, b for two tails and c for different coins, a, b > c, row shows heads with the chance
(b - c) / (a + b - 2c) and the value is (ab - c²) / (a + b - 2c).

Reference: J. von Neumann and O. Morgenstern, Theory of Games and Economic Behavior (1944), section 14.7.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from zerosum.core.game import option
from zerosum.core.numbers import as_fraction
from zerosum.models.staged.rules import Outcome, StagedGame

__all__ = ["Pennies"]

COINS = ("heads", "tails")


@dataclass(frozen=True)
class Pennies(StagedGame):
    """Both show a coin at once. What row wins depends on the coins: two heads, two tails, or different ones."""

    name: ClassVar[str] = "pennies"
    genre: ClassVar[str] = "guessing"
    summary: ClassVar[str] = "show heads or tails, at the same time"
    paper: ClassVar[str] = "von Neumann and Morgenstern 1944"
    invitation: ClassVar[str] = "Heads or tails: the smallest game in which you must be unpredictable."
    move: ClassVar[str] = "coin"
    heads: Fraction = option(Fraction(3), "what row wins with two heads")
    tails: Fraction = option(Fraction(1), "what row wins with two tails")
    differ: Fraction = option(Fraction(-2), "what row wins with different coins")

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("heads", "tails", "differ"):
            object.__setattr__(self, name, as_fraction(getattr(self, name)))

    @property
    def title(self) -> str:
        """For example: Matching pennies · 3 for heads · 1 for tails · -2 if they differ."""
        return f"Matching pennies · {self.heads} for heads · {self.tails} for tails · {self.differ} if they differ"

    @property
    def start(self) -> str:
        """Both are about to show."""
        return "show"

    def moves(self, position: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Heads or tails, once."""
        return (COINS, COINS) if position == "show" else ((), ())

    def play(self, position: str, row: str, col: str) -> list[Outcome]:
        """What the two coins pay."""
        return [(1, self.differ if row != col else self.heads if row == "heads" else self.tails, "over")]

    def told(self, position: str) -> list[str]:
        """Whether the coins are still covered."""
        return ["both cover a coin" if position == "show" else "both coins are shown"]

    def as_data(self, position: str) -> dict[str, object]:
        """Both coins."""
        rival = {"label": "the rival's coin", "cards": ["?"], "hidden": True}
        return {"kind": "cards", "rows": [rival, {"label": "your coin", "cards": COINS, "playable": True}]}
