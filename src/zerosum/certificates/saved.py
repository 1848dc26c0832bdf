"""A solution as a file, and back, whatever its model; nothing is solved again.

A saved solution is a certificate that also holds the solution itself: the frozen records that it is made of, each
once (`zerosum.core.records`), so that everything can be asked of it again. `zerosum check` checks such a file as it
does any certificate.

A file is data. Loading makes records of this package's own classes, and of the module that holds the rules where those
are the user's own; it calls none of their functions but `__setstate__`. What the file claims, `solution.verify()`
proves.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from zerosum.certificates import document, rules
from zerosum.certificates.certify import heading, sealed
from zerosum.core.errors import InputError, Unavailable, ZerosumError
from zerosum.core.game import Game
from zerosum.core.records import Reader, Writer
from zerosum.core.solution import Solution

MOST_POSITIONS = 20_000
"""Maximum number of solved positions for which a saved solution also holds its proof."""


def save(solution: Solution, path: str | Path) -> None:
    """Write a solution, the whole of it, into a file."""
    game = solution.game
    content = heading(solution)
    if not solution.where and solution.positions <= MOST_POSITIONS:
        with suppress(Unavailable, InputError, ArithmeticError):  # it is saved without a proof if it has none
            content["strategies"] = game.family.certificate.write(solution)
    writer = Writer(game)
    content["solution"] = {
        "root": writer.write(solution),
        "records": writer.records,
        "paths": {
            name: str(getattr(game, name))
            for name in rules.FILES
            if Path(getattr(game, name, "")).suffix in rules.SUFFIXES
        },
    }
    Path(path).write_text(document.render(sealed(content)), encoding="utf-8")


def load_solution(path: str | Path, rules_of: type[Game] | None = None) -> Solution:
    """Read a solution from the file that `solution.save` wrote; nothing is solved again.

    Parameters
    ----------
    path
        The file.
    rules_of
        The class of the game, where it is not in the catalogue.

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
    content = document.read(Path(path))
    saved = content.get("solution")
    if content["format"] == "zerosum solution 2":
        saved = {"root": saved, "records": content["records"], "paths": content["paths"]}
    if not saved:
        raise InputError(f"{path} is a certificate, which proves a value; a saved solution holds more")
    try:
        with rules.made(content["game"], rules_of) as game:
            solution = Reader(game, saved["records"]).read(saved["root"])
        for name, typed in saved["paths"].items():
            if name not in rules.FILES:
                raise InputError(f"{path} names a file {name!r}, which its game does not have")
            object.__setattr__(game, name, typed)  # the game was read from the copy inside
        if not isinstance(solution, Solution):
            raise InputError(f"{path} does not hold a solution")
        if content["format"] == document.FORMAT and heading(solution)["value"] != content["value"]:
            raise InputError(f"{path} claims another value than its solution has")
        solution.check_form()
    except ZerosumError:
        raise
    except (KeyError, TypeError, AttributeError, IndexError, ValueError, RecursionError) as error:
        raise InputError(
            f"{path} was written by zerosum {content.get('version', 'of another version')} and does not fit this "
            f"one: {type(error).__name__} {error}"
        ) from error
    return solution
