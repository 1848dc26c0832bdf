"""Recompute claims, one after another, and count the verdicts."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zerosum.core.data import Json
from zerosum.core.progress import Progress, silent
from zerosum.papers import Paper
from zerosum.papers.rows import Claim
from zerosum.papers.verdicts import FAILING, Finding, Verdict, conclude

__all__ = ["Judged", "judge", "judge_claim", "tally"]


@dataclass(frozen=True)
class Judged:
    """A claim with what became of it."""

    paper: Paper
    claim: Claim
    finding: Finding
    seconds: float

    @property
    def verdict(self) -> Verdict:
        """The verdict that follows from the finding."""
        return self.finding.verdict

    @property
    def is_surprise(self) -> bool:
        """Whether the verdict is not the expected one, or fails where none was expected to."""
        return self.verdict != self.claim.expect if self.claim.expect else self.verdict in FAILING

    def json(self) -> Json:
        """The claim and its verdict as data."""
        return {
            "paper": self.paper.key,
            "where": self.claim.where,
            "says": self.claim.says,
            "of": self.claim.of,
            "verdict": str(self.verdict),
            "computed": self.finding.computed,
            "corrected": self.finding.corrected,
            "why": self.finding.why,
            "expected": not self.is_surprise,
            "seconds": round(self.seconds, 4),
        }


def judge_claim(paper: Paper, claim: Claim) -> Judged:
    """Recompute one claim."""
    began = time.perf_counter()
    check = paper.function(claim.check)
    finding = conclude(claim, lambda arguments: check(**arguments))
    return Judged(paper, claim, finding, time.perf_counter() - began)


def judge(papers: Sequence[Paper], *, full: bool = False, progress: Progress = silent) -> Iterator[Judged]:
    """Recompute every claim of the papers; the slow ones only in full."""
    claims = [(paper, claim) for paper in papers for claim in paper.claims() if full or not claim.slow]
    for done, (paper, claim) in enumerate(claims):
        progress(done, len(claims), "claims")
        yield judge_claim(paper, claim)
    progress(len(claims), len(claims), "claims")


def tally(judged: Sequence[Judged]) -> Counter[Verdict]:
    """How many claims have each verdict."""
    return Counter(one.verdict for one in judged)
