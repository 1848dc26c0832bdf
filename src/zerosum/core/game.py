"""What every game is, whatever its model: a frozen dataclass whose fields are its parameters.

A game is rules only. Its fields become the command's flags, its `title` the first line of an answer, and
its `__post_init__` rejects parameters that make no sense, in one sentence; that of the base, those that are none of
their choices.
"""

from __future__ import annotations

import dataclasses
import numbers
import re
import typing
from abc import ABC
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache, cached_property
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from zerosum.core.amounts import Clean, clean_rules
from zerosum.core.data import Json
from zerosum.core.errors import GameError
from zerosum.core.numbers import Number, as_amount, exact_text
from zerosum.core.sides import Side

if TYPE_CHECKING:
    from zerosum.models.parts import Family
else:
    Family = dict  # the annotation below is read at run time, when models are not imported yet

Position = Any
"""Where a game stands: anything hashable that decides what can follow. Only the game's own rules look inside."""

Move = Any
"""Anything hashable; `str(move)` is its name. Only the game's own rules look inside."""


@dataclass(frozen=True)
class Outline:
    """A tree as an outline: each line says what happens, and the lines below it what may follow."""

    text: str
    below: tuple[Outline, ...] = ()

    def lines(self) -> list[str]:
        """Return the lines as a terminal draws a tree."""
        found = [self.text]
        for k, one in enumerate(self.below, 1):
            branch, margin = ("└─ ", "   ") if k == len(self.below) else ("├─ ", "│  ")
            first, *rest = one.lines()
            found += [branch + first, *(margin + line for line in rest)]
        return found

    def walk(self, depth: int = 0) -> Iterator[tuple[int, str]]:
        """Yield the depth and the text of each line."""
        yield depth, self.text
        for one in self.below:
            yield from one.walk(depth + 1)

    def json(self) -> Json:
        """Return the tree as plain data."""
        return {"text": self.text, "below": [one.json() for one in self.below]}


TITLE_SEPARATOR = " · "
"""Between the parts of a title: the game's name, its parameters, and in answers the position."""

Instruction = str | Outline
"""A paragraph of the rules, or a tree in lines."""


def rules_data(rules: Iterable[Instruction]) -> list[Json]:
    """Return rules as plain data: a text, and below it more of them."""
    return [(one if isinstance(one, Outline) else Outline(one)).json() for one in rules]


def instruction_lines(rules: Iterable[Instruction]) -> list[str]:
    """Return rules as lines of text."""
    return [line for one in rules for line in (one.lines() if isinstance(one, Outline) else [one])]


Strategy = Mapping[Move, Number]
"""Probabilities of moves; a move is whatever the rules have."""
Sliders = Mapping[str, tuple[float, ...]]
"""The ends of the site's sliders, by parameters."""

TIMES = str.maketrans("×*", "xx")
"""How the sign × is typed."""


WORDS: dict[object, tuple[type, str]] = {
    int: (numbers.Integral, "a whole number"),
    bool: (bool, "True or False"),
    str: (str, "a text"),
}
"""What a parameter of such a kind must be, for Python and for a person."""

MAX_SHOWN = 24
"""Maximum number of characters of a parameter in a title that has no better words for it."""

MAX_MOVES = 10**6
"""Maximum number of moves at one position, if each bid or bet up to what a player holds is a move."""

MAX_INTEGER = 2**63 - 1
"""No count of cards, nodes or stages is larger: arrays have no more places."""


class Waiting(tuple[str, ...]):
    """A single waiting move, which reads alike as a list of moves and as a move in that list."""

    def __str__(self) -> str:
        return "wait"


WAIT = Waiting(("wait",))
"""The moves of the side whose turn it is not: `(takes, WAIT)`; `(takes, (WAIT,))` means the same."""


@dataclass(frozen=True)
class Fact:
    """A number, or several, that is part of a position's name."""

    help: str
    """The line that explains it."""
    several: bool = False


def attribute(rule: Callable[..., Any]) -> Any:
    """A property of the rules that games may set as a plain class attribute, for example `start = 3`.

    To type checkers it is of any type, since they do not allow an attribute in the place of a property.
    """
    return property(rule)


