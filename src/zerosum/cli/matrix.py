"""`zerosum matrix FILE`: one matrix game from a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from zerosum.cli.progress import Bar
from zerosum.cli.solve import show

__all__ = ["matrix"]


def matrix(
    file: Annotated[Path, Parameter(help="a CSV, JSON or Gambit .nfg file")],
    /,
    *,
    exact: Annotated[bool, Parameter(help="solve in fractions", negative=())] = False,
    json: Annotated[bool, Parameter(help="print one JSON object and nothing else", negative=())] = False,
) -> None:
    """Solve one matrix game from a file: CSV, JSON or Gambit .nfg."""
    from zerosum.matrix import solve, solve_exact
    from zerosum.matrix.files import read_matrix

    game = read_matrix(file)
    with Bar():
        found = (solve_exact if exact else solve)(game.payoffs)
    show(found.named(game.rows, game.cols, game.title), as_json=json)
