"""The README's three pictures of the site: `zerosum serve --port 8000`, then `python docs/shots.py`; needs chromium."""

import shutil
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

PICTURES = Path(__file__).parent / "pictures"
WIDTH, WIDE = 760, 1180


def main(address: str) -> None:
    """Play some rounds, drag a lesson, look at a solution; a picture of each."""
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": 900})
        _table(page, address)
        page.goto(f"{address}/lessons/jack?bets=20")
        page.wait_for_selector("#lesson .graph")
        _save(page, "bluff", "h1", 870)
        page.set_viewport_size({"width": WIDE, "height": 900})
        page.goto(f"{address}/games/kuhn")
        page.wait_for_selector("#views svg")
        page.wait_for_timeout(1500)  # the curve of the value comes by itself
        _save(page, "decisions", "h1", 776, WIDE)
        browser.close()


def _table(page: Page, address: str) -> None:
    page.goto(f"{address}/games/kuhn?side=row")
    page.click("text=Sit down")
    page.wait_for_function("() => document.querySelector('#shown').childElementCount")
    for _ in range(40):
        told = page.inner_text("#score").split()
        if told and int(told[3]) >= 8 and page.locator("#review h2").count():
            break
        before = page.get_attribute("article.table", "data-turn")
        page.locator("#moves button:not([disabled])").last.click()
        page.wait_for_function(
            "before => document.querySelector('article.table').dataset.turn !== before", arg=before
        )
        page.wait_for_timeout(150)
    _save(page, "table", "h1", 1020)


def _save(page: Page, name: str, first: str, height: int, width: int = WIDTH) -> None:
    """The page from an element on."""
    top = page.evaluate("first => document.querySelector(first).getBoundingClientRect().top + scrollY", first)
    clip = {"x": 0, "y": top - 10, "width": width, "height": height}
    page.screenshot(path=PICTURES / f"{name}.png", clip=clip, full_page=True)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000")