@dataclass(frozen=True)
class Game(ABC):
    """Base of the models.

    Examples
    --------
    >>> game = zerosum.load("kuhn")(cards=4)
    >>> game.slug, game.model
    ('kuhn', 'continuum')
    >>> game.title
    'Kuhn poker · bet 1 · 4 ranks'
    """

    model: ClassVar[str] = ""
    """The name of the model."""
    engine: ClassVar[str] = ""
    """The name of the engine where the game derives from the rules of one; else empty."""
    family: ClassVar[Family[Any, Any]]
    """Everything that can be done with games of this model; the model's base class says it."""
    name: ClassVar[str] = ""
    """The name in the registry; empty for a game that is not registered."""
    summary: ClassVar[str] = ""
    """The rules in one line, for lists of games."""
    paper: ClassVar[str] = ""
    """The publication that the game comes from, as "Kuhn 1950"."""
    paper_section: ClassVar[str] = ""
    """Where in the publication the game is, as "section 3", if that helps."""
    genre: ClassVar[str] = ""
    """On which shelf the site's gallery has it: cards, poker, dice, guessing, pursuit, or your own."""
    tagline: ClassVar[str] = ""
    """One sentence for the site's gallery, for somebody who has never heard of the game."""
    demo_parameters: ClassVar[Mapping[str, str]] = {}
    """Flags, as typed, that make the game small enough to solve at once; empty if it is so by default."""
    gallery: ClassVar[Mapping[str, str]] = {}
    """Flags, as typed, with which the site opens the game, where its default takes long or shows too little."""
    sliders: ClassVar[Sliders] = {}
    """For parameters whose slider on the site needs ends of its own: the least and the most, and the step if it is not
    the usual one; () for no slider. Every point is a game, whatever the other sliders say, and the ends are solved in
    seconds."""
    facts: ClassVar[Mapping[str, Fact]] = {}
    """Additional parameters of the solution's `at` for this game, besides those of every game of its model."""
    seats: ClassVar[Mapping[Side, str]] = {"row": "row", "col": "col"}
    """What the two players are called."""
    holding: ClassVar[str] = ""
    """What a player holds that the other does not see, as it is drawn: a "card", a "die" for each number, or a "hand",
    one of the 169 classes of hands of hold'em (AKs), with strategies as grids; empty for nothing that is drawn."""
    plays_cards: ClassVar[bool] = False
    """Whether moves are cards, and drawn as such."""
    players: ClassVar[tuple[str, ...]] = ("uniform",)
    """The simple players that have a move at every position, by their names in `zerosum.arena.players`."""

    numbers_in: ClassVar[Mapping[str, Clean]] = {}
    """The rules that return numbers, each with what makes them Python's own (`zerosum.core.amounts`)."""

    def __init_subclass__(cls) -> None:
        if hasattr(cls, "family"):
            cls.model, cls.engine = cls.family.model, cls.family.engine
        clean_rules(cls, cls.numbers_in)

    def __post_init__(self) -> None:
        kinds = _kinds(type(self))
        for field in dataclasses.fields(self):
            given = getattr(self, field.name)
            plain = self.numbers_in.get(field.name, _plain_parameter)(given)
            if plain is not given:
                object.__setattr__(self, field.name, plain)
        for field in dataclasses.fields(self):
            chosen, choices = getattr(self, field.name), field.metadata.get("choices")
            kind = kinds[field.name]
            if kind in WORDS and (
                not isinstance(chosen, WORDS[kind][0]) or (kind is int and isinstance(chosen, bool))
            ):
                raise GameError(f"{field.name} must be {WORDS[kind][1]}, not {chosen!r}")
            if kind in (int, int | None) and abs(chosen or 0) > MAX_INTEGER:
                raise GameError(f"{field.name} is too large for any game that can be played or solved")
            if choices and chosen not in choices:
                raise GameError(f"{field.name} must be one of {', '.join(choices)}, not {chosen!r}")

    def __getstate__(self) -> dict[str, object]:
        """Return the state to send to other processes, without cached properties, which they compute again."""
        cached = {
            name
            for kind in type(self).__mro__
            for name, part in vars(kind).items()
            if isinstance(part, cached_property)
        }
        return {name: part for name, part in self.__dict__.items() if name not in cached}

    @property
    def slug(self) -> str:
        """The name in the registry, or else the name of the class."""
        return self.name or type(self).__name__

    @property
    def title(self) -> str:
        """A one-line title of the game, with its parameters."""
        given = " · ".join(f"{key} {value}" for key, value in self.parameters().items())
        return f"{type(self).__name__}{' · ' if given else ''}{given}"

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        """Return the rules in sentences for the player; by default, the first paragraph of the class docstring."""
        text = type(self).__doc__ or ""
        made_by_dataclass = text.startswith(f"{type(self).__name__}(")
        return () if made_by_dataclass or not text else (" ".join(text.split("\n\n")[0].split()),)

    def besides(self, *names: str, usual: Mapping[str, object] | None = None) -> str:
        """Return the parameters that differ from the default, formatted for the end of a title; long values
        are shortened.

        A title says all that makes this another game than the one by default: what its words do not say, this does.
        `usual` has the defaults that the fields do not have.
        """
        defaults = {field.name: field.default for field in dataclasses.fields(self)} | dict(usual or {})
        given = [(name, getattr(self, name)) for name in names if getattr(self, name) != defaults[name]]
        return "".join(f" · {name.replace('_', ' ')} {_cut(parameter_text(value))}" for name, value in given)

    def parameters(self) -> dict[str, object]:
        """Return the parameters by name."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}

    @classmethod
    def runouts(cls, parameter: str, text: str) -> Sequence[str]:
        """Return all values of a parameter with unknown cards, such as the rivers of "JsKs5cQs?"; usually just one."""
        return [text]

    @property
    def combinations(self) -> Number | None:
        """The number of deals that this one stands for, its weight in averages; None if nothing was dealt before."""
        return None


@cache
def stray_attributes(game: type[Game]) -> Mapping[str, object]:
    """Return plain values in the body of a user's class that are not parameters and are read by no rule.

    `discount = 0.5` in a game whose model has no such thing would change nothing, in silence. Names with capitals or a
    leading underscore and names annotated as `ClassVar` are the author's own; so is what the class's functions mention,
    or functions of its module that they call.
    """
    own = [
        kind
        for kind in game.__mro__
        if kind.__module__.partition(".")[0] not in ("zerosum", "builtins", "abc")
    ]
    ours = [kind for kind in game.__mro__ if kind not in own]
    known = {name for kind in ours for name in (*dir(kind), *vars(kind).get("__annotations__", {}))}
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
    """Yield the attributes, variables and texts that code mentions."""
    for code in codes:
        if isinstance(code, CodeType):
            yield from (*code.co_names, *code.co_varnames)
            yield from _names_in(code.co_consts)
        elif isinstance(code, str):
            yield code


def _plain_parameter(given: object) -> object:
    """Return a parameter as a Python number if it is a numpy number or a decimal."""
    return as_amount(given) if isinstance(given, np.generic | Decimal) else given


@cache
def _kinds(game: type[Game]) -> dict[str, object]:
    """Return the type of each parameter, from the annotations of the class."""
    return typing.get_type_hints(game)


def option(
    default: object = dataclasses.MISSING,
    help: str = "",
    *,
    choices: tuple[str, ...] = (),
    parse: Callable[[str], object] | None = None,
    varies: tuple[str, ...] = (),
    local: str = "",
) -> Any:  # it stands where a value of the annotated type is expected, as `dataclasses.field` does
    """Return a parameter of a game: its default, its help, and its conversion from a typed text.

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
    varies
        Texts with a letter in place of a number that a formula can be asked for, where the annotation does not say so.
    local
        What else the user of the command may type, such as a file: it ends the line of the command's help. Without a
        `help` the parameter is for that user alone.

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
    metadata = {"help": help, "choices": choices, "parse": parse, "varies": varies, "local": local}
    return dataclasses.field(default=default, metadata=metadata)


