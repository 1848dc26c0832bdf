"""Which formula is asked for: a game, and one or two of its parameters as letters or ranges.

A parameter that stays a variable is given by a range, `0..4`, `1/2..` or `..3`, or by a letter, `b`, which means every
value at which the game is defined. In a list of numbers one of them may be a range or a letter: `1,b,4`.
"""

from __future__ import annotations

import dataclasses
import re
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from zerosum.core.errors import InputError, ZerosumError, unknown
from zerosum.core.game import Game
from zerosum.core.numbers import exact_text
from zerosum.core.progress import Progress, silent
from zerosum.formulas.line import GameLine, domain, read_ends, read_range
from zerosum.models.family import family_of
from zerosum.request.flags import REQUIRED, Flag, flags_of_function, flags_of_game

if TYPE_CHECKING:
    from zerosum.formulas.regions import FormulaMap, PlaneLocal
    from zerosum.numerics.plane import PlaneFunction

LIMIT = 10**60
"""Games refuse numbers beyond 1e100; a condition with a coefficient as large as this one comes from that."""

Ends = tuple[Fraction | None, Fraction | None]


@dataclass(frozen=True)
class Variable:
    """A parameter that stays a variable."""

    name: str
    letter: str
    ends: Ends | None
    """The range, if one was given; None in it is infinity."""
    place: Callable[[Fraction], object]
    """A value of the variable in, the game's parameter out."""
    start: tuple[Fraction, ...] = ()
    """The default of the parameter, where the game may be tried first."""


@dataclass(frozen=True)
class FormulaRequest:
    """A game with some of its parameters fixed, and the others variables."""

    kind: type[Game]
    fixed: Mapping[str, object]
    variables: tuple[Variable, ...]

    def make(self, *values: Fraction) -> Game:
        """The game for these values of the variables."""
        moving = {v.name: v.place(t) for v, t in zip(self.variables, values, strict=True)}
        given = {**self.fixed, **moving}
        options = {name: given.pop(name) for name in self.kind.family.formula_options if name in given}
        made = self.kind(**given)
        return made.family.with_options(made, **options) if options else made

    def line(self) -> GameLine[Game]:
        """The game as a function of its only variable."""
        if len(self.variables) == 2:
            raise InputError("two variables make a map; ask for it with zerosum.formula_map")
        if len(self.variables) != 1:
            raise InputError(f"a formula has one variable, or two for a map, not {len(self.variables)}")
        (variable,) = self.variables
        make: Callable[[Fraction], Game] = lambda t: self.make(t)  # noqa: E731

        def exists(t: Fraction) -> None:
            made = make(t)
            made.family.lay_out(made)

        low, high = variable.ends if variable.ends is not None else domain(exists, variable.start)
        if (low is None) != (high is None):  # an open end reaches as far as the game is defined
            edge = low if low is not None else high
            assert edge is not None
            try:
                found = domain(
                    exists, [t for t in (*variable.start, edge / 2, edge * 2) if _inside(t, low, high)]
                )
            except InputError:  # no start is known; the rules will say what is wrong
                found = None, None
            low, high = (found[0], high) if low is None else (low, found[1])
        return GameLine(make, variable.name, variable.letter, low, high, whole=variable.ends is None)

    def map(self, pieces: int, progress: Progress = silent) -> FormulaMap:
        """The map of a game with two variables."""
        from zerosum.formulas.regions import formula_map

        if len(self.variables) != 2:
            raise InputError(
                f"a map has two variables, not {len(self.variables)}; give two ranges or letters"
            )
        first, second = self.variables
        ends = [one.ends or (None, None) for one in self.variables]
        names = (first.name, second.name), (first.letter, second.letter)
        found = formula_map("", *names, ends[0], ends[1], self._around, most=pieces, progress=progress)
        return dataclasses.replace(found, title=self._title(found))

    def has_map(self) -> bool:
        """Whether there is a formula in both variables around their usual values."""
        try:
            found = self._around(*(one.start[0] if one.start else Fraction(1) for one in self.variables))
        except ZerosumError:
            return False
        return found is not None and not isinstance(found.value, str)

    def _around(self, x: Fraction, y: Fraction) -> PlaneLocal | None:
        """The formula around a point, with its conditions, or why there is no game; None if the point is unlucky."""
        from zerosum.formulas.regions import PlaneLocal
        from zerosum.formulas.tracked import ParameterPath
        from zerosum.numerics.plane import PlaneFunction

        path: ParameterPath[PlaneFunction] = ParameterPath(PlaneFunction.of)
        at = [path.variable(t, PlaneFunction.variable(k)) for k, t in enumerate((x, y))]
        try:
            followed = self.make(*at)
            followed.family.lay_out(followed)
        except ZerosumError as problem:
            path.separate()
            return PlaneLocal(str(problem), _without_limits(path.conditions))
        found = followed.family.plane_formula(self.make(x, y), followed, path)
        path.separate()
        if path.lost:
            raise InputError(
                "the rules of this game round a parameter or make it a float, so a map cannot be proved; "
                "keep one parameter as a variable"
            )
        if found is None:
            return None
        return PlaneLocal(found.value, [*_without_limits(path.conditions), *found.conditions])

    def _title(self, found: FormulaMap) -> str:
        """The title of the game, with letters in place of both parameters."""
        inside = next(band for band in found.bands if any(piece.value is not None for piece in band.pieces))
        top = inside.high if isinstance(inside.high, Fraction) else inside.high.low
        # a value that no other number of the title is likely to equal
        y = inside.inside + max(Fraction(0), min(Fraction(1), top - inside.inside)) * Fraction(17, 41)
        letters = found.letters
        line: GameLine[Game] = GameLine(lambda x: self.make(x, y), "", letters[0], *self._defined(y, found))
        text = line.named(lambda game: game.title)
        return re.sub(rf"(?<![\w/.]){re.escape(str(y))}(?![\w/.])", letters[1], text)

    def _defined(self, y: Fraction, found: FormulaMap) -> Ends:
        """The interval of x on a line in which there is a game."""

        def exists(x: Fraction) -> None:
            made = self.make(x, y)
            made.family.lay_out(made)

        low, high = found.x
        starts = [x for x in (_between(low, high), low and low + 1, high and high - 1, y + 1, y / 2) if x]
        return domain(exists, starts)


