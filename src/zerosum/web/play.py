"""Tables at which visitors play, as a worker knows them.

What is kept of a table, on disk and elsewhere, is its *record*: the game, the side, the rival, the seed, and the words
that were typed, in order. The worker plays the record out and keeps the last few tables as they stand; so a table
survives a restart, and nothing that a player may not know ever needs to leave the worker. The seed stays on the server.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from zerosum.arena import HOUSE, UNDO, Advice, Arena, Player, Round, Session
from zerosum.arena.habits import habits
from zerosum.arena.walk import BAR
from zerosum.core.data import DataMap, Json, plain
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.game import Game, Move
from zerosum.core.progress import Progress
from zerosum.core.sides import Side, other
from zerosum.core.solution import Solution
from zerosum.display.report import DUST
from zerosum.display.views import often
from zerosum.models.family import arena_for
from zerosum.request.players import read_player
from zerosum.web.catalogue import character, goal, request_for

FREE = 1e-9
"""A move that costs less cost nothing."""
MOST_TABLES = 400
"""Number of tables that stand ready; others are played out again from their records."""


@dataclass
class TableView:
    """A visitor's place, with what the review of a round needs."""

    place: Session
    rules: Sequence[str]
    """How the game is played; the same for all tables of a game, and never computed at a move."""
    value: float
    """What a round is worth to the visitor."""
    results: list[float] = field(default_factory=list)
    """What each finished round paid to the visitor."""
    moves: list[Move] = field(default_factory=list)
    """The visitor's moves of this round."""
    past: list[tuple[Round, Move]] = field(default_factory=list)
    """The visitor's choices of all rounds, and where each was made."""
    worth_against_rival: Callable[[Round], Mapping[Move, float]] = lambda round: {}
    """What each move is worth against this rival, where that is known."""
    moments: list[Round] = field(default_factory=list)
    """The course of this round, for the replay afterwards: where each move was made, and what came of the last."""

    def do(self, word: str) -> None:
        """Play a move, or take one back; at the end of a round any move begins the next."""
        if word == UNDO:
            self._undo()
            return
        if self.place.over:
            self._next()
            return
        move = self.place.read(word)
        self.past.append((self.place.round, move))
        self.place.move(word)
        self.moves.append(move)
        self.moments.append(self.place.round)
        self._count()

    def _count(self) -> None:
        """Note the result of a round that has just ended."""
        if self.place.over:
            self.results.append(self.place.result)

    @property
    def can_undo(self) -> bool:
        """Whether a move can be taken back: not in a round that is over, nor where that would be a peek."""
        return self.place.can_undo and not self.place.over and not self.place.arena.hides

    def check_undo(self) -> None:
        """Refuse to take back what cannot be."""
        if self.place.over:
            raise InputError("this round is over and counts: its moves cannot be taken back")
        if self.place.can_undo and not self.can_undo:
            raise InputError(
                "moves of this game cannot be taken back, because that would reveal hidden cards"
            )

    def _undo(self) -> None:
        over = self.place.over
        self.place.undo()
        self.moves.pop()
        self.past.pop()
        self.moments.pop()
        if over:
            self.results.pop()

    def _next(self) -> None:
        self.place.next_round()
        self.moves, self.moments = [], [self.place.round]
        self._count()

    def _choice(self, at: Round, move: Move) -> Json:
        """A move that the visitor made: what it was, what the solution would have done, and what it cost."""
        advice = self.place.arena.advice(at, self.place.side)
        against_rival = Advice(advice.mix, {} if self.is_solution else self.worth_against_rival(at))
        return {
            "said": at.move_text(move),
            "mix": _mix(at, advice),
            "worth": _worth(at, advice.worth),
            "cost": _price(advice.cost(move)),
            "cost_here": _price(against_rival.cost(move)),
            "caveat": advice.caveat,
            "at": next(k for k, moment in enumerate(self.place.course) if moment is at),
        }

    @property
    def is_solution(self) -> bool:
        """Whether the rival plays the solution, or no choices at all."""
        return self.place.rival.name in (self.place.arena.equilibrium.name, HOUSE.name)

    def view(self) -> Json:
        """What the visitor may see now."""
        place = self.place
        moves = (
            []
            if place.over
            else [{"word": str(move), "said": place.move_text(move)} for move in place.observation().moves]
        )
        return {
            "title": place.arena.game.title,
            "rules": list(self.rules),
            "side": place.side,
            "seat": place.arena.game.seats[place.side],
            "rival": place.rival.name,
            "is_solution": self.is_solution,
            "character": character(place.rival.name)._asdict(),
            "goal": goal(place.rival.name, place.played, place.score),
            "scene": _without_bars(place.scene()),
            "shown": plain(place.round.as_data(place.side)),
            "news": _without_bars(place.news),
            "moves": moves,
            "over": place.over,
            "result": place.result if place.over else None,
            "score": place.score,
            "played": place.played,
            "can_undo": self.can_undo,
            "results": list(self.results),
            "value": self.value,
            "spread": self._spread(),
        }

    def _spread(self) -> float:
        """How far the results of a round lie from its value, in the root of the mean square."""
        return math.sqrt(
            sum((result - self.value) ** 2 for result in self.results) / max(1, len(self.results))
        )

    def hint(self) -> Json:
        """What the solution would do here, and what each move is worth."""
        advice, here = self.place.advice(), self.place.round
        against_rival = {} if self.is_solution else self.worth_against_rival(here)
        return {
            "mix": _mix(here, advice),
            "worth": _worth(here, advice.worth),
            "worth_here": _worth(here, against_rival),
            "caveat": advice.caveat,
        }

    def _open(self, moment: Round) -> Json:
        """A moment as each side that chooses sees it: what has happened, and how things stand."""
        return {
            side: _without_bars([*moment.news(side), *moment.scene(side)]) for side in self.place.arena.sides
        }

    def habits(self) -> Json:
        """How the visitor has played so far, and what a rival who knew it would win by it in a round."""
        side = self.place.side
        found = habits(self.place.arena, side, self.past)
        return {
            "rounds": self.place.played,
            "cost": found.cost,
            "value": found.value,
            "each": [
                {
                    "sees": [line for line in _without_bars(habit.at.scene(side)) if "you may" not in line],
                    "moves": [
                        {
                            "said": habit.at.move_text(move),
                            "times": habit.counts.get(move, 0),
                            "p": float(habit.solution.get(move, 0)),
                            "often": often(habit.solution.get(move, 0)),
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
        """The round with everything open, once it is over, and how its result came about.

        `choices` are the visitor's, each with its place `at` among the `moments`; `boards` are what lies on the table
        then, as each side sees it. The result is the value of a round, less what the choices gave away on
        average, plus luck: the draws of chance and of both players, and mistakes of a rival that is not the solution.
        """
        if not self.place.over:
            raise InputError("everything is shown only when the round is over")
        choices = [self._choice(at, move) for at, move in zip(self.moments[:-1], self.moves, strict=True)]
        costs = [one["cost"] for one in choices]
        given_away = None if None in costs else sum(costs)
        sides = self.place.arena.sides
        return {
            "choices": choices,
            "moments": [self._open(moment) for moment in self.place.course],
            "boards": [{side: plain(moment.as_data(side)) for side in sides} for moment in self.place.course],
            "is_solution": self.is_solution,
            "result": self.place.result,
            "value": self.value,
            "given_away": given_away,
            "luck": None if given_away is None else self.place.result - self.value + given_away,
        }


def _without_bars(lines: Sequence[str]) -> list[str]:
    """Lines without the bars from 0 to 1 that are drawn for a terminal: a page draws them itself."""
    return [" ".join(BAR.sub(" ", line).split()) if BAR.search(line) else line for line in lines]


def _price(cost: float | None) -> float | None:
    """What a move cost; what is only rounding is nothing."""
    return cost if cost is None or cost > FREE else 0.0


def _mix(at: Round, advice: Advice) -> dict[str, float]:
    return {at.move_text(move): float(p) for move, p in advice.mix.items() if p > DUST}


def _worth(at: Round, worth: Mapping[Move, float]) -> dict[str, float]:
    return {at.move_text(move): float(one) for move, one in worth.items()}


class TableBook:
    """The tables of one game that stand ready in a worker."""

    def __init__(self) -> None:
        self.tables: OrderedDict[str, tuple[int, TableView]] = OrderedDict()
        self.arena: Arena[Game, Solution] | None = None
        self.rules: Sequence[str] = ()
        self.replies: dict[tuple[str, Side], Callable[[Round], Mapping[Move, float]]] = {}

    def solve(self, progress: Progress, record: DataMap) -> None:
        """Solve the room's game, once for all its tables; who may sit down is known before that."""
        request = request_for(record["game"], record["given"])
        arena = arena_for(request.game, lambda: request.solve(progress))
        _seats(arena, record)
        float(arena.solution.value)
        self.arena, self.rules = arena, arena.rules

    def open(self, progress: Progress, record: DataMap) -> Json:
        """A new table; refused in one sentence where the game, the side or the rival make no sense."""
        return self._table(record).view()

    def act(self, progress: Progress, record: DataMap, word: str) -> Json:
        """A move at a table, and the word as it is kept; the table's view."""
        table = self._table(record)
        before = len(table.place.typed)
        if word == UNDO:
            table.check_undo()
        over = table.place.over
        try:
            table.do(word)
        except Exception:  # the table may have gone on in part: it is played out again from its record
            self.tables.pop(record["id"], None)
            raise
        kept = [*record["words"], *(["next"] if over else table.place.typed[before:])]
        self._keep(record["id"], len(kept), table)
        return {"words": kept, "view": table.view()}

    def view(self, progress: Progress, record: DataMap, hint: bool = False) -> Json:
        """The table as it stands, with the solution's advice if it is asked for."""
        table = self._table(record)
        return {**table.view(), **({"hint": table.hint()} if hint and not table.place.over else {})}

    def habits(self, progress: Progress, record: DataMap) -> Json:
        """How the visitor has played at this table."""
        try:
            return self._table(record).habits()
        except Unavailable as reason:
            raise InputError(f"what your habits cost is not known: {reason}") from None

    def review(self, progress: Progress, record: DataMap) -> Json:
        """The last round with everything open."""
        return self._table(record).review()

    def _table(self, record: DataMap) -> TableView:
        """The table as it stands, played out from its record where it is not at hand."""
        words: Sequence[str] = record["words"]
        found = self.tables.get(record["id"])
        if found is not None and found[0] == len(words):
            self.tables.move_to_end(record["id"])
            return found[1]
        table = self._seated(record)
        for word in words:
            table.do(word)
        self._keep(record["id"], len(words), table)
        return table

    def _worth(self, rival: Player, side: Side, at: Round) -> Mapping[Move, float]:
        """What each move is worth against a rival; the reply to a rival is found once for all tables."""
        assert self.arena is not None
        if (rival.name, side) not in self.replies:
            try:
                self.replies[rival.name, side] = self.arena.worth_against(rival, side)
            except Unavailable:
                self.replies[rival.name, side] = lambda at: {}
        return self.replies[rival.name, side](at)

    def _keep(self, name: str, words: int, table: TableView) -> None:
        self.tables[name] = (words, table)
        self.tables.move_to_end(name)
        while len(self.tables) > MOST_TABLES:
            self.tables.popitem(last=False)

    def _seated(self, record: DataMap) -> TableView:
        assert self.arena is not None  # a room begins with the solving
        side, rival = _seats(self.arena, record)
        place = Session(self.arena, side=side, rival=rival, seed=record["seed"])
        value = float(self.arena.solution.value)
        table = TableView(place, self.rules, value if side == "row" else -value)
        table.worth_against_rival = lambda at: self._worth(rival, side, at)
        table.moments.append(place.round)
        return table


def _seats(arena: Arena[Game, Solution], record: DataMap) -> tuple[Side, Player]:
    """The visitor's side, and the rival on the other."""
    side: Side = record["side"] or arena.sides[0]
    arena.check_side(side)
    roster = arena.roster(other(side))
    return side, read_player(record["rival"] or next(iter(roster)), roster, arena)
