"""The papers: every claim is judged as expected, and the list that researchers cite is the list in the data."""

from pathlib import Path

import pytest

from zerosum.papers import PAPERS, find
from zerosum.papers.claims import Verdict
from zerosum.papers.judge import judge, tally
from zerosum.papers.report import errata, write_report

DOCS = Path(__file__).parents[2] / "docs" / "papers.md"


@pytest.mark.parametrize("key", sorted(PAPERS))
def test_no_claim_surprises(key: str) -> None:
    judged = list(judge([find(key)]))
    assert judged
    assert [(one.claim.where, one.finding.computed) for one in judged if one.is_surprise] == []


@pytest.mark.parametrize("key", sorted(PAPERS))
def test_claims_are_distinct_and_say_where_they_stand(key: str) -> None:
    claims = find(key).claims()
    assert all(claim.where and claim.says for claim in claims)
    assert len({(claim.where, claim.says) for claim in claims}) == len(claims)


def test_there_are_well_over_a_hundred_claims() -> None:
    assert sum(len(paper.claims()) for paper in PAPERS.values()) > 150


@pytest.mark.parametrize("key", sorted(PAPERS))
def test_the_document_lists_every_claim(key: str) -> None:
    text = DOCS.read_text(encoding="utf-8")
    for claim in find(key).claims():
        assert _row(claim.where, claim.says) in text


def _row(*cells: str) -> str:
    """The beginning of a claim's row."""
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def test_the_report_stands_alone(tmp_path: Path) -> None:
    judged = list(judge([find("matches")]))
    page = write_report(tmp_path, judged, seconds=1.0).read_text(encoding="utf-8")
    assert 'src="data:image/png;base64,' in page
    assert "http://" not in page
    assert "https://" not in page
    assert (tmp_path / "report.md").read_text(encoding="utf-8").startswith("# The papers, recomputed")


def test_the_errata_count_every_verdict_once() -> None:
    judged = list(judge([find("matches")]))
    counts = tally(judged)
    summary = next(line for line in errata(judged).splitlines() if line.startswith("| D. L. Bricker"))
    assert [int(cell or 0) for cell in summary.replace(" ", "").split("|")[2:-1]] == [
        counts[v] for v in Verdict
    ]
