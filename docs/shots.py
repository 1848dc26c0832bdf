"""Pictures of the site, with `zerosum serve --port 8000` running: needs chromium.

`python docs/shots.py` makes the three of the README.
`python docs/shots.py --all FOLDER` plays a round at every table and takes its start, its middle and its end, and a page
of every kind, wide and on a phone, by day and by night; `--games` restricts it to some tables. Look at what it wrote.
"""

import argparse
import shutil
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from zerosum import games

PICTURES = Path(__file__).parent / "pictures"
SIZES = {"wide": (1280, 860), "phone": (360, 740)}
PAGES = {
    "home": "/",
    "games": "/games",
    "solution": "/games/kuhn",
    "river": "/games/river",
    "lessons": "/lessons",
    "lesson": "/lessons/jack",
    "solve": "/solve",
    "practice": "/practice",
    "exercise": "/practice/2xn",
    "steps": "/steps/kuhn?step=9",
    "papers": "/papers",
    "paper": "/papers/matches",
    "search": "/search?q=kuhn",
    "tables": "/tables",
    "docs": "/docs/theory/lagged.html",
    "api": "/api",
    "wrong": "/games/kuhnn",
}
"""A page of every kind besides tables."""
DRAWN = """() => {
  const game = document.querySelector("article.game");
  return game?.getAttribute("aria-busy") !== "true" && document.querySelector("#walk")?.childElementCount !== 0;
}"""
"""A page that asks for nothing more: the solution is drawn, and the position shown."""
TURN = "before => document.querySelector('article.play').dataset.turn !== before"
MAX_MOVES = 40


def main() -> None:
    """Take what the command line asks for."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("address", nargs="?", default="http://127.0.0.1:8000")
    asked.add_argument("--all", type=Path, metavar="FOLDER", help="take every table and a page of every kind")
    asked.add_argument("--games", nargs="*", default=list(games.CATALOG), help="only these tables")
    given = asked.parse_args()
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        if given.all:
            everything(browser, given.address, given.all, given.games)
        else:
            readme(browser, given.address)
        browser.close()


def everything(browser: Browser, address: str, folder: Path, names: Sequence[str]) -> None:
    """Take all tables, and a page of every kind, in all sizes and themes."""
    folder.mkdir(parents=True, exist_ok=True)
    for size, (width, height) in SIZES.items():
        for theme in ("light", "dark"):
            page = browser.new_page(
                viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce"
            )
            for name, path in PAGES.items():
                page.goto(address + path)
                page.wait_for_load_state("networkidle")
                page.wait_for_function(DRAWN, timeout=120_000)
                page.wait_for_timeout(1500)  # curves and maps come by themselves
                page.screenshot(path=folder / f"page-{name}-{size}-{theme}.png", full_page=True)
            for name in names:
                sit_down(page, address, name)
                play(page, folder / f"table-{name}-{size}-{theme}")
            page.close()


def sit_down(page: Page, address: str, name: str, side: str = "row") -> None:
    """Open a table of a game, small enough to be solved at once."""
    flags = games.load(name).demo_parameters
    given = {key: Path(text).stem if key == "path" else text for key, text in flags.items()}
    table = page.request.post(
        f"{address}/api/tables", data={"game": name, "given": given, "side": side}
    ).json()
    page.goto(f"{address}/tables/{table['id']}")
    page.wait_for_selector("#table[data-ready]", timeout=120_000)


def play(page: Page, file: Path) -> None:
    """Play a round, and take its start, its middle and its end with the review."""
    page.screenshot(path=f"{file}-start.png")
    for k in range(MAX_MOVES):
        if move(page):
            break
        if k == 0:
            page.screenshot(path=f"{file}-middle.png")
    page.wait_for_selector("article.play[data-reviewed=yes]")
    page.screenshot(path=f"{file}-end.png", full_page=True)


def move(page: Page) -> bool:
    """Make a move, the second where there are several; say whether the round is over."""
    before = page.get_attribute("article.play", "data-turn")
    if page.locator(".acts select").count():
        page.select_option(".acts select", index=min(2, page.locator(".acts option").count() - 1))
        page.click(".acts .go")
    else:
        moves = page.locator(".acts .act")
        moves.nth(min(1, moves.count() - 1)).click()
    page.wait_for_function(TURN, arg=before)
    return page.get_attribute("article.play", "data-over") == "yes"


def readme(browser: Browser, address: str) -> None:
    """Play some rounds, open a lesson, look at a solution; a picture of each."""
    page = browser.new_page(viewport={"width": 1180, "height": 820}, reduced_motion="reduce")
    sit_down(page, address, "kuhn")
    for played in range(1, 9):
        while not move(page):
            pass
        page.wait_for_selector("article.play[data-reviewed=yes]")
        page.wait_for_timeout(400)
        if played < 8:
            page.click(".next")
            page.wait_for_selector("article.play[data-over=no]")
    page.screenshot(path=PICTURES / "table.png")
    for name, path in {"bluff": "/lessons/jack?bets=20#drag", "decisions": "/games/kuhn"}.items():
        page.goto(address + path)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(1500)  # the curve of the value comes by itself
        page.screenshot(path=PICTURES / f"{name}.png")


if __name__ == "__main__":
    main()
