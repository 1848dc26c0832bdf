"""Stochastic games: the three methods for discounted games, the average payoff, sparse equations, bounded memory.

Newton's method needs a few steps for any discount; Shapley's iteration needs about 1 / (1 - beta) steps for each
digit. All end with a certified gap. The games are random, with three next states for each pair of moves.

    zerosum bench stochastic [--quick]
"""

import sys
import time
from fractions import Fraction

import numpy as np
from rich.console import Console
from scipy.sparse import csr_array
from scipy.sparse.linalg import splu

from zerosum.display.table import Table
from zerosum.models.lagged.memory import bounded_memory, histories, prove_best
from zerosum.models.lagged.rules import ring
from zerosum.models.stochastic.solve.average import solve_average
from zerosum.models.stochastic.solve.discounted import METHODS, solve_discounted
from zerosum.models.stochastic.solve.operator import ShapleyOperator
from zerosum.models.stochastic.table import StateTable
from zerosum.numerics.chains import solve_system


def random_table(states: int, moves: int, *, seed: int = 0, nexts: int = 3) -> StateTable:
    """Return a random game as flat arrays."""
    random = np.random.default_rng(seed)
    cells = states * moves * moves
    names = tuple(tuple(map(str, range(moves))) for _ in range(states))
    return StateTable(
        states=tuple(map(str, range(states))),
        start=0,
        discount=None,
        rows=names,
        cols=names,
        first=np.arange(0, cells + 1, moves * moves),
        payoff=random.normal(size=cells),
        next_first=np.arange(0, nexts * cells + 1, nexts),
        next_state=random.permuted(np.tile(np.arange(states), (cells, 1)), axis=1)[:, :nexts].ravel(),
        next_probability=random.dirichlet(np.ones(nexts), size=cells).ravel(),
        cells=(),
    )


def discounted(sizes: list[tuple[int, int]], discounts: list[float]) -> Table:
    """Print iterations, time and gap of each method."""
    lines = []
    for states, moves in sizes:
        table = random_table(states, moves)
        for beta in discounts:
            for method in METHODS:
                if method == "shapley" and beta > 0.99:
                    continue
                began = time.perf_counter()
                found = solve_discounted(ShapleyOperator(table, beta), method=method)
                seconds = time.perf_counter() - began
                lines.append(
                    [
                        f"{states} × {moves}²",
                        beta,
                        method,
                        found.iterations,
                        f"{seconds:.3f}",
                        f"{found.gap:.0e}",
                    ]
                )
    return Table("discounted games", ["states", "discount", "method", "iterations", "seconds", "gap"], lines)


def average(sizes: list[tuple[int, int]]) -> Table:
    """Return the average payoff."""
    lines = []
    for states, moves in sizes:
        operator = ShapleyOperator(random_table(states, moves))
        began = time.perf_counter()
        found = solve_average(operator)
        lines.append(
            [
                f"{states} × {moves}²",
                found.iterations,
                f"{time.perf_counter() - began:.3f}",
                f"{found.gap:.0e}",
            ]
        )
    return Table("average payoff", ["states", "iterations", "seconds", "gap"], lines)


def memory(longest: int) -> Table:
    """Bounded memory in Gleason's game."""
    board = ring((Fraction(1), Fraction(2), Fraction(-3)))
    lines = []
    for player in ("row", "col"):
        for nodes in range(1, longest + 1):
            found = bounded_memory(board, player, nodes, starts=4)
            lines.append(
                [
                    player,
                    nodes,
                    len(found.strategy),
                    f"{float(found.value):.10f}",
                    f"{float(found.value.gap):.0e}",
                    f"{found.seconds:.2f}",
                ]
            )
    began = time.perf_counter()
    boxes = prove_best(histories(board, "col", 1), -1e-6)
    lines.append(["col, proof to 1e-6", 1, 3, "0", f"{boxes} boxes", f"{time.perf_counter() - began:.2f}"])
    columns = ["player", "known nodes", "parameters", "guarantee", "gap", "seconds"]
    return Table("bounded memory, Gleason's board", columns, lines)


def nearby(states: int, reach: int | None, nexts: int, random: np.random.Generator) -> csr_array:
    """Return 1 - 0.99 P for a random chain: next states anywhere, or at most `reach` away."""
    row = np.repeat(np.arange(states), nexts)
    step = random.integers(-(reach or states), (reach or states) + 1, row.size)
    col = np.clip(row + step, 0, states - 1) if reach else (row + step) % states
    return _equations(states, row, col, random)


def walk(side: int, random: np.random.Generator) -> csr_array:
    """Return 1 - 0.99 P for a walk on the squares of a board, with random probabilities."""
    here = np.repeat(np.arange(side * side), 4)
    x, y = here % side, here // side
    across, along = np.tile([1, -1, 0, 0], side * side), np.tile([0, 0, 1, -1], side * side)
    to = np.clip(x + across, 0, side - 1) + side * np.clip(y + along, 0, side - 1)
    return _equations(side * side, here, to, random)


def _equations(states, row, col, random) -> csr_array:
    chance = random.random(row.size)
    chance *= -0.99 / np.bincount(row, chance)[row]
    places = np.arange(states)
    parts = (np.append(chance, np.ones(states)), (np.append(row, places), np.append(col, places)))
    return csr_array(parts, shape=(states, states))


def equations() -> Table:
    """Solve sparse equations of chains with our method, and with SuperLU alone."""
    random, lines = np.random.default_rng(0), []
    for name, left in {
        "2,000 states, 3 next states anywhere": nearby(2000, None, 3, random),
        "5,000 states, 3 next states anywhere": nearby(5000, None, 3, random),
        "20,000 states, 4 next states nearby": nearby(20_000, 20, 4, random),
        "a walk on 100 × 100 squares": walk(100, random),
        "a walk on 200 × 200 squares": walk(200, random),
    }.items():
        right = random.random(left.shape[0])
        began = time.process_time()
        ours = solve_system(left, right)
        between = time.process_time()
        others = splu(left.tocsc()).solve(right)
        ended = time.process_time()
        missed = [f"{np.abs(left @ found - right).max():.0e}" for found in (ours, others)]
        lines.append([name, f"{between - began:.3f}", f"{ended - between:.3f}", *missed])
    columns = ["equations", "here, processor s", "SuperLU alone", "here, missed by", "SuperLU"]
    return Table("sparse equations", columns, lines)


def main() -> None:
    """Print the tables."""
    quick = "--quick" in sys.argv
    solve_discounted(ShapleyOperator(random_table(4, 2), 0.5))  # compile
    console = Console(width=120)
    sizes = [(50, 2), (200, 3)] if quick else [(50, 2), (200, 3), (1000, 3), (1000, 8)]
    console.print(discounted(sizes, [0.9, 0.99, 0.9999]))
    console.print(average(sizes))
    console.print(equations())
    console.print(memory(2 if quick else 4))


if __name__ == "__main__":
    main()
