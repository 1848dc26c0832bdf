"""`zerosum reproduce`: recompute the papers' results, compare them, and write reports."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from rich.console import Console
from rich.text import Text

from zerosum.cli.terminal import Bar, write_json
from zerosum.core.errors import InputError
from zerosum.core.workers import workers_at
from zerosum.display.table import Table
from zerosum.display.text import wrap, wrap_list
from zerosum.papers import PAPERS, find
from zerosum.papers.judge import Judged, judge, keep, tally
from zerosum.papers.verdicts import Ruling

MARGIN = max(len(str(verdict)) for verdict in Ruling) + 2
"""Width of the column of verdicts; the claims are to the right of it."""
FOUND = "→ "


def reproduce(
    paper: Annotated[str | None, "one paper: " + ", ".join(PAPERS)] = None,
    /,
    *,
    full: Annotated[bool, "include slow recomputations (such as 13-card Goofspiel)"] = False,
    json: Annotated[bool, "print one JSON object and nothing else"] = False,
    report: Annotated[
        Path | None,
        "folder for the report; a single paper gets its own subfolder [default: report]",
    ] = None,
    errata: Annotated[
        Path | None,
        "also write an index in Markdown to this file, with a page for each paper in the same folder",
    ] = None,
    workers: Annotated[int | None, "number of processes [default: 1]"] = None,
    cluster: Annotated[str | None, "recompute on a Dask cluster: local:4, or a scheduler's address"] = None,
) -> None:
    """Recompute and check the published results of five papers."""
    began = time.perf_counter()
    _check_folders(report, errata, paper)
    papers = [find(paper)] if paper else list(PAPERS.values())
    with Bar() as bar:
        judged = list(judge(papers, full=full, workers=workers_at(cluster, workers), progress=bar))
    keep(judged)
    if errata is not None:
        from zerosum.papers.report import write_pages

        write_pages(errata, judged)
    page = None
    if report is not None or not json:
        from zerosum.papers.report import write_report

        folder = (report or Path("report")) / (paper or "")  # so that the whole report is not moved
        page = write_report(folder, judged, seconds=time.perf_counter() - began)
    if json:
        rows = [one.json() for one in judged]
        counts = {str(verdict): count for verdict, count in tally(judged).items()}
        write_json({"claims": rows, "verdicts": counts})
    else:
        _show(judged, each=paper is not None, page=page, seconds=time.perf_counter() - began)
    if any(one.is_surprise for one in judged):
        raise SystemExit(1)


def _check_folders(report: Path | None, errata: Path | None, paper: str | None) -> None:
    """Raise an error, before the work, if a folder cannot be written to, or if a part would overwrite the whole."""
    if errata is not None and paper is not None:
        raise InputError(f"--errata writes the list of all papers: remove {paper!r}")
    if report is not None and report.exists() and not report.is_dir():
        raise InputError(f"--report must be a folder, but {str(report)!r} is a file")
    if errata is not None and not errata.absolute().parent.is_dir():
        raise InputError(f"there is no folder {str(errata.parent)!r} to write {errata.name} into")


def _show(judged: Sequence[Judged], *, each: bool, page: Path | None, seconds: float) -> None:
    from zerosum.papers.report import found

    console = Console()
    for one in judged if each else ():
        _show_claim(console, one)
    console.print()
    # the number of each paper's claims with each verdict; rows that are not from the papers are counted separately
    from zerosum.papers.report import ASIDE, by_paper

    columns = [verdict for verdict in Ruling if tally(judged)[verdict]]
    own = [one for one in judged if one.claim.of == "paper"]
    groups = [(paper.key, mine) for paper, mine in by_paper(own)]
    groups += [("all", own)] * (len(groups) > 1)
    groups += [(name, [one for one in judged if one.claim.of == of]) for of, name in ASIDE.items()]
    rows = [[name, *(tally(mine)[verdict] or None for verdict in columns)] for name, mine in groups if mine]
    console.print(Table("", ["claims of", *map(str, columns)], rows))
    for one in judged:
        if one.is_surprise:
            console.print(f"UNEXPECTED: {one.paper.key}, {one.claim.where}: {found(one)}", style="bold red")
    console.print(f"\n{len(judged)} claims checked in {seconds:.0f} s. Report: {page}", highlight=False)
    hints = ["zerosum solve jujitsu --cards 13", "zerosum play matches", "zerosum serve"]
    if not each:
        hints.insert(0, "zerosum reproduce gleason")
    for line in wrap_list("Try next: ", hints, console.width):
        console.print(line, highlight=False)


def _show_claim(console: Console, one: Judged) -> None:
    """Show the verdict, then the claim's place in the paper, then the result."""
    from zerosum.papers.report import found

    room = max(console.width - MARGIN, MARGIN)
    said = wrap(f"{one.claim.where}: {one.claim.says}", room)
    verdict = [str(one.verdict), *[""] * (len(said) - 1)]
    for left, right in zip(verdict, said, strict=True):
        console.print(Text(f"{left:<{MARGIN}}", "bold") + Text(right))
    for i, line in enumerate(wrap(found(one), room - len(FOUND))):
        console.print(Text(" " * MARGIN + (FOUND if i == 0 else " " * len(FOUND)) + line, "dim"))
