"""The base of all games, whatever their model: a frozen dataclass whose fields are the parameters.

A game consists of rules only. Its fields become the command's flags, and its `title` the first line of an answer.
Its `__post_init__` rejects parameters that make no sense, in one sentence; the base class rejects values that are
not among a parameter's choices.
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
"""The state of a game: anything hashable that determines what can follow. Only the game's own rules look inside it."""

Move = Any
"""Anything hashable; `str(move)` is its name. Only the game's own rules look inside it."""


@dataclass(frozen=True)
class Outline:
    """A tree as an outline: each line describes an event, and the lines below it the events that may follow."""

    text: str
    below: tuple[Outline, ...] = ()

    def lines(self) -> list[str]:
        """Return the lines of the outline, drawn as a tree for a terminal."""
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
"""The separator between the parts of a title: the game's name, its parameters, and in answers the position."""

Instruction = str | Outline
"""A paragraph of the rules, or a tree in lines."""


def rules_data(rules: Iterable[Instruction]) -> list[Json]:
    """Return rules as plain data: a text, and the texts below it."""
    return [(one if isinstance(one, Outline) else Outline(one)).json() for one in rules]


def instruction_lines(rules: Iterable[Instruction]) -> list[str]:
    """Return rules as lines of text."""
    return [line for one in rules for line in (one.lines() if isinstance(one, Outline) else [one])]


Strategy = Mapping[Move, Number]
"""Probabilities of moves, by the moves of the rules."""
Sliders = Mapping[str, tuple[float, ...]]
"""The ends of the site's sliders, by parameters."""

TIMES = str.maketrans("×*", "xx")
"""The letter typed for the sign ×."""


WORDS: dict[object, tuple[type, str]] = {
    int: (numbers.Integral, "a whole number"),
    bool: (bool, "True or False"),
    str: (str, "a text"),
}
"""The required type of a parameter by its annotation: the Python type, and a description for error messages."""

MAX_SHOWN = 24
"""Maximum number of characters of a parameter in a title, unless the game describes the parameter in its own words."""

MAX_MOVES = 10**6
"""Maximum number of moves at one position, if each bid or bet up to what a player holds is a move."""

MAX_INTEGER = 2**63 - 1
"""Maximum number of cards, nodes or stages: arrays cannot have more entries."""


class Waiting(tuple[str, ...]):
    """A single waiting move, which serves both as a list of moves and as the only move in that list."""

    def __str__(self) -> str:
        return "wait"


WAIT = Waiting(("wait",))
"""The moves of the side that is not to move: `(takes, WAIT)`; `(takes, (WAIT,))` means the same."""


@dataclass(frozen=True)
class Fact:
    """A number, or several, that is part of a position's name."""

    help: str
    """The line of help that explains it."""
    several: bool = False


def attribute(rule: Callable[..., Any]) -> Any:
    """A property of the rules that games may set as a plain class attribute, for example `start = 3`.

    To type checkers it has type `Any`, since they do not allow an attribute to override a property.
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
    """The name of the engine if the game derives from its rules; otherwise empty."""
    family: ClassVar[Family[Any, Any]]
    """All operations on games of this model; set by the model's base class."""
    name: ClassVar[str] = ""
    """The name in the registry; empty for a game that is not registered."""
    summary: ClassVar[str] = ""
    """The rules in one line, for lists of games."""
    paper: ClassVar[str] = ""
    """The publication that the game comes from, for example "Kuhn 1950"."""
    paper_section: ClassVar[str] = ""
    """The place in the publication, for example "section 3", if that helps."""
    genre: ClassVar[str] = ""
    """The game's shelf in the site's gallery: cards, poker, dice, guessing, pursuit, or your own."""
    tagline: ClassVar[str] = ""
    """One sentence for the site's gallery, for a reader who has never heard of the game."""
    demo_parameters: ClassVar[Mapping[str, str]] = {}
    """Flags, as typed, that make the game small enough to solve quickly; empty if the default game is."""
    gallery: ClassVar[Mapping[str, str]] = {}
    """Flags, as typed, with which the site opens the game, if the default takes long or shows too little."""
    sliders: ClassVar[Sliders] = {}
    """For parameters whose slider on the site needs special ends: the minimum and the maximum, and the step unless
    it is the usual one; () for no slider. Every point must be a valid game, whatever the values of the other
    sliders, and the games at the ends must be solved in seconds.
    """
    facts: ClassVar[Mapping[str, Fact]] = {}
    """Additional parameters of the solution's `at` for this game, besides those of every game of its model."""
    seats: ClassVar[Mapping[Side, str]] = {"row": "row", "col": "col"}
    """The names of the two players."""
    holding: ClassVar[str] = ""
    """How a player's private information is drawn: a "card"; a "die" for each number; a "hand", one of the 169
    classes of hold'em hands (AKs), with strategies as grids; or empty if nothing is drawn.
    """
    plays_cards: ClassVar[bool] = False
    """Whether moves are cards and are drawn as cards."""
    players: ClassVar[tuple[str, ...]] = ("uniform",)
    """The simple players that have a move at every position, by their names in `zerosum.arena.players`."""

    numbers_in: ClassVar[Mapping[str, Clean]] = {}
    """The rules that return numbers, each with the function that converts them to plain Python numbers
    (`zerosum.core.amounts`).
    """

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
        """Return the state to send to other processes, without cached properties, which those processes compute
        again.
        """
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

        A title must show every difference from the default game: this shows the parameters that its words do not
        mention. `usual` gives defaults for parameters whose fields have none.
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
        """The number of deals that this one represents, its weight in averages; None if nothing was dealt before."""
        return None


@cache
def stray_attributes(game: type[Game]) -> Mapping[str, object]:
    """Return plain values in the body of a user's class that are not parameters and are read by no rule.

    `discount = 0.5` in a game whose model has no discount would silently change nothing. Names with capitals or a
    leading underscore and names annotated as `ClassVar` are not reported; neither are names mentioned in the
    class's functions or in functions of its module that they call.
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
    """Yield the attributes, variables and strings that the code mentions."""
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
) -> Any:  # like `dataclasses.field`, it is used where a value of the annotated type is expected
    """Return a parameter of a game: its default, its help, and its conversion from a typed text.

    Without `parse`, the annotation decides: int, float, Fraction, str, bool, and tuples of those, typed with
    commas ("1,2,-3").

    Parameters
    ----------
    default
        The default value; without one, the parameter must be given.
    help
        The line shown in the command's help.
    choices
        The allowed texts.
    parse
        How a typed text becomes the value.
    varies
        Texts with a letter in place of a number, for which a formula can be requested, if the annotation does not
        imply them.
    local
        Other input that the user of the command may type, such as a file, described at the end of the line of help.
        Without a `help`, only the command has the parameter.

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
    """Return several names as one text, separated by commas; different lists give different texts.

    A name that contains a comma or quotes is put in quotes; an empty list gives "start".

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
