"""Matrix games from files: CSV, JSON and Gambit's .nfg, every payoff read exactly.

CSV holds one row of payoffs per line; a first line and a first column of names may stand before them. JSON is a
list of rows, or an object {"matrix": rows, "rows": names, "columns": names}; in both, a payoff may be written
2, -0.5, 1e-3 or 1/3 (in JSON as a string). Gambit's format is read in `nfg`.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from zerosum.errors import InputError
from zerosum.matrix.nfg import parse_nfg
from zerosum.numerics.rational import as_fraction
from zerosum.reading import read_text

__all__ = ["MatrixFile", "read_matrix"]

_PATTERNS = "write payoffs as 2, -0.5, 1e-3 or 1/3"


@dataclass(frozen=True)
class MatrixFile:
    """The payoffs to the row player, and the names that the file gives."""

    payoffs: tuple[tuple[Fraction, ...], ...]
    rows: tuple[str, ...] = ()
    cols: tuple[str, ...] = ()
    title: str = ""


def read_matrix(path: Path) -> MatrixFile:
    """The matrix game in a file; its ending, or else its beginning, says which format it has."""
    text = read_text(path)
    begin, ending = text.lstrip()[:4], path.suffix.lower()
    if ending == ".nfg" or begin.startswith("NFG"):
        game = parse_nfg(text)
        return MatrixFile(game.payoffs, *game.strategies, game.title)
    if ending == ".json" or begin[:1] in ("[", "{"):
        return _json_game(text)
    return _csv_game(text)


def _number(text: object) -> Fraction | None:
    """The number that a text spells, or None."""
    try:
        return as_fraction(text)
    except InputError:
        return None


def _matrix(rows: list[list[Fraction]]) -> tuple[tuple[Fraction, ...], ...]:
    """The rows, if they make a rectangle."""
    if not rows or not rows[0]:
        raise InputError("the file holds no payoffs; a matrix game needs at least one row and one column")
    for i, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise InputError(
                f"row {i + 1} has {len(row)} payoffs and row 1 has {len(rows[0])}; every row needs as many"
            )
    return tuple(map(tuple, rows))


def _csv_game(text: str) -> MatrixFile:
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    separator = next((mark for mark in (";", "\t", ",") if any(mark in line for line in lines)), None)
    cells = (
        [line.split() for line in lines]
        if separator is None
        else list(csv.reader(lines, delimiter=separator))
    )
    cells = [[cell.strip() for cell in line] for line in cells]
    header = cells.pop(0) if len(cells) > 1 and _is_header(cells[0]) else []
    rows: tuple[str, ...] = ()
    if cells and all(line and _is_name(line[0]) for line in cells):
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


def _is_header(line: list[str]) -> bool:
    """Whether all cells are names; the corner over a column of names may be anything."""
    return all(map(_is_name, line[1:])) and (len(line) > 1 or _is_name(line[0]))


def _payoff(cell: object, i: int, j: int) -> Fraction:
    """One payoff of a file."""
    found = _number(cell)
    if found is None:
        raise InputError(f"the payoff in row {i + 1}, column {j + 1} is {cell!r}; {_PATTERNS}")
    return found


def _json_game(text: str) -> MatrixFile:
    try:
        found = json.loads(text, parse_float=str, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise InputError(f"line {error.lineno} is not JSON: {error.msg}") from None
    named: dict[str, Any] = found if isinstance(found, dict) else {"matrix": found}
    matrix = named.get("matrix")
    if not isinstance(matrix, list) or not all(isinstance(row, list) for row in matrix):
        raise InputError('a JSON game is a list of rows, or an object with the rows under "matrix"')
    payoffs = [[_payoff(cell, i, j) for j, cell in enumerate(row)] for i, row in enumerate(matrix)]
    rows, cols = (tuple(map(str, named.get(key) or ())) for key in ("rows", "columns"))
    return _game(payoffs, rows, cols, str(named.get("title", "")))


def _no_constant(name: str) -> None:
    raise InputError(f"a payoff is {name}; payoffs must be finite numbers")


def _game(
    payoffs: list[list[Fraction]], rows: Sequence[str], cols: Sequence[str], title: str = ""
) -> MatrixFile:
    """The game, if its names fit its shape."""
    matrix = _matrix(payoffs)
    for names, count, what in ((rows, len(matrix), "row"), (cols, len(matrix[0]), "column")):
        if names and len(set(names)) != count:
            raise InputError(f"there are {count} {what}s, so {count} different {what} names are needed")
    return MatrixFile(matrix, tuple(rows), tuple(cols), title)
