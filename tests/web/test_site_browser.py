"""The site in a real browser: pages open, games are played, by mouse and by keyboard, on a phone and at night.

Needs Debian's chromium, which the test set-up installs where it can; elsewhere these tests are skipped.
"""

import shutil
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import sync_playwright
from tests.web.small import NAMES, small

from zerosum.web import create_app

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium on this machine")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 90_000
"""Milliseconds that a page may take on a busy machine, compiling included."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = uvicorn.Server(
        uvicorn.Config(create_app(tmp_path_factory.mktemp("site")), port=port, log_level="error")
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_playwright() as running:
        made = running.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield made
        made.close()


class Watched:
    """A page, and what went wrong on it."""

    def __init__(self, browser: Any, address: str, **options: Any) -> None:
        self.context = browser.new_context(**options)
        self.page, self.trouble = self.context.new_page(), []
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", lambda said: said.type == "error" and self.trouble.append(said.text))
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("request", lambda asked: asked.url.startswith(address) or self.trouble.append(asked.url))


@pytest.fixture
def watched(browser: Any, address: str) -> Iterator[Watched]:
    made = Watched(browser, address)
    yield made
    made.context.close()
    assert not made.trouble


@pytest.mark.parametrize("name", NAMES)
def test_every_games_page_shows_its_value_and_can_be_played_to_the_end(
    watched: Watched, address: str, name: str
) -> None:
    query = "&".join(f"{key}={value}" for key, value in small(name).items())
    watched.page.goto(f"{address}/games/{name}?{query}")
    watched.page.wait_for_selector("#answer .value")
    watched.page.click("text=Sit down")
    watched.page.wait_for_selector("#board")
    for _ in range(120):
        watched.page.wait_for_selector("#moves button:not([disabled])")
        if watched.page.locator("#result .result").count():
            break
        watched.page.locator("#moves button").first.click()
        watched.page.wait_for_function("() => !document.querySelector('#moves button[disabled]')")
    assert watched.page.locator("#result .result").count() == 1
    watched.page.wait_for_selector("#review h2")


def test_moving_a_slider_changes_the_answer_and_the_address(watched: Watched, address: str) -> None:
    watched.page.goto(f"{address}/games/matches?matches=8")
    watched.page.wait_for_selector("#answer .value")
    before = watched.page.inner_text("#title")
    watched.page.fill("input[name=matches]", "9")
    watched.page.wait_for_function(
        "(before) => document.querySelector('#title').textContent !== before", arg=before
    )
    assert "matches=9" in watched.page.url


def test_a_position_is_walked_to_and_back(watched: Watched, address: str) -> None:
    watched.page.goto(f"{address}/games/jujitsu?cards=3")
    watched.page.wait_for_selector("#walk table button")
    watched.page.locator("#walk table button").first.click()
    watched.page.wait_for_function("() => document.querySelectorAll('#walk > p button').length === 2")
    assert "walk=" in watched.page.url
    watched.page.locator("#walk > p button").first.click()
    watched.page.wait_for_function("() => document.querySelectorAll('#walk > p button').length === 1")


def test_a_round_by_keyboard_alone(watched: Watched, address: str) -> None:
    watched.page.goto(f"{address}/games/matches?matches=6")
    watched.page.focus("text=Sit down")
    watched.page.keyboard.press("Enter")
    watched.page.wait_for_selector("#board")
    for _ in range(12):
        watched.page.wait_for_selector("#moves button:not([disabled])")
        if watched.page.locator("#result .result").count():
            break
        watched.page.locator("#moves button").first.focus()
        watched.page.keyboard.press("Enter")
        watched.page.wait_for_function("() => !document.querySelector('#moves button[disabled]')")
    assert watched.page.locator("#result .result").count() == 1


@pytest.mark.parametrize("name", ["matches", "trick", "bluff", "lag", "target"])
def test_every_lesson_works(watched: Watched, address: str, name: str) -> None:
    watched.page.goto(f"{address}/lessons/{name}")
    watched.page.wait_for_selector("main button, main input[type=range]")
    if name != "matches":
        watched.page.wait_for_selector("#lesson input[type=range]")


@pytest.mark.parametrize("path", ["/", "/games/kuhn", "/games/jujitsu?cards=3", "/lessons/bluff", "/tables"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_a_phone_by_day_and_night(browser: Any, address: str, path: str, scheme: str) -> None:
    seen = Watched(
        browser, address, viewport={"width": 360, "height": 740}, color_scheme=scheme, reduced_motion="reduce"
    )
    seen.page.goto(address + path)
    wide = seen.page.evaluate("() => document.documentElement.scrollWidth")
    seen.context.close()
    assert wide <= 360
    assert not seen.trouble


AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed")
@pytest.mark.parametrize(
    "path", ["/", "/games/kuhn", "/games/matches?matches=7", "/lessons/matches", "/lessons/bluff"]
)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_to_mend(browser: Any, address: str, path: str, scheme: str) -> None:
    seen = Watched(browser, address, color_scheme=scheme, bypass_csp=True)
    seen.page.goto(address + path)
    seen.page.add_script_tag(path=AXE)
    found = seen.page.evaluate("() => axe.run()")
    seen.context.close()
    assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []
