"""The check of a hidden game: its rules are called for every history up to a limit, twice if the two results must be
equal.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from zerosum.core.checking import CheckReport, FaultLog
from zerosum.core.errors import GameError
from zerosum.core.game import Move, Position
from zerosum.core.numbers import Amount
from zerosum.core.sides import SIDES, Side
from zerosum.models.hidden.rules import (
    Choice,
    Deal,
    End,
    HiddenGame,
    Knowledge,
    Turn,
    amount_of,
    check_turn,
    knowledge_after,
)

DEEPEST = 1000
"""A history with more picks than this counts as endless."""


@dataclass(frozen=True)
class HiddenCheckReport(CheckReport):
    """The result of a check of a hidden game."""

    sets: tuple[int, int] = (0, 0)
    """The number of information sets of row and of col."""

    def __str__(self) -> str:
        visited = (
            f"{self.positions:,} positions ({self.ends:,} ends), {self.sets[0]:,} information sets of row, "
        )
        part = "" if self.complete else "; the rest was not visited"
        verdict = "nothing breaks the contract" if self.ok else "; ".join(self.problems)
        return f"{visited}{self.sets[1]:,} of col{part}: {verdict}"


@dataclass(frozen=True)
class CheckedHistory:
    """A position, the moves and outcomes that led there, each side's information, and the moves of each side."""

    position: Position
    picked: tuple[Hashable, ...] = ()
    known: Knowledge = ((), ())
    own: tuple[tuple[Hashable, ...], tuple[Hashable, ...]] = ((), ())


@dataclass(frozen=True)
class FirstInSet:
    """The first history found in an information set."""

    picked: tuple[Hashable, ...]
    moves: tuple[Hashable, ...]
    own: tuple[Hashable, ...]


def check(game: HiddenGame, limit: int) -> HiddenCheckReport:
    """Visit up to `limit` histories of a game, and report every violation of the contract."""
    return _TreeWalk(game).visit(limit)


class _TreeWalk(FaultLog[HiddenGame]):
    """A walk through the histories that continues after faults."""

    def __init__(self, game: HiddenGame) -> None:
        super().__init__(game)
        self.sets: dict[Side, dict[Hashable, FirstInSet]] = {"row": {}, "col": {}}
        self.positions = self.ends = 0
        self.payoffs: set[Amount] = set()

    def visit(self, limit: int) -> HiddenCheckReport:
        """Visit histories from a stack until it is empty or the limit is reached."""
        stack = [CheckedHistory(self.game.start)]
        while stack and self.positions < limit and not self.full:
            here = stack.pop()
            self.positions += 1
            turn = self.turn(here.position)
            if len(here.picked) > DEEPEST:
                self.problem(
                    "endless", f"a history has more than {DEEPEST:,} moves and outcomes; a game must end"
                )
                break
            if isinstance(turn, End):
                self.ends += 1
                try:
                    self.payoffs.add(amount_of(turn.payoff, "a payoff"))
                except GameError as problem:
                    self.problem("payoff", f"at {here.position!r}, {problem}")
            elif isinstance(turn, Choice):
                self.choice(here, turn)
                stack += [after for move in turn.moves for after in self.after(here, turn, move)]
            elif turn is not None:
                stack += [after for outcome, _ in turn.outcomes for after in self.after(here, turn, outcome)]
        if not stack and self.payoffs <= {0} and not self.faults:
            self.problem("nothing at stake", "every payoff is 0, so nothing is at stake")
        largest = [max((len(first.moves) for first in self.sets[side].values()), default=0) for side in SIDES]
        return HiddenCheckReport(
            positions=self.positions,
            ends=self.ends,
            cells=0,
            largest=(largest[0], largest[1]),
            complete=not stack,
            problems=self.problems(),
            sets=(len(self.sets["row"]), len(self.sets["col"])),
        )

    def turn(self, position: Position) -> Turn | None:
        """Return the turn at a position, called twice; None if the rule breaks the contract."""
        fine, turn = self.ask("turn", position)
        fine_again, again = self.ask("turn", position)
        if not (fine and fine_again):
            return None
        try:
            check_turn(turn, position)
        except (GameError, TypeError) as problem:
            self.problem("turn", str(problem))
            return None
        if turn != again:
            self.problem("turn varies", f"turn({position!r}) varies between calls")
        checked: Turn = turn
        return checked

    def choice(self, here: CheckedHistory, turn: Choice) -> None:
        """Check that all histories of an information set have the same moves, and the same own moves before."""
        me = SIDES.index(turn.side)
        key: Hashable = here.known[me] if turn.knows is None else ("named", turn.knows)
        first = self.sets[turn.side].setdefault(key, FirstInSet(here.picked, turn.moves, here.own[me]))
        two = f"{turn.side} cannot distinguish the history {first.picked} from {here.picked}"
        if first.moves != turn.moves:
            self.problem("moves of a set", f"{two}, although the moves are {first.moves} and {turn.moves}")
        elif first.own != here.own[me]:
            self.problem(
                "recall", f"{two}, although the player's own earlier moves differ (no perfect recall)"
            )
        if turn.pays is not None:
            ends = [self.ask("turn", self.game.after(here.position, move))[1] for move in turn.moves]
            paid = [end.payoff if isinstance(end, End) else None for end in ends]
            if paid != list(turn.pays.amounts):
                self.problem(
                    "pays",
                    f"at {here.position!r} the choice declares the payoffs {turn.pays.amounts}, but they are {paid}",
                )

    def after(self, here: CheckedHistory, turn: Deal | Choice, picked: Move) -> list[CheckedHistory]:
        """Return the history after a choice, unless the rule raises an exception."""
        fine, position = self.ask("after", here.position, picked)
        if not fine:
            return []
        row, col = here.own
        if isinstance(turn, Choice):
            me = SIDES.index(turn.side)
            key: Hashable = here.known[me] if turn.knows is None else ("named", turn.knows)
            row, col = ((*row, (key, picked)), col) if me == 0 else (row, (*col, (key, picked)))
        known = knowledge_after(turn, picked, here.known)
        return [CheckedHistory(position, (*here.picked, picked), known, (row, col))]
