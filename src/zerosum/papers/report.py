"""The report: what the papers say and what became of it, as one HTML page and as Markdown pages.

The HTML page stands alone: its style is inside it and its pictures are embedded, so it can be mailed or printed. The
Markdown is an index and a page for each paper: its story, its pictures, every claim with its verdict, and what is
printed and was not checked, with the reason.
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
from zerosum.papers.judge import Judged, tally
from zerosum.papers.rows import OWNERS, Claim, PictureRow
from zerosum.papers.verdicts import Verdict

__all__ = ["by_paper", "found", "index", "machine", "page", "verdicts_in", "write_pages", "write_report"]

SLOW = "the few that take long (12 and 13 cards in Jujitsu, 13 in Goofspiel, more memory in Gleason's game)"
STORY = {
    "aim": "What it set out to do",
    "holds": "What holds",
    "fails": "What does not",
    "known": "What is now known",
}
ASIDE = {
    "row": "arithmetic of a row",
    "ours": "our own statements and questions",
    "others": "other papers' claims",
}

STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 Georgia, serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1, h2, th, .verdict { font-family: system-ui, sans-serif; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; font-size: .85rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid #ddd; }
th { border-bottom: 2px solid #888; } td.count { text-align: right; }
.verdict { white-space: nowrap; font-size: .75rem; font-weight: 600; }
.confirmed { color: #1a7f37; } .more-precise { color: #0a5f8a; } .left-open-answered { color: #6f42c1; }
.misprint, .misprint-or-misread, .imprecise { color: #b35900; } .wrong, .left-open { color: #b3001b; }
.not-reproducible { color: #666; }
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


def by_paper(judged: Sequence[Judged]) -> list[tuple[Paper, list[Judged]]]:
    """What was judged, paper by paper."""
    papers = dict.fromkeys(one.paper for one in judged)
    return [(paper, [one for one in judged if one.paper is paper]) for paper in papers]


def verdicts_in(judged: Sequence[Judged]) -> list[Verdict]:
    """The verdicts that occur, in their order."""
    seen = tally(judged)
    return [verdict for verdict in Verdict if seen[verdict]]


def found(one: Judged) -> str:
    """What was computed, the corrected form and the reason, in one cell."""
    parts = [one.finding.computed]
    if one.finding.corrected:
        parts.append(f"should read: {one.finding.corrected}")
    return "; ".join([*parts, *([one.finding.why] if one.finding.why else [])])


def summary(judged: Sequence[Judged]) -> tuple[list[str], list[list[str]]]:
    """A row for each paper's own claims, and one for each kind of other rows: how many have each verdict."""
    columns = verdicts_in(judged)
    groups = [
        (paper.citation, [one for one in mine if one.claim.of == "paper"]) for paper, mine in by_paper(judged)
    ]
    groups += [(name, [one for one in judged if one.claim.of == of]) for of, name in ASIDE.items()]
    rows = [[name, *(str(tally(mine)[v] or "") for v in columns)] for name, mine in groups if mine]
    return ["claims of", *map(str, columns)], rows


# Markdown


def write_pages(index_file: Path, judged: Sequence[Judged]) -> None:
    """Write the index, and beside it a folder of the same name with a page and the pictures of each paper."""
    folder = index_file.with_suffix("")
    folder.mkdir(exist_ok=True)
    index_file.write_text(index(judged, folder.name), encoding="utf-8")
    for paper, mine in by_paper(judged):
        for picture in paper.document.pictures:
            (folder / f"{picture.name}.png").write_bytes(_png(paper, picture, dpi=80))
        (folder / f"{paper.key}.md").write_text(page(paper, mine), encoding="utf-8")


def index(judged: Sequence[Judged], folder: str) -> str:
    """The first page: how many claims have each verdict, and each paper in a sentence."""
    lines = [
        "# The papers, recomputed",
        "",
        "Every claim is recomputed by `zerosum reproduce --full`, and the verdict follows from that by the "
        f"rules in `zerosum.papers.verdicts`; without `--full`, {SLOW} are left out. The sources are scans read by "
        "machine: where a misreading is as likely as a misprint, the verdict says so.",
        "",
        *_markdown_table(*summary(judged)),
    ]
    for paper, _ in by_paper(judged):
        lines += [
            "",
            f"## [{paper.citation}]({folder}/{paper.key}.md)",
            "",
            paper.document.story.get("aim", ""),
        ]
    return "\n".join([*lines, ""])


