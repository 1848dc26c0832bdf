"""Save any solution to a file, and load it without solving again.

A saved solution is a certificate that also holds the solution itself: its frozen records, each once
(`zerosum.core.records`), so that the loaded solution can do everything. `zerosum check` checks such a file like any
certificate.

A file is data and contains the files of its game, so a loaded solution never opens another file. Loading makes
records of the classes that the game's model lists and of those defined next to the rules; it calls none of their
functions except `__setstate__`. `solution.verify()` proves the file's claim.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from zerosum.certificates import document, rules
from zerosum.certificates.budget import bounded
from zerosum.certificates.certify import heading, sealed
from zerosum.certificates.check import MALFORMED
from zerosum.core.data import Json
from zerosum.core.errors import InputError, Unavailable, ZerosumError
from zerosum.core.game import Game
from zerosum.core.reading import EnclosedFile, read_text
from zerosum.core.records import Reader, Writer, kinds_of
from zerosum.core.solution import Solution

MAX_POSITIONS = 20_000
"""Maximum number of solved positions for which a saved solution also holds its proof."""


def save(solution: Solution, path: str | Path) -> None:
    """Write a complete solution to a file."""
    game = solution.game
    content = heading(solution)
    if not solution.position_keys and solution.positions <= MAX_POSITIONS:
        with suppress(
            Unavailable, InputError, ArithmeticError
        ):  # a solution without a proof is saved without one
            content["strategies"] = solution.family.write(solution)
    writer = Writer(game, kinds_of(game, game.family.record_kinds()))
    content["solution"] = {
        "root": writer.write(solution),
        "records": writer.records,
        "paths": {name: Path(getattr(game, name)).name for name in content["game"].get("files", ())},
    }
    Path(path).write_text(document.render(sealed(content)), encoding="utf-8")


def load_solution(path: str | Path, rules_of: type[Game] | None = None) -> Solution:
    """Read a solution from the file that `solution.save` wrote; nothing is solved again.

    Parameters
    ----------
    path
        The file.
    rules_of
        The class of the game, if it is not in the catalogue.

    Returns
    -------
    Solution
        The saved solution, with all its methods.

    Examples
    --------
    >>> zerosum.solve("kuhn").save("kuhn.json")
    >>> print(zerosum.load_solution("kuhn.json").value)
    -0.0555555… = -1/18
    """
    text = read_text(Path(path))
    with bounded(str(path), text):
        return _read(document.parse(text, str(path)), str(path), rules_of)


def _read(content: Json, path: str, rules_of: type[Game] | None) -> Solution:
    """Return the solution stored in the content of a file."""
    saved = content.get("solution")
    if not saved:
        raise InputError(f"{path} is a certificate, not a saved solution")
    try:
        with rules.made(content["game"], rules_of) as game:
            for name, shown in saved["paths"].items():
                text = content["game"]["files"][name]["text"]
                object.__setattr__(game, name, EnclosedFile(shown, text))  # by the name that it had
            kinds = kinds_of(game, game.family.record_kinds())
            solution = Reader(game, kinds, saved["records"]).read(saved["root"])
        if not isinstance(solution, Solution):
            raise InputError(f"{path} does not contain a solution")
        if heading(solution)["value"] != content["value"]:
            raise InputError(f"{path} states a value that differs from the value of its solution")
        solution.check_form()
    except ZerosumError:
        raise
    except MALFORMED as error:
        raise InputError(
            f"{path} was written by zerosum {content.get('version', 'of another version')} and does not fit this "
            f"one: {type(error).__name__} {error}"
        ) from error
    return solution
