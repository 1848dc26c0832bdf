"""The site under attack: hostile clients request everything slow while visitors play.

Each hostile client has its own address on the loopback network and continuously requests answers, formulas, maps,
ranges, reviews and observed strategies of large games, always with new parameters. It abandons half of the requests
after a moment, like a visitor who leaves. Meanwhile a visitor plays Kuhn poker, and another one Goofspiel at the
attacked tables' size. At the end the server gets a termination signal.

Aims: 99 of 100 moves within 500 ms, no errors for the visitors, and a server that ends within 5 seconds with all
its processes. `--quick` has fewer clients for a shorter time.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

from zerosum.display import Table

CLIENTS, SECONDS = 50, 60.0
QUICK = 10, 10.0
PAUSE = 0.05
"""Seconds between two moves of a visitor."""
SLOW = (
    "/api/games/jujitsu/answer?cards={k}",
    "/api/games/goofspiel/ranges?cards={k}",
    "/api/games/goofspiel/picture.svg?cards={k}",
    "/api/games/leduc/ranges?ante=1/{n}",
    "/api/games/leduc/evs?ante=2/{n}",
    "/api/games/liars-dice/answer?sides={k}",
    "/api/games/leduc/locked?ante=3/{n}&lock=1,%20check:%20raise%201/2",
    "/api/games/kuhn/lock-curve?bet=1/{n}&lock=J,%20check:%20bet&points=201",
    "/api/games/nakai/sweep?over=x&points=201&stages={k}",
    "/api/games/nakai/sweep?over=x&points={n}",
    "/api/games/gleason/answer?nodes=1,{n},-{k}",
    "/api/games/kuhn/formula?over=bet&to={n}",
    "/api/games/raise/map?right={n}&top={n}",
    "/api/games/two-bets/map.svg?right={n}&top=1000",
    "/api/games/jujitsu/walk?cards={k}&mix={n}",
    "/api/games/jujitsu/best-response?cards={k}&player=lowest",
    "/api/games/rhode-island/answer?ranks={k}",
    "/practice/mixed?number={n}",
    "/steps?rows="
    + "%3B%20".join("%20".join(str(7 * i * i % 11 - 5 * i) for i in range(j, j + 8)) for j in range(8)),
    "/lessons/matches?start={n}",
    "/papers/nakai?recompute=true",
    "/games/leduc?ante=5/{n}",
)
"""Slow addresses with two changing numbers: a small one and one up to 1000."""
TABLES = ({"game": "goofspiel", "given": {"cards": "7"}}, {"game": "jujitsu", "given": {"cards": "8"}})
"""Tables at which hostile clients request analyses."""
QUIET: dict[str, Any] = {"game": "kuhn", "given": {}}


class Client:
    """A client at an address of the loopback network."""

    def __init__(self, port: int, source: str) -> None:
        self.port, self.source, self.cookie = port, source, ""

    def ask(self, path: str, body: object = None, *, patience: float = 60.0) -> tuple[int, bytes]:
        """Return the status and the text of an answer; the connection is given up after `patience` seconds."""
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=patience, source_address=(self.source, 0)
        )
        try:
            headers = {"Cookie": self.cookie} if self.cookie else {}
            if body is None:
                connection.request("GET", path, headers=headers)
            else:
                headers["Content-Type"] = "application/json"
                connection.request("POST", path, json.dumps(body), headers)
            answer = connection.getresponse()
            self.cookie = (answer.getheader("Set-Cookie") or self.cookie).partition(";")[0]
            return answer.status, answer.read()
        finally:
            connection.close()

    def sit_down(self, where: object, until: float) -> Any:
        """Return a table whose game is solved; None if that takes too long."""
        while time.monotonic() < until:
            status, text = self.ask("/api/tables", where)
            table = json.loads(text)
            while status == 202 and time.monotonic() < until:
                time.sleep(0.3)
                status, text = self.ask(f"/api/tables/{table['id']}")
                table = {"id": table["id"], **json.loads(text)}
            if status in (200, 201):
                return table
            time.sleep(1)
        return None

    def move(self, table: Any) -> tuple[int, Any]:
        """Make a random move, or begin the next round."""
        word = "next" if table["over"] else random.choice(table["moves"])["word"]
        status, text = self.ask(f"/api/tables/{table['id']}/move", {"word": word, "turn": table["turn"]})
        return status, json.loads(text)


class Hostile(threading.Thread):
    """A client that requests slow things until the time is over."""

    def __init__(self, port: int, number: int, end: float) -> None:
        super().__init__(daemon=True)
        self.client = Client(port, f"127.0.0.{number + 2}")
        self.number, self.end = number, end
        self.answers: Counter[str] = Counter()

    def run(self) -> None:
        """Play a few moves at a large table, then ask for its analyses and everything else."""
        table = None
        while time.monotonic() < self.end:
            try:
                if table is None or random.random() < 0.02:
                    table = self.client.sit_down(TABLES[self.number % len(TABLES)], self.end)
                for _ in range(random.randrange(4) if table else 0):
                    status, found = self.client.move(table)
                    table = found if status == 200 else None
                    if table is None:
                        break
                paths = [random.choice(SLOW).format(k=random.randrange(2, 14), n=random.randrange(2, 1000))]
                if table:
                    paths += [
                        f"/api/tables/{table['id']}{more}"
                        for more in ("/observed-strategy", "/review", "?hint=true")
                    ]
                for path in paths:
                    status, _ = self.client.ask(path, patience=random.choice((0.05, 60.0)))
                    self.answers[str(status)] += 1
            except OSError as error:
                self.answers[type(error).__name__] += 1
            except (ValueError, http.client.HTTPException) as error:
                self.answers[type(error).__name__] += 1


class Visitor(threading.Thread):
    """A client that plays, and records the time of each move."""

    def __init__(self, port: int, source: str, where: object) -> None:
        super().__init__(daemon=True)
        self.client, self.where = Client(port, source), where
        self.end = float("inf")
        self.times: list[float] = []
        self.errors: Counter[str] = Counter()
        self.ready = threading.Event()

    def run(self) -> None:
        """Sit down, then move again and again."""
        table = self.client.sit_down(self.where, time.monotonic() + 300)
        self.ready.set()
        while time.monotonic() < self.end and table is not None:
            began = time.perf_counter()
            try:
                status, found = self.client.move(table)
            except OSError as error:
                self.errors[type(error).__name__] += 1
                continue
            self.times.append(time.perf_counter() - began)
            if status == 200:
                table = found
            else:
                self.errors[f"{status} {found.get('detail', '')[:60]}"] += 1
                table = self.client.sit_down(self.where, self.end)
            time.sleep(PAUSE)


def descendants(process: int) -> list[int]:
    """Return a process and all its descendants."""
    found = [process]
    for one in found:
        for task in Path(f"/proc/{one}/task").glob("*/children"):
            with suppress(OSError):
                found += map(int, task.read_text().split())
    return found


def start(folder: Path) -> tuple[subprocess.Popen[bytes], int]:
    """Start a server for this machine only, with its own folder."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-m", "zerosum", "serve", "--port", str(port)],
        env={**os.environ, "XDG_CACHE_HOME": str(folder)},
        stdout=subprocess.DEVNULL,
    )
    for _ in range(600):
        with suppress(OSError):
            Client(port, "127.0.0.1").ask("/api/games")
            break
        time.sleep(0.2)
    return server, port


