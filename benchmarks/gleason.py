"""Lagged games: the time for certified digits, compared with the aims and with the paper's own method, a grid.

Run it as `zerosum bench gleason`, or with --quick for the short cases only.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from fractions import Fraction

import numpy as np
from rich.console import Console

from zerosum.display.table import Table
from zerosum.games.gleason import Gleason
from zerosum.models.lagged.arena.movers import OptimalMover, simulate
from zerosum.models.lagged.certificate import verify
from zerosum.models.lagged.solve import solve

FIVE = tuple(map(Fraction, (1, 2, 3, -3, -3)))


def grid_value(points: int, rounds: int) -> tuple[float, float]:
    """Return bounds on the value with r and s on a grid, as in the paper: the lower bound is valid, the upper is
    not.
    """
    q = np.linspace(0, 1, points + 1)
    a = (1.0, 2.0, -3.0)
    W = np.zeros((3, points + 1))
    for _ in range(rounds):
        new = np.empty_like(W)
        for k in range(3):
            for i, x in enumerate(q):
                cc = x * W[(k + 1) % 3][:, None] + (1 - x) * W[k][None, :]
                cl = x * W[k][:, None] + (1 - x) * W[(k + 2) % 3][None, :]
                new[k, i] = a[k] + x * a[k - 1] + (1 - x) * a[(k + 1) % 3] + np.minimum(cc, cl).max()
        drift = new - W
        W = new - drift.mean()
    return float(drift.min() / 2), float(drift.max() / 2)


def timed(work: Callable[[], object]) -> tuple[object, float]:
    """Return the result of the work, and the best time of several runs."""
    best = np.inf
    for _ in range(2):
        began = time.perf_counter()
        result = work()
        best = min(best, time.perf_counter() - began)
        if best > 3:
            break
    return result, best


def cases(quick: bool) -> list[tuple[str, str, Callable[[], object]]]:
    """Name, aim and work."""
    solution = solve(Gleason())
    movers = [OptimalMover(solution.next_moves[p], solution.first[p]) for p in (0, 1)]
    short: list[tuple[str, str, Callable[[], object]]] = [
        ("ring 1, 2, -3, 12 digits", "gap 1e-12 in 1 s", lambda: solve(Gleason()).value),
        (
            "ring 0, 0, 1, 12 digits",
            "",
            lambda: solve(Gleason(nodes=(Fraction(0), Fraction(0), Fraction(1)))).value,
        ),
        ("ring 1, 2, -3, 30 digits", "30 s", lambda: solve(Gleason(), digits=30).value),
        ("discount .9999, 12 digits", "", lambda: solve(Gleason(), discount=Fraction(9999, 10000)).value),
        ("verified from the strategies", "", lambda: verify(solution)),
        ("a million moves played", "", lambda: simulate(solution.board, movers[0], movers[1]).mean),
        ("grid of 1/40, 40 rounds", "the paper's way", lambda: grid_value(40, 40)),
    ]
    long: list[tuple[str, str, Callable[[], object]]] = [
        (
            "ring 1, 2, 3, -3, -3, 9 digits",
            "gap 1e-9 in 10 s",
            lambda: solve(Gleason(nodes=FIVE), digits=9).value,
        ),
        ("ring 1, 2, -3, 120 digits", "", lambda: solve(Gleason(), digits=120).value),
        ("ring 1, 2, -3, 1,000 digits", "30 s", lambda: solve(Gleason(), digits=1000).value),
        ("grid of 1/100, 40 rounds", "the paper's way", lambda: grid_value(100, 40)),
    ]
    return short if quick else short + long


def main() -> None:
    """Print the table."""
    rows = []
    for name, aim, work in cases("--quick" in sys.argv):
        result, seconds = timed(work)
        shown = "{:.6f} … {:.6f}".format(*result) if isinstance(result, tuple) else str(result)
        rows.append([name, aim, f"{seconds:.3f}", shown])
    Console(width=120).print(Table("Gleason's game", ["case", "aim", "seconds", "value"], rows))


if __name__ == "__main__":
    main()
