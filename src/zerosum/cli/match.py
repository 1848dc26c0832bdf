"""`zerosum match GAME ROW COL`: the match of two players, computed exactly or simulated."""

from __future__ import annotations

import inspect
import math
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import NoReturn

from rich.console import Console

from zerosum.arena import BEST_RESPONSE, Arena, Match, Player, round_robin
from zerosum.arena.players import InconsistentPlayerError
from zerosum.cli.command_line import excludes, game_verb, needs
from zerosum.cli.pictures import picture_file, save_picture
from zerosum.cli.solve import JSON, solved
from zerosum.cli.terminal import Bar, write_json
from zerosum.core.data import Json, plain
from zerosum.core.errors import InputError, Stopped, Unavailable, ZerosumError
from zerosum.core.game import Game
from zerosum.core.numbers import Number, exact_text
from zerosum.core.printable import one_line
from zerosum.core.progress import Deadline
from zerosum.core.reading import STRATEGY_FILES
from zerosum.core.sides import SIDES
from zerosum.core.solution import Solution
from zerosum.core.value import Value
from zerosum.core.workers import workers_at
from zerosum.display import Table
from zerosum.display.table import chance_text
from zerosum.models.family import arena_for, family_of
from zerosum.request import Options, Request
from zerosum.request.flags import Flag
from zerosum.request.players import read_player

MORE = "a mixture such as 1/2*uniform+1/2*equilibrium, best-response, a file such as bot.csv, or file.py:function"
MISSING = Flag(
    "missing",
    str,
    None,
    "how to fill in decisions missing from a strategy file [default: reject the file]",
    choices=("uniform",),
)
CLUSTER = Flag(
    "cluster",
    str,
    None,
    "simulate (and if possible solve) on a cluster: local:4, or a scheduler's address",
)
FLAGS = (
    Flag("exact", bool, False, "compute exact results, even if that takes long"),
    Flag(
        "plays",
        int,
        None,
        "number of rounds to simulate [default: compute exactly, or simulate 100000 rounds if that would be slow]",
    ),
    Flag("seed", int, 0, "seed of the random numbers"),
    CLUSTER,
    Flag(
        "all",
        bool,
        False,
        "rank players by matches of each against every other: those given, or all of the game's players",
    ),
    Flag(
        "exploit",
        bool,
        False,
        "show the payoff of each player against its best response, and the value of the game",
    ),
    Flag(
        "range",
        bool,
        False,
        "show the lowest and highest EV of row's optimal strategies against the column player",
    ),
    Flag("out", Path, None, "the file for the heat map"),
    MISSING,
    JSON,
)


def check_missing(given: Options, *names: str) -> None:
    """Reject the flag that fills in missing decisions if no strategy comes from a file."""
    if MISSING.name in given and not any(name.strip().lower().endswith(STRATEGY_FILES) for name in names):
        raise InputError(
            f"{MISSING.typed} works only with a strategy file; give one, such as bot.csv, or remove {MISSING.typed}"
        )


USUAL_PLAYS = 100_000
"""Number of rounds to simulate if computing would take longer than `AT_ONCE`."""
AT_ONCE = 1.0
"""Seconds that may be spent on computing a match if the user did not request it."""
COMPUTED = ("exact", "exploit", "range")
"""Flags whose answers are computed, not simulated."""
LABELS = {
    "draw": "payoff 0",
    "bound": "± bound",
    "standard_error": "± standard error",
    "not_below": "at least",
    "not_above": "at most",
    "short": "shortfall",
    "value": "value of the game",
}
"""The columns of the table, by the keys of `--json`."""
VALUES = ("mean", "as_row", "as_col", "value")
"""Keys shown as values: a decimal first, then the fraction."""
SHARES = ("win", "draw", "loss")
"""Keys shown as percentages, with the fraction next to them."""
FEW_RESULTS, MAX_RESULTS = 3, 30
"""Maximum number of computed results that are listed; win, draw and loss alone are not listed."""
SEVERAL = (
    "the game is symmetric, but has several optimal strategies, and the equilibrium strategies found for "
    "row and col differ; against an opponent who errs, their EVs differ "
    "(--range gives the worst and the best)"
)
MAX_FRACTION_LENGTH = 16
"""Largest number of characters of a fraction that is shown; `--json` has all in full."""


