"""The pages of solutions: what a reader sees of an answer, where decisions and hands are in the address."""

import re
import time

import pytest
from fastapi.testclient import TestClient
from tests.web.browsing import Watched

from zerosum.web.catalogue import heading


@pytest.mark.parametrize(
    ("title", "name", "chips"),
    [
        ("Kuhn poker · bet 1 · 3 ranks", "Kuhn poker", ["Bet 1", "3 ranks"]),
        ("River · KsJs7d5c2h · pot 20 · oop 22+, A2s+, …", "River", ["KsJs7d5c2h", "Pot 20"]),
        ("Gleason's game · ring 1, 2, -3", "Gleason's game", ["Ring 1, 2, −3"]),
        ("Turn · ip TT-22", "Turn", ["Ip TT-22"]),
    ],
)
def test_a_title_is_a_name_and_settings(title: str, name: str, chips: list[str]) -> None:
    assert heading(title) == (name, chips)


def test_a_page_without_scripts_names_the_game_its_settings_and_the_value(client: TestClient) -> None:
    while "Still solving" in (page := client.get("/games/kuhn?bet=2").text):
        time.sleep(0.5)
    assert re.search(r'<h1 id="title">Kuhn poker</h1>', page)
    assert '<li class="chip setting">Bet 2</li>' in page
    assert "<title>Kuhn poker · bet 2" in page
    assert "Value to A" in page
    assert "proved in fractions" in page


def test_the_river_opens_with_full_ranges(client: TestClient) -> None:
    answer = client.get("/games/river", follow_redirects=False)
    assert answer.status_code == 307
    assert "board=KsJs7d5c2h" in answer.headers["location"]


def test_decisions_and_hands_have_addresses_and_back_goes_back(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/kuhn?after=check/bet&holding=Q")
    page.wait_for_selector("#views h3 >> text=After check, bet, A to act")
    page.wait_for_selector("#views .hand-column.chosen[aria-label^='Q']")
    page.locator("#views .crumbs button >> text=Start").click()
    page.wait_for_selector("#views h3 >> text=A to act")
    page.locator("#views .flow-node[aria-label='B after bet']").press("Enter")
    page.wait_for_selector("#views h3 >> text=After bet, B to act")
    page.go_back()
    page.go_back()
    page.wait_for_selector("#views h3 >> text=After check, bet, A to act")


def test_the_combinations_of_a_hand_stand_beside_the_grid(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/river?after=&holding=KQs")
    page.wait_for_selector("#detail .combos tbody tr >> nth=2")
    assert page.locator("#board .card").count() == 5
    shares = page.locator("#detail .combos tbody tr").first.inner_text()
    assert {"43%", "57%"} <= set(shares.split())  # KhQh checks 43 % of the time
    page.locator(".switch button >> text=EV").click()
    page.wait_for_selector(".switch button[aria-pressed=true] >> text=EV")
    page.locator(".hand-cell[data-cell=AA]").click()
    page.wait_for_selector("#detail h4 >> text=AA")
    assert "holding=AA" in page.url


def test_an_address_that_is_not_one_leads_on(client: TestClient) -> None:
    page = client.get("/games/bluffing")
    assert page.status_code == 404
    assert "there is no game called" in page.text
    assert "/lessons" in client.get("/games/bluff").text.partition("Perhaps you meant")[2]
    assert "Perhaps" not in client.get("/games/xyzzyx").text
