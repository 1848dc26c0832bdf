"""Red Dog, blackjack and seven-and-a-half: times of the exact solutions, and speed of simulating bettors.

Run with `zerosum bench cards`, or `--quick` for the small ones only.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from zerosum.arena import HOUSE, Arena, Player
from zerosum.arena.sampling import play_out
from zerosum.core.game import Game
from zerosum.core.progress import silent
from zerosum.core.solution import Solution
from zerosum.games.blackjack import Blackjack
from zerosum.games.red_dog import RedDog
from zerosum.games.seven_and_a_half import SevenAndAHalf
from zerosum.models.family import arena_for, solve

QUICK: list[Game] = [
    RedDog(),
    RedDog(deck="continuous"),
    RedDog(deck="continuous", voids=True),
    RedDog(deck="continuous", dealt="beta(2,3)"),
    SevenAndAHalf(),
    Blackjack(),
]
LONG: list[Game] = [Blackjack(dealer_card="seen"), Blackjack(decks=2), Blackjack(decks=8)]

SIMULATED = (SevenAndAHalf(), Blackjack())
PLAYS, AT_THE_TABLE = 1_000_000, 5_000


def timed(work: Callable[[], Solution]) -> tuple[Solution, float]:
    """Return a result and the seconds it took."""
    began = time.perf_counter()
    return work(), time.perf_counter() - began


def plays_per_second(play: Callable[..., object], *, plays: int) -> float:
    """Return the number of rounds per second, after compiling and solving."""
    play(plays=2, seed=1)
    began = time.perf_counter()
    play(plays=plays, seed=1)
    return plays / (time.perf_counter() - began)


def simulations() -> None:
    """Print a line for each bettor: the time of the exact distribution, and plays per second, compiled and round by
    round.
    """
    print(f"\n{'bettor against the house':<56}{'exact, s':>10}{'compiled/s':>14}{'at the table/s':>16}")
    for game in SIMULATED:
        arena: Arena[Any, Any] = arena_for(game)
        arena.range(HOUSE)
        for name, player in arena.roster("row").items():
            print(f"{f'{game.name} · {name}':<56}{speeds(arena, player)}")


def speeds(arena: Arena[Any, Any], player: Player) -> str:
    """Return the time of a bettor's exact distribution, and plays per second, compiled and round by round."""
    began = time.perf_counter()
    arena.match(player, HOUSE)
    exact = time.perf_counter() - began
    fast = plays_per_second(partial(arena.sample, player, HOUSE), plays=PLAYS)
    slow = plays_per_second(partial(play_out, arena.deal, player, HOUSE, progress=silent), plays=AT_THE_TABLE)
    return f"{exact:>10.3f}{fast:>14,.0f}{slow:>16,.0f}"


def main() -> None:
    """Print a line for each game, and one for each bettor."""
    games = QUICK if "--quick" in sys.argv else QUICK + LONG
    print(f"{'game':<56}{'positions':>10}{'seconds':>10}{'value':>14}{'gap':>10}")
    for game in games:
        found, seconds = timed(partial(solve, game))
        gap = float(found.value.gap)
        print(
            f"{game.title:<56}{found.positions:>10,}{seconds:>10.3f}{float(found.value):>14.8f}{gap:>10.1e}"
        )
    simulations()


if __name__ == "__main__":
    main()
