"""The store keeps what it was given: through kills, damage and a full disk."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zerosum.core.errors import StoreError
from zerosum.store import DiskStore, MemoryStore, Store, cache_directory, cache_store
from zerosum.store import disk as store_module


def arrays() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(1)
    return {
        "a/1": rng.normal(size=(3, 5)),
        "a/2": rng.integers(0, 9, size=7).astype(np.int32),
        "empty": np.empty((0, 4)),
        "b": rng.normal(size=1000),
    }


def filled(folder: Path) -> DiskStore:
    store = DiskStore(folder)
    for name, array in arrays().items():
        store.put(name, array, {"gap": 0.1, "name": name})
    store.flush()
    return store


@pytest.mark.parametrize("reopen", [False, True])
def test_what_was_put_comes_back(tmp_path: Path, reopen: bool) -> None:
    store: Store = filled(tmp_path / "s")
    if reopen:
        store = DiskStore(tmp_path / "s")
    for name, array in arrays().items():
        found = store.get(name)
        assert found is not None
        assert found.dtype == array.dtype
        assert np.array_equal(found, array)
        assert store.facts(name) == {"gap": 0.1, "name": name}
    assert store.get("c") is None
    assert store.facts("c") is None


def test_a_part_is_checked_alone(tmp_path: Path) -> None:
    numbers = np.arange(20_000.0)
    parts = -(-numbers.nbytes // store_module.PART_BYTES)
    store = DiskStore(tmp_path / "s")
    for name in ("a", "b"):
        store.put(name, numbers)
    store.put("nothing", np.empty((0, 3)))
    store.flush()
    (segment,) = (tmp_path / "s").glob("*.bin")
    data = bytearray(segment.read_bytes())
    data[2 * store_module.PART_BYTES + 5] ^= 1  # in part 2 of "a"
    data[-70] ^= 1  # in the checksums of "b"
    segment.write_bytes(data)
    again = DiskStore(tmp_path / "s")
    for part in (0, 1, 3, parts - 1):
        found = again.get("a", part)
        assert found is not None
        assert found[part * store_module.PART_BYTES // 8] == part * store_module.PART_BYTES // 8
    assert again.get("b", 0) is None
    assert again.get("a", 2) is None
    assert again.get("a", 0) is None
    assert again.get("nothing", 0) is not None
    assert "damaged" in again.remarks[0]
    assert DiskStore(tmp_path / "s").get("a") is None


@given(st.lists(st.tuples(st.text(max_size=5), st.lists(st.floats(width=64), max_size=20)), max_size=8))
def test_memory_and_disk_keep_the_same(tmp_path_factory: pytest.TempPathFactory, items: list) -> None:
    memory, disk = MemoryStore(), DiskStore(tmp_path_factory.mktemp("s"))
    for name, numbers in items:
        memory.put(name, np.array(numbers, dtype=np.float64))
        disk.put(name, np.array(numbers, dtype=np.float64))
    disk.flush()
    for name, _ in items:
        assert (
            memory.get(name).tobytes()
            == disk.get(name).tobytes()
            == DiskStore(disk.folder).get(name).tobytes()
        )


def test_waiting_arrays_can_be_read_and_are_written_when_there_is_a_segment(
    tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.setattr(store_module, "SEGMENT_BYTES", 1000)
    monkeypatch.setattr(store_module, "SEGMENT_SECONDS", 1e9)
    store = DiskStore(tmp_path / "s")
    store.put("small", np.ones(4))
    assert not (tmp_path / "s").exists()
    assert np.array_equal(store.get("small"), np.ones(4))
    assert store.facts("small") == {}
    store.put("large", np.ones(400))
    assert DiskStore(tmp_path / "s").get("small") is not None


def test_a_later_array_of_the_same_name_replaces_the_earlier(tmp_path: Path) -> None:
    store = filled(tmp_path)
    store.put("b", np.zeros(2))
    store.flush()
    assert np.array_equal(DiskStore(tmp_path).get("b"), np.zeros(2))


def test_a_damaged_byte_is_noticed_and_only_its_array_is_lost(tmp_path: Path) -> None:
    filled(tmp_path)
    entry = json.loads((tmp_path / "manifest.json").read_text())["arrays"]["b"]
    with open(tmp_path / entry["file"], "r+b") as file:
        file.seek(entry["offset"] + 100)
        byte = file.read(1)
        file.seek(entry["offset"] + 100)
        file.write(bytes([byte[0] ^ 1]))
    store = DiskStore(tmp_path)
    assert store.facts("b") is not None
    assert store.get("b") is None
    assert store.facts("b") is None
    assert np.array_equal(store.get("a/1"), arrays()["a/1"])


@pytest.mark.parametrize("damage", ["", "{", '{"format": 2}', '{"format": 99, "arrays": {}}', "[]"])
def test_a_damaged_manifest_reads_as_nothing(tmp_path: Path, damage: str) -> None:
    filled(tmp_path)
    (tmp_path / "manifest.json").write_text(damage)
    assert DiskStore(tmp_path).get("b") is None


def test_a_changed_manifest_is_not_believed(tmp_path: Path) -> None:
    filled(tmp_path)
    text = (tmp_path / "manifest.json").read_text()
    (tmp_path / "manifest.json").write_text(text.replace('"gap": 0.1', '"gap": 0.2'))
    assert DiskStore(tmp_path).facts("b") is None


@pytest.mark.parametrize("damage", ["missing", "short"])
def test_a_missing_or_short_segment_is_noticed(tmp_path: Path, damage: str) -> None:
    filled(tmp_path)
    (segment,) = tmp_path.glob("*.bin")
    if damage == "missing":
        segment.unlink()
    else:
        os.truncate(segment, segment.stat().st_size - 4096)
    store = DiskStore(tmp_path)
    assert store.facts("b") is None
    assert store.get("b") is None


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EACCES])
def test_a_full_disk_is_one_sentence_and_loses_nothing_complete(
    tmp_path: Path, monkeypatch, code: int
) -> None:
    store = filled(tmp_path)

    def fail(handle: int) -> None:
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", fail)
        store.put("late", np.ones(10))
        with pytest.raises(StoreError, match="full" if code == errno.ENOSPC else "cannot be written"):
            store.flush()
    assert not list(tmp_path.glob("*.tmp"))
    again = DiskStore(tmp_path)
    assert np.array_equal(again.get("b"), arrays()["b"])
    assert again.get("late") is None
    store.flush()
    assert np.array_equal(DiskStore(tmp_path).get("late"), np.ones(10))


def test_two_writers_do_not_undo_each_other(tmp_path: Path) -> None:
    one, two = DiskStore(tmp_path), DiskStore(tmp_path)
    one.put("one", np.ones(3))
    two.put("two", np.ones(4))
    one.flush()
    two.flush()
    both = DiskStore(tmp_path)
    assert both.get("one") is not None
    assert both.get("two") is not None


def test_the_cache_directory_is_the_users(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.delenv("ZEROSUM_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert cache_directory() == Path.home() / ".cache" / "zerosum"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_directory() == tmp_path / "zerosum"
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path / "own"))
    assert cache_store("x/y").folder == tmp_path / "own" / "x" / "y"


@pytest.mark.parametrize("part", ["manifest.json", "*.bin", "lock"])
def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(tmp_path: Path, part: str) -> None:
    with filled(tmp_path / "s").writing(lambda: None):
        pass
    (place,) = (tmp_path / "s").glob(part)
    place.unlink()
    os.mkfifo(place)
    store = DiskStore(tmp_path / "s")
    found = store.get("b")
    assert found is None if part != "lock" else np.array_equal(found, arrays()["b"])
    with store.writing(lambda: None):
        store.put("new", np.ones(3))
        store.flush()
    assert np.array_equal(store.get("new"), np.ones(3))