NEEDS_QUOTES = re.compile(r'[,"]|^\s|\s$|^(start)?$')
"""Matches characters that require quotes around a name in a list."""


def spelled(names: Iterable[object]) -> str:
    """Return several names as one text, separated by commas, such that no two lists give the same text.

    Quotes stand around a name that has a comma or quotes itself; no names at all read "start".

    Examples
    --------
    >>> from zerosum.core.game import spelled
    >>> spelled(("bet", "raise")), spelled(("bet, raise",)), spelled(())
    ('bet, raise', '"bet, raise"', 'start')
    """
    return ", ".join(map(_quoted, names)) or "start"


def _quoted(name: object) -> str:
    """Return a name, in quotes if it could be mistaken for something else."""
    text = str(name)
    if not (isinstance(name, str) and NEEDS_QUOTES.search(text)):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def parameter_text(value: object) -> str:
    """Return the text to type for the value of a parameter."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(map(parameter_text, value))
    if isinstance(value, Fraction):
        return exact_text(value)
    return "any" if value is None else str(value)


def _cut(text: str) -> str:
    return text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 1]}…"


def as_typed(text: str) -> str:
    """Convert a text to characters found on any keyboard: lower case, single spaces, x for the sign ×."""
    return " ".join(text.lower().translate(TIMES).split())
