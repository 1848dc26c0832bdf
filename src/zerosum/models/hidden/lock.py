"""Locked decisions: the strategy at some information sets is fixed by the user, and the rest is solved again for both
players.

A player who must play a move with a fixed probability has no choice there. So a locked set becomes a chance move: if
the lock gives the probability of every move, chance picks the move; if it leaves some moves open, chance picks one of
the fixed moves or lets the player choose among the others. The information of both players does not change. The
result is again a hidden game with fewer decisions, so it has exact values, proofs and ranges.
"""

from __future__ import annotations

import difflib
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from zerosum.arena.players import Observation, ask
from zerosum.core.data import Json, plain
from zerosum.core.errors import InputError
from zerosum.core.game import Game, Move, Position, as_typed
from zerosum.core.numbers import Number
from zerosum.core.progress import Progress, silent
from zerosum.core.questions import DecisionRanges, Lock, SolvedDecision
from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Solution
from zerosum.core.verdict import Verdict
from zerosum.display.report import Report, report_of
from zerosum.display.table import Table, percent
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.hidden.form import HiddenForm, View, read_alike, words
from zerosum.models.hidden.questions import tree_evs
from zerosum.models.hidden.rules import Choice, Deal, HiddenGame, Knowledge, Turn, knowledge_after
from zerosum.models.hidden.search import discover

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MIN_PROBABILITY = 1e-100
"""The smallest positive probability that may be locked, so that floats can represent products of several."""

MAX_LISTED = 6
"""Maximum number of information sets that an error message about a wrong name proposes."""

OPEN = "a move that is not locked"
"""The outcome of chance after which the player chooses among the moves that a lock leaves open."""

Fixed = Mapping[tuple[Side, Hashable], Mapping[Move, Fraction]]
"""The probabilities of locked moves, by the player and the player's information."""


class LockedPosition(NamedTuple):
    """A position of the game, both players' information there, and whether chance has left the choice to the player."""

    at: Position
    known: Knowledge = ((), ())
    is_open: bool = False


@dataclass(frozen=True)
class LockedGame(HiddenGame):
    """A hidden game in which chance plays the locked moves."""

    game: HiddenGame = field(repr=False)
    fixed: Fixed = field(repr=False)

    @property
    def title(self) -> str:
        return self.game.title

    @property
    def start(self) -> LockedPosition:
        return LockedPosition(self.game.start)

    def turn(self, position: LockedPosition) -> Turn:
        """Return the turn of the original game, or a chance move at a locked set."""
        turn = self.game.turn(position.at)
        if not isinstance(turn, Choice):
            return turn
        known = position.known[SIDES.index(turn.side)] if turn.knows is None else turn.knows
        lock = self.fixed.get((turn.side, known))
        if lock is None:
            return turn._replace(knows=known)
        if position.is_open:
            moves = tuple(move for move in turn.moves if move not in lock)
            return Choice(turn.side, moves, turn.hidden, known)
        left = 1 - sum(lock.values(), Fraction(0))
        outcomes = [*lock.items(), *([(OPEN, left)] if left else [])]
        return Deal(tuple((what, p) for what, p in outcomes if p), (True, True), is_news=True)

    def after(self, position: LockedPosition, picked: Move) -> LockedPosition:
        turn = self.game.turn(position.at)
        if picked == OPEN and isinstance(turn, Choice) and not position.is_open:
            return position._replace(is_open=True)
        known = knowledge_after(turn, picked, position.known)
        return LockedPosition(self.game.after(position.at, picked), known)


class Change(NamedTuple):
    """A move whose probability has changed."""

    side: Side
    information: str
    move: Move
    before: Number | None
    """None if the strategy without locks has no mix there."""
    after: Number
    locked: bool


