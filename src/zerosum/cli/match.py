"""`zerosum match GAME ROW COL`: two players against each other, exactly or by simulation."""

from __future__ import annotations

import inspect
import json
import math
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import NoReturn

from rich.console import Console

from zerosum.arena import Arena, Match, Player, round_robin
from zerosum.arena.players import InconsistentPlayerError
from zerosum.cli.command_line import game_verb, needs
from zerosum.cli.solve import JSON, picture_file, solved
from zerosum.cli.terminal import Bar
from zerosum.core.answer import Answer
from zerosum.core.data import Json, plain
from zerosum.core.errors import InputError, Stopped, Unavailable, ZerosumError
from zerosum.core.game import Game
from zerosum.core.numbers import exact_text
from zerosum.core.sides import SIDES
from zerosum.core.value import Value
from zerosum.display import Table
from zerosum.display.table import chance_text
from zerosum.models.family import arena_for, family_of, workers_at
from zerosum.request import Options, Request
from zerosum.request.flags import Flag
from zerosum.request.players import read_player

MORE = "a mixture such as 1/2*uniform+1/2*equilibrium, best-response, or file.py:function"
CLUSTER = Flag(
    "cluster",
    str,
    None,
    "sample on a cluster, and solve there if the game can be: local:4, or a scheduler's address",
)
FLAGS = (
    Flag("exact", bool, False, "compute the results, however long that takes"),
    Flag(
        "plays", int, None, "sample so many plays [default: compute, or 100000 plays where that takes longer]"
    ),
    Flag("seed", int, 0, "the seed of the random numbers"),
    CLUSTER,
    Flag("all", bool, False, "every player against every other, as a table and a heat map"),
    Flag("exploit", bool, False, "what the best response leaves to a player, beside the value of the game"),
    Flag(
        "range",
        bool,
        False,
        "what optimal strategies of row earn against the column player, the worst and the best",
    ),
    Flag("out", Path, None, "where the heat map goes [default: match.png]"),
    JSON,
)

USUAL_PLAYS = 100_000
"""So many plays are sampled where computing would take longer."""
AT_ONCE = 1.0
"""Seconds that a match may take to be computed unasked."""
COMPUTED = ("exact", "all", "exploit", "range")
"""What is computed and not sampled."""
LABELS = {
    "bound": "± bound",
    "standard_error": "± standard error",
    "not_below": "not below",
    "not_above": "not above",
    "short": "short of optimal by",
    "value": "value of the game",
}
"""What a person reads for the keys of `--json`."""
WORTHS = ("mean", "as_row", "as_col", "value")
"""What is read as a value is: a decimal first, then the fraction."""
SHARES = ("win", "draw", "loss")
"""What is read as a percentage, with the fraction beside it."""
UNTABLED = ("results",)
"""What is in `--json` only."""
FEW_RESULTS, MOST_RESULTS = 3, 30
"""More results than win, draw and loss are listed where they were computed, if they are not too many."""
SEVERAL = (
    "the sides are alike here, but each has several optimal strategies, and row's equilibrium and col's are two of "
    "them; against a player who errs they do not earn the same (--range gives the worst and the best)"
)
LONGEST_FRACTION = 16
"""A fraction with more characters is shown as a decimal; `--json` has it in full."""


def _flags(game: type[Game]) -> Sequence[Flag]:
    """The two words that name players, whose help lists the players of the game, and the flags."""
    named, seats = dict.fromkeys(SIDES, "equilibrium, or another player of the game"), Game.seats
    with suppress(ZerosumError, TypeError):  # the game may need parameters to have players
        arena = arena_for(game())
        named, seats = {side: ", ".join(arena.roster(side)) for side in SIDES}, arena.game.seats
    row = Flag("row_player", str, "", f"who plays {seats['row']}: {named['row']}; {MORE}", positional=True)
    col = Flag("col_player", str, "", f"who plays {seats['col']}: {named['col']}; likewise", positional=True)
    return row, col, *FLAGS


