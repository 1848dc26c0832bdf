"""What the site says: values that are known and no others, prices against the opponent and the solution, rules,
errors."""

import pytest
from fastapi.testclient import TestClient
from tests.web.small import answered, json_of, opened, played, sat_down

from zerosum import games
from zerosum.web.pages import GENRES, templates

BIG_MATCH = {"path": "big_match"}


def test_a_game_without_values_of_its_own_shows_what_is_paid_and_no_worth(client: TestClient) -> None:
    here = json_of(client, "/api/games/stochastic/walk", **BIG_MATCH)
    assert here["value"] == "–"
    assert "average" in here["note"]
    cells = [cell for row in here["cells"] for cell in row]
    assert [cell["worth"] for cell in cells] == [None] * 4
    assert [cell["pays"] for cell in cells] == [1, 0, 0, 1]


@pytest.mark.parametrize("game", ["rps", "morra", "silent-duel", "oshi-zumo"])
def test_a_value_that_is_only_rounding_is_zero(client: TestClient, game: str) -> None:
    assert json_of(client, f"/api/games/{game}/walk")["value"] == "0"


def test_who_does_not_move_is_not_told_what_to_choose(client: TestClient) -> None:
    here = json_of(client, "/api/games/kuhn/walk", walk="0.0.0/0.0.0")
    assert any(line.startswith("your options") for line in here["sees"]["row"])
    assert any(line.startswith("the opponent's options") for line in here["sees"]["col"])
    assert not any(line.startswith("your options") for line in here["sees"]["col"])


def test_a_review_has_the_price_against_this_opponent_and_against_the_solution(client: TestClient) -> None:
    """An opponent who fires at the first of 12 steps hits once in 12: against him it is best to wait to the end, which
    earns 11/12 - 1/12, and the second step earns 11/12 / 6 - 1/12. The solution
    fires at the last step, too, now and then."""
    for step, here, costs in (("12", 0, False), ("2", 55 / 72, True)):
        table = sat_down(client, game="silent-duel", given={}, side="row", opponent="lowest").json()
        table = played(client, table, step)
        (choice,) = client.get(f"/api/tables/{table['id']}/review").json()["choices"]
        assert choice["cost_here"] == pytest.approx(here)
        assert (choice["cost"] > 0.01) == costs


def test_against_the_solution_there_is_one_price(client: TestClient) -> None:
    table = played(client, opened(client, "rps", side="row"), "rock")
    (choice,) = client.get(f"/api/tables/{table['id']}/review").json()["choices"]
    assert choice["cost_here"] is None


def test_a_hand_of_poker_has_its_price_against_a_caller(client: TestClient) -> None:
    """Kuhn's J, bet against one who calls everything: it loses 2 where a check and a fold lose 1."""
    for _ in range(30):
        table = sat_down(client, game="kuhn", given={}, side="row", opponent="boldest").json()
        if "J" in str(table["scene"]):
            break
    hint = client.get(f"/api/tables/{table['id']}", params={"hint": True}).json()["hint"]
    assert hint["worth_here"] == {"check": -1, "bet": -2}


def test_a_pursuit_shows_its_graph(client: TestClient) -> None:
    here = json_of(client, "/api/games/pursuit/walk", turns="2")
    (graph,) = here["shown"]["middle"]
    assert (graph["mine"], graph["theirs"]) == ("1", "5")
    assert ["4", "5"] in graph["edges"]


def test_games_from_files_have_rules(client: TestClient) -> None:
    rules = json_of(client, "/api/games/stochastic/answer", **BIG_MATCH)["rules"]
    assert any("guess 1 against 0" in line["text"] and "“lost”" in line["text"] for line in rules)
    rules = json_of(client, "/api/games/hidden/answer", path="one-card-bluff")["rules"]
    assert [len(one["below"]) for one in rules[1]["below"]] == [2, 2], "the tree is a tree, not a text"
    assert client.get("/games/hidden?path=one-card-bluff").text.count('<ul class="rule">') == 5


def test_a_duel_pays_what_the_shots_did(client: TestClient) -> None:
    table = opened(client, "silent-duel", side="row")
    for _ in range(4):
        table = played(client, table, table["moves"][3]["word"])
        assert table["result"] in (-1, 0, 1)
        assert table["scene"][0] in (
            "a hit for you",
            "a hit for the opponent",
            "both players are hit, or neither",
        )
        table = played(client, table, "next")


