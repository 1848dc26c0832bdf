"""Games that visitors write: what is read, what is refused and where, and that they are solved, drawn and played."""

import json
import time
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from tests.web.browsing import Watched, play_out, sit_down

from zerosum.core.progress import silent
from zerosum.web.own import EXAMPLES, MAX_KEPT, MAX_TEXT, keep, own_file, own_folder, read_own

HIDDEN, EFG = EXAMPLES["hidden"].text, EXAMPLES["efg"].text
CHAIN = "".join(f'[t{k}]\nplayer = "row"\nmoves.a = "t{k + 1}"\n' for k in range(400))
BETS = "".join(f'[t{k}]\nplayer = "A"\nactions.a.to = "t{k + 1}"\n' for k in range(400))


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_games(name: str) -> None:
    assert "error" not in read_own(silent, EXAMPLES[name].text)


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("3 1\n0 x\n", 2, "'x'"),
        ("3 1\n0 2\n4 5 6\n", 3, "row 3 has 3 payoffs"),
        (HIDDEN.replace("call = -2", "call = "), 22, "not TOML"),
        (HIDDEN.replace('"facing king" }', '"facing kign" }'), 12, "'facing kign'"),
        (EXAMPLES["betting"].text.replace('"two" }', '"tow" }'), 4, "no table [tow]"),
        (EXAMPLES["stochastic"].text.replace("[-1, 1]]", "[-1]]"), 10, "rows of different lengths: 2, 1"),
        (EFG.replace("{ -2 2 }", "{ -2 z }", 1), 5, "'z'"),
        ('{"start": {"player": "row",\n}', 2, "not JSON"),
        ("import os\n\nclass Mine:\n    pass\n", 1, "Python are not run here"),
        ("[" * 50 + "\na = 1", 0, "brackets"),
        ('[start]\nplayer = "row"\nmoves = { a = ' + "9" * 5000 + " }\n", 0, "thousands of digits"),
        ('{"start": {"player": "row", "moves": {"a": ' + "9" * 5000 + "}}}", 0, "thousands of digits"),
        ('{"start": {}, "start": {}}', 0, "'start' occurs twice"),
        ('{"title": "\\ud800", "start": {"player": "row", "moves": {"a": 1}}}', 0, "half a character"),
        ("a = 1\n", 0, "your-game.toml is not a game"),
        (CHAIN, 451, "at most 150"),
        (BETS, 451, "at most 150"),
        ("1 " * 500, 0, "at most 400 entries"),
        ("", 0, "no game yet"),
        ("1\n" * (MAX_TEXT // 2 + 1), 0, "characters"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, line: int, part: str) -> None:
    found = read_own(silent, text)
    assert part in found["error"]
    assert found["line"] == line


def test_the_rules_of_a_huge_deck_do_not_list_its_cards() -> None:
    found = read_own(silent, f"{EXAMPLES['betting'].text}\n[hands]\ncards = 1000000000\n")
    assert "1 to 1000000000" in json.dumps(found["rules"])


def test_what_could_change_other_text_is_left_out(client: TestClient) -> None:
    title = 'title = "\u202e7 = eulav"\n'
    assert "\u202e" not in read_own(silent, title + HIDDEN.partition("\n")[2])["title"]
    for address in ("/api/games/rps/best-response?player=\u202ex", "/api/games/kuhn/locked?lock=\u202ex"):
        while (found := client.get(address)).status_code == 202:
            time.sleep(0.1)
        assert found.status_code == 400
        assert "\u202e" not in found.json()["detail"]


def test_a_file_of_the_server_is_not_read(client: TestClient, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(HIDDEN)
    for name in (str(file), "own-../../mine", f"own-{'0' * 32}"):
        assert client.get("/api/games/hidden/answer", params={"path": name}).status_code == 400
    assert own_file(f"own-{'0' * 31}*") is None


def test_kept_games_make_room(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path))
    monkeypatch.setattr("zerosum.web.own.MAX_KEPT", 3 * 4096)
    names = [keep(f"{k}", ".txt") for k in range(9)]
    assert own_file(names[-1])
    assert len(list(own_folder().iterdir())) == 3
    assert MAX_KEPT > 3 * 4096


def test_a_table_is_solved_without_scripts(client: TestClient) -> None:
    sent = client.post("/solve", data={"text": "3 1; 0 2"}, follow_redirects=False)
    while sent.status_code == 202:
        time.sleep(0.5)
        sent = client.post("/solve", data={"text": "3 1; 0 2"}, follow_redirects=False)
    assert sent.status_code == 303
    where = sent.headers["location"]
    while "Still solving" in (page := client.get(where).text):
        time.sleep(0.5)
    assert "3/2" in page
    assert "Your table" in page
    uploaded = client.post(
        "/solve", data={"text": ""}, files={"file": ("a.efg", EFG.encode())}, follow_redirects=False
    )
    assert uploaded.headers["location"].startswith("/games/hidden?path=own-")
    refused = client.post("/solve", data={"text": "3 1; 0 x"})
    assert refused.status_code == 400
    assert "&#39;x&#39;" in refused.text
    assert json.loads(client.post("/api/own", content=b'{"text": "' + b"1" * MAX_TEXT + b'1"}').text)[
        "detail"
    ]


def test_errors_appear_beside_the_line_and_a_game_is_played(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/solve")
    page.fill("#own-text", "3 1\n0 x")
    page.wait_for_selector(".editor-note:visible >> text=column 2 is")
    assert page.locator(".lines .wrong").count() == 1
    page.fill("#own-text", "3 1\n0 2")
    page.wait_for_selector("#own-result h2 >> text=Your table")
    assert page.locator(".editor-note:visible").count() == 0
    page.click("text=Solve this game")
    page.wait_for_selector("#answer .value strong >> text=3/2")
    page.locator("#views .switch button >> text=Col").click()
    page.wait_for_selector("#views h3 >> text=Col to act")
    sit_down(page, "row")
    play_out(page)


def test_a_table_is_drawn_with_the_signs_of_its_payoffs() -> None:
    found = read_own(silent, "3 -1/2\n0 2\n")["payoffs"]
    assert found["cells"] == [[["3", 1], ["-1/2", -1]], [["0", 0], ["2", 1]]]
    assert read_own(silent, HIDDEN)["payoffs"] is None
    assert read_own(silent, "1 " * 9)["payoffs"] is None
    assert read_own(silent, "1 " * 9)["rules"]
