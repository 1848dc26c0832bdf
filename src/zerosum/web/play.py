"""Visitors' tables in a worker.

Only the *record* of a table is stored: the game, the side, the opponent, the seed, and the typed words in order.
The worker replays the record and keeps the most recent tables in memory. So a table survives a restart, and hidden
information never leaves the worker. The seed stays on the server.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import FunctionType

from zerosum.arena import HOUSE, UNDO, Advice, Arena, Player, Round, Session
from zerosum.arena.observed_strategy import observed_strategy
from zerosum.core.boards import Happening
from zerosum.core.data import DataMap, Json
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.game import Game, Move, rules_data
from zerosum.core.progress import Progress
from zerosum.core.sides import Side, other
from zerosum.core.solution import Solution
from zerosum.display.report import PROBABILITY_TOLERANCE
from zerosum.display.views import frequency_in_words
from zerosum.models.family import arena_for
from zerosum.web.cache import Cache, size_of
from zerosum.web.catalogue import character, request_for
from zerosum.web.strategies import seat_player

COST_TOLERANCE = 1e-9
"""A smaller cost of a move is treated as 0."""
PRIOR, EVIDENCE, MIN_ROUNDS = 5, 0.05, 3
"""The number of choices of the solution that are added to a visitor's at each decision; the probability under
optimal play below which a habit is reported; and the minimum number of rounds for a report.
"""
SHARED = (Arena, Game, Solution)
"""The classes of objects that all tables of a room share."""
MAX_TABLE_BYTES = MAX_RESPONSE_BYTES = 2**26
"""Maximum size in bytes of the tables in memory, and of the responses to players. Other tables are replayed from
their records, and other responses are computed again.
"""


@dataclass
class TableView:
    """A visitor's session at a table, with the data for the review of a round."""

    session: Session
    rules: Sequence[Json]
    """The rules of the game, the same for all its tables, and never computed during a move."""
    value: float
    """The value of a round to the visitor."""
    results: list[float] = field(default_factory=list)
    """The payoff of each finished round to the visitor."""
    moves: list[Move] = field(default_factory=list)
    """The visitor's moves of this round."""
    decisions_made: list[tuple[Round, Move]] = field(default_factory=list)
    """The visitor's choices of all rounds, and the moment of each."""
    worth_against_opponent: Callable[[Round], Mapping[Move, float]] = lambda round: {}
    """The EV of each move against this opponent, if known."""
    round_history: list[Round] = field(default_factory=list)
    """The course of this round, for the later replay: the moment of each move, and the result of the last move."""
    size: int = 0
    """The approximate size of the table in bytes, without objects shared between tables."""

    def submit(self, word: str) -> None:
        """Play a move, or take one back; at the end of a round, any word begins the next round."""
        if word == UNDO:
            self._undo()
        elif self.session.over:
            self._next()
        else:
            self._move(word)
        self.size += size_of((self.session.round, word), without=SHARED)

    def _move(self, word: str) -> None:
        move = self.session.read(word)
        self.decisions_made.append((self.session.round, move))
        self.session.move(word)
        self.moves.append(move)
        self.round_history.append(self.session.round)
        self._count()

    def _count(self) -> None:
        """Note the result of a round that has just ended."""
        if self.session.over:
            self.results.append(self.session.result)

    @property
    def can_undo(self) -> bool:
        """Whether a move can be taken back: not in a finished round, nor if that would reveal hidden
        information.
        """
        return self.session.can_undo and not self.session.over and not self.session.arena.hides

    def check_undo(self) -> None:
        """Raise an error if the last move cannot be taken back."""
        if self.session.over:
            raise InputError("this round is over and counts, so its moves cannot be undone")
        if self.session.can_undo and not self.can_undo:
            raise InputError("moves in this game cannot be undone, because that would reveal hidden cards")

    def _undo(self) -> None:
        over = self.session.over
        self.session.undo()
        self.moves.pop()
        self.decisions_made.pop()
        self.round_history.pop()
        if over:
            self.results.pop()

    def _next(self) -> None:
        self.session.next_round()
        self.moves, self.round_history = [], [self.session.round]
        self._count()

    def _choice(self, at: Round, move: Move) -> Json:
        """Return a move of the visitor: the move, the solution's mix, and the cost."""
        advice = self.session.arena.advice(at, self.session.side)
        against_opponent = Advice(advice.mix, {} if self.is_solution else self.worth_against_opponent(at))
        return {
            "label": at.move_text(move),
            "mix": _mix(at, advice),
            "worth": _worth(at, advice.worth),
            "cost": _price(advice.cost(move)),
            "cost_here": _price(against_opponent.cost(move)),
            "worth_here": _worth(at, against_opponent.worth),
            "paid": self.session.arena.paid_before(at, self.session.side),
            "caveat": advice.caveat,
            "at": next(k for k, moment in enumerate(self.session.course) if moment is at),
        }

    @property
    def is_solution(self) -> bool:
        """Whether the opponent plays the solution, or has no choices at all."""
        return self.session.opponent.name in (self.session.arena.equilibrium.name, HOUSE.name)

    def view(self) -> Json:
        """Return what the visitor may see now."""
        session = self.session
        moves = (
            []
            if session.over
            else [
                {
                    "word": str(move),
                    "label": session.move_text(move),
                    "does": session.round.consequence(session.side, move),
                }
                for move in session.observation().moves
            ]
        )
        return {
            "title": session.arena.game.title,
            "rules": self.rules,
            "side": session.side,
            "seat": session.arena.game.seats[session.side],
            "opponent": session.opponent.name,
            "is_solution": self.is_solution,
            "character": character(session.opponent.name)._asdict(),
            "scene": list(session.description()),
            "board": session.round.board(session.side).json(),
            "happened": self._happened(),
            "outcome": session.round.outcome(session.side) if session.over else "",
            "news": session.latest_events,
            "moves": moves,
            "over": session.over,
            "result": session.result if session.over else None,
            "score": session.score,
            "played": session.played,
            "can_undo": self.can_undo,
            "results": list(self.results),
            "value": self.value,
            "spread": self._spread(),
        }

    def _happened(self) -> list[Json]:
        """Return the events of this round so far, as far as the visitor observed them."""
        side = self.session.side
        return [one.json() for moment in self.session.course[1:] for one in moment.happenings(side)]

    def _spread(self) -> float:
        """Return the root mean square deviation of a round's result from its value."""
        return math.sqrt(
            sum((result - self.value) ** 2 for result in self.results) / max(1, len(self.results))
        )

    def hint(self) -> Json:
        """Return the solution's mix here, and the EV of each move."""
        advice, here = self.session.advice(), self.session.round
        against_opponent = {} if self.is_solution else self.worth_against_opponent(here)
        return {
            "mix": _mix(here, advice),
            "worth": _worth(here, advice.worth),
            "worth_here": _worth(here, against_opponent),
            "caveat": advice.caveat,
        }

    def _step(self, moment: Round, end: Round) -> Json:
        """Return a moment of a finished round, with all cards face up: the step that led there, and the
        board.
        """
        side = self.session.side
        board = moment.board(side)
        if other(side) in self.session.arena.sides:
            board = board.open_to(moment.board(other(side)))
        return {
            "board": board.json(),
            "happened": [one.json() for one in self._openly(moment)],
            "remarks": list(moment.remarks(side)) if moment is end else [],
        }

    def _openly(self, moment: Round) -> list[Happening]:
        """Return the events that led to a moment, with the opponent's moves as the opponent knows them."""
        side = self.session.side
        seen = list(moment.happenings(side))
        if other(side) not in self.session.arena.sides:
            return seen
        theirs = [
            Happening("opponent", one.what) for one in moment.happenings(other(side)) if one.who == "you"
        ]
        return [
            *(one for one in seen if one.who == "you"),
            *theirs,
            *(one for one in seen if one.who == "chance"),
        ]

    def observed_strategy(self) -> Json:
        """Return the visitor's frequencies so far, and the winnings per round of an opponent who knows them."""
        side = self.session.side
        if other(side) not in self.session.arena.sides:
            raise InputError("the house follows a fixed rule, whatever your habits are")
        found = observed_strategy(self.session.arena, side, self.decisions_made, prior=PRIOR)
        return {
            "rounds": self.session.played,
            "spread": self._spread(),
            "cost": found.cost,
            "known": self.session.played >= MIN_ROUNDS
            and found.cost > COST_TOLERANCE
            and found.chance < EVIDENCE,
            "few": self.session.played < MIN_ROUNDS,
            "value": found.value,
            "each": [
                {
                    "situation": habit.at.situation(side),
                    "moves": [
                        {
                            "label": habit.at.move_text(move),
                            "times": habit.counts.get(move, 0),
                            "p": float(habit.solution.get(move, 0)),
                            "often": frequency_in_words(habit.solution.get(move, 0)),
                        }
                        for move in habit.at.observation(side).moves
                    ],
                    "times": sum(habit.counts.values()),
                    "cost": habit.cost,
                }
                for habit in found.each
            ],
        }

    def review(self) -> Json:
        """Return the round with all cards face up, once it is over, and an account of its result.

        `choices` are the visitor's, each with its index `at` in the `steps`. The result is the value of a round,
        minus the average cost of the choices, plus luck: the draws of chance and of both players, and mistakes of
        an opponent that is not the solution.
        """
        if not self.session.over:
            raise InputError("a round can be reviewed only once it is over")
        choices = [
            self._choice(at, move) for at, move in zip(self.round_history[:-1], self.moves, strict=True)
        ]
        costs = [one["cost"] for one in choices]
        given_away = None if None in costs else sum(costs)
        course = self.session.course
        return {
            "round": self.session.played,
            "choices": choices,
            "steps": [self._step(moment, course[-1]) for moment in course],
            "worth": self._course_of_worth(choices),
            "is_solution": self.is_solution,
            "result": self.session.result,
            "outcome": self.session.round.outcome(self.session.side),
            "value": self.value,
            "given_away": given_away,
            "luck": None if given_away is None else self.session.result - self.value + given_away,
        }

    def _course_of_worth(self, choices: Sequence[Json]) -> list[Json]:
        """Return the visitor's EV from the start of the round to its end: before and after each choice, and
        the result; only the ends if moves have no comparable EV.
        """
        known = all(one["worth"] and one["paid"] is not None for one in choices)
        points: list[Json] = [{"at": 0, "value": self.value, "by": "start"}]
        for one in choices if known else ():
            best = max(one["worth"].values())
            points.append({"at": one["at"], "value": one["paid"] + best, "by": "luck"})
            points.append(
                {"at": one["at"] + 1, "value": one["paid"] + one["worth"][one["label"]], "by": "choice"}
            )
        last = len(self.session.course) - 1
        return [*points, {"at": last, "value": self.session.result, "by": "luck" if known else "end"}]