@game_verb(_flags)
def match(request: Request) -> None:
    """Pit two players against each other, as in: zerosum match GAME equilibrium uniform."""
    request = _solved_there_too(request)
    with Bar() as bar:
        workers = workers_at(request.extra.get(CLUSTER.name))
        arena = arena_for(request.game, lambda: solved(request), Hurry(bar), workers)
        report = _report(request, arena, bar)
    if request.extra.get("json"):
        about = {"game": request.game.called, "parameters": request.game.parameters()}
        print(json.dumps(plain({**about, **report}), ensure_ascii=False))  # noqa: T201
        return
    console = Console(highlight=False)
    console.print(request.game.title, style="bold", markup=False)
    for name, part in report.items():
        if name == "rows":
            told = [
                name
                for name in part[0]
                if name not in UNTABLED and any(row[name] is not None for row in part)
            ]
            lines = [[_rounded(row[name], name) for name in told] for row in part]
            console.print(Table("", [_label(name, request.game) for name in told], lines))
            results = part[0].get("results") or ()
            if request.extra.get("exact") and FEW_RESULTS < len(results) <= MOST_RESULTS:
                shown = [[_rounded(paid), _rounded(p, SHARES[0])] for paid, p in results]
                console.print(Table("", [f"{request.game.seats['row']} is paid", "probability"], shown))
        else:
            console.print(f"{name}: {part}", markup=False)


def _solved_there_too(request: Request) -> Request:
    """A cluster that samples solves the game too, where the game's solver can use one."""
    cluster = request.extra.get(CLUSTER.name)
    if cluster is None or not _solves_there(request):
        return request
    return replace(request, options={**request.options, CLUSTER.name: cluster})


def _solves_there(request: Request) -> bool:
    """Whether the solver of a game can use a cluster."""
    return CLUSTER.name in inspect.signature(family_of(type(request.game)).solve).parameters


class Hurry:
    """Shows progress, and gives up when it has taken longer than a person likes to wait without having asked to."""

    def __init__(self, bar: Bar) -> None:
        self.bar, self.end = bar, math.inf

    def __call__(self, done: int, total: int, unit: str) -> None:
        if time.monotonic() > self.end:
            raise Stopped("this takes longer")
        self.bar(done, total, unit)


def _label(name: str, game: Game) -> str:
    """What a person reads for a key."""
    row, col = game.seats.values()
    own = {"row": row, "col": col, "as_row": f"as {row} it is held to", "as_col": f"as {col} it gives away"}
    return (LABELS | own).get(name, name)


def _rounded(cell: object, name: str = "") -> object:
    """A number to six places, for a person; a short fraction as it is; a bound rounded up; no folders."""
    if isinstance(cell, str) and ".py:" in cell:
        return cell.rpartition("/")[2]
    if name == "bound" and isinstance(cell, float):
        return f"{1.05 * cell:.1e}"
    if name in WORTHS and isinstance(cell, Fraction):
        return str(Value.exactly(cell))
    if name in SHARES and isinstance(cell, Fraction) and 0 < cell < 1:
        return chance_text(cell)
    if isinstance(cell, Fraction) and len(exact_text(cell)) > LONGEST_FRACTION:
        cell = float(cell)
    return round(cell, 6) + 0.0 if isinstance(cell, float) else cell


