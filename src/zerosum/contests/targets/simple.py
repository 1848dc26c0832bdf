"""Players of target games that need no solution: they look at the state, at the target, and no further."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from zerosum.contests.targets.plans import Array, Board, Made, Plan, Span, joined
from zerosum.contests.targets.play import best_spans
from zerosum.sides import Side

__all__ = ["SIMPLE", "Choice", "simple"]

Choice = Callable[[Board, int, int, Side], Sequence[Span]]
"""What a simple player does at a state, by its layer and its place there."""


def simple(board: Board, side: Side, choice: Choice) -> Plan:
    """The plan of a player who needs nothing but the state."""
    return Made(lambda at, s: choice(board, at, s, side))


def _uniform(board: Board, at: int, s: int, side: Side) -> Sequence[Span]:
    """Every move alike."""
    return [joined(board, at, side, board.moves(at, s, side))]


def _boldest(board: Board, at: int, s: int, side: Side) -> Sequence[Span]:
    """The moves that put the most at stake for an average target."""
    return [joined(board, at, side, _staking(board, at, s, side, most=True))]


def _meekest(board: Board, at: int, s: int, side: Side) -> Sequence[Span]:
    """The moves that put the least at stake."""
    return [joined(board, at, side, _staking(board, at, s, side, most=False))]


def _choosy(board: Board, at: int, s: int, side: Side) -> Sequence[Span]:
    """Bold where the target is worth its mean or more, meek where it is worth less."""
    return [*_meekest(board, at, s, side), _from_mean(board, at, s, side)]


def _from_mean(board: Board, at: int, s: int, side: Side) -> Span:
    law = board.target(at)
    mean = sum((x * p for x, p in law.exact), Fraction(0)) if board.exact else law.mean
    return joined(board, at, side, _staking(board, at, s, side, most=True), mean)


def _greedy(board: Board, at: int, s: int, side: Side) -> Sequence[Span]:
    """The move that pays best at this target if the rival plays any move alike; what follows is not looked at."""
    below = len(board.layers[at - 1].states) + 1 if at else 1
    nothing: Array = np.array([board.number(0)] * below)
    rival = simple(board, "col" if side == "row" else "row", _uniform)
    return best_spans(board, rival, side, at, s, nothing)


def _staking(board: Board, at: int, s: int, side: Side, *, most: bool) -> list[int]:
    """The moves of a side that can win or lose the most, or the least, at an average target."""
    c, d = board.layers[at].fixed[s], board.layers[at].slope[s]
    stakes = (abs(c) + abs(d) * abs(board.target(at).mean)).max(axis=1 if side == "row" else 0)
    moves = board.moves(at, s, side)
    wanted = (max if most else min)(stakes[i] for i in moves)
    return [i for i in moves if stakes[i] == wanted]


SIMPLE: dict[str, Choice] = {
    "uniform": _uniform,
    "boldest": _boldest,
    "meekest": _meekest,
    "choosy": _choosy,
    "greedy": _greedy,
}
"""The players that need no solution."""
