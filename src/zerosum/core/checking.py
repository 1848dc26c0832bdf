"""The result of a check of a game, and tools that the checks of all models share.

`Family.check` visits the positions of a game, calls every rule, and records violations of the model's contract.
Staged and hidden games have their own walks (`models/staged/check.py`, `models/hidden/check.py`). A game of another
model is solved, and its verifier must prove the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from zerosum.core.data import Data
from zerosum.core.errors import GameError
from zerosum.core.game import Game

MAX_FAULTS = 1000
"""A walk stops after this number of faults."""


@dataclass(frozen=True)
class CheckReport:
    """The result of a check."""

    positions: int
    """Number of positions visited."""
    ends: int
    """Number of visited positions where the game is over."""
    cells: int
    """Number of pairs of moves played."""
    largest: tuple[int, int]
    """The largest numbers of moves of row and of col at one position."""
    complete: bool
    """Whether every position was visited."""
    problems: tuple[str, ...]
    """Violations of the contract: one sentence for each kind of fault, with the number of times it occurred."""

    @property
    def ok(self) -> bool:
        """Whether the game keeps the contract."""
        return not self.problems

    def __str__(self) -> str:
        seen = f"{self.positions:,} positions ({self.ends:,} ends), {self.cells:,} pairs of moves"
        part = "" if self.complete else "; the rest was not visited"
        verdict = "nothing breaks the contract" if self.ok else "; ".join(self.problems)
        return f"{seen}{part}: {verdict}"


def check_by_solving(game: Game, limit: int) -> CheckReport:
    """Solve a game and have its verifier prove the answer, over all positions, regardless of the limit."""
    try:
        solution = game.family.solve(game)
        verdict = solution.verify()
    except (ArithmeticError, GameError) as fault:
        return CheckReport(0, 0, 0, (0, 0), False, (str(fault),))
    fine = verdict.holds or solution.shortfalls  # if no strategy is optimal, the solution reports it
    wrong = () if fine else (f"the rules prove only {verdict.proved}, not {verdict.claimed}",)
    return CheckReport(solution.positions, 0, 0, (0, 0), True, wrong)


G = TypeVar("G", bound=Game)


class FaultLog(Generic[G]):
    """Violations of a game's contract, with one example for each kind."""

    def __init__(self, game: G) -> None:
        self.game = game
        self.faults: dict[str, set[str]] = {}
        self.examples: dict[str, str] = {}

    def problem(self, kind: str, text: str) -> None:
        """Record a fault; keep the first of each kind as an example."""
        self.examples.setdefault(kind, text)
        self.faults.setdefault(kind, set()).add(text)

    def problems(self) -> tuple[str, ...]:
        """Return the first fault of each kind, and the number of others like it."""
        counts = {text: len(self.faults[kind]) - 1 for kind, text in self.examples.items()}
        return tuple(f"{text} (and {more} similar)" if more else text for text, more in counts.items())

    @property
    def full(self) -> bool:
        """Whether enough faults were found."""
        return sum(map(len, self.faults.values())) >= MAX_FAULTS

    def ask(self, rule: str, *arguments: object) -> tuple[bool, Data]:
        """Call a rule; an exception becomes a problem."""
        try:
            return True, getattr(self.game, rule)(*arguments)
        except Exception as error:
            what = type(error).__name__
            self.problem(f"{rule} raises {what}", f"{call_text(rule, arguments)} raises {what}: {error}")
            return False, None


def call_text(rule: str, arguments: Sequence[object]) -> str:
    """Return a call in Python's notation."""
    return f"{rule}({', '.join(map(repr, arguments))})"
