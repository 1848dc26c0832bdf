"""The papers on the site: what each says and what became of it, computed here or by `zerosum reproduce`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from zerosum.core.data import Json
from zerosum.core.progress import Progress
from zerosum.display.style import as_svg
from zerosum.papers import PAPERS, Paper, find
from zerosum.papers.judge import judge_claim
from zerosum.papers.kept import keep, recall
from zerosum.papers.report import STORY
from zerosum.papers.rows import OWNERS, Claim
from zerosum.papers.verdicts import Verdict

__all__ = ["about", "figure", "papers", "shown", "verdicts"]


def papers() -> list[Json]:
    """All papers, each with how many of its claims have each verdict."""
    return [shown(paper, paper.claims()) for paper in PAPERS.values()]


def about(game: str) -> list[Json]:
    """What the papers say about one game."""
    told = [(paper, paper.claims_about(game)) for paper in PAPERS.values()]
    return [shown(paper, claims) for paper, claims in told if claims]


def shown(paper: Paper, claims: Sequence[Claim]) -> Json:
    """A paper and some of its claims, as far as they have been recomputed here."""
    rows = [_row(paper, claim) for claim in claims]
    tally = Counter(row["verdict"] for row in rows)
    return {
        "key": paper.key,
        "citation": paper.citation,
        "story": [
            {"title": title, "text": paper.document.story[part]}
            for part, title in STORY.items()
            if part in paper.document.story
        ],
        "pictures": [{"name": one.name, "caption": one.caption} for one in paper.document.pictures],
        "unchecked": [dict(one) for one in paper.document.unchecked],
        "claims": rows,
        "tally": {str(verdict): tally[str(verdict)] for verdict in Verdict if tally[str(verdict)]},
        "waiting": sum(not row["verdict"] and not row["slow"] for row in rows),
        "long": sum(not row["verdict"] and row["slow"] for row in rows),
    }


def _row(paper: Paper, claim: Claim) -> Json:
    known = recall(paper, claim) or {}
    return {
        "where": claim.where,
        "says": claim.says,
        "whose": OWNERS[claim.of],
        "asks": claim.asks,
        "slow": claim.slow,
        **{part: known.get(part, "") for part in ("verdict", "computed", "corrected", "why")},
    }


def verdicts(progress: Progress, paper: str, game: str = "") -> Json:
    """Recompute what has no verdict yet, and keep it claim by claim: whoever is stopped goes on from there."""
    asked = find(paper)
    claims = asked.claims_about(game) if game else asked.claims()
    missing = [claim for claim in claims if not claim.slow and recall(asked, claim) is None]
    for done, claim in enumerate(missing):
        progress(done, len(missing), "claims")
        keep([judge_claim(asked, claim)])
    return shown(asked, claims)


def figure(progress: Progress, paper: str, name: str) -> str:
    """A picture of the report, as SVG."""
    asked = find(paper)
    draw = next(one.draw for one in asked.document.pictures if one.name == name)
    return as_svg(asked.function(draw)())
