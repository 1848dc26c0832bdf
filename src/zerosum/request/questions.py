"""Questions about a solution, for every front end: EVs, other optimal strategies, locked decisions.

ev       the EV of each move at every decision            solution.evs
range    the probabilities over all optimal strategies     solution.ranges
lock     some decisions fixed, the rest solved again       zerosum.solve(game, locks={...})
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from zerosum.core.data import Data, Json, plain
from zerosum.core.errors import InputError
from zerosum.core.game import Game
from zerosum.core.numbers import as_fraction
from zerosum.core.progress import Progress, silent
from zerosum.core.reading import STRATEGY_FILES, read_text
from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Solution
from zerosum.request.flags import Flag, Options
from zerosum.request.request import Request

if TYPE_CHECKING:
    from zerosum.arena import Player
    from zerosum.core.questions import Lock
    from zerosum.display import Report

EV = Flag(
    "ev",
    bool,
    False,
    "show the expected value (EV) of each move at every decision, and the cost of a mistake",
)
RANGE = Flag(
    "range", bool, False, "show the minimum and maximum probability of each move over all optimal strategies"
)
LOCK = Flag(
    "lock",
    str,
    None,
    'fix a decision and solve for the rest (node locking): information set, move, probability: "K, check: bet 1/2"; '
    'or lock a whole player, for example "col: uniform"; or a file with one lock per line',
    several=True,
)
QUESTIONS = (EV, RANGE, LOCK)

Seats = Mapping[Side, str]
"""The names of both sides."""

OWN_FILE = ".py:"
"""The separator in the name of a user's own function."""


def solve_locked(request: Request, progress: Progress = silent) -> Solution:
    """Return the solution with the requested locks."""
    locks = read_locks(request.extra["lock"], request.game.seats, game=request.game)
    if request.position:
        raise InputError("locks apply to the whole game; remove the position")
    found: Solution = request.game.family.locked(request.game, locks, progress=progress, **request.options)
    return found


def read_locks(
    given: object, seats: Seats, *, names_files: bool = True, game: Game | None = None
) -> list[Lock]:
    """Parse locks: lines of text, a list of such lines, or a mapping by a player's information.

    A key of a mapping is a player's information, and its value maps moves to probabilities. With the key "row" or
    "col", or the name of a seat, the value is a player: a name, a function, a `Player` or, if `game` is given, a
    strategy file. Without `names_files`, no text is read as a file name.
    """
    if isinstance(given, str):
        return _read_text(given, seats, is_file=not names_files, game=game)
    if isinstance(given, Mapping):
        return [_lock_of(str(key), value, seats, game) for key, value in given.items()]
    if isinstance(given, Sequence):
        return [lock for line in given for lock in read_locks(line, seats, game=game)]
    raise InputError(
        'a lock is a string such as "K, check: bet 1/2", or a mapping such as {"K, check": {"bet": "1/2"}}'
    )


def _lock_of(key: str, value: object, seats: Seats, game: Game | None) -> Lock:
    from zerosum.core.questions import Lock

    side, information = _side(key)
    if side is None and (":" in key or not isinstance(value, Mapping)):
        side, information = _side(key, seats)
    if isinstance(value, Mapping):
        if not value:
            raise InputError(
                f"the lock of {key!r} must map moves to probabilities, for example {{'bet': '1/2'}}"
            )
        moves = {str(move): _probability(str(p)) for move, p in value.items()}
        return Lock(information or "start", moves, side)
    if side is None or information:
        raise InputError(f"the lock of {key!r} must map moves to probabilities, for example {{'bet': '1/2'}}")
    return Lock("", {}, side, _player(value, game))


def _read_text(text: str, seats: Seats, *, is_file: bool = False, game: Game | None = None) -> list[Lock]:
    """Return the locks of all lines; a file may not name other files."""
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    found = [lock for line in lines if line for lock in _read_line(line, seats, is_file, game)]
    if not found:
        raise InputError(
            f'{"the file" if is_file else "the text"} contains no lock; write one, for example "K, check: bet 1/2"'
        )
    return found


