"""The report: what the papers say and what became of it, as Markdown pages; `html_report` makes one page of it.

The Markdown is an index and a page for each paper: its story, its pictures, its errata, every claim with its verdict,
and what is printed and was not checked, with the reason.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from zerosum.papers import Paper
from zerosum.papers.judge import Judged, tally
from zerosum.papers.rows import OWNERS, Claim, PictureRow
from zerosum.papers.verdicts import FAILING, Verdict

__all__ = [
    "ASIDE",
    "SLOW",
    "STORY",
    "by_paper",
    "found",
    "index",
    "page",
    "png",
    "summary",
    "verdicts_in",
    "whose",
    "write_pages",
]

SLOW = (
    "the few that take long (11 to 13 cards in Jujitsu, 13 in Goofspiel, a fine grid and more memory in Gleason's "
    "game, the free dealer of blackjack, a raise in two phases)"
)
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


def write_pages(index_file: Path, judged: Sequence[Judged]) -> None:
    """Write the index, and beside it a folder of the same name with a page and the pictures of each paper."""
    folder = index_file.with_suffix("")
    folder.mkdir(exist_ok=True)
    index_file.write_text(index(judged, folder.name), encoding="utf-8")
    for paper, mine in by_paper(judged):
        for picture in paper.document.pictures:
            (folder / f"{picture.name}.png").write_bytes(png(paper, picture, dpi=80))
        (folder / f"{paper.key}.md").write_text(page(paper, mine), encoding="utf-8")


def index(judged: Sequence[Judged], folder: str) -> str:
    """The first page: how many claims have each verdict, and the story of each paper."""
    lines = [
        "# The papers, recomputed",
        "",
        "Every claim is recomputed in a full run, and the verdict follows from that by the rules in "
        f"`zerosum.papers.verdicts`; in a short run {SLOW} are left out. The sources are scans read by machine: where "
        "a misreading is as likely as a misprint, the verdict says so.",
        "",
        *_markdown_table(*summary(judged)),
    ]
    for paper, _ in by_paper(judged):
        lines += ["", f"## [{paper.citation}]({folder}/{paper.key}.md)", *_story(paper)]
    return "\n".join([*lines, ""])


def page(paper: Paper, judged: Sequence[Judged]) -> str:
    """A paper's page."""
    lines = [f"# {paper.citation}", *_story(paper), "", f"**The count.** {_counted(judged)}"]
    for picture in paper.document.pictures:
        lines += ["", f"![{picture.caption}]({picture.name}.png)", "", f"*{picture.caption}*"]
    if errata := [one for one in judged if one.verdict in FAILING and one.claim.of != "ours"]:
        rows = [[one.claim.where, one.claim.says, str(one.verdict), _instead(one)] for one in errata]
        lines += ["", "## Errata", "", *_markdown_table(["where", "says", "verdict", "instead"], rows)]
    rows = [[one.claim.where, one.claim.says, whose(one), str(one.verdict), found(one)] for one in judged]
    rows += [
        [claim.where, claim.says, OWNERS[claim.of], "–", "left to a full run"]
        for claim in _left(paper, judged)
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


def _story(paper: Paper) -> list[str]:
    """What the paper set out to do, what holds, what does not, what is now known: a paragraph each."""
    story = paper.document.story
    return [
        line for part, title in STORY.items() if part in story for line in ("", f"**{title}.** {story[part]}")
    ]


def _counted(judged: Sequence[Judged]) -> str:
    """How many claims have each verdict, in a sentence."""
    own = [one for one in judged if one.claim.of == "paper"]
    counted, whose = (own, "the paper's own") if own else (judged, "other papers'")
    told = "; ".join(f"{tally(counted)[verdict]} {verdict}" for verdict in verdicts_in(counted))
    return f"Of {len(counted)} claims, {whose}: {told}."


def _instead(one: Judged) -> str:
    """What it should read, or what was found, and the reason."""
    parts = (one.finding.corrected or one.finding.computed, one.finding.why)
    return "; ".join(part for part in parts if part)


def _left(paper: Paper, judged: Sequence[Judged]) -> list[Claim]:
    """The claims that were not judged this time."""
    done = [one.claim for one in judged]
    return [claim for claim in paper.claims() if claim not in done]


def whose(one: Judged) -> str:
    """Whose claim it is."""
    return OWNERS[one.claim.of]


def _markdown_table(columns: Iterable[str], rows: Iterable[Sequence[str]]) -> list[str]:
    columns = list(columns)
    escaped = [[cell.replace("|", "\\|").replace("\n", " ") for cell in row] for row in rows]
    return [f"| {' | '.join(row)} |" for row in [columns, ["---"] * len(columns), *escaped]]


def png(paper: Paper, picture: PictureRow, *, dpi: int) -> bytes:
    """A paper's picture, drawn now."""
    buffer = io.BytesIO()
    paper.function(picture.draw)().savefig(
        buffer, format="png", dpi=dpi, bbox_inches="tight", metadata={"Software": None}
    )
    return buffer.getvalue()
