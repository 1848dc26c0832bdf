"""The table as a page: goals, prices, the meter, and motion that can be turned off."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.web.browsing import TABLE, Watched, move, play_out
from tests.web.small import opened, played

from zerosum.web.catalogue import goal
from zerosum.web.play import PRIOR
from zerosum.web.tabletop import number_text, round_places, seat_name, table_page


@pytest.mark.parametrize(
    ("costs", "done", "reached"),
    [
        ([0, 0], 2, False),
        ([0, 0, 0.2, 0], 1, False),
        ([0] * 5, 5, True),
        ([0] * 5 + [1], 5, True),
        ([0, 0, 0.1] + [0] * 4, 4, False),
        ([0, None, 0], 1, False),
    ],
)
def test_the_goal_counts_rounds_without_a_mistake(costs: list[Any], done: int, reached: bool) -> None:
    noted = {str(k): cost for k, cost in enumerate(costs, 1)}
    found = goal("equilibrium", [0.0] * len(costs), noted)
    assert (found.done, found.is_reached) == (done, reached)


def test_a_round_without_its_review_neither_counts_nor_ends_a_streak() -> None:
    assert goal("equilibrium", [0.0] * 3, {"1": 0, "3": 0}).done == 2


def test_against_others_the_goal_is_to_be_ahead() -> None:
    assert goal("uniform", [1.0] * 20, {}).is_reached
    assert not goal("uniform", [-1.0] * 20, {}).is_reached
    assert goal("uniform", [1.0] * 3, {}).done == 3


def test_numbers_have_a_true_minus_sign_and_no_noughts_with_signs() -> None:
    assert [number_text(x, sign=True) for x in (-2, 0.0, 1 / 3, 1e-12)] == ["−2", "0", "+0.333", "0"]
    assert round_places(4, 0, 0, 1)[0] == (0, -1)


def test_a_seat_is_named_in_words() -> None:
    assert [seat_name(one) for one in ("row", "col", "A", "bettor", "OOP")] == [
        "Row player",
        "Column player",
        "Player A",
        "Bettor",
        "OOP",
    ]


def test_a_session_adds_up_what_choices_cost_and_shares_only_the_round(client: TestClient) -> None:
    table, total = opened(client, "rps", side="row"), 0.0
    for number in range(1, 4):
        table = played(client, table, "rock")
        review = client.get(f"/api/tables/{table['id']}/review").json()
        total += review["given_away"]
        seen = client.get(f"/api/tables/{table['id']}").json()
        assert (seen["judged"], seen["goal"]["done"]) == (number, number)
        assert seen["cost"] == pytest.approx(total)
        table = played(client, table, "next")
    shared = client.get(f"/api{review['address']}").json()
    assert "a finished round" in client.get(review["address"]).text.lower()
    assert shared["view"]["over"]


def test_the_meter_is_unknown_until_a_habit_shows(client: TestClient) -> None:
    table = opened(client, "rps", side="row")
    page = f"/tables/{table['id']}?read=true"
    assert "Unknown" in client.get(page).text
    for _ in range(4 * PRIOR):
        table = played(client, played(client, table, "rock"), "next")
    told = client.get(page).text
    assert "you played rock 20 of 20 times. The solution does so one time in three." in told
    assert "Unknown" not in told


@pytest.mark.parametrize(("game", "word"), [("pennies", "tails"), ("rps", "paper"), ("jujitsu", "2")])
def test_a_move_has_one_colour_on_its_button_beside_the_hand_and_in_the_review(
    client: TestClient, game: str, word: str
) -> None:
    table = opened(client, game, side="row")
    view = client.get(f"/api/tables/{table['id']}").json()
    button = next(one["class"] for one in table_page(view)["moves"] if one["word"] == word)
    while not view["over"]:
        words = [one["word"] for one in view["moves"]]
        view = played(client, view, word if word in words else words[0])
    shown = table_page(view, client.get(f"/api/tables/{table['id']}/review").json())
    deeds = [deed for row in shown["steps"] for deed in row["events"] if deed["who"] == "You"]
    assert deeds[0] == {"who": "You", "what": word, "class": button}
    options = [one for row in shown["steps"] if row["choice"] for one in row["choice"]["options"]]
    assert {one["class"] for one in options if one["label"].lower() == word} == {button}
    assert shown["speech"]["you"]["class"] == button


def test_the_house_reads_nobody_and_says_so(client: TestClient) -> None:
    table = opened(client, "red-dog", side="row")
    played(client, table, "fold")
    assert (
        "The house follows a fixed rule, whatever your habits are."
        in client.get(f"/tables/{table['id']}?read=true").text
    )


def test_many_moves_are_a_list_and_few_are_buttons(client: TestClient) -> None:
    views = {
        name: client.get(f"/api/tables/{opened(client, name, side='row')['id']}").json()
        for name in ("rps", "morra")
    }
    shown = {name: table_page(view) for name, view in views.items()}
    assert [shown[name]["is_list"] for name in ("rps", "morra")] == [False, True]


@pytest.mark.parametrize(("wish", "some"), [("reduce", False), ("no-preference", True)])
def test_motion_is_off_for_whoever_wishes_so(browser: Any, address: str, wish: str, some: bool) -> None:
    seen = Watched(browser, address, reduced_motion=wish)
    seen.page.goto(f"{address}/games/kuhn")
    seen.page.click("text=Start playing")
    seen.page.wait_for_selector(TABLE)
    play_out(seen.page)
    move(seen.page, ".next")
    moving = "document.querySelectorAll('.dealt, .flips, .slides-in, .rises').length"
    assert bool(seen.page.evaluate(moving)) == some
    seen.context.close()
    assert not seen.trouble
