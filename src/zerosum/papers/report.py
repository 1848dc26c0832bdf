"""The report on the papers' claims and their verdicts, as Markdown pages and as one HTML page.

The Markdown is an index and a page for each paper: its story, the rules of its games and its letters, one erratum
step by step, its pictures, its errata, every claim with its verdict, what is printed and was not checked, with the
reason, and the literature.

The HTML page stands alone: its style is inside it and its pictures are embedded. It opens with contents and a count
of the verdicts. A reader chooses which verdicts to see, without any script: a box that is not ticked hides its
rows. In each paper what fails comes before what holds. Every claim has an address of its own. Figures have twice
the resolution at which they are shown, and on a narrow screen a row becomes a card.
"""

from __future__ import annotations

import base64
import html
import io
import os
import platform
import re
import struct
from collections.abc import Iterable, Sequence
from pathlib import Path

from zerosum import __version__
from zerosum.papers import Paper
from zerosum.papers.judge import Judged, tally
from zerosum.papers.rows import OWNERS, PictureRow
from zerosum.papers.verdicts import FAILING, RULES, Ruling

SLOW = (
    "the few that take long (11 to 13 cards in Jujitsu, 13 in Goofspiel, a fine grid and more memory in Gleason's "
    "game, the free dealer of blackjack, a raise in two phases or after a check, the largest games of liar's dice, the "
    "finest grid in the search for a princess)"
)
STORY = {
    "aim": "Content",
    "rules": "The rules",
    "holds": "Confirmed",
    "fails": "Errors",
    "erratum": "One erratum, step by step",
    "known": "New results",
}
"""The parts of a paper's story, in the order of its page."""
IN_SHORT = ("aim", "holds", "fails", "known")
"""The parts that are also in the index."""
ASIDE = {
    "row": "arithmetic of a row",
    "ours": "our own statements and questions",
    "others": "other papers' claims",
}


def by_paper(judged: Sequence[Judged]) -> list[tuple[Paper, list[Judged]]]:
    """Group the judged claims by paper."""
    papers = dict.fromkeys(one.paper for one in judged)
    return [(paper, [one for one in judged if one.paper is paper]) for paper in papers]


def verdicts_in(judged: Sequence[Judged]) -> list[Ruling]:
    """Return the verdicts that occur, in their order."""
    seen = tally(judged)
    return [verdict for verdict in Ruling if seen[verdict]]


def found(one: Judged) -> str:
    """Return the computed result, the corrected form and the reason, for one cell."""
    corrected = one.finding.corrected
    return _sentences(
        one.finding.computed, f"It should read: {corrected}" * bool(corrected), one.finding.reason
    )


def _sentences(*parts: str) -> str:
    """Join texts, each with a full stop; a single text is unchanged."""
    text = [part for part in parts if part]
    return text[0] if len(text) == 1 else " ".join(f"{part.removesuffix('.')}." for part in text)


def summary(judged: Sequence[Judged]) -> tuple[list[str], list[list[str]]]:
    """Count verdicts: a row for each paper's own claims, and one for each kind of other rows."""
    columns = verdicts_in(judged)
    groups = [
        (paper.citation, [one for one in mine if one.claim.of == "paper"]) for paper, mine in by_paper(judged)
    ]
    groups += [(name, [one for one in judged if one.claim.of == of]) for of, name in ASIDE.items()]
    rows = [[name, *(str(tally(mine)[v] or "") for v in columns)] for name, mine in groups if mine]
    return ["claims of", *map(str, columns)], rows


def write_pages(index_file: Path, judged: Sequence[Judged]) -> None:
    """Write the index, and next to it a folder of the same name with a page and the pictures of each paper."""
    folder = index_file.with_suffix("")
    folder.mkdir(exist_ok=True)
    index_file.write_text(index(judged, folder.name), encoding="utf-8")
    for paper, mine in by_paper(judged):
        for picture in paper.document.pictures:
            (folder / f"{picture.name}.png").write_bytes(png(paper, picture, dpi=80))
        (folder / f"{paper.key}.md").write_text(page(paper, mine), encoding="utf-8")


def index(judged: Sequence[Judged], folder: str) -> str:
    """Return the first page: the number of claims with each verdict, and the story of each paper."""
    papers = [paper for paper, _ in by_paper(judged)]
    lines = [
        "# The papers, recomputed",
        "",
        f"A full run recomputes every claim. In a short run, {SLOW} are left out. The sources are scans "
        "read by machine: if a misreading is as likely as a misprint, the verdict says so.",
        "",
        *_markdown_table(*summary(judged)),
        "",
        *(
            f"{paper.citation}: {paper.document.story['count']}"
            for paper in papers
            if "count" in paper.document.story
        ),
        "",
        "## What the verdicts mean",
        "",
        "A verdict is about what a paper says. `zerosum.papers.verdicts` derives it from the computed "
        "result by the rules below. No person chooses a verdict, but two fields rest on a person's reading of "
        "the paper, and the reason given in the row can be checked there. `elsewhere` is the place where the paper "
        "itself has the corrected form: a longer correction is then a misprint, and would otherwise be wrong. `near` "
        "says that words hold in the case or the looser sense in which the authors used them: they are then imprecise, "
        "and would otherwise be wrong. Statements and questions of our own are counted separately. Where "
        "a paper uses a "
        "word of taste, such as *negligible*, the row says which threshold it was given.",
        "",
        *_markdown_table(["verdict", "meaning"], [[str(verdict), rule] for verdict, rule in RULES.items()]),
    ]
    for paper in papers:
        lines += ["", f"## [{paper.citation}]({folder}/{paper.key}.md)", *_story(paper, IN_SHORT)]
    return "\n".join([*lines, ""])


