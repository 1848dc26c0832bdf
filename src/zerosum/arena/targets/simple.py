"""Players of target games that need no solution: they look at the state, at the target, and no further."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import numpy as np

from zerosum.arena.targets.lowered import Spanned
from zerosum.arena.targets.meeting import best_spans
from zerosum.arena.targets.spans import Span, Spot, joined
from zerosum.arrays import Array
from zerosum.sides import Side, other

__all__ = ["SIMPLE", "alike"]

Choice = Callable[[Spot, Side], Sequence[Span]]
"""What a simple player does at a state."""


def alike(spot: Spot, side: Side) -> Sequence[Span]:
    """Every move alike."""
    return [joined(spot, side, spot.moves(side))]


def _boldest(spot: Spot, side: Side) -> Sequence[Span]:
    """The moves that put the most at stake for an average target."""
    return [joined(spot, side, _staking(spot, side, most=True))]


def _meekest(spot: Spot, side: Side) -> Sequence[Span]:
    """The moves that put the least at stake."""
    return [joined(spot, side, _staking(spot, side, most=False))]


def _choosy(spot: Spot, side: Side) -> Sequence[Span]:
    """Bold where the target is worth its mean or more, meek where it is worth less."""
    law = spot.law
    mean = sum((x * p for x, p in law.exact), Fraction(0)) if spot.layout.exact else law.mean
    return [*_meekest(spot, side), joined(spot, side, _staking(spot, side, most=True), mean)]


def _greedy(spot: Spot, side: Side) -> Sequence[Span]:
    """The move that pays best at this target if the rival plays any move alike; what follows is not looked at."""
    nothing: Array = np.array([spot.layout.number(0)] * (spot.layout.over(spot.at) + 1))
    return best_spans(spot, Spanned(lambda where: alike(where, other(side))), side, nothing)


def _staking(spot: Spot, side: Side, *, most: bool) -> list[int]:
    """The moves of a side that can win or lose the most, or the least, at an average target."""
    layer = spot.layout.layers[spot.at]
    c, d = layer.fixed[spot.s], layer.slope[spot.s]
    stakes = (abs(c) + abs(d) * abs(spot.law.mean)).max(axis=1 if side == "row" else 0)
    moves = spot.moves(side)
    wanted = (max if most else min)(stakes[i] for i in moves)
    return [i for i in moves if stakes[i] == wanted]


SIMPLE: Mapping[str, Choice] = {
    "boldest": _boldest,
    "meekest": _meekest,
    "choosy": _choosy,
    "greedy": _greedy,
}
"""The players that need no solution, beside those of every game."""
