"""What every solution answers. Each model's protocol, beside its rules, adds what its own solutions answer.

Solvers make solutions; verifiers, arenas, reports and pictures are written against these protocols, never against a
solver.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from zerosum.core.game import Game, Move
from zerosum.core.numbers import Number
from zerosum.core.value import Value

Strategy = Mapping[Move, Number]
"""Probabilities of moves; a move is whatever the rules have."""


@dataclass(frozen=True)
class Extreme:
    """One end of the range of what optimal strategies earn a player against a rival."""

    earned: Fraction
    """What the strategy found earns the player."""
    bound: Fraction
    """No optimal strategy earns more; or, at the lower end, less."""
    short: Fraction = Fraction(0)
    """How much less than the value the strategy found guarantees, at most: 0 where it is optimal for certain."""


class Answer(Protocol):
    """The answer at one position: value, both strategies, and how they were found."""

    @property
    def game(self) -> Game:
        """The game itself."""

    @property
    def where(self) -> Mapping[str, object]:
        """How the position is named to `at`, and options that change the question; empty at the start."""

    @property
    def value(self) -> Value:
        """The value to the row player."""

    @property
    def is_mean(self) -> bool:
        """Whether the value is only what nearly optimal strategies earn on average, and no bound."""

    @property
    def row(self) -> Strategy:
        """The row player's optimal strategy at this position."""

    @property
    def col(self) -> Strategy:
        """The column player's optimal strategy at this position."""

    @property
    def method(self) -> str:
        """What found it, with its parameters."""

    @property
    def positions(self) -> int:
        """How many positions were solved."""

    @property
    def seconds(self) -> float:
        """How long that took."""