def page(paper: Paper, judged: Sequence[Judged]) -> str:
    """Return a paper's page."""
    document = paper.document
    count = " ".join(filter(None, [_counted(judged), document.story.get("count", "")]))
    lines = [f"# {paper.citation}", *_story(paper, STORY), "", f"**The count.** {count}"]
    if document.letters:
        letters = [[name, means] for name, means in document.letters.items()]
        lines += ["", "## The letters", "", *_markdown_table(LETTERS, letters)]
    for picture in document.pictures:
        lines += ["", f"![{picture.caption}]({picture.name}.png)", "", f"*{picture.caption}*"]
    if errata := [one for one in judged if one.verdict in FAILING and one.claim.of != "ours"]:
        rows = [[one.claim.where, one.claim.says, str(one.verdict), _instead(one)] for one in errata]
        lines += ["", "## Errata", "", *_markdown_table(["where", "says", "verdict", "instead"], rows)]
    rows = [[one.claim.where, one.claim.says, whose(one), str(one.verdict), found(one)] for one in judged]
    done = [one.claim for one in judged]
    rows += [
        [claim.where, claim.says, OWNERS[claim.of], "–", "only in a full run"]
        for claim in paper.claims()
        if claim not in done
    ]
    lines += ["", "## Every claim", "", *_markdown_table(COLUMNS, rows)]
    if document.unchecked:
        rows = [[one["prints"], one["reason"]] for one in document.unchecked]
        lines += [
            "",
            "## Printed, and not checked",
            "",
            *_markdown_table(["what is printed", "why not"], rows),
        ]
    if document.references:
        lines += ["", "## References", "", *(f"- {reference}" for reference in document.references)]
    return "\n".join([*lines, ""])


def _story(paper: Paper, parts: Iterable[str]) -> list[str]:
    """Return some parts of a paper's story, each with its title."""
    story = paper.document.story
    return [
        line for part in parts if part in story for line in ("", f"**{STORY[part]}.** {story[part].strip()}")
    ]


def _counted(judged: Sequence[Judged]) -> str:
    """Return a sentence with the number of claims of each verdict."""
    own = [one for one in judged if one.claim.of == "paper"]
    counted, whose = (own, "the paper's own") if own else (judged, "other papers' and our own")
    text = "; ".join(f"{tally(counted)[verdict]} {verdict}" for verdict in verdicts_in(counted))
    return f"Of {len(counted)} claims, {whose}: {text}."


def _instead(one: Judged) -> str:
    """Return the corrected form, or the result, and the reason."""
    return _sentences(one.finding.corrected or one.finding.computed, one.finding.reason)


def whose(one: Judged) -> str:
    """Return the owner of the claim, in words."""
    return OWNERS[one.claim.of]


def _markdown_table(columns: Iterable[str], rows: Iterable[Sequence[str]]) -> list[str]:
    columns = list(columns)
    escaped = [[cell.replace("|", "\\|").replace("\n", " ") for cell in row] for row in rows]
    return [f"| {' | '.join(row)} |" for row in [columns, ["---"] * len(columns), *escaped]]


def png(paper: Paper, picture: PictureRow, *, dpi: int) -> bytes:
    """Draw a figure of a paper as PNG."""
    buffer = io.BytesIO()
    drawn = paper.draw(picture)
    drawn.savefig(buffer, format="png", dpi=dpi, bbox_inches="tight", metadata={"Software": None})
    return buffer.getvalue()