@dataclass(frozen=True, kw_only=True)
class LockedAnswer(Solution, ABC):
    """A solution with some decisions locked, and the solution without locks: the part common to all models."""

    free: Solution = field(repr=False)
    """The solution without locks."""

    @property
    @abstractmethod
    def owners(self) -> Collection[Side]:
        """The sides that have locks."""

    @abstractmethod
    def changes(self) -> Iterator[Change]:
        """Return the moves whose probabilities differ from those of the solution without locks."""

    @property
    def costs(self) -> Mapping[Side, Number]:
        """The cost of the locks to each player with locks, and to the two players together if both have locks."""
        before, after = self.free.value, self.value
        if before.is_exact and after.is_exact:
            lost: Number = Fraction(before.lower) - Fraction(after.lower)
        else:
            lost = float(before) - float(after)
        return {side: lost if side == "row" else -lost for side in SIDES if side in self.owners}

    def data(self) -> Mapping[str, object]:
        """Return the value without locks, the cost of the locks, and the changes."""
        return {
            "free_value": self.free.value.json(),
            "cost": plain(self.costs),
            "changes": [plain(change._asdict()) for change in self.changes()],
        }

    def json(self) -> Json:
        answer = super().json()
        mixes: dict[str, dict[str, object]] = {side: {} for side in SIDES}
        for one in self.decisions:
            shown = {str(move): plain(weight.probability) for move, weight in one.moves.items()}
            mixes[one.side][one.information] = shown
        answer["strategies"] = mixes
        return answer

    def save(self, path: str | Path) -> None:
        """Raise an error: a saved solution identifies a game by its rules, which do not include locks."""
        raise InputError(
            "a solution with locks cannot be saved, since a lock is not a rule of the game; save its json()"
        )

    def plot(self, **options: object) -> Figure:
        """Raise an error: plots show the game without locks."""
        raise InputError(
            "a solution with locks cannot be plotted; plot solution.free, the solution without locks"
        )

    def report(self) -> Report:
        """Report the new value, the cost of the locks, and the changes."""
        seats, tables = self.game.seats, []
        changes = list(self.changes())
        for side in SIDES:
            rows: list[list[object]] = [
                [
                    one.information,
                    str(one.move),
                    percent(one.before),
                    percent(one.after),
                    "locked" * one.locked,
                ]
                for one in changes
                if one.side == side
            ]
            if rows:
                columns = [f"{seats[side]} knows", "move", "before", "now", ""]
                tables.append(Table("", columns, rows))
        notes = [f"Without the locks, the value is {self.free.value} to {seats['row']}."]
        owners = list(self.costs)
        if len(owners) == 1:
            cost = self.costs[owners[0]]
            effect = f"cost {seats[owners[0]]} {cost}" if cost else f"cost {seats[owners[0]]} nothing"
            notes.append(f"The locks {effect}.")
        if not changes:
            notes.append("Neither player's strategy changes.")
        return report_of(self, tables=tables, notes=notes)


@dataclass(frozen=True, kw_only=True)
class LockedSolution(LockedAnswer):
    """The solution of a game tree with some information sets locked."""

    locked: HiddenSolution = field(repr=False)
    """The solution of the game in which chance plays the locked moves."""
    form: HiddenForm = field(repr=False, compare=False)
    """The information sets of the whole game."""
    names: Mapping[Side, Sequence[str]] = field(repr=False, compare=False)
    card: Callable[[Move], str] = field(repr=False, compare=False)
    """Formats an outcome of chance for display."""
    free_mix: Callable[[Side, int], Mapping[Move, Number]] = field(repr=False, compare=False)
    """The strategies without locks, by information set."""

    @property
    def fixed(self) -> Fixed:
        locked = self.locked.game
        assert isinstance(locked, LockedGame)
        return locked.fixed

    @property
    def owners(self) -> Collection[Side]:
        return {side for side, _ in self.fixed}

    def mix_at(self, side: Side, index: int) -> dict[Move, Number] | None:
        """Return the probabilities at an information set of the whole game; None if the locks make it unreachable."""
        known, moves = self.form.seen(side, index), self.form.of(side).moves[index]
        lock = self.fixed.get((side, known), {})
        if len(lock) == len(moves):
            return {move: lock[move] for move in moves}
        there = self.locked.index_of(side, known)
        if there is None:
            return {**dict.fromkeys(moves, Fraction(0)), **lock} if sum(lock.values()) == 1 else None
        rest, left = self.locked.mix_at(side, there), 1 - sum(lock.values(), Fraction(0))
        return {move: lock[move] if move in lock else left * rest[move] for move in moves}

    def changes(self) -> Iterator[Change]:
        """Yield the moves whose probabilities differ from those of the solution without locks."""
        for side in SIDES:
            for i in self.form.by_first_event(side):
                now, before = self.mix_at(side, i), self.free_mix(side, i)
                fixed = self.fixed.get((side, self.form.seen(side, i)), {})
                for move, p in (now or {}).items():
                    if p != before.get(move, 0):
                        information = self.names[side][i]
                        yield Change(side, information, move, before.get(move, 0), p, move in fixed)

    @property
    def decisions(self) -> Sequence[SolvedDecision]:
        """The mix at every information set that is reachable under the locks."""
        return [
            SolvedDecision.of(side, self.names[side][i], mix)
            for side in SIDES
            for i in self.form.by_first_event(side)
            if (mix := self.mix_at(side, i))
        ]

    @cached_property
    def evs(self) -> Sequence[SolvedDecision]:
        """The EV of each move in the whole game against the strategies with locks."""
        tree = self.locked.game
        assert isinstance(tree, LockedGame)

        def mix_at(side: Side, index: int) -> Mapping[Move, Number]:
            mix = self.mix_at(side, index) or self.free_mix(side, index)
            return {move: mix.get(move, 0) for move in self.form.of(side).moves[index]}

        return tree_evs(tree.game, self.form, mix_at, self.names, self.card)

    def find_ranges(self, progress: Progress = silent) -> Sequence[DecisionRanges]:
        """Find the ranges of the unlocked decisions, over all optimal strategies with the locks."""
        form = self.locked.form
        whole = {(side, self.form.seen(side, i)): i for side in SIDES for i in range(len(self.form.of(side)))}
        every = [(side, whole[side, form.seen(side, i)]) for side in SIDES for i in range(len(form.of(side)))]
        found = self.locked.find_ranges(progress)
        return [
            replace(one, information=self.names[side][i]) for one, (side, i) in zip(found, every, strict=True)
        ]

    def verify(self) -> Verdict:
        """Return the guarantees of the strategies if chance plays the locked moves."""
        return self.locked.verify()


