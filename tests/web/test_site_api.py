"""The API answers what the command answers, keeps hidden things hidden, and refuses what no page would send."""

import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import chain, pairwise
from pathlib import Path
from urllib.parse import quote

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from markupsafe import escape
from tests.web.small import NAMES, answered, json_of, opened, played, sat_down, small

import zerosum
from zerosum.games.river import DEFAULTS
from zerosum.papers import PAPERS
from zerosum.web import create_app
from zerosum.web.catalogue import entry, request_for
from zerosum.web.rooms import GameProcesses
from zerosum.web.workers import Job, JobPending


def test_every_game_invites_with_a_sentence_of_its_own(client: TestClient) -> None:
    page = client.get("/games").text
    sentences = {zerosum.load(name).tagline for name in NAMES}
    assert len(sentences) == len(NAMES)
    assert all(str(escape(sentence)) in page for sentence in sentences)


def test_a_command_names_an_example_and_not_its_place_on_the_server(client: TestClient) -> None:
    command = json_of(client, "/api/games/hidden/answer", path="one-card-bluff")["command"]
    assert command == "zerosum solve hidden examples/one-card-bluff.toml"


def test_the_list_of_games_is_the_catalogue(client: TestClient) -> None:
    assert [one["name"] for one in client.get("/api/games").json()["games"]] == NAMES


def test_an_answer_is_that_of_the_package(client: TestClient) -> None:
    answer = json_of(client, "/api/games/kuhn/answer", cards="4")["solution"]
    assert Fraction(answer["value"]["lower"]) == zerosum.solve("kuhn", cards=4).value.lower


def test_hidden_things_stay_on_the_server(client: TestClient) -> None:
    table = opened(client, "kuhn", side="row")
    told = json.dumps(table)
    assert "seed" not in told
    assert table["scene"][0].startswith("your hand")
    (theirs,) = table["board"]["theirs"]
    assert [one["rank"] for one in theirs["cards"]] == [""]
    assert client.get(f"/api/tables/{table['id']}/review").status_code == 400


def test_a_table_goes_on_only_from_where_it_is(client: TestClient) -> None:
    table = opened(client, "kuhn", side="row")
    played(client, table, table["moves"][0]["word"])
    again = client.post(f"/api/tables/{table['id']}/move", json={"word": "bet", "turn": table["turn"]})
    assert again.status_code == 409


@pytest.mark.parametrize(
    "forge",
    [
        lambda cookie, own: cookie[:-1] + ("0" if cookie[-1] != "0" else "1"),
        lambda cookie, own: f"{cookie.partition('.')[0]}.{own.partition('.')[2]}",
        lambda cookie, own: cookie.partition(".")[0],
        lambda cookie, own: f"{cookie.partition('.')[0]}.",
        lambda cookie, own: own,
        lambda cookie, own: "",
    ],
)
def test_a_table_belongs_to_its_visitor(client: TestClient, forge: Callable[[str, str], str]) -> None:
    table = opened(client, "matches")
    stranger = TestClient(client.app)  # the same site, another browser
    opened(stranger, "matches")
    forged = forge(client.cookies["zerosum_visitor"], stranger.cookies["zerosum_visitor"])
    stranger.cookies.clear()
    stranger.cookies.set("zerosum_visitor", forged)
    move = {"word": table["moves"][0]["word"], "turn": 0}
    assert stranger.get(f"/api/tables/{table['id']}").status_code == 404
    assert stranger.get(f"/api/tables/{table['id']}/review").status_code == 404
    assert stranger.post(f"/api/tables/{table['id']}/move", json=move).status_code == 404
    assert (
        stranger.delete(f"/api/tables/{table['id']}").status_code == 200
    )  # of what is not there nothing is left
    assert client.get(f"/api/tables/{table['id']}").json()["turn"] == 0


