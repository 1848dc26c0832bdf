"""`zerosum store`: the solved tables that are kept, and removing them."""

from __future__ import annotations

import json as jsonlib
from datetime import datetime
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from zerosum.display import Table
from zerosum.store import Kept, cache_directory, kept, show_size
from zerosum.store import remove as remove_kept

__all__ = ["store"]

SHORT = 8
"""So much of a name is shown; any beginning of it is enough to remove what it names."""


def store(
    *,
    remove: Annotated[str | None, Parameter(help='a name, words of a game\'s title, or "all"')] = None,
    json: Annotated[bool, Parameter(help="print one JSON object", negative=())] = False,
) -> None:
    """List the solved tables that are kept, or remove some."""
    found = kept() if remove is None else remove_kept(remove)
    if json:
        report = {"folder": str(cache_directory()), "kept" if remove is None else "removed": _data(found)}
        print(jsonlib.dumps(report, ensure_ascii=False))  # noqa: T201
        return
    console = Console()
    if remove is not None:
        for one in found:
            console.print(f"removed: {one}", highlight=False, markup=False)
    elif found:
        console.print(Table("", ["game", "size", "written", "name"], [_line(one) for one in found]))
    total = show_size(sum(one.size for one in found))
    said = f"{total} in {cache_directory()}" if remove is None else f"{total} freed in {cache_directory()}"
    console.print(said, highlight=False, markup=False, soft_wrap=True)


def _line(one: Kept) -> tuple[str, str, str, str]:
    when = datetime.fromtimestamp(one.changed).strftime("%Y-%m-%d")
    return one.about or "unreadable or of an older version", show_size(one.size), when, one.name[:SHORT]


def _data(found: list[Kept]) -> list[dict[str, object]]:
    return [{"name": one.name, "game": one.about, "bytes": one.size} for one in found]
