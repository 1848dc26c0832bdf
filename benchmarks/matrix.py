"""Matrix games: microseconds per game on one core, compared with the peers in one run.

Random square games with normal payoffs. For `solve_batch`, the total time is measured, including bounds and
safeguards. quantecon's `minmax` is timed twice: called from Python, and in a loop compiled with numba without call
overhead, which is the harder comparison. HiGHS is called through scipy's linprog, nashpy through its linear
program, pygambit (if it is installed) through its own. Each time is the best of several runs.

    zerosum bench matrix [--quick]
"""

import importlib.util
import sys
import time

import nashpy
import numba
import numpy as np
from quantecon.optimize import minmax
from rich.console import Console
from scipy.optimize import linprog

from zerosum.display.table import Table
from zerosum.matrix import solve, solve_batch

SIZES = (3, 6, 10, 13, 30, 100)
AIMS = {6: 0.5, 10: 1.2, 13: 1.7}
RUNS = 7


def ours(games):
    solve_batch(games)


def ours_one_by_one(games):
    for A in games:
        solve(A)


@numba.njit
def quantecon_compiled(games):
    total = 0.0
    for k in range(len(games)):
        total += minmax(games[k])[0]
    return total


def quantecon_called(games):
    for A in games:
        minmax(A)


def highs(games):
    m, n = games.shape[1:]
    cost, ones, sides = (
        np.r_[np.zeros(n), 1.0],
        np.r_[np.ones(n), 0.0][None],
        [(0, None)] * n + [(None, None)],
    )
    for A in games:
        linprog(cost, A_ub=np.c_[A, -np.ones(m)], b_ub=np.zeros(m), A_eq=ones, b_eq=[1.0], bounds=sides)


def nashpy_program(games):
    for A in games:
        nashpy.Game(A).linear_program()


def gambit_program(games):
    import pygambit

    for A in games:
        game = pygambit.Game.from_arrays(A.tolist(), (-A).tolist())
        pygambit.nash.lp_solve(game, rational=False)


PEERS = {
    "quantecon compiled": quantecon_compiled,
    "quantecon": quantecon_called,
    "HiGHS": highs,
    "nashpy": nashpy_program,
}
if importlib.util.find_spec("pygambit"):
    PEERS["pygambit"] = gambit_program


def microseconds(solver, games):
    """Return the best time of several runs, per game."""
    solver(games[:2])
    best = float("inf")
    for _ in range(RUNS):
        began = time.perf_counter()
        solver(games)
        best = min(best, time.perf_counter() - began)
    return 1e6 * best / len(games)


def row_of_table(n, share):
    """One size: our time, the aim, and each peer's time with how many times ours it is."""
    count = int(share * max(20, min(20_000, 3_000_000 / n**2.3)))
    games = np.random.default_rng(n).standard_normal((count, n, n))
    mine = microseconds(ours, games)
    one = microseconds(ours_one_by_one, games[: count // 4])
    cells = [f"{n} × {n}", f"{mine:.2f}", str(AIMS.get(n, "")), f"{one:.1f}"]
    for name, solver in PEERS.items():
        some = games if "quantecon" in name else games[:30]
        times = microseconds(solver, some)
        cells.append(
            f"{times:.2f} ({times / mine:.1f}×)"
            if times < 10 * mine
            else f"{times:.1f} ({times / mine:.0f}×)"
        )
    return cells, float(solve_batch(games).gap.max())


def main():
    quick = "--quick" in sys.argv
    sizes = SIZES[:4] if quick else SIZES
    numba.set_num_threads(1)
    found = [row_of_table(n, 0.2 if quick else 1.0) for n in sizes]
    columns = ["µs a game", "solve_batch", "aim", "solve", *PEERS]
    console = Console(width=140)
    rows = [row for row, _ in found]
    console.print(Table("Matrix games on one core (times ours in brackets)", columns, rows))
    console.print(f"largest gap of all games: {max(gap for _, gap in found):.1e}")


if __name__ == "__main__":
    main()
