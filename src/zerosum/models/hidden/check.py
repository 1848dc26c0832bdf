"""The check of a hidden game: its rules are called for every history up to a limit, and twice where they must agree."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from zerosum.core.checking import CheckReport, FaultLog
from zerosum.core.errors import GameError
from zerosum.core.game import Move, Position
from zerosum.core.numbers import Amount
from zerosum.core.sides import SIDES, Side
from zerosum.models.hidden.rules import Choice, Deal, End, HiddenGame, Turn, amount_of, check_turn

DEEPEST = 1000
"""A history with more picks than this is taken for one that never ends."""


@dataclass(frozen=True)
class HiddenCheckReport(CheckReport):
    """What a check of a hidden game saw."""

    sets: tuple[int, int] = (0, 0)
    """The information sets of row and of col."""

    def __str__(self) -> str:
        seen = (
            f"{self.positions:,} positions ({self.ends:,} ends), {self.sets[0]:,} information sets of row, "
        )
        part = "" if self.complete else ", the rest not visited"
        verdict = "nothing breaks the contract" if self.ok else "; ".join(self.problems)
        return f"{seen}{self.sets[1]:,} of col{part}: {verdict}"


@dataclass(frozen=True)
class Moment:
    """A position, what was picked on the way, what each side was told, and its own sequence of moves."""

    position: Position
    history: tuple[Hashable, ...] = ()
    told: tuple[tuple[Hashable, ...], tuple[Hashable, ...]] = ((), ())
    own: tuple[tuple[Hashable, ...], tuple[Hashable, ...]] = ((), ())


@dataclass(frozen=True)
class Known:
    """The first history found in an information set."""

    history: tuple[Hashable, ...]
    moves: tuple[Hashable, ...]
    own: tuple[Hashable, ...]


def check(game: HiddenGame, limit: int) -> HiddenCheckReport:
    """Visit the histories of a game, up to `limit` of them, and note what breaks the contract."""
    return _Walk(game).visit(limit)


class _Walk(FaultLog[HiddenGame]):
    """A walk over the histories that goes on when something is wrong."""

    def __init__(self, game: HiddenGame) -> None:
        super().__init__(game)
        self.sets: dict[Side, dict[Hashable, Known]] = {"row": {}, "col": {}}
        self.positions = self.ends = 0
        self.payoffs: set[Amount] = set()

    def visit(self, limit: int) -> HiddenCheckReport:
        """Take histories from a stack until it is empty, or the limit is reached."""
        stack = [Moment(self.game.start)]
        while stack and self.positions < limit and not self.full:
            here = stack.pop()
            self.positions += 1
            turn = self.turn(here)
            if len(here.history) > DEEPEST:
                self.problem("endless", f"a history goes on for more than {DEEPEST:,} picks; a game must end")
                break
            if turn is not None:
                stack += self.look(here, turn)
        if not stack and self.payoffs <= {0} and not self.faults:
            self.problem("nothing at stake", "every end pays 0, so nothing is at stake")
        largest = [max((len(known.moves) for known in self.sets[side].values()), default=0) for side in SIDES]
        return HiddenCheckReport(
            positions=self.positions,
            ends=self.ends,
            cells=0,
            largest=(largest[0], largest[1]),
            complete=not stack,
            problems=self.problems(),
            sets=(len(self.sets["row"]), len(self.sets["col"])),
        )

    def turn(self, here: Moment) -> Turn | None:
        """What happens at a moment, asked twice."""
        fine, turn = self.ask("turn", here.position)
        fine_again, again = self.ask("turn", here.position)
        if not (fine and fine_again):
            return None
        try:
            check_turn(turn, here.position)
        except (GameError, TypeError) as problem:
            self.problem("turn", str(problem))
            return None
        if turn != again:
            self.problem("turn varies", f"turn({here.position!r}) varies between calls")
        checked: Turn = turn
        return checked

    def look(self, here: Moment, turn: Turn) -> list[Moment]:
        """Check a turn; the moments that can follow."""
        if isinstance(turn, End):
            self.end(here, turn)
            return []
        if isinstance(turn, Choice):
            self.choice(here, turn)
            if turn.pays is not None:
                self.pays(here, turn)
            return [after for move in turn.moves for after in self.after(here, turn, move)]
        return [after for outcome, _ in turn.outcomes for after in self.after(here, turn, outcome)]

    def pays(self, here: Moment, turn: Choice) -> None:
        """What a last choice says that its moves pay is what its ends pay."""
        ends = [self.ask("turn", self.game.after(here.position, move))[1] for move in turn.moves]
        paid = [end.payoff if isinstance(end, End) else None for end in ends]
        if turn.pays is not None and paid != list(turn.pays.amounts):
            self.problem(
                "pays", f"at {here.position!r} the choice says that it pays {turn.pays.amounts}, not {paid}"
            )

    def end(self, here: Moment, turn: End) -> None:
        """The payoff must be a number."""
        self.ends += 1
        try:
            self.payoffs.add(amount_of(turn.payoff, "a payoff"))
        except GameError as problem:
            self.problem("payoff", f"at {here.position!r}, {problem}")

    def choice(self, here: Moment, turn: Choice) -> None:
        """An information set has one list of moves and one way of one's own to it."""
        me = SIDES.index(turn.side)
        key: Hashable = here.told[me] if turn.knows is None else ("named", turn.knows)
        known = self.sets[turn.side].setdefault(key, Known(here.history, turn.moves, here.own[me]))
        two = f"{turn.side} cannot tell the history {known.history} from {here.history}"
        if known.moves != turn.moves:
            self.problem("moves of a set", f"{two}, but has the moves {known.moves} and {turn.moves}")
        elif known.own != here.own[me]:
            self.problem(
                "recall", f"{two}, but has come there by different moves of its own, and forgets them"
            )

    def after(self, here: Moment, turn: Deal | Choice, picked: Move) -> list[Moment]:
        """The moment after a pick, if the rules have one."""
        fine, position = self.ask("after", here.position, picked)
        if not fine:
            return []
        if isinstance(turn, Deal):
            informed, who, own = turn.told, "chance", here.own
        else:
            mine = [side == turn.side for side in SIDES]
            informed, who = (mine[0] or not turn.hidden, mine[1] or not turn.hidden), turn.side
            told = [here.told[k] if turn.knows is None else ("named", turn.knows) for k in range(2)]
            grown = [(*here.own[k], (told[k], picked)) if mine[k] else here.own[k] for k in range(2)]
            own = grown[0], grown[1]
        knows = [(*here.told[k], (who, picked)) if informed[k] else here.told[k] for k in range(2)]
        return [Moment(position, (*here.history, picked), (knows[0], knows[1]), own)]
