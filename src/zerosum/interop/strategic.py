"""A small finite game as one matrix: a line for every plan of row's, a column for every plan of col's.

A plan says what to do at each information set. A leaf of the tree is reached by the plans that take its moves, so it
adds its payoff, times its probability, to the product of two sets of plans.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from math import prod

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.errors import TooLargeError
from zerosum.core.game import Game, Position
from zerosum.core.sides import SIDES
from zerosum.interop.extensive import extensive
from zerosum.models.hidden.rules import Deal, End, HiddenGame, Told, amount_of, heard

__all__ = ["strategic"]

MOST_ENTRIES = 4_000_000

Taken = tuple[dict[Hashable, int], dict[Hashable, int]]
"""For each side the move taken at each of its information sets, by its place."""


def strategic(game: Game) -> Floats:
    """Row's mean payoffs, plan against plan."""
    sets: tuple[dict[Hashable, int], dict[Hashable, int]] = ({}, {})
    leaves = list(_leaves(extensive(game), sets))
    shape = tuple(prod(own.values()) for own in sets)
    if prod(shape) > MOST_ENTRIES:
        raise TooLargeError(
            f"{game.called} has {shape[0]:,} plans against {shape[1]:,}, too many for one matrix of payoffs"
        )
    payoffs: Floats = np.zeros(shape)
    for weight, taken in leaves:
        row, col = (_plans(own, moves) for own, moves in zip(sets, taken, strict=True))
        payoffs += float(weight) * np.outer(row, col)
    return payoffs


def _leaves(
    rules: HiddenGame, sets: tuple[dict[Hashable, int], dict[Hashable, int]]
) -> Iterator[tuple[Fraction, Taken]]:
    """Each leaf's payoff times its probability, and the moves that lead to it; the sets are noted on the way."""
    stack: list[tuple[Position, Told, Fraction, Taken]] = [(rules.start, ((), ()), Fraction(1), ({}, {}))]
    while stack:
        position, told, chance, taken = stack.pop()
        turn = rules.turn(position)
        if isinstance(turn, End):
            yield chance * amount_of(turn.payoff, "a payoff"), taken
        elif isinstance(turn, Deal):
            for outcome, p in turn.outcomes:
                after = rules.after(position, outcome)
                stack.append((after, heard(turn, outcome, told), chance * p, taken))
        else:
            side = SIDES.index(turn.side)
            key = ("named", turn.knows) if turn.knows is not None else ("told", told[side])
            sets[side][key] = len(turn.moves)
            for place, move in enumerate(turn.moves):
                then = (
                    ({**taken[0], key: place}, taken[1])
                    if side == 0
                    else (taken[0], {**taken[1], key: place})
                )
                stack.append((rules.after(position, move), heard(turn, move, told), chance, then))


def _plans(own: dict[Hashable, int], taken: dict[Hashable, int]) -> Floats:
    """Which plans take these moves, as zeros and ones."""
    plans: Floats = np.zeros(tuple(own.values()))
    plans[tuple(taken.get(key, slice(None)) for key in own)] = 1.0
    return plans.ravel()
