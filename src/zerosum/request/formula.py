"""The request for a formula: a game, and one or two of its parameters as letters or ranges.

A parameter that stays a variable is given by a range, `0..4`, `1/2..` or `..3`, or by a letter, `b`, which means
every value at which the game is defined. One number of a list may be a range or a letter: `1,b,4`.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from zerosum.core.errors import InputError, unknown_name_error
from zerosum.core.game import Game
from zerosum.core.numbers import exact_text
from zerosum.formulas.line import GameLine, game_line, read_ends, read_range
from zerosum.request.flags import REQUIRED, Flag, FlagError, flags_of_game

if TYPE_CHECKING:
    from zerosum.formulas.game_map import GamePlane

Ends = tuple[Fraction | None, Fraction | None]


@dataclass(frozen=True)
class Variable:
    """A parameter that stays a variable."""

    name: str
    letter: str
    ends: Ends | None
    """The range, if one was given; None in it is infinity."""
    place: Callable[[Fraction], object]
    """A function from a value of the variable to the game's parameter."""
    start: tuple[Fraction, ...] = ()
    """The default of the parameter, the first value to try."""


@dataclass(frozen=True)
class FormulaRequest:
    """A game with some of its parameters fixed, and the others as variables."""

    kind: type[Game]
    fixed: Mapping[str, object]
    variables: tuple[Variable, ...]

    def make(self, *values: Fraction) -> Game:
        """Return the game for these values of the variables."""
        moving = {v.name: v.place(t) for v, t in zip(self.variables, values, strict=True)}
        return self.kind(**self.fixed, **moving)

    def line(self) -> GameLine[Game]:
        """Return the game as a function of its only variable."""
        if len(self.variables) == 2:
            raise InputError("with two variables the answer is a map; use zerosum.formula_map")
        if len(self.variables) != 1:
            raise InputError(f"a formula has one variable, or two for a map, not {len(self.variables)}")
        (variable,) = self.variables
        return game_line(self.make, variable.name, variable.letter, variable.ends, variable.start)

    def plane(self) -> GamePlane:
        """Return the game as a function of its two variables."""
        from zerosum.formulas.game_map import GamePlane

        if len(self.variables) != 2:
            raise InputError(
                f"a map has two variables, not {len(self.variables)}; give two ranges or letters"
            )
        first, second = self.variables
        ends = first.ends or (None, None), second.ends or (None, None)
        usual = tuple(one.start[0] if one.start else Fraction(1) for one in self.variables)
        return GamePlane(self.make, (first.name, second.name), (first.letter, second.letter), ends, usual)


def read_variable(text: object) -> tuple[str, Ends | None] | None:
    """Return the letter (or nothing) and the range of a variable; None if a text or pair is an ordinary value."""
    if isinstance(text, tuple) and len(text) == 2:
        return "", read_ends(*text)
    if not isinstance(text, str):
        return None
    if ".." in text:
        return "", read_range(text)
    return (text, None) if len(text) == 1 and text.isalpha() else None


def lines_of(kind: type[Game], given: Mapping[str, object]) -> FormulaRequest:
    """Return the request for a game and its parameters; ranges or letters stand for variables. Without any, the
    variable is the game's only parameter that may be any number.
    """
    flags = {flag.name: flag for flag in flags_of_game(kind)}
    for name in given:
        if name not in flags:
            raise unknown_name_error("parameter", name, flags)
    fixed: dict[str, object] = {}
    variables: list[Variable] = []
    for name, value in given.items():
        found = _variable(flags[name], value)
        if found is not None:
            variables.append(found)
        else:
            fixed[name] = flags[name].value(value) if isinstance(value, str) else value
    for flag in flags.values():
        if flag.default is REQUIRED and flag.name not in given:
            raise InputError(f"{kind.name or kind.__name__} needs a {flag.name} ({flag.help})")
    if not variables:
        numbers = [flag for flag in flags.values() if _is_number(flag)]
        free = [flag for flag in numbers if flag.name not in given and flag.default is not None]
        if numbers and not free:
            return FormulaRequest(kind, fixed, ())
        if len(free) != 1:
            choices = [f"{flag.typed} 1..2" for flag in free] or [
                f"{flag.typed} {text if '(' not in text else repr(text)}"
                for flag in flags.values()
                if not _is_number(flag)
                for text in ways_to_vary(flag)[:1]
            ]
            if not choices:
                raise InputError(
                    f"{kind.name or kind.__name__} has no parameter that may be any number, so it has no formula; "
                    "use solve"
                )
            raise InputError(
                f"choose the parameter to leave variable by giving it a range or a letter: {', or '.join(choices)}"
            )
        found = _variable(free[0], free[0].name[0])
        assert found is not None
        variables.append(found)
    return FormulaRequest(kind, fixed, _with_letters(variables))


