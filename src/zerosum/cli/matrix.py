"""`zerosum matrix GAME`: one matrix game from a file, from standard input or from a line of text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from zerosum.cli.solve import picture_file, show
from zerosum.cli.terminal import Bar
from zerosum.core import limits
from zerosum.core.errors import InputError

if TYPE_CHECKING:
    from zerosum.models.matrix_game.answer import MatrixSolution

GAME = "a CSV, JSON, TOML or Gambit .nfg file; - for standard input; or the rows: '1 -1; -1 1', '[[1, -1], [-1, 1]]'"


def matrix(
    game: Annotated[str, GAME],
    /,
    *,
    exact: Annotated[bool, "solve in fractions"] = False,
    every: Annotated[bool, "list all optimal strategies of a large game, too"] = False,
    latex: Annotated[bool, "print the game and its solution as LaTeX"] = False,
    markdown: Annotated[bool, "print them as a Markdown table"] = False,
    json: Annotated[bool, "print one JSON object and nothing else"] = False,
    plot: Annotated[Path | None, "draw the picture into this PNG, SVG or PDF file"] = None,
    nfg: Annotated[Path | None, "write the game into this file for Gambit"] = None,
    certify: Annotated[Path | None, "write a certificate into this file"] = None,
    limit: Annotated[str, "allow so much memory and time: 64GB,5h"] = "",
) -> None:
    """Solve one matrix game: value, strategies, saddle points, dominated moves, all optimal strategies."""
    from zerosum.models.matrix_game.files import read_matrix
    from zerosum.models.matrix_game.solve import solve

    if latex + markdown + json > 1:
        raise InputError("--latex, --markdown and --json are three forms of one answer; choose one")
    if limit:
        limits.allow(limit)
    picture = picture_file(plot, "") if plot is not None else None
    with Bar() as bar:
        found = solve(read_matrix(game), exact=exact, every=every, progress=bar)
    if picture is not None:
        from zerosum.display.style import save

        save(found.plot(), picture)
    if nfg is not None:
        from zerosum.models.matrix_game.files import write_nfg

        nfg.write_text(write_nfg(found.game), encoding="utf-8")
    if certify is not None:
        from zerosum.cli.certify import write_certificate

        write_certificate(found, certify)
        return
    if latex or markdown:
        _print_written(found, latex)
    else:
        show(found, as_json=json)


def _print_written(found: MatrixSolution, latex: bool) -> None:
    from zerosum.models.matrix_game import report

    print((report.latex if latex else report.markdown)(found))  # noqa: T201