def page(paper: Paper, judged: Sequence[Judged]) -> str:
    """A paper's page."""
    story = paper.document.story
    lines = [f"# {paper.citation}"]
    for part, title in STORY.items():
        if part in story:
            lines += ["", f"**{title}.** {story[part]}"]
    for picture in paper.document.pictures:
        lines += ["", f"![{picture.caption}]({picture.name}.png)", "", f"*{picture.caption}*"]
    rows = [[one.claim.where, one.claim.says, _whose(one), str(one.verdict), found(one)] for one in judged]
    rows += [
        [claim.where, claim.says, OWNERS[claim.of], "–", "left to `--full`"] for claim in _left(paper, judged)
    ]
    lines += [
        "",
        "## Every claim",
        "",
        *_markdown_table(["where", "says", "whose", "verdict", "recomputed"], rows),
    ]
    if paper.document.unchecked:
        rows = [[one["prints"], one["why"]] for one in paper.document.unchecked]
        lines += [
            "",
            "## Printed, and not checked",
            "",
            *_markdown_table(["what is printed", "why not"], rows),
        ]
    return "\n".join([*lines, ""])


def _left(paper: Paper, judged: Sequence[Judged]) -> list[Claim]:
    """The claims that were not judged this time."""
    done = [one.claim for one in judged]
    return [claim for claim in paper.claims() if claim not in done]


def _whose(one: Judged) -> str:
    return OWNERS[one.claim.of]


def _markdown_table(columns: Iterable[str], rows: Iterable[Sequence[str]]) -> list[str]:
    columns = list(columns)
    escaped = [[cell.replace("|", "\\|").replace("\n", " ") for cell in row] for row in rows]
    return [f"| {' | '.join(row)} |" for row in [columns, ["---"] * len(columns), *escaped]]


# HTML


def write_report(folder: Path, judged: Sequence[Judged], *, seconds: float) -> Path:
    """Write the page, index.html, into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    where = folder / "index.html"
    where.write_text(_page(judged, f"Made by {machine()}, in {seconds:.0f} s."), encoding="utf-8")
    return where


def _page(judged: Sequence[Judged], footer: str) -> str:
    sections = [_section(paper, mine) for paper, mine in by_paper(judged)]
    columns, rows = summary(judged)
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>The papers, recomputed</title>
<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body>
<h1>The papers, recomputed</h1>
<p>Every number that the papers print is a claim, or a line in a list that says why not; each claim was computed anew,
and the verdict follows. Without <code>zerosum reproduce --full</code>, {SLOW} are left out.</p>
{_html_table(columns, [_cells(row) for row in rows])}
{"".join(sections)}
<footer>{html.escape(footer)}</footer></body></html>
"""


def _section(paper: Paper, mine: Sequence[Judged]) -> str:
    story = paper.document.story
    told = "".join(
        f"<p><b>{title}.</b> {html.escape(story[part])}</p>" for part, title in STORY.items() if part in story
    )
    rows = [
        [*_cells([one.claim.where, one.claim.says, _whose(one)]), _badge(one.verdict), *_cells([found(one)])]
        for one in mine
    ]
    unchecked = [_cells([one["prints"], one["why"]]) for one in paper.document.unchecked]
    return (
        f"<h2>{html.escape(paper.citation)}</h2>{told}"
        + "".join(_figure(paper, picture) for picture in paper.document.pictures)
        + _html_table(["where", "says", "whose", "verdict", "recomputed"], rows)
        + (
            f"<h3>Printed, and not checked</h3>{_html_table(['what is printed', 'why not'], unchecked)}"
            * bool(unchecked)
        )
    )


def _figure(paper: Paper, picture: PictureRow) -> str:
    data = base64.b64encode(_png(paper, picture, dpi=110)).decode()
    caption = html.escape(picture.caption)
    return (
        f'<figure><img alt="{caption}" src="data:image/png;base64,{data}">'
        f"<figcaption>{caption}</figcaption></figure>"
    )


def _png(paper: Paper, picture: PictureRow, *, dpi: int) -> bytes:
    buffer = io.BytesIO()
    paper.function(picture.draw)().savefig(
        buffer, format="png", dpi=dpi, bbox_inches="tight", metadata={"Software": None}
    )
    return buffer.getvalue()


def _badge(verdict: Verdict) -> str:
    kind = str(verdict).replace(",", "").replace(" ", "-")
    return f'<span class="verdict {kind}">{verdict}</span>'


def _cells(row: Sequence[str]) -> list[str]:
    return [html.escape(cell) for cell in row]


def _html_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{html.escape(column)}</th>" for column in columns)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