def test_no_line_has_the_bars_of_a_terminal(client: TestClient) -> None:
    table = opened(client, "relance", side="row")
    assert "●" not in client.get(f"/tables/{table['id']}").text


def test_the_tree_of_a_betting_game_is_a_list_inside_a_list(client: TestClient) -> None:
    page = client.get("/games/relance").text
    assert "─ fold" not in page
    how = page.split('<div id="how">')[1].split("</div>")[0]
    assert how.endswith(
        '<ul class="rule"><li>fold: A loses 1</li><li>bet: B chooses'
        '<ul class="rule"><li>fold: B loses 1</li><li>see: showdown for 2</li></ul></li></ul>'
    )


def test_a_table_with_many_columns_and_few_rows_stands_upright(client: TestClient) -> None:
    report = json_of(client, "/api/games/liars-dice/answer")["report"]
    assert all(len(table["columns"]) <= 9 or len(table["rows"]) > 3 for table in report["tables"])


def test_errors_name_fields_and_not_flags_nor_bytes(client: TestClient) -> None:
    mistyped = answered(
        client, {"method": "GET", "url": "/api/games/jujitsu/answer", "params": {"cards": "x"}}
    )
    assert mistyped.json()["detail"] == "cards must be a whole number, not 'x'"
    response = answered(
        client, {"method": "GET", "url": "/api/games/jujitsu/answer", "params": {"cards": "40"}}
    )
    assert response.status_code == 422
    assert "too large for this website" in response.json()["detail"]
    assert not {"TB", "GB"} & set(response.json()["detail"].split())


def test_a_field_does_not_hide_what_a_form_has(client: TestClient) -> None:
    page = client.get("/games/matches", params={"matches_": "7"}).text
    assert 'name="matches_"' in page
    assert "Matches · 7" in page


def test_the_documentation_is_readable_in_a_fresh_clone(client: TestClient) -> None:
    page = client.get("/docs").text
    assert 'href="tutorial.html"' in page
    assert "<h1" in page
    assert "autofunction" not in client.get("/docs/reference/calls.html").text
    assert client.get("/docs/../../pyproject.html").status_code == 404
    assert client.get("/docs/nothing.html").status_code == 404


def test_the_api_has_a_page_for_people(client: TestClient) -> None:
    page = client.get("/api").text
    assert "GET /api/games/{game}/answer" in page


def test_home_is_small_and_names_games_as_people_do(client: TestClient) -> None:
    page = client.get("/").text
    assert "Kuhn poker" in page.replace("&#39;", "'")
    assert len(page.encode()) < 60_000


def test_every_game_is_on_a_shelf(client: TestClient) -> None:
    """A game that names no genre is among the others."""
    assert {games.load(name).genre for name in games.CATALOG} <= {*GENRES, ""}
    page = client.get("/games").text
    assert all(f'href="/games/{name}' in page for name in games.CATALOG)
    assert "JsKs" not in page


def test_words_of_the_rules_are_explained_where_they_are_moves(client: TestClient) -> None:
    explained = {name: client.get(f"/games/{name}").text for name in ("kuhn", "relance", "nakai", "morra")}
    assert [name for name, page in explained.items() if "<dt>see</dt>" in page] == ["relance"]
    assert [name for name, page in explained.items() if "<dt>call</dt>" in page] == ["kuhn", "relance"]


def test_the_site_offers_no_files_that_only_the_command_reads(client: TestClient) -> None:
    assert "file.txt" not in client.get("/games/river").text


@pytest.mark.parametrize("game", ["red-dog", "blackjack", "seven-and-a-half", "free-dealer"])
def test_a_bettor_and_a_dealer_are_called_so(client: TestClient, game: str) -> None:
    assert json_of(client, f"/api/games/{game}/answer")["value"].endswith(" to the bettor")


def test_a_hyphen_between_letters_in_parentheses_is_a_minus_sign_and_in_a_word_it_is_not() -> None:
    shown = templates.env.filters["with_code"]
    assert shown("1 - f(x-d), an all-in (one-card) game") == "1 − f(x−d), an all-in (one-card) game"