def _without_limits(conditions: list[PlaneFunction]) -> list[PlaneFunction]:
    """The conditions, except those that only keep numbers within the limits of games."""
    return [c for c in conditions if max(abs(int(a)) for p in (c.top, c.bottom) for a in p.coeffs()) < LIMIT]


def _inside(t: Fraction, low: Fraction | None, high: Fraction | None) -> bool:
    return (low is None or low < t) and (high is None or t < high)


def _between(low: Fraction | None, high: Fraction | None) -> Fraction | None:
    """Some number in a range."""
    return None if low is None or high is None else (low + high) / 2


def read_variable(text: object) -> tuple[str, Ends | None] | None:
    """The letter (or nothing) and the range of a variable; None if a text or pair is an ordinary value."""
    if isinstance(text, tuple) and len(text) == 2:
        return "", read_ends(*text)
    if not isinstance(text, str):
        return None
    if ".." in text:
        return "", read_range(text)
    return (text, None) if len(text) == 1 and text.isalpha() else None


def formula_flags(kind: type[Game]) -> list[Flag]:
    """The parameters of a game, and those options of its solver that a formula may depend on."""
    family = family_of(kind)
    options = family.formula_options
    more = [flag for flag in flags_of_function(family.solve) if flag.name in options] if options else []
    return [*flags_of_game(kind), *more]


def lines_of(kind: type[Game], given: Mapping[str, object]) -> FormulaRequest:
    """The request for a game, by its parameters; those that stay variables are ranges or letters.

    If none is, the game's only parameter that may be any number is.
    """
    flags = {flag.name: flag for flag in formula_flags(kind)}
    for name in given:
        if name not in flags:
            raise unknown("parameter", name, flags)
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
        named = family_of(kind).formula_options
        free = [
            flag
            for flag in numbers
            if flag.name not in given and (flag.default is not None or flag.name in named)
        ]
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
                f"say which parameter stays a variable, by a range or a letter: {', or '.join(choices)}"
            )
        found = _variable(free[0], free[0].name[0])
        assert found is not None
        variables.append(found)
    return FormulaRequest(kind, fixed, _with_letters(variables))


