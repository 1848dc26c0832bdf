"""Trick games: how long each size takes, beside its aim. `--quick` leaves out what takes minutes.

Tables go to a new temporary folder, so that everything is solved and written anew; kernels are compiled first.
Core-seconds tell what the work would take if the machine had nothing else to do: divide by the cores. Memory is the
most that the process has held so far.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from zerosum.games.goofspiel import Goofspiel
from zerosum.games.jujitsu import Jujitsu
from zerosum.models.tricks import TrickGame
from zerosum.solvers.tricks import TrickSolution, solve
from zerosum.store import DiskStore


class Row(NamedTuple):
    """A game, the seconds that it may take, the gap that it may leave, and whether it takes minutes."""

    game: TrickGame
    aim: float
    gap: float = float("inf")
    long: bool = False
    known: str = ""


ROWS = [
    Row(Jujitsu(cards=8), 0.1, known="4 days (Sanwal and Drechsler, 2002)"),
    Row(Jujitsu(cards=13), 6, 1e-9),
    Row(Goofspiel(cards=10), 2, known="116 s (plain recursion with quantecon's minmax)"),
    Row(Goofspiel(cards=11), 13, known="13 s (first sketch of this plan)"),
    Row(Goofspiel(cards=9, payoff="win"), 30, known="582 s (best public solver)"),
    Row(Jujitsu(cards=16), 300, long=True),
    Row(Goofspiel(cards=13), 360, 1e-7, long=True),
]


def measure(row: Row) -> tuple[float, float, TrickSolution]:
    """Seconds by the clock and of all cores together, to solve a game into an empty store."""
    with tempfile.TemporaryDirectory() as folder:
        began, worked = time.perf_counter(), time.process_time()
        solution = solve(row.game, store=DiskStore(folder))
        return time.perf_counter() - began, time.process_time() - worked, solution


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--quick", action="store_true", help="leave out what takes minutes")
    quick = options.parse_args().quick
    for game in (Jujitsu(cards=5), Goofspiel(cards=4)):
        measure(Row(game, 0))
    table = Table(
        "game", "seconds", "aim", "core-seconds", "gap", "positions", "a second", "memory", "elsewhere"
    )
    for row in ROWS:
        if quick and row.long:
            continue
        seconds, worked, solution = measure(row)
        gap = float(solution.value.gap)
        good = seconds <= row.aim and gap <= row.gap
        table.add_row(
            row.game.title,
            f"[{'green' if good else 'red'}]{seconds:.3g}",
            f"< {row.aim:g}",
            f"{worked:.3g}",
            f"{gap:.1g}",
            f"{solution.positions:,}",
            f"{solution.positions / seconds:.3g}",
            f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB",
            row.known,
        )
    Console(width=150).print(table)


if __name__ == "__main__":
    main()