def stop(server: subprocess.Popen[bytes], signal_sent: int = signal.SIGTERM) -> tuple[float, int]:
    """End the server by a signal; return the time in seconds, and the number of its remaining processes."""
    started = descendants(server.pid)
    began = time.monotonic()
    server.send_signal(signal_sent)
    with suppress(subprocess.TimeoutExpired):
        server.wait(60)
    took = time.monotonic() - began
    time.sleep(1)
    left = [one for one in started if runs(one)]
    server.kill()
    return took, len(left)


def runs(process: int) -> bool:
    """Return whether a process is running, and not a zombie."""
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def attack(port: int, clients: int, seconds: float) -> tuple[list[Visitor], list[Hostile]]:
    """Let visitors play under attack; they sit down before it begins."""
    visitors = [Visitor(port, "127.0.0.1", QUIET), Visitor(port, "127.0.1.1", TABLES[0])]
    for one in visitors:
        one.start()
    for one in visitors:
        one.ready.wait()
        one.times.clear()
    end = time.monotonic() + seconds
    hostile = [Hostile(port, number, end) for number in range(clients)]
    for one in visitors:
        one.end = end
    for other in hostile:
        other.start()
    for one in visitors:
        one.join()
    return visitors, hostile


def main() -> None:
    """Attack the site, and print the times of visitors' moves and the time that the server took to end."""
    clients, seconds = QUICK if "--quick" in sys.argv else (CLIENTS, SECONDS)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server, port = start(Path(folder))
        try:
            visitors, hostile = attack(port, clients, seconds)
            took, left = stop(server)
        finally:
            server.kill()
    rows: list[list[object]] = [["hostile clients", clients, ""]]
    answers = sum((one.answers for one in hostile), Counter[str]())
    rows.append(
        ["their requests, by answer", ", ".join(f"{k}: {n}" for k, n in answers.most_common()), "no 500"]
    )
    for name, one in zip(("Kuhn poker", "Goofspiel, attacked"), visitors, strict=True):
        times = sorted(one.times) or [float("nan")]
        rows += [
            [f"{name}: moves", len(one.times), ""],
            [f"{name}: median move, ms", round(1000 * times[len(times) // 2]), ""],
            [f"{name}: 99th percentile, ms", round(1000 * times[int(0.99 * len(times))]), "500"],
            [f"{name}: errors", dict(one.errors) or 0, "0"],
        ]
    rows += [["server ends after, s", round(took, 1), "5"], ["processes left", left, "0"]]
    print(Table("The site under attack", ["what", "measured", "aim"], rows), flush=True)


if __name__ == "__main__":
    main()