def solve_locked(
    game: Game,
    tree: HiddenGame,
    free: Solution,
    locks: Sequence[Lock],
    *,
    solve: Callable[[HiddenGame], HiddenSolution],
    card: Callable[[Move], str] | None = None,
    free_mix: Callable[[HiddenForm, Side, int], Mapping[Move, Number]],
    kind: type[LockedSolution] = LockedSolution,
) -> LockedSolution:
    """Lock decisions of a game tree, and solve the game for the others."""
    form = discover(tree)
    names = (
        form.names
        if card is None
        else {side: [words(form.seen(side, i), card) for i in range(len(form.of(side)))] for side in SIDES}
    )
    fixed = fix(form, locks, names)
    locked = solve(LockedGame(tree, fixed))
    text = "; ".join(str(lock) for lock in locks)
    return kind(
        game=game,
        position_keys={"locks": text},
        value=locked.value,
        method=f"locked moves as chance: {locked.method}",
        positions=locked.positions,
        seconds=free.seconds + locked.seconds,
        free=free,
        locked=locked,
        form=form,
        names=names,
        card=card or str,
        free_mix=lambda side, index: free_mix(form, side, index),
    )


def fix(form: HiddenForm, locks: Sequence[Lock], names: Mapping[Side, Sequence[str]]) -> Fixed:
    """Return the information sets specified by locks, with the probabilities of their moves."""
    fixed: dict[tuple[Side, Hashable], Mapping[Move, Fraction]] = {}
    for lock in locks:
        for side, index in _sets_of_lock(form, lock, names):
            known, moves = form.seen(side, index), form.of(side).moves[index]
            where = names[side][index]
            if (side, known) in fixed:
                raise InputError(f"{where!r} is locked twice; give all its moves in one lock")
            if lock.player is None:
                fixed[side, known] = mix_of_lock(lock, where, moves)
            else:
                mix = ask(lock.player, Observation(side, View(side, known), moves))
                fixed[side, known] = {move: Fraction(mix.get(move, 0)) for move in moves}
    return fixed


def _sets_of_lock(
    form: HiddenForm, lock: Lock, names: Mapping[Side, Sequence[str]]
) -> list[tuple[Side, int]]:
    """Return the information sets specified by a lock: one of a player's sets, or all of them."""
    sides = [lock.side] if lock.side else SIDES
    every = [(side, i) for side in sides for i in range(len(form.of(side)))]
    if lock.player is not None:
        return every
    found = (
        [(side, i) for side, i in every if names[side][i] == lock.information]
        or [(side, i) for side, i in every if read_alike(names[side][i], lock.information)]
        or [(side, i) for side in sides for i in form.reading(side, lock.information)]
    )
    if len({side for side, _ in found}) > 1:
        raise InputError(
            f"both players have an information set {lock.information!r}; put row: or col: before it, as in "
            f'"row: {lock}"'
        )
    if not found:
        texts = list(dict.fromkeys(names[side][i] for side, i in every))
        near = difflib.get_close_matches(lock.information, texts, MAX_LISTED, 0.3) or texts[:MAX_LISTED]
        raise InputError(
            f"there is no information set {lock.information!r:.100}; did you mean one of {', '.join(map(repr, near))}?"
        )
    if len(found) > 1:
        texts = [names[side][i] for side, i in found]
        raise InputError(
            f"{lock.information!r:.100} is ambiguous; write {' or '.join(map(repr, texts[:MAX_LISTED]))}"
        )
    return found


def mix_of_lock(lock: Lock, where: str, moves: Sequence[Move]) -> Mapping[Move, Fraction]:
    """Return the probabilities that a lock gives to moves of a set."""
    by_name = {as_typed(str(move)): move for move in moves}
    mix: dict[Move, Fraction] = {}
    for text, p in lock.moves.items():
        if as_typed(text) not in by_name:
            raise InputError(
                f"{text!r} is not a move at {where!r}; the moves are {', '.join(map(str, moves))}"
            )
        if not 0 <= p <= 1:
            raise InputError(f"the probability of {text!r} at {where!r} must be between 0 and 1, not {p}")
        if 0 < p < MIN_PROBABILITY:
            raise InputError(
                f"the probability of {text!r} at {where!r} is below {MIN_PROBABILITY:g}; use 0 instead"
            )
        if by_name[as_typed(text)] in mix:
            raise InputError(f"the lock of {where!r} lists {text!r} twice; give each move one probability")
        mix[by_name[as_typed(text)]] = p
    total = sum(mix.values(), Fraction(0))
    if total > 1 or (len(mix) == len(moves) and total != 1):
        raise InputError(f"the probabilities at {where!r} must add up to 1, not {total}")
    if total == 1:
        return {move: mix.get(move, Fraction(0)) for move in moves}
    if len(mix) == len(moves) - 1:
        [left] = set(moves) - set(mix)
        mix[left] = 1 - total
    return mix
