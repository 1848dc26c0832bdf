"""Kept tables: killed, stopped, damaged and resumed, they are the same bit for bit."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from zerosum.core.errors import Stopped, TooLargeError
from zerosum.core.progress import silent
from zerosum.games.goofspiel import Goofspiel
from zerosum.games.jujitsu import Jujitsu
from zerosum.models.staged.engines.tricks import threads as engine
from zerosum.models.staged.engines.tricks import tiles as tiles_module
from zerosum.models.staged.engines.tricks.plan import Ref, make_plan
from zerosum.models.staged.engines.tricks.rules import TrickGame
from zerosum.models.staged.engines.tricks.solve import solve
from zerosum.models.staged.engines.tricks.threads import Threads
from zerosum.models.staged.engines.tricks.tiles import error_bounds, tiles
from zerosum.store import DiskStore, MemoryStore, Store
from zerosum.store import disk as store_module

GAMES = [Jujitsu(cards=9), Goofspiel(cards=7)]


@pytest.fixture(autouse=True)
def small_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiles_module, "TILE_BYTES", 4000)
    monkeypatch.setattr(engine, "CHUNK_GAMES", 500)
    monkeypatch.setattr(store_module, "SEGMENT_BYTES", 20_000)


def bytes_of(game: TrickGame, store: Store) -> dict[str, tuple[bytes, dict]]:
    plan = make_plan(game)
    names = [tile.name for stage in plan.stages for tile in tiles(stage)]
    assert len(names) > 20
    found = {}
    for name in names:
        array = store.get(name)
        assert array is not None
        found[name] = array.tobytes(), store.facts(name)
    return found


def solved_in_memory(game: TrickGame, threads: int = 1) -> dict[str, tuple[bytes, dict]]:
    store = MemoryStore()
    Threads(threads).fill(make_plan(game), store, silent)
    return bytes_of(game, store)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.title)
def test_threads_and_tiles_change_nothing(game: TrickGame, monkeypatch: pytest.MonkeyPatch) -> None:
    one = solved_in_memory(game)
    monkeypatch.setattr(engine, "CHUNK_GAMES", 37)
    assert solved_in_memory(game, threads=3) == one


def test_a_solution_says_when_it_was_read_and_keeps_quiet_about_small_tables(tmp_path: Path) -> None:
    first, again = (solve(Jujitsu(cards=3), store=DiskStore(tmp_path)) for _ in range(2))
    assert "store" not in first.method
    assert again.method == f"{first.method}, read from the store"
    assert first.remarks == again.remarks == []


KILLED = """
import sys, time
from zerosum.store import disk as store_module
from zerosum.games.goofspiel import Goofspiel
from zerosum.games.jujitsu import Jujitsu
from zerosum.models.staged.engines.tricks import threads
from zerosum.models.staged.engines.tricks import tiles
from zerosum.models.staged.engines.tricks.plan import make_plan
from zerosum.store import DiskStore

tiles.TILE_BYTES, threads.CHUNK_GAMES, store_module.SEGMENT_BYTES = 4000, 500, 20_000

def hang(done, total, unit):
    if done > 0.6 * total:
        print("far enough", flush=True)
        time.sleep(1000)

