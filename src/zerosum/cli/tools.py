"""The verbs around solving: `games` (the catalogue), `store` (solved tables), `serve` (the site), `bench` (speed)."""

from __future__ import annotations

import ast
import runpy
import sys
from datetime import datetime
from pathlib import Path
from typing import Annotated

from rich.console import Console

from zerosum.cli import HELP, VERBS
from zerosum.cli.command_line import match_words
from zerosum.cli.terminal import write_json
from zerosum.core.errors import InputError, unknown_name_error
from zerosum.display.table import Table
from zerosum.request import Flag

AREAS = Path(__file__).parents[3] / "benchmarks"
"""The folder with the benchmarks, one file for each area."""
QUICK = Flag("quick", bool, False, "skip the large sizes, some of which take minutes")
SHORT = 8
"""Number of characters of a table's name that are shown; any beginning of the name is enough to remove it."""


def games(*, json: Annotated[bool, "print one JSON object"] = False) -> None:
    """List the built-in games."""
    from zerosum.games import CATALOG

    rows = [(entry.name, entry.summary, entry.paper) for entry in CATALOG.values()]
    if json:
        listed = [dict(zip(("game", "rules", "from"), row, strict=True)) for row in rows]
        write_json({"games": listed})
        return
    console = Console()
    console.print(Table("", ["game", "rules", "source"], rows))
    console.print(
        "\nFlags of a game: zerosum solve GAME --help · Your own game: zerosum solve file.py:Class",
        style="dim",
    )


def store(
    *,
    remove: Annotated[str | None, 'a name, part of a game\'s title, or "all"'] = None,
    json: Annotated[bool, "print one JSON object"] = False,
) -> None:
    """List or delete cached solutions."""
    from zerosum.store import cache_directory, show_size, stored_tables
    from zerosum.store import remove as remove_kept

    found = stored_tables() if remove is None else remove_kept(remove)
    if json:
        tables = [{"name": one.name, "game": one.about, "bytes": one.size} for one in found]
        report = {"folder": str(cache_directory()), "kept" if remove is None else "removed": tables}
        write_json(report)
        return
    console = Console()
    if remove is not None:
        for one in found:
            console.print(f"removed: {one}", highlight=False, markup=False)
    elif found:
        lines = []
        for one in found:
            about, day = (
                one.about or "unreadable, or from an older version",
                datetime.fromtimestamp(one.changed),
            )
            lines.append((about, show_size(one.size), day.strftime("%Y-%m-%d"), one.name[:SHORT]))
        console.print(Table("", ["game", "size", "written", "name"], lines))
    total = show_size(sum(one.size for one in found))
    said = f"{total} in {cache_directory()}" if remove is None else f"{total} freed in {cache_directory()}"
    console.print(said, highlight=False, markup=False, soft_wrap=True)


def serve(
    *,
    host: Annotated[str, "address to listen on; by default, only this machine can connect"] = "127.0.0.1",
    port: Annotated[int, "the port to listen on"] = 8000,
    open: Annotated[bool, "open the site in a browser"] = False,
) -> None:
    """Start the website: learn, explore and play every game in a browser."""
    from zerosum.web.serve import serve as run

    def tell(address: str) -> None:
        Console(highlight=False).print(f"Serving at {address} (press Ctrl-C to stop)", markup=False)

    run(host, port, open_browser=open, tell=tell)


def examples(
    name: Annotated[str, "an example, such as kuhn or player.py; leave out to list all"] = "",
    /,
    *,
    out: Annotated[Path | None, "copy it to this file instead of printing it"] = None,
) -> None:
    """List the example games and players, or print or copy one: zerosum examples kuhn > kuhn.py."""
    package = Path(__file__).parents[1]
    folder = next(one for one in (package / "examples", package.parents[1] / "examples") if one.is_dir())
    files = {path.name: path for path in sorted(folder.iterdir()) if path.suffix in (".py", ".toml")}
    if not name:
        # the first line of a file describes it
        firsts = ((file, path.read_text(encoding="utf-8").splitlines()[0]) for file, path in files.items())
        lines = [(file, first.lstrip('#" ').rstrip('"')) for file, first in firsts]
        Console(highlight=False).print(Table("", ["example", "what it is"], lines))
        return
    file = files.get(name) or files.get(f"{name}.py") or files.get(f"{name}.toml")
    if file is None:
        raise unknown_name_error("example", name, files)
    if out is None:
        sys.stdout.write(file.read_text(encoding="utf-8"))
    elif out.exists():
        raise InputError(f"{out} already exists; choose another name")
    else:
        out.write_text(file.read_text(encoding="utf-8"), encoding="utf-8")


def bench(*words: str) -> None:
    """Benchmark one area against our targets and other packages; without an area, list the areas."""
    areas = {
        path.stem: ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        for path in sorted(AREAS.glob("*.py"))
        if path.stem[0] != "_"
    }
    if not areas:
        raise InputError(
            "benchmarks are not part of the installed package; run this in a clone of the repository"
        )
    console = Console(highlight=False)
    if not words or words[0] in HELP:
        first = {area: about.split("\n\n")[0].split(". ")[0] for area, about in areas.items()}
        lines = [(area, " ".join(sentence.split()).rstrip(".")) for area, sentence in first.items()]
        console.print(f"Usage: zerosum bench AREA [{QUICK.typed}]\n\n{bench.__doc__}\n", markup=False)
        console.print(Table("", ["area", "what is measured"], lines))
        console.print(f"\n{QUICK.typed}: {QUICK.help}")
        console.print(f"Example: {VERBS['bench'].example}", markup=False)
        return
    area, *flags = words
    if area not in areas:
        raise unknown_name_error("area", area, areas)
    if set(flags) & set(HELP):
        console.print(f"Usage: zerosum bench {area} [{QUICK.typed}]\n\n{areas[area]}", markup=False)
        return
    match_words(f"zerosum bench {area}", [QUICK], flags)
    sys.argv = [f"zerosum bench {area}", *flags]
    sys.path.insert(0, str(AREAS.parent))  # an area may use another, as benchmarks.hidden
    runpy.run_path(str(AREAS / f"{area}.py"), run_name="__main__")
