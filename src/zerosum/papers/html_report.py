"""The report as one HTML page, which stands alone: its style is inside it and its pictures are embedded.

It opens with contents and a count of the verdicts. A reader chooses which verdicts to see, without any script: a
box that is not ticked hides its rows. In each paper what fails comes before what holds. Every claim has an address
of its own. Pictures have twice the dots that they are shown with, and on a narrow screen a row becomes a card.
"""

from __future__ import annotations

import base64
import html
import os
import platform
import re
import struct
from collections.abc import Sequence
from pathlib import Path

from zerosum import __version__
from zerosum.papers import Paper
from zerosum.papers.judge import Judged, tally
from zerosum.papers.report import SLOW, STORY, by_paper, found, png, summary, verdicts_in, whose
from zerosum.papers.rows import PictureRow
from zerosum.papers.verdicts import Verdict

__all__ = ["machine", "write_report"]

DOTS = 2
"""How many dots of a picture there are for one of the page, each way."""
WORST_FIRST = (
    Verdict.WRONG,
    Verdict.MISPRINT,
    Verdict.MISREAD,
    Verdict.IMPRECISE,
    Verdict.OPEN,
    Verdict.NOT_REPRODUCIBLE,
    Verdict.ANSWERED,
    Verdict.MORE_PRECISE,
    Verdict.CONFIRMED,
)
"""The order of a paper's claims."""
COLUMNS = ("where", "says", "whose", "verdict", "recomputed")

STYLE = """
:root { color-scheme: light; scroll-behavior: smooth; }
body { font: 16px/1.5 Georgia, serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1, h2, h3, th, nav, fieldset, .verdict { font-family: system-ui, sans-serif; }
h1, h2 { line-height: 1.2; }
a { color: #0a5f8a; }
nav li { margin: .2rem 0; }
fieldset { position: sticky; top: 0; background: #fff; border: 1px solid #ccc; border-radius: .4rem; }
fieldset label { display: inline-block; margin-right: 1rem; font-size: .85rem; white-space: nowrap; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; font-size: .85rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid #ddd; }
td { overflow-wrap: anywhere; } .wide td, .wide th { overflow-wrap: normal; }
th { border-bottom: 2px solid #888; }
tr:target { background: #fff6d6; scroll-margin-top: 6rem; }
.verdict { white-space: nowrap; font-size: .75rem; font-weight: 600; }
.confirmed .verdict { color: #1a7f37; } .more-precise .verdict { color: #0a5f8a; }
.left-open-answered .verdict { color: #6f42c1; } .not-reproducible .verdict { color: #555; }
.misprint .verdict, .misprint-or-misread .verdict, .imprecise .verdict { color: #9a4a00; }
.wrong .verdict, .left-open .verdict { color: #b3001b; }
figure { margin: 1.5rem 0; } figure img { max-width: 100%; height: auto; }
figcaption { font-style: italic; color: #555; }
footer { margin-top: 3rem; color: #555; font-size: .85rem; }
@media (max-width: 45rem) {
  fieldset { position: static; }
  .claims thead { display: none; }
  .claims, .claims tbody, .claims td { display: block; }
  .claims tr { display: block; border: 1px solid #ccc; border-radius: .4rem; margin: .7rem 0; padding: .3rem .6rem; }
  .claims td { border: 0; padding: .1rem 0; }
  .claims td::before { content: attr(data-name) ": "; font: 600 .75rem system-ui, sans-serif; color: #555; }
}
@media print { fieldset { display: none; } }
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
    """Write the page, index.html, into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    where = folder / "index.html"
    where.write_text(_page(judged, f"Made by {machine()}, in {seconds:.0f} s."), encoding="utf-8")
    return where


