"""Bounds on the value of a subtraction game, from one take at every position.

Follow the takes for one player, let the other player take any allowed number, and find out who takes last in each
line of play. If the player always wins, the takes are a proof. All reachable positions are visited, so the number of
matches is limited; the solver uses the period instead.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.proofs import Recalled, fields, position_key
from zerosum.core.value import Value
from zerosum.models.staged.engines.grundy.rules import Heaps, SubtractionGame, Take


def prove(game: SubtractionGame, claimed: Value, data: Data) -> Value:
    """Return the bounds that the certificate's takes prove at the start; raise an error for a take
    against the rules.
    """
    [takes] = fields(data, "takes")
    entry_at = Recalled(takes)
    start = game.tidy(game.sizes)
    proved = bounds(game, lambda *at: read_take(game, entry_at(*at), *at), heaps=start)
    entry_at.reject_others()
    return proved


def read_take(game: SubtractionGame, entry: Data, *heaps: int) -> Take | None:
    """Return the take at these heaps, as a list, or an empty list if there is none."""
    takes = [Take(*take) for take in entry]
    legal = list(game.all_takes(heaps))
    if len(takes) != min(len(legal), 1) or any(take not in legal for take in takes):
        raise InputError(f"the certificate must give one take at {position_key(heaps)} that the rules allow")
    return takes[0] if takes else None


def bounds(game: SubtractionGame, take_at: Callable[..., Take | None], *, heaps: Heaps) -> Value:
    """Return bounds on the winnings of the player to move, from a take, or None, at all heaps."""

    def always_wins(moves_first: bool) -> bool:
        """Return whether the player who follows the takes, and moves first or second, wins every line of play."""
        start = (heaps, moves_first)
        waiting, visited = [start], {start}
        while waiting:
            here, follows = waiting.pop()
            own = take_at(*here) if follows else None
            takes = list(game.all_takes(here)) if not follows else [] if own is None else [own]
            # A player who cannot take loses in normal play and wins in misère play.
            if not takes and follows == game.last_wins:
                return False
            for take in takes:
                after = (game.after(here, take), not follows)
                if after not in visited:
                    visited.add(after)
                    waiting.append(after)
        return True

    return Value(Fraction(1 if always_wins(True) else -1), Fraction(-1 if always_wins(False) else 1))
