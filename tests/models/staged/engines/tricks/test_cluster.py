"""A real scheduler and worker processes on this machine: the same tables, whatever dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path

import pytest

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")

from tests.models.staged.engines.tricks.machines import Machines

from zerosum.core.cluster import Cluster
from zerosum.core.errors import ClusterError, InputError
from zerosum.core.progress import silent
from zerosum.games.goofspiel import Goofspiel
from zerosum.games.jujitsu import Jujitsu
from zerosum.models.staged.engines.tricks import tiles
from zerosum.models.staged.engines.tricks.cluster import ClusterEngine
from zerosum.models.staged.engines.tricks.plan import make_plan
from zerosum.models.staged.engines.tricks.rules import TrickGame
from zerosum.models.staged.engines.tricks.solve import solve
from zerosum.models.staged.engines.tricks.threads import Threads
from zerosum.models.staged.engines.tricks.workers import choose
from zerosum.store import DiskStore, MemoryStore, Store

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(autouse=True)
def small_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiles, "TILE_BYTES", 2000)


def bytes_of(game: TrickGame, store: Store) -> list[tuple[bytes, object]]:
    plan = make_plan(game)
    names = [tile.name for stage in plan.stages for tile in tiles.tiles(stage)]
    assert len(names) > 20
    return [(store.get(name).tobytes(), store.facts(name)) for name in names]


def on_threads(game: TrickGame) -> list[tuple[bytes, object]]:
    store = MemoryStore()
    Threads(2).fill(make_plan(game), store, silent)
    return bytes_of(game, store)


def test_the_same_tables_bit_for_bit_and_nothing_is_done_twice(address: str, tmp_path: Path) -> None:
    for number, game in enumerate((Goofspiel(cards=7), Jujitsu(cards=8))):
        plan, store, seen = make_plan(game), DiskStore(tmp_path / str(number)), []
        engine = ClusterEngine(Cluster(address))
        assert engine.fill(plan, store, lambda done, total, unit, seen=seen: seen.append(done))
        assert seen == sorted(seen)
        assert seen[-1] == plan.matrices
        assert bytes_of(game, DiskStore(tmp_path / str(number))) == on_threads(game)
    assert not engine.fill(plan, store, lambda *done: pytest.fail("everything is there already"))


def test_what_threads_have_begun_a_cluster_goes_on_with(address: str, tmp_path: Path) -> None:
    game = Goofspiel(cards=7)
    plan, store, some = make_plan(game), DiskStore(tmp_path), MemoryStore()
    Threads(2).fill(plan, some, silent)
    names = [tile.name for stage in plan.stages for tile in tiles.tiles(stage)]
    for name in names[: len(names) // 2] + names[-3:-1]:
        store.put(name, some.get(name), some.facts(name))
    begun, put = set(names) - {name for name in names if store.facts(name)}, []
    keep = store.put
    store.put = lambda name, *rest: (put.append(name), keep(name, *rest))[1]  # type: ignore[method-assign]
    ClusterEngine(Cluster(address)).fill(plan, store, silent)
    assert sorted(put) == sorted(begun)
    assert bytes_of(game, store) == on_threads(game)


def test_a_worker_killed_in_mid_solve_loses_nothing(machines: Machines) -> None:
    game, store, killed = Goofspiel(cards=7), MemoryStore(), []

    def kill_one(done: int, total: int, unit: str) -> None:
        if done > 0.3 * total and not killed:
            killed.append(machines.workers[0].pid)
            os.kill(killed[0], signal.SIGKILL)

    ClusterEngine(Cluster(machines.address)).fill(make_plan(game), store, kill_one)
    assert killed
    assert bytes_of(game, store) == on_threads(game)


def test_a_scheduler_that_is_gone_is_one_sentence_and_the_solve_resumes(
    machines: Machines, tmp_path: Path
) -> None:
    game = Goofspiel(cards=7)

    def kill(done: int, total: int, unit: str) -> None:
        if done > 0.3 * total:
            os.kill(machines.scheduler.pid, signal.SIGKILL)

    with pytest.raises(ClusterError, match=r"lost the scheduler.* saved"):
        ClusterEngine(Cluster(machines.address)).fill(make_plan(game), DiskStore(tmp_path), kill)
    plan, store = make_plan(game), DiskStore(tmp_path)
    lacking = [tile for stage in plan.stages for tile in tiles.lacking(stage, store)]
    assert 0 < len(lacking) < sum(len(tiles.tiles(stage)) for stage in plan.stages)
    Threads(1).fill(plan, store, silent)
    assert bytes_of(game, DiskStore(tmp_path)) == on_threads(game)


def test_the_command_says_one_sentence_and_no_more_when_the_scheduler_dies(
    machines: Machines, tmp_path: Path
) -> None:
    words = ["solve", "goofspiel", "--cards", "11", "--cluster", machines.address]
    command = subprocess.Popen(
        [sys.executable, "-m", "zerosum", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path), "ZEROSUM_CACHE": str(tmp_path)},
        text=True,
    )
    while not any(tmp_path.rglob("*.bin")):
        assert command.poll() is None
        time.sleep(0.1)
    os.kill(machines.scheduler.pid, signal.SIGKILL)
    _, said = command.communicate(timeout=600)
    assert command.returncode == 2
    assert said.startswith("zerosum: lost the scheduler")
    assert len(said.splitlines()) == 1


def test_workers_on_this_machine_for_one_solve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiles, "TILE_BYTES", 4 << 20)
    game = Goofspiel(cards=6)
    here, there = solve(game, store=MemoryStore()), solve(game, store=MemoryStore(), cluster="local:2")
    assert (here.value, here.row) == (there.value, there.row)


@pytest.mark.parametrize("address", ["local:", "local:0", "local:x"])
def test_an_address_that_is_none_is_told(address: str) -> None:
    with pytest.raises(InputError, match="local:4"):
        ClusterEngine(Cluster(address)).fill(make_plan(Jujitsu(cards=3)), MemoryStore(), silent)


def test_no_scheduler_at_an_address_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zerosum.core.cluster.SECONDS", 1)
    with pytest.raises(ClusterError, match="no scheduler answers at"):
        ClusterEngine(Cluster("tcp://127.0.0.1:9")).fill(make_plan(Jujitsu(cards=3)), MemoryStore(), silent)
    with pytest.raises(ClusterError, match="no scheduler answers at"):
        ClusterEngine(Cluster("nonsense")).fill(make_plan(Jujitsu(cards=3)), MemoryStore(), silent)


def test_a_scheduler_without_workers_is_told() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        alone = Machines(0)
        try:
            with pytest.raises(ClusterError, match="has no workers"):
                ClusterEngine(Cluster(alone.address)).fill(make_plan(Jujitsu(cards=3)), MemoryStore(), silent)
        finally:
            alone.stop()


def test_a_cluster_has_its_own_threads() -> None:
    with pytest.raises(InputError, match="give only the cluster"):
        choose(threads=2, cluster="local:2")