def test_two_visitors_at_one_game_do_not_disturb_each_other(client: TestClient) -> None:
    second = TestClient(client.app)
    mine, theirs = opened(client, "jujitsu", side="row"), opened(second, "jujitsu", side="col")
    mine = played(client, mine, "3")
    assert second.get(f"/api/tables/{theirs['id']}").json()["scene"] == theirs["scene"]
    theirs = played(second, theirs, "1")
    assert client.get(f"/api/tables/{mine['id']}").json()["scene"] == mine["scene"]
    assert [one["id"] for one in second.get("/api/tables").json()["tables"]] == [theirs["id"]]


def test_of_the_same_move_sent_many_times_at_once_one_is_played(client: TestClient) -> None:
    table = opened(client, "kuhn", side="row")
    move = {"word": table["moves"][0]["word"], "turn": table["turn"]}
    with ThreadPoolExecutor(6) as many:
        sent = [many.submit(client.post, f"/api/tables/{table['id']}/move", json=move) for _ in range(6)]
    assert sorted(one.result().status_code for one in sent) == [200] + 5 * [409]
    assert client.get(f"/api/tables/{table['id']}").json()["turn"] == table["turn"] + 1


@pytest.mark.parametrize("game", ["matches", "kuhn"])
def test_a_restart_in_the_middle_of_a_round_loses_nothing(
    folder: Path, client: TestClient, game: str
) -> None:
    table = opened(client, game, side="col")
    if not table["over"]:
        table = played(client, table, table["moves"][0]["word"])
    with TestClient(create_app(folder, workers=1), cookies=dict(client.cookies)) as again:
        found = json_of(again, f"/api/tables/{table['id']}")
    for key in ("turn", "scene", "score", "results"):
        assert found[key] == table[key]


def test_taking_back_does_not_make_the_opponent_draw_again(client: TestClient) -> None:
    table = opened(client, "jujitsu", side="row")
    after = played(client, table, "1")
    for _ in range(8):
        back = played(client, after, "undo")
        assert back["scene"] == table["scene"]
        assert back["turn"] == after["turn"] + 1
        again = played(client, back, "1")
        assert again["scene"] == after["scene"]
        after = again


@pytest.mark.parametrize("cookie", [b"\xe9.\xff", "name.\N{SNOWMAN}".encode(), b"\xff" * 50, b"a.b\xc3"])
def test_a_cookie_that_no_site_would_set_is_nobodys(client: TestClient, cookie: bytes) -> None:
    headers = {"Cookie": b"zerosum_visitor=" + cookie}
    stranger = TestClient(client.app)
    assert stranger.get("/api/tables", headers=headers).json() == {"tables": []}
    assert stranger.get("/tables", headers=headers).status_code == 200
    assert stranger.get("/api/tables/none", headers=headers).status_code == 404


def test_a_round_that_is_over_counts_and_is_not_taken_back(client: TestClient) -> None:
    table = opened(client, "matches", side="row")
    while not table["over"]:
        table = played(client, table, table["moves"][0]["word"])
    assert not table["can_undo"]
    word = {"word": "undo", "turn": table["turn"]}
    refused = client.post(f"/api/tables/{table['id']}/move", json=word)
    assert refused.status_code == 400
    assert "counts" in refused.json()["detail"]
    steps = client.get(f"/api/tables/{table['id']}/review").json()["steps"]
    takes = [int(one["what"]) for step in steps for one in step["happened"]]
    assert sum(takes) == int(
        small("matches")["matches"]
    )  # the replay has every take, one's own and the opponent's


