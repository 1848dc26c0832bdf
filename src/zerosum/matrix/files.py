"""Matrix games from files, from standard input and from a line of text, every payoff read exactly.

CSV holds one row of payoffs per line; a first line and a first column of names may stand before them. JSON is a
list of rows, or an object {"matrix": rows, "rows": names, "columns": names}, and TOML holds the same keys; a payoff
may be written 2, -0.5, 1e-3 or 1/3 (in JSON and TOML that one as a string). Gambit's format is read in `nfg`. A line of
text is a list, [[1, -1], [-1, 1]], or rows between semicolons, 1 -1; -1 1.
"""

from __future__ import annotations

import csv
import json
import sys
import tomllib
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

from zerosum.core.data import Data, Json
from zerosum.core.errors import InputError
from zerosum.core.limits import afford
from zerosum.core.numbers import as_fraction
from zerosum.core.reading import read_text
from zerosum.matrix.nfg import parse_nfg
from zerosum.models.matrix_game.rules import MatrixGame

__all__ = ["parse_matrix", "read_matrix"]

_PATTERNS = "write payoffs as 2, -0.5, 1e-3 or 1/3"

BYTES_A_CHARACTER, CHARACTERS_A_SECOND = 120, 3e5
"""About what reading takes: a fraction is some hundred bytes, and a second reads some 300,000 characters."""


def read_matrix(source: str | Path) -> MatrixGame:
    """The matrix game in a file, on standard input (where the source is "-"), or in a line of text."""
    if isinstance(source, str) and _is_inline(source):
        return parse_matrix(source if source.lstrip()[:1] in "[{" else source.replace(";", "\n"))
    if str(source) == "-":
        return parse_matrix(_by_rows(_standard_input()))
    path = Path(source)
    if not path.exists() or not str(source).strip():
        raise InputError(f"there is no file {str(source)!r}; a matrix is one, or is typed as '1 2; 3 4'")
    if path.is_file():
        _afford(path.stat().st_size)
    return parse_matrix(read_text(path), path.suffix.lower())


def _is_inline(source: str) -> bool:
    """Whether a text is a game rather than the name of a file."""
    return source.lstrip()[:1] in ("[", "{") or (";" in source and not Path(source).exists())


def _by_rows(text: str) -> str:
    """A single line such as "1 -1; -1 1" cut into its rows, as on the command line; any other text as it is."""
    one_line = len(text.splitlines()) == 1 and any(len(part.split()) > 1 for part in text.split(";"))
    return text.replace(";", "\n") if one_line and text.lstrip()[:1] not in "[{" else text


def _standard_input() -> str:
    try:
        return sys.stdin.read()
    except (UnicodeDecodeError, OSError):
        raise InputError("standard input holds no text") from None


def _afford(size: int) -> None:
    """Refuse a file that would take more memory or time than a person allows."""
    afford(
        f"reading {size:,} characters of payoffs",
        memory=BYTES_A_CHARACTER * size,
        seconds=size / CHARACTERS_A_SECOND,
    )


def parse_matrix(text: str, ending: str = "") -> MatrixGame:
    """The matrix game that a text describes; the ending of its file, or else its beginning, says in which format."""
    _afford(len(text))
    begin = text.lstrip()[:4]
    if ending == ".nfg" or begin.startswith("NFG"):
        return parse_nfg(text)
    if ending == ".toml":
        return _document(_loaded("TOML", tomllib.loads, text, parse_float=str))
    if ending == ".json" or begin[:1] in ("[", "{"):
        return _document(
            _loaded("JSON", json.loads, text, parse_float=str, parse_int=str, parse_constant=_no_constant)
        )
    return _csv_game(text)


def _loaded(kind: str, loads: Callable[..., Data], text: str, **options: object) -> Data:
    try:
        return loads(text, **options)
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"this is not {kind}: {error}") from None
    except RecursionError:
        raise InputError(f"this {kind} is nested too deeply") from None