def _flags(game: type[Game]) -> Sequence[Flag]:
    """Return the two arguments for players, with the game's players in their help, and the flags."""
    named, seats = dict.fromkeys(SIDES, "equilibrium, or another player of the game"), Game.seats
    with suppress(ZerosumError, TypeError):  # the game may need parameters to have players
        arena = arena_for(game())
        named, seats = {side: ", ".join(arena.roster(side)) for side in SIDES}, arena.game.seats
    row = Flag(
        "row_player", str, "", f"the player for {seats['row']}: {named['row']}; {MORE}", positional=True
    )
    col = Flag(
        "col_player",
        str,
        "",
        f"the player for {seats['col']}: {named['col']}; or any other choice for row",
        positional=True,
    )
    more = Flag(
        "players",
        list,
        None,
        "more players (with --all)",
        positional=True,
        several=True,
        parse=str.splitlines,
    )
    return row, col, more, *FLAGS


@game_verb(_flags)
def match(request: Request) -> None:
    """Match two players against each other, for example: zerosum match GAME equilibrium uniform."""
    cluster = request.extra.get(CLUSTER.name)
    if cluster is not None and _can_solve_on_cluster(request):
        request = replace(request, options={**request.options, CLUSTER.name: cluster})
    with Bar() as bar:
        arena = arena_for(request.game, lambda: solved(request), Deadline(bar), workers_at(cluster))
        report = _report(request, arena, bar)
    if request.extra.get("json"):
        about = {"game": request.game.slug, "parameters": request.game.parameters()}
        write_json(plain({**about, **report}))
        return
    console = Console(highlight=False)
    console.print(one_line(request.game.title), style="bold", markup=False)
    row, col = request.game.seats.values()
    labels = LABELS | {"row": row, "col": col}
    labels |= {"as_row": f"guarantees as {row}", "as_col": f"concedes as {col}"}
    for name, part in report.items():
        if name == "ranking":
            lines = [
                [place, _rounded(line["player"]), _rounded(line["per_play"], "mean")]
                for place, line in enumerate(part, 1)
            ]
            console.print(Table("", ["rank", "player", "average win"], lines))
        elif name != "rows":
            console.print(f"{name}: {part}", markup=False)
        if name != "rows":
            continue
        keys = [key for key in part[0] if key != "results" and any(line[key] is not None for line in part)]
        lines = [[_rounded(line[key], key) for key in keys] for line in part]
        console.print(Table("", [labels.get(key, str(_rounded(key))) for key in keys], lines))
        results = part[0].get("results") or ()
        if request.extra.get("exact") and FEW_RESULTS < len(results) <= MAX_RESULTS:
            shown = [[_rounded(paid), _rounded(p, SHARES[0])] for paid, p in results]
            console.print(Table("", [f"{row} is paid", "probability"], shown))


def _can_solve_on_cluster(request: Request) -> bool:
    return CLUSTER.name in inspect.signature(family_of(type(request.game)).solve).parameters


def _rounded(cell: object, name: str = "") -> object:
    """Format a value for display: a number to six decimals, a short fraction unchanged, a file name without folders."""
    if isinstance(cell, str) and ".py:" in cell:
        return cell.rpartition("/")[2]
    if name == "bound" and isinstance(cell, float):
        return f"{1.05 * cell:.1e}"
    if name in VALUES and isinstance(cell, Fraction):
        return str(Value.exactly(cell))
    if name in SHARES and isinstance(cell, Fraction) and 0 < cell < 1:
        return chance_text(cell)
    if isinstance(cell, Fraction) and len(exact_text(cell)) > MAX_FRACTION_LENGTH:
        cell = float(cell)
    return round(cell, 6) + 0.0 if isinstance(cell, float) else cell