threads.Threads(2).fill(make_plan({game}), DiskStore(sys.argv[1]), hang)
"""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.title)
def test_a_killed_solve_resumes_and_gives_the_same_tables(game: TrickGame, tmp_path: Path) -> None:
    name = f"{type(game).__name__}(cards={game.cards})"
    script = KILLED.replace("{game}", name)
    with subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "far enough\n"
        child.kill()
    plan, store = make_plan(game), DiskStore(tmp_path)
    names = [tile.name for stage in plan.stages for tile in tiles(stage)]
    kept = [name for name in names if store.facts(name) is not None]
    assert 0 < len(kept) < len(names)
    reports: list[int] = []
    Threads(2).fill(plan, store, lambda done, total, unit: reports.append(done))
    assert reports[-1] == plan.matrices
    assert bytes_of(game, DiskStore(tmp_path)) == solved_in_memory(game)


@pytest.mark.parametrize("stop", [KeyboardInterrupt, Stopped])
def test_a_stopped_solve_keeps_what_was_complete(stop: type[BaseException], tmp_path: Path) -> None:
    game = Goofspiel(cards=7)

    def half(done: int, total: int, unit: str) -> None:
        if done > 0.5 * total:
            raise stop

    with pytest.raises(stop):
        solve(game, progress=half, store=DiskStore(tmp_path))
    names = [tile.name for stage in make_plan(game).stages for tile in tiles(stage)]
    kept = [name for name in names if DiskStore(tmp_path).get(name) is not None]
    assert 0.2 * len(names) < len(kept) < len(names)
    solve(game, store=DiskStore(tmp_path))
    assert bytes_of(game, DiskStore(tmp_path)) == solved_in_memory(game)


def test_solving_again_solves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = solve(Jujitsu(cards=7), store=DiskStore(tmp_path))
    monkeypatch.setattr(engine, "solve_patterns", None)
    after = solve(Jujitsu(cards=7), store=DiskStore(tmp_path))
    assert (before.value, before.row) == (after.value, after.row)


def damage(folder: Path, name: str) -> None:
    entry = json.loads((folder / "manifest.json").read_text())["arrays"][name]
    with open(folder / entry["file"], "r+b") as file:
        file.seek(entry["offset"])
        file.write(b"\x07\x07\x07")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.title)
def test_a_damaged_tile_is_solved_anew_when_it_is_needed(game: TrickGame, tmp_path: Path) -> None:
    solve(game, store=DiskStore(tmp_path))
    plan = make_plan(game)
    tile = tiles(plan.stages[3])[0]
    damage(tmp_path, tile.name)
    solution = solve(game, store=DiskStore(tmp_path))
    value = solution.solved._value(4, Ref(0, False, 0), tile.first)
    good = solve(game, store=MemoryStore())
    assert value == good.solved._value(4, Ref(0, False, 0), tile.first)
    assert bytes_of(game, DiskStore(tmp_path)) == solved_in_memory(game)


def test_damage_below_an_unfinished_stage_is_noticed_on_resuming(tmp_path: Path) -> None:
    game = Goofspiel(cards=7)
    plan, store = make_plan(game), DiskStore(tmp_path)
    Threads(1).fill(plan, store, silent)
    keep = {name: entry for name, entry in store._entries.items() if int(name.split("/")[0]) <= 5}
    store._write_manifest(keep)
    damage(tmp_path, tiles(plan.stages[4])[1].name)
    Threads(1).fill(plan, DiskStore(tmp_path), silent)
    assert bytes_of(game, DiskStore(tmp_path)) == solved_in_memory(game)


def test_games_that_the_fast_methods_leave_open_are_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Goofspiel(cards=5, payoff="win")
    plan, good, mended = make_plan(game), MemoryStore(), MemoryStore()
    Threads(1).fill(plan, good, silent)
    monkeypatch.setattr(engine, "TOLERANCE", 1e-17)
    Threads(1).fill(plan, mended, silent)
    for stage in plan.stages:
        for tile in tiles(stage):
            assert np.abs(good.get(tile.name) - mended.get(tile.name)).max() < 1e-13
    assert error_bounds(plan, mended)[-1] < 1e-12


def test_a_disk_that_is_too_small_is_told_before_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DiskStore, "free_space", lambda self: 100)
    with pytest.raises(TooLargeError, match=r"need .* of disk"):
        solve(Goofspiel(cards=7), store=DiskStore(tmp_path))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("limit", "told"), [("1MB", "of memory"), ("0.001s", "of work")])
def test_a_person_may_limit_memory_and_time(limit: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZEROSUM_LIMIT", limit)
    with pytest.raises(TooLargeError, match=f"need .* {told}"):
        solve(Goofspiel(cards=9), store=MemoryStore())
