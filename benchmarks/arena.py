"""The arena: plays per second of every game in the catalogue, and agreement of simulated means with computed ones.

Run with `zerosum bench arena`, or `--quick` for a tenth of the plays. The aim is a million plays of every game in
three seconds. The earlier figures, from two cores of an AMD EPYC, are mostly those of games that were played round
by round. A game's solution is computed before the clock starts; in games with public positions, the positions that
two players can reach are found again in every match, and this time counts.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any, TypeVar

from zerosum.arena import Arena, Player
from zerosum.core.errors import InputError
from zerosum.core.game import Game
from zerosum.games import CATALOG
from zerosum.models.family import arena_for, solve

T = TypeVar("T")

PLAYS = 1_000_000
AIM = 3.0
"""The aim: seconds for a million plays."""
EARLIER = {
    "jujitsu": 8.0,
    "leduc": 175.0,
    "liars-dice": 87.0,
    "blind-goofspiel": 375.0,
    "phases": 139.0,
    "sealed-bets": 203.0,
    "two-phase-relance": 90.0,
    "two-phase-raise": 90.0,
    "free-dealer": 440.0,
}
"""Seconds for a million plays in version 0.2, before all plays were vectorised."""
SIZES: dict[str, dict[str, int]] = {"jujitsu": {"cards": 8}, "goofspiel": {"cards": 5}}
"""Parameters other than a game's own defaults."""


def games() -> list[Game]:
    """Return the games that need no file."""
    found = []
    for entry in CATALOG.values():
        try:
            found.append(entry.load()(**SIZES.get(entry.name, {})))
        except (InputError, TypeError):
            continue
    return found


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """Return a result and the seconds it took."""
    began = time.perf_counter()
    return work(), time.perf_counter() - began


def exact_mean(arena: Arena[Any, Any], row: Player, col: Player) -> tuple[float | None, float]:
    """Return the computed mean, if there is one, and the seconds it took."""
    try:
        match, seconds = timed(lambda: arena.match(row, col))
    except InputError:
        return None, 0.0
    return float(match.mean), seconds


def line(game: Game, plays: int) -> str:
    """One game: the equilibrium against its last opponent that needs no solution, or against the house."""
    solution = solve(game)
    arena = arena_for(game, lambda: solution)
    row, opponents = arena.equilibrium, arena.roster("col")
    col = opponents.get("uniform") or list(opponents.values())[-1]
    arena.sample(row, col, plays=1000, seed=0)
    match, seconds = timed(lambda: arena.sample(row, col, plays=plays, seed=1))
    mean, computed = exact_mean(arena, row, col)
    if mean is None:
        beside = f"{'sampled only':>16}{'':>10}"
    else:
        error = match.standard_error or 1.0
        beside = f"{(float(match.mean) - mean) / error:>+16.2f}{computed:>10.3f}"
    name = game.slug
    earlier = f"{EARLIER[name] * plays / PLAYS:.0f}" if name in EARLIER else ""
    met = "met" if seconds <= AIM * plays / PLAYS else "missed"
    return f"{name:<26}{col.name:<10}{plays:>10,}{seconds:>9.2f}{plays / seconds:>13,.0f}{beside}{earlier:>12}  {met}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the plays")
    plays = PLAYS // 10 if parser.parse_args().quick else PLAYS
    print(
        f"{'game':<26}{'against':<10}{'plays':>10}{'seconds':>9}{'plays/s':>13}"
        f"{'off, in errors':>16}{'exact, s':>10}{'earlier, s':>12}  aim of {AIM * plays / PLAYS:g} s"
    )
    for game in games():
        print(line(game, plays), flush=True)


if __name__ == "__main__":
    main()