def _price(cost: float | None) -> float | None:
    """Return the cost of a move, without rounding errors."""
    return cost if cost is None or cost > COST_TOLERANCE else 0.0


def _mix(at: Round, advice: Advice) -> dict[str, float]:
    return {at.move_text(move): float(p) for move, p in advice.mix.items() if p > PROBABILITY_TOLERANCE}


def _worth(at: Round, worth: Mapping[Move, float]) -> dict[str, float]:
    return {at.move_text(move): float(one) for move, one in worth.items()}


class TableCache:
    """The tables of one game that a worker holds in memory."""

    def __init__(self) -> None:
        self.tables = Cache[str, tuple[int, TableView]](MAX_TABLE_BYTES)
        self.arena: Arena[Game, Solution] | None = None
        self.rules: Sequence[Json] = ()
        self.responses = Cache[tuple[str, Side], Callable[[Round], Mapping[Move, float]]](MAX_RESPONSE_BYTES)

    def solve(self, progress: Progress, record: DataMap) -> None:
        """Solve the room's game, once for all its tables."""
        request = request_for(record["game"], record["given"])
        arena = arena_for(request.game, lambda: request.solve(progress))
        _seats(arena, record)
        float(arena.solution.value)
        self.arena, self.rules = arena, rules_data(arena.rules)

    def open(self, progress: Progress, record: DataMap) -> Json:
        """Return a new table; raise an error if the game, the side or the opponent is invalid."""
        return self._table(record).view()

    def act(self, progress: Progress, record: DataMap, word: str) -> Json:
        """Return a move at a table, and the word as stored; the table's view."""
        table = self._table(record)
        before = len(table.session.typed)
        if word == UNDO:
            table.check_undo()
        over = table.session.over
        try:
            table.submit(word)
        except Exception:  # the move may be half done: replay the table from its record
            self.tables.pop(record["id"])
            raise
        kept = [*record["words"], *(["next"] if over else table.session.typed[before:])]
        self._keep(record["id"], len(kept), table)
        return {"words": kept, "view": table.view()}

    def view(self, progress: Progress, record: DataMap, hint: bool = False, brief: bool = False) -> Json:
        """Return the current state of the table, with the solution's advice on request."""
        table = self._table(record, brief)
        return {**table.view(), **({"hint": table.hint()} if hint and not table.session.over else {})}

    def observed_strategy(self, progress: Progress, record: DataMap) -> Json:
        """Return the visitor's frequencies at this table."""
        try:
            return self._table(record).observed_strategy()
        except Unavailable:
            raise InputError(
                "your habits have no exact cost in this game; the review shows the cost of each choice"
            ) from None

    def review(self, progress: Progress, record: DataMap, brief: bool = False) -> Json:
        """Return the last round with all cards face up."""
        return self._table(record, brief).review()

    def _table(self, record: DataMap, brief: bool = False) -> TableView:
        """Return the current state of the table, replayed from its record if it is not in memory."""
        if brief:
            self._worth = lambda opponent, side, at: {}  # type: ignore[method-assign]
        words: Sequence[str] = record["words"]
        found = self.tables.get(record["id"])
        if found is not None and found[0] == len(words):
            return found[1]
        table = self._seated(record)
        for word in words:
            table.submit(word)
        self._keep(record["id"], len(words), table)
        return table

    def _worth(self, opponent: Player, side: Side, at: Round) -> Mapping[Move, float]:
        """Return the EV of each move against an opponent; the response to an opponent is computed once for
        all tables.
        """
        assert self.arena is not None
        response = self.responses.get((opponent.name, side))
        if response is None:
            try:
                response = self.arena.worth_against(opponent, side)
            except Unavailable:
                response = _unknown
            self.responses.put((opponent.name, side), response, size_of(response, without=SHARED))
        return response(at)

    def _keep(self, name: str, words: int, table: TableView) -> None:
        self.tables.put(name, (words, table), table.size)

    def _seated(self, record: DataMap) -> TableView:
        assert self.arena is not None  # a room begins by solving its game
        side, opponent = _seats(self.arena, record)
        session = Session(self.arena, side=side, opponent=opponent, seed=record["seed"])
        value = float(self.arena.solution.value)
        table = TableView(session, self.rules, value if side == "row" else -value)
        table.worth_against_opponent = lambda at: self._worth(opponent, side, at)
        table.round_history.append(session.round)
        table.size = size_of(table, without=(*SHARED, FunctionType))
        return table


def _unknown(at: Round) -> Mapping[Move, float]:
    """Return None: the EVs of moves are unknown."""
    return {}


def _seats(arena: Arena[Game, Solution], record: DataMap) -> tuple[Side, Player]:
    """Return the visitor's side, and the opponent on the other."""
    side: Side = record["side"] or arena.sides[0]
    arena.check_side(side)
    roster = arena.roster(other(side))
    return side, seat_player(record["opponent"] or next(iter(roster)), roster, arena)