def ways_to_vary(flag: Flag) -> list[str]:
    """How a parameter may be typed so that it stays a variable: a letter alone, in its list or in its law."""
    if _is_number(flag):
        return ["b"]
    if _is_list(flag) and isinstance(flag.default, tuple) and len(flag.default) > 1:
        usual = list(map(str, flag.default))
        return [",".join([*usual[:k], "b", *usual[k + 1 :]]) for k in range(len(usual))]
    return ["values(1,2,b)"] if "values(" in flag.help else []


def _with_letters(variables: Sequence[Variable]) -> tuple[Variable, ...]:
    """Every variable with a letter of its own."""
    taken: set[str] = set()
    found = []
    for variable in variables:
        choices = [variable.letter, *variable.name, *"xyzt"] if variable.letter else [*variable.name, *"xyzt"]
        letter = next(c for c in choices if c.isalpha() and c not in taken)
        taken.add(letter)
        found.append(Variable(variable.name, letter, variable.ends, variable.place, variable.start))
    return tuple(found)


def _variable(flag: Flag, value: object) -> Variable | None:
    """The variable that a value of a parameter stands for; None if it is an ordinary value."""
    default = flag.default
    if _is_number(flag):
        read = read_variable(value)
        if read is None:
            return None
        start = (Fraction(default),) if isinstance(default, Fraction | int) else ()
        return Variable(flag.name, read[0], read[1], lambda t: t, start)
    if isinstance(value, str) and "," in value and _is_list(flag):
        parts = [part.strip() for part in value.split(",")]
        read_parts = [read_variable(part) for part in parts]
        moving = [i for i, part in enumerate(read_parts) if part is not None]
        if len(moving) > 1:
            raise InputError(f"only one entry of {flag.typed} may be a variable, not {len(moving)}")
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
            raise InputError(f"only one number in {flag.typed} may be a variable, not {len(moving)}")
        if moving:
            read = read_variable(parts[moving[0]])
            assert read is not None
            return Variable(flag.name, read[0], read[1], partial(_in_text, flag, parts, parts[moving[0]]))
    if isinstance(value, str) and ".." in value:
        raise InputError(
            f"{flag.typed} is not a parameter that may be any number; formulas need one, such as a bet"
        )
    return None


def _in_text(flag: Flag, parts: list[str], moving: str, t: Fraction) -> object:
    """A law or another text with a number in place of a variable."""
    return flag.value("".join(exact_text(t) if part == moving else part for part in parts))


def _in_list(rest: list[Fraction], place: int, t: Fraction) -> tuple[Fraction, ...]:
    return (*rest[:place], t, *rest[place + 1 :])


def _is_number(flag: Flag) -> bool:
    """Whether a parameter may be any number."""
    hint = flag.annotation
    kinds = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
    return Fraction in kinds or float in kinds


def _is_list(flag: Flag) -> bool:
    return Fraction in typing.get_args(flag.annotation) and Ellipsis in typing.get_args(flag.annotation)


def matrix_line(entries: object, given: Mapping[str, object]) -> GameLine[Game]:
    """A matrix whose entries have a letter in them, for a range of the letter: x="0..3"."""
    from zerosum.models.matrix_game.rules import MatrixGame

    if len(given) > 1:
        raise InputError('a matrix takes one letter and its range, as in x="0..3"')
    rows: Sequence[Sequence[object]]
    if isinstance(entries, str):
        rows = [line.split("," if "," in line else None) for line in entries.split(";")]
    else:
        rows = entries  # type: ignore[assignment]
    letters = sorted({c for row in rows for entry in row for c in str(entry) if c.isalpha()})
    letter, ends = next(iter(given.items()), (letters[0] if letters else "x", ".."))
    read = read_variable(ends)
    if read is None:
        raise InputError(f"the range of {letter} is typed as 0..3, or .. for the whole line, not {ends}")
    low, high = read[1] if read[1] is not None else (None, None)
    return GameLine(MatrixGame.family.lettered(rows, letter), letter, letter, low, high)
