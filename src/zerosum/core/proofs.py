"""Reading a proof: the game asks, the certificate answers.

The verifier walks through the game by its rules and asks for a mix at each decision. A certificate answers with exactly
one distribution over exactly the moves that the rules offer there. What is missing, what is there without having been
asked for, a move by another name, a probability below 0 and a sum that is not exactly 1 are refused with a sentence.

The writer sees to the sums: a float is the fraction that it is, and what is missing to 1 goes to the largest
probability. Files of version 0.2 did not do that; their mixes are divided by their sum, exactly (`old_file`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from typing import Any, Generic, TypeVar

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.numbers import Number, as_fraction, number, text

A = TypeVar("A")

ROUNDING = Fraction(1, 10**9)
"""Maximum amount by which floats of a solver, and the mixes of version 0.2, may miss being a distribution."""

LEAST = Fraction(1, 2**100)
"""A smaller probability that a solver left in floats is written as 0."""

_OLD: ContextVar[bool] = ContextVar("old", default=False)


@contextmanager
def old_file() -> Iterator[None]:
    """Inside, a file of version 0.2 is read, whose mixes add up to 1 up to rounding and are divided by their sum."""
    token = _OLD.set(True)
    try:
        yield
    finally:
        _OLD.reset(token)


def is_old_file() -> bool:
    """Whether a file of version 0.2 is being read."""
    return _OLD.get()


def fields(said: object, *names: str, where: str = "the strategies") -> list[Data]:
    """The parts of a table that has exactly these names."""
    if not isinstance(said, dict) or said.keys() != set(names):
        got = ", ".join(map(repr, said)) if isinstance(said, dict) else type(said).__name__
        raise InputError(
            f"{where} of this certificate must hold {', '.join(map(repr, names))}, not {got:.80}"
        )
    return [said[name] for name in names]


def distribution(said: object, count: int, where: str) -> list[Fraction]:
    """Probabilities that are written as a list of `count` numbers, none below 0, that add up to exactly 1."""
    if not isinstance(said, list) or len(said) != count:
        raise InputError(f"the certificate must give {count} probabilities {where}")
    shares = [Fraction(number(p)) for p in said]
    total = sum(shares, Fraction(0))
    if min(shares) < 0 or (abs(total - 1) > ROUNDING if is_old_file() else total != 1):
        raise InputError(f"the probabilities {where} must be 0 or more and add up to exactly 1")
    return shares if total == 1 else [p / total for p in shares]


def read_mix(said: object, moves: Iterable[Any], where: str) -> dict[Any, Fraction]:
    """The mix over exactly these moves that was written by their names."""
    offered = list(moves)
    names = [str(move) for move in offered]
    if not isinstance(said, dict) or len(set(names)) != len(names):
        raise InputError(f"the certificate must name each move {where} once")
    for name in names:
        if name not in said:
            raise InputError(f"the certificate does not say how often {name!r} is played {where}")
    for name in said:
        if name not in names:
            raise InputError(f"the certificate plays {name!r:.40} {where}, and the rules offer no such move")
    return dict(zip(offered, distribution([said[name] for name in names], len(names), where), strict=True))


def exact_probabilities(shares: Sequence[Number]) -> list[Number]:
    """A solver's probabilities, made to add up to exactly 1; fractions that do are left as they are."""
    if not shares:
        return []
    exact = [as_fraction(p) for p in shares]
    if min(exact) >= 0 and sum(exact) == 1:
        return list(shares)
    largest = max(range(len(exact)), key=exact.__getitem__)
    kept = [p if p >= LEAST else Fraction(0) for p in exact]
    kept[largest] = 1 - sum(kept[:largest] + kept[largest + 1 :], Fraction(0))
    if max(abs(new - old) for new, old in zip(kept, exact, strict=True)) > ROUNDING:
        raise InputError("a strategy of this solution is not a distribution")
    return [float(p) if as_fraction(float(p)) == p else p for p in kept]


def written_mix(mix: Mapping[Any, Number]) -> dict[str, str]:
    """A mix by the names of its moves."""
    said = {str(move): text(p) for move, p in zip(mix, exact_probabilities([*mix.values()]), strict=True)}
    if len(said) != len(mix):
        raise InputError("a certificate names moves by their texts, and two moves of this game read alike")
    return said


def position_key(position: tuple[object, ...]) -> str:
    """The text by which a certificate names a position: its parts, separated by bars."""
    return " | ".join(map(str, position))


def recorded(
    answer_at: Callable[..., A], write: Callable[[A], Data], into: dict[str, Data]
) -> Callable[..., A]:
    """The same callable, which also writes every answer into a dictionary, by position."""
    keys = _Keys()

    def record(*position: object) -> A:
        answer = answer_at(*position)
        into[keys.of(position)] = write(answer)
        return answer

    return record


class Recalled(Generic[A]):
    """The answers of a certificate, position by position; `read` gets the entry and then the position."""

    def __init__(self, entries: Data, read: Callable[..., A]) -> None:
        if not isinstance(entries, dict):
            raise InputError("the answers of a certificate are a table, by position")
        self._entries: dict[str, Data] = entries
        self._read, self._keys = read, _Keys()

    def __call__(self, *position: object) -> A:
        key = self._keys.of(position)
        if key not in self._entries:
            raise InputError(f"the certificate does not say what to do at {key}")
        return self._read(self._entries[key], *position)

    def refuse_others(self) -> None:
        """Refuse a certificate that answers what was never asked."""
        for key in self._entries:
            if key not in self._keys.positions:
                raise InputError(f"the certificate says what to do at {key:.60}, which the game does not ask")


class _Keys:
    """The texts of positions, no two of which may have the same."""

    def __init__(self) -> None:
        self.positions: dict[str, tuple[object, ...]] = {}

    def of(self, position: tuple[object, ...]) -> str:
        key = position_key(position)
        if self.positions.setdefault(key, position) != position:
            raise InputError(f"two positions read {key!r}; a certificate needs distinct texts")
        return key
