"""Strategy files: their formats, and conversion of tables and dumps to text and back."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from zerosum.arena.strategies import StrategyRow, StrategyTable, as_table
from zerosum.core.data import Data, DataMap, plain
from zerosum.core.errors import InputError
from zerosum.core.game import Game
from zerosum.core.numbers import FRACTION, Number, as_fraction, exact_text, number
from zerosum.core.reading import is_file, read_text, without_repeats
from zerosum.core.solution import Solution

if TYPE_CHECKING:
    from zerosum.arena import Arena

Form = Literal["csv", "json", "solution", "openspiel", "openspiel-csv", "profile", "ranges"]
FORMS: dict[str, Form] = {
    ".openspiel.json": "openspiel",
    ".openspiel.csv": "openspiel-csv",
    ".solution.json": "solution",
    ".json": "json",
    ".csv": "csv",
    ".ne": "profile",
    ".txt": "ranges",
}
"""The format in which a strategy is written, by the ending of the file's name."""

MAX_BYTES = 2**28
"""Maximum size of a strategy file."""
COLUMNS = ("side", "information", "move", "probability")
"""The columns of a strategy table; other columns are ignored."""
DUMP_COLUMNS = ("information_state", "action", "probability")
"""The columns of a policy of OpenSpiel."""

Named = dict[tuple[str, str], dict[str, Number]]
NamedTable = Mapping[tuple[str, str], Mapping[str, Number]] | StrategyTable
"""The probability of each move, by side, as written in the file, and information set."""


@dataclass(frozen=True)
class ReadStrategy:
    """A table from a file, before it is compared with the game."""

    table: NamedTable
    game: str = ""
    """The game that the file names; empty if it names none."""


def form_of(file: Path) -> Form:
    """Return the format of the strategy file with this name."""
    name = file.name.lower()
    for ending, form in FORMS.items():
        if name.endswith(ending):
            return form
    raise InputError(f"a strategy file must end in {', '.join(FORMS)}, not {file.name!r:.60}")


def read_file(file: Path, arena: Arena[Any, Any]) -> ReadStrategy | Solution:
    """Return the strategy in a file of any format."""
    name = file.name
    size = file.stat().st_size if is_file(str(file)) else 0
    if size > MAX_BYTES:
        raise InputError(f"{name} has {size:,} bytes; a strategy file may have at most {MAX_BYTES:,}")
    text = read_text(file)
    kind = form_of(file)
    if kind == "ranges":
        return ReadStrategy(arena.read_ranges(text, name))
    if kind == "profile" or text.lstrip()[:3] == "NE,":
        from zerosum.interop.gambit import read_profile

        return ReadStrategy(read_profile(arena, text, name))
    if kind in ("csv", "openspiel-csv"):
        return _read_csv(text, name, arena)
    document = _read_json(text, name)
    if isinstance(document, Mapping) and "solution" in document:
        from zerosum.certificates.saved import load_solution

        return load_solution(file, type(arena.game))
    if isinstance(document, list):
        return ReadStrategy(_named(document, name))
    if isinstance(document.get("strategy"), list):
        return ReadStrategy(_named(document["strategy"], name), str(document.get("game", "")))
    if isinstance(document.get("strategies"), Mapping):  # the JSON output of `solve`
        return ReadStrategy(named_here(document["strategies"], name), str(document.get("game", "")))
    if document.keys() <= {"row", "col", *(seat for seat in arena.game.seats.values())}:
        return ReadStrategy(named_here(document, name))
    dump = {key: _actions(mix, f"{name} at {key!r:.60}") for key, mix in document.items()}
    return ReadStrategy(_of_dump(arena, dump, name))


def _of_dump(arena: Arena[Any, Any], dump: Mapping[str, Mapping[int, Number]], name: str) -> StrategyTable:
    from zerosum.interop import openspiel

    return openspiel.read_dump(arena, dump, name)


def _read_csv(text: str, name: str, arena: Arena[Any, Any]) -> ReadStrategy:
    """Return the table in a CSV file, of a strategy or of an OpenSpiel policy."""
    try:
        lines = list(csv.reader(io.StringIO(text)))
    except csv.Error as error:
        raise InputError(f"{name} is not a table: {error}") from None
    if not lines:
        raise InputError(f"{name} is empty")
    header, *rows = lines
    if not set(DUMP_COLUMNS) <= set(header):
        return ReadStrategy(rows_of_columns(header, rows, name))
    places = [header.index(column) for column in DUMP_COLUMNS]
    dump: dict[str, dict[int, Number]] = {}
    for line, row in enumerate(rows, 2):
        state, action, p = _cells(row, places, f"{name}, line {line}")
        mix, code = dump.setdefault(state, {}), _action(action, f"{name}, line {line}")
        if code in mix:
            raise InputError(f"{name}, line {line}: action {code} at {state!r:.60} occurs twice")
        mix[code] = _float(p, f"{name}, line {line}")
    return ReadStrategy(_of_dump(arena, dump, name))


def rows_of_columns(header: Sequence[str], rows: Iterable[Sequence[object]], name: str) -> Named:
    """Return the table whose columns have these names."""
    names = [str(column).strip().lower() for column in header]
    absent = [column for column in COLUMNS if column not in names]
    if absent:
        raise InputError(
            f"{name} has no column {', '.join(absent)}; a strategy table has the columns {', '.join(COLUMNS)}"
        )
    twice = [column for column in COLUMNS if names.count(column) > 1]
    if twice:
        raise InputError(f"{name} has the column {twice[0]} twice")
    places = [names.index(column) for column in COLUMNS]
    found: Named = {}
    for line, row in enumerate(rows, 2):
        if any(cell not in ("", None) for cell in row):
            _add(found, _cells(row, places, f"{name}, line {line}"), f"{name}, line {line}")
    return found


