"""Check a staged game's strategies: what each guarantees when the other side knows it and replies best.

With the row player's strategy x(s) fixed everywhere, the column player faces a decision problem, solved from
the ends: L(s) = min over col's moves j of sum_i x_i(s) E[r + L(next)]. Row is sure of L at the start; likewise
col's strategy holds row down to U. Only the rules and the strategies are used. All of it is in fractions, and every
number is the fraction that it is; unless the claim is exact, the bounds of a position are rounded outward.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from zerosum.core.errors import GameError
from zerosum.core.game import Move, Position
from zerosum.core.numbers import as_fraction
from zerosum.core.outward import float_interval, outward
from zerosum.core.proofs import ROUNDING
from zerosum.core.value import Value
from zerosum.models.staged.rules import StagedGame

StrategiesAt = Callable[[Position], tuple[Mapping[Move, Fraction], Mapping[Move, Fraction]]]
"""A position in, both players' mixes over the moves there out: fractions that add up to 1."""


def bounds(game: StagedGame, strategies_at: StrategiesAt, *, position: Position, exact: bool) -> Value:
    """Bounds on the value at a position, from both players' strategies there and below; in fractions if `exact`."""
    lower: dict[Position, Fraction] = {}
    upper: dict[Position, Fraction] = {}
    for at in ends_first(game, position):
        row, col = game.moves(at)
        if not len(row):
            lower[at] = upper[at] = as_fraction(game.payoff(at))
            continue
        x, y = strategies_at(at)
        low = {j: Fraction(0) for j in col}
        high = {i: Fraction(0) for i in row}
        for i in row:
            for j in col:
                outcomes = [(as_fraction(p), as_fraction(r), t) for p, r, t in game.play(at, i, j) if p != 0]
                whole = sum((p for p, _, _ in outcomes), Fraction(0))
                if min(p for p, _, _ in outcomes) < 0 or abs(whole - 1) > ROUNDING:
                    raise GameError(f"the chances at {at!r} do not add up to 1")
                if x[i]:
                    low[j] += x[i] * sum(p * (r + lower[t]) for p, r, t in outcomes) / whole
                if y[j]:
                    high[i] += y[j] * sum(p * (r + upper[t]) for p, r, t in outcomes) / whole
        lower[at], upper[at] = min(low.values()), max(high.values())
        if not exact:
            lower[at], upper[at] = outward(lower[at], -1), outward(upper[at], +1)
    ends = lower[position], upper[position]
    return Value(*ends) if exact else float_interval(*ends)


def ends_first(game: StagedGame, start: Position) -> Iterator[Position]:
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
