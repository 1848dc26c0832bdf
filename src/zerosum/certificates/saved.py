"""A solution as a file, and back, whatever its model; nothing is solved again.

A solution is numbers in frozen records, so one way of writing records serves every model. The file is JSON of a version
of its own: the game with its parameters (and the files that it was read from), and the records that the solution is
made of, each once. Numbers are written without a loss, a fraction as "-1/18" and a float as "0x1.8p-1"; a checksum
guards all of it.

A file is data. Loading makes records of this package's own classes, and of the module that holds the rules where those
are a person's own, and calls none of their functions but `__setstate__`. What the file claims, `solution.verify()`
proves.
"""

from __future__ import annotations

import json
from pathlib import Path

from zerosum import __version__
from zerosum.certificates import document, rules
from zerosum.core.data import Data, Json
from zerosum.core.errors import InputError
from zerosum.core.game import Game
from zerosum.core.reading import read_text
from zerosum.core.records import Reader, Writer
from zerosum.core.solution import Solution

__all__ = ["FORMAT", "load_solution", "save"]

FORMAT = "zerosum solution 2"


def save(solution: Solution, path: str | Path) -> None:
    """Write a solution, the whole of it, into a file."""
    game = solution.game
    writer = Writer(game)
    solved = writer.write(solution)
    content = {
        "format": FORMAT,
        "version": __version__,
        "game": {**rules.written(game), "title": game.title, "model": game.model},
        "paths": {name: str(getattr(game, name)) for name in rules.FILES if hasattr(game, name)},
        "solution": solved,
        "records": writer.records,
    }
    sealed = {**content, "sha256": document.digest(content)}
    Path(path).write_text(document.render(sealed), encoding="utf-8")


def load_solution(path: str | Path, rules_of: type[Game] | None = None) -> Solution:
    """Read a solution from the file that `solution.save` wrote; nothing is solved again.

    Parameters
    ----------
    path
        The file.
    rules_of
        The class of the game, where it is not of the catalogue.

    Returns
    -------
    Solution
        What was saved: it can be asked, shown, drawn, played and verified as before.

    Examples
    --------
    >>> zerosum.solve("kuhn").save("kuhn.json")
    >>> print(zerosum.load_solution("kuhn.json").value)
    -0.0555555… = -1/18
    """
    content = _read(Path(path))
    try:
        with rules.made(content["game"], rules_of) as game:
            solution = Reader(game, content["records"]).read(content["solution"])
        for name, typed in content["paths"].items():
            object.__setattr__(game, name, typed)  # it was read from the copy inside
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise InputError(
            f"{path} was written by zerosum {content.get('version', 'of another time')} and does not fit this one: "
            f"{type(error).__name__} {error}"
        ) from error
    if not isinstance(solution, Solution):
        raise InputError(f"{path} holds no solution")
    return solution


def _read(path: Path) -> Json:
    """What a file says, if it is of this version and whole."""
    try:
        content: Data = json.loads(read_text(path))
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(f"{path} is no saved solution, or one of another version: it is not {FORMAT!r}")
    if content.get("sha256") != document.digest(content):
        raise InputError(f"{path} is damaged: its checksum does not hold")
    return content
