"""Bounds on the value of a subtraction game, from one take at every position.

Follow the takes for one player, let the other take whatever is allowed, and look at who takes last in each line of
play. If the player always wins, the takes are a proof. All positions that can come up are visited, so the number of
matches is limited here, whereas the solver knows the period.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import prod

from zerosum.core.data import Data
from zerosum.core.errors import InputError, TooLargeError
from zerosum.core.proofs import Recalled, fields, position_key
from zerosum.core.value import Value
from zerosum.models.subtraction.rules import Heaps, SubtractionGame, Take

MOST_POSITIONS = 200_000
"""Most positions that are visited, in a few seconds."""


def prove(game: SubtractionGame, claimed: Value, data: Data) -> Value:
    """The bounds that the written takes prove at the start, if the rules allow all of them."""
    [takes] = fields(data, "takes")
    entry_at = Recalled(takes)
    start = game.tidy(game.sizes)
    proved = bounds(game, lambda *at: read_take(game, entry_at(*at), *at), heaps=start)
    entry_at.refuse_others()
    return proved


def read_take(game: SubtractionGame, entry: Data, *heaps: int) -> Take | None:
    """The take at these heaps, written as a list; the empty list where there is none."""
    takes = [Take(*take) for take in entry]
    legal = list(game.all_takes(heaps))
    if len(takes) != min(len(legal), 1) or any(take not in legal for take in takes):
        raise InputError(f"the certificate must say one take at {position_key(heaps)} that the rules allow")
    return takes[0] if takes else None


def bounds(game: SubtractionGame, take_at: Callable[..., Take | None], *, heaps: Heaps) -> Value:
    """Bounds on what the player to move at these heaps wins, from a take at all heaps, or None where there is none."""
    positions = prod(heap + 1 for heap in heaps)
    if positions > MOST_POSITIONS:
        raise TooLargeError(f"the check goes through up to {MOST_POSITIONS:,} positions; take fewer matches")

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
