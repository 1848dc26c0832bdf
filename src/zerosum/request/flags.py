"""A game's parameters as flags of the command.

The flags of `zerosum solve GAME` come from three places: the fields of the game's class, the keyword
options of its model's solver, and the keyword arguments of its solution's `at`, which name another position.
All are typed as text and become values here, by their annotations, so that a wrong one gets one sentence.
"""

from __future__ import annotations

import dataclasses
import inspect
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.game import Game
from zerosum.core.numbers import as_fraction

Options = dict[str, Data]
"""What was given for flags, by their names."""

REQUIRED = object()
"""The default of a flag that has none."""


@dataclass(frozen=True)
class Flag:
    """One flag: its name, what it takes, and how a typed text becomes its value."""

    name: str
    annotation: Data
    default: object
    help: str = ""
    choices: tuple[str, ...] = ()
    parse: Callable[[str], Data] | None = None
    positional: bool = False
    """Whether it is typed without its name."""
    key: str = ""
    """The name that the function takes, where the flag is typed by another."""
    several: bool = False
    """Whether it takes every word that no flag before it takes; the words come as one text, a line each."""

    @property
    def is_switch(self) -> bool:
        """Whether it is given without a value."""
        return self.annotation is bool

    @property
    def typed(self) -> str:
        """The flag as it is typed."""
        name = self.name.replace("_", "-")
        return name if self.positional else f"--{name}"

    @property
    def kind(self) -> str:
        """What it takes, in capitals, for the help."""
        if self.parse is not None or self.choices:
            return "TEXT"
        return _kind(self.annotation)

    def value(self, text: str) -> Data:
        """The value that a typed text stands for."""
        if self.choices and text not in self.choices:
            raise InputError(f"{self.typed} takes one of {', '.join(self.choices)}, not {text!r}")
        if self.parse is not None:
            return self.parse(text)
        try:
            return _read(text, self.annotation)
        except (ValueError, KeyError):
            raise InputError(f"{self.typed} takes {_noun(self.annotation)}, not {text!r}") from None


@cache
def flags_of_game(game: type[Game]) -> tuple[Flag, ...]:
    """The fields of the game's dataclass."""
    hints = typing.get_type_hints(game)
    return tuple(
        Flag(
            field.name,
            hints[field.name],
            REQUIRED if field.default is dataclasses.MISSING else field.default,
            positional=field.default is dataclasses.MISSING,
            **{key: field.metadata[key] for key in ("help", "choices", "parse") if field.metadata.get(key)},
        )
        for field in dataclasses.fields(game)
        if field.init
    )


def flags_of_facts(game: type[Game]) -> tuple[Flag, ...]:
    """The facts that name a position of the game."""
    return tuple(
        Flag(name, Sequence[int] if fact.several else int, None, fact.help)
        for name, fact in game.facts.items()
    )


@cache
def flags_of_function(
    function: Callable[..., object], *, skip: tuple[str, ...] = (), words: bool = False
) -> tuple[Flag, ...]:
    """The keyword-only options of a function; with `words` its positional-only parameters, too.

    The text in `Annotated[type, "text"]` is the help. Only the annotations of these options are resolved: those of
    other parameters may name types that are imported for type checkers only.
    """
    options = {
        name: option
        for name, option in inspect.signature(function).parameters.items()
        if option.kind is option.KEYWORD_ONLY or (words and option.kind is option.POSITIONAL_ONLY)
        if name not in skip
    }
    annotations = {name: option.annotation for name, option in options.items()}
    annotated = type("Options", (), {"__annotations__": annotations})
    hints = typing.get_type_hints(annotated, inspect.unwrap(function).__globals__, include_extras=True)
    flags = []
    for name, option in options.items():
        hint, help = hints[name], ""
        if typing.get_origin(hint) is typing.Annotated:
            hint, *extras = typing.get_args(hint)
            help = next((extra for extra in extras if isinstance(extra, str)), "")
        default = REQUIRED if option.default is option.empty else option.default
        flags.append(Flag(name, hint, default, help, positional=option.kind is option.POSITIONAL_ONLY))
    return tuple(flags)


def values(flags: Sequence[Flag], given: Mapping[str, object]) -> Options:
    """The values of those flags that were given."""
    chosen = {}
    for flag in flags:
        typed = given.get(flag.name)
        if isinstance(typed, str):
            chosen[flag.key or flag.name] = flag.value(typed)
        elif typed is True:
            chosen[flag.key or flag.name] = True
    return chosen


def _read(text: str, annotation: object) -> Data:
    """A text as the annotation wants it."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        return _read_union(text, [one for one in arguments if one is not type(None)])
    if origin is typing.Literal:
        if text not in arguments:
            raise ValueError(text)
        return text
    if origin is not None and issubclass(origin, Iterable):
        items = [_read(part.strip(), arguments[0]) for part in text.split(",") if part.strip()]
        return items if origin is list else tuple(items)
    if annotation is bool:
        return {"yes": True, "true": True, "no": False, "false": False}[text.lower()]
    if annotation in (int, Path):
        return annotation(text)
    if annotation is float:
        return float(as_fraction(text))
    if annotation is Fraction:
        return as_fraction(text)
    return text


def _read_union(text: str, arguments: list[object]) -> Data:
    """The first member of a union that can read the text; numbers before text, exact ones before floats."""
    order = [int, Fraction, float]
    ranked = sorted(
        arguments, key=lambda one: order.index(one) if one in order else len(order) + (one is str)
    )
    for one in ranked:
        try:
            return _read(text, one)
        except (ValueError, KeyError):
            continue
    raise ValueError(text)


def _kind(annotation: object) -> str:
    """What an annotation takes, in one word."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        return _kind(next(one for one in arguments if one is not type(None)))
    if origin is not None and origin is not typing.Literal and issubclass(origin, Iterable):
        return "LIST"
    kinds: dict[object, str] = {int: "INT", float: "NUMBER", Fraction: "NUMBER", Path: "FILE"}
    return kinds.get(annotation, "TEXT")


def _noun(annotation: object) -> str:
    """What a person should type for an annotation."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        nouns = dict.fromkeys(_noun(one) for one in arguments if one is not type(None))
        return " or ".join(noun for noun in nouns if not any(other.startswith(f"{noun} ") for other in nouns))
    if origin is typing.Literal:
        return "one of " + ", ".join(map(str, arguments))
    if origin is not None and issubclass(origin, Iterable):
        return f"a list like 1,2,3, each {_noun(arguments[0])}"
    named: dict[object, str] = {
        bool: "yes or no",
        int: "a whole number",
        float: "a number such as 1, 0.5 or 1/3",
        Fraction: "a number such as 1, 0.5 or 1/3",
    }
    return named.get(annotation, "a text")
