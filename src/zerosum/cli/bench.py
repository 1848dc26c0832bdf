"""`zerosum bench AREA`: the benchmarks of the repository."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

from zerosum.errors import InputError

__all__ = ["bench"]

FOLDER = Path(__file__).parents[3] / "benchmarks"


def bench(*tokens: str) -> None:
    """Measure one area beside its aims and its peers: matrix, tricks, nakai, betting, …"""
    areas = sorted(path.stem for path in FOLDER.glob("*.py") if not path.stem.startswith("_"))
    if not areas:
        raise InputError(
            "the benchmarks live in the repository, not in the installed package: run this in a checkout"
        )
    if not tokens or tokens[0] not in areas:
        raise InputError(f"name one of the areas: {', '.join(areas)}")
    sys.argv = [f"zerosum bench {tokens[0]}", *tokens[1:]]
    sys.path.insert(0, str(FOLDER))
    runpy.run_path(str(FOLDER / f"{tokens[0]}.py"), run_name="__main__")