def _cells(row: Sequence[object], places: Sequence[int], where: str) -> list[Any]:
    if len(row) <= max(places):
        raise InputError(f"{where}: the row has only {len(row)} cells, too few for the columns")
    return [row[place] for place in places]


def _add(found: Named, cells: Sequence[Data], where: str) -> None:
    """Add one row to a table."""
    side, information, move, p = cells
    mix = found.setdefault((str(side), "" if information is None else str(information)), {})
    if str(move) in mix:
        raise InputError(f"{where}: {str(move)!r:.40} at {str(information)!r:.60} occurs twice")
    mix[str(move)] = _probability(p, where)


def _named(rows: Sequence[Data], name: str) -> Named:
    """Return a table from a list of objects."""
    found: Named = {}
    for k, row in enumerate(rows, 1):
        where = f"{name}, row {k}"
        if not isinstance(row, Mapping) or not set(COLUMNS) <= row.keys():
            raise InputError(f"{where}: a row must have {', '.join(COLUMNS)}")
        _add(found, [row[column] for column in COLUMNS], where)
    return found


def named_here(mixes: DataMap, name: str) -> Named:
    """Return a table from a mapping: side, information set, move, probability."""
    found: Named = {}
    for side, decisions in mixes.items():
        for information, mix in decisions.items() if isinstance(decisions, Mapping) else ():
            if not isinstance(mix, Mapping):
                raise InputError(
                    f"{name} says {str(information)!r:.40}: {mix!r:.40}; it must map information sets to moves and "
                    "their probabilities"
                )
            for move, p in mix.items():
                _add(found, (side, information, move, p), f"{name} at {str(information)!r:.60}")
    return found


def _probability(given: Data, where: str) -> Number:
    """Return a probability: a Python number, or its text, such as 1/3, 0.25 or 25%."""
    try:
        if isinstance(given, str):
            text = given.strip()
            if FRACTION.fullmatch(text):
                return number(text)
            share = as_fraction(text.removesuffix("%"))
            return share / 100 if text.endswith("%") else share
        return as_fraction(given)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def _float(given: Data, where: str) -> float:
    """Parse an OpenSpiel probability, which may be a float."""
    try:
        return float(as_fraction(given))
    except OverflowError:
        raise InputError(f"{where}: {str(given)[:20]} is too large for a probability") from None
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def _action(given: Data, where: str) -> int:
    text = str(given).strip()
    if not text.isdecimal() or len(text) > 18:
        raise InputError(f"{where}: an OpenSpiel action must be a whole number, not {text!r:.40}")
    return int(text)


def _actions(given: Data, where: str) -> dict[int, Number]:
    """Parse an OpenSpiel mix: a mapping by action, pairs, or a list with a number for each action."""
    if isinstance(given, Mapping):
        pairs: list[Any] = list(given.items())
    elif isinstance(given, list) and all(isinstance(one, list) and len(one) == 2 for one in given):
        pairs = given
    elif isinstance(given, list):
        pairs = list(enumerate(given))
    else:
        raise InputError(
            f"{where} is neither a strategy table nor an OpenSpiel policy, which maps information states "
            f"to actions and probabilities"
        )
    found: dict[int, Number] = {}
    for action, p in pairs:
        code = _action(action, where)
        if code in found:
            raise InputError(f"{where}: action {code} occurs twice")
        found[code] = _float(p, where)
    return found


def _read_json(text: str, name: str) -> Data:
    """Return the content of a JSON file: an object or a list, with numbers as text."""
    try:
        document = json.loads(text, parse_float=str, parse_int=str, object_pairs_hook=without_repeats)
    except ValueError as error:
        raise InputError(f"{name} is not valid JSON: {error}") from None
    except RecursionError:
        raise InputError(f"{name} is nested too deeply") from None
    if not isinstance(document, dict | list):
        raise InputError(f"{name} contains no strategy")
    return document


def probability_text(p: Number) -> str:
    """Return the exact text of a probability: a fraction or, for a float, as many decimals as identify it."""
    if not isinstance(p, float):
        return exact_text(Fraction(p))
    short = repr(p)
    return short if Fraction(short) == Fraction(p) else str(Decimal(p))


def csv_text(rows: Iterable[StrategyRow]) -> str:
    """Return a table as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for (side, information), mix in as_table(rows).items():
        writer.writerows([side, information, move, probability_text(p)] for move, p in mix.items())
    return out.getvalue()


def json_text(game: Game, rows: Iterable[StrategyRow]) -> str:
    """Return a table as JSON, with the game."""
    listed = [
        dict(zip(COLUMNS, (side, information, move, probability_text(p)), strict=True))
        for (side, information), mix in as_table(rows).items()
        for move, p in mix.items()
    ]
    about = {"game": game.slug, "parameters": plain(game.parameters())}
    lines = ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in listed)
    head = json.dumps(about, ensure_ascii=False)[:-1]
    return f'{head}, "strategy": [\n{lines}\n]}}\n'


def dump_text(dump: Mapping[str, Mapping[str, float]]) -> str:
    """Return an OpenSpiel policy as JSON."""
    lines = ",\n".join(
        f"  {json.dumps(state, ensure_ascii=False)}: {json.dumps(mix)}" for state, mix in dump.items()
    )
    return f"{{\n{lines}\n}}\n"


def dump_csv(dump: Mapping[str, Mapping[str, float]]) -> str:
    """Return an OpenSpiel policy as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(DUMP_COLUMNS)
    for state, mix in dump.items():
        writer.writerows([state, action, repr(p)] for action, p in mix.items())
    return out.getvalue()
