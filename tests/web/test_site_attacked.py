"""What one visitor asks for keeps no other from moving, ends when the visitor has gone, and ends with the server."""

import os
import pickle
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from benchmarks import attack
from fastapi import FastAPI
from fastapi.testclient import TestClient

from zerosum.web import create_app
from zerosum.web import rooms as rooms_module
from zerosum.web import workers as workers_module
from zerosum.web.rooms import Analysts, GameProcesses
from zerosum.web.workers import ASKED_FROM, MAX_WAITING, Busy, JobPending, Jobs, WorkerPool

WHO = {"id": "table", "words": []}


def jobs() -> Jobs:
    """The jobs of a room with a slow analysis, which knows what the room knows."""
    known = {"moves": 0}

    def act(progress, record):
        known["moves"] += 1
        return known["moves"]

    def observed_strategy(progress, record, seconds=0.0):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            pass
        known["moves"] += 100  # in the copy only
        return [known["moves"], os.getpid()]

    return {"solve": lambda progress, record: None, "act": act, "observed_strategy": observed_strategy}


@pytest.fixture
def rooms() -> Iterator[GameProcesses]:
    made = GameProcesses(jobs)
    yield made
    made.end()


@pytest.fixture
def analysts(rooms: GameProcesses) -> Iterator[Analysts]:
    made = Analysts(rooms)
    yield made
    made.end()


def asked(analysts: Analysts, seconds: float, visitor: str = "", key: object = None) -> workers_module.Job:
    token = ASKED_FROM.set(visitor)
    try:
        arguments = {"record": WHO, "seconds": seconds}
        return analysts.ask("observed_strategy", {"game": "a game", "arguments": arguments}, key)
    finally:
        ASKED_FROM.reset(token)


def moved(rooms: GameProcesses) -> int:
    """Make a move, once the game is solved."""
    while True:
        with suppress(JobPending):
            return rooms.ask("a game", "act", {"record": WHO})


def end(processes: list[int]) -> bool:
    """Whether processes that were killed end."""
    for _ in range(300):
        if not any(map(attack.runs, processes)):
            return True
        time.sleep(0.1)
    return False


def test_moves_go_on_while_something_is_analysed(rooms: GameProcesses, analysts: Analysts) -> None:
    assert moved(rooms) == 1
    slow = asked(analysts, 600)
    while slow.stop == workers_module.Job().stop:
        time.sleep(0.02)
    assert [moved(rooms) for _ in range(5)] == [2, 3, 4, 5, 6]
    assert not slow.result.done()
    quick = pickle.loads(asked(analysts, 0, "somebody else").result.result(60))
    assert quick[0] == 106, "a copy knows what the room knows"
    assert moved(rooms) == 7, "and the room nothing of the copy"


def test_an_analysis_has_a_limit_and_the_room_goes_on(
    rooms: GameProcesses, analysts: Analysts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_module, "ANALYSIS_LIMIT", 0.5)
    moved(rooms)
    worker = rooms.rooms["a game"].worker
    with pytest.raises(workers_module.TooLargeError, match=r"0\.5 seconds"):
        asked(analysts, 600).result.result(60)
    assert end(attack.descendants(worker.process.pid)[1:])
    assert moved(rooms) == 2
    assert rooms.rooms["a game"].worker is worker, "it was not solved again"


def test_one_visitor_has_one_analysis_at_a_time(rooms: GameProcesses, analysts: Analysts) -> None:
    moved(rooms)
    for _ in range(5):
        asked(analysts, 600, "greedy")
    assert pickle.loads(asked(analysts, 0, "modest").result.result(60))[0] == 101
    assert len(analysts.quick.taken) == 1


def test_work_ends_when_its_visitor_has_gone(
    rooms: GameProcesses, analysts: Analysts, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved(rooms)
    worker = rooms.rooms["a game"].worker.process.pid
    first, waits = asked(analysts, 600, "greedy"), asked(analysts, 600, "greedy")
    while len(attack.descendants(worker)) < 2:
        time.sleep(0.02)
    monkeypatch.setattr(workers_module, "GONE", 0.2)
    for job in (first, waits):
        with pytest.raises(Busy):
            job.result.result(60)
    assert end(attack.descendants(worker)[1:])
    assert not analysts.running
    assert not analysts.quick.waiting


def test_work_that_is_asked_for_goes_on(analysts: Analysts, monkeypatch: pytest.MonkeyPatch) -> None:
    moved(analysts.rooms)
    monkeypatch.setattr(workers_module, "GONE", 2.5)
    job = asked(analysts, 6)
    while not job.result.done():
        assert analysts.find(job.number) in (job, None)
        time.sleep(0.2)
    assert pickle.loads(job.result.result())[0] == 101


def test_answers_of_the_crew_end_when_their_visitor_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers_module, "GONE", 0.2)
    pool = WorkerPool(jobs, 1)
    job = pool.ask("observed_strategy", {"record": WHO, "seconds": 600}, "key")
    with pytest.raises(Busy):
        job.result.result(60)
    assert pool.ask("observed_strategy", {"record": WHO, "seconds": 0}, "key").wait(60)[0] == 100
    pool.end()


def test_only_so_many_requests_wait(rooms: GameProcesses, analysts: Analysts) -> None:
    moved(rooms)
    job = asked(analysts, 600)
    outcomes: list[float] = []

    def wait(visitor: str) -> None:
        ASKED_FROM.set(visitor)
        began = time.monotonic()
        with pytest.raises(JobPending):
            job.wait(5)
        outcomes.append(time.monotonic() - began)

    waiting = [threading.Thread(target=wait, args=(f"visitor {k}",)) for k in range(2 * MAX_WAITING)]
    for one in waiting:
        one.start()
    for one in waiting:
        one.join()
    assert sum(seconds >= 5 for seconds in outcomes) == MAX_WAITING
    assert not workers_module.WAITING_ROOM.waiting


def test_habits_of_a_large_game_end_at_the_limit_and_reviews_do_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_module, "ANALYSIS_LIMIT", 1.0)
    app: FastAPI = create_app(tmp_path, workers=1)
    client = TestClient(app)
    table = client.post(
        "/api/tables", json={"game": "goofspiel", "given": {"cards": "5"}, "opponent": "uniform"}
    )
    name = table.json()["id"]

    def until_done(path: str):
        while (found := client.get(f"/api/tables/{name}{path}")).status_code == 202:
            time.sleep(0.1)
        return found

    view = until_done("").json()
    while not view["over"]:
        move = {"word": view["moves"][0]["word"], "turn": view["turn"]}
        view = client.post(f"/api/tables/{name}/move", json=move).json()
    observed, review = until_done("/observed-strategy"), until_done("/review")
    assert observed.status_code in (200, 422)
    assert review.status_code == 200
    assert review.json()["choices"]
    app.state.site.end()


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_the_server_ends_under_attack_and_a_visitor_can_move(sent: signal.Signals, tmp_path: Path) -> None:
    server, port = attack.start(tmp_path)
    try:
        visitors, hostile = attack.attack(port, 6, 4.0)
        took, left = attack.stop(server, sent)
    finally:
        server.kill()
    assert not any(one.errors for one in visitors), [one.errors for one in visitors]
    assert all(one.times for one in visitors)
    assert "500" not in sum((one.answers for one in hostile), start=attack.Counter())
    assert took < 60
    assert left == 0
