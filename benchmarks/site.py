"""The site under load: 200 players at once on this machine, each moving at the pace of a person. Aims: a median
move under 50 ms, 99 of 100 under 500 ms, no errors; memory steady over 20,000 rounds; sliders that redraw within
100 ms. In a browser, if one is installed: a home page under 250 KB that is painted within 300 ms, and a median of
50 ms from a slider's move to the new plot.

The players sit at tables of several games and pause between moves, so that together they make about as many moves a
second as 200 people would; the server runs in its own process. `--quick` has fewer players, `--sliders` none.
"""

import json
import random
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from zerosum.display import Table

GAMES: dict[str, dict[str, str]] = {
    "kuhn": {},
    "matches": {"matches": "12"},
    "jujitsu": {"cards": "4"},
    "red-dog": {},
    "relance": {},
}
PLAYERS, SECONDS, PAUSE, ROUNDS = 200, 60.0, 3.0, 20_000
QUICK = 40, 15.0, 1_000
HASTY = 4
"""Number of players who play without a pause until all rounds are played."""
SLIDERS = {
    "jujitsu": [{"cards": str(cards)} for cards in range(2, 9)],
    "kuhn": [{"cards": str(cards)} for cards in range(2, 9)],
    "relance": [{"bet": f"{k / 4}"} for k in range(1, 9)],
    "gleason": [{"nodes": f"1,2,-{k}"} for k in range(2, 5)],
    "nakai": [{"x": f"{k / 10}"} for k in range(1, 9)],
    "blackjack": [{"stand": str(stick)} for stick in range(14, 19)],
    "matches": [{"matches": str(count)} for count in range(10, 20)],
}
"""The sliders that are dragged, through each position once, as by hand."""


class Player(threading.Thread):
    """A visitor who plays until the time is over."""

    def __init__(self, address: str, number: int, end: float) -> None:
        super().__init__(daemon=True)
        self.address, self.end = address, end
        self.game = list(GAMES)[number % len(GAMES)]
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self.times: list[float] = []
        self.errors = self.rounds = 0

    def ask(self, path: str, body: object) -> Any:
        """Send a request and return the site's response."""
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, json.dumps(body).encode(), headers)
        with self.opener.open(request, timeout=60) as answer:
            return json.load(answer)

    def sit_down(self) -> Any:
        """Return a new table, once its game is solved."""
        table = self.ask("/api/tables", {"game": self.game, "given": GAMES[self.game]})
        while "job" in table:
            time.sleep(0.2)
            with self.opener.open(f"{self.address}/api/tables/{table['id']}", timeout=60) as answer:
                table = {"id": table["id"], **json.load(answer)}
        return table

    def run(self) -> None:
        """Sit down, and move after a pause, again and again."""
        time.sleep(random.random() * PAUSE)
        table = self.sit_down()
        while time.monotonic() < self.end:
            time.sleep(random.random() * 2 * PAUSE)
            word = "next" if table["over"] else random.choice(table["moves"])["word"]
            began = time.perf_counter()
            try:
                table = self.ask(f"/api/tables/{table['id']}/move", {"word": word, "turn": table["turn"]})
                self.times.append(time.perf_counter() - began)
                self.rounds += table["over"]
            except OSError:
                self.errors += 1


class Hasty(Player):
    """Play some rounds of Red Dog without a pause."""

    def __init__(self, address: str, rounds: int) -> None:
        super().__init__(address, list(GAMES).index("red-dog"), 0.0)
        self.wanted = rounds

    def run(self) -> None:
        """Fold, deal, fold, deal; at a new table now and then, as people do."""
        for number in range(self.wanted):
            try:
                if number % 1_000 == 0:
                    table = self.sit_down()
                word = table["moves"][0]["word"]
                for said in (word, "next"):
                    move = {"word": said, "turn": table["turn"]}
                    table = self.ask(f"/api/tables/{table['id']}/move", move)
            except OSError:
                self.errors += 1


