"""The store under fire: killed, shared, damaged, read-only, full, of another version."""

from __future__ import annotations

import errno
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from zerosum.core.errors import InputError, StoreError
from zerosum.core.progress import silent
from zerosum.games.goofspiel import Goofspiel
from zerosum.games.jujitsu import Jujitsu
from zerosum.models.staged.engines.tricks import solve as tricks
from zerosum.models.staged.engines.tricks import tiles
from zerosum.models.staged.engines.tricks.plan import make_plan
from zerosum.models.staged.engines.tricks.rules import TrickGame
from zerosum.models.staged.engines.tricks.solve import contents, solve
from zerosum.models.staged.engines.tricks.threads import Threads
from zerosum.store import Contents, DiskStore, MemoryStore, Store, cache_store, disk, remove, stored_tables

KILLS = int(os.environ.get("ZEROSUM_KILLS", "6"))
"""`make fire` asks for a hundred and more."""


@pytest.fixture(autouse=True)
def small_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiles, "TILE_BYTES", 4000)
    monkeypatch.setattr(disk, "SEGMENT_BYTES", 4_000)


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "tricks"


def bytes_of(game: TrickGame, store: Store) -> list[bytes]:
    plan = make_plan(game)
    return [store.get(tile.name).tobytes() for stage in plan.stages for tile in tiles.tiles(stage)]


def undisturbed(game: TrickGame) -> list[bytes]:
    store = MemoryStore()
    solve(game, store=store)
    return bytes_of(game, store)


def stored(game: TrickGame) -> DiskStore:
    plan = make_plan(game)
    return cache_store(f"tricks/{plan.digest()}", contents(game, plan))


