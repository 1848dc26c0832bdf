"""Forms for verifiers that ask position by position: what is asked is written down, and read back when asked again.

While a certificate is written the verifier talks to a `Recorder` of the solution; while it is checked, to a `Reader`
of the file. Both answer the one question of the model, and pass everything else on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from zerosum.certificates.numbers import number, read_mix, text, written_mix
from zerosum.data import Data, Json
from zerosum.errors import InputError
from zerosum.models.answer import Answer, Strategy
from zerosum.models.game import Game, Position
from zerosum.models.staged import StagedGame
from zerosum.models.subtraction import Heaps, SubtractionGame, Take
from zerosum.models.tricks import Played, TrickGame
from zerosum.value import Value
from zerosum.verifiers import staged, subtraction, tricks

__all__ = ["STAGED", "SUBTRACTION", "TRICKS", "Question", "Reader", "Recorder", "key"]


@dataclass(frozen=True)
class Question:
    """The one thing that a model's verifier asks of a solution."""

    method: str
    """The method of the solution that answers."""
    what: str
    """What a certificate calls the answers."""
    write: Callable[..., Data]
    """The solution's answer as data."""
    read: Callable[..., Data]
    """The game, what was asked and the data: the answer again."""
    start: Callable[..., Json]
    """What else the verifier reads of a solution at the start of a game."""
    verify: Callable[..., Value]
    """The verifier."""

    def pack(self, game: Game, solution: Answer) -> Data:
        """What the verifier asks, and what the solution answers."""
        recorder = Recorder(solution, self)
        self.verify(game, recorder)
        return {self.what: recorder.said}

    def prove(self, game: Game, value: Value, data: Data) -> Value:
        """The bounds that the data proves."""
        return self.verify(game, Reader(game, value, self, data[self.what]))


def key(asked: tuple[object, ...]) -> str:
    """What was asked, as text."""
    return " | ".join(map(str, asked))


@dataclass
class Recorder:
    """A solution that notes what it is asked."""

    solution: Answer
    question: Question
    said: dict[str, Data] = field(default_factory=dict)
    places: dict[str, tuple[object, ...]] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Data:
        if name != self.question.method:
            return getattr(self.solution, name)
        return self._answer

    def _answer(self, *asked: object) -> Data:
        answer = getattr(self.solution, self.question.method)(*asked)
        place = key(asked)
        if self.places.setdefault(place, asked) != asked:
            raise InputError(f"two positions read {place!r}; a certificate needs distinct texts")
        self.said[place] = self.question.write(answer)
        return answer


class Reader:
    """A file in the place of a solution."""

    def __init__(self, game: Game, value: Value, question: Question, said: dict[str, Data]) -> None:
        self.game, self.value, self.question, self.said = game, value, question, said
        self.__dict__.update(question.start(game))

    def __getattr__(self, name: str) -> Data:
        if name != self.question.method:
            raise AttributeError(name)
        return self._answer

    def _answer(self, *asked: object) -> Data:
        place = key(asked)
        if place not in self.said:
            raise InputError(f"the certificate does not say what to do at {place}")
        return self.question.read(self.game, asked, self.said[place])


def _write_pair(pair: Iterable[Strategy]) -> Data:
    return [written_mix(mix) for mix in pair]


def _read_pair(game: StagedGame, asked: tuple[Position], data: Data) -> list[Strategy]:
    return [read_mix(said, moves) for said, moves in zip(data, game.moves(*asked), strict=True)]


STAGED = Question(
    "strategies_at",
    "positions",
    _write_pair,
    _read_pair,
    lambda game: {"position": game.start},
    staged.verify,
)


def _write_played(played: Played) -> Data:
    return [
        text(played.value.lower),
        text(played.value.upper),
        written_mix(played.row),
        written_mix(played.col),
    ]


def _read_played(game: TrickGame, asked: tuple[tricks.Hand, ...], data: Data) -> Played:
    lower, upper, *mixes = data
    row, col = (read_mix(mix, hand) for mix, hand in zip(mixes, asked, strict=False)) if mixes else ({}, {})
    return Played(Value(number(lower), number(upper)), row, col)


def _full_hands(game: TrickGame) -> Json:
    return {"hands": (game.hand, game.hand), "context": game.start}


TRICKS = Question("answer_at", "positions", _write_played, _read_played, _full_hands, tricks.verify)


def _write_take(takes: tuple[Take, ...]) -> Data:
    return [list(take) for take in takes[:1]]


def _read_take(game: SubtractionGame, asked: Heaps, data: Data) -> tuple[Take, ...]:
    takes = tuple(Take(*take) for take in data)
    legal = list(game.all_takes(asked))
    if len(takes) != min(len(legal), 1) or any(take not in legal for take in takes):
        raise ArithmeticError(f"the certificate says a take at {key(asked)} that the rules do not allow")
    return takes


SUBTRACTION = Question(
    "optimal",
    "takes",
    _write_take,
    _read_take,
    lambda game: {"heaps": game.tidy(game.sizes)},
    subtraction.verify,
)
