"""The practice page asks, checks and helps, and games are worked out one step at a time; with and without scripts."""

import html
import re
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.practice.test_practice_check import right
from tests.web.browsing import Watched
from tests.web.small import page_of

from zerosum.core.data import Json
from zerosum.games import CATALOG
from zerosum.practice import KINDS, practice
from zerosum.web.search import MAX_HITS, find, marked
from zerosum.web.teaching import GAMES


@pytest.mark.parametrize("kind", KINDS)
def test_a_right_answer_is_right_on_the_page(client: TestClient, kind: str) -> None:
    exercise = practice(kind, 5, 1).exercises[0]
    page = page_of(client, f"/practice/{kind}", number="5", **right(exercise))
    assert page.status_code == 200
    assert 'data-marked="right"' in page.text
    assert "<h3>Correct</h3>" in page.text


def test_a_wrong_answer_meets_its_best_response_and_stays_in_the_form(client: TestClient) -> None:
    page = page_of(client, "/practice/2x2", number="7", row1="1/2", row2="1/2", value="x<").text
    said = html.unescape(page)
    assert 'data-marked="wrong"' in page
    assert re.search(r"Row's mix:</strong> Against this, col plays column \d and row gets only ", said)
    assert "'x<' is not a number; write, for example, 1/3 or 0.25." in said
    assert 'value="x&lt;"' in page
    assert 'value="1/2"' in page


def test_hint_and_steps_come_one_at_a_time(client: TestClient) -> None:
    bare = page_of(client, "/practice/dominance").text
    assert "Hint" not in bare
    assert bare.count("<section>") == 1
    assert "<h3>Hint</h3>" in page_of(client, "/practice/dominance?hint=1").text
    counts = [page_of(client, f"/practice/dominance?steps={k}").text.count("<h3>") for k in range(3)]
    assert counts == [0, 1, 2]


def test_steps_of_a_table_and_of_games(client: TestClient) -> None:
    first = page_of(client, "/steps", rows="2 3 1 5; 4 1 6 0").text
    assert ("1. Maximin and minimax" in first, "2. The graph" in first) == (True, False)
    whole = page_of(client, "/steps", rows="2 3 1 5; 4 1 6 0", step="99").text
    assert "4. Answer and check" in whole
    assert "4. A's decision at Q, check, bet" in html.unescape(page_of(client, "/steps/kuhn?step=4").text)
    assert "is worth −3/8" in page_of(client, "/steps/inspection?step=99").text


def test_a_page_that_takes_longer_waits_for_its_job(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zerosum.web.site.PATIENCE", 0.0)
    found = client.get("/practice/2xn?number=987")
    assert (found.status_code, 'data-job="' in found.text) == (202, True)
    assert page_of(client, "/practice/2xn?number=987").status_code == 200


def test_pages_of_small_games_lead_to_their_steps(client: TestClient) -> None:
    for game in GAMES:
        assert page_of(client, f"/steps/{game}").status_code == 200
    assert 'href="/steps/kuhn"' in page_of(client, "/games/kuhn").text
    assert 'href="/steps/' not in page_of(client, "/games/leduc").text


@pytest.mark.parametrize(
    ("address", "status", "said"),
    [
        ("/practice/chess", 404, "no type of exercise called"),
        ("/steps?rows=-", 400, "semicolon"),
        ("/steps?rows=/etc/passwd", 400, "semicolon"),
        ("/steps?rows=1%202;%203", 400, ""),
        ("/steps/gleason", 400, "worked steps are not available"),
        ("/steps/chess", 404, "no game called"),
        ("/practice/2x2?number=abc&steps=-4&row1=" + "9" * 300, 200, "is not a number"),
    ],
)
def test_what_makes_no_sense_gets_a_sentence(
    client: TestClient, address: str, status: int, said: str
) -> None:
    found = page_of(client, address)
    assert (found.status_code, said in html.unescape(found.text)) == (status, True)


def test_the_page_changes_in_place_and_keeps_a_score(watched: Watched, address: str) -> None:
    page: Any = watched.page
    page.goto(f"{address}/practice/2x2?number=7")
    page.get_by_label("row 1").fill("1")
    page.get_by_role("button", name="Check").click()
    page.get_by_role("heading", name="Not quite").wait_for()
    for name, text in right(practice("2x2", 7, 1).exercises[0]).items():
        page.locator(f"[name={name}]").fill(text)
    page.get_by_role("button", name="Check").click()
    page.get_by_role("heading", name="Correct").wait_for()
    assert page.inner_text("#score") == "Your score: 1 correct out of 1 tried."
    page.get_by_role("link", name="Next exercise").click()
    page.get_by_role("heading", name="Exercise 8").wait_for()
    page.get_by_role("link", name="Show the first step").click()
    page.locator("#steps section").wait_for()
    page.goto(f"{address}/practice")
    page.get_by_text("1 correct out of 1 tried").wait_for()
    assert not watched.trouble


def test_a_board_fills_step_by_step(watched: Watched, address: str) -> None:
    page: Any = watched.page
    page.goto(f"{address}/steps/kuhn")
    for step in ("2. Pure and mixed decisions", "3. A's decision at J"):
        page.get_by_role("link", name="Next step").click()
        page.get_by_role("heading", name=step).wait_for()
    page.go_back()
    page.get_by_role("link", name="Next step (3 of 7)").wait_for()
    assert not watched.trouble


def test_a_search_counts_all_results_lists_no_page_twice_and_shows_the_words(client: TestClient) -> None:
    found = find("kuhn")
    assert len(found) > MAX_HITS
    page = client.get("/search?q=kuhn").text
    assert f"The first {MAX_HITS} of {len(found)} results" in page
    assert "<mark>Kuhn</mark> poker" in page
    papers = [one.title for one in find("bellman") if "Bellman and D. Blackwell" in one.title]
    assert len(papers) == 1
    assert all(one.summary for one in found)
    assert marked("a < b", "<") == "a <mark>&lt;</mark> b"


def test_the_home_page_counts_games_with_rules_and_a_house_apart(client: TestClient) -> None:
    kinds = [kind.load() for kind in CATALOG.values()]
    of_files = sum(kind.genre == "your own" for kind in kinds)
    home, gallery = client.get("/").text, client.get("/games").text
    assert f"{len(kinds) - of_files} games, all solved" in gallery
    assert (
        f"{len(kinds) - of_files - 3} two-player games against an opponent that plays perfectly, 3 against"
        in home
    )


def test_an_error_page_marks_no_section(client: TestClient) -> None:
    assert "aria-current" not in client.get("/games/nothing").text


def test_your_tables_have_a_score_and_leave_out_untouched_ones(client: TestClient) -> None:
    def opened() -> Json:
        answer = client.post("/api/tables", json={"game": "matches", "given": {"matches": "5"}})
        while answer.status_code == 202:
            answer = client.get(f"/api/tables/{answer.json()['id']}")
        view: Json = answer.json()
        return view

    table, untouched = opened(), opened()
    client.post(f"/api/tables/{table['id']}/move", json={"word": "1", "turn": 0})
    page = client.get("/tables").text
    assert table["id"] in page
    assert untouched["id"] not in page
    assert "You play the row player" in page
    assert "A round is unfinished" in page or "score" in page
