"""The states of a target game with their values, and what to do at each of them as a function of x."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.core.errors import InputError
from zerosum.core.game import Position
from zerosum.core.solution import Value
from zerosum.matrix.parametric import pieces
from zerosum.models.targets.rules import Layer, TargetGame
from zerosum.models.targets.solve.kernel import MOST, Bounds, Entries, Lines, gather, pieces_of
from zerosum.numerics.laws import Distribution
from zerosum.numerics.pieces import Piece
from zerosum.numerics.polynomials import Ratio

__all__ = ["Bounds", "Solved", "column_of_x"]


NOTHING = Value.exactly(0)
"""What follows where the game is over."""


@dataclass(frozen=True)
class Solved:
    """All states, the last stage first, and the value of each."""

    rules: TargetGame
    layers: Sequence[Layer]
    values: Sequence[Bounds] | Sequence[Sequence[Fraction]]
    """For each layer the middles and errors of its states; or, where all is exact, fractions."""

    def place(self, state: Position) -> tuple[int, int] | None:
        """The layer of a state and its place there; None where the game is over."""
        try:
            left = self.rules.stages_left(state)
            if not self.rules.moves(state)[0]:
                return None
            return left - 1, self.layers[left - 1].places[state]
        except (ValueError, LookupError, TypeError):
            start = self.rules.typed(self.rules.start)
            raise InputError(
                f"the state {self.rules.typed(state)} cannot follow the start of this game, {start}"
            ) from None

    def value(self, state: Position) -> Value:
        """The value at a state."""
        place = self.place(state)
        if place is None:
            return NOTHING
        at, s = place
        known = self.values[at]
        if isinstance(known, Bounds):
            middle, error = float(known.middles[s]), float(known.errors[s])
            return Value(middle - error, middle + error)
        return Value.exactly(known[s])

    def middles(self, at: int) -> Floats:
        """The middle of the value of every state of a layer."""
        known = self.values[at]
        return known.middles if isinstance(known, Bounds) else np.array([float(v) for v in known])

    def pieces(self, at: int, s: int) -> list[Piece]:
        """Value and strategies at the s-th state of a layer, as functions of x."""
        layer, F = self.layers[at], self.rules.target(at + 1)
        below = self.values[at - 1] if at else ()
        if not isinstance(below, Bounds) and F.exact:
            return _exact_pieces(self.rules, layer, s, [*below, Fraction(0)], F)
        column = column_of_x(layer)
        middles = np.append(self.middles(at - 1), 0.0) if at else np.zeros(1)
        if column is None:
            rational = [Fraction(v) for v in middles.tolist()]
            return [piece.in_floats() for piece in _exact_pieces(self.rules, layer, s, rational, F)]
        return _float_pieces(layer, s, column, middles, F)


def column_of_x(layer: Layer) -> int | None:
    """The one column in which x enters, if there are at most two columns and only one has it."""
    if layer.child.shape[2] > 2:
        return None
    used = [j for j in range(layer.child.shape[2]) if layer.slope[:, :, j].any()]
    return None if len(used) > 1 else used[0] if used else 0


def _exact_pieces(
    game: TargetGame, layer: Layer, s: int, below: list[Fraction], F: Distribution
) -> list[Piece]:
    """The pieces of one state in fractions, brought to the full list of moves."""
    state = layer.states[s]
    rows, cols = game.moves(state)
    at_row, at_col = [game.row_moves.index(r) for r in rows], [game.col_moves.index(c) for c in cols]
    pays = [[game.play(state, row, col)[0] for col in cols] for row in rows]
    A = [
        [below[layer.child[s, i, j]] + Fraction(c) for j, (c, _) in zip(at_col, line, strict=True)]
        for i, line in zip(at_row, pays, strict=True)
    ]
    B = [[Fraction(d) for _, d in line] for line in pays]
    low, high = (F.exact[0][0], F.exact[-1][0]) if F.exact else (F.low, F.high)
    found = pieces(A, B, low, high if high > low else low + 1)
    zero = Ratio((), (Fraction(1),))

    def spread(ratios: Sequence[Ratio], at: list[int], size: int) -> tuple[Ratio, ...]:
        return tuple(ratios[at.index(i)] if i in at else zero for i in range(size))

    full = [
        Piece(
            p.low,
            p.high,
            p.value,
            spread(p.row, at_row, len(game.row_moves)),
            spread(p.col, at_col, len(game.col_moves)),
        )
        for p in found
    ]
    return full if high > low else [dataclasses.replace(full[0], high=low)]


def _float_pieces(layer: Layer, s: int, column: int, below: Floats, F: Distribution) -> list[Piece]:
    """The pieces that the compiled walk finds."""
    rows = layer.child.shape[1]
    a, b, c = np.empty(rows), np.empty(rows), np.empty(rows)
    entries = Entries(layer.child, layer.fixed, layer.slope, column)
    m, two, _ = gather(entries, s, Bounds(below, np.zeros_like(below)), Lines(a, b, c))
    base = c[m - 1] if two else a[m - 1]
    cuts, kernels = np.empty(MOST + 1), np.empty((MOST + 1, 3), np.int64)
    count, _ = pieces_of(a[:m] - base, b[:m], c[:m] - base, two, F.low, F.high, cuts, kernels)
    cuts[count] = F.high
    which = np.flatnonzero((layer.child[s] >= 0).any(axis=1))
    only = not two and not (layer.child[s, :, column] >= 0).any()
    shape = rows, layer.child.shape[2], column if not only else 1 - column
    return [
        _float_piece(cuts[p], cuts[p + 1], kernels[p], (a, b, c), which, shape)
        for p in range(count)
        if cuts[p + 1] - cuts[p] > 1e-13 * max(1.0, cuts[p]) or count == 1
    ]


def _float_piece(
    low: float,
    high: float,
    kernel: Ints,
    abc: tuple[Floats, Floats, Floats],
    which: Ints,
    shape: tuple[int, int, int],
) -> Piece:
    (i, k, j), (a, b, c) = map(int, kernel), abc
    rows, cols, column = shape
    row, col = [Ratio(())] * rows, [Ratio(())] * cols
    if k < 0:
        row[which[i]] = Ratio((1.0,))
        col[column if j == 0 else 1 - column] = Ratio((1.0,))
        value = Ratio(_line(a[i], b[i])) if j == 0 else Ratio(_line(c[i], 0.0))
        return Piece(float(low), float(high), value, tuple(row), tuple(col))
    s0, s1 = a[i] - a[k] + c[k] - c[i], b[i] - b[k]
    unit = s1 if s1 != 0 else s0
    bottom = _line(s0 / unit, s1 / unit)
    row[which[i]] = _ratio((c[k] - a[k]) / unit, -b[k] / unit, bottom)
    row[which[k]] = _ratio((a[i] - c[i]) / unit, b[i] / unit, bottom)
    col[column] = _ratio((c[k] - c[i]) / unit, 0.0, bottom)
    col[1 - column] = _ratio((a[i] - a[k]) / unit, s1 / unit, bottom)
    d0, d1 = a[i] * c[k] - c[i] * a[k], b[i] * c[k] - c[i] * b[k]
    value = _ratio(d0 / unit, d1 / unit, bottom)
    return Piece(float(low), float(high), value, tuple(row), tuple(col))


def _ratio(constant: float, slope: float, bottom: tuple[float, ...]) -> Ratio:
    """A linear function over another; a number where they are proportional, so that a common root does no harm."""
    if len(bottom) == 2 and math.isclose(constant * bottom[1], slope * bottom[0], rel_tol=1e-14):
        return Ratio(_line(slope / bottom[1], 0.0))
    return Ratio(_line(constant, slope), bottom)


def _line(constant: float, slope: float) -> tuple[float, ...]:
    """A linear function as a polynomial of plain floats."""
    if slope != 0:
        return float(constant), float(slope)
    return (float(constant),) if constant != 0 else ()
