"""A check for authors of games: does a game keep the contract of its model?

    from zerosum import check_game
    check_game(MyGame())

The rules of a staged or a hidden game are called for every position (up to a limit), twice where they must not change,
and everything that breaks the contract is reported at once. Trick games are walked with the hands in the open. A game
of another model is solved, and its answer proved by the model's verifier, which has the rules and the strategies alone.
`examine` gives the report; `check_game` raises it as a GameError.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Generic, TypeVar

from zerosum.core.arrays import Scalar
from zerosum.core.data import Data
from zerosum.core.errors import GameError, InputError
from zerosum.core.game import Game, Move
from zerosum.models.hidden.rules import HiddenGame
from zerosum.models.staged.rules import Position, StagedGame
from zerosum.models.tricks.rules import TrickGame

__all__ = ["Faults", "Report", "check_game", "examine"]

MOST_FAULTS = 1000
"""The walk stops when it has met so many."""

TOLERANCE = 1e-9
"""How far from one the probabilities may add up."""


@dataclass(frozen=True)
class Report:
    """What a check saw."""

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
    """What breaks the contract, each kind of fault in one sentence, with how often it was met."""

    @property
    def ok(self) -> bool:
        """Whether nothing breaks the contract."""
        return not self.problems

    def __str__(self) -> str:
        seen = f"{self.positions:,} positions ({self.ends:,} ends), {self.cells:,} pairs of moves"
        part = "" if self.complete else ", the rest not visited"
        verdict = "nothing breaks the contract" if self.ok else "; ".join(self.problems)
        return f"{seen}{part}: {verdict}"


def check_game(game: Game, *, limit: int = 100_000) -> Report:
    """The report on a game that keeps the contract; a GameError that lists what breaks it otherwise.

    Parameters
    ----------
    game
        A game of any model.
    limit
        How many positions to visit at most.

    Returns
    -------
    Report
        What was visited.

    Examples
    --------
    >>> zerosum.check_game(zerosum.load("inspection")(3, 1)).ok
    True
    """
    given: object = game
    if not isinstance(given, Game):
        named = given.__name__ if isinstance(given, type) else repr(given)
        raise InputError(f"a game is checked, as in check_game({named}()), and {named} is none itself")
    report = examine(game, limit=limit)
    if not report.ok:
        raise GameError(f"{type(game).__name__} breaks the contract: {'; '.join(report.problems)}")
    return report


def examine(game: Game, *, limit: int = 100_000) -> Report:
    """Visit the positions of a game, up to `limit` of them, and note what breaks the contract."""
    if isinstance(game, HiddenGame):
        from zerosum.models.hidden.check import examine_hidden

        return examine_hidden(game, limit)
    if isinstance(game, TrickGame):
        return examine(game.as_staged(), limit=limit)
    if not isinstance(game, StagedGame):
        return _examine_answer(game)
    check = _Check(game)
    check.visit(limit)
    check.find_cycle()
    check.find_point()
    return Report(
        positions=len(check.children),
        ends=check.ends,
        cells=check.cells,
        largest=check.largest,
        complete=not check.todo,
        problems=check.problems(),
    )


def _examine_answer(game: Game) -> Report:
    """Solve a game, and have its verifier prove the answer."""
    from zerosum.models.family import family_of

    try:
        solution = family_of(type(game)).solve(game)
        verdict = solution.verify()
    except (ArithmeticError, GameError) as fault:
        return Report(0, 0, 0, (0, 0), False, (str(fault),))
    fine = verdict.holds or solution.shortfalls  # where no strategy is optimal the solution says so itself
    wrong = () if fine else (f"the rules do not bear out {verdict.claimed}, but only {verdict.proved}",)
    return Report(solution.positions, 0, 0, (0, 0), True, wrong)


G = TypeVar("G", bound=Game)


class Faults(Generic[G]):
    """What breaks the contract of a game, each kind of fault told once."""

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
        """Whether enough faults were met."""
        return sum(map(len, self.faults.values())) >= MOST_FAULTS

    def ask(self, rule: str, *arguments: object) -> tuple[bool, Data]:
        """Call a rule; an exception becomes a problem."""
        try:
            return True, getattr(self.game, rule)(*arguments)
        except Exception as error:
            what = type(error).__name__
            self.problem(f"{rule} raises {what}", f"{_call(rule, arguments)} raises {what}: {error}")
            return False, None


class _Check(Faults[StagedGame]):
    """A walk over the positions that goes on when something is wrong."""

    def __init__(self, game: StagedGame) -> None:
        super().__init__(game)
        self.children: dict[Position, list[Position]] = {}
        self.todo: deque[Position] = deque()
        self.ends = self.cells = 0
        self.largest = (0, 0)
        self.pays = False

    def visit(self, limit: int) -> None:
        """Look at positions in the order in which play can reach them."""
        try:
            start = self.game.start
            again = self.game.start
        except Exception as error:
            self.problem("start", f"start raises {type(error).__name__}: {error}")
            return
        if start != again:
            self.problem("start", f"start varies between calls: {start!r}, then {again!r}")
        self.reach(start, "start")
        while self.todo and len(self.children) <= limit and not self.full:
            position = self.todo.popleft()
            if position not in self.children:
                self.children[position] = []
                self.look(position)

    def reach(self, position: Position, source: str) -> bool:
        """Put a position on the list, if it can be a position at all."""
        try:
            hash(position)
        except TypeError:
            kind = type(position).__name__
            self.problem(
                "position not hashable",
                f"{source} gives the position {position!r}, a {kind}, which is not hashable; use a tuple",
            )
            return False
        if position not in self.children:
            self.todo.append(position)
        return True

    def look(self, position: Position) -> None:
        """Check one position, and go on from it."""
        sides = self.moves(position)
        if sides is None:
            return
        row, col = sides
        self.largest = (max(self.largest[0], len(row)), max(self.largest[1], len(col)))
        if not row and not col:
            self.end(position)
        elif not row or not col:
            who = "col" if not row else "row"
            self.problem(
                f"only {who} has moves",
                f"only {who} has moves at {position!r}; the side that waits needs a single move",
            )
        for i in row:
            for j in col:
                self.cell(position, i, j)

    def moves(self, position: Position) -> tuple[Sequence[Move], Sequence[Move]] | None:
        """Both lists of moves, asked for twice."""
        fine, sides = self.ask("moves", position)
        fine_again, again = self.ask("moves", position)
        if not (fine and fine_again):
            return None
        try:
            row, col = (tuple(side) for side in sides)
            row_again, col_again = (tuple(side) for side in again)
        except (TypeError, ValueError):
            self.problem(
                "no pair of moves", f"moves({position!r}) gives {sides!r} and not a pair of lists of moves"
            )
            return None
        if (row, col) != (row_again, col_again):
            self.problem("moves vary", f"moves({position!r}) varies between calls")
        for who, side in (("row", row), ("col", col)):
            self.distinct(position, who, side)
        return row, col

    def distinct(self, position: Position, who: str, side: Sequence[Move]) -> None:
        """A side's moves must be hashable and differ from each other."""
        try:
            if len(set(side)) < len(side):
                self.problem("move twice", f"a move of {who} is listed twice at {position!r}")
        except TypeError:
            self.problem("move not hashable", f"a move of {who} at {position!r} is not hashable; use a tuple")

    def end(self, position: Position) -> None:
        """The game is over: it must pay a finite number."""
        self.ends += 1
        fine, payoff = self.ask("payoff", position)
        if fine:
            self.amount("payoff", payoff, f"payoff({position!r})")

    def amount(self, kind: str, amount: object, source: str) -> bool:
        """A finite number; whether it is one."""
        if not isinstance(amount, Real):
            self.problem(f"{kind} not a number", f"{source} is {amount!r} and not a number")
            return False
        if not math.isfinite(amount):
            self.problem(f"{kind} not finite", f"{source} is {amount!r} and not finite")
            return False
        self.pays = self.pays or amount != 0
        return True

    def cell(self, position: Position, i: Move, j: Move) -> None:
        """Play one pair of moves, twice."""
        self.cells += 1
        fine, outcomes = self.ask("play", position, i, j)
        fine_again, again = self.ask("play", position, i, j)
        if not (fine and fine_again):
            return
        source = _call("play", (position, i, j))
        try:
            outcomes = [(p, reward, after) for p, reward, after in outcomes]
            again = [(p, reward, after) for p, reward, after in again]
        except (TypeError, ValueError):
            self.problem("no outcomes", f"{source} gives no list of (probability, reward, next position)")
            return
        if outcomes != again:
            self.problem("play varies", f"{source} varies between calls")
        self.chances([p for p, _, _ in outcomes], source)
        for p, reward, after in outcomes:
            self.amount("reward", reward, f"the reward of {source}")
            if p != 0 and self.reach(after, source):
                self.children[position].append(after)

    def chances(self, chances: Sequence[Scalar], source: str) -> None:
        """Probabilities must be numbers from 0 up that add up to one."""
        for p in chances:
            if not isinstance(p, Real) or not float(p) >= 0:
                self.problem("probability", f"{source} has {p!r} for a probability")
                return
        if not abs(sum(chances) - 1) <= TOLERANCE:
            self.problem("sum", f"the probabilities of {source} add up to {sum(chances)} and not to one")

    def find_cycle(self) -> None:
        """Walk in depth, without recursion, and report the first way back."""
        done: set[Position] = set()
        for root in self.children:
            path: dict[Position, None] = {}
            stack = [] if root in done else [(root, iter(self.children[root]))]
            path.update((position, None) for position, _ in stack)
            while stack:
                position, rest = stack[-1]
                after = next((t for t in rest if t in self.children and t not in done), None)
                if after is None:
                    stack.pop()
                    path.pop(position)
                    done.add(position)
                elif after in path:
                    way = [*path][[*path].index(after) :]
                    self.problem("cycle", f"positions come back: {_way([*way, after])}")
                    return
                else:
                    path[after] = None
                    stack.append((after, iter(self.children[after])))

    def find_point(self) -> None:
        """A finished game in which nothing is ever paid lacks its payoff."""
        if self.ends and not (self.pays or self.faults or self.todo):
            self.problem(
                "nothing at stake",
                "every reward and every payoff is 0, so nothing is at stake; is payoff(position) missing?",
            )


def _call(rule: str, arguments: Sequence[object]) -> str:
    """A call as Python writes it."""
    return f"{rule}({', '.join(map(repr, arguments))})"


def _way(positions: Sequence[Position]) -> str:
    """Positions one after the other, the middle left out where there are many."""
    shown = [repr(position) for position in positions]
    if len(shown) > 12:
        shown = [*shown[:6], f"({len(shown) - 10} more)", *shown[-4:]]
    return " → ".join(shown)
