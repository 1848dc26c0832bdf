"""Staged games: positions per second, with separate times for the game's rules and for the solver.

The rules are timed by calling `moves`, `play` and `payoff` once each way over all positions, as the solver must.
The rest of the total is the solver's part, in processor seconds. It is shown with the aims and with the results of
version 0.2, and compared with a plain solver: a memoised recursion in Python with one call of the matrix solver per
position.

    zerosum bench staged [--quick]
"""

import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import product

from rich.console import Console

from zerosum import matrix
from zerosum.display.table import Table
from zerosum.games.matches import Matches
from zerosum.models.staged.rules import StagedGame
from zerosum.models.staged.solve import solve

AIMS = {
    "3 × 3": (300_000, 129_000),
    "4 × 4": (150_000, 86_000),
    "one long chain, 2 × 2": (60_000, 18_000),
}
"""Positions a second: the aim, and version 0.2 on two idle cores of an AMD EPYC."""


@dataclass(frozen=True)
class Race(StagedGame):
    """Rounds of a k by k game; the score decides at the end. With `chance`, a coin may double a gain."""

    rounds: int
    k: int = 2
    chance: bool = False
    start = (0, 0)

    def moves(self, position):
        return (range(self.k), range(self.k)) if position[0] < self.rounds else ((), ())

    def play(self, position, row, col):
        done, score = position
        gain = 1 + row if row == col else -1
        if not self.chance:
            return [(1, 0, (done + 1, score + gain))]
        return [(0.5, 0, (done + 1, score + gain)), (0.5, 0, (done + 1, score + 2 * gain))]

    def payoff(self, position):
        return (position[1] > 0) - (position[1] < 0)


@dataclass(frozen=True)
class Deep(StagedGame):
    """A game with one position per stage, so that nothing can be batched."""

    rounds: int
    start = 0

    def moves(self, position):
        return (range(2), range(2)) if position < self.rounds else ((), ())

    def play(self, position, row, col):
        return [(1, int(row == col), position + 1)]


def rules_alone(game, positions):
    """Return the seconds for the rules of all positions, called as many times as by the solver."""
    began = time.process_time()
    for position in positions:
        row, col = game.moves(position)
        if not row:
            game.payoff(position)
        for i, j in product(row, col):
            for _ in game.play(position, i, j):
                pass
    return time.process_time() - began


def plain(game, seconds=3.0):
    """Return the positions per second of a plain recursion, which is stopped when its time is up."""
    began = time.perf_counter()
    count = 0

    @cache
    def value(position):
        nonlocal count
        if time.perf_counter() - began > seconds:
            raise TimeoutError
        row, col = game.moves(position)
        if not row:
            count += 1
            return float(game.payoff(position))
        entries = [
            [sum(p * (r + value(t)) for p, r, t in game.play(position, i, j)) for j in col] for i in row
        ]
        found = float(matrix.solve(entries).value)
        count += 1
        return found

    with suppress(TimeoutError, RecursionError):
        value(game.start)
    return count / (time.perf_counter() - began)


def measure(name, game, *, exact=False):
    """Return a row of the table."""
    began = time.process_time()
    solution = solve(game, exact=exact)
    whole = time.process_time() - began
    aim, earlier = AIMS.get(name, (0, 0))
    rules = rules_alone(game, list(solution.values))
    own = solution.positions / (whole - rules)
    return [
        name,
        solution.positions,
        round(whole, 2),
        round(rules, 2),
        f"{solution.positions / whole:,.0f}",
        f"{own:,.0f}",
        f"{aim:,}" if aim else "–",
        f"{earlier:,}" if earlier else "–",
    ]


def main(argv=None):
    quick = "--quick" in (sys.argv[1:] if argv is None else argv)
    size = 120 if quick else 600
    solve(Race(3))
    rows = [
        measure("2 × 2", Race(size)),
        measure("3 × 3", Race(size // 2, k=3)),
        measure("4 × 4", Race(size // 3, k=4)),
        measure("2 × 2, coin", Race(size // 2, chance=True)),
        measure("in turns (matches, 2 heaps)", Matches(heaps=(size // 2, size // 2))),
        measure("one long chain, 2 × 2", Deep(2_000 if quick else 20_000)),
        measure("2 × 2, fractions", Race(8), exact=True),
    ]
    columns = [
        "game",
        "positions",
        "seconds",
        "of it rules",
        "positions/s",
        "solver's part/s",
        "aim",
        "version 0.2",
    ]
    console = Console(width=120)
    console.print(Table("staged games", columns, rows))
    peers = [[f"{k} × {k}", f"{plain(Race(120, k=k), 1 if quick else 3):,.0f}"] for k in (2, 3)]
    console.print(Table("a plain recursion, rules included", ["game", "positions/s"], peers))


if __name__ == "__main__":
    main()
