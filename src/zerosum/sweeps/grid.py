"""The games of a sweep: every combination of the values of its parameters, as a grid of numbered rows. Values are
typed in these forms, for the flags of `zerosum sweep` and as strings in Python:

    3,5,7            several values; texts and lists, which may contain commas, are separated by ;
    1..1000          all integers from 1 to 1000
    1/2..4:8         eight numbers from 1/2 to 4, evenly spaced
    J, check: bet 0..1:5    a range inside a text or a list represents several texts
    JsKs5cQs?        every card that may be dealt

A grid takes little memory for any number of rows: a row is made from its number when it is solved.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from zerosum.core.data import Data
from zerosum.core.errors import InputError, TooLargeError, unknown_name_error
from zerosum.core.game import Game, parameter_text
from zerosum.core.numbers import Number, as_fraction, exact_text
from zerosum.core.reading import FILES, EnclosedFile, read_document, read_text
from zerosum.models.matrix_game.rules import MatrixGame
from zerosum.request import flag_groups, load_game
from zerosum.request.flags import REQUIRED, Flag, flags_of_function
from zerosum.request.loading import game_of_file
from zerosum.sweeps.random_games import matrix

MAX_ROWS = 1_000_000
"""Maximum number of rows of a sweep."""
TOGETHER = 8
"""Maximum number of positions of one game in a task."""

LOCKS = Flag("locks", str, None, "decisions to lock")
PLACES = ("game", "solver", "position", "locks")
"""The groups of parameters; those of a position vary fastest, since its game is solved only once."""

MATRIX_FLAGS = flags_of_function(matrix)
MATRIX_FILES = (".csv", ".tsv", ".txt", ".nfg")
RANGE_INSIDE = re.compile(r"(?<![\w./-])-?\d+(?:[./]\d+)?\.\.-?\d+(?:[./]\d+)?(?::\d+)?(?![\w./])")


@dataclass(frozen=True)
class Axis:
    """One parameter and its values."""

    name: str
    """The column of the table."""
    key: str
    """The keyword of the parameter."""
    place: str
    """The parameter's group, one of `PLACES`."""
    values: Sequence[Any]
    shown: Sequence[Any]
    """The values as numbers and strings."""
    is_dealt: bool = False
    """Whether its values are the deals of chance, over which an average is computed."""


NO_AXIS = Axis("", "", "game", (), ())


@dataclass(frozen=True)
class SweptGame:
    """A game, or a function that makes one, with the parameters that vary."""

    label: str
    make: type[Game] | Callable[..., object] | Game
    fixed: Mapping[str, object] = field(default_factory=dict)
    axes: tuple[Axis, ...] = ()

    @property
    def size(self) -> int:
        """The number of rows."""
        return prod(len(axis.values) for axis in self.axes)

    def game(self, parameters: Mapping[str, object]) -> Game:
        """Return the game with these parameters."""
        if isinstance(self.make, Game):
            return self.make
        made = self.make(**self.fixed, **parameters)
        return made if isinstance(made, Game) else matrix_of(made)


@dataclass(frozen=True)
class SweepGrid:
    """All rows of a sweep by index."""

    parts: tuple[SweptGame, ...]

    def __len__(self) -> int:
        return sum(part.size for part in self.parts)

    def find(self, number: int) -> tuple[SweptGame, tuple[int, ...]]:
        """Return the part to which a row belongs, and the index of its value on each axis."""
        for part in self.parts:
            if number < part.size:
                places = []
                for axis in reversed(part.axes):
                    number, place = divmod(number, len(axis.values))
                    places.append(place)
                return part, tuple(reversed(places))
            number -= part.size
        raise IndexError(number)

    @property
    def names(self) -> list[str]:
        """The columns of parameters."""
        games = ["game"] * (len(self.parts) > 1)
        return list(dict.fromkeys([*games, *(axis.name for part in self.parts for axis in part.axes)]))

    @property
    def varying(self) -> list[str]:
        """The parameters with more than one value."""
        games = ["game"] * (len(self.parts) > 1)
        several = (axis.name for part in self.parts for axis in part.axes if len(axis.values) > 1)
        return list(dict.fromkeys([*games, *several]))

    @property
    def dealt(self) -> list[str]:
        """The parameters whose values are deals of chance."""
        return [axis.name for axis in self.parts[0].axes if axis.is_dealt]

    def shown(self, number: int) -> dict[str, Any]:
        """Return the parameters of a row, as numbers and strings."""
        part, places = self.find(number)
        games = {"game": part.label} if len(self.parts) > 1 else {}
        return games | {axis.name: axis.shown[place] for axis, place in zip(part.axes, places, strict=True)}

    def tasks(self, finished: Mapping[int, object]) -> Iterator[list[int]]:
        """Yield the unfinished rows, grouped if they are positions of one game."""
        begin = 0
        for part in self.parts:
            positions = prod(len(axis.values) for axis in part.axes if axis.place == "position")
            for first in range(begin, begin + part.size, positions):
                left = [row for row in range(first, first + positions) if row not in finished]
                yield from (left[k : k + TOGETHER] for k in range(0, len(left), TOGETHER))
            begin += part.size

    def digest(self, *more: object) -> str:
        """Return a digest that identifies this sweep, including the user's own code."""
        from zerosum import __version__

        key = [
            [part.label, fingerprint(part.make), repr(part.fixed), fingerprint([axis.name, axis.values])]
            for part in self.parts
            for axis in part.axes or (NO_AXIS,)
        ]
        text = json.dumps([__version__, key, [fingerprint(one) for one in more]], default=str)
        return hashlib.sha256(text.encode()).hexdigest()


