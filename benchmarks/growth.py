"""Growth of time and memory with the size of a game: processor seconds at several sizes, and exponents fitted to them.

The table has a row per model: the measure of size, the smallest and the largest size, their times, and the slope of
a straight line through the logarithms of the larger half of the measurements. `--picture` draws all of them on log
axes for `docs/scale.md`. Memory is the peak of Python's objects and numpy's arrays while the largest game is
solved, or the second largest if the largest takes long.

    zerosum bench growth [--quick]
"""

from __future__ import annotations

import math
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console

import zerosum
from zerosum.core.arrays import Ints
from zerosum.display.table import Table
from zerosum.games.goofspiel import Goofspiel
from zerosum.games.leduc import Leduc
from zerosum.games.nakai import all_layers
from zerosum.games.rhode_island import RhodeIsland
from zerosum.matrix import solve_exact
from zerosum.models.hidden.engines.river.ranges import read_cards, read_range
from zerosum.models.hidden.engines.streets.solve import solve as solve_streets
from zerosum.models.staged.engines.tricks.solve import solve as solve_tricks
from zerosum.models.staged.rules import StagedGame
from zerosum.models.stochastic.solve.discounted import solve_discounted
from zerosum.models.stochastic.solve.operator import ShapleyOperator
from zerosum.models.stochastic.table import StateTable
from zerosum.models.targets.solve import solve_layers
from zerosum.numerics.distributions import parse
from zerosum.store import DiskStore

COLOURS = 10
"""Number of different colours that matplotlib gives to lines by default."""

PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "growth.png"


class Series(NamedTuple):
    """Games of one kind and growing size."""

    name: str
    unit: str
    """The measure of the size."""
    sizes: Sequence[int]
    run: Callable[[int], Any]
    """A function that solves the game of a size."""
    counted: Callable[[int, Any], float] = lambda size, _: size
    """A function that returns the measured size, from the parameter and the solution."""


@dataclass(frozen=True)
class Race(StagedGame):
    """Rounds of a 3 by 3 game; the score decides at the end."""

    rounds: int = 1
    start = (0, 0)

    def moves(self, position):
        return (range(3), range(3)) if position[0] < self.rounds else ((), ())

    def play(self, position, row, col):
        return [(1, 0, (position[0] + 1, position[1] + (1 + row if row == col else -1)))]

    def payoff(self, position):
        return (position[1] > 0) - (position[1] < 0)


def positions(size: int, solution: Any) -> float:
    """Return the number of positions."""
    return float(solution.positions)


def goofspiel(cards: int) -> Any:
    """Goofspiel, solved into an empty store."""
    with tempfile.TemporaryDirectory() as folder:
        return solve_tricks(Goofspiel(cards=cards), store=DiskStore(folder))


def nakai(stages: int) -> Any:
    """Return all states of Nakai's game with at most this number of stages, with uniform targets."""
    distribution = parse("uniform")
    return solve_layers(all_layers(stages), lambda left: distribution)


BOARD = "Js8s5c2d"
RANGES = [
    "TT+, AK",
    "77+, AT+",
    "22+, A8+, KT+, QJ",
    "22+, A2+, K7+, Q9+, J9+, T9",
]


def turn(number: int) -> Any:
    """Return a turn game with a range of this number for both players."""
    both = RANGES[number]
    return zerosum.solve("turn", board=BOARD, pot=100, stacks=200, oop=both, ip=both, bets="pot")


def hands(number: int, _: Any) -> float:
    """Number of hands in a range."""
    return float(len(read_range(RANGES[number], read_cards(BOARD), 0)))


