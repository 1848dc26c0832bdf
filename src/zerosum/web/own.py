"""Games that visitors write: a table of payoffs, tables in TOML or JSON, or Gambit's .efg and .nfg.

A worker reads the text, and returns the game, or the error and its line. A valid game is stored as a file under the
digest of its text, and can then be used like an example of the site: `own-DIGEST` is its name in addresses and at
tables. No code in a text is run: rules in Python are rejected.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import tomllib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from zerosum import MatrixGame, games
from zerosum.core.data import Json
from zerosum.core.errors import GameError, InputError
from zerosum.core.game import rules_data
from zerosum.core.printable import one_line
from zerosum.core.progress import Progress
from zerosum.core.reading import EnclosedFile
from zerosum.models.family import arena_for
from zerosum.request.loading import game_of_file
from zerosum.store import cache_directory

MAX_TEXT = 30_000
"""Largest number of characters of a game."""
MAX_LINES = 1_500
"""Maximum number of lines of a game."""
MAX_ENTRIES = 400
"""Largest number of entries of a table of payoffs."""
MAX_SHOWN = 8
"""Largest number of rows and of columns of a table of payoffs that is drawn during typing."""
MAX_NESTED = 40
"""Maximum nesting depth of brackets."""
MAX_KEPT = 2**25
"""Maximum size of all stored games in bytes; the oldest are removed to make room."""
BLOCK = 4096
"""Minimum number of bytes that a file takes on disk."""
NAME = re.compile(r"own-([0-9a-f]{32})")
"""Matches the name of a stored game."""
STRATEGY = re.compile(r"own-([0-9a-f]{32})\.csv")
"""Matches the name of a stored strategy."""
PYTHON = re.compile(r"^(?:from\s+\S+\s+import|import\s+\w|class\s+\w+.*:|def\s+\w+\(|@\w+)", re.MULTILINE)
"""Matches a line that occurs only in programs."""
AT_LINE = re.compile(r"\(at (?:line (\d+)|(end of document))")
"""Matches the position of an error in messages of Python's TOML parser."""


class OwnExample(NamedTuple):
    """A game to begin with."""

    title: str
    text: str


EXAMPLES = {
    "table": OwnExample("A payoff table", "3 1\n0 2\n"),
    "hidden": OwnExample(
        "Hidden information",
        """title = "One card, one bluff"

[start]
chance = { ace = 1, king = 1 }   # weights
to = "row"                       # who sees the card
then = { ace = "ace", king = "king" }

[ace]
player = "row"
moves = { check = 1, bet = "facing ace" }   # a number is row's payoff

[king]
player = "row"
moves = { check = -1, bet = "facing king" }

["facing ace"]
player = "col"
moves = { fold = 1, call = 2 }

["facing king"]
player = "col"
moves = { fold = 1, call = -2 }
""",
    ),
    "betting": OwnExample(
        "A betting tree",
        """title = "Bet one or two"
ante = 1                         # the chips each player has put in before

[start]
player = "A"
actions.fold = "fold"
actions."bet 1" = { bet = 1, to = "one" }
actions."bet 2" = { bet = 2, to = "two" }

[one]
player = "B"
actions.fold = "fold"
actions.call = "showdown"        # the hands, from [0, 1], are compared

[two]
player = "B"
actions.fold = "fold"
actions.call = "showdown"
""",
    ),
    "stochastic": OwnExample(
        "A stochastic game",
        """title = "Two moods"
discount = "9/10"

[states.calm]
rows = ["push", "wait"]
cols = ["guard", "rest"]
payoff = [[0, 3], [1, 0]]
next = [["storm", "calm"], ["calm", "calm"]]

[states.storm]
payoff = [[2, -1], [-1, 1]]
next = { calm = "1/2", storm = "1/2" }
""",
    ),
    "efg": OwnExample(
        "Gambit .efg",
        """EFG 2 R "Matching pennies" { "row" "col" }
p "" 1 1 "show" { "heads" "tails" } 0
p "" 2 1 "guess" { "heads" "tails" } 0
t "" 1 "two heads" { 3 -3 }
t "" 2 "different" { -2 2 }
p "" 2 1 "guess" { "heads" "tails" } 0
t "" 2 "different" { -2 2 }
t "" 3 "two tails" { 1 -1 }
""",
    ),
}
"""Games to begin with, one for each format."""


def own_folder() -> Path:
    """Return the folder of visitors' games."""
    return cache_directory() / "own"


def own_file(name: str) -> Path | None:
    """Return the file of a stored game; None for any other name, and for a game that was removed to make
    room.
    """
    found = NAME.fullmatch(name)
    return next(own_folder().glob(f"{found[1]}.*"), None) if found else None


def keep(text: str, suffix: str) -> str:
    """Store the text of a game, and return its name."""
    folder, digest = own_folder(), hashlib.sha256(f"{suffix} {text}".encode()).hexdigest()[:32]
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f"{secrets.token_hex(8)}.part"
    part.write_text(text, encoding="utf-8")
    part.replace(folder / f"{digest}{suffix}")
    with suppress(FileNotFoundError):  # another process removes files at the same time
        left = MAX_KEPT
        files = [(one.stat(), one) for one in folder.iterdir()]
        for state, old in sorted(files, key=lambda one: one[0].st_mtime, reverse=True):
            left -= max(state.st_size, BLOCK)
            if left < 0:
                old.unlink(missing_ok=True)
    return f"own-{digest}"


