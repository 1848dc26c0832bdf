"""What every game is, whatever its model: a frozen dataclass whose fields are its parameters.

A game is rules only. Its fields become the command's flags, its `title` the first line of an answer, and
its `__post_init__` refuses parameters that make no sense, in one sentence; that of the base, those that are none of
their choices.
"""

from __future__ import annotations

import dataclasses
import numbers
import typing
from abc import ABC
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import CodeType, FunctionType
from typing import Any, ClassVar

from zerosum.core.errors import GameError
from zerosum.core.family import Family
from zerosum.core.numbers import Number
from zerosum.core.sides import Side

Position = Any
"""Where a game stands: anything hashable that decides what can follow. Only the game's own rules look inside."""

Move = Any
"""Anything hashable; `str(move)` is its name. Only the game's own rules look inside."""

Strategy = Mapping[Move, Number]
"""Probabilities of moves; a move is whatever the rules have."""

TIMES = str.maketrans("×*", "xx")
"""How the sign × is typed."""


WORDS: dict[object, tuple[type, str]] = {
    int: (numbers.Integral, "a whole number"),
    bool: (bool, "True or False"),
    str: (str, "a text"),
}
"""What a parameter of such a kind must be, for Python and for a person."""

MOST_MOVES = 10**6
"""Maximum number of moves at one position, if each bid or bet up to what a player holds is a move."""

LARGEST = 2**63 - 1
"""No count of cards, nodes or stages is larger: arrays have no more places."""


class Waiting(tuple[str, ...]):
    """A single move, to wait; as a list of moves and as the move in such a list it reads alike."""

    def __str__(self) -> str:
        return "wait"


WAIT = Waiting(("wait",))
"""The moves of the side whose turn it is not: `(takes, WAIT)`; `(takes, (WAIT,))` means the same."""


@dataclass(frozen=True)
class Fact:
    """A number, or several, by which a position is named."""

    help: str
    """The line that explains it."""
    several: bool = False


