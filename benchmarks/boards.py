"""The number of closed boards among random ones: Gleason's game on rings, lines and other boards with payoffs from
-3 to 3.

A board is closed if the value's interval is no wider than 1e-12, and closed from every start if this holds for all
starting nodes. Run it as `zerosum bench boards`, which takes long; with --quick, two of each kind.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np
from rich.console import Console

from zerosum.display.table import Table
from zerosum.models.lagged.rules import Board, BoardGame, ring
from zerosum.models.lagged.solve import solve

GAP_TOLERANCE = 1e-12
COUNT, FEW = 6, 2
SEED = 17


def payoffs(rng: np.random.Generator, size: int) -> tuple[Fraction, ...]:
    """Return integer payoffs from -3 to 3."""
    return tuple(Fraction(int(a)) for a in rng.integers(-3, 4, size))


def line(pays: tuple[Fraction, ...]) -> Board:
    """Return nodes in a row; at an end, the exit that would leave the row stays."""
    last = len(pays) - 1
    exits = tuple((max(k - 1, 0), min(k + 1, last)) for k in range(len(pays)))
    return Board(tuple(map(str, range(1, len(pays) + 1))), pays, exits)


def anyhow(rng: np.random.Generator, size: int) -> Board:
    """Return two random exits for each node, both to other nodes."""
    exits = tuple(
        (int(a), int(b))
        for k in range(size)
        for a, b in [rng.choice([*range(k), *range(k + 1, size)], 2, False)]
    )
    return Board(tuple(map(str, range(1, size + 1))), payoffs(rng, size), exits)


KINDS: dict[str, Callable[[np.random.Generator], Board]] = {
    **{f"rings of {n}": lambda rng, n=n: ring(payoffs(rng, n)) for n in range(3, 8)},  # type: ignore[misc]
    **{f"lines of {n}": lambda rng, n=n: line(payoffs(rng, n)) for n in range(3, 8)},  # type: ignore[misc]
    **{f"any two exits, {n} nodes": lambda rng, n=n: anyhow(rng, n) for n in (4, 5)},  # type: ignore[misc]
}


def boards(count: int) -> Iterator[tuple[str, list[Board]]]:
    """Return boards of each kind."""
    for kind, make in KINDS.items():
        rng = np.random.default_rng(SEED)
        yield kind, [make(rng) for _ in range(count)]


def gaps(board: Board, console: Console) -> tuple[float, float]:
    """Return the width of the value's interval, and the widest from any start; print a board that stays open."""
    found = solve(BoardGame(board))
    widths = [float(value.gap) for value in (found.value, *found.by_start.values())]
    if max(widths) > GAP_TOLERANCE:
        text = f"{widths[0]:.1e}, from any start {max(widths):.1e}, {found.ended}:"
        console.print(text, [int(a) for a in board.payoffs], board.exits)
    return widths[0], max(widths)


def main() -> None:
    """Print each board that stays open, then the table."""
    console, rows = Console(width=120), []
    for kind, some in boards(FEW if "--quick" in sys.argv else COUNT):
        began = time.perf_counter()
        found = [gaps(board, console) for board in some]
        one, every = (sum(gap <= GAP_TOLERANCE for gap in column) for column in zip(*found, strict=True))
        seconds = time.perf_counter() - began
        rows.append([kind, len(found), one, every, f"{max(found)[0]:.1e}", f"{seconds:.0f}"])
    names = ["boards", "tried", "closed", "from every start", "widest gap", "seconds"]
    console.print(Table("Closed to 1e-12", names, rows))


if __name__ == "__main__":
    main()