def read_own(progress: Progress, text: str) -> Json:
    """Return the game in a text, with its rules and the text to store; or the error and its line."""
    try:
        return _read(text.replace("\r\n", "\n").lstrip("\ufeff"))
    except InputError as error:
        line = error.line or _line_of_table(text, error.table) if isinstance(error, GameError) else 0
        return {"error": str(error), "line": min(line, text.count("\n") + 1)}


def _read(text: str) -> Json:
    if not text.strip():
        raise GameError("there is no game yet; type one, or start with an example")
    if len(text) > MAX_TEXT or text.count("\n") > MAX_LINES:
        raise GameError(
            f"a game on this site may have at most {MAX_TEXT:,} characters and {MAX_LINES:,} lines"
        )
    program = PYTHON.search(text)
    if program:
        error = GameError(
            "rules in Python are not run here; on your own machine: zerosum solve mygame.py:MyGame"
        )
        error.line = text.count("\n", 0, program.start()) + 1
        raise error
    suffix, payoffs = _suffix(text), None
    if suffix in (".nfg", ".txt"):
        matrix = _matrix(text, suffix)
        payoffs = _shown(matrix)
        text, suffix = _as_tables(matrix), ".json"
    elif suffix != ".efg":
        _check_syntax(text, suffix)
    file = EnclosedFile(f"your-game{suffix}", text)
    name = game_of_file(str(file), "the site")
    assert name is not None
    game = games.load(name)(path=str(file))  # type: ignore[call-arg]
    return {
        "game": name,
        "title": one_line(game.title),
        "rules": [] if payoffs else rules_data(arena_for(game).rules),
        "payoffs": payoffs,
        "text": text,
        "suffix": suffix,
    }


def _shown(game: MatrixGame) -> Json | None:
    """Return the data for drawing a payoff table: names, and each payoff with its sign; None if it is too large."""
    if max(game.shape) > MAX_SHOWN:
        return None
    rows, cols = (list(map(str, names)) for names in game.moves())
    cells = [[[str(paid), (paid > 0) - (paid < 0)] for paid in line] for line in game.payoffs]
    return {"rows": rows, "cols": cols, "cells": cells}


def _suffix(text: str) -> str:
    """Return the file extension for a text, by its format."""
    begin = text.lstrip()
    if begin.startswith(("EFG", "NFG")):
        return f".{begin[:3].lower()}"
    if begin.startswith("{"):
        return ".json"
    return ".toml" if re.search(r"^\s*(?:\[\s*[A-Za-z_\"']|[\w\"'. -]+=)", text, re.MULTILINE) else ".txt"


def _check_syntax(text: str, suffix: str) -> None:
    """Reject text that is not TOML or JSON, and report the line."""
    depth = deepest = 0
    for sign in text:
        depth += (sign in "[{") - (sign in "]}")
        deepest = max(deepest, depth)
    if deepest > MAX_NESTED:
        raise GameError(f"brackets may be nested at most {MAX_NESTED} deep")
    try:
        (json if suffix == ".json" else tomllib).loads(text)
    except json.JSONDecodeError as problem:
        error = GameError(f"this is not JSON: {problem.msg}")
        error.line = problem.lineno
        raise error from None
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        found = AT_LINE.search(str(problem))
        error = GameError(f"this is not TOML: {str(problem).partition(' (at ')[0]}")
        error.line = 0 if found is None else int(found[1]) if found[1] else text.rstrip().count("\n") + 1
        raise error from None
    except ValueError:
        raise GameError("a whole number of this game has thousands of digits, too many to read") from None


def _matrix(text: str, suffix: str) -> MatrixGame:
    """Return a payoff table; report the first line that does not fit a table."""
    lines = text.rstrip().split("\n")
    if len(lines) == 1:
        lines = text.split(";")
    try:
        game = MatrixGame.family.parse("\n".join(lines), suffix)
    except InputError as problem:
        error = GameError(str(problem))
        if suffix == ".txt":
            good = [k for k in range(1, len(lines)) if _is_matrix(lines[:k])]
            error.line = good[-1] + 1 if good else 1
        raise error from None
    if game.shape[0] * game.shape[1] > MAX_ENTRIES:
        raise GameError(f"a payoff table may have at most {MAX_ENTRIES} entries on this site")
    return game


def _is_matrix(lines: Sequence[str]) -> bool:
    try:
        MatrixGame.family.parse("\n".join(lines), ".txt")
    except InputError:
        return False
    return True


def _as_tables(game: MatrixGame) -> str:
    """Return a payoff table as a game in which col moves without seeing row's move."""
    rows, cols = (list(map(str, names)) for names in game.moves())
    tables: Json = {"title": game.heading or f"Your table · {len(rows)} × {len(cols)}"}
    tables["row moves"] = {"player": "row", "hidden": True, "moves": {row: f"after {row}" for row in rows}}
    for row, line in zip(rows, game.payoffs, strict=True):
        moves = {col: str(paid) for col, paid in zip(cols, line, strict=True)}
        tables[f"after {row}"] = {"player": "col", "knows": "col moves", "moves": moves}
    return json.dumps(tables, ensure_ascii=False)


def _line_of_table(text: str, table: str) -> int:
    """Return the line at which a table of a file begins; 0 if it is not found."""
    if not table:
        return 0
    name = "|".join(re.escape(one) for one in (table, json.dumps(table, ensure_ascii=False), f"'{table}'"))
    found = re.search(rf"^[ \t]*\[[ \t]*(?:states[ \t]*\.[ \t]*)?(?:{name})[ \t]*\]", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 0
