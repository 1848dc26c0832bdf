"""One row of a sweep: make and solve its game, and read the answers from the solution, as plain numbers.

Rows may be solved in any process. Kernels choose between Python and compiled code by the work of each call alone,
and only the solution of the same game, for another position, is passed from one row to the next. So a row is
identical, bit for bit, wherever it is solved and whatever was solved before.

A question is a function of the solution, or a text:

    J: bet          the probability of a move at a decision; "row, J: bet" if both sides have such a decision
    ev J: bet       the EV of that move to its side
    ev J            the EV of the side's mix at the decision
    reach J         the probability that play reaches the decision
    ev              the EV of every decision to its side, a column for each
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, NamedTuple

from zerosum.core.compiled import by_work_alone
from zerosum.core.data import Data, Json, plain
from zerosum.core.errors import InputError, ZerosumError
from zerosum.core.game import Game, as_typed
from zerosum.core.limits import Limits, set_limits
from zerosum.core.numbers import Number, as_amount, exact_text, number
from zerosum.core.progress import silent
from zerosum.core.sides import Side
from zerosum.core.solution import Solution
from zerosum.core.value import Value
from zerosum.models.family import family_of
from zerosum.request import Request
from zerosum.request.loading import own_failure
from zerosum.request.questions import read_locks
from zerosum.sweeps.grid import SweepGrid

EV, REACH = "ev", "reach"
MAX_COLUMNS = 1000
"""Maximum number of columns that one question makes."""


class Outcome(NamedTuple):
    """The result of a row."""

    lower: Number | None = None
    upper: Number | None = None
    asked: Mapping[str, Data] = {}
    seconds: float = 0.0
    combinations: Number | None = None
    is_mean: bool = False
    """Whether the value is only an average result, and not a bound."""
    error: str = ""

    def json(self) -> Json:
        """Return the result as JSON, from which `outcome_of` restores it exactly."""
        return {
            name: {key: _packed(one) for key, one in part.items()} if name == "asked" else _packed(part)
            for name, part in self._asdict().items()
        }


def outcome_of(data: Json) -> Outcome:
    """Return the result stored in JSON."""
    read = {name: _unpacked(part) for name, part in data.items() if name != "asked"}
    return Outcome(**read, asked={name: _unpacked(part) for name, part in data["asked"].items()})


def _packed(cell: Data) -> Data:
    if isinstance(cell, dict):
        return {"data": cell}
    return {"q": exact_text(cell)} if isinstance(cell, Fraction) else cell


def _unpacked(cell: Data) -> Data:
    if not isinstance(cell, dict):
        return cell
    return cell["data"] if "data" in cell else number(cell["q"])


@dataclass(frozen=True)
class Question:
    """A question about each solution: the name of the column, and a string or a function."""

    name: str
    what: str | Callable[[Solution], object]

    def answers(self, solution: Solution) -> dict[str, Data]:
        """Return the cells of a row, by their columns."""
        if callable(self.what):
            found = self.what(solution)
            cells = found if isinstance(found, Mapping) else {None: found}
            if len(cells) > MAX_COLUMNS:
                raise InputError(f"{self.name} returns {len(cells):,} columns, more than {MAX_COLUMNS:,}")
            return {
                self.name if key is None else f"{self.name} {key}": _cell(one) for key, one in cells.items()
            }
        kind, _, where = self.what.partition(" ")
        if kind not in (EV, REACH):
            return {self.name: _probability(solution, self.what)}
        if where:
            return {self.name: _at_decision(solution, kind, where.strip())}
        seats, number = solution.game.seats, "ev" if kind == EV else "reached"
        return {
            f"{self.name} {one.information or seats[one.side]}": _cell(getattr(one, number))
            for one in solution.evs[:MAX_COLUMNS]
        }


def questions_of(given: object) -> list[Question]:
    """Return the questions given as a text, a function, a list of those, or a mapping from names to them."""
    if isinstance(given, Mapping):
        return [_question(str(name), what) for name, what in given.items()]
    several = given if isinstance(given, list | tuple) else [given]
    found = [_question("", what) for what in several]
    names = [one.name for one in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InputError(
            f"{twice!r:.60} is given twice; in Python, use a mapping to give the questions different names"
        )
    return found


def _question(name: str, what: object) -> Question:
    if isinstance(what, str) and what.strip():
        return Question(name or what.strip(), what.strip())
    if callable(what):
        return Question(name or getattr(what, "__name__", "asked").strip("<>"), what)
    raise InputError(
        f'a column must be a move at a decision, such as "J: bet", or ev, or a function, not {what!r:.40}'
    )


def _cell(found: object) -> Data:
    """Return an answer as a number, a string, or JSON."""
    if isinstance(found, Value):
        return found.lower if found.is_exact else float(found)
    amount = as_amount(found) if not isinstance(found, str) else found
    return amount if isinstance(amount, int | float | Fraction | str) or amount is None else plain(amount)


def _spellings(information: str, side: Side, solution: Solution, move: str = "") -> list[str]:
    """Return the ways to type a decision, or a move there: with or without its side."""
    where = [information] if information else ["start", ""]
    ends = [f": {move}" if one and move else move for one in where]
    plain_ones = [f"{one}{end}" for one, end in zip(where, ends, strict=True)]
    owners = (side, solution.game.seats[side])
    with_side = [
        f"{who}{mark} {one}" if one else who for who in owners for mark in (",", ":") for one in plain_ones
    ]
    return [one for one in (*plain_ones, *with_side) if one]


def _find(text: str, named: list[tuple[list[str], Data]], kind: str) -> Data:
    """Return the only match for a text."""
    typed = as_typed(text)
    found = [thing for spellings, thing in named if typed in map(as_typed, spellings)]
    if len(found) > 1:
        raise InputError(f"{text!r} is a {kind} of both sides; write row, {text} or col, {text}")
    if not found:
        there = [spellings[0] for spellings, _ in named]
        close = get_close_matches(typed, there, n=3) or there[:3]
        raise InputError(f"there is no {kind} {text!r:.60}; known: {', '.join(map(repr, close)) or 'none'}")
    return found[0]


def _probability(solution: Solution, text: str) -> Data:
    """Return the probability of a move at a decision."""
    lines = [
        (_spellings(one.information, one.side, solution, str(move)), answer.probability)
        for one in solution.decisions
        for move, answer in one.moves.items()
    ]
    return _cell(_find(text, lines, "move at a decision"))


def _at_decision(solution: Solution, kind: str, text: str) -> Data:
    """Return the EV of a decision or a move there, or its reach."""
    found: list[tuple[list[str], Data]] = []
    for one in solution.evs:
        number = one.ev if kind == EV else one.reached
        found.append((_spellings(one.information, one.side, solution), number))
        if kind == EV:
            found += [
                (_spellings(one.information, one.side, solution, str(move)), earned.ev)
                for move, earned in one.moves.items()
            ]
    return _cell(_find(text, found, "decision"))


@dataclass(frozen=True)
class RowSolver:
    """The work of a sweep: solves rows, given by number, and returns their outcomes."""

    grid: SweepGrid
    questions: tuple[Question, ...]
    limits: Limits

    def __call__(self, rows: list[int]) -> list[tuple[int, Outcome]]:
        """Solve some rows; a refusal or a failure becomes a result with an error."""
        kept: dict[str, Solution] = {}
        with by_work_alone():
            set_limits(self.limits)
            return [(row, self._outcome(row, kept)) for row in rows]

    def _outcome(self, row: int, kept: dict[str, Solution]) -> Outcome:
        """Return the result of a row; `kept` holds the solution of the previous row's game."""
        began, combinations = time.perf_counter(), None
        try:
            part, places = self.grid.find(row)
            given: dict[str, dict[str, Any]] = {"game": {}, "solver": {}, "position": {}, "locks": {}}
            for axis, place in zip(part.axes, places, strict=True):
                given[axis.place][axis.key] = axis.values[place]
            chosen = zip(part.axes, places, strict=True)
            here = repr([place for axis, place in chosen if axis.place != "position"])
            if here not in kept:
                game = part.game(given["game"])
                combinations = game.combinations
                kept.clear()
                kept[here] = _solve(game, given["solver"], given["locks"].get("locks"))
            whole = kept[here]
            combinations = whole.game.combinations if combinations is None else combinations
            solution = Request(whole.game, {}, given["position"]).at(whole)
            asked, wrong = self._ask(solution)
            ends = solution.value.lower, solution.value.upper
            lower, upper = (end if isinstance(end, Fraction) else float(end) for end in ends)
        except (Exception, SystemExit) as error:
            seconds = time.perf_counter() - began
            return Outcome(seconds=seconds, combinations=combinations, error=_sentence(error))
        seconds = time.perf_counter() - began
        return Outcome(lower, upper, asked, seconds, combinations, solution.is_mean, wrong)

    def _ask(self, solution: Solution) -> tuple[dict[str, Data], str]:
        """Return the answers, and the errors of the questions without one."""
        found: dict[str, Data] = {}
        wrong: list[str] = []
        for question in self.questions:
            try:
                found |= question.answers(solution)
            except (Exception, SystemExit) as error:
                found[question.name] = None
                wrong.append(f"{question.name}: {_sentence(error)}")
        return found, "; ".join(wrong)


def _solve(game: Game, options: Mapping[str, object], locks: object) -> Solution:
    """Solve the whole game, with locks if there are any."""
    family = family_of(type(game))
    if locks is None:
        found: Solution = family.solve(game, progress=silent, **options)
        return found
    locked: Solution = family.locked(game, read_locks(locks, game.seats), progress=silent, **options)
    return locked


def _sentence(error: BaseException) -> str:
    """Return an error as a sentence."""
    if isinstance(error, MemoryError):
        return "not enough memory; try a smaller size"
    if isinstance(error, ZerosumError):
        return str(error)
    return own_failure(error) or f"{type(error).__name__}: {error}"
