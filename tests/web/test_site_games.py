"""Every game of the catalogue on the site: described, answered, drawn, walked through, and played on each side.

Tests of one game stand together, so that it is solved once for all of them.
"""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.one_of_each import ONE_OF_EACH
from tests.web.browsing import TABLE, Watched, move, play_out, sit_down, step_through
from tests.web.small import NAMES, answered, json_of, opened, played, small

from zerosum.web.catalogue import entry


@pytest.fixture(scope="session", params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_it_is_described_answered_and_drawn(client: TestClient, name: str) -> None:
    described = client.get(f"/api/games/{name}").json()
    assert described["rules"]
    kinds = {one["kind"] for one in described["fields"]["game"]}
    assert kinds <= {"switch", "choice", "int", "number", "list", "text", "file"}
    answer = json_of(client, f"/api/games/{name}/answer", **small(name))
    assert answer["solution"]["game"] == name
    assert answer["report"]["value"]
    address = f"/api/games/{name}/picture.svg"
    picture = answered(client, {"method": "GET", "url": address, "params": small(name)})
    assert picture.status_code == 200, picture.text
    assert "<svg" in picture.text


def test_it_is_walked_from_its_start(client: TestClient, name: str) -> None:
    path = ""
    for _ in range(5):
        here = json_of(client, f"/api/games/{name}/walk", **small(name), walk=path)
        if here["over"]:
            break
        ways = [cell["next"][-1]["path"] for row in here.get("cells", []) for cell in row]
        ways += [one["path"] for one in here.get("chance", [])]
        ways += [pair for pairs in here.get("pairs", []) for pair in pairs]
        path = ways[len(ways) // 2]
    assert len(here["steps"]) > 1


def test_a_whole_round_on_each_side(client: TestClient, name: str) -> None:
    for side in entry(name).sides:
        table = opened(client, name, side=side)
        for _ in range(200):
            if table["over"]:
                break
            hint = client.get(f"/api/tables/{table['id']}", params={"hint": True}).json()["hint"]
            assert abs(sum(hint["mix"].values()) - 1) < 1e-6
            drawn = client.get(f"/api/tables/{table['id']}/page", params={"hint": True}).json()["html"]
            assert 'class="felt' in drawn
            assert "style=" not in drawn
            table = played(client, table, table["moves"][0]["word"])
        assert table["over"]
        assert table["played"] == 1
        review = client.get(f"/api/tables/{table['id']}/review").json()
        assert len(review["steps"]) > 1
        assert all(one["mix"] for one in review["choices"])
        assert played(client, table, "next")["turn"] == table["turn"] + 1


def test_a_side_on_which_nobody_chooses_is_refused(client: TestClient, name: str) -> None:
    if "col" not in entry(name).sides:
        response = client.post("/api/tables", json={"game": name, "given": small(name), "side": "col"})
        assert response.status_code == 400
        assert "play only as row" in response.json()["detail"]


@pytest.mark.parametrize("chosen", ONE_OF_EACH)
def test_in_a_browser_every_button_of_its_page_and_of_its_tables_does_something(
    watched: Watched, address: str, chosen: str
) -> None:
    name, page = chosen, watched.page
    query = "&".join(f"{key}={value}" for key, value in small(name).items())
    for side in entry(name).sides:
        page.goto(f"{address}/games/{name}?{query}")
        page.wait_for_selector("#answer .value")
        if side == "row":
            press_everything(page)
            page.click("#change .sit button")
            page.wait_for_selector(TABLE)
        else:
            sit_down(page, side)
        if page.locator("#hint-link").count():
            page.click("#hint-link")
            page.wait_for_selector("#hint-link[data-on]")
        play_out(page)
    assert step_through(page)
    page.click("#how summary")
    move(page, ".next")


TRIES = 60
"""How often a step is tried; the page may still be drawing."""


def press_everything(page: Any) -> None:
    """Solve anew, unfold what is folded, walk a step and back; what is laid out anew meanwhile is no hindrance."""
    onward = page.locator("#walk button, #views button:has-text('→'), #views button.tower")
    onward.first.wait_for()
    page.get_by_role("button", name="Solve", exact=True).click()
    for folded in page.locator("#change").locator("summary").all():
        folded.click()
    walked = "yes => new URL(location).searchParams.has('walk') === yes"
    ways, back = page.locator("#walk").get_by_role("button"), page.locator("#trail").get_by_role("button")
    if not ways.count():  # the drawing itself leads from position to position
        onward.last.dispatch_event("click")
        return
    for step, there in ((ways.last, True), (back.first, False)):
        for _ in range(TRIES):  # a click is lost if a new answer lays the page out at that moment
            if page.evaluate(walked, there):
                break
            if step.count():
                step.dispatch_event("click")
            page.wait_for_timeout(250)
        assert page.evaluate(walked, there)
