"""The check of a staged game: every rule is called at every position up to a limit, twice if its result must not
change.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from numbers import Real

from zerosum.core.arrays import Scalar
from zerosum.core.checking import CheckReport, FaultLog, call_text
from zerosum.core.game import Move, Position
from zerosum.models.staged.rules import StagedGame

TOLERANCE = 1e-9
"""Maximum difference between 1 and a sum of probabilities."""


def check(game: StagedGame, limit: int) -> CheckReport:
    """Visit up to `limit` positions of a game, and report every violation of the contract."""
    walk = _Walk(game)
    walk.visit(limit)
    walk.find_cycle()
    walk.find_point()
    return CheckReport(
        positions=len(walk.children),
        ends=walk.ends,
        cells=walk.cells,
        largest=walk.largest,
        complete=not walk.todo,
        problems=walk.problems(),
    )


class _Walk(FaultLog[StagedGame]):
    """A walk through the positions that continues after faults."""

    def __init__(self, game: StagedGame) -> None:
        super().__init__(game)
        self.children: dict[Position, list[Position]] = {}
        self.todo: deque[Position] = deque()
        self.ends = self.cells = 0
        self.largest = (0, 0)
        self.pays = False

    def visit(self, limit: int) -> None:
        """Visit positions in the order in which play can reach them."""
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
        """Queue a position, if it is a valid one."""
        try:
            hash(position)
        except TypeError:
            kind = type(position).__name__
            self.problem(
                "position not hashable",
                f"{source} returned the position {position!r}, a {kind}, which is not hashable; use a tuple",
            )
            return False
        if position not in self.children:
            self.todo.append(position)
        return True

    def look(self, position: Position) -> None:
        """Check one position, and continue from it."""
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
                f"only {who} has moves at {position!r}; the waiting side needs a single move",
            )
        for i in row:
            for j in col:
                self.cell(position, i, j)

    def moves(self, position: Position) -> tuple[Sequence[Move], Sequence[Move]] | None:
        """Return both lists of moves, queried twice."""
        fine, sides = self.ask("moves", position)
        fine_again, again = self.ask("moves", position)
        if not (fine and fine_again):
            return None
        try:
            row, col = (tuple(side) for side in sides)
            row_again, col_again = (tuple(side) for side in again)
        except (TypeError, ValueError):
            self.problem(
                "not a pair of lists", f"moves({position!r}) returned {sides!r}, not a pair of lists of moves"
            )
            return None
        if (row, col) != (row_again, col_again):
            self.problem("moves vary", f"moves({position!r}) varies between calls")
        for who, side in (("row", row), ("col", col)):
            self.distinct(position, who, side)
        return row, col

    def distinct(self, position: Position, who: str, side: Sequence[Move]) -> None:
        """Check that a side's moves are hashable and distinct."""
        try:
            if len(set(side)) < len(side):
                self.problem("move twice", f"a move of {who} is listed twice at {position!r}")
        except TypeError:
            self.problem("move not hashable", f"a move of {who} at {position!r} is not hashable; use a tuple")

    def end(self, position: Position) -> None:
        """Check that an end pays a finite number."""
        self.ends += 1
        fine, payoff = self.ask("payoff", position)
        if fine:
            self.amount("payoff", payoff, f"payoff({position!r})")

    def amount(self, kind: str, amount: object, source: str) -> bool:
        """Check a number, and return whether it is finite."""
        if not isinstance(amount, Real):
            self.problem(f"{kind} not a number", f"{source} is {amount!r}, not a number")
            return False
        if not math.isfinite(amount):
            self.problem(f"{kind} not finite", f"{source} is {amount!r}, which is not finite")
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
        source = call_text("play", (position, i, j))
        try:
            outcomes = [(p, reward, after) for p, reward, after in outcomes]
            again = [(p, reward, after) for p, reward, after in again]
        except (TypeError, ValueError):
            self.problem(
                "no outcomes", f"{source} did not return a list of (probability, reward, next position)"
            )
            return
        if not _alike(outcomes, again):
            self.problem("play varies", f"{source} varies between calls")
        self.chances([p for p, _, _ in outcomes], source)
        for p, reward, after in outcomes:
            self.amount("reward", reward, f"the reward of {source}")
            if p != 0 and self.reach(after, source):
                self.children[position].append(after)

    def chances(self, chances: Sequence[Scalar], source: str) -> None:
        """Check that probabilities are nonnegative numbers that add up to one."""
        for p in chances:
            if not isinstance(p, Real) or not float(p) >= 0:
                self.problem("probability", f"{source} has the invalid probability {p!r}")
                return
        if not abs(sum(chances) - 1) <= TOLERANCE:
            self.problem("sum", f"the probabilities of {source} add up to {sum(chances)}, not 1")

    def find_cycle(self) -> None:
        """Search depth-first, without recursion, and report the first cycle."""
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
                    self.problem("cycle", f"positions recur: {_path([*way, after])}")
                    return
                else:
                    path[after] = None
                    stack.append((after, iter(self.children[after])))

    def find_point(self) -> None:
        """Report a finite game in which every payoff is 0, which suggests that `payoff` is missing."""
        if self.ends and not (self.pays or self.faults or self.todo):
            self.problem("nothing at stake", "every reward and payoff is 0; is payoff(position) missing?")


def _alike(one: Sequence[Sequence[object]], two: Sequence[Sequence[object]]) -> bool:
    """Return whether two lists of outcomes are equal, counting NaN as equal to NaN, since NaN is
    reported separately.
    """

    def same(a: object, b: object) -> bool:
        return a == b or (a != a and b != b)

    return len(one) == len(two) and all(all(map(same, a, b)) for a, b in zip(one, two, strict=True))


def _path(positions: Sequence[Position]) -> str:
    """Return consecutive positions as text, without the middle of a long list."""
    shown = [repr(position) for position in positions]
    if len(shown) > 12:
        shown = [*shown[:6], f"({len(shown) - 10} more)", *shown[-4:]]
    return " → ".join(shown)