def chain(states: int) -> Any:
    """Return a random stochastic game with three moves each and two next states, discounted."""
    random, cells = np.random.default_rng(0), 9 * states
    names = (("a", "b", "c"),) * states
    near = np.arange(cells) % states
    next_state: Ints = np.stack(
        [(near + random.integers(0, states // 2, cells)) % states, (near + 1) % states], axis=1
    )
    table = StateTable(
        states=tuple(map(str, range(states))),
        start=0,
        discount=None,
        rows=names,
        cols=names,
        first=np.arange(0, cells + 1, 9),
        payoff=random.normal(size=cells),
        next_first=np.arange(0, 2 * cells + 1, 2),
        next_state=next_state.ravel(),
        next_probability=np.full(2 * cells, 0.5),
        cells=(),
    )
    return solve_discounted(ShapleyOperator(table, 0.9))


SERIES = [
    Series(
        "matrix, fractions",
        "moves",
        (50, 100, 200, 300),
        lambda n: solve_exact(np.random.default_rng(n).integers(-100, 101, (n, n))),
    ),
    Series("staged, 3 × 3", "positions", (40, 80, 160, 320), lambda n: zerosum.solve(Race(n)), positions),
    Series(
        "tricks: Goofspiel",
        "positions",
        (7, 8, 9, 10, 11),
        goofspiel,
        positions,
    ),
    Series(
        "targets: Nakai",
        "states",
        (10, 16, 25, 40),
        nakai,
        lambda _, found: float(sum(len(values) for values, _ in found)),
    ),
    Series("lagged: Gleason", "digits", (250, 500, 1000), lambda n: zerosum.solve("gleason", digits=n)),
    Series(
        "betting: raise, a deck",
        "cards",
        (50, 100, 200, 400, 800),
        lambda n: zerosum.solve("raise", cards=n),
    ),
    Series("hidden: Leduc", "positions", (3, 5, 8, 13), lambda n: zerosum.solve(Leduc(n)), positions),
    Series(
        "hidden: liar's dice",
        "positions",
        (3, 4, 5, 6),
        lambda n: zerosum.solve("liars-dice", sides=n),
        positions,
    ),
    Series("river: turns", "hands", (0, 1, 2, 3), turn, hands),
    Series(
        "streets: Rhode Island",
        "positions",
        (4, 6, 9, 13),
        lambda n: solve_streets(RhodeIsland(n, 4, 1), tolerance=0.05),
        positions,
    ),
    Series("stochastic, discounted", "states", (100, 300, 600, 1200), chain),
]


class Measured(NamedTuple):
    """A series with its measurements."""

    series: Series
    sizes: list[float]
    seconds: list[float]
    memory: float
    """Peak memory of the largest game in bytes."""

    @property
    def exponent(self) -> float:
        """Return the slope of the larger half on log axes."""
        part = slice(-max(2, -(-len(self.sizes) // 2) + 1), None)
        return float(np.polyfit(np.log(self.sizes[part]), np.log(self.seconds[part]), 1)[0])


def measure(series: Series, quick: bool) -> Measured:
    """Measure each size twice, and keep the better time; first solve the smallest, so that kernels are compiled."""
    sizes = series.sizes[:-1] if quick else series.sizes
    series.run(sizes[-1])
    counted, seconds = [], []
    for size in sizes:
        best = math.inf
        for _ in range(2):
            began = time.process_time()
            found = series.run(size)
            best = min(best, time.process_time() - began)
            if best > 1:
                break
        counted.append(series.counted(size, found))
        seconds.append(best)
    tracemalloc.start()
    series.run(sizes[-1 if seconds[-1] < 0.7 else -2])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return Measured(series, counted, seconds, peak)


def draw(found: list[Measured], file: Path) -> None:
    """Draw all of them on logarithmic axes."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.add_subplot()
    for k, one in enumerate(found):
        label = f"{one.series.name}: {one.series.unit}$^{{{one.exponent:.1f}}}$"
        colour, marker = ("black", "s") if k == COLOURS else (f"C{k}", "o")
        axes.loglog(one.sizes, one.seconds, color=colour, marker=marker, label=label)
    axes.set(xlabel="size, counted as the legend says", ylabel="processor seconds")
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5))
    figure.savefig(file, dpi=150)


def main() -> None:
    """Print the table, and draw the picture."""
    quick = "--quick" in sys.argv
    found = []
    for series in SERIES:
        found.append(measure(series, quick))
        one = found[-1]
        print(
            series.name,
            [f"{s:.0f}: {t:.3g}" for s, t in zip(one.sizes, one.seconds, strict=True)],
            flush=True,
        )
    lines = [
        [
            one.series.name,
            one.series.unit,
            f"{one.sizes[0]:,.0f} to {one.sizes[-1]:,.0f}",
            f"{one.seconds[0]:.2g} to {one.seconds[-1]:.2g}",
            f"{one.exponent:.1f}",
            f"{one.memory / 2**20:,.0f}",
        ]
        for one in found
    ]
    columns = ["model", "size", "from, to", "processor seconds", "exponent", "memory, MB"]
    Console(width=110).print(Table("growth", columns, lines))
    if "--picture" in sys.argv:
        draw(found, PICTURE)


if __name__ == "__main__":
    main()