def memory(process: int) -> float:
    """Return the memory of a process and its children in megabytes."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    children = [child for task in tasks for child in task.read_text().split()]
    held = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    return int(held.group(1)) / 1024 + sum(memory(int(child)) for child in children) if held else 0.0


def main() -> None:
    """Start the site, warm it up, play, and print the times of moves."""
    players, seconds, rounds = QUICK if "--quick" in sys.argv else (PLAYERS, SECONDS, ROUNDS)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        code = (
            "import uvicorn; from pathlib import Path; from zerosum.web import create_app; "
            f"uvicorn.run(create_app(Path({folder!r})), port={port}, log_level='error')"
        )
        server = subprocess.Popen([sys.executable, "-c", code])
        try:
            _measure(f"http://127.0.0.1:{port}", server.pid, players, seconds, rounds)
        finally:
            server.terminate()
            server.wait(20)


def _measure(address: str, process: int, players: int, seconds: float, rounds: int) -> None:
    for _ in range(300):
        try:
            urllib.request.urlopen(f"{address}/api/games", timeout=5).close()
            break
        except OSError:
            time.sleep(0.2)
    _tell("Sliders, one visitor", _sliders(address))
    if shutil.which("chromium"):
        _tell("In a browser", _browser(address))
    if "--sliders" not in sys.argv:
        _tell("Many players at once", _crowd(address, players, seconds))
        _tell("Many rounds, without a pause", _steady(address, process, rounds))


def _tell(title: str, rows: list[list[object]]) -> None:
    print(Table(title, ["what", "measured", "aim"], rows), flush=True)


def _crowd(address: str, players: int, seconds: float) -> list[list[object]]:
    """Return the times of moves while many people play."""
    for number in range(len(GAMES)):  # each room solves its game once
        Player(address, number, 0.0).sit_down()
    crowd = [Player(address, number, time.monotonic() + seconds) for number in range(players)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()
    times = sorted(t for one in crowd for t in one.times)
    return [
        ["players", players, ""],
        ["moves", len(times), ""],
        ["rounds", sum(one.rounds for one in crowd), ""],
        ["errors", sum(one.errors for one in crowd), "0"],
        ["median move, ms", round(1000 * statistics.median(times), 1), "50"],
        ["99th percentile, ms", round(1000 * times[int(0.99 * len(times))], 1), "500"],
    ]


def _steady(address: str, process: int, rounds: int) -> list[list[object]]:
    """Return the memory after a tenth of the rounds and after all of them."""
    held, errors = [], 0
    for part in (rounds // 10, rounds - rounds // 10):
        hasty = [Hasty(address, part // HASTY) for _ in range(HASTY)]
        for one in hasty:
            one.start()
        for one in hasty:
            one.join()
        errors += sum(one.errors for one in hasty)
        held.append(memory(process))
    said = f"memory after {rounds // 10:,} and {rounds:,} rounds, MB"
    return [[said, f"{held[0]:.0f}, {held[1]:.0f}", "steady"], ["errors in them", errors, "0"]]


def _wait_for(address: str) -> None:
    """Repeat a request until the answer is ready."""
    while True:
        with urllib.request.urlopen(address, timeout=90) as answer:
            if answer.status != 202:
                return
        time.sleep(0.05)


def _sliders(address: str) -> list[list[object]]:
    """Return times of answers and plots while a slider is dragged; the first is measured apart, since it compiles."""
    rows: list[list[object]] = []
    for game, places in SLIDERS.items():
        for what in ("answer", "picture.svg", "picture.svg again"):
            asked = f"{address}/api/games/{game}/{what.partition(' ')[0]}"
            times = [_seconds(f"{asked}?{urllib.parse.urlencode(given)}") for given in places][1:]
            text = f"{1000 * statistics.median(times):.0f}, {1000 * max(times):.0f}"
            rows.append([f"slider of {game}, {what}: median and worst, ms", text, "100"])
    return rows


def _browser(address: str) -> list[list[object]]:
    """Return the home page's size, the time of its first paint, and the time of a drawing by the browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        painted, sizes = [], []
        for _ in range(6):
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(address)
            page.wait_for_selector("#hand[data-ready]")
            painted.append(
                page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
            )
            sizes.append(page.evaluate(BYTES))
            page.close()
        rows: list[list[object]] = [
            ["home, KB", round(max(sizes) / 1000), "250"],
            ["home, first paint, median, ms", round(statistics.median(painted[1:])), "300"],
        ]
        for game, field in (("kuhn", "bet"), ("jujitsu", "cards"), ("relance", "bet")):
            page = browser.new_page()
            page.goto(f"{address}/games/{game}?{field}={'4' if field == 'cards' else '1'}")
            page.wait_for_selector("#views > *")
            times = page.get_by_label(f"{field}, slider").evaluate(REDRAWN)
            rows.append(
                [f"slider of {game} to its picture, median, ms", round(statistics.median(times)), "50"]
            )
            page.close()
        browser.close()
    return rows


BYTES = """performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
  .reduce((sum, one) => sum + one.transferSize, 0)"""
REDRAWN = """async slider => {
  const times = [], title = document.querySelector('#title');
  const values = [2, 3, 4, 2, 3, 4, 2, 3, 4, 2, 3, 4].map(k => (Number(slider.max) > 6 ? k : k / 2));
  for (const value of values) {
    const before = title.textContent;
    slider.value = value;
    if (before.includes(` ${value} `) && values.indexOf(value) === 0) continue;
    const began = performance.now();
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    while (title.textContent === before && performance.now() < began + 10000) await new Promise(requestAnimationFrame);
    times.push(performance.now() - began);
  }
  return times;
}"""
"""A script that moves a slider to and fro, and measures the milliseconds until each new answer is on the page."""


def _seconds(address: str) -> float:
    began = time.perf_counter()
    _wait_for(address)
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
