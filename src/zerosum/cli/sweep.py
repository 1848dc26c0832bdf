"""`zerosum sweep GAME`: solve one or more games for every combination of values of their parameters."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from zerosum.cli import HELP, VERBS
from zerosum.cli.command_line import LIMIT, match_words, needs, show_flags, show_games
from zerosum.cli.pictures import picture_file, save_picture
from zerosum.cli.terminal import Bar, write, write_json
from zerosum.core import limits
from zerosum.core.errors import InputError, StoreError
from zerosum.request import Options
from zerosum.request.flags import REQUIRED, Flag, values

if TYPE_CHECKING:
    from zerosum.sweeps import Sweep
    from zerosum.sweeps.grid import SweptGame
    from zerosum.sweeps.journal import Journal

ASK = Flag(
    "ask",
    list,
    None,
    'additional column: "J: bet" (the probability of a move at a decision), ev, "ev J", "reach J", or '
    "file.py:function; repeat the flag for more",
    parse=str.splitlines,
    several=True,
)
LOCK = Flag(
    "lock",
    str,
    None,
    'lock a decision in every game, for example "K, check: bet 0..1:5" for five probabilities',
    several=True,
)
FLAGS = (
    ASK,
    LOCK,
    Flag("csv", Path, None, "write the table to this CSV file"),
    Flag("jsonl", Path, None, "write the table to this file as JSON lines"),
    Flag("parquet", Path, None, "write the table to this Parquet file (needs pyarrow)"),
    Flag(
        "plot",
        Path,
        None,
        "save a plot of the value to this PNG, SVG or PDF file, with a line for each value of a second parameter",
    ),
    Flag(
        "over",
        str,
        None,
        "parameter on the horizontal axis of the plot [default: the first with several values]",
    ),
    Flag("workers", int, None, "number of processes [default: 2]"),
    Flag("cluster", str, None, "solve on a Dask cluster: local:4, or a scheduler's address"),
    Flag(
        "journal",
        Path,
        None,
        "file for finished rows, from which a stopped sweep resumes [default: in the cache]",
    ),
    Flag("json", bool, False, "print one JSON object and nothing else"),
    LIMIT,
)
"""The flags of the command itself. A parameter of a game with one of these names is typed with game- before it."""
FILES = ("csv", "jsonl", "parquet")
USAGE = "GAME [GAME ...]"


def sweep(*words: str) -> None:
    """Solve a game for every combination of values of its parameters."""
    from zerosum.sweeps.grid import flags_of, grid_of

    if not words or words[0] in HELP:
        show_games("sweep", USAGE)
        return
    parts, rest = first_games(words)
    own = {flag.name for flag in FLAGS}
    theirs = {_typed(flag.name): flag for part in parts for _, flag in flags_of(part)}
    flags = command_flags(parts)
    usage = f"zerosum sweep {' '.join(part.label for part in parts)}"
    if set(rest) & set(HELP):
        show_flags(
            usage,
            VERBS["sweep"].help,
            {"game": flags[: -len(FLAGS)], "command": FLAGS},
            VERBS["sweep"].example,
        )
        return
    given = match_words(usage, flags, rest)
    chosen = values(FLAGS, {name: text for name, text in given.items() if name in own})
    limits.set_limits(chosen.get(LIMIT.name, limits.Limits()))
    swept = {theirs[name].name: text for name, text in given.items() if name in theirs}
    _check(chosen)
    grid = grid_of(parts, swept, chosen.get("lock"))
    if "plot" in chosen:
        from zerosum.sweeps.answer import plot_over

        plot_over(grid.varying, chosen.get("over"))
    write_table(_run(grid, chosen), chosen)


def _typed(name: str) -> str:
    """Return the name of a game's flag, which may also be the name of one of the command's flags."""
    return f"game_{name}" if name in {flag.name for flag in FLAGS} else name


def command_flags(parts: Sequence[SweptGame]) -> list[Flag]:
    """Return all flags of a sweep of some games; a game's flag takes several values."""
    from zerosum.sweeps.grid import flags_of

    theirs = {_typed(flag.name): flag for part in parts for _, flag in flags_of(part)}
    return [
        *(
            replace(
                flag, name=name, annotation=flag.annotation if flag.is_switch else str, choices=(), parse=None
            )
            for name, flag in theirs.items()
        ),
        *FLAGS,
    ]


