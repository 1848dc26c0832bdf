"""How the games in data/hard_*.npz were found; run it to find them anew.

    python -m tests.matrix.harvest [jujitsu13 | goofspiel12 | made]

Every matrix game of 13-card Jujitsu and of 12-card Goofspiel goes through the unguarded simplex, and those that
it gets most wrong are kept; so are the first random games of each family in which it errs by a percent. The
games of Goofspiel take half an hour.

What it printed: of 3,014,693 games of Jujitsu, 4 are wrong with a tolerance of 1e-12 and 199 with 1e-14, by up to
0.0686 of a win; of 231,506,100 games of Goofspiel, 450 and 463, by up to 0.0285 of a point.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
from numba import njit, prange
from rich.console import Console
from tests.matrix.families import FAMILIES
from tests.matrix.unguarded_simplex import TOLERANCES, unguarded_gap, worst_gap

from zerosum.core.arrays import Floats
from zerosum.core.progress import silent
from zerosum.games.goofspiel import Goofspiel
from zerosum.games.jujitsu import Jujitsu
from zerosum.models.staged.engines.tricks.kernels import Task, matrix_of
from zerosum.models.staged.engines.tricks.plan import make_plan
from zerosum.models.staged.engines.tricks.rules import TrickGame
from zerosum.models.staged.engines.tricks.threads import Threads, tasks
from zerosum.store import cache_store

CONSOLE = Console()
DATA = Path(__file__).parent.parent / "data"
GAMES: dict[str, TrickGame] = {"jujitsu13": Jujitsu(cards=13), "goofspiel12": Goofspiel(cards=12)}
WRONG = 1e-6
"""A gap this wide, in units of the game, is an error."""
KEPT = 20
"""So many of a game's matrices are kept, the worst."""
SIZES, TRIED, EACH = (6, 8, 10, 13, 20), 2000, 2
"""Games of a family: their sizes, how many of each are tried, and how many are kept."""
AT_ONCE = 1000
"""Patterns in one sweep."""


@njit(cache=True, parallel=True)
def sweep(first: int, last: int, lines: int, task: Task, tolerance: float) -> Floats:
    """The gap in the first so many games of each pattern."""
    gaps = np.zeros((last - first, lines))
    for p in prange(first, last):
        for t in range(lines):
            gaps[p - first, t] = unguarded_gap(matrix_of(p, t, task), tolerance)
    return gaps


def failures(game: TrickGame, tolerance: float) -> Iterator[tuple[float, Floats]]:
    """The games of all positions that the unguarded simplex gets wrong; it says how many it has looked at."""
    plan, looked = make_plan(game), 0
    store = cache_store(f"tricks/{plan.digest()}", game.title)
    Threads().fill(plan, store, silent)
    for stage, task in tasks(plan, store):
        half = stage.patterns // 2
        for begin, end, lines in ((0, half, len(stage.terms)), (half, stage.patterns, stage.lopsided_terms)):
            for first in range(begin, end, AT_ONCE):
                gaps = sweep(first, min(first + AT_ONCE, end), lines, task, tolerance)
                looked += gaps.size
                for p, t in np.argwhere(gaps > WRONG).tolist():
                    yield gaps[p, t], matrix_of(first + p, t, task)
        CONSOLE.print(f"  {stage.left} cards left, {looked:,} games so far")


def met(game: TrickGame) -> list[Floats]:
    """The games of one trick game that are got most wrong, over all tolerances."""
    found: dict[bytes, tuple[float, Floats]] = {}
    for tolerance in TOLERANCES:
        wrong = list(failures(game, tolerance))
        most = max(gap for gap, _ in wrong)
        CONSOLE.print(f"{game.title}, tolerance {tolerance:g}: {len(wrong)} wrong, at most by {most:.3g}")
        for gap, A in wrong:
            found[A.tobytes()] = max(gap, found.get(A.tobytes(), (0.0, A))[0]), A
    worst = sorted(found.values(), key=lambda case: -case[0])
    return [A for _, A in worst[:KEPT]]


def made() -> Iterator[Floats]:
    """The first few games of each family and size in which the error is a percent of the largest payoff or more."""
    for family in FAMILIES:
        for n in SIZES:
            rng = np.random.default_rng(n)
            games = (family(rng, n) for _ in range(TRIED))
            yield from islice((A for A in games if worst_gap(A) > 0.01 * np.abs(A).max()), EACH)


def save(name: str, games: Iterable[Floats]) -> None:
    """Write games of many shapes as one array for each shape."""
    shapes: dict[str, list[Floats]] = {}
    for A in games:
        shapes.setdefault(f"{A.shape[0]}x{A.shape[1]}", []).append(A)
    np.savez_compressed(
        DATA / f"hard_{name}.npz", **{shape: np.array(some) for shape, some in shapes.items()}
    )


def main(names: Sequence[str]) -> None:
    """Find what is named, or everything."""
    for name in names or [*GAMES, "made"]:
        save(name, made() if name == "made" else met(GAMES[name]))


if __name__ == "__main__":
    main(sys.argv[1:])
