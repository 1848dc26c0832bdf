"""Strategies that visitors bring: their leaks, tables against them, and what is refused."""

import json
import time
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from tests.web.browsing import TABLE, Watched, move

import zerosum
from zerosum.certificates import document
from zerosum.certificates.certify import sealed

JACK = "side,information,move,probability\nrow,J,check,1\nrow,J,bet,0\n"


def solved(tmp_path: Path, game: str = "kuhn") -> str:
    file = tmp_path / "bot.csv"
    zerosum.write_strategy(zerosum.solve(game), file)
    return file.read_text(encoding="utf-8")


def ask(client: TestClient, text: str, **more: object):
    asked = {"text": text, **more}
    while (found := client.post("/api/games/kuhn/leaks", json=asked)).status_code == 202:
        time.sleep(0.1)
    return found


def test_leaks_and_a_table_against_the_strategy(client: TestClient, tmp_path: Path) -> None:
    text = solved(tmp_path).replace("row,K,check,0", "row,K,check,1").replace("row,K,bet,1", "row,K,bet,0")
    found = ask(client, text).json()
    assert found["tables"][0]["rows"][0][:2] == ["K", "1/3"]
    assert found["seats"] == {"col": "B", "row": "A"}
    new = {"game": "kuhn", "side": "col", "opponent": found["opponent"]}
    opened = client.post("/api/tables", json=new)
    assert opened.status_code in (201, 202), opened.text
    table = opened.json()["id"]
    while (seen := client.get(f"/api/tables/{table}")).status_code == 202:
        time.sleep(0.1)
    assert seen.json()["opponent"] == found["opponent"]


def test_what_is_wrong_is_said(client: TestClient, tmp_path: Path) -> None:
    assert "has no entry for 5 information sets" in ask(client, JACK).text
    filled = ask(client, JACK, fill=True)
    assert filled.status_code == 200
    assert filled.json()["seats"] == {"col": "B"}
    assert "end in" in ask(client, JACK, ending=".pkl").text
    assert ask(client, "x" * 50_000).status_code == 422


def test_a_solution_that_answers_with_nonsense_is_refused(client: TestClient, tmp_path: Path) -> None:
    file = tmp_path / "bot.json"
    zerosum.solve("kuhn").save(file)
    content = json.loads(file.read_text(encoding="utf-8"))
    for one in content["solution"]["records"]:
        if one[:2] == ["record", "StepStrategy"]:
            one[-1]["mixes"] = one[-1]["ends"]
    text = document.render(sealed({k: v for k, v in content.items() if k not in ("format", "sha256")}))
    found = ask(client, text, ending=".json")
    assert found.status_code == 400
    assert "does not fit the rules" in found.text


@pytest.mark.parametrize(
    "name", ["{tmp}/bot.csv", "../own-0.csv", f"own-{'0' * 32}.csv", "examples/player.json"]
)
def test_no_other_file_is_an_opponent(name: str, client: TestClient, tmp_path: Path) -> None:
    solved(tmp_path)
    named = name.format(tmp=tmp_path)
    opened = client.post("/api/tables", json={"game": "kuhn", "opponent": named})
    while opened.status_code in (201, 202):
        time.sleep(0.1)
        opened = client.get(f"/api/tables/{opened.json()['id']}")
    assert opened.status_code == 400
    assert "no longer stored" in opened.text or "must be one of the game" in opened.text
    assert client.get("/api/games/kuhn/best-response", params={"player": named}).status_code == 400


def test_a_file_is_dropped_on_the_page(watched: Watched, address: str, tmp_path: Path) -> None:
    solved(tmp_path)
    page = watched.page
    page.goto(f"{address}/games/kuhn")
    page.click("#leaks summary")
    page.set_input_files("#leaks input[type=file]", tmp_path / "bot.csv")
    page.wait_for_selector("#leaks .leak-result button")
    assert "exploitability 0" in page.inner_text("#leaks .leak-result").lower()
    page.click("text=Play against it as A")
    page.wait_for_selector(TABLE)
    move(page)
