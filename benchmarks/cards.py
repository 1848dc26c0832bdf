"""Red Dog, blackjack and seven-and-a-half: how long the exact answers take.

Run with `zerosum bench cards`, or `--quick` for the small ones only.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from zerosum.games.blackjack import Blackjack
from zerosum.games.red_dog import RedDog
from zerosum.games.seven_and_a_half import SevenAndAHalf
from zerosum.models.game import Game
from zerosum.solution import Solution
from zerosum.solving import solve

QUICK: list[Game] = [
    RedDog(),
    RedDog(deck="continuous"),
    RedDog(deck="continuous", voids=True),
    RedDog(deck="continuous", dealt="beta(2,3)"),
    SevenAndAHalf(),
    Blackjack(),
]
LONG: list[Game] = [Blackjack(dealer_card="seen"), Blackjack(decks=2), Blackjack(decks=8)]


def timed(work: Callable[[], Solution]) -> tuple[Solution, float]:
    """A result and the seconds it took."""
    began = time.perf_counter()
    return work(), time.perf_counter() - began


def main() -> None:
    """Print a line for each game."""
    games = QUICK if "--quick" in sys.argv else QUICK + LONG
    print(f"{'game':<56}{'positions':>10}{'seconds':>10}{'value':>14}{'gap':>10}")
    for game in games:
        found, seconds = timed(lambda game=game: solve(game))
        gap = float(found.value.gap)
        print(
            f"{game.title:<56}{found.positions:>10,}{seconds:>10.3f}{float(found.value):>14.8f}{gap:>10.1e}"
        )


if __name__ == "__main__":
    main()
