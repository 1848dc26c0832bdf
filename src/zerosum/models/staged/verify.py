"""Check a staged game's strategies: what each guarantees when the other side knows it and replies best.

With the row player's strategy x(s) fixed everywhere, the column player faces a decision problem, solved from
the ends: L(s) = min over col's moves j of sum_i x_i(s) E[r + L(next)]. Row is sure of L at the start; likewise
col's strategy holds row down to U. Only the rules and the strategies are used. Strategies in fractions are
checked in fractions; floats with slack for every rounding, outward, so that L <= v <= U holds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from zerosum.core.game import Position, Strategy
from zerosum.core.numbers import Number
from zerosum.core.value import Value
from zerosum.models.staged.rules import StagedGame
from zerosum.numerics.outward import mean, mixed

if TYPE_CHECKING:
    from zerosum.models.staged.answer import StagedSolution


def verify(solution: StagedSolution) -> Value:
    """Bounds on the value at the solution's position, from `solution.strategies_at(position)` alone."""
    return bounds(
        solution.game, solution.strategies_at, position=solution.position, exact=solution.value.is_exact
    )


def bounds(
    game: StagedGame,
    strategies_at: Callable[[Position], tuple[Strategy, Strategy]],
    *,
    position: Position,
    exact: bool,
) -> Value:
    """Bounds on the value at a position, from both players' strategies there and below; in fractions if `exact`."""
    lower: dict[Position, Number] = {}
    upper: dict[Position, Number] = {}

    def after(at: Position, i: object, j: object, bound: dict[Position, Number], sign: int) -> Number:
        """The expected reward and bound after a pair of moves, rounded outward."""
        outcomes = [(p, r, bound[following]) for p, r, following in game.play(at, i, j) if p != 0]
        total = 1 if exact else math.fsum(float(p) for p, _, _ in outcomes)
        return mean([(p, x) for p, r, v in outcomes for x in (r, v)], sign, exact=exact) / total

    for at in _ends_first(game, position):
        row, col = game.moves(at)
        if not len(row):
            paid = game.payoff(at)
            lower[at] = Fraction(paid) if exact else math.nextafter(float(paid), -math.inf)
            upper[at] = Fraction(paid) if exact else math.nextafter(float(paid), math.inf)
            continue
        x, y = (list(mix.values()) for mix in strategies_at(at))
        low = [[after(at, i, j, lower, -1) for j in col] for i in row]
        high = [[after(at, i, j, upper, +1) for j in col] for i in row]
        lower[at] = min(
            mixed(list(zip(x, column, strict=True)), -1, exact=exact) for column in zip(*low, strict=True)
        )
        upper[at] = max(mixed(list(zip(y, line, strict=True)), +1, exact=exact) for line in high)
    return Value(min(lower[position], upper[position]), upper[position])


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