def _page(judged: Sequence[Judged], footer: str) -> str:
    papers = by_paper(judged)
    columns, rows = summary(judged)
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>The papers, recomputed</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}{_hiding(judged)}</style></head><body>
<h1>The papers, recomputed</h1>
<p>Every number that the papers print is a claim, or a line in a list that says why not; each claim was computed anew,
and the verdict follows. In a short run {SLOW} are left out.</p>
{_contents(papers)}
<div class="wide">{_table(columns, [_row(columns, _cells(row)) for row in rows], "counts")}</div>
{_filter(judged)}
{"".join(_section(paper, mine) for paper, mine in papers)}
<footer>{html.escape(footer)}</footer></body></html>
"""


def _contents(papers: Sequence[tuple[Paper, Sequence[Judged]]]) -> str:
    """Links to the papers, each with how many of its claims were judged."""
    lines = [
        f'<li><a href="#{paper.key}">{html.escape(paper.citation)}</a>, {len(mine)} claims</li>'
        for paper, mine in papers
    ]
    return f"<nav aria-label='contents'><ul>{''.join(lines)}</ul></nav>"


def _filter(judged: Sequence[Judged]) -> str:
    """A box for each verdict, ticked."""
    counts = tally(judged)
    boxes = [
        f'<label><input type="checkbox" id="show-{_kind(verdict)}" checked> {verdict} ({counts[verdict]})</label>'
        for verdict in sorted(verdicts_in(judged), key=WORST_FIRST.index)
    ]
    return f"<fieldset><legend>show</legend>{''.join(boxes)}</fieldset>"


def _hiding(judged: Sequence[Judged]) -> str:
    """Rows whose box is not ticked are not shown."""
    kinds = map(_kind, verdicts_in(judged))
    return "".join(f"body:has(#show-{kind}:not(:checked)) tr.{kind} {{ display: none; }}\n" for kind in kinds)


def _section(paper: Paper, mine: Sequence[Judged]) -> str:
    story = paper.document.story
    told = "".join(
        f"<p><b>{title}.</b> {_prose(story[part])}</p>" for part, title in STORY.items() if part in story
    )
    worst = sorted(mine, key=lambda one: WORST_FIRST.index(one.verdict))
    rows = [_claim(one, f"{paper.key}-{number}") for number, one in enumerate(worst, 1)]
    names = ("what is printed", "why not")
    unchecked = [_row(names, _cells([one["prints"], one["why"]])) for one in paper.document.unchecked]
    return (
        f'<h2 id="{paper.key}">{html.escape(paper.citation)}</h2>{told}'
        + "".join(_figure(paper, picture) for picture in paper.document.pictures)
        + _table(COLUMNS, rows)
        + f"<h3>Printed, and not checked</h3>{_table(names, unchecked)}" * bool(unchecked)
    )


def _claim(one: Judged, address: str) -> str:
    where, says, who = _cells([one.claim.where, one.claim.says, whose(one)])
    badge = f'<span class="verdict">{one.verdict}</span>'
    linked = f'<a href="#{address}">{where}</a>'
    return _row(COLUMNS, [linked, says, who, badge, html.escape(found(one))], _kind(one.verdict), address)


def _figure(paper: Paper, picture: PictureRow) -> str:
    drawn = png(paper, picture, dpi=110 * DOTS)
    width = struct.unpack(">I", drawn[16:20])[0] // DOTS  # a PNG tells its width there
    caption, data = html.escape(picture.caption), base64.b64encode(drawn).decode()
    return (
        f'<figure><img alt="{caption}" width="{width}" src="data:image/png;base64,{data}">'
        f"<figcaption>{caption}</figcaption></figure>"
    )


def _kind(verdict: Verdict) -> str:
    """A verdict as the name of a class."""
    return str(verdict).replace(",", "").replace(" ", "-")


def _prose(text: str) -> str:
    """A sentence with its commands as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text))


def _cells(row: Sequence[str]) -> list[str]:
    return [html.escape(cell) for cell in row]


def _row(names: Sequence[str], cells: Sequence[str], kind: str = "", address: str = "") -> str:
    """A line of a table; each cell knows the name of its column, for narrow screens."""
    pairs = zip(names, cells, strict=True)
    inside = "".join(f'<td data-name="{html.escape(name)}">{cell}</td>' for name, cell in pairs)
    return f"<tr{f' class={kind!r}' * bool(kind)}{f' id={address!r}' * bool(address)}>{inside}</tr>"


def _table(columns: Sequence[str], rows: Sequence[str], kind: str = "claims") -> str:
    head = "".join(f"<th>{html.escape(column)}</th>" for column in columns)
    return f'<table class="{kind}"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