def _report(request: Request, arena: Arena[Game, Answer], bar: Bar) -> Json:
    """What was asked for, as data."""
    given = request.extra
    if given.get("plays", 2) < 2 or given.get("seed", 0) < 0:
        raise InputError("--plays takes a whole number from 2 on, and --seed one from 0 on")
    _check_computed(given, ("plays", "seed") if _solves_there(request) else ("plays", "seed", CLUSTER.name))
    needs(given, "out", "all")
    names = [given[key] for key in ("row_player", "col_player") if given.get(key)]
    rows, cols = (arena.roster(side) for side in SIDES)
    if given.get("all"):
        return _round_robin(request, arena, bar)
    if given.get("exploit"):
        asked = names or _names_missing("a player", request, list(rows)[-1], "--exploit")
        value = solved(request).value.middle
        players = [read_player(name, {**cols, **rows}) for name in asked]
        return {"rows": [{**_exploited(arena, player), "value": value} for player in players]}
    if len(names) == 1 and len(cols) == 1:
        names += cols
    if len(names) < 2:
        _names_missing("two players", request, "equilibrium", list(cols)[-1])
    row, col = (read_player(name, roster) for name, roster in zip(names, (rows, cols), strict=True))
    if given.get("range"):
        if row.name != "equilibrium":
            _names_missing("equilibrium as the row player", request, "equilibrium", col.name, "--range")
        return {"rows": [arena.range(col).line()]}
    return {"rows": [_result(arena, row, col, given)], **_notes(arena, row, col)}


def _notes(arena: Arena[Game, Answer], row: Player, col: Player) -> dict[str, str]:
    """What a person should know of those who take part."""
    told = filter(None, (arena.note(player, side) for side, player in zip(SIDES, (row, col), strict=True)))
    note = " ".join(told)
    return {"note": note} if note else {}


def _check_computed(given: Options, for_samples: Sequence[str]) -> None:
    """Refuse the flags of sampling where the answer is computed."""
    computed = [flag for flag in COMPUTED if given.get(flag)]
    sampling = [flag for flag in for_samples if flag in given]
    if computed and sampling:
        raise InputError(f"--{computed[0]} computes and does not sample: leave out --{sampling[0]}")


def _result(arena: Arena[Game, Answer], row: Player, col: Player, given: Options) -> Json:
    """A match, with each result and how often it comes."""
    found = _computed(arena, row, col, given)
    if found is None:
        plays = given.get("plays", USUAL_PLAYS)
        found = arena.sample(row, col, plays=plays, seed=given.get("seed", 0))
    return {**found.line(), "row": row.name, "col": col.name, "results": found.distribution()}


def _computed(arena: Arena[Game, Answer], row: Player, col: Player, given: Options) -> Match | None:
    """The match computed, if that was asked for, or if it is at once; None where it is to be sampled."""
    if given.get("exact"):
        return arena.match(row, col)
    if "plays" in given or "seed" in given or CLUSTER.name in given:
        return None
    hurry = arena.progress
    assert isinstance(hurry, Hurry)
    _ = "equilibrium" in (row.name, col.name) and arena.solution
    hurry.end = time.monotonic() + AT_ONCE
    try:
        return arena.match(row, col)
    except (Stopped, Unavailable, InconsistentPlayerError):
        return None
    finally:
        hurry.end = math.inf


def _exploited(arena: Arena[Game, Answer], player: Player) -> Json:
    row, col = arena.against_best_response(player)
    return {"player": player.name, "as_row": row, "as_col": col}


def _round_robin(request: Request, arena: Arena[Game, Answer], bar: Bar) -> Json:
    """Every player against every other; the picture goes to a file."""
    from zerosum.display.heat import heat_map
    from zerosum.display.style import save

    file = picture_file(request.extra.get("out"), "match.png")
    robin = round_robin(arena, lambda pairing: setattr(bar, "about", f"{pairing},"))
    rows, cols, means = robin.rows, robin.cols, robin.means
    table = [
        {"row": row, **dict(zip(cols, line, strict=True))} for row, line in zip(rows, means, strict=True)
    ]
    picture = heat_map(rows, means, cols, title=request.game.title)
    save(picture, file)
    note = {"note": SEVERAL} if robin.equilibria_differ else {}
    return {"rows": table, **note, "picture": str(file)}


def _names_missing(what: str, request: Request, *words: str) -> NoReturn:
    raise InputError(f"name {what}, as in: zerosum match {' '.join((*request.typed, *words))}")
