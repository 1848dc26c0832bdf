"""What a visitor with a browser does: sit down, move, play a round to its end."""

from typing import Any

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
TABLE = "#table[data-ready]"
"""A table whose buttons play without loading the page again."""
NEXT = "before => ![null, undefined, before].includes(document.querySelector('article.play')?.dataset.turn)"
REVIEWED = "article.play[data-reviewed=yes]"
"""A table at which a round is over and reviewed."""


class Watched:
    """A page, and what went wrong on it."""

    def __init__(self, browser: Any, address: str, **options: Any) -> None:
        self.address = address
        self.context = browser.new_context(**options)
        self.begin_again()

    def begin_again(self) -> None:
        """Go on with a fresh page on which nothing has gone wrong yet."""
        self.page, self.trouble = self.context.new_page(), []
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", lambda said: said.type == "error" and self.trouble.append(said.text))
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on(
            "request", lambda asked: asked.url.startswith(self.address) or self.trouble.append(asked.url)
        )


def sit_down(page: Any, side: str = "") -> None:
    """Sit down at a table from a game's page."""
    if side:
        page.select_option("select[name=side]", side)
    page.click("text=Start playing")
    page.wait_for_selector(TABLE)


def turn(page: Any) -> str:
    """How many words have been typed at the table."""
    return str(page.get_attribute("article.play", "data-turn"))


def move(page: Any, button: str = ".next, .acts .act") -> None:
    """Press a button, by default the first move that is offered, and wait until the table has gone on."""
    before = turn(page)
    page.locator(button).first.click()
    page.wait_for_function(NEXT, arg=before)


def step_through(page: Any) -> int:
    """Step through the review of a round with the arrow keys, from its first step to its last; how many there are."""
    rows = page.locator("a.move")
    rows.first.click()
    page.wait_for_selector(".moves li:first-child [aria-current=step]")
    for k in range(1, rows.count()):
        page.keyboard.press("ArrowRight")
        page.wait_for_selector(f".moves li:nth-child({k + 1}) [aria-current=step]")
    return int(rows.count())


def is_over(page: Any) -> bool:
    """Whether the round has ended."""
    return bool(page.get_attribute("article.play", "data-over") == "yes")


def play_out(page: Any) -> None:
    """Play to the end of a round."""
    for _ in range(60):
        if is_over(page):
            break
        move(page)
    assert is_over(page)
    page.wait_for_selector(REVIEWED)
