"""A session: one person plays against one player, round after round.

It keeps the score, takes moves as typed words, and can take moves back. After `undo` the cards stay as they were.
The random choices of the opponent and of chance after the same moves of a round stay the same, so taking a move
back and repeating it cannot bring a better response. After another move they use fresh random numbers, so undoing
does not reveal the opponent's response to that move. All accepted words, including `undo`, are recorded in order;
together with the seed they are enough to replay the session. It reads nothing and prints nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from zerosum.arena.arena import Arena
from zerosum.arena.players import Observation, Player, ask
from zerosum.arena.rounds import Advice, Round
from zerosum.core.data import Json
from zerosum.core.errors import InputError
from zerosum.core.game import Game, Move, as_typed
from zerosum.core.sides import Side, other
from zerosum.core.solution import Solution

UNDO = "undo"
"""The word in a transcript for a move that was taken back."""

MAX_NAMED = 60
"""Maximum number of moves that are listed by name."""


@dataclass(frozen=True)
class _Moment:
    """The state that `undo` restores."""

    round: Round
    score: float
    played: int
    steps: int


@dataclass(frozen=True)
class _Reaction:
    """The reaction to a move: every moment up to the person's next choice, and the events."""

    moments: tuple[Round, ...]
    latest_events: tuple[str, ...]


class Session:
    """A person on `side` against a player, round after round.

    Examples
    --------
    >>> table = zerosum.play("matches", matches=5, seed=1)
    >>> table.choices()
    ['1', '2', '3']
    >>> table.over
    False
    """

    def __init__(
        self, arena: Arena[Game, Solution], *, side: Side, opponent: Player | None = None, seed: int = 0
    ) -> None:
        arena.check_side(side)
        self.arena, self.side, self.seed = arena, side, seed
        self.opponent = opponent or next(iter(arena.roster(other(side)).values()))
        self.score = 0.0
        self.played = 0
        self.typed: list[str] = []
        """The moves, and `undo` for each move taken back."""
        self._random = np.random.default_rng(seed)
        self._past: list[_Moment] = []
        self._line: tuple[str, ...] = ()
        """The person's moves of this round."""
        self._drawn: dict[tuple[str, ...], _Reaction] = {}
        """The reactions in this round, by the moves that they follow."""
        self.latest_events: list[str] = []
        self.round = arena.deal(self._random)
        self.course = [self.round]
        """Every moment of this round so far."""
        self._go_on()

    @property
    def over(self) -> bool:
        return self.round.over

    @property
    def result(self) -> float:
        """The payoff of the round to the person."""
        return self.round.payoff if self.side == "row" else -self.round.payoff

    def description(self) -> Sequence[str]:
        return self.round.description(self.side)

    def observation(self) -> Observation:
        return self.round.observation(self.side)

    def advice(self) -> Advice:
        return self.arena.advice(self.round, self.side)

    def move_text(self, move: Move) -> str:
        return self.round.move_text(move)

    def read(self, text: str) -> Move:
        """Return the move for a typed word: its name, or the beginning or the last word of exactly one name."""
        word = as_typed(text)
        names = {
            as_typed(name): move
            for move in self.observation().moves
            for name in (str(move), self.move_text(move))
        }
        if word in names:
            return names[word]
        tests = (str.startswith, f"{word} "), (str.startswith, word), (str.endswith, f" {word}")
        for test, part in tests if word else ():
            meant = {id(move): move for name, move in names.items() if test(name, part)}
            if len(meant) == 1:
                return next(iter(meant.values()))
        raise InputError(f"{text.strip()!r} is not a legal move; choose from {listed(self.choices())}")

    def choices(self) -> list[str]:
        """Return the names of the moves, abbreviated if there are very many."""
        names = [self.move_text(move) for move in self.observation().moves]
        return names if len(names) <= MAX_NAMED else [*names[:3], "…", names[-1]]

    def move(self, text: str) -> None:
        """Play a move, let the opponent and chance move, and update `latest_events`."""
        chosen = self.read(text)
        self._past.append(_Moment(self.round, self.score, self.played, len(self.course)))
        self.typed.append(str(chosen))
        self._line = (*self._line, str(chosen))
        self.latest_events = []
        known = self._drawn.get(self._line)
        if known is None:
            before = len(self.course)
            self._step({self.side: chosen})
            self._go_on()
            self._drawn[self._line] = _Reaction(tuple(self.course[before:]), tuple(self.latest_events))
        else:
            self.round, self.latest_events = known.moments[-1], list(known.latest_events)
            self.course += known.moments
            self._go_on()

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    def undo(self) -> None:
        """Undo the person's last move; if the move is repeated, it gets the same response."""
        if not self._past:
            raise InputError("there is no move to undo")
        moment = self._past.pop()
        self.round, self.score, self.played = moment.round, moment.score, moment.played
        del self.course[moment.steps :]
        self._line = self._line[:-1]
        self.typed.append(UNDO)
        self.latest_events = []

    def leave(self) -> float | None:
        """Leave the table; count and return an unfinished round's payoff so far, None if no round has begun."""
        if self.over or not self._past:
            return None
        self.score += self.result
        return self.result

    def next_round(self) -> None:
        """Deal a new round; moves of the previous one can no longer be undone."""
        self._past.clear()
        self._line, self._drawn = (), {}
        self.latest_events = []
        self.round = self.arena.deal(self._random)
        self.course = [self.round]
        self._go_on()

    def transcript(self) -> Json:
        """Return a record of the session from which it can be replayed."""
        return {
            "side": self.side,
            "opponent": self.opponent.name,
            "seed": self.seed,
            "moves": list(self.typed),
        }

    def _go_on(self) -> None:
        """Let the opponent and chance move until the person must choose or the round is over."""
        while not self.round.over and self.side not in self.round.choosers():
            self._step({})
        if self.round.over:
            self.score += self.result
            self.played += 1

    def _step(self, moves: dict[Side, Move]) -> None:
        opponent = other(self.side)
        if opponent in self.round.choosers():
            mix = ask(self.opponent, self.round.observation(opponent))
            names, chances = list(mix), np.array([float(p) for p in mix.values()])
            drawn = self._random.choice(len(names), p=chances / chances.sum())
            moves = {**moves, opponent: names[int(drawn)]}
        self.round = self.round.after(moves, self._random)
        self.course.append(self.round)
        self.latest_events += self.round.latest_events(self.side)


def listed(names: Sequence[str]) -> str:
    """Return the names of moves in a list; semicolons separate them if a name contains a comma."""
    return ("; " if any("," in name for name in names) else ", ").join(names)
