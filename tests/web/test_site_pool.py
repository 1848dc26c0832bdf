"""Quick questions are answered while long ones are worked on, and nobody takes all the places."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from zerosum.web import workers as module
from zerosum.web.workers import ASKED_FROM, MAX_LONG, MAX_OF_ONE, Busy, Jobs, WorkerPool


def jobs() -> Jobs:
    """A job that takes as long as it is told to, and one that waits until there is a file."""

    def take(progress, seconds, which=0):
        time.sleep(seconds)
        return which

    def wait(progress, until):
        while not Path(until).exists():
            time.sleep(0.02)

    return {"take": take, "wait": wait}


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[WorkerPool]:
    monkeypatch.setattr(module, "PATIENCE", 0.3)
    made = WorkerPool(jobs, 2)
    yield made
    while made.running:
        time.sleep(0.02)
    made.end()


def asked(pool: WorkerPool, seconds: float, which: int = 0, visitor: str = "") -> module.Job:
    token = ASKED_FROM.set(visitor)
    try:
        return pool.ask("take", {"seconds": seconds, "which": which})
    finally:
        ASKED_FROM.reset(token)


def held(pool: WorkerPool, until: Path, visitor: str) -> module.Job:
    """Ask for work that lasts until there is a file."""
    token = ASKED_FROM.set(visitor)
    try:
        return pool.ask("wait", {"until": str(until)})
    finally:
        ASKED_FROM.reset(token)


def test_a_quick_question_is_answered_while_many_long_ones_wait(pool: WorkerPool, tmp_path: Path) -> None:
    asked(pool, 0).wait(60)
    long = [held(pool, tmp_path / "done", f"visitor {k}") for k in range(8)]
    for k in range(6):
        assert asked(pool, 0, k, "somebody else").wait(300) == k, "quick work waited for long work"
    (tmp_path / "done").touch()
    assert [job.wait(300) for job in long] == 8 * [None], "and long work is done in the end"


def test_one_visitor_cannot_hold_more_than_a_share(pool: WorkerPool) -> None:
    mine = [asked(pool, 0.1, visitor="greedy") for _ in range(MAX_OF_ONE)]
    with pytest.raises(Busy, match="too many requests"):
        asked(pool, 2, visitor="greedy")
    assert asked(pool, 0, 7, "modest").wait(30) == 7
    for job in mine:
        job.wait(60)
    assert asked(pool, 0, 8, "greedy").wait(30) == 8


def test_long_questions_of_one_visitor_leave_places_for_those_of_another(
    pool: WorkerPool, tmp_path: Path
) -> None:
    asked(pool, 0).wait(60)
    for _ in range(2 * MAX_LONG):
        held(pool, tmp_path / "done", "greedy")
    assert asked(pool, 0.6, 9, "modest").wait(300) == 9
    (tmp_path / "done").touch()


def no_process(**_: object) -> None:
    raise OSError("no more processes")


def test_a_process_that_cannot_start_fails_its_job_and_keeps_no_place(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module.CONTEXT, "Process", no_process)
    for _ in range(5):
        with pytest.raises(Busy, match="cannot start"):
            asked(pool, 0).wait(5)
    assert not pool.running
    monkeypatch.undo()
    assert asked(pool, 0, 3).wait(30) == 3


def test_a_process_that_cannot_start_while_a_job_becomes_long_disturbs_nobody(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked(pool, 0).wait(60)
    job = asked(pool, 1.5, 1)
    time.sleep(0.1)
    caught: list[object] = []
    monkeypatch.setattr(threading, "excepthook", caught.append)
    monkeypatch.setattr(module.CONTEXT, "Process", no_process)
    assert job.wait(30) == 1
    assert asked(pool, 0, 2).wait(30) == 2
    assert not caught