def test_pages_are_compressed_and_say_what_they_are(client: TestClient) -> None:
    page = client.get("/lessons/mix", headers={"Accept-Encoding": "gzip"})
    assert page.headers["content-encoding"] == "gzip"
    assert '<meta property="og:title" content="Why mix · zerosum">' in page.text
    assert '<meta property="og:description" content="One coin, one slider' in page.text
    plain = client.get("/lessons/mix", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == page.text


def test_a_lock_is_solved_around_and_its_curve_is_highest_at_the_solution(client: TestClient) -> None:
    locked = json_of(client, "/api/games/kuhn/locked", lock="J, check: bet 1")
    assert locked["value"] == {"lower": "1/6", "upper": "1/6"}
    shown = {"value": "1/6 to A", "number": "1/6", "decimal": "0.167", "to": "A", "proof": "exact"}
    assert locked["shown"] == {**shown, "costs": [{"seat": "B", "cost": 2 / 9, "shown": "2/9"}]}
    [drawn] = locked["views"]
    [jack] = [
        hand for one in drawn["decisions"] for hand in one["hands"] if hand["information"] == "J, check"
    ]
    assert {move["name"]: move["p"] for move in jack["moves"]} == {"check": 0, "bet": 1}
    unreached = json_of(client, "/api/games/kuhn/locked", lock="row: J: bet 1")
    assert len(unreached["views"][0]["decisions"]) == 4
    ranges = json_of(client, "/api/games/kuhn/ranges")
    assert ranges[0]["moves"]["bet"] == {"least": "0", "most": "1/3"}
    earned = json_of(client, "/api/games/kuhn/evs")
    assert earned[0]["moves"]["bet"]["regret"] == "0"
    curve = json_of(client, "/api/games/kuhn/lock-curve", lock="J, check: bet", points="4")
    assert [one["value"]["lower"] for one in curve] == ["1/18", "-1/18", "1/18", "1/6"]
    refused = client.get("/api/games/kuhn/locked?lock=%20secret.txt")
    assert refused.status_code == 400
    assert client.get("/api/games/jujitsu/locked?cards=3&lock=1:%202%201").status_code == 400


def test_a_formula_is_that_of_the_package(client: TestClient) -> None:
    found = json_of(client, "/api/games/kuhn/formula", over="bet", to="3")
    assert [piece["value"] for piece in found["pieces"]] == ["-b^2/(6(b + 2))", "b(b - 2)/(6(b + 2))", "0"]
    assert found["points"][0][0] < 1e-6
    assert found["points"][-1][0] > 3 - 1e-6
    wrong = client.get("/api/games/jujitsu/formula", params={"over": "cards"})
    assert "formulas are not available" in wrong.json()["detail"]


def test_formulas_of_lists_of_files_and_where_payoffs_change(client: TestClient) -> None:
    second = json_of(client, "/api/games/bets/formula", cards="3", over="sizes", entry="1")
    assert (second["from"], second["to"]) == (1, 4)
    assert client.get("/api/games/bets/formula?over=sizes&entry=9").status_code == 400
    discounted = json_of(client, "/api/games/stochastic/formula", path="big_match", over="discount")
    assert discounted["pieces"][0]["value"] == "1/(2(1 - d))"
    assert max(height for _, height in discounted["points"]) < 50
    for at, ends in (("1/2", (0, 1)), ("3", (1, 4))):
        found = json_of(client, "/api/games/toy-river/formula", over="stack", at=str(float(Fraction(at))))
        assert (found["from"], found["to"]) == ends


def test_a_map_is_that_of_the_package(client: TestClient) -> None:
    found = json_of(client, "/api/games/two-bets/map", right="4", top="4")
    drawn = zerosum.formula_map("two-bets", low="0..4", high="0..4")
    assert found["formulas"] == [formula.text(drawn.letters) for formula in drawn.formulas]
    assert [region["formula"] for region in found["regions"]] == [0, 1, None]
    for region in found["regions"][:2]:
        low, high = map(Fraction, region["label"])
        assert drawn(low, high) == drawn.formulas[region["formula"]](low, high)
    assert "<svg" in answered(client, {"method": "GET", "url": "/api/games/two-bets/map.svg?cards=3"}).text
    assert "has no map" in client.get("/api/games/kuhn/map").json()["detail"]


def test_a_finished_round_has_an_address_that_shows_that_round_and_no_other(client: TestClient) -> None:
    table = opened(client, "kuhn", side="row")
    while not table["over"]:
        table = played(client, table, table["moves"][0]["word"])
    review = client.get(f"/api/tables/{table['id']}/review").json()
    assert abs(review["value"] - review["given_away"] + review["luck"] - review["result"]) < 1e-12
    assert all(0 <= one["at"] < len(review["steps"]) - 1 for one in review["choices"])
    gained = [after["value"] - before["value"] for before, after in pairwise(review["worth"])]
    lost = sum(gain for gain, one in zip(gained, review["worth"][1:], strict=True) if one["by"] == "choice")
    assert lost == pytest.approx(-review["given_away"])
    assert sum(gained) == pytest.approx(review["result"] - review["value"])
    played(client, table, "next")
    stranger = TestClient(client.app)
    shared = stranger.get(f"/api{review['address']}").json()
    assert {**shared["review"], "address": review["address"]} == review
    assert "seed" not in str(shared)
    page = stranger.get(review["address"])
    assert page.status_code == 200
    assert "A finished round with all cards face up" in page.text
    assert 'class="split"' in page.text
    name, _, signature = review["address"].partition(".")
    table_name, _, length = name.partition("~")
    forged = [f"{table_name}~{int(length) + 1}.{signature}", f"{name}.{'0' * len(signature)}", "/rounds/x"]
    assert [stranger.get(address).status_code for address in forged] == [404, 404, 404]


@pytest.mark.parametrize("game", ["kuhn", "leduc", "gleason", "blackjack"])
def test_where_something_is_hidden_nothing_is_taken_back(client: TestClient, game: str) -> None:
    table = opened(client, game, side="row")
    after = played(client, table, table["moves"][0]["word"])
    assert not after["can_undo"]
    word = {"word": "undo", "turn": after["turn"]}
    assert client.post(f"/api/tables/{table['id']}/move", json=word).status_code == 400
    assert client.get(f"/api/tables/{table['id']}").json()["scene"] == after["scene"]


@pytest.mark.parametrize(
    ("game", "given", "sentence"),
    [
        ("kuhn", {"cards": "x"}, "must be a whole number"),
        ("kuhn", {"cads": "3"}, "has no parameter 'cads'"),
        ("stochastic", {"path": "/etc/passwd"}, "its own examples"),
        ("kuhn", {"cards": "3" * 500}, "too long"),
        ("matches", {"matches": "-5"}, ""),
    ],
)
def test_a_bad_parameter_gets_a_sentence(
    client: TestClient, game: str, given: dict[str, str], sentence: str
) -> None:
    asked = {"method": "GET", "url": f"/api/games/{game}/answer", "params": given}
    response = answered(client, asked)
    assert 400 <= response.status_code < 500
    assert sentence in response.json()["detail"]


@pytest.mark.parametrize(
    ("game", "given"),
    [
        ("nakai", {"targets": "/etc/passwd"}),
        ("nakai", {"targets": "pyproject.toml"}),
        ("gleason", {"board": "x.toml"}),
        ("river", {"file": "pyproject.toml"}),
        ("river", {"oop": "weights.txt"}),
    ],
)
def test_no_parameter_reads_a_file_of_the_server(
    client: TestClient, game: str, given: dict[str, str]
) -> None:
    response = answered(client, {"method": "GET", "url": f"/api/games/{game}/answer", "params": given})
    assert response.status_code == 400
    said = response.json()["detail"]
    assert "file names are not allowed here" in said or "no parameter" in said


def test_a_visitor_chooses_the_board_of_a_river_and_sees_what_is_assumed(client: TestClient) -> None:
    fields = {one["name"]: one for one in entry("river").fields["game"]}
    assert {name: fields[name]["default"] for name in DEFAULTS} == DEFAULTS
    assert "file" not in fields
    page = client.get("/games/river", params={"board": "AsKs5cQs7d", "oop": "KK", "ip": "QQ"}).text
    assert 'value="pot, all-in"' in page
    assert 'value="AsKs5cQs7d"' in page
    assert json_of(client, "/api/games/river/answer")["value"] == "2.69 to OOP"  # 6730/2499


def test_no_field_shows_what_only_a_program_can_read(client: TestClient) -> None:
    for name in NAMES:
        for field in chain(*entry(name).fields.values()):
            assert not re.search("[<>/][a-z]", str(field["default"])), f"{name}: {field['default']}"


def test_the_best_response_to_thresholds_is_that_of_every_hand(client: TestClient) -> None:
    bluff, value, cells = Fraction(1, 9), Fraction(2, 3), 90
    found = json_of(
        client, "/api/games/relance/best-response", player=f"bet<{bluff},fold<{value},bet", side="row"
    )
    bets = bluff + 1 - value
    earned = -(1 - bets)
    for k in range(
        cells
    ):  # the opponent with a hand in the middle of each cell folds or sees, whichever leaves less
        hand = Fraction(2 * k + 1, 2 * cells)
        beaten = min(hand, bluff) + max(hand - value, 0)
        earned += min(bets, 2 * (bets - 2 * beaten)) / cells
    assert found["paid"] == pytest.approx(float(earned), abs=1e-3)
    assert found["paid"] < found["value"]
    assert [span["does"] for span in found["does"]["bet"]] == ["fold", "see"]


def test_a_dragged_mix_is_worth_what_the_matrix_says(client: TestClient) -> None:
    found = json_of(client, "/api/games/jujitsu/walk", cards="3", mix="1,1,2")
    worth = [[cell["worth"] for cell in row] for row in found["cells"]]
    assert found["left"] == pytest.approx([(a + b + 2 * c) / 4 for a, b, c in zip(*worth, strict=True)])
    assert found["left"][found["best_response"]] == min(found["left"])


def test_a_sweep_is_the_answer_at_every_place(client: TestClient) -> None:
    swept = json_of(client, "/api/games/gleason/sweep", over="q", points="3", node="1", player="row")
    one = json_of(client, "/api/games/gleason/answer", node="1", q="0.5", player="row")["solution"]
    assert swept[1]["next_cc"] == one["next_cc"]
    assert client.get("/api/games/gleason/sweep", params={"over": "node"}).status_code == 400


def test_slides_are_brickers_recursion(client: TestClient) -> None:
    page = client.get("/lessons/matches?start=9&takes=1,2,3").text
    assert "f(6) = min { 1 − f(5), 1 − f(4), 1 − f(3) } = min { 0, 1, 1 } = 0" in page
    assert page.count("You pay whatever you take") == 3
    assert client.get("/lessons/matches?start=61").status_code == 400


def test_a_papers_claims_are_recomputed_and_shown(client: TestClient) -> None:
    before = client.get("/games/matches").text
    assert "D. L. Bricker" in before
    found = json_of(client, "/api/papers/matches", game="matches")
    assert found["tally"]["misprint"] == 1
    assert found["waiting"] == 0
    page = client.get("/papers/matches").text
    assert "Recompute the remaining claims" not in page
    assert "d ≤ x lets a player take all that is left" in page
    assert client.get("/papers").status_code == 200
    assert client.get("/papers/nobody").status_code == 404
    nakai = client.get("/papers/nakai").text
    for part in ("The rules", "One erratum, step by step", "Notation", "References"):
        assert part in nakai


def test_every_game_of_a_paper_is_in_the_catalogue_and_has_claims() -> None:
    for paper in PAPERS.values():
        for game in paper.document.games:
            assert game.partition("/")[0] in NAMES
            assert paper.claims_about(game)


def test_a_opponent_is_one_of_the_games_and_no_file(client: TestClient) -> None:
    body = {"game": "kuhn", "opponent": "/tmp/evil.py:player"}
    assert client.post("/api/tables", json=body).status_code == 400


def test_a_opponent_that_is_refused_is_told_beside_the_form_which_keeps_it(client: TestClient) -> None:
    page = client.post("/games/kuhn/tables?cards=4", data={"side": "col", "opponent": "unifrom"})
    assert page.status_code == 400
    assert 'id="rejected"' in page.text
    assert 'name="opponent" value="unifrom"' in page.text
    assert '<option value="col" selected>' in page.text
    assert opened(client, "kuhn", opponent="Uniform ")["opponent"] == "uniform"


@pytest.mark.parametrize(
    ("headers", "status"),
    [({"host": "evil.example"}, 421), ({"origin": "http://evil.example"}, 403)],
)
def test_requests_from_elsewhere_are_refused(
    client: TestClient, headers: dict[str, str], status: int
) -> None:
    response = client.post("/api/tables", json={"game": "kuhn"}, headers=headers)
    assert response.status_code == status


def test_large_requests_are_refused(client: TestClient) -> None:
    assert client.post("/api/tables", content=b"x" * 100_000).status_code == 413
    assert client.get("/api/games?" + "x" * 10_000).status_code == 414


def test_every_answer_forbids_what_the_pages_do_not_need(client: TestClient) -> None:
    for address in ("/", "/games/kuhn", "/api/games", "/static/style.css", "/nowhere"):
        policy = client.get(address).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


def test_pages_work_without_javascript(client: TestClient) -> None:
    page = client.get("/games/matches?matches=7").text
    assert "value" in page
    seat = {"side": "row", "opponent": "uniform"}
    sat = client.post("/games/matches/tables?matches=7", data=seat, follow_redirects=True)
    assert sat.status_code == 200
    assert "The coin flipper" in sat.text
    name = sat.url.path
    moved = client.post(f"{name}/move", data={"word": "1", "turn": "0"}, follow_redirects=True)
    assert moved.status_code == 200
    assert "<script>" not in moved.text
    assert "style=" not in moved.text


@pytest.mark.parametrize("name", ["matches", "trick", "bluff", "lag", "target"])
def test_every_lesson_opens(client: TestClient, name: str) -> None:
    assert client.get(f"/lessons/{name}").status_code == 200


def answers(client: TestClient, name: str) -> str:
    """What a lesson answers to its questions."""
    return client.get(f"/lessons/{name}").text.partition('id="answers"')[2]


def test_the_shares_of_bluffs_answered_give_nothing_away(client: TestClient) -> None:
    """Thresholds in hundredths at each bet; who folds least and who bets his worst hands earn the value."""
    told = re.findall(r"(\d/\d) with (?:a bet of )?([\d/]+)", answers(client, "bluff"))
    assert len(told) == 4
    for share, bet in told:
        found = json_of(client, "/api/games/relance/best-response", bet=bet, player="boldest", side="row")
        seen = Fraction(str(found["solution"]["bet"][1]["from"]))
        folds = seen * seen
        assert folds * 100 == int(folds * 100)
        assert (seen - folds) / (1 - folds) == Fraction(share)
        for low in (0, seen - folds):
            plan = f"bet<{float(low)},fold<{float(low + folds)},bet"
            found = json_of(client, "/api/games/relance/best-response", bet=bet, player=plan, side="row")
            assert found["paid"] == pytest.approx(found["value"], abs=1e-12)


def test_the_answers_about_a_trick_are_the_matrixs(client: TestClient) -> None:
    told = answers(client, "trick")
    for mix, digits in (("0,0,0,1", 4), ("1,1,1,1", 3)):
        found = json_of(client, "/api/games/jujitsu/walk", cards="4", mix=mix)
        assert found["best_response"] == 0
        assert f"wins {-found['left'][0]:.{digits}f}" in told
    for row in found["rows"][:3]:
        assert f"{row['label']} about {100 * row['p']:.0f} times" in told
    assert found["rows"][3]["p"] == pytest.approx(0, abs=1e-9)


def test_the_answers_about_secrets_and_targets_are_the_curves(client: TestClient) -> None:
    lag = json_of(client, "/api/games/gleason/sweep", over="q", points="101", node="1", player="row")
    for at, after in ((0, "cl"), (100, "cc")):
        assert f"{lag[at]['next_cc'][after]:.1%}" in answers(client, "lag")
    assert max(lag[50]["next_cc"].values()) > min(lag[50]["next_cc"].values()) == 0
    assert 0 < min(lag[80]["next_cc"].values()) < max(lag[80]["next_cc"].values()) < 1
    slopes = [b["worth"] - a["worth"] for a, b in pairwise(lag)]
    assert slopes[:59] == pytest.approx([slopes[0]] * 59, abs=1e-6)
    assert slopes[60] < slopes[0] - 1e-3
    told = answers(client, "target")
    for targets in (3, 4, 5):
        given = {"stages": str(targets), "high": "1", "low": "1", "middle": "2"}
        swept = json_of(client, "/api/games/nakai/sweep", over="x", points="101", **given)
        high = [float(one["strategies"]["row"].get("play H", 0)) for one in swept]
        assert f"{high[-1]:.1%} with {targets}" in told
        if targets == 3:
            assert (
                f"At {next(k for k, p in enumerate(high) if p) / 100}, where you play it {max(high):.1%}"
                in told
            )


def test_what_is_not_there_is_a_page_that_says_so(client: TestClient) -> None:
    assert client.get("/games/chess").status_code == 404
    assert "no game called" in client.get("/games/chess").text
    assert client.get("/tables/nothing").status_code == 404


def test_a_pages_address_holds_where_one_has_walked_and_whom_one_plays(client: TestClient) -> None:
    page = client.get("/games/jujitsu?cards=3&walk=0.0.0&side=col&opponent=uniform")
    assert page.status_code == 200
    assert '<option value="col" selected>Column player</option>' in page.text
    assert 'name="opponent" value="uniform"' in page.text
    assert 'action="/games/jujitsu/tables?cards=3"' in page.text


def test_an_onlooker_walks_through_hidden_cards_and_sees_each_sides_mix_and_worth(client: TestClient) -> None:
    start = json_of(client, "/api/games/kuhn/walk")
    assert [one["label"] for one in start["chance"]] == ["J to A", "Q to A", "K to A"]
    dealt = json_of(client, "/api/games/kuhn/walk", walk="0.0.1/0.0.0")
    assert [step["label"] for step in dealt["steps"]] == ["start", "Q to A", "J to B"]
    (choice,) = dealt["choices"].values()  # row's queen never bets, and is worth the same whatever col holds
    assert [(move["label"], move["p"]) for move in choice["moves"]] == [("check", 1.0), ("bet", 0.0)]
    other = json_of(client, "/api/games/kuhn/walk", walk="0.0.1/0.0.1")
    assert other["choices"] == dealt["choices"]
    end = json_of(client, "/api/games/kuhn/walk", walk="0.0.1/0.0.0/0.0.0/0.0.0")
    assert end["over"]
    assert end["value"] == "1"
    assert client.get("/api/games/kuhn/walk?walk=0.0.9").status_code == 400
    assert client.get("/api/games/kuhn/walk?walk=0.0.1/0.0.0/7.0.0").status_code == 400


def test_the_end_of_a_walk_pays_what_was_won_on_the_way(client: TestClient) -> None:
    end = json_of(client, "/api/games/inspection/walk", walk="1.0.0")
    assert end["steps"][-1]["label"] == "pass : violate"
    assert (end["over"], end["value"]) == (True, "-1")
    assert client.get("/api/games/inspection/walk?walk=1.0.0/0.0.0").status_code == 400


def test_what_cannot_be_listed_is_drawn_again_by_any_number(client: TestClient) -> None:
    start = json_of(client, "/api/games/red-dog/walk")
    drawn = [
        json_of(client, "/api/games/red-dog/walk", walk=f"{start['again']}{seed}") for seed in (3, 99_999)
    ]
    assert drawn[0]["steps"][1]["label"] == start["chance"][3]["label"]
    assert drawn[1]["steps"][1]["label"] not in [one["label"] for one in start["chance"]]
    assert not any("next card" in line for line in drawn[0]["sees"]["row"])


@pytest.mark.parametrize(("game", "given"), [("jujitsu", {"cards": "40"}), ("kuhn", {"cards": "9999"})])
def test_what_is_too_large_is_refused_with_the_command_to_run_instead(
    client: TestClient, game: str, given: dict[str, str]
) -> None:
    typed = f"{game} --cards={given['cards']}"
    before = client.get("/api/tables").json()["tables"]
    asked = {"method": "GET", "url": f"/api/games/{game}/answer", "params": given}
    for verb, refused in (
        ("solve", answered(client, asked)),
        ("play", sat_down(client, game=game, given=given)),
    ):
        assert refused.status_code == 422
        assert refused.json()["detail"].endswith(f"zerosum {verb} {typed}")
    assert client.get("/api/tables").json()["tables"] == before


EVIL = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>"


@pytest.mark.parametrize(
    ("address", "names"),
    [
        ("/games/kuhn", ("cards", "bet", EVIL)),
        ("/games/jujitsu", ("walk", "side", "opponent")),
        ("/lessons/matches", ("start", "takes", "at")),
        (f"/games/{quote(EVIL, safe='')}", ("cards",)),
        (f"/papers/{quote(EVIL, safe='')}", ("game",)),
        (f"/tables/{quote(EVIL, safe='')}", ("hint",)),
    ],
)
def test_what_an_address_says_is_text_on_the_page_and_never_a_script(
    client: TestClient, address: str, names: tuple[str, ...]
) -> None:
    for name in names:
        page = client.get(address, params={name: EVIL})
        assert "<script>alert" not in page.text
        assert "<img src=x" not in page.text


def test_a_move_sent_while_the_game_is_solved_anew_is_told_not_to_be_made(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened(client, "kuhn")

    def busy(*_: object) -> None:
        raise JobPending(Job())

    monkeypatch.setattr(GameProcesses, "wait", busy)
    page = client.post(f"/tables/{table['id']}/move", data={"word": "check", "turn": table["turn"]})
    assert page.status_code == 202
    assert "Your move was not played" in page.text


def test_players_have_the_names_that_the_game_gives_them(client: TestClient) -> None:
    assert opened(client, "kuhn", side="col")["seat"] == "B"
    assert json_of(client, "/api/games/kuhn/walk", walk="")["seats"] == {"row": "A", "col": "B"}
    assert '<option value="col" >Player B</option>' in client.get("/games/kuhn").text


def test_claims_about_a_game_from_a_file_are_about_that_file(client: TestClient) -> None:
    dare, match = (client.get(f"/games/stochastic?path={name}").text for name in ("dare", "big_match"))
    assert "sqrt 7 − 2" in dare
    assert "the Big Match has the value" not in dare
    assert "the Big Match has the value" in match


def test_the_rules_told_are_those_of_the_parameters(client: TestClient) -> None:
    usual, other = (
        json_of(client, "/api/games/matches/answer", matches="7", takes=takes)["rules"]
        for takes in ("1,2,3", "1,2")
    )
    assert usual != other
    assert other[0]["text"] in client.get("/games/matches?matches=7&takes=1,2").text


def test_a_table_leads_back_to_its_game(client: TestClient) -> None:
    table = sat_down(client, game="stochastic", side="col").json()
    assert table["given"] == {"path": "big_match"}
    word = table["moves"][0]["word"]
    client.post(f"/api/tables/{table['id']}/move", json={"word": word, "turn": 0})
    assert "You play the column player against the solution." in client.get("/tables").text


def test_an_address_that_is_none_is_a_page_for_people_and_data_for_programs(client: TestClient) -> None:
    assert "page not found" in client.get("/nowhere").text
    assert client.get("/api/nowhere").json() == {"detail": "page not found"}


def test_a_mistake_of_the_sites_own_is_a_page_as_guarded_as_any(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.state.site, "verdicts", lambda *_, **__: 1 / 0)
    page = TestClient(app, raise_server_exceptions=False).get("/api/papers/matches")
    assert page.status_code == 500
    assert "default-src 'none'" in page.headers["content-security-policy"]


def test_how_an_address_may_be_asked_for_is_told(client: TestClient) -> None:
    assert client.delete("/api/games").headers["allow"] == "GET"


def test_an_example_that_has_gone_is_told_in_a_sentence() -> None:
    with pytest.raises(zerosum.InputError, match=r"'gone' of stochastic.*shapley"):
        request_for("stochastic", {"path": "gone"})
