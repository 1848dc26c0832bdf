"""The report: what the papers say and what became of it, as one HTML page and as Markdown.

The page stands alone: its style is inside it and its pictures are embedded, so it can be mailed or printed.
"""

from __future__ import annotations

import base64
import html
import io
import os
import platform
from collections.abc import Iterable, Sequence
from pathlib import Path

from zerosum import __version__
from zerosum.papers import Paper
from zerosum.papers.claims import Picture, Verdict
from zerosum.papers.judge import Judged, tally

__all__ = ["errata", "found", "machine", "write_report"]

SLOW = "the few that take long (13 cards in Jujitsu and Goofspiel, more memory in Gleason's game)"

STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 Georgia, serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1, h2, th, .verdict { font-family: system-ui, sans-serif; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; font-size: .85rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid #ddd; }
th { border-bottom: 2px solid #888; } td.count { text-align: right; }
.verdict { white-space: nowrap; font-size: .75rem; font-weight: 600; }
.confirmed { color: #1a7f37; } .more-precise { color: #0a5f8a; } .left-open-answered { color: #6f42c1; }
.misprint { color: #b35900; } .wrong { color: #b3001b; } .not-reproducible { color: #666; }
figure { margin: 1.5rem 0; } figure img { max-width: 100%; } figcaption { font-style: italic; color: #555; }
footer { margin-top: 3rem; color: #666; font-size: .85rem; }
"""


def machine() -> str:
    """What the report was made with."""
    import numba
    import numpy
    import scipy

    packages = ", ".join(f"{package.__name__} {package.__version__}" for package in (numpy, scipy, numba))
    system = f"{platform.system()} {platform.machine()} with {os.cpu_count()} cores"
    return f"zerosum {__version__}, {packages}, Python {platform.python_version()} on {system}"


def write_report(folder: Path, judged: Sequence[Judged], *, seconds: float) -> Path:
    """Write index.html and report.md into the folder; returns the page."""
    folder.mkdir(parents=True, exist_ok=True)
    footer = f"Made by {machine()}, in {seconds:.0f} s."
    page = folder / "index.html"
    page.write_text(_page(judged, footer), encoding="utf-8")
    (folder / "report.md").write_text(f"{errata(judged)}\n{footer}\n", encoding="utf-8")
    return page


def errata(judged: Sequence[Judged]) -> str:
    """The list of errata and answers, as Markdown that a researcher can cite."""
    lines = ["# The papers, recomputed", ""]
    lines += [
        "Every claim is recomputed by `zerosum reproduce --full`, and the verdict follows from the recomputation; "
        f"without `--full`, {SLOW} are left out.",
        "",
    ]
    lines += _markdown_table(["paper", *map(str, Verdict)], _summary(judged))
    for paper, mine in _by_paper(judged):
        lines += ["", f"## {paper.citation}", ""]
        rows = [[one.claim.where, one.claim.says, str(one.verdict), found(one)] for one in mine]
        lines += _markdown_table(["where", "the paper says", "verdict", "recomputed"], rows)
    return "\n".join([*lines, ""])


def _by_paper(judged: Sequence[Judged]) -> list[tuple[Paper, list[Judged]]]:
    papers = dict.fromkeys(one.paper for one in judged)
    return [(paper, [one for one in judged if one.paper is paper]) for paper in papers]


def _summary(judged: Sequence[Judged]) -> list[list[str]]:
    """A row per paper, and how many of its claims have each verdict."""
    return [
        [paper.citation, *(str(tally(mine)[verdict] or "") for verdict in Verdict)]
        for paper, mine in _by_paper(judged)
    ]


def found(one: Judged) -> str:
    """What was computed, the corrected form and the reason, in one cell."""
    parts = [one.finding.computed]
    if one.finding.corrected:
        parts.append(f"should read: {one.finding.corrected}")
    return "; ".join([*parts, *([one.finding.why] if one.finding.why else [])])


def _markdown_table(columns: Iterable[str], rows: Iterable[Sequence[str]]) -> list[str]:
    columns = list(columns)
    escaped = [[cell.replace("|", "\\|").replace("\n", " ") for cell in row] for row in rows]
    return [f"| {' | '.join(row)} |" for row in [columns, ["---"] * len(columns), *escaped]]


def _page(judged: Sequence[Judged], footer: str) -> str:
    sections = [_section(paper, mine) for paper, mine in _by_paper(judged)]
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>The papers, recomputed</title>
<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body>
<h1>The papers, recomputed</h1>
<p>Every number that the papers print is a claim; each was computed anew, and the verdict follows.
Without <code>zerosum reproduce --full</code>, {SLOW} are left out.</p>
{_html_table(["paper", *map(str, Verdict)], [_cells(row) for row in _summary(judged)])}
{"".join(sections)}
<footer>{html.escape(footer)}</footer></body></html>
"""


def _section(paper: Paper, mine: Sequence[Judged]) -> str:
    questions = [one for one in mine if one.finding.answers]
    asked = "".join(
        f"<li>{html.escape(one.claim.says)} <b>{html.escape(found(one))}</b></li>" for one in questions
    )
    rows = [
        [*_cells([one.claim.where, one.claim.says]), _badge(one.verdict), *_cells([found(one)])]
        for one in mine
        if not one.finding.answers
    ]
    return (
        f"<h2>{html.escape(paper.citation)}</h2>"
        + "".join(_figure(picture) for picture in paper.pictures())
        + (f"<h3>Left open there, answered here</h3><ul>{asked}</ul>" if asked else "")
        + _html_table(["where", "the paper says", "verdict", "recomputed"], rows)
    )


def _figure(picture: Picture) -> str:
    buffer = io.BytesIO()
    picture.draw().savefig(buffer, format="png", dpi=110, bbox_inches="tight")
    data = base64.b64encode(buffer.getvalue()).decode()
    caption = html.escape(picture.caption)
    return (
        f'<figure><img alt="{caption}" src="data:image/png;base64,{data}">'
        f"<figcaption>{caption}</figcaption></figure>"
    )


def _badge(verdict: Verdict) -> str:
    kind = str(verdict).replace(",", "").replace(" ", "-")
    return f'<span class="verdict {kind}">{verdict}</span>'


def _cells(row: Sequence[str]) -> list[str]:
    return [html.escape(cell) for cell in row]


def _html_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{html.escape(column)}</th>" for column in columns)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
