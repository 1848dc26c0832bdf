"""Visitors' strategies: dropped on a game's page, shown with their leaks, and used as opponents.

A text is read by a worker (`zerosum.strategies`), and the whole strategy is kept as a table under the digest of its
text, like the games of visitors. `own-DIGEST.csv` is its name at tables. No code in it is run.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zerosum.arena import Arena, Player
from zerosum.arena.exploit import exploit as exploit_in
from zerosum.arena.strategies import table_of
from zerosum.certificates.check import MALFORMED
from zerosum.core.data import Json
from zerosum.core.errors import InputError, ZerosumError
from zerosum.core.reading import STRATEGY_FILES, EnclosedFile
from zerosum.core.sides import SIDES, other
from zerosum.request.players import read_player
from zerosum.strategies import player_from
from zerosum.strategies.files import csv_text
from zerosum.web.own import STRATEGY, keep, own_folder

MAX_STRATEGY = 40_000
"""Largest number of characters of a strategy."""
TITLE = "your strategy"


def seat_player(text: str, roster: Mapping[str, Player], arena: Arena[Any, Any]) -> Player:
    """Return the player that a visitor names, possibly a stored strategy but no other file."""
    kept = STRATEGY.fullmatch(text.strip())
    if kept is None:
        if text.strip().lower().endswith(STRATEGY_FILES):
            raise InputError(
                "on this site, drop a strategy file on the page of its game; file names are not allowed here"
            )
        return read_player(text, roster, arena)
    file = own_folder() / f"{kept[1]}.csv"
    if not file.is_file():
        raise InputError("this strategy is no longer stored; drop its file on the page of the game again")
    return player_from(file, arena, name=text.strip())


def leaks_of(arena: Arena[Any, Any], text: str, ending: str, *, fill: bool) -> Json:
    """Return the report on a visitor's strategy and its leaks, and the name under which it can be played."""
    if len(text) > MAX_STRATEGY:
        raise InputError(
            f"a strategy on this site may have at most {MAX_STRATEGY:,} characters; on your own machine: "
            f"zerosum exploit"
        )
    if ending not in STRATEGY_FILES:
        raise InputError(f"a strategy file must end in {', '.join(STRATEGY_FILES)}")
    file = EnclosedFile(f"{TITLE}{ending}", text)
    player = player_from(file, arena, "uniform" if fill else None, name=TITLE)
    try:
        found = exploit_in(arena, player)
    except ZerosumError:
        raise
    except MALFORMED as error:
        raise InputError("this strategy does not fit the rules of the game") from error
    kept = keep(csv_text(table_of(arena, player, tuple(found.sides))), ".csv")
    report, seats = found.report(), arena.game.seats
    return {
        "title": f"value {report.value} · {report.footer}",
        "tables": [
            {"title": table.title, "columns": list(table.columns), "rows": table.cells()}
            for table in report.tables
        ],
        "notes": list(report.notes),
        "opponent": f"{kept}.csv",
        "seats": {
            other(side): seats[other(side)] for side in SIDES if side in found.sides and found.has_opponent
        },
    }
