"""Matrix games from files, from standard input and from a line of text; every payoff is read exactly.

CSV holds one row of payoffs per line; the first line and the first column may contain names. JSON is a list of rows,
or an object {"matrix": rows, "rows": names, "columns": names}, and TOML holds the same keys; a payoff may be written
2, -0.5, 1e-3 or 1/3 (in JSON and TOML 1/3 as a string). A line of text is a list, [[1, -1], [-1, 1]], or rows between
semicolons, 1 -1; -1 1.
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
from zerosum.core.gambit_text import quoted, tokens, unquoted
from zerosum.core.limits import require_budget
from zerosum.core.numbers import as_fraction, exact_text
from zerosum.core.reading import read_text
from zerosum.models.matrix_game.rules import MatrixGame

_PATTERNS = "write payoffs such as 2, -0.5, 1e-3 or 1/3"

Tree = list["str | Tree"]
"""Tokens of an .nfg file; tokens between braces form a nested list, and strings keep their quotes."""

BYTES_PER_CHARACTER, CHARACTERS_PER_SECOND = 120, 3e5
"""Approximate memory and time for reading, per character."""


def read_matrix(source: str | Path) -> MatrixGame:
    """Read a matrix game from a file, from standard input (if the source is "-"), or from a line of text."""
    if isinstance(source, str) and _is_inline(source):
        return parse_matrix(source if source.lstrip()[:1] in "[{" else source.replace(";", "\n"))
    if str(source) == "-":
        return parse_matrix(_by_rows(_standard_input()))
    path = Path(source)
    if not path.exists() or not str(source).strip():
        raise InputError(f"there is no file {str(source)!r}; give a file, or type the matrix as '1 2; 3 4'")
    if path.is_file():
        _require_budget(path.stat().st_size)
    return parse_matrix(read_text(path), path.suffix.lower())


def _is_inline(source: str) -> bool:
    """Return whether a string is a game, not the name of a file."""
    return source.lstrip()[:1] in ("[", "{") or (";" in source and not Path(source).exists())


def _by_rows(text: str) -> str:
    """Split a single line such as "1 -1; -1 1" into its rows; return any other text unchanged."""
    one_line = len(text.splitlines()) == 1 and any(len(part.split()) > 1 for part in text.split(";"))
    return text.replace(";", "\n") if one_line and text.lstrip()[:1] not in "[{" else text


def _standard_input() -> str:
    try:
        return sys.stdin.read()
    except (UnicodeDecodeError, OSError):
        raise InputError("standard input could not be read as text") from None


def _require_budget(size: int) -> None:
    """Reject a file that would exceed the limits of memory or time."""
    require_budget(
        f"reading {size:,} characters of payoffs",
        memory=BYTES_PER_CHARACTER * size,
        seconds=size / CHARACTERS_PER_SECOND,
    )


def parse_matrix(text: str, ending: str = "") -> MatrixGame:
    """Parse a matrix game; the suffix of its file, or else the beginning of the text, determines the format."""
    _require_budget(len(text))
    begin = text.lstrip()[:4]
    if ending == ".nfg" or begin.startswith("NFG"):
        return parse_nfg(text)
    if ending == ".toml":
        return _document(_load("TOML", tomllib.loads, text, parse_float=str))
    if ending == ".json" or begin[:1] in ("[", "{"):
        return _document(
            _load("JSON", json.loads, text, parse_float=str, parse_int=str, parse_constant=_no_constant)
        )
    return _csv_game(text)


def _load(kind: str, loads: Callable[..., Data], text: str, **options: object) -> Data:
    try:
        return loads(text, **options)
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"this is not {kind}: {error}") from None
    except RecursionError:
        raise InputError(f"this {kind} is nested too deeply") from None


def _number(text: object) -> Fraction | None:
    try:
        return as_fraction(text)
    except InputError:
        return None


def _game(
    payoffs: list[list[Fraction]], rows: Sequence[str], cols: Sequence[str], title: str = ""
) -> MatrixGame:
    """Return the game, after checking that the rows have equal lengths and that the names can be displayed."""
    if not payoffs or not payoffs[0]:
        raise InputError("there are no payoffs; a matrix game needs at least one row and one column")
    for i, row in enumerate(payoffs):
        if len(row) != len(payoffs[0]):
            raise InputError(
                f"row {i + 1} has {len(row)} payoffs and row 1 has {len(payoffs[0])}; every row needs the same number"
            )
    for name in (*rows, *cols, title):
        if not name.isprintable():
            raise InputError(f"the name {name!a} contains characters that cannot be displayed")
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
    """Return whether a cell is a name: neither a payoff nor another number such as nan, inf or 1e999."""
    try:
        float(cell)
    except ValueError:
        return _number(cell) is None
    return False


def _is_header(line: list[str], named: bool) -> bool:
    """Return whether all cells are names; the corner above a column of names may contain anything."""
    return all(map(_is_name, line[1:])) and (_is_name(line[0]) or (named and len(line) > 1))


def _payoff(cell: object, i: int, j: int) -> Fraction:
    found = _number(cell)
    if found is None:
        shown = ascii(cell) if len(ascii(cell)) <= 40 else f"{ascii(cell)[:39]}…"
        raise InputError(f"the payoff in row {i + 1}, column {j + 1} is {shown}; {_PATTERNS}")
    return found


def _document(found: object) -> MatrixGame:
    """Return a game in JSON or TOML: either rows alone, or rows under "matrix", with names under other keys."""
    named: Json = found if isinstance(found, dict) else {"matrix": found}
    strange = set(named) - {"matrix", "rows", "columns", "title"}
    matrix = named.get("matrix")
    if not isinstance(matrix, list) or not all(isinstance(row, list) for row in matrix):
        raise InputError('a game must be a list of rows, or an object with the rows under "matrix"')
    if strange:
        keys = "matrix, rows, columns and title"
        raise InputError(f"the keys of a matrix game are {keys}, not {min(strange)!a}")
    payoffs = [[_payoff(cell, i, j) for j, cell in enumerate(row)] for i, row in enumerate(matrix)]
    rows, cols = (_names(named.get(key) or [], key) for key in ("rows", "columns"))
    return _game(payoffs, rows, cols, str(named.get("title", "")))


def _names(given: object, key: str) -> tuple[str, ...]:
    if not isinstance(given, list):
        raise InputError(f"{key} must be a list of names, not {given!r}")
    return tuple(map(str, given))


def _no_constant(name: str) -> None:
    raise InputError(f"payoffs must be finite numbers, not {name}")


def parse_nfg(text: str) -> MatrixGame:
    """Parse Gambit's strategic-form files (.nfg), for two players whose payoffs have a constant sum.

    A file begins `NFG 1 R "title"`, the players' names in braces, and their strategies: the counts `{ 2 2 }`, or the
    names `{ { "a" "b" } { "c" "d" } }`. A comment in quotes may follow. Then come the payoffs of every cell, with the
    row player's strategy changing fastest, either outright (`1 -1 -1 1 ...`) or as the numbers of outcomes that are
    listed before in braces (`{ { "win" 1, -1 } { "lose" -1, 1 } } 1 2 2 1`), where 0 is the outcome with payoffs 0.
    See "The strategic game (.nfg) file format" in Gambit's documentation.
    """
    parts = _nested(tokens(text))
    if len(parts) < 5 or parts[0] != "NFG" or parts[1] != "1" or parts[2] not in ("R", "D"):
        raise InputError('an .nfg file must begin with NFG 1 R "title" { players } { strategies }')
    title, players, sides, *rest = parts[3:]
    if not isinstance(players, list) or not isinstance(sides, list):
        raise InputError("the players and the strategies of an .nfg file must be in braces after the title")
    if len(players) != 2 or len(sides) != 2:
        raise InputError(f"a matrix game has two players; this file has {len(players)}")
    (m, rows), (n, cols) = (_strategies(side) for side in sides)
    if rest and isinstance(rest[0], str) and rest[0].startswith('"'):
        rest = rest[1:]
    first, second = _nfg_payoffs(rest, m * n)
    total = first[0] + second[0]
    for k, (a, b) in enumerate(zip(first, second, strict=True)):
        if a + b != total:
            raise InputError(
                f"the game is neither zero-sum nor constant-sum: the players get {first[0]} and "
                f"{second[0]} in row 1, column 1, but {a} and {b} in row {k % m + 1}, column {k // m + 1}"
            )
    payoffs = [[first[i + m * j] for j in range(n)] for i in range(m)]
    remark = f"The players' payoffs sum to {total}, not 0: the value is row's payoff, and col gets the rest."
    return MatrixGame.of(payoffs, rows, cols, _unquoted(title), remark if total else "")


def write_nfg(game: MatrixGame) -> str:
    """Write a game as the text of an .nfg file, every payoff as an exact fraction."""
    sides = (" ".join(quoted(move) for move in moves) for moves in game.moves())
    m, n = game.shape
    cells = (game.payoffs[i][j] for j in range(n) for i in range(m))
    numbers = " ".join(f"{exact_text(a)} {exact_text(-a)}" for a in cells)
    head = f'NFG 1 R {quoted(game.heading)} {{ "row" "col" }}'
    return f"{head}\n\n{{ {' '.join(f'{{ {side} }}' for side in sides)} }}\n\n{numbers}\n"


def _nested(given: list[str]) -> Tree:
    """Nest the tokens by their braces."""
    levels: list[Tree] = [[]]
    for token in given:
        if token == "{":
            levels.append([])
        elif token == "}":
            if len(levels) == 1:
                raise InputError("the .nfg file closes a brace that it never opened")
            done = levels.pop()
            levels[-1].append(done)
        else:
            levels[-1].append(token)
    if len(levels) > 1:
        raise InputError("the .nfg file opens a brace that it never closes")
    return levels[0]


def _strategies(side: str | Tree) -> tuple[int, tuple[str, ...]]:
    """Return the number of strategies of a player, and their names if the file contains distinct names."""
    if isinstance(side, list):
        return len(side), _if_distinct([_unquoted(name) for name in side])
    if not _is_whole(side) or int(side) == 0:
        raise InputError(
            f"in an .nfg file, a player must have a whole number of strategies, at least 1, not {side[:40]}"
        )
    return int(side), ()


def _is_whole(token: str) -> bool:
    """Return whether a token is a whole number of at most 12 digits."""
    return token.isascii() and token.isdigit() and len(token) <= 12


def _if_distinct(names: list[str]) -> tuple[str, ...]:
    """Return the names, or none if two are equal or one is empty."""
    return tuple(names) if len(set(names)) == len(names) and all(names) else ()


def _unquoted(token: str | Tree) -> str:
    if isinstance(token, list):
        raise InputError("the .nfg file has braces where quoted text is expected")
    return unquoted(token)


def _nfg_payoffs(rest: Tree, cells: int) -> tuple[list[Fraction], list[Fraction]]:
    """Return the payoffs of both players, cell by cell."""
    if rest and isinstance(rest[0], list):
        outcomes = [(Fraction(0), Fraction(0)), *(_outcome(entry) for entry in rest[0])]
        chosen = [_whole(token, len(outcomes)) for token in rest[1:]]
        _check_count(len(chosen), cells, "outcomes")
        return [outcomes[k][0] for k in chosen], [outcomes[k][1] for k in chosen]
    numbers = [_nfg_number(token) for token in rest]
    _check_count(len(numbers), 2 * cells, "payoffs")
    return numbers[::2], numbers[1::2]


def _check_count(found: int, wanted: int, what: str) -> None:
    if found != wanted:
        raise InputError(f"the .nfg file needs {wanted} {what} for its strategies, but has {found}")


def _outcome(entry: str | Tree) -> tuple[Fraction, Fraction]:
    """Return the two payoffs of an outcome, whose first token is its name."""
    if not isinstance(entry, list) or len(entry) != 3:
        raise InputError("an outcome of an .nfg file must be { name payoff payoff }")
    return _nfg_number(entry[1]), _nfg_number(entry[2])


def _whole(token: str | Tree, limit: int) -> int:
    if isinstance(token, list) or not _is_whole(token) or int(token) >= limit:
        raise InputError(f"the .nfg file refers to outcome {token}, but has {limit - 1} outcomes")
    return int(token)


def _nfg_number(token: str | Tree) -> Fraction:
    try:
        return as_fraction(token)
    except InputError:
        raise InputError(f"the .nfg file has {token} where a payoff is expected") from None