def _number(text: object) -> Fraction | None:
    """The number that a text spells, or None."""
    try:
        return as_fraction(text)
    except InputError:
        return None


def _game(
    payoffs: list[list[Fraction]], rows: Sequence[str], cols: Sequence[str], title: str = ""
) -> MatrixGame:
    """The game, if its rows make a rectangle and its names fit."""
    if not payoffs or not payoffs[0]:
        raise InputError("there are no payoffs; a matrix game needs at least one row and one column")
    for i, row in enumerate(payoffs):
        if len(row) != len(payoffs[0]):
            raise InputError(
                f"row {i + 1} has {len(row)} payoffs and row 1 has {len(payoffs[0])}; every row needs as many"
            )
    for name in (*rows, *cols, title):
        if not name.isprintable():
            raise InputError(f"the name {name!a} has characters that cannot be shown")
    return MatrixGame.of(payoffs, rows, cols, title)


def _csv_game(text: str) -> MatrixGame:
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    separator = next((mark for mark in (";", "\t", ",") if any(mark in line for line in lines)), None)
    try:
        split = csv.reader(lines, delimiter=separator) if separator else map(str.split, lines)
        cells = [[cell.strip() for cell in line] for line in split]
    except csv.Error as error:
        raise InputError(f"this is not CSV: {error}") from None
    named = all(line and _is_name(line[0]) for line in cells[1:])
    header = cells.pop(0) if len(cells) > 1 and _is_header(cells[0], named) else []
    rows: tuple[str, ...] = ()
    if cells and named and _is_name(cells[0][0]):
        rows = tuple(line[0] for line in cells)
        cells = [line[1:] for line in cells]
        header = header[1:] if header and len(header) > len(cells[0]) else header
    payoffs = [[_payoff(cell, i, j) for j, cell in enumerate(line)] for i, line in enumerate(cells)]
    return _game(payoffs, rows, tuple(header))


def _is_name(cell: str) -> bool:
    """Whether a cell is no number, not even one that is no payoff: nan, inf, 1e999."""
    try:
        float(cell)
    except ValueError:
        return _number(cell) is None
    return False


def _is_header(line: list[str], named: bool) -> bool:
    """Whether all cells are names; the corner over a column of names may be anything."""
    return all(map(_is_name, line[1:])) and (_is_name(line[0]) or (named and len(line) > 1))


def _payoff(cell: object, i: int, j: int) -> Fraction:
    """One payoff of a file."""
    found = _number(cell)
    if found is None:
        shown = ascii(cell) if len(ascii(cell)) <= 40 else f"{ascii(cell)[:39]}…"
        raise InputError(f"the payoff in row {i + 1}, column {j + 1} is {shown}; {_PATTERNS}")
    return found


def _document(found: object) -> MatrixGame:
    """A game in JSON or TOML: rows alone, or under "matrix" with names beside them."""
    named: Json = found if isinstance(found, dict) else {"matrix": found}
    strange = set(named) - {"matrix", "rows", "columns", "title"}
    matrix = named.get("matrix")
    if not isinstance(matrix, list) or not all(isinstance(row, list) for row in matrix):
        raise InputError('a game is a list of rows, or an object with the rows under "matrix"')
    if strange:
        keys = "matrix, rows, columns and title"
        raise InputError(f"the keys of a matrix game are {keys}, and not {min(strange)!a}")
    payoffs = [[_payoff(cell, i, j) for j, cell in enumerate(row)] for i, row in enumerate(matrix)]
    rows, cols = (_names(named.get(key) or [], key) for key in ("rows", "columns"))
    return _game(payoffs, rows, cols, str(named.get("title", "")))


def _names(given: object, key: str) -> tuple[str, ...]:
    if not isinstance(given, list):
        raise InputError(f"{key} is a list of names, not {given!r}")
    return tuple(map(str, given))


def _no_constant(name: str) -> None:
    raise InputError(f"a payoff is {name}; payoffs must be finite numbers")