def _report(request: Request, arena: Arena[Game, Solution], bar: Bar) -> Json:
    """Return the match as data, with the requested additions."""
    given = request.extra
    if given.get("plays", 2) < 2 or given.get("seed", 0) < 0:
        raise InputError("--plays must be a whole number, at least 2, and --seed a whole number, at least 0")
    computed = [flag for flag in COMPUTED if given.get(flag)]
    sampling: list[str] = [flag for flag in ("plays", "seed") if flag in given]
    if CLUSTER.name in given and not _can_solve_on_cluster(request):
        sampling.append(CLUSTER.name)
    if computed and sampling:
        raise InputError(f"--{computed[0]} is computed exactly, not simulated; remove --{sampling[0]}")
    needs(given, "out", "all")
    excludes(given, "all", "exploit", "range")
    excludes(given, "exploit", "range")

    def read(name: str, roster: Mapping[str, Player]) -> Player:
        return read_player(name, roster, arena, given.get(MISSING.name))

    def missing(what: str, *words: str) -> NoReturn:
        raise InputError(f"choose {what}, for example: zerosum match {' '.join((*request.typed, *words))}")

    names = [given[key] for key in ("row_player", "col_player") if given.get(key)]
    names += given.get("players", [])
    check_missing(given, *names)
    rows, cols = (arena.roster(side) for side in SIDES)
    if given.get("all"):
        return _round_robin(request, arena, bar, names)
    if len(names) > 2:
        raise InputError(
            "a match needs two players; choose two, or add --all to match every player against every other"
        )
    if given.get("exploit"):
        players = [read(name, {**cols, **rows}) for name in names]
        if not players:
            missing("a player", list(rows)[-1], "--exploit")
        value = solved(request).value.middle
        lines = []
        for player in players:
            as_row, as_col = arena.against_best_response(player)
            lines.append({"player": player.name, "as_row": as_row, "as_col": as_col, "value": value})
        return {"rows": lines}
    if len(names) == 1 and len(cols) == 1:
        names += cols
    if len(names) < 2:
        missing("two players", "equilibrium", list(cols)[-1])
    row, col = (read(name, roster) for name, roster in zip(names, (rows, cols), strict=True))
    if given.get("range"):
        if row.name != "equilibrium":
            missing("equilibrium as the row player", "equilibrium", col.name, "--range")
        return {"rows": [arena.range(col).line()]}
    found = _computed(arena, row, col, given)
    if found is None:
        found = arena.sample(row, col, plays=given.get("plays", USUAL_PLAYS), seed=given.get("seed", 0))
    line = {**found.line(), "row": row.name, "col": col.name, "results": found.distribution()}
    notes = (arena.note(player, side) for side, player in zip(SIDES, (row, col), strict=True))
    note = " ".join(filter(None, notes))
    return {"rows": [line], **({"note": note} if note else {})}


def _computed(arena: Arena[Game, Solution], row: Player, col: Player, given: Options) -> Match | None:
    """Return the computed match, if the user asked for computing or if it is quick; None if it must be simulated."""
    if given.get("exact"):
        return arena.match(row, col)
    if "plays" in given or "seed" in given or CLUSTER.name in given:
        return None
    if "equilibrium" in (row.name, col.name):
        _ = arena.solution  # solving has no deadline
    deadline = arena.progress
    assert isinstance(deadline, Deadline)
    deadline.end = time.monotonic() + AT_ONCE
    try:
        return arena.match(row, col)
    except (Stopped, Unavailable, InconsistentPlayerError):
        return None
    finally:
        deadline.end = math.inf


def _round_robin(request: Request, arena: Arena[Game, Solution], bar: Bar, names: Sequence[str]) -> Json:
    """Return the match of every player against every other; save a figure if a file is given."""
    from zerosum.display.heat import heat_map

    file = picture_file(request.extra["out"], "match.png") if "out" in request.extra else None
    given, players = request.extra, None
    if names:
        if len(set(names)) < max(len(names), 2):
            raise InputError(
                "choose two or more different players, or none to include all of the game's players"
            )
        row, col = (
            [
                read_player(name, roster, arena, given.get(MISSING.name))
                for name in (names if len(roster) > 1 else roster)
            ]
            for roster in map(arena.roster, SIDES)
        )
        players = row, col
        if BEST_RESPONSE in (*row, *col):
            raise InputError(
                "a best response needs one fixed opponent; use it in a match of two players, or use --exploit"
            )

    def sampled(row: Player, col: Player) -> Number:
        return arena.sample(row, col, plays=given.get("plays", USUAL_PLAYS), seed=given.get("seed", 0)).mean

    robin = round_robin(
        arena,
        lambda pairing: setattr(bar, "about", f"{pairing},"),
        players=players,
        mean=sampled if "plays" in given or "seed" in given else None,
    )
    rows, cols, means = robin.rows, robin.cols, robin.means
    table = [
        {"row": row, **dict(zip(cols, line, strict=True))} for row, line in zip(rows, means, strict=True)
    ]
    if file is not None:
        save_picture(lambda: heat_map(rows, means, cols, title=request.game.title), file)
    note = {"note": SEVERAL} if robin.equilibria_differ else {}
    ranking = [{"player": name, "per_play": score} for name, score in robin.ranking]
    picture = {} if file is None else {"picture": str(file)}
    return {"rows": table, "ranking": ranking, **note, **picture}
