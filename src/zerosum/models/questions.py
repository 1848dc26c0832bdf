"""Forms for verifiers that ask position by position: what is asked is written down, and read back when asked again.

While a certificate is written the verifier talks to a `Recorder` of the solution; while it is checked, to a `Reader`
of the file. Both answer the one question of the model, and pass everything else on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from zerosum.core.answer import Answer
from zerosum.core.data import Data, Json
from zerosum.core.errors import InputError
from zerosum.core.family import Certificate
from zerosum.core.game import Game
from zerosum.core.proofs import position_key as key
from zerosum.core.value import Value

__all__ = ["Question", "Reader", "Recorder", "certificate_of", "key"]


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


def certificate_of(question: Question) -> Certificate[Data, Data]:
    """The certificate that answers one question."""
    return Certificate(lambda solution: question.pack(solution.game, solution), question.prove)
