"""`zerosum games`: the catalogue."""

from __future__ import annotations

import json as jsonlib
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from zerosum.display.table import Table
from zerosum.games import CATALOG

__all__ = ["games"]


def games(*, json: Annotated[bool, Parameter(help="print one JSON object", negative=())] = False) -> None:
    """List the games that can be solved by name."""
    rows = [(entry.name, entry.summary, entry.paper) for entry in CATALOG.values()]
    if json:
        listed = [dict(zip(("game", "rules", "from"), row, strict=True)) for row in rows]
        print(jsonlib.dumps({"games": listed}, ensure_ascii=False))  # noqa: T201
        return
    table = Table("", ["game", "rules", "from"], rows)
    console = Console()
    console.print(table)
    console.print(
        "\nflags of one: zerosum solve GAME --help · your own: zerosum solve file.py:Class", style="dim"
    )
