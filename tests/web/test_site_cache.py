"""What the site keeps is bounded by its bytes, not by its number."""

import pickle
import random
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from zerosum import games
from zerosum.arena import UNDO
from zerosum.core.progress import silent
from zerosum.web import jobs, play, records, site, workers
from zerosum.web.cache import OVERHEAD, Cache, size_of
from zerosum.web.jobs import answer_jobs
from zerosum.web.play import TableCache
from zerosum.web.records import Records
from zerosum.web.workers import WorkerPool

WIDE = "22+,A2s+,K2s+,Q2s+,J2s+,T2s+,92s+,A2o+,K2o+,Q2o+,J2o+,T2o+"


def river(pot: int) -> dict[str, str]:
    return {"oop": WIDE, "ip": WIDE, "pot": str(pot), "bets": "1/2,1", "tolerance": "1"}


def test_the_values_used_longest_ago_make_room() -> None:
    cache = Cache[str, str](3 * (100 + OVERHEAD))
    for key in "abc":
        cache.put(key, key.upper(), 100)
    assert cache.get("a") == "A"
    cache.put("d", "D", 101)
    assert [cache.get(key) for key in "abcd"] == ["A", None, None, "D"]
    assert cache.size == 201 + 2 * OVERHEAD
    cache.put("d", "more", 100)
    assert (cache.get("d"), cache.size) == ("more", 200 + 2 * OVERHEAD)


def test_what_is_larger_than_the_cache_is_not_kept_and_drives_nothing_out() -> None:
    cache = Cache[str, int](10_000)
    cache.put("small", 1, 10)
    cache.put("huge", 2, 10_000)
    assert (cache.get("small"), cache.get("huge")) == (1, None)
    cache.put("small", 3, 10_000)
    assert (cache.get("small"), cache.size, len(cache)) == (None, 0, 0)


def test_thousands_of_empty_values_are_not_free() -> None:
    cache = Cache[int, None](100_000)
    for key in range(5_000):
        cache.put(key, None, 0)
    assert 50 < len(cache) <= 100


def test_sizes_are_those_of_memory() -> None:
    numbers = np.zeros(100_000)
    assert 800_000 <= size_of(numbers) < 801_000
    assert size_of([numbers[1:], numbers[2:], numbers]) < 802_000, "the same memory counts once"
    assert size_of({"a": (text := "x" * 10_000), "b": text}) < 11_000
    assert size_of(np.array([b"x" * 5_000, b"y" * 5_000], dtype=object)) > 10_000

    def closed(_: object) -> int:
        return len(numbers)

    assert 800_000 <= size_of(closed) < 810_000, "what a function holds counts, but not its module"
    assert size_of(closed, without=(np.ndarray,)) < 10_000
    loop: list[object] = []
    loop.append(loop)
    assert size_of(loop) < 200


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    made = WorkerPool(answer_jobs, 1)
    yield made
    while made.running:
        time.sleep(0.02)
    made.end()


def ask(pool: WorkerPool, pot: int) -> workers.Job:
    arguments = {"game": "river", "given": river(pot)}
    return pool.ask("answer", arguments, f"river {pot}")


def test_large_river_answers_are_kept_while_they_fit(pool: WorkerPool) -> None:
    first = ask(pool, 100)
    answer = first.wait(workers.LIMIT)
    assert answer["value"]
    one = len(pickle.dumps(answer))
    assert one > 100_000, "a large answer"
    pool.kept.most = round(3.5 * one)
    again = ask(pool, 100)
    assert again is first
    jobs = [ask(pool, pot) for pot in range(101, 106)]
    for job in jobs:
        job.wait(workers.LIMIT)
    while pool.running:
        time.sleep(0.02)
    assert 2 * one < pool.kept.size <= pool.kept.most
    assert ask(pool, 105) is jobs[-1]
    anew = ask(pool, 100)
    assert anew is not first
    assert anew.wait(workers.LIMIT)["value"] == answer["value"]


def test_a_worker_keeps_solutions_while_they_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "SOLVED", Cache(2**20))
    sizes = []
    for pot in range(100, 106):
        jobs.answer(silent, "river", river(pot))
        sizes.append(jobs.SOLVED.size)
        assert jobs.SOLVED.size <= 2**20
    assert len(jobs.SOLVED) < 6
    assert max(sizes) > 2**18


@pytest.mark.parametrize("name", ["kuhn", "jujitsu", "liars-dice", "leduc", "blind-goofspiel"])
def test_tables_that_stand_ready_are_bounded_and_others_are_played_out_again(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "MAX_TABLE_BYTES", 150_000)
    book, draw = TableCache(), random.Random(4)
    records = [
        {"id": str(k), "game": name, "given": games.CATALOG[name].load().gallery, "side": "", "opponent": ""}
        | {"seed": k, "words": []}
        for k in range(12)
    ]
    book.solve(silent, records[0])
    views = {}
    for _ in range(25):
        for k, record in enumerate(records):
            view = book.view(silent, record)
            word = draw.choice([one["word"] for one in view["moves"]] or ["next"])
            done = book.act(silent, record, UNDO if view["can_undo"] and draw.random() < 0.1 else word)
            records[k] = {**record, "words": done["words"]}
            views[k] = done["view"]
            assert book.tables.size <= 150_000
    assert 0 < len(book.tables) < 12
    for k, record in enumerate(records):
        assert book.view(silent, record) == views[k]


def test_replies_to_players_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "MAX_RESPONSE_BYTES", 20_000)
    book = TableCache()
    for k in range(2, 22):
        opponent = f"1/{k}*uniform+{k - 1}/{k}*boldest"
        record = {
            "id": str(k),
            "game": "kuhn",
            "given": {},
            "side": "row",
            "opponent": opponent,
            "seed": 1,
            "words": [],
        }
        if k == 2:
            book.solve(silent, record)
        hint = book.view(silent, record, hint=True)["hint"]
        assert hint["worth_here"]
        assert book.responses.size <= 20_000
    assert 0 < len(book.responses) < 20


def test_pictures_on_disk_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "MAX_PICTURE_BYTES", 100_000)
    here = site.Site(tmp_path, 1)
    for k in range(30):
        here._drawn([k], lambda: "x" * 9_000)
    assert len(list((tmp_path / "pictures").iterdir())) == 11
    here._drawn(["large"], lambda: "x" * 95_000)
    assert len(list((tmp_path / "pictures").iterdir())) == 1
    assert here._drawn(["large"], lambda: "again") == "x" * 95_000


def test_records_on_disk_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MAX_DISK_BYTES", 400_000)
    kept = Records(tmp_path)
    made = []
    for k in range(300):
        record = kept.add(f"visitor {k}", "kuhn", {}, "row", "")
        kept.keep(f"visitor {k}", record, ["bet"] * 500)
        made.append(record["id"])
    assert kept._bytes() < 400_000 + 20_000
    assert kept.get("visitor 299", made[-1])["words"]
    with pytest.raises(records.InputError, match="does not exist"):
        kept.get("visitor 0", made[0])