@dataclass(frozen=True)
class Game(ABC):
    """Base of the models.

    Examples
    --------
    >>> game = zerosum.load("kuhn")(cards=4)
    >>> game.called, game.model
    ('kuhn', 'betting')
    >>> game.title
    "Kuhn's poker · bet 1 · 4 ranks"
    """

    model: ClassVar[str] = ""
    """The name of the model, which is that of the family."""
    family: ClassVar[Family[Any, Any]]
    """Everything that can be done with games of this model; the model's base class says it."""
    name: ClassVar[str] = ""
    """The name in the registry; empty for a game that is not registered."""
    summary: ClassVar[str] = ""
    """The rules in one line, for lists of games."""
    paper: ClassVar[str] = ""
    """The publication that the game comes from, as "Kuhn 1950"."""
    genre: ClassVar[str] = ""
    """On which shelf the site's gallery has it: cards, poker, dice, guessing, pursuit, or your own."""
    invitation: ClassVar[str] = ""
    """One sentence for the site's gallery, for somebody who has never heard of the game."""
    small: ClassVar[Mapping[str, str]] = {}
    """Flags, as typed, that make the game small enough to solve at once; empty if it is so by default."""
    gallery: ClassVar[Mapping[str, str]] = {}
    """Flags, as typed, with which the gallery shows a game that takes a minute or longer by default."""
    facts: ClassVar[Mapping[str, Fact]] = {}
    """What names a position of this game to its solution's `at`, beside what every game of its model asks for."""
    seats: ClassVar[Mapping[Side, str]] = {"row": "row", "col": "col"}
    """What the two players are called."""
    players: ClassVar[tuple[str, ...]] = ("uniform",)
    """The simple players that have a move at every position, by their names in `zerosum.arena.players`."""

    def __init_subclass__(cls) -> None:
        if hasattr(cls, "family"):
            cls.model = cls.family.name

    def __post_init__(self) -> None:
        kinds = _kinds(type(self))
        for field in dataclasses.fields(self):
            chosen, choices = getattr(self, field.name), field.metadata.get("choices")
            kind = kinds[field.name]
            if kind in WORDS and (
                not isinstance(chosen, WORDS[kind][0]) or (kind is int and isinstance(chosen, bool))
            ):
                raise GameError(f"{field.name} must be {WORDS[kind][1]}, not {chosen!r}")
            if kind in (int, int | None) and abs(chosen or 0) > LARGEST:
                raise GameError(f"{field.name} is too large for any game that can be played or solved")
            if choices and chosen not in choices:
                raise GameError(f"{field.name} must be one of {', '.join(choices)}, not {chosen!r}")

    def __getstate__(self) -> dict[str, object]:
        """What other processes get: everything but cached properties, which they compute themselves."""
        cached = {
            name
            for kind in type(self).__mro__
            for name, part in vars(kind).items()
            if isinstance(part, cached_property)
        }
        return {name: part for name, part in self.__dict__.items() if name not in cached}

    @property
    def called(self) -> str:
        """The name in the registry, or else that of the class."""
        return self.name or type(self).__name__

    @property
    def title(self) -> str:
        """One line that says which game this is, with its parameters, as a person would."""
        given = " · ".join(f"{key} {value}" for key, value in self.parameters().items())
        return f"{type(self).__name__}{' · ' if given else ''}{given}"

    @property
    def instructions(self) -> tuple[str, ...]:
        """How it is played, in sentences for a person at the table; the class's first paragraph says it."""
        told = type(self).__doc__ or ""
        made_by_dataclass = told.startswith(f"{type(self).__name__}(")
        return () if made_by_dataclass or not told else (" ".join(told.split("\n\n")[0].split()),)

    def parameters(self) -> dict[str, object]:
        """The parameters by name."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}


@cache
def stray_attributes(game: type[Game]) -> Mapping[str, object]:
    """Plain values in the body of a user's class that are not parameters and that no rule reads.

    `discount = 0.5` in a game whose model has no such thing would change nothing, in silence. Names with capitals or a
    leading underscore and names annotated as `ClassVar` are the author's own; so is what the class's functions mention,
    or functions of its module that they call.
    """
    own = [
        kind
        for kind in game.__mro__
        if kind.__module__.partition(".")[0] not in ("zerosum", "builtins", "abc")
    ]
    known = {name for kind in game.__mro__ if kind not in own for name in dir(kind)}
    known |= {field.name for field in dataclasses.fields(game)}
    given = {
        name: value
        for kind in reversed(own)
        for name, value in vars(kind).items()
        if name == name.lower() and not name.startswith("_") and name not in known
        if not callable(value) and not hasattr(value, "__get__")
        if "ClassVar" not in str(vars(kind).get("__annotations__", {}).get(name, ""))
    }
    if not given:
        return {}
    mentioned: set[str] = set()
    todo = [value for kind in own for value in vars(kind).values()]
    while todo:
        value = todo.pop()
        for name in ("fget", "func", "__func__", "__wrapped__", ""):
            function = getattr(value, name, None) if name else value
            if isinstance(function, FunctionType):
                new = set(_names_in([function.__code__])) - mentioned
                mentioned |= new
                todo += [function.__globals__[name] for name in new if name in function.__globals__]
    return {name: value for name, value in given.items() if name not in mentioned}


def _names_in(codes: Iterable[object]) -> Iterator[str]:
    """The attributes, variables and texts that code mentions."""
    for code in codes:
        if isinstance(code, CodeType):
            yield from (*code.co_names, *code.co_varnames)
            yield from _names_in(code.co_consts)
        elif isinstance(code, str):
            yield code


@cache
def _kinds(game: type[Game]) -> dict[str, object]:
    """What each parameter is, by the annotations of the class."""
    return typing.get_type_hints(game)


def option(
    default: object = dataclasses.MISSING,
    help: str = "",
    *,
    choices: tuple[str, ...] = (),
    parse: Callable[[str], object] | None = None,
) -> Any:  # it stands where a value of the annotated type is expected, as `dataclasses.field` does
    """A parameter of a game: its default, the line that explains it, and how a typed text becomes it.

    Without `parse`, the annotation decides: int, float, Fraction, str, bool, and tuples of those, typed with
    commas ("1,2,-3").

    Parameters
    ----------
    default
        The value where none is given; without one the parameter must be given.
    help
        The line that the command's help shows.
    choices
        The texts that may be given.
    parse
        How a typed text becomes the value.

    Returns
    -------
    dataclasses.Field
        To be assigned in the body of a game's class.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Coin(zerosum.StagedGame):
    ...     stake: int = zerosum.option(1, "what is at stake")
    >>> Coin.__dataclass_fields__["stake"].metadata["help"]
    'what is at stake'
    """
    metadata = {"help": help, "choices": choices, "parse": parse}
    return dataclasses.field(default=default, metadata=metadata)


def as_typed(text: str) -> str:
    """A text as any keyboard writes it: small letters, single blanks, x for the sign ×."""
    return " ".join(text.lower().translate(TIMES).split())
