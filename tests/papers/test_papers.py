"""The papers: every claim is judged as expected, and the pages that researchers cite list every one of them."""

from pathlib import Path

import pytest

from zerosum.core.workers import Processes
from zerosum.games import CATALOG
from zerosum.papers import PAPERS, find
from zerosum.papers.judge import judge, judge_claim, tally
from zerosum.papers.report import SLOW, STORY, index, page, verdicts_in, write_pages, write_report
from zerosum.papers.verdicts import RULES

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


@pytest.mark.parametrize("key", sorted(PAPERS))
def test_no_claim_surprises(key: str) -> None:
    judged = list(judge([find(key)]))
    assert judged
    assert [
        (one.claim.where, str(one.verdict), one.finding.computed) for one in judged if one.is_surprise
    ] == []
    assert all(one.finding.computed for one in judged)


@pytest.mark.parametrize("key", sorted(PAPERS))
def test_claims_are_distinct_and_their_checks_and_pictures_exist(key: str) -> None:
    paper = find(key)
    claims = paper.claims()
    assert all(claim.where and claim.says for claim in claims)
    assert len({(claim.where, claim.says) for claim in claims}) == len(claims)
    assert all(paper.function(claim.check) for claim in claims)
    pictures = paper.document.pictures
    assert all(picture.game in CATALOG or paper.function(picture.draw) for picture in pictures)
    assert {"aim", "holds", "fails", "known"} <= set(paper.document.story) <= {*STORY, "count"}
    assert all(set(line) == {"prints", "reason"} for line in paper.document.unchecked)


@pytest.mark.parametrize("key", ["bluffing", "nakai"])
def test_the_page_can_be_followed_without_the_paper(key: str) -> None:
    """The rules, what the symbols mean, one erratum step by step, and the literature in full."""
    document, told = find(key).document, (DOCS / "papers" / f"{key}.md").read_text(encoding="utf-8")
    for part in ("rules", "erratum"):
        assert f"**{STORY[part]}.** {document.story[part].strip()}" in told
    assert document.letters
    for name, means in document.letters.items():
        assert _row(name, means) in told
    assert document.references
    assert all(f"- {reference}" in told for reference in document.references)


def test_the_index_says_what_the_verdicts_mean() -> None:
    told = (DOCS / "papers.md").read_text(encoding="utf-8")
    for verdict, rule in RULES.items():
        assert _row(str(verdict), rule) in told


LEFT_OUT = {
    "best_hundredths": "more memory",
    "dealer_with_one_rule": "free dealer",
    "enclosed": "princess",
    "freedom": "free dealer",
    "grid_bound": "fine grid",
    "grid_bounds": "fine grid",
    "highest_never_played": "13 cards in Jujitsu",
    "how_far": "more memory",
    "liars_dice": "liar's dice",
    "no_better": "more memory",
    "odd_or_highest": "13 in Goofspiel",
    "pure_bettor": "free dealer",
    "several_peaks": "13 in Goofspiel",
    "streets": "after a check",
    "two_phases": "two phases",
    "where_he_stands": "free dealer",
    "with_a_pack": "free dealer",
}
"""What the report calls the slow claims, by check."""


def test_the_report_names_what_a_short_run_leaves_out() -> None:
    slow = {claim.check for paper in PAPERS.values() for claim in paper.claims() if claim.slow}
    assert slow == set(LEFT_OUT)
    assert all(words in SLOW for words in LEFT_OUT.values())
    assert SLOW in (DOCS / "papers.md").read_text(encoding="utf-8")


def test_a_corrected_form_comes_with_what_shows_it_right() -> None:
    for paper in PAPERS.values():
        for claim in paper.claims():
            assert bool(claim.reads) == bool(claim.right), claim.says


def test_the_remark_on_the_count_of_jujitsu_is_right() -> None:
    cells = [claim for claim in find("jujitsu").claims() if claim.where.startswith("table 5.1")]
    wrong = [claim for claim in cells if claim.expect == "wrong"]
    assert (
        find("jujitsu")
        .document.story["count"]
        .startswith(f"Of the cells of table 5.1, {len(wrong)} are wrong")
    )
    assert all("equilibrium against equilibrium" in claim.where for claim in wrong)


def test_other_rows_are_counted_apart_from_the_papers_claims() -> None:
    owners = {paper.key: {claim.of for claim in paper.claims()} for paper in PAPERS.values()}
    assert owners["beyond"] == {"others", "ours"}
    assert all("paper" in owners[key] for key in owners if key != "beyond")


@pytest.mark.parametrize("key", sorted(PAPERS))
def test_the_documents_list_every_claim(key: str) -> None:
    text = (DOCS / "papers" / f"{key}.md").read_text(encoding="utf-8")
    for claim in find(key).claims():
        assert _row(claim.where, claim.says) in text
    for picture in find(key).document.pictures:
        assert (DOCS / "papers" / f"{picture.name}.png").exists()
    assert find(key).citation in (DOCS / "papers.md").read_text(encoding="utf-8")


def test_the_count_of_other_papers_says_that_ours_are_among_them() -> None:
    paper = find("beyond")
    claims = {
        claim.of: claim for claim in paper.claims() if claim.check in ("le_her_core", "tournament_share")
    }
    assert set(claims) == {"others", "ours"}
    told = page(paper, [judge_claim(paper, claim) for claim in claims.values()])
    assert "Of 2 claims, other papers' and our own: 2 confirmed." in told


def _row(*cells: str) -> str:
    """The beginning of a claim's row."""
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def test_processes_judge_as_this_one_does() -> None:
    paper = find("matches")
    here, there = list(judge([paper])), list(judge([paper], workers=Processes(2)))
    assert [one.finding for one in there] == [one.finding for one in here]
    assert all(one.paper is paper for one in there)


def test_the_report_stands_alone(tmp_path: Path) -> None:
    judged = list(judge([find("matches")]))
    text = write_report(tmp_path, judged, seconds=1.0).read_text(encoding="utf-8")
    assert 'src="data:image/png;base64,' in text
    for paper in {one.paper.key for one in judged}:  # contents lead to every paper
        assert f'href="#{paper}"' in text
        assert f'id="{paper}"' in text
    for verdict in verdicts_in(judged):  # each can be hidden
        assert f'id="show-{str(verdict).replace(",", "").replace(" ", "-")}"' in text
    right, wrong = text.find("class='confirmed'"), text.rfind("class='misprint'")
    assert 0 < wrong < right  # what fails comes before what holds
    assert "http://" not in text
    assert "https://" not in text


def test_the_pages_tell_the_story_and_count_every_verdict_once(tmp_path: Path) -> None:
    judged = list(judge([find("matches")]))
    write_pages(tmp_path / "papers.md", judged)
    told = page(find("matches"), judged)
    assert (tmp_path / "papers" / "matches.md").read_text(encoding="utf-8") == told
    assert (tmp_path / "papers" / "matches.png").exists()
    assert "New results" in told
    summary = next(
        line for line in index(judged, "papers").splitlines() if line.startswith("| D. L. Bricker")
    )
    assert [int(cell or 0) for cell in summary.replace(" ", "").split("|")[2:-1]] == [
        tally(judged)[verdict] for verdict in verdicts_in(judged)
    ]
