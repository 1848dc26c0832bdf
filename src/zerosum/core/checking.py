"""What a check of a game finds: the parts that the checks of all models share.

`Family.check` visits the positions of a game, calls every rule, and notes what breaks the contract of the model. Staged
and hidden games have walks of their own (`models/staged/check.py`, `models/hidden/check.py`). A game of another model
is solved, and its verifier must prove the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from zerosum.core.data import Data
from zerosum.core.errors import GameError
from zerosum.core.game import Game

MOST_FAULTS = 1000
"""A walk stops after this number of faults."""


@dataclass(frozen=True)
class CheckReport:
    """What a check found."""

    positions: int
    """Positions visited."""
    ends: int
    """Those where the game is over."""
    cells: int
    """Pairs of moves played."""
    largest: tuple[int, int]
    """The largest matrix: the most moves of row and of col at one position."""
    complete: bool
    """Whether every position was visited."""
    problems: tuple[str, ...]
    """What breaks the contract: one sentence for each kind of fault, with how often it occurred."""

    @property
    def ok(self) -> bool:
        """Whether nothing breaks the contract."""
        return not self.problems

    def __str__(self) -> str:
        seen = f"{self.positions:,} positions ({self.ends:,} ends), {self.cells:,} pairs of moves"
        part = "" if self.complete else ", the rest not visited"
        verdict = "nothing breaks the contract" if self.ok else "; ".join(self.problems)
        return f"{seen}{part}: {verdict}"


def check_by_solving(game: Game) -> CheckReport:
    """Solve a game, and let its verifier prove the answer."""
    try:
        solution = game.family.solve(game)
        verdict = solution.verify()
    except (ArithmeticError, GameError) as fault:
        return CheckReport(0, 0, 0, (0, 0), False, (str(fault),))
    fine = verdict.holds or solution.shortfalls  # where no strategy is optimal the solution says so itself
    wrong = () if fine else (f"the rules do not bear out {verdict.claimed}, but only {verdict.proved}",)
    return CheckReport(solution.positions, 0, 0, (0, 0), True, wrong)


G = TypeVar("G", bound=Game)


class FaultLog(Generic[G]):
    """Collects what breaks the contract of a game, and reports each kind of fault once."""

    def __init__(self, game: G) -> None:
        self.game = game
        self.faults: dict[str, set[str]] = {}
        self.examples: dict[str, str] = {}

    def problem(self, kind: str, text: str) -> None:
        """Note a fault under its kind; the first of a kind is its example."""
        self.examples.setdefault(kind, text)
        self.faults.setdefault(kind, set()).add(text)

    def problems(self) -> tuple[str, ...]:
        """The first fault of each kind, and how many more there are like it."""
        counts = {text: len(self.faults[kind]) - 1 for kind, text in self.examples.items()}
        return tuple(f"{text} (and {more} more like it)" if more else text for text, more in counts.items())

    @property
    def full(self) -> bool:
        """Whether enough faults were found."""
        return sum(map(len, self.faults.values())) >= MOST_FAULTS

    def ask(self, rule: str, *arguments: object) -> tuple[bool, Data]:
        """Call a rule; an exception becomes a problem."""
        try:
            return True, getattr(self.game, rule)(*arguments)
        except Exception as error:
            what = type(error).__name__
            self.problem(f"{rule} raises {what}", f"{call_text(rule, arguments)} raises {what}: {error}")
            return False, None


def call_text(rule: str, arguments: Sequence[object]) -> str:
    """A call as Python writes it."""
    return f"{rule}({', '.join(map(repr, arguments))})"