def test_killed_at_random_moments_the_tables_end_up_the_same(tmp_path: Path) -> None:
    script = Path(__file__).parent / "killing.py"
    command = [sys.executable, str(script), str(tmp_path), str(KILLS), str(random.randrange(10**6))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    assert int(done.stdout.split()[0]) >= KILLS // 4, done.stdout


BOTH = """
import sys, time
from pathlib import Path
from zerosum.models.staged.engines.tricks.threads import Threads
from zerosum.games.goofspiel import Goofspiel
from zerosum.models.staged.engines.tricks import tiles
from zerosum.models.staged.engines.tricks.plan import make_plan
from zerosum.store import DiskStore, disk

tiles.TILE_BYTES, disk.SEGMENT_SECONDS = 4000, 0.0
put, count, seen = DiskStore.put, [0], []

def counting(self, name, array, facts=None):
    count[0] += 1
    time.sleep(0.005)
    put(self, name, array, facts)

DiskStore.put = counting
print("ready", flush=True)
sys.stdin.readline()
tiles.complete(make_plan(Goofspiel(cards=7)), DiskStore(sys.argv[1]), Threads(1), lambda *done: seen.append(done[0]))
print(count[0], seen == sorted(seen), flush=True)
"""


@pytest.mark.parametrize("first_dies", [False, True])
def test_two_processes_at_once_share_the_work(tmp_path: Path, first_dies: bool) -> None:
    game = Goofspiel(cards=7)
    total = len([tile for stage in make_plan(game).stages for tile in tiles.tiles(stage)])
    command = [sys.executable, "-c", BOTH, str(tmp_path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **pipes) as one, subprocess.Popen(command, **pipes) as two:
        for child in (one, two):
            assert child.stdout.readline() == "ready\n"
        for child in (one, two):
            child.stdin.write("go\n")
            child.stdin.flush()
        if first_dies:
            while not list(tmp_path.glob("manifest.json")):
                pass
            one.kill()
        lines = [child.stdout.readline().split() for child in (two, one)]
    done = [int(line[0]) for line in lines if line]
    assert all(line[1] == "True" for line in lines if line)
    assert sum(done) <= total
    assert first_dies or sorted(done) == [0, total]
    assert bytes_of(game, DiskStore(tmp_path)) == undisturbed(game)


@pytest.mark.parametrize("game", [Goofspiel(cards=6), Jujitsu(cards=8)], ids=lambda game: game.title)
def test_one_bit_flipped_anywhere_changes_no_answer(cache: Path, game: TrickGame) -> None:
    good, rng = undisturbed(game), random.Random(5)
    solve(game)
    for _ in range(40):
        files = sorted(path for path in stored(game).folder.iterdir() if path.name != "lock")
        file = rng.choice(files)
        data = bytearray(file.read_bytes())
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        file.write_bytes(data)
        solution = solve(game)
        store = stored(game)
        damaged = [name for name in list(store._entries) if store.get(name) is None]
        if damaged:
            Threads(1).fill(make_plan(game), store, silent)
        assert bytes_of(game, store) == good
        assert solution.value.lower <= 0 <= solution.value.upper


def test_every_bit_of_a_table_is_looked_at(tmp_path: Path) -> None:
    store = DiskStore(tmp_path)
    solve(Goofspiel(cards=3), store=store)
    for name, entry in store._entries.items():
        file, size = tmp_path / entry["file"], store.get(name).nbytes
        data = file.read_bytes()
        for bit in range(8 * size):
            flipped = bytearray(data)
            flipped[entry["offset"] + bit // 8] ^= 1 << bit % 8
            file.write_bytes(flipped)
            assert DiskStore(tmp_path).get(name) is None
        file.write_bytes(data)


@pytest.mark.parametrize("cut", [0, 1, 100])
def test_a_truncated_file_is_solved_anew(cache: Path, cut: int) -> None:
    game = Goofspiel(cards=6)
    good = undisturbed(game)
    solve(game)
    for file in list(stored(game).folder.glob("*.bin")):
        os.truncate(file, min(cut, file.stat().st_size))
        solve(game)
        assert bytes_of(game, stored(game)) == good


def test_swapped_folders_are_told_and_solved_anew(cache: Path) -> None:
    one, two = Goofspiel(cards=4), Jujitsu(cards=5)
    values = [solve(game).value for game in (one, two)]
    here, there = stored(one).folder, stored(two).folder
    here.rename(cache / "aside")
    there.rename(here)
    (cache / "aside").rename(there)
    for game, other, value in ((one, two, values[0]), (two, one, values[1])):
        again = solve(game)
        assert again.value == value
        assert any(other.title in note and "were ignored" in note for note in again.remarks), again.remarks
        assert bytes_of(game, stored(game)) == undisturbed(game)
        assert solve(game).remarks == []


def test_swapped_segments_are_noticed(cache: Path) -> None:
    game = Goofspiel(cards=6)
    solve(game)
    one, two = sorted(stored(game).folder.glob("*.bin"))[:2]
    data = one.read_bytes()
    one.write_bytes(two.read_bytes())
    two.write_bytes(data)
    store = stored(game)
    assert [name for name in list(store._entries) if store.get(name) is None]
    Threads(1).fill(make_plan(game), store, silent)
    assert bytes_of(game, store) == undisturbed(game)


def test_tables_of_another_version_are_told_and_solved_anew(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Jujitsu(cards=5)
    with monkeypatch.context() as older:
        older.setattr(tricks, "VERSION", tiles.VERSION - 1)
        solve(game)
    again = solve(game)
    assert any("another version of the solver" in note for note in again.remarks)
    assert "read from the store" not in again.method
    assert solve(game).remarks == []


def test_where_nothing_can_be_written_the_game_is_solved_in_memory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path / "file" / "cache"))
    solution = solve(Goofspiel(cards=5))
    assert any("cannot be written" in note and "not saved" in note for note in solution.remarks)
    assert (
        solution.at(at="row=1,2 col=2,3 prizes_left=1,5").value
        == solve(Goofspiel(cards=5), store=MemoryStore()).at(at="row=1,2 col=2,3 prizes_left=1,5").value
    )


def test_a_read_only_cache_is_read_and_what_it_lacks_is_solved_in_memory(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Goofspiel(cards=6)
    good = undisturbed(game)
    solve(game)
    victim = sorted(stored(game).folder.glob("*.bin"))[1]
    victim.unlink()

    def refuse(folder: Path, waiting: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(disk, "only_writer", refuse)
    store = stored(game)
    solution = solve(game, store=store)
    assert any("Read-only file system" in note for note in solution.remarks)
    assert bytes_of(game, store) == good
    assert not victim.exists()


def test_a_disk_that_fills_up_is_a_clean_stop_and_the_solve_resumes(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, sync, left = Goofspiel(cards=6), os.fsync, [8]

    def full(handle: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        sync(handle)

    with monkeypatch.context() as small:
        small.setattr(os, "fsync", full)
        with pytest.raises(StoreError, match="is full"):
            solve(game)
    assert stored(game).begun
    solve(game)
    assert bytes_of(game, stored(game)) == undisturbed(game)


def test_leftovers_of_killed_writers_are_cleared(cache: Path) -> None:
    game = Goofspiel(cards=5)
    folder = stored(game).folder
    folder.mkdir(parents=True)
    leftovers = {"manifest.json.77.tmp", "00000009-77.bin", "00000001-77.bin.77.tmp"}
    for name in leftovers:
        (folder / name).write_bytes(b"left behind")
    solve(game)
    assert not leftovers & {path.name for path in folder.iterdir()}


def test_what_is_kept_is_listed_and_removed(cache: Path) -> None:
    assert stored_tables() == []
    for game in (Goofspiel(cards=4), Jujitsu(cards=5), Jujitsu(cards=4)):
        solve(game)
    (cache / "broken").mkdir()
    (cache / "broken" / "manifest.json").write_text("{")
    assert [one.about[:7] for one in stored_tables()] == ["", "Goofspi", "Jujitsu", "Jujitsu"]
    assert all(one.size > 0 for one in stored_tables())
    assert [one.about for one in remove("goofspiel")] == [Goofspiel(cards=4).title]
    assert [one.name for one in remove(stored_tables()[1].name[:8])]
    with pytest.raises(InputError, match="run zerosum store"):
        remove("goofspiel")
    assert len(remove("all")) == 2
    assert stored_tables() == []
    assert remove("all") == []


def test_what_is_being_written_is_not_removed(cache: Path) -> None:
    solve(Jujitsu(cards=4))
    with stored(Jujitsu(cards=4)).writing(lambda: None), pytest.raises(StoreError, match="another process"):
        remove("all")
    assert len(stored_tables()) == 1


def test_a_folder_removed_while_one_waits_for_it_is_made_again(tmp_path: Path) -> None:
    store, waited = DiskStore(tmp_path / "s"), []
    holder = DiskStore(tmp_path / "s").writing(lambda: None)
    holder.__enter__()

    def give_up() -> None:
        waited.append(1)
        shutil.rmtree(tmp_path / "s")
        holder.__exit__(None, None, None)

    with store.writing(give_up):
        assert (tmp_path / "s" / "lock").exists()
    assert waited == [1]


def test_contents_of_another_version_are_not_believed(tmp_path: Path) -> None:
    one = DiskStore(tmp_path, Contents("a game", "1"))
    solve(Jujitsu(cards=3), store=one)
    assert DiskStore(tmp_path, Contents("the game by another name", "1")).begun
    other = DiskStore(tmp_path, Contents("a game", "2"))
    assert not other.begun
    assert "other rules or another version" in other.remarks[0]
