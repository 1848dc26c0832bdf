"""The path of a lesson: a guess, something to drag, three rounds, and then the answers."""

import time
from fractions import Fraction

import pytest
from fastapi.testclient import TestClient
from tests.web.browsing import Watched

import zerosum
from zerosum.request.questions import read_locks
from zerosum.web.catalogue import request_for
from zerosum.web.lessons import LESSONS


def test_the_worst_card_comes_first() -> None:
    assert next(iter(LESSONS)) == "jack"
    assert (
        len({lesson.guess.right for lesson in LESSONS.values()}) == 3
    )  # the right answer has no usual place


@pytest.mark.parametrize("seed", LESSONS["jack"].seat.seeds)
def test_the_first_round_of_the_lesson_on_the_jack_asks_its_question(seed: int) -> None:
    table = zerosum.play("kuhn", side="col", seed=seed)
    assert table.description()[:2] == ["your hand J", "so far: check"]


def test_a_table_of_a_lesson_is_dealt_as_the_lesson_says(client: TestClient) -> None:
    page = client.get("/lessons/jack").text
    assert "you are dealt the jack" in page
    assert 'name="lesson" value="jack"' in page
    for _ in range(3):
        answer = client.post("/api/tables", json={"game": "kuhn", "side": "col", "lesson": "jack"})
        while answer.status_code == 202:
            time.sleep(0.5)
            answer = client.get(f"/api/tables/{answer.json()['id']}")
        assert answer.json()["board"]["mine"][0]["cards"][0]["rank"] == "J"


def test_on_either_side_of_the_corner_both_the_queen_and_the_king_respond_as_the_lesson_says() -> None:
    def respond(bets: str) -> list[Fraction]:
        game = request_for("kuhn", {}).game
        locks = read_locks(f"J, check: bet {bets}", game.seats)
        found = game.family.locked(game, locks, progress=lambda *_: None)
        row = found.json()["strategies"]["row"]
        return [
            Fraction(one)
            for one in (row["Q, check, bet"]["call"], row["K"]["bet"], found.json()["value"]["lower"])
        ]

    assert respond("1/6") == [0, 1, 0]
    assert respond("2/3") == [1, 0, Fraction(1, 18)]


@pytest.mark.parametrize("name", LESSONS)
def test_every_lesson_asks_before_it_answers(client: TestClient, name: str) -> None:
    while (answer := client.get(f"/lessons/{name}")).status_code == 202:
        time.sleep(0.5)
    page, lesson = answer.text, LESSONS[name]
    places = [page.index(f'<section id="{part}"') for part in ("predict", "drag", "play", "reveal")]
    assert places == sorted(places)
    assert len(lesson.guess.choices) == 3
    before, _, after = page.partition('id="answers"')
    assert lesson.insight not in before.replace("&#39;", "'")
    assert 'class="insight"' in after


def test_a_guess_is_judged_at_the_end_and_three_rounds_are_played_inside_the_lesson(
    watched: Watched, address: str
) -> None:
    page = watched.page
    page.goto(f"{address}/lessons/jack")
    page.check("label >> text=Always")
    page.wait_for_selector("#guessed >> text=Noted")
    page.click("text=Deal me in")
    for _ in range(40):
        page.wait_for_selector("article.play")
        if page.locator("#play a >> text=Play on at the table").count():
            break
        before = page.get_attribute("article.play", "data-turn")
        page.locator("#play .next, #play .act[name=word]").first.click()
        page.wait_for_function(
            "before => document.querySelector('article.play').dataset.turn !== before", arg=before
        )
    assert "3 rounds played" in page.inner_text("#play")
    page.click("#answers summary")
    assert "The answer: One time in three." in page.inner_text("#verdict")
    # nothing was dragged; the browser reports an opened part a moment later
    page.wait_for_function("() => document.querySelectorAll('.path-steps .done').length === 3")


def test_the_slider_is_the_axis_of_the_chart(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/lessons/jack?bets=20")
    page.wait_for_selector(".axis-chart .marker", state="attached")
    thumb = """() => {
      const slider = document.querySelector('.axis-slider'), box = slider.getBoundingClientRect();
      const at = box.left + 8 + (box.width - 16) * slider.value / slider.max;
      const marker = document.querySelector('.axis-chart .marker').getBoundingClientRect();
      return Math.abs(at - marker.left - marker.width / 2);
    }"""
    assert page.evaluate(thumb) < 6
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate(thumb) < 6