def grid_of(given: object, values: Mapping[str, object], locks: object = None) -> SweepGrid:
    """Return the grid of a game or of several, with the values of parameters, solver options and positions."""
    parts = parts_of(given)
    axes: list[tuple[Axis, ...]] = []
    for part in parts:
        try:
            axes.append(_axes(part, values, locks))
        except InputError as error:
            raise InputError(f"{part.label}: {error}" if len(parts) > 1 else str(error)) from None
    grid = SweepGrid(
        tuple(SweptGame(p.label, p.make, p.fixed, own) for p, own in zip(parts, axes, strict=True))
    )
    if len(grid) > MAX_ROWS:
        raise TooLargeError(
            f"this sweep has {len(grid):,} rows, but the limit is {MAX_ROWS:,}; give fewer values"
        )
    if not len(grid):
        raise InputError("this sweep has no rows; give each parameter at least one value")
    return grid


def parts_of(given: object) -> list[SweptGame]:
    """Return the games of a sweep, given as games, names, files, classes, matrices, or functions that make them."""
    if isinstance(given, SweptGame):
        return [given]
    if isinstance(given, str):
        return [_named(given)]
    if isinstance(given, Game):
        return [SweptGame(given.title, given)]
    if isinstance(given, type) and issubclass(given, Game):
        return [SweptGame(given.name or given.__name__, given)]
    if callable(given):
        return [SweptGame(getattr(given, "__name__", "a function"), given)]
    if getattr(given, "ndim", 0) == 2 or _is_table(given):
        return [SweptGame("matrix", matrix_of(given))]
    if isinstance(given, Sequence) or getattr(given, "ndim", 0) == 3:
        several: Sequence[object] = given  # type: ignore[assignment]
        found = [part for one in several for part in parts_of(one)]
        count = dict.fromkeys((part.label for part in found), 0)
        for k, part in enumerate(found):  # number matrices and games with equal titles
            count[part.label] += 1
            if sum(other.label == part.label for other in found[: k + 2]) > 1 or count[part.label] > 1:
                found[k] = SweptGame(f"{part.label} {count[part.label]}", part.make, part.fixed)
        if found:
            return found
    raise InputError(f"a sweep needs a game, its name, a matrix, or a list of these, not {given!r:.40}")


def _is_table(given: object) -> bool:
    """Return whether an object is a list of rows of numbers."""
    if not isinstance(given, Sequence) or isinstance(given, str) or not given:
        return False
    return all(
        isinstance(row, Sequence) and not isinstance(row, str) and row and not _is_many(row[0])
        for row in given
    )


def matrix_of(given: object) -> MatrixGame:
    """Return the game of a payoff matrix."""
    from zerosum.matrix.value import as_fractions

    return MatrixGame.of(as_fractions(given))


def _named(word: str) -> SweptGame:
    """Return the game given by a name, by a class in a file, or by a file of rules, whose text is stored with it."""
    if word == "matrix":
        return SweptGame(word, matrix)
    path = Path(word)
    if path.suffix.lower() in MATRIX_FILES or (
        path.suffix.lower() in (".toml", ".json") and "matrix" in read_document(path)
    ):
        return SweptGame(word, MatrixGame.family.read(word))
    reader = game_of_file(word, "sweep")
    if reader is not None:
        return SweptGame(word, load_game(reader), {"path": EnclosedFile(path.name, read_text(path))})
    return SweptGame(word, load_game(word))


