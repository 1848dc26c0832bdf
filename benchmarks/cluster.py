"""Goofspiel on a cluster: the data that each task reads, from the plan alone; and measurements of one worker
process against two.

A task is a tile; it reads the lower tiles to which its patterns lead. A few tiles of each stage are examined.
`--plan 14` looks at the plan of 14 cards; `--measure 10` also solves 10 cards on one and on two worker processes.
"""

from __future__ import annotations

import argparse
import time
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

from zerosum.core.cluster import Cluster
from zerosum.core.progress import silent
from zerosum.games.goofspiel import Goofspiel
from zerosum.models.staged.engines.tricks.cluster import ClusterEngine, reads
from zerosum.models.staged.engines.tricks.plan import Plan, make_plan
from zerosum.models.staged.engines.tricks.threads import Threads
from zerosum.models.staged.engines.tricks.tiles import Tile, games, tiles
from zerosum.store import MemoryStore

LOOKED_AT = 8
"""Number of tiles of each stage that are examined."""


class Traffic(NamedTuple):
    """The average amounts that the tasks of a stage read."""

    left: int
    tasks: int
    games: float
    """Number of matrix games of a task."""
    read: float
    """Fraction of the lower tiles that a task reads."""
    bytes: float
    """Number of bytes that it reads."""


def traffic(plan: Plan) -> list[Traffic]:
    """Return the amounts that the tasks of each stage read."""
    found = []
    for below, stage in zip(plan.stages, plan.stages[1:], strict=False):
        every = tiles(stage)
        if not every:
            continue
        some = [every[at] for at in np.linspace(0, len(every) - 1, min(LOOKED_AT, len(every))).astype(int)]
        needed = [reads(tile, below, plan.cards) for tile in some]
        share = float(np.mean([len(one) for one in needed])) / len(tiles(below))
        size = float(np.mean([sum(map(nbytes, one)) for one in needed]))
        work = float(np.mean([games(stage, tile.first, tile.last) for tile in some]))
        found.append(Traffic(stage.left, len(every), work, share, size))
    return found


def nbytes(tile: Tile) -> int:
    """Return the number of bytes of a tile."""
    return 8 * (tile.last - tile.first) * (tile.stop - tile.start)


def show_plan(cards: int, payoff: str, console: Console) -> None:
    """Print the table of the amounts that tasks read."""
    plan = make_plan(Goofspiel(cards=cards, payoff=payoff))
    table = Table("cards left", "tasks", "games a task", "tiles read", "MB read", "bytes a game")
    total, read = 0.0, 0.0
    for one in traffic(plan):
        total, read = total + one.tasks * one.games, read + one.tasks * one.bytes
        table.add_row(
            f"{one.left}",
            f"{one.tasks:,}",
            f"{one.games:,.0f}",
            f"{100 * one.read:.0f} %",
            f"{one.bytes / 1e6:,.1f}",
            f"{one.bytes / one.games:.2f}",
        )
    console.print(table)
    console.print(
        f"{cards} cards, {payoff}: {plan.matrices:,} matrix games, {plan.disk / 1e9:.1f} GB of tables, "
        f"two stages {plan.memory / 1e9:.1f} GB; all tasks together read {read / 1e9:,.1f} GB, "
        f"{read / total:.2f} bytes a game"
    )


def warm() -> None:
    """Load the kernels in a worker."""
    Threads(1).fill(make_plan(Goofspiel(cards=4)), MemoryStore(), silent)


def received(dask_worker: Any) -> int:
    """Return the number of bytes that a worker got from other workers."""
    return sum(int(one["total"]) for one in dask_worker.transfer_incoming_log)


def measure(cards: int, console: Console) -> None:
    """Compare one worker process with two, kernels compiled: times, processor time of the work itself, and bytes
    moved.
    """
    from distributed import Client, LocalCluster

    plan = make_plan(Goofspiel(cards=cards))
    tasks = sum(len(tiles(stage)) for stage in plan.stages)
    for workers in (1, 2):
        with (
            LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                dashboard_address="127.0.0.1:0",
                scheduler_kwargs={"dashboard": False},
            ) as machines,
            Client(machines) as client,
        ):
            client.run(warm)
            before, began = client.run(time.process_time), time.perf_counter()
            ClusterEngine(Cluster(machines.scheduler_address)).fill(plan, MemoryStore(), silent)
            seconds, after = time.perf_counter() - began, client.run(time.process_time)
            moved = sum(client.run(received).values())
        worked = sum(after.values()) - sum(before.values())
        console.print(
            f"{cards} cards on {workers}: {seconds:.1f} s, {worked:.1f} core-seconds in the workers; "
            f"{moved / 1e6:.1f} MB moved between them, {moved / tasks / 1e3:.1f} kB for each of {tasks} tasks, "
            f"{moved / plan.matrices:.2f} bytes a game"
        )


def main() -> None:
    """Print the tables."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--plan", type=int, default=13, help="cards whose plan is looked at")
    options.add_argument(
        "--payoff", choices=("points", "win"), default="points", help="what counts in that plan"
    )
    options.add_argument("--measure", type=int, help="cards to solve on one worker and on two")
    asked, console = options.parse_args(), Console(width=120)
    show_plan(asked.plan, asked.payoff, console)
    if asked.measure:
        measure(asked.measure, console)


if __name__ == "__main__":
    main()
