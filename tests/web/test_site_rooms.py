"""Games that take long are solved a few at a time, tell how far they are, and have a share of the memory each."""

import pickle
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from zerosum.core.limits import LITTLE, allowed
from zerosum.web import rooms as module
from zerosum.web import workers as module_of_workers
from zerosum.web.rooms import GameProcesses
from zerosum.web.workers import (
    ASKED_FROM,
    LONG_OF_ONE,
    MAX_LONG,
    SHARES,
    Busy,
    JobPending,
    Jobs,
    Worker,
    promised,
)


def slow_jobs() -> Jobs:
    """The jobs of a room whose game takes as long as a record says."""

    def solve(progress, record):
        progress(1, 3, "steps")
        time.sleep(record["seconds"])

    return {"solve": solve, "open": lambda progress, record: "here", "may": lambda progress: allowed()}


@pytest.fixture
def rooms(monkeypatch: pytest.MonkeyPatch) -> Iterator[GameProcesses]:
    monkeypatch.setattr(module, "PATIENCE", 0.3)
    made, before = GameProcesses(slow_jobs), ASKED_FROM.set("")
    yield made
    ASKED_FROM.reset(before)
    made.end()
    while module_of_workers.PROMISES:
        time.sleep(0.02)


def sit_down(rooms: GameProcesses, game: str, seconds: float) -> object:
    return rooms.ask(game, "open", {"record": {"seconds": seconds}})


def until(rooms: GameProcesses, game: str, seconds: float) -> object:
    """Sit down, and ask again while the game is being solved."""
    while True:
        try:
            return sit_down(rooms, game, seconds)
        except JobPending:
            continue


def test_few_long_games_are_solved_at_once_and_quick_ones_do_not_wait_for_them(rooms: GameProcesses) -> None:
    assert until(rooms, "first", 0) == "here"
    for k in range(MAX_LONG):
        ASKED_FROM.set(f"visitor {k}")
        with pytest.raises(JobPending) as found:
            sit_down(rooms, f"long {k}", 60)
        job = found.value.job
        while not job.progress or not rooms.rooms[f"long {k}"].is_long:
            time.sleep(0.02)
        assert job.progress == (1, 3, "steps")
        assert rooms.find(job.number) is job
    with pytest.raises(Busy, match="try again"):
        until(rooms, "one more", 60)
    with pytest.raises(Busy, match="try again"):  # and is not tried again at once
        sit_down(rooms, "one more", 60)
    assert until(rooms, "quick", 0) == "here"


def test_one_visitor_does_not_take_all_the_places_of_long_games(rooms: GameProcesses) -> None:
    ASKED_FROM.set("greedy")
    for k in range(LONG_OF_ONE):
        with pytest.raises(JobPending):
            sit_down(rooms, f"long {k}", 60)
        while not rooms.rooms[f"long {k}"].is_long:
            time.sleep(0.02)
    with pytest.raises(Busy, match="try again"):
        until(rooms, "one more", 60)
    ASKED_FROM.set("modest")
    with pytest.raises(JobPending):
        sit_down(rooms, "another", 60)


def test_a_job_may_use_its_share_of_the_memory_and_the_sites_time() -> None:
    worker = Worker(slow_jobs, 7.0)
    memory, seconds = pickle.loads(worker.call("may", {}, limit=60))
    worker.end()
    assert 0 < memory < 1.5 * allowed()[0] / SHARES
    assert seconds == 7


def test_shares_add_up_to_no_more_than_there_is_and_a_little_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ZEROSUM_LIMIT", "1GB")
    with ExitStack() as many:
        shares = [many.enter_context(promised()) for _ in range(100)]
    assert shares[0] == 10**9 / SHARES
    assert sum(shares) < 10**9 + 100 * LITTLE
    assert min(shares) == LITTLE
    with promised() as again:
        assert again == shares[0]