def flags_of(part: SweptGame) -> list[tuple[str, Flag]]:
    """Return the flags of a part's parameters, each with its group."""
    if isinstance(part.make, Game):
        made = type(part.make)
        groups = {**flag_groups(made), "game": []}
    elif isinstance(part.make, type) and issubclass(part.make, Game):
        groups = flag_groups(part.make)
    elif part.make is matrix:
        groups = {**flag_groups(MatrixGame), "game": list(MATRIX_FLAGS)}
    else:
        names = inspect.signature(part.make).parameters
        groups = {"game": [Flag(name, None, None) for name in names]}
    own = [(group, flag) for group in PLACES for flag in groups.get(group, ())]
    return [(group, flag) for group, flag in own if flag.name not in part.fixed]


def _axes(part: SweptGame, values: Mapping[str, object], locks: object) -> tuple[Axis, ...]:
    """Return the given parameters in their order, with parameters of positions last."""
    known = {flag.name: (place, flag) for place, flag in flags_of(part)}
    is_function = not isinstance(part.make, Game | type) and part.make is not matrix
    axes = []
    for name, given in values.items():
        if name not in known and not is_function:
            raise unknown_name_error("parameter", name, known)
        place, flag = known.get(name, ("solver", Flag(name, None, None)))
        if is_function and isinstance(given, str) and ".." in given:
            flag = replace(flag, annotation=Fraction)
        axes.append(_axis(part, flag, place, given))
    for place, flag in known.values():
        if place == "game" and flag.default is REQUIRED and flag.name not in values:
            raise InputError(f"{part.label} needs {flag.name} ({flag.help})")
    if locks is not None:
        axes.append(_axis(part, LOCKS, "locks", locks))
    return tuple(sorted(axes, key=lambda axis: axis.place == "position"))


def _axis(part: SweptGame, flag: Flag, place: str, given: object) -> Axis:
    """Return a parameter with its given values."""
    key = flag.key or flag.name
    if isinstance(given, str) and flag.annotation is not None:
        if flag.kind in ("INT", "NUMBER") or flag.choices or flag.is_switch:
            read: Sequence[Any] = _numbers(flag, given)
            if isinstance(read, range):
                return Axis(flag.name, key, place, read, read)
            return Axis(flag.name, key, place, read, [_cell(value) for value in read])
        texts = [one.strip() for one in given.split(";")]
        kind: type[Game] = part.make if isinstance(part.make, type) and issubclass(part.make, Game) else Game
        dealt = [one for text in texts for one in kind.runouts(flag.name, text)]
        is_dealt = len(texts) == 1 and len(dealt) > 1
        texts = dealt if len(dealt) > len(texts) else [one for text in texts for one in _inside(text)]
        read = texts if place == "locks" else [_enclosed(flag, flag.value(text)) for text in texts]
        return Axis(flag.name, key, place, read, texts, is_dealt)
    several = _is_many(given) and not (
        flag.is_list and not any(_is_many(one) or isinstance(one, str) for one in given)  # type: ignore[attr-defined]
    )
    listed: list[Any] = list(given) if several else [given]  # type: ignore[call-overload]
    if len(listed) > MAX_ROWS:
        raise TooLargeError(f"{flag.name} has {len(listed):,} values, but the limit is {MAX_ROWS:,}")
    reads = place != "locks" and flag.annotation is not None
    read = [_enclosed(flag, flag.value(one)) if reads and isinstance(one, str) else one for one in listed]
    read = [one.item() if hasattr(one, "item") and getattr(one, "ndim", 0) == 0 else one for one in read]
    numeric = flag.kind in ("INT", "NUMBER")
    return Axis(flag.name, key, place, read, [_cell(value) for value in (read if numeric else listed)])


def _is_many(given: object) -> bool:
    """Return whether an object represents several values."""
    if isinstance(given, str | bytes | Mapping | Game | type):
        return False
    return isinstance(given, Sequence | set | frozenset) or getattr(given, "ndim", 0) > 0


def _cell(value: object) -> Data:
    """Return a value as a number or a string."""
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        value = value.item()
    return value if isinstance(value, int | float | Number) or value is None else parameter_text(value)


