"""`zerosum bench AREA`: the benchmarks of the repository."""

from __future__ import annotations

import ast
import runpy
import sys
from collections.abc import Mapping
from pathlib import Path

from rich.console import Console

from zerosum.cli.examples import example
from zerosum.core.errors import InputError, unknown
from zerosum.display.table import Table

__all__ = ["bench"]

FOLDER = Path(__file__).parents[3] / "benchmarks"
HELP, QUICK = ("--help", "-h"), "--quick"


def bench(*tokens: str) -> None:
    """Measure one area beside its aims and its peers; without an area, list them."""
    areas = {path.stem: _about(path) for path in sorted(FOLDER.glob("*.py")) if path.stem[0] != "_"}
    if not areas:
        raise InputError(
            "the benchmarks live in the repository, not in the installed package: run this in a checkout"
        )
    if not tokens or tokens[0] in HELP:
        _list(areas)
        return
    area, *flags = tokens
    if area not in areas:
        raise unknown("area", area, areas)
    strange = [flag for flag in flags if flag not in (QUICK, *HELP)]
    if strange:
        raise InputError(f"zerosum bench {area} takes {QUICK} and nothing else, not {strange[0]!r}")
    if set(flags) & set(HELP):
        Console(highlight=False).print(
            f"Usage: zerosum bench {area} [{QUICK}]\n\n{areas[area]}", markup=False
        )
        return
    _run(area, flags)


def _run(area: str, flags: list[str]) -> None:
    """The area's own program, with these flags."""
    sys.argv = [f"zerosum bench {area}", *flags]
    sys.path.insert(0, str(FOLDER))
    runpy.run_path(str(FOLDER / f"{area}.py"), run_name="__main__")


def _list(areas: Mapping[str, str]) -> None:
    """How the command is called, and what it can measure."""
    console = Console(highlight=False)
    console.print(f"Usage: zerosum bench AREA [{QUICK}]\n\n{bench.__doc__}\n", markup=False)
    first = {area: about.split("\n\n")[0].split(". ")[0] for area, about in areas.items()}
    lines = [(area, " ".join(sentence.split()).rstrip(".")) for area, sentence in first.items()]
    console.print(Table("", ["area", "what is measured"], lines))
    console.print(f"\n{QUICK} leaves out the large sizes, some of which take minutes.")
    console.print(example("bench"), markup=False)


def _about(path: Path) -> str:
    """What a benchmark says of itself at its top."""
    return ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
