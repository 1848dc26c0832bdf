"""Check a subtraction game's takes: does the winner's strategy win against everything?

A strategy names a take at all heaps. Follow it for one player, let the other take whatever is allowed, and look
who takes last in each line of play. If the player always comes out ahead the strategy is a proof. Every
position that can come is looked at, so the number of matches is limited here, where the solver knows the period.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod

from zerosum.core.errors import TooLargeError
from zerosum.core.solution import Value
from zerosum.models.subtraction.rules import Heaps, SubtractionAnswer, SubtractionGame

__all__ = ["verify"]

MOST_POSITIONS = 200_000
"""Some seconds of work."""


def verify(game: SubtractionGame, solution: SubtractionAnswer) -> Value:
    """Bounds on what the player to move wins, from `solution.optimal(*heaps)` alone."""
    heaps = solution.heaps
    positions = prod(heap + 1 for heap in heaps)
    if positions > MOST_POSITIONS:
        raise TooLargeError(
            f"the check follows all lines of play through {positions:,} positions and goes up to "
            f"{MOST_POSITIONS:,}; take fewer matches"
        )
    mover_wins = _wins(game, solution, heaps, follows=True)
    other_wins = _wins(game, solution, heaps, follows=False)
    return Value(Fraction(1 if mover_wins else -1), Fraction(-1 if other_wins else 1))


def _wins(game: SubtractionGame, solution: SubtractionAnswer, heaps: Heaps, *, follows: bool) -> bool:
    """Whether the player who follows the strategy wins every line of play; `follows`: whether that one moves now.

    Who is to move and cannot take loses in normal play and wins in misère play.
    """
    todo, seen = [(heaps, follows)], {(heaps, follows)}
    while todo:
        here, mine = todo.pop()
        takes = solution.optimal(*here)[:1] if mine else tuple(game.all_takes(here))
        if not takes and mine == game.last_wins:
            return False
        for take in takes:
            after = (game.after(here, take), not mine)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return True
