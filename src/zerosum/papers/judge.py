"""Recompute claims, one after another, and count the verdicts.

The findings are stored on disk, one small file per claim, so that the site can show them without computing. A file
belongs to one version of the package and of the claim; recomputing the claim replaces it.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from zerosum import __version__
from zerosum.core.data import Json
from zerosum.core.progress import Progress, silent
from zerosum.core.workers import HERE, Workers
from zerosum.papers import Paper, find
from zerosum.papers.rows import Claim
from zerosum.papers.verdicts import FAILING, Finding, Ruling, conclude
from zerosum.store import cache_directory


@dataclass(frozen=True)
class Judged:
    """A claim with its finding and verdict."""

    paper: Paper
    claim: Claim
    finding: Finding
    seconds: float

    @property
    def verdict(self) -> Ruling:
        """The verdict that follows from the finding."""
        return self.finding.verdict

    @property
    def is_surprise(self) -> bool:
        """Whether the verdict is not the expected one, or a claim fails unexpectedly."""
        return self.verdict != self.claim.expect if self.claim.expect else self.verdict in FAILING

    def json(self) -> Json:
        """Return the claim and its verdict as data."""
        return {
            "paper": self.paper.key,
            "where": self.claim.where,
            "says": self.claim.says,
            "of": self.claim.of,
            "verdict": str(self.verdict),
            "computed": self.finding.computed,
            "corrected": self.finding.corrected,
            "reason": self.finding.reason,
            "expected": not self.is_surprise,
            "seconds": round(self.seconds, 4),
        }


def judge_claim(paper: Paper, claim: Claim) -> Judged:
    """Recompute one claim."""
    began = time.perf_counter()
    check = paper.function(claim.check)
    finding = conclude(claim, lambda arguments: check(**arguments))
    return Judged(paper, claim, finding, time.perf_counter() - began)


def judge(
    papers: Sequence[Paper], *, full: bool = False, workers: Workers = HERE, progress: Progress = silent
) -> Iterator[Judged]:
    """Recompute every claim of the papers, in their order; the slow ones only if `full`."""
    claims = [
        (paper, number)
        for paper in papers
        for number, claim in enumerate(paper.claims())
        if full or not claim.slow
    ]
    progress(0, len(claims), "claims")
    found = workers.each(_judge_at, [(paper.key, number) for paper, number in claims])
    for done, ((paper, number), (finding, seconds)) in enumerate(zip(claims, found, strict=True), 1):
        yield Judged(paper, paper.claims()[number], finding, seconds)
        progress(done, len(claims), "claims")


def _judge_at(where: tuple[str, int]) -> tuple[Finding, float]:
    """Recompute the claim of a paper with this number, as a worker's task."""
    key, number = where
    paper = find(key)
    judged = judge_claim(paper, paper.claims()[number])
    return judged.finding, judged.seconds


def tally(judged: Sequence[Judged]) -> Counter[Ruling]:
    """Count the claims with each verdict."""
    return Counter(one.verdict for one in judged)


def keep(judged: Iterable[Judged]) -> None:
    """Store the findings on disk; do nothing if they cannot be written."""
    for one in judged:
        place = _place(one.paper, one.claim)
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            part = place.with_suffix(f".{os.getpid()}.part")
            part.write_text(json.dumps(one.json(), ensure_ascii=False), encoding="utf-8")
            part.replace(place)
        except OSError:
            return


def recall(paper: Paper, claim: Claim) -> Json | None:
    """Return the stored finding of a claim, in the form of `Judged.json`; None if it has not been recomputed here."""
    try:
        row: Json = json.loads(_place(paper, claim).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return row


def _place(paper: Paper, claim: Claim) -> Path:
    name = hashlib.sha256(f"{__version__} {paper.key} {claim}".encode()).hexdigest()[:32]
    return cache_directory() / "verdicts" / f"{name}.json"
