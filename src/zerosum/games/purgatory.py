"""Purgatory: a game that Dante wins with probability as near to 1 as he likes, if he has the time.

The value is 1 at every number of levels, and no strategy attains it. To win with probability 1 - e, a stationary
strategy needs probabilities below (e^2 / (1 - e))^(2^(levels - 2)): seven levels already take longer than anyone can
wait.

References: K. A. Hansen, M. Koucký and P. B. Miltersen, Winning concurrent reachability games requires
doubly-exponential patience, LICS 2009; K. A. Hansen, R. Ibsen-Jensen and P. B. Miltersen, The complexity of solving
reachability games using value and strategy iteration, CSR 2011, for more than two numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from zerosum.core.errors import GameError
from zerosum.core.game import Sliders, option
from zerosum.core.sides import Side
from zerosum.models.stochastic.rules import Cell, StochasticGame

__all__ = ["Purgatory"]

PARADISE, HELL = "paradise", "hell"


@dataclass(frozen=True)
class Purgatory(StochasticGame):
    """Lucifer hides a number and Dante guesses it. A right guess takes Dante one level up, past the last one into
    paradise. Too high a guess takes him to hell, too low a guess back to level 1. Paradise pays Dante 1, and every
    other end pays 0."""

    name: ClassVar[str] = "purgatory"
    genre: ClassVar[str] = "guessing"
    summary: ClassVar[str] = "climb by guessing: you win with a probability close to 1, after 10²⁵ years"
    paper: ClassVar[str] = "Hansen, Koucký and Miltersen 2009"
    seats: ClassVar[Mapping[Side, str]] = {"row": "Dante", "col": "Lucifer"}
    tagline: ClassVar[str] = "You will win. It takes 10²⁵ years. How bold are your guesses?"
    sliders: ClassVar[Sliders] = {"levels": (1, 7), "numbers": (2, 4)}
    levels: int = option(7, "number of levels to climb")
    numbers: int = option(2, "number of numbers that Lucifer can hide")

    def __post_init__(self) -> None:
        if self.levels < 1 or self.numbers < 2:
            raise GameError(
                f"Purgatory needs at least 1 level and 2 numbers, not {self.levels} and {self.numbers}"
            )

    @property
    def title(self) -> str:
        """Return the title, for example: Purgatory · 7 levels · 2 numbers."""
        size = f"{self.levels} level{'s' * (self.levels > 1)} · {self.numbers} numbers"
        return f"Purgatory · {size}"

    @property
    def instructions(self) -> tuple[str, ...]:
        """Return the rules with all numbers."""
        return (
            f"There are {self.levels} levels, and Dante begins at level 1. At each level, Lucifer hides a number from "
            f"1 to {self.numbers}, and at the same time Dante guesses it.",
            "A right guess takes Dante one level up, and from the last level to paradise. A guess that is too low "
            "takes him back to level 1. A guess that is too high takes him to hell.",
            "Paradise is worth 1 to Dante. Hell, and climbing forever, are worth 0.",
        )

    @property
    def states(self) -> Sequence[int | str]:
        """The levels, and the two terminal states."""
        return (*range(1, self.levels + 1), PARADISE, HELL)

    @property
    def first_state(self) -> int:
        """The lowest level."""
        return 1

    def moves(self, state: int | str) -> tuple[Sequence[int], Sequence[int]]:
        """Return the numbers; at the terminal states there is nothing left to choose."""
        numbers = range(1, 1 + (1 if isinstance(state, str) else self.numbers))
        return numbers, numbers

    def play(self, state: int | str, row: int, col: int) -> Cell:
        """Return the state to which a guess leads."""
        if isinstance(state, str):
            return int(state == PARADISE), {state: 1}
        above = state + 1 if state < self.levels else PARADISE
        return 0, {above if row == col else HELL if row > col else 1: 1}