DOTS = 2
"""Pixels of a figure for each pixel of the page, in each direction."""
WORST_FIRST = (
    Ruling.WRONG,
    Ruling.MISPRINT,
    Ruling.MISREAD,
    Ruling.IMPRECISE,
    Ruling.OPEN,
    Ruling.NOT_REPRODUCIBLE,
    Ruling.ANSWERED,
    Ruling.MORE_PRECISE,
    Ruling.CONFIRMED,
)
"""The order of a paper's claims, by verdict."""
LETTERS = ("letter", "meaning")
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
    """Describe the packages and the machine that made the report."""
    import flint
    import numba
    import numpy

    packages = ", ".join(f"{package.__name__} {package.__version__}" for package in (numpy, numba, flint))
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
    rules = "".join(f"<dt>{verdict}</dt><dd>{html.escape(rule)}</dd>" for verdict, rule in RULES.items())
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>The papers, recomputed</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}{_hiding(judged)}</style></head><body>
<h1>The papers, recomputed</h1>
<p>Every number that the papers print is a claim, or is listed with the reason why it is not. Each claim was recomputed,
and its verdict follows by rule. A short run leaves out {SLOW}.</p>
{_contents(papers)}
<div class="wide">{_table(columns, [_row(columns, _cells(row)) for row in rows], "counts")}</div>
<details><summary>What the verdicts mean</summary><dl>{rules}</dl></details>
{_filter(judged)}
{"".join(_section(paper, mine) for paper, mine in papers)}
<footer>{html.escape(footer)}</footer></body></html>
"""


def _contents(papers: Sequence[tuple[Paper, Sequence[Judged]]]) -> str:
    """Return links to the papers, each with its number of judged claims."""
    lines = [
        f'<li><a href="#{paper.key}">{html.escape(paper.citation)}</a>, {len(mine)} claims</li>'
        for paper, mine in papers
    ]
    return f"<nav aria-label='contents'><ul>{''.join(lines)}</ul></nav>"


def _filter(judged: Sequence[Judged]) -> str:
    """Return a ticked box for each verdict."""
    counts = tally(judged)
    boxes = [
        f'<label><input type="checkbox" id="show-{_kind(verdict)}" checked> {verdict} ({counts[verdict]})</label>'
        for verdict in sorted(verdicts_in(judged), key=WORST_FIRST.index)
    ]
    return f"<fieldset><legend>show</legend>{''.join(boxes)}</fieldset>"


def _hiding(judged: Sequence[Judged]) -> str:
    """Return the style that hides rows whose box is not ticked."""
    kinds = map(_kind, verdicts_in(judged))
    return "".join(f"body:has(#show-{kind}:not(:checked)) tr.{kind} {{ display: none; }}\n" for kind in kinds)


def _section(paper: Paper, mine: Sequence[Judged]) -> str:
    story = paper.document.story
    text = "".join(
        f"<p><b>{title}.</b> {_prose(story[part])}</p>" for part, title in STORY.items() if part in story
    )
    letters = [_row(LETTERS, _cells([name, means])) for name, means in paper.document.letters.items()]
    references = "".join(f"<li>{html.escape(one)}</li>" for one in paper.document.references)
    worst = sorted(mine, key=lambda one: WORST_FIRST.index(one.verdict))
    rows = [_claim(one, f"{paper.key}-{number}") for number, one in enumerate(worst, 1)]
    names = ("what is printed", "why not")
    unchecked = [_row(names, _cells([one["prints"], one["reason"]])) for one in paper.document.unchecked]
    return (
        f'<h2 id="{paper.key}">{html.escape(paper.citation)}</h2>{text}'
        + f"<h3>The letters</h3>{_table(LETTERS, letters)}" * bool(letters)
        + "".join(_figure(paper, picture) for picture in paper.document.pictures)
        + _table(COLUMNS, rows)
        + f"<h3>Printed, and not checked</h3>{_table(names, unchecked)}" * bool(unchecked)
        + f"<h3>References</h3><ul>{references}</ul>" * bool(references)
    )


def _claim(one: Judged, address: str) -> str:
    where, says, who = _cells([one.claim.where, one.claim.says, whose(one)])
    badge = f'<span class="verdict">{one.verdict}</span>'
    linked = f'<a href="#{address}">{where}</a>'
    return _row(COLUMNS, [linked, says, who, badge, html.escape(found(one))], _kind(one.verdict), address)


def _figure(paper: Paper, picture: PictureRow) -> str:
    drawn = png(paper, picture, dpi=110 * DOTS)
    width = struct.unpack(">I", drawn[16:20])[0] // DOTS  # the width is stored there in a PNG
    caption, data = html.escape(picture.caption), base64.b64encode(drawn).decode()
    return (
        f'<figure><img alt="{caption}" width="{width}" src="data:image/png;base64,{data}">'
        f"<figcaption>{caption}</figcaption></figure>"
    )


def _kind(verdict: Ruling) -> str:
    """Return the verdict as the name of a CSS class."""
    return str(verdict).replace(",", "").replace(" ", "-")


def _prose(text: str) -> str:
    """Format a text: commands as code, and a break between paragraphs."""
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text.strip()))
    return text.replace("\n\n", "<br><br>")


def _cells(row: Sequence[str]) -> list[str]:
    return [html.escape(cell) for cell in row]


def _row(names: Sequence[str], cells: Sequence[str], kind: str = "", address: str = "") -> str:
    """Format a row of a table; each cell has the name of its column, for narrow screens."""
    pairs = zip(names, cells, strict=True)
    inside = "".join(f'<td data-name="{html.escape(name)}">{cell}</td>' for name, cell in pairs)
    return f"<tr{f' class={kind!r}' * bool(kind)}{f' id={address!r}' * bool(address)}>{inside}</tr>"


def _table(columns: Sequence[str], rows: Sequence[str], kind: str = "claims") -> str:
    head = "".join(f"<th>{html.escape(column)}</th>" for column in columns)
    return f'<table class="{kind}"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
