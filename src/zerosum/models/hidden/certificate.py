"""The certificate of a hidden game: a mix for each information set that the opponent's play can reach.

A certificate may also hold the ranges of optimal strategies. For each player:

    claims    the least and the greatest probability of each move, at each information set that one of the plans reaches
    plans     optimal strategies, each proved by the opponent's best response; every end must be attained by one of them
    bounds    strategies of the opponent, and small payments to the player for moves, or for reaching a set

If the best response to such a strategy, payments included, earns the player no more than the value, then no optimal
strategy gets a positive payment, since its EV without payments is at least the value. So a payment of 1 for a move
and of -t for reaching its set proves that no optimal strategy makes the move more often than t. Ends of 0 and 1 need
no bound, and the moves of a set bound each other, since their probabilities add up to 1.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from zerosum.core.data import Data
from zerosum.core.game import Strategy
from zerosum.core.proofs import position_key
from zerosum.core.sides import Side
from zerosum.core.value import Value
from zerosum.core.writing import recorded, written_mix
from zerosum.models.hidden.rules import Choice
from zerosum.models.hidden.verify import Mix, bounds, read_at

if TYPE_CHECKING:
    from zerosum.models.hidden.answer import HiddenSolution


def write(solution: HiddenSolution) -> Data:
    """Return the mixes that the verifier needs, by player and information."""
    mixes: dict[str, Data] = {}
    write_at = recorded(solution.mix, written_mix, into=mixes)

    def mix_of(side: Side, known: Hashable, turn: Choice) -> Mix:
        write_at(side, known)
        return read_at(mixes[position_key((side, known))], side, known, turn)

    bounds(solution.game, solution.value.is_exact, mix_of)
    if "ranges" not in vars(solution):
        return {"knowing": mixes}
    return {"knowing": mixes, "ranges": solution.family.range_proofs(solution)}


def verify(solution: HiddenSolution) -> Value:
    """Return bounds on the value, from the solution's mixes in the form of a certificate."""

    def mix_of(side: Side, known: Hashable, turn: Choice) -> Mix:
        mix: Strategy = solution.mix(side, known)
        return read_at(written_mix(mix), side, known, turn)

    return bounds(solution.game, solution.value.is_exact, mix_of)
