"""Trick games: the time of each size, compared with its aim. `--quick` skips sizes that take minutes.

Tables go to a new temporary folder, so that nothing is read from an earlier run; kernels are compiled first.
Core-seconds divided by the number of cores give the time on an idle machine. Memory is the peak of the process so
far.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from zerosum.games.goofspiel import Goofspiel
from zerosum.games.jujitsu import Jujitsu
from zerosum.models.staged.engines.tricks.rules import TrickGame
from zerosum.models.staged.engines.tricks.solve import TrickSolution, solve
from zerosum.store import DiskStore

POSITIONS = 200
"""Number of random positions that are looked up in a solved table."""


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
    Row(Goofspiel(cards=9, payoff="win"), 30),
    Row(Jujitsu(cards=16), 300, long=True),
    Row(Goofspiel(cards=13), 50, 1e-7, long=True, known="66 s (version 0.2, two idle cores of an AMD EPYC)"),
]


def measure(row: Row) -> tuple[float, float, TrickSolution]:
    """Return the seconds by the clock and of all cores together for solving a game into an empty store."""
    with tempfile.TemporaryDirectory() as folder:
        began, worked = time.perf_counter(), time.process_time()
        solution = solve(row.game, store=DiskStore(folder))
        return time.perf_counter() - began, time.process_time() - worked, solution


def measure_latency(cards: int) -> tuple[float, float, float]:
    """Return the best seconds to open a solved game and to look up a full hand, and the greatest for a random position.

    The last number is in processor seconds, and each position is looked up once.
    """
    game, every = Goofspiel(cards=cards), tuple(range(1, cards + 1))
    context = game.context(cards, up=cards)
    with tempfile.TemporaryDirectory() as folder:
        solve(game, store=DiskStore(folder))
        opened = best(lambda: solve(game, store=DiskStore(folder)), 1)
        solution = solve(game, store=DiskStore(folder))
        answered = best(lambda: solution.answer_at(every, every, context), 100)
        random, slowest = Random(1), 0.0
        for _ in range(POSITIONS):
            left = random.randint(1, cards)
            row, col, prizes = (tuple(sorted(random.sample(every, left))) for _ in range(3))
            began = time.process_time()
            found = solution.at(row=row, col=col, prizes_left=prizes, up=random.choice(prizes))
            assert found.row
            slowest = max(slowest, time.process_time() - began)
        return opened, answered, slowest


def best(work: Callable[[], object], times: int) -> float:
    """Return the seconds of some work, in the best of ten rounds of several runs."""
    work()
    rounds = []
    for _ in range(10):
        began = time.perf_counter()
        for _ in range(times):
            work()
        rounds.append((time.perf_counter() - began) / times)
    return min(rounds)


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
    console = Console(width=150)
    console.print(table)
    for cards in (10,) if quick else (10, 13):
        opened, answered, slowest = measure_latency(cards)
        console.print(
            f"Goofspiel with {cards} cards, solved: opened in {opened:.2f} s (aim 0.2), "
            f"a strategy at a full hand in {1e6 * answered:.0f} µs (aim 50), "
            f"any of {POSITIONS} random positions in {1e3 * slowest:.1f} ms (aim 50)"
        )


if __name__ == "__main__":
    main()
