"""Solve a game again and again in child processes that are killed at random moments, and compare what is kept.

    python killing.py FOLDER KILLS SEED

Prints how many of the kills hit a solve at work; exits with 1 if the finished tables differ from an undisturbed solve.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import time
from pathlib import Path

from zerosum.core.progress import silent
from zerosum.games.goofspiel import Goofspiel
from zerosum.games.jujitsu import Jujitsu
from zerosum.models.staged.engines.tricks import threads, tiles
from zerosum.models.staged.engines.tricks.plan import Plan, make_plan
from zerosum.store import DiskStore, MemoryStore, Store, disk

tiles.TILE_BYTES, threads.CHUNK_GAMES, disk.SEGMENT_SECONDS = 4000, 500, 0.0


def solve(plan: Plan, store: Store) -> None:
    tiles.complete(plan, store, threads.Threads(1), silent)


def bytes_of(plan: Plan, store: Store) -> list[bytes]:
    return [store.get(tile.name).tobytes() for stage in plan.stages for tile in tiles.tiles(stage)]


def killed(plan: Plan, folder: Path, after: float) -> bool:
    """Solve in a child, kill it after so many seconds; whether it was still at work."""
    child = os.fork()
    if child == 0:
        solve(plan, DiskStore(folder))
        os._exit(0)
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def main(folder: Path, kills: int, seed: int) -> int:
    rng, hits, wrong = random.Random(seed), 0, 0
    plans = [
        make_plan(game) for game in (Goofspiel(cards=6), Jujitsu(cards=8), Goofspiel(cards=6, payoff="win"))
    ]
    for number, plan in enumerate(plans):
        undisturbed, whole = MemoryStore(), folder / f"{number}"
        solve(plan, undisturbed)
        began = time.perf_counter()
        solve(plan, DiskStore(whole))
        takes = time.perf_counter() - began
        shutil.rmtree(whole)
        for _ in range(kills // len(plans) + 1):
            hits += killed(plan, whole, rng.uniform(0, takes))
            if rng.random() < 0.3:
                solve(plan, DiskStore(whole))
                wrong += bytes_of(plan, DiskStore(whole)) != bytes_of(plan, undisturbed)
                shutil.rmtree(whole)
        solve(plan, DiskStore(whole))
        wrong += bytes_of(plan, DiskStore(whole)) != bytes_of(plan, undisturbed)
        wrong += any(path.suffix == ".tmp" for path in whole.iterdir())
    sys.stdout.write(f"{hits} solves killed, {wrong} resumed wrongly\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
