"""Check a staged game's strategies: what each guarantees when the other side knows it and replies best.

With the row player's strategy x(s) fixed everywhere, the column player faces a problem of their own, solved from
the ends: L(s) = min over col's moves j of sum_i x_i(s) E[r + L(next)]. Row is sure of L at the start; likewise
col's strategy holds row down to U. Only the rules and the strategies are used. Strategies in fractions are
checked in fractions; floats with slack for every rounding, outward, so that L <= v <= U holds.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from zerosum.core.game import Move
from zerosum.core.numbers import Amount, Number
from zerosum.core.solution import Value
from zerosum.models.staged.rules import Position, StagedAnswer, StagedGame
from zerosum.numerics.outward import mean, mixed

__all__ = ["verify"]


def verify(game: StagedGame, solution: StagedAnswer) -> Value:
    """Bounds on the value at the solution's position, from `solution.strategies_at(position)` alone."""
    exact = solution.value.is_exact
    lower: dict[Position, Number] = {}
    upper: dict[Position, Number] = {}
    for position in _ends_first(game, solution.position):
        row, col = game.moves(position)
        if not len(row):
            lower[position], upper[position] = _outward(game.payoff(position), exact)
            continue
        x, y = (list(mix.values()) for mix in solution.strategies_at(position))
        low = [[_worth(game, position, i, j, lower, exact, -1) for j in col] for i in row]
        high = [[_worth(game, position, i, j, upper, exact, +1) for j in col] for i in row]
        lower[position] = min(
            mixed(list(zip(x, column, strict=True)), -1, exact=exact) for column in zip(*low, strict=True)
        )
        upper[position] = max(mixed(list(zip(y, line, strict=True)), +1, exact=exact) for line in high)
    low_bound, high_bound = lower[solution.position], upper[solution.position]
    return Value(min(low_bound, high_bound), high_bound)


def _worth(
    game: StagedGame,
    position: Position,
    i: Move,
    j: Move,
    bound: dict[Position, Number],
    exact: bool,
    sign: int,
) -> Number:
    """The expected reward and bound after a pair of moves, rounded outward."""
    outcomes = [(p, r, bound[after]) for p, r, after in game.play(position, i, j) if p != 0]
    total = 1 if exact else math.fsum(float(p) for p, _, _ in outcomes)
    return mean([(p, x) for p, r, v in outcomes for x in (r, v)], sign, exact=exact) / total


def _outward(payoff: Amount, exact: bool) -> tuple[Number, Number]:
    """A payoff as an interval: itself, or a float either side."""
    if exact:
        return Fraction(payoff), Fraction(payoff)
    return math.nextafter(float(payoff), -math.inf), math.nextafter(float(payoff), math.inf)


def _ends_first(game: StagedGame, start: Position) -> Iterator[Position]:
    """All positions below the start, each after everything that it leads to."""
    done: set[Position] = set()
    stack: list[tuple[Position, Iterator[Position]]] = [(start, _next(game, start))]
    while stack:
        position, rest = stack[-1]
        after = next((t for t in rest if t not in done), None)
        if after is not None:
            stack.append((after, _next(game, after)))
            continue
        stack.pop()
        if position not in done:
            done.add(position)
            yield position


def _next(game: StagedGame, position: Position) -> Iterator[Position]:
    """The positions that can follow."""
    row, col = game.moves(position)
    return (after for i in row for j in col for p, _, after in game.play(position, i, j) if p != 0)