def _enclosed(flag: Flag, value: Data) -> Data:
    """Return a file of rules with its text, for other machines."""
    if flag.name in FILES and isinstance(value, str) and _is_file(value):
        return EnclosedFile(Path(value).name, read_text(Path(value)))
    return value


def _numbers(flag: Flag, text: str) -> Sequence[Data]:
    """Return the values of a parameter whose texts contain no commas."""
    found: list[Data] = []
    words = [word.strip() for word in re.split("[,;]", text) if word.strip()]
    for word in words:
        points: Sequence[Data] = _points(word, flag.typed) if ".." in word else [word]
        if isinstance(points, range) and len(words) == 1 and flag.kind == "INT":
            return points
        if len(found) + len(points) > MAX_ROWS:
            raise TooLargeError(f"{flag.typed} has more than {MAX_ROWS:,} values; give fewer")
        found += [flag.value(one if isinstance(one, str) else exact_text(as_fraction(one))) for one in points]
    if not found:
        raise InputError(f"{flag.typed} has no values; write for example 1,2,3 or 0..4:9")
    return found


def _points(text: str, name: str) -> Sequence[Any]:
    """Return the numbers of a range: 1..9 or 1/2..4:8."""
    ends, colon, count = text.partition(":")
    try:
        low, high = map(as_fraction, ends.split("..", 1))
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    if not low < high:
        raise InputError(f"{name}: a range must go from a smaller number to a larger one, not {text!r:.60}")
    if not colon:
        if low.denominator != 1 or high.denominator != 1:
            raise InputError(f"{name}: add the number of points to {text!r:.60}, for example {ends}:8")
        return range(int(low), int(high) + 1)
    if not count.isdecimal() or int(count) < 2:
        raise InputError(
            f"{name}: a range must have at least 2 points, for example {ends}:8, not {text!r:.60}"
        )
    steps = int(count) - 1
    if steps >= MAX_ROWS:
        raise TooLargeError(f"{name} has {steps + 1:,} values, but the limit is {MAX_ROWS:,}; give fewer")
    return [low + (high - low) * k / steps for k in range(steps + 1)]


def _inside(text: str) -> Iterator[str]:
    """Yield the texts that a text with embedded ranges represents."""
    ranges = [_points(found, "a range") for found in RANGE_INSIDE.findall(text)]
    if prod(map(len, ranges)) > MAX_ROWS:
        raise TooLargeError(f"{text!r:.60} stands for more than {MAX_ROWS:,} values; give fewer")
    between = RANGE_INSIDE.split(text)
    for chosen in product(*ranges):
        yield "".join(
            map("".join, zip(between, [*(exact_text(as_fraction(one)) for one in chosen), ""], strict=True))
        )


def fingerprint(thing: object) -> str:
    """Return a fingerprint that is equal in all processes: the code of functions and classes, games' contents."""
    if isinstance(thing, type) or inspect.isfunction(thing):
        name = f"{thing.__module__}.{thing.__qualname__}"
        if thing.__module__.partition(".")[0] == "zerosum":
            return name
        try:
            module = inspect.getmodule(thing)
            source = inspect.getsource(
                module if module is not None and hasattr(module, "__file__") else thing
            )
        except (OSError, TypeError):
            from cloudpickle import dumps

            source = hashlib.sha256(dumps(thing)).hexdigest()
        closure = [cell.cell_contents for cell in getattr(thing, "__closure__", None) or ()]
        return f"{name} {hashlib.sha256(f'{source}{closure!r}'.encode()).hexdigest()}"
    if isinstance(thing, Game):
        fields = {name: getattr(thing, name) for name in thing.__dataclass_fields__}
        return f"{fingerprint(type(thing))} {fields!r}"
    if isinstance(thing, EnclosedFile):
        return str(thing)
    if hasattr(thing, "tobytes"):
        return f"{thing.dtype} {thing.shape} {hashlib.sha256(thing.tobytes()).hexdigest()}"  # type: ignore[attr-defined]
    if isinstance(thing, Mapping):
        return repr({key: fingerprint(value) for key, value in thing.items()})
    if isinstance(thing, str) and _is_file(thing):
        return f"{thing} {hashlib.sha256(Path(thing).read_bytes()).hexdigest()}"
    if isinstance(thing, list | tuple):
        return repr([fingerprint(one) for one in thing])
    return repr(thing)


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # the text is longer than any file name
        return False