def first_games(words: Sequence[str]) -> tuple[list[SweptGame], list[str]]:
    """Return the games named by the first words, and the words after them."""
    from zerosum.sweeps.grid import flags_of, parts_of

    if words[0].startswith("-"):
        raise InputError("give the game first, for example: zerosum sweep kuhn --bet 1,2,3")
    parts: list[SweptGame] = []
    for place, word in enumerate(words):
        if word.startswith("-") or any(
            flag.positional and flag.default is REQUIRED for part in parts for _, flag in flags_of(part)
        ):
            return parts, list(words[place:])
        parts += parts_of(word)
    return parts, []


def _check(chosen: Options) -> None:
    """Raise an error before the work if a file cannot be written."""
    from zerosum.sweeps.answer import check_file

    needs(chosen, "over", "plot")
    for name in FILES:
        if name in chosen:
            if chosen[name].suffix.lower() != f".{name}":
                raise InputError(f"--{name} needs a file that ends in .{name}, not {str(chosen[name])!r}")
            check_file(chosen[name], f"--{name}")
    if "plot" in chosen:
        picture_file(chosen["plot"], flag="--plot")


def _run(grid: object, chosen: Options) -> tuple[Sweep, Journal | None]:
    """Solve the rows; keep the finished ones if the user stops the sweep."""
    from zerosum.request.loading import load_function, looks_like_a_file
    from zerosum.sweeps import run
    from zerosum.sweeps.grid import SweepGrid
    from zerosum.sweeps.journal import journal_of
    from zerosum.sweeps.rows import questions_of

    assert isinstance(grid, SweepGrid)
    asked = [
        load_function(one) if looks_like_a_file(one) and ".py:" in one else one
        for one in chosen.get("ask", [])
    ]
    questions = tuple(questions_of(asked))
    journal = journal_of(grid.digest(*((one.name, one.what) for one in questions)), chosen.get("journal"))
    with Bar() as bar:
        if journal is not None and journal.finished:
            write(f"resuming with {len(journal.finished):,} of {len(grid):,} rows finished", sys.stderr)
        reached = [0]

        def progress(done: int, total: int, unit: str) -> None:
            reached[0] = done
            bar(done, total, unit)

        try:
            found = run(
                grid,
                questions,
                workers=chosen.get("workers"),
                cluster=chosen.get("cluster"),
                journal=journal,
                progress=progress,
            )
        except KeyboardInterrupt:
            kept = f"; {reached[0]:,} of {len(grid):,} rows are saved; run the same command to resume"
            write(f"zerosum: stopped{kept if journal is not None else ''}", sys.stderr)
            raise SystemExit(130) from None
    return found, journal


def write_table(found: tuple[Sweep, Journal | None], chosen: Options) -> None:
    """Write and print the table; remove the journal when all files are written."""
    from rich.console import Console

    table, journal = found
    for name in (*FILES, "plot"):
        if name in chosen:
            try:
                if name == "plot":
                    save_picture(lambda: table.plot(chosen.get("over")), chosen[name])
                else:
                    table.write(chosen[name])
            except OSError as error:
                raise StoreError(
                    f"{chosen[name]} cannot be written: {error.strerror}; the finished rows are saved"
                ) from error
    if journal is not None:
        journal.remove()
        journal.close()
    if chosen.get("json"):
        write_json(table.json())
    else:
        console = Console()
        console.print(table.report(), highlight=False)
        for name in (*FILES, "plot"):
            if name in chosen:
                console.print(f"written: {chosen[name]}", highlight=False, markup=False)
    if all(row.value is None for row in table):
        raise SystemExit(1)
