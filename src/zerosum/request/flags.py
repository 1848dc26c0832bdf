"""A game's parameters as flags of the command.

The flags of `zerosum solve GAME` come from three places: the fields of the game's class, the keyword options of its
model's solver, and the keyword arguments of its solution's `at`, which name another position. All flags are typed
as text and converted to values here, by their annotations, and an invalid one is reported in one sentence.
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
"""The texts given for flags, by name."""

FROM_FIELD = ("help", "choices", "parse", "varies", "local")
"""The metadata of a parameter's flag (`zerosum.option`)."""

REQUIRED = object()
"""The default of a flag that has none."""


class FlagError(InputError):
    """An error about a flag's value: the words before its name, the name, the flag as typed, the words after."""

    def __str__(self) -> str:
        before, _, typed, after = self.args
        return f"{before}{typed}{after}"

    def on_form(self) -> str:
        """Return the sentence with the name of a field of a form in place of the flag."""
        before, name, _, after = self.args
        return f"{before}{name.replace('_', ' ')}{after}"


@dataclass(frozen=True)
class Flag:
    """A flag: its name, its argument, and the conversion of typed text into its value."""

    name: str
    annotation: Data
    default: object
    help: str = ""
    choices: tuple[str, ...] = ()
    parse: Callable[[str], Data] | None = None
    positional: bool = False
    """Whether it is typed without its name."""
    key: str = ""
    """The name of the function's parameter, if the flag has another name."""
    several: bool = False
    """Whether it takes all words not taken by the flags before it, as one string with a line for each word."""
    varies: tuple[str, ...] = ()
    """Texts with a letter in place of a number, for which a formula can be requested."""
    local: str = ""
    """Other input that the user of the command may type, such as a file on this machine."""

    @property
    def is_switch(self) -> bool:
        """Return whether it takes no value."""
        return self.annotation is bool

    @property
    def is_list(self) -> bool:
        """Return whether its value is a list."""
        return _kind(self.annotation) == "LIST"

    @property
    def command_help(self) -> str:
        """Return the flag's line in the command's help."""
        return "; ".join(filter(None, (self.help, self.local)))

    @property
    def typed(self) -> str:
        """Return the flag as typed."""
        name = self.name.replace("_", "-")
        return name if self.positional else f"--{name}"

    @property
    def kind(self) -> str:
        """Return the name of the flag's argument, in capitals, for the help."""
        if self.parse is not None or self.choices:
            return "TEXT"
        return _kind(self.annotation)

    def value(self, text: str) -> Data:
        """Return the value of a typed text."""
        if self.choices and text not in self.choices:
            raise FlagError(
                "", self.name, self.typed, f" must be one of {', '.join(self.choices)}, not {text!r}"
            )
        if self.parse is not None:
            return self.parse(text)
        try:
            return _read(text, self.annotation)
        except (ValueError, KeyError, OverflowError):
            raise FlagError(
                "", self.name, self.typed, f" must be {_noun(self.annotation)}, not {text!r}"
            ) from None


@cache
def flags_of_game(game: type[Game]) -> tuple[Flag, ...]:
    """Return the fields of the game's dataclass."""
    hints = typing.get_type_hints(game)
    return tuple(
        Flag(
            field.name,
            hints[field.name],
            REQUIRED if field.default is dataclasses.MISSING else field.default,
            positional=field.default is dataclasses.MISSING,
            **{key: field.metadata[key] for key in FROM_FIELD if field.metadata.get(key)},
        )
        for field in dataclasses.fields(game)
        if field.init
    )


def flags_of_facts(game: type[Game]) -> tuple[Flag, ...]:
    """Return the flags that specify a position of the game."""
    return tuple(
        Flag(name, Sequence[int] if fact.several else int, None, fact.help)
        for name, fact in game.facts.items()
    )


@cache
def flags_of_function(
    function: Callable[..., object], *, skip: tuple[str, ...] = (), words: bool = False
) -> tuple[Flag, ...]:
    """Return the keyword-only options of a function; with `words` its positional-only parameters as well.

    The string in `Annotated[type, "text"]` is the help. Only the annotations of these options are resolved: those
    of other parameters may name types that are imported for type checkers only.
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
    """Return the values of the flags that were given."""
    chosen = {}
    for flag in flags:
        typed = given.get(flag.name)
        if isinstance(typed, str):
            chosen[flag.key or flag.name] = flag.value(typed)
        elif typed is True:
            chosen[flag.key or flag.name] = True
    return chosen


def _read(text: str, annotation: object) -> Data:
    """Return a text converted to the annotated type."""
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
    """Return the first member of a union that can read the text; numbers before text, exact ones before floats."""
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
    """Return the type in an annotation as one word."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        return _kind(next(one for one in arguments if one is not type(None)))
    if origin is not None and origin is not typing.Literal and issubclass(origin, Iterable):
        return "LIST"
    kinds: dict[object, str] = {int: "INT", float: "NUMBER", Fraction: "NUMBER", Path: "FILE"}
    return kinds.get(annotation, "TEXT")


def _noun(annotation: object) -> str:
    """Return a description of what to type for an annotation."""
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
