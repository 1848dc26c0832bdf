"""The look of the site: its fonts, its colours for all eyes, and a picture for every game."""

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from fastapi.testclient import TestClient
from tests.web.browsing import Watched

from zerosum import games
from zerosum.web.actions import action_classes
from zerosum.web.covers import COVERS

STATIC = Path(__file__).parents[2] / "src" / "zerosum" / "web" / "static"
PACKAGES = Path(__file__).parents[2] / "node_modules" / "@fontsource-variable"
TOKENS = (STATIC / "tokens.css").read_text()
ACTIONS = ("fold", "check", "call", "bet", "bet-2", "raise", "all-in")
EYES = {
    "usual": np.eye(3),
    "without red": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "without green": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "without blue": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
"""What eyes make of linear red, green and blue, after Machado, Oliveira and Fernandes 2009."""


def linear(colour: str) -> np.ndarray:
    """A colour such as #12ab9f as linear red, green and blue."""
    c = np.array([int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)])
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def lab(light: np.ndarray) -> np.ndarray:
    """Linear light in Oklab, where distances are those that people see, times 100."""
    to_cones = [[0.4122, 0.5363, 0.0514], [0.2119, 0.6807, 0.1074], [0.0883, 0.2817, 0.6300]]
    to_lab = [[0.2105, 0.7936, -0.0041], [1.9780, -2.4286, 0.4506], [0.0259, 0.7828, -0.8087]]
    return 100 * np.array(to_lab) @ np.cbrt(np.array(to_cones) @ np.clip(light, 0, 1))


def token(name: str) -> str:
    """The colour of a token that is the same by day and by night."""
    found = re.search(rf"--{name}: (#[0-9a-f]{{6}});", TOKENS)
    assert found, name
    return found[1]


@pytest.mark.parametrize("eyes", EYES)
def test_actions_look_different_to_all_eyes(eyes: str) -> None:
    seen = {name: lab(EYES[eyes] @ linear(token(name))) for name in ACTIONS}
    assert min(np.linalg.norm(seen[one] - seen[two]) for one, two in combinations(ACTIONS, 2)) > 10


def test_letters_on_actions_can_be_read() -> None:
    weights = np.array([0.2126, 0.7152, 0.0722])
    ink = linear(token("on-act")) @ weights
    for name in (*ACTIONS, "liar", *(f"move-{k}" for k in range(1, 7))):
        assert (linear(token(name)) @ weights + 0.05) / (ink + 0.05) >= 4.5, name


def test_scripts_and_pages_colour_a_move_alike(watched: Watched, address: str) -> None:
    watched.page.goto(f"{address}/lessons")
    for names in (
        ["fold", "call", "raise to 6"],
        ["check", "bet 1", "bet 2", "bet 9 (all-in)", "shove"],
        ["pass", "see", "Liar!", "heads", "tails", *"abcdefg"],
    ):
        script = (
            "async names => Object.fromEntries((await import('/static/actions.js')).actionClasses(names))"
        )
        assert watched.page.evaluate(script, names) == action_classes(names)


def test_every_property_that_is_used_is_defined() -> None:
    files = [file for file in STATIC.parent.rglob("*") if file.suffix in (".css", ".js", ".html")]
    text = "\n".join(file.read_text() for file in files)
    used = {*re.findall(r"var\((--[a-z][\w-]*)", text), *re.findall(r'"(--[a-z][\w-]*)"', text)}
    defined = {*re.findall(r"(--[a-z][\w-]*)\s*:", text), *re.findall(r'setProperty\("(--[\w-]*)"', text)}
    assert used - defined == set()


def test_fonts_are_small_free_and_those_of_the_packages() -> None:
    files = sorted((STATIC / "fonts").glob("*.woff2"))
    assert {file.name for file in files} == set(re.findall(r'url\("fonts/([^"]*)"\)', TOKENS))
    assert sum(file.stat().st_size for file in files) < 150_000
    for file in files:
        font = file.name.partition("-latin")[0]
        assert "SIL Open Font License" in (file.parent / f"{font}-LICENSE.txt").read_text()
        package = PACKAGES / font / "files" / file.name
        assert not package.exists() or package.read_bytes() == file.read_bytes(), "run make fonts"


def test_fonts_are_used_and_digits_are_equally_wide(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/lessons")
    page.evaluate(
        "Promise.all([document.fonts.load('16px Inter'), document.fonts.load('16px \"Source Serif 4\"')])"
    )
    assert page.evaluate(
        "document.fonts.check('16px Inter') && document.fonts.check('16px \"Source Serif 4\"')"
    )
    width = """([text, font]) => {
      const one = document.createElement("span");
      Object.assign(one.style, { fontFamily: font, fontVariantNumeric: "tabular-nums", position: "absolute" });
      one.textContent = text;
      document.body.append(one);
      return one.getBoundingClientRect().width;
    }"""
    for font in ("Inter", "Source Serif 4"):
        assert page.evaluate(width, ["1111", font]) == page.evaluate(width, ["0000", font])


def test_every_game_has_a_picture_of_its_own(client: TestClient) -> None:
    assert set(COVERS) == set(games.CATALOG)
    assert len(set(COVERS.values())) == len(COVERS)
    page = client.get("/games").text
    assert page.count('<div class="thumb') == len(COVERS)
    assert "style=" not in page


@pytest.mark.parametrize(
    ("asked", "hit"),
    [
        ("kuhn", "/games/kuhn"),
        ("hands to bet", "/lessons/bluff"),
        ("certificates", "/docs/theory/certificates.html"),
        ("bank account", "/docs/theory/lagged.html"),
    ],
)
def test_games_lessons_and_documentation_are_found(client: TestClient, asked: str, hit: str) -> None:
    assert hit in [one["address"] for one in client.get("/api/search", params={"q": asked}).json()]
    assert f'href="{hit}"' in client.get("/search", params={"q": asked}).text


def test_a_mistyped_address_leads_to_the_page_that_was_meant(client: TestClient) -> None:
    page = client.get("/games/kuhnn", headers={"accept": "text/html"})
    assert page.status_code == 404
    assert 'href="/games/kuhn"' in page.text


@pytest.mark.parametrize("path", ["/games?genre=dice", "/games?q=liar", "/games?q=dice&lesson=false"])
def test_the_gallery_is_filtered_without_scripts(client: TestClient, path: str) -> None:
    page = client.get(path).text
    shown = re.findall(r'<li class="tile" data-words="[^"]*"[^>]*><a href="/games/([^"?]*)', page)
    assert shown == ["liars-dice"]


@pytest.mark.parametrize(
    ("path", "part"),
    [
        ("/games", "Play"),
        ("/lessons/jack", "Learn"),
        ("/games/kuhn", "Solve"),
        ("/papers", "Papers"),
        ("/api", "Docs"),
    ],
)
def test_the_navigation_marks_where_one_is(client: TestClient, path: str, part: str) -> None:
    assert re.findall(
        r"<a [^>]*aria-current=[^>]*>([^<]*)</a>", client.get(path).text.partition("</nav>")[0]
    ) == [part]