def _read_line(line: str, seats: Seats, is_file: bool, game: Game | None) -> list[Lock]:
    """Return the lock of a line, or those of a file."""
    from zerosum.core.questions import Lock

    if not is_file and (
        _is_file(line) or (":" not in line and set(line) & set("./\\") and not _ends_in_number(line))
    ):
        return _read_text(read_text(Path(line)), seats, is_file=True, game=game)
    if ":" not in line:
        raise InputError(
            f'a lock gives moves and their probabilities, for example "K, check: bet 1/2", not {line!r:.60}'
        )
    side, rest = _side(line)
    if side is None:
        named, after = _side(
            line, seats
        )  # "A: bet 1/2" is about an ace, and "A: uniform" or "A: K: bet 1/2" about A
        if named is not None and (":" in after or not _ends_in_number(after)):
            side, rest = named, after
    information, colon, moves = rest.rpartition(":")
    if side is not None and not _ends_in_number(rest) and (not colon or OWN_FILE in rest):
        if is_file and (OWN_FILE in rest or rest.lower().endswith(STRATEGY_FILES)):
            raise InputError(f"these locks cannot name files; remove {rest!r:.60}")
        return [Lock("", {}, side, _player(rest, game))]
    mix = {}
    for part in filter(None, (part.strip() for part in moves.split(","))):
        name, _, p = part.rpartition(" ")
        if not name or not _is_number(p):
            raise InputError(
                f'a lock gives moves and their probabilities, for example "K, check: bet 1/2", not {line!r}'
            )
        if name.strip() in mix:
            raise InputError(f"{line!r:.60} names {name.strip()!r:.40} twice; give each move one probability")
        mix[name.strip()] = _probability(p)
    if not mix:
        raise InputError(
            f'a lock gives the probability of a move, for example "K, check: bet 1/2", not {line!r}'
        )
    return [Lock(information.strip() or "start", mix, side)]


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except OSError:  # the text is longer than any file name
        return False


def _ends_in_number(text: str) -> bool:
    return bool(text) and _is_number(text.split()[-1])


def _side(text: str, seats: Seats | None = None) -> tuple[Side | None, str]:
    """Return the side at the beginning of a text, if any, also as the name of a seat, and the rest."""
    first, colon, rest = text.partition(":")
    for side in SIDES:
        if first.strip().lower() == (seats[side].lower() if seats else side):
            return side, rest.strip() if colon else ""
    return None, text


def _player(given: Data, game: Game | None) -> Player:
    from zerosum.arena import UserFunction  # slow to import
    from zerosum.arena.players import NAMED
    from zerosum.models.family import arena_for
    from zerosum.request.players import read_player

    if isinstance(given, str):
        arena = None if game is None else arena_for(game)
        return read_player(given, NAMED if arena is None else arena.simple, arena)
    if callable(given):
        return UserFunction(getattr(given, "__name__", "a function"), given)
    if hasattr(given, "mix"):
        player: Player = given
        return player
    raise InputError("a side is locked to a player: a name, a function, or a player")


def _is_number(text: str) -> bool:
    try:
        as_fraction(text.removesuffix("%"))
    except InputError:
        return False
    return True


def _probability(text: str) -> Fraction:
    return as_fraction(text.removesuffix("%")) / 100 if text.endswith("%") else as_fraction(text)


def find(solution: Solution, extra: Options, progress: Progress = silent) -> None:
    """Answer the questions in advance, so that showing the answers takes no time."""
    if extra.get("range"):
        solution.find_ranges(progress)


def json_of(solution: Solution, extra: Options) -> Json:
    """Return the answer as data, with the requested questions."""
    more = {}
    if extra.get("ev"):
        more["evs"] = plain(solution.evs)
    if extra.get("range"):
        more["ranges"] = plain(solution.ranges)
    return {**solution.json(), **more}


def report_of(solution: Solution, extra: Options) -> Report:
    """Return the report with answers to the requested questions; their tables replace those of the strategies."""
    report = solution.report()
    if not (extra.get("ev") or extra.get("range")):
        return report
    from zerosum.display.questions import ev_tables, ranges_tables

    seats = solution.game.seats
    found = []
    if extra.get("ev"):
        found.append(ev_tables(solution.evs, seats, solution.ev_meaning, decimals=solution.in_decimals))
    if extra.get("range"):
        found.append(ranges_tables(solution.ranges, seats))
    tables, notes = (
        [one for tables, _ in found for one in tables],
        [one for _, notes in found for one in notes],
    )
    return replace(report, tables=tables, notes=notes)
