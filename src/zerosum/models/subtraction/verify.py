"""Bounds on the value of a subtraction game, from one take at every position.

Follow the takes for one player, let the other take whatever is allowed, and look at who takes last in each line of
play. If the player always wins, the takes are a proof. All positions that can come up are visited, so the number of
matches is limited here, whereas the solver knows the period.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import prod

from zerosum.core.errors import TooLargeError
from zerosum.core.value import Value
from zerosum.models.subtraction.rules import Heaps, SubtractionGame, Take

MOST_POSITIONS = 200_000
"""Most positions that are visited, in a few seconds."""


def bounds(game: SubtractionGame, take_at: Callable[..., Take | None], *, heaps: Heaps) -> Value:
    """Bounds on what the player to move at these heaps wins, from a take at all heaps, or None where there is none."""
    positions = prod(heap + 1 for heap in heaps)
    if positions > MOST_POSITIONS:
        raise TooLargeError(
            f"the check follows all lines of play through {positions:,} positions and goes up to "
            f"{MOST_POSITIONS:,}; take fewer matches"
        )

    def always_wins(moves_first: bool) -> bool:
        """Whether the player who follows the takes, and moves first or second, wins every line of play."""
        start = (heaps, moves_first)
        waiting, visited = [start], {start}
        while waiting:
            here, follows = waiting.pop()
            own = take_at(*here) if follows else None
            takes = list(game.all_takes(here)) if not follows else [] if own is None else [own]
            # Whoever cannot take loses in normal play and wins in misère play.
            if not takes and follows == game.last_wins:
                return False
            for take in takes:
                after = (game.after(here, take), not follows)
                if after not in visited:
                    visited.add(after)
                    waiting.append(after)
        return True

    return Value(Fraction(1 if always_wins(True) else -1), Fraction(-1 if always_wins(False) else 1))