def ways_to_vary(flag: Flag) -> list[str]:
    """Return the ways to type a parameter as a variable: a letter alone, in a list or in a distribution."""
    if _is_number(flag):
        return ["b"]
    if _is_list(flag) and isinstance(flag.default, tuple):
        usual = list(map(str, flag.default))
        return [",".join([*usual[:k], "b", *usual[k + 1 :]]) for k in range(len(usual))]
    return list(flag.varies)


def _with_letters(variables: Sequence[Variable]) -> tuple[Variable, ...]:
    """Return all variables, each with its own letter."""
    taken: set[str] = set()
    found = []
    for variable in variables:
        choices = [variable.letter, *variable.name, *"xyzt"] if variable.letter else [*variable.name, *"xyzt"]
        letter = next(c for c in choices if c.isalpha() and c not in taken)
        taken.add(letter)
        found.append(Variable(variable.name, letter, variable.ends, variable.place, variable.start))
    return tuple(found)


def _variable(flag: Flag, value: object) -> Variable | None:
    """Return the variable given by a value of a parameter; None if it is an ordinary value."""
    default = flag.default
    if _is_number(flag):
        read = read_variable(value)
        if read is None:
            return None
        start = (Fraction(default),) if isinstance(default, Fraction | int) else ()
        return Variable(flag.name, read[0], read[1], lambda t: t, start)
    if isinstance(value, str) and "(" not in value and _is_list(flag):
        parts = [part.strip() for part in value.split(",")]
        read_parts = [read_variable(part) for part in parts]
        moving = [i for i, part in enumerate(read_parts) if part is not None]
        if len(moving) > 1:
            raise FlagError(
                "only one entry of ", flag.name, flag.typed, f" may be a variable, not {len(moving)}"
            )
        if moving:
            (place,) = moving
            part = read_parts[place]
            assert part is not None
            rest = [Fraction(0) if i == place else Fraction(part) for i, part in enumerate(parts)]
            usual = (Fraction(default[place]),) if isinstance(default, tuple) and len(default) > place else ()
            return Variable(flag.name, part[0], part[1], partial(_in_list, rest, place), usual)
    if isinstance(value, str) and "(" in value:
        parts = re.split(r"([(),:;=\s])", value)
        moving = [
            k
            for k, part in enumerate(parts)
            if read_variable(part) is not None and parts[k + 1 : k + 2] not in (["("], ["="])
        ]
        if len({parts[k] for k in moving}) > 1:
            raise FlagError(
                "only one number in ", flag.name, flag.typed, f" may be a variable, not {len(moving)}"
            )
        if moving:
            read = read_variable(parts[moving[0]])
            assert read is not None
            return Variable(flag.name, read[0], read[1], partial(_in_text, flag, parts, parts[moving[0]]))
    if isinstance(value, str) and ".." in value:
        says = " cannot vary continuously; a formula needs a parameter that can, such as a bet size"
        raise FlagError("", flag.name, flag.typed, says)
    return None


def _in_text(flag: Flag, parts: list[str], moving: str, t: Fraction) -> object:
    """Return the value of a distribution or another text, with the number t in place of the variable."""
    return flag.value("".join(exact_text(t) if part == moving else part for part in parts))


def _in_list(rest: list[Fraction], place: int, t: Fraction) -> tuple[Fraction, ...]:
    return (*rest[:place], t, *rest[place + 1 :])


def _is_number(flag: Flag) -> bool:
    """Return whether a parameter may be any number."""
    hint = flag.annotation
    kinds = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
    return Fraction in kinds or float in kinds


def _is_list(flag: Flag) -> bool:
    return Fraction in typing.get_args(flag.annotation) and Ellipsis in typing.get_args(flag.annotation)


def matrix_line(entries: object, given: Mapping[str, object]) -> GameLine[Game]:
    """Return a matrix with a letter in its entries, for a range of the letter: x="0..3"."""
    from zerosum.models.matrix_game.rules import MatrixGame

    if len(given) > 1:
        raise InputError('a matrix takes one letter and its range, for example x="0..3"')
    rows: Sequence[Sequence[object]]
    if isinstance(entries, str):
        rows = [line.split("," if "," in line else None) for line in entries.split(";")]
    else:
        rows = entries  # type: ignore[assignment]
    letters = sorted({c for row in rows for entry in row for c in str(entry) if c.isalpha()})
    letter, ends = next(iter(given.items()), (letters[0] if letters else "x", ".."))
    read = read_variable(ends)
    if read is None:
        raise InputError(
            f"the range of {letter} must be written as 0..3, or as .. for all numbers, not {ends}"
        )
    low, high = read[1] if read[1] is not None else (None, None)
    return GameLine(MatrixGame.family.lettered(rows, letter), letter, letter, low, high)
