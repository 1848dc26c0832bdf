"""Formulas of a target game's states: value and strategies as functions of x, and closed forms of the value.

*Pieces.* With the values of the next stage known, a state is a matrix game whose entries are linear in x. Between
finitely many cuts one kernel of the matrix is optimal, and value and strategies are ratios of polynomials in x.

*Closed forms*, (2 - log(3))/4 for instance, exist if all remaining targets are uniform and few. The pieces and their
kernels are taken from the numerical solution; their formulas are then constructed exactly. A kernel's formula is
linear in x, or u + κ/(x + z) with coefficients that are polynomials in the values of the stage before; the end of a
piece is the root of the linear condition that fails there. So the integral over a uniform x is an expression in these
values with arithmetic and logarithms.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.core.game import Position
from zerosum.matrix.parametric import pieces
from zerosum.models.targets.answer import LayerValues, StateValues
from zerosum.models.targets.kernel import MAX_PIECES, Entries, Lines, gather, pieces_of
from zerosum.models.targets.rules import Layer, TargetGame
from zerosum.numerics.distribution_arrays import Distribution
from zerosum.numerics.forms import Form, log
from zerosum.numerics.piecewise import Piece
from zerosum.numerics.polynomials import Ratio

MAX_STAGES = 3
"""Maximum number of stages; with more stages the closed forms are too long."""

FormLine = tuple[Form, Form]
"""Constant and slope of a linear function of x."""


def pieces_at(solved: StateValues, layer: int, place: int) -> list[Piece]:
    """Return value and strategies, as functions of x, at a state given by its layer and its index there.

    They are in fractions if the values of the next stage are fractions, otherwise in floats.
    """
    game, states, F = solved.rules, solved.layers[layer], solved.rules.target(layer + 1)
    below = solved.values[layer - 1] if layer else ()
    if not isinstance(below, LayerValues) and F.exact:
        return _exact_pieces(game, states, place, [*below, Fraction(0)], F)
    column = column_of_x(states)
    middles = np.append(solved.middles(layer - 1), 0.0) if layer else np.zeros(1)
    if column is None:
        rational = [Fraction(v) for v in middles.tolist()]
        return [piece.in_floats() for piece in _exact_pieces(game, states, place, rational, F)]
    return _float_pieces(states, place, column, middles, F)


def column_of_x(layer: Layer) -> int | None:
    """Return the only column that contains x, if there are at most two columns."""
    if layer.child.shape[2] > 2:
        return None
    used = [j for j in range(layer.child.shape[2]) if layer.slope[:, :, j].any()]
    return None if len(used) > 1 else used[0] if used else 0


def _exact_pieces(
    game: TargetGame, layer: Layer, s: int, below: list[Fraction], F: Distribution
) -> list[Piece]:
    """Return the pieces of one state in fractions, extended to the full list of moves."""
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

    def spread(ratios: Sequence[Ratio], at: list[int], moves: Sequence[str]) -> tuple[Ratio, ...]:
        return tuple(ratios[at.index(i)] if i in at else zero for i in range(len(moves)))

    full = []
    for p in found:
        row, col = spread(p.row, at_row, game.row_moves), spread(p.col, at_col, game.col_moves)
        full.append(dataclasses.replace(p, row=row, col=col))
    return full if high > low else [dataclasses.replace(full[0], high=low)]


def _float_pieces(layer: Layer, s: int, column: int, below: Floats, F: Distribution) -> list[Piece]:
    """Return the pieces found by the compiled walk."""
    rows = layer.child.shape[1]
    a, b, c = np.empty(rows), np.empty(rows), np.empty(rows)
    entries = Entries(layer.child, layer.fixed, layer.slope, column)
    m, two, _ = gather(entries, s, LayerValues(below, np.zeros_like(below)), Lines(a, b, c))
    base = c[m - 1] if two else a[m - 1]
    cuts, kernels = np.empty(MAX_PIECES + 1), np.empty((MAX_PIECES + 1, 3), np.int64)
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
    """Return the quotient of two linear functions; a constant if they are proportional."""
    if len(bottom) == 2 and math.isclose(constant * bottom[1], slope * bottom[0], rel_tol=1e-14):
        return Ratio(_line(slope / bottom[1], 0.0))
    return Ratio(_line(constant, slope), bottom)


def _line(constant: float, slope: float) -> tuple[float, ...]:
    """Return a linear function as a polynomial of plain floats."""
    if slope != 0:
        return float(constant), float(slope)
    return (float(constant),) if constant != 0 else ()


def closed_form(game: TargetGame, state: Position) -> Form | None:
    """Return the exact closed form of a state's value, if all targets to come are uniform and few."""
    left = game.stages_left(state)
    if left > MAX_STAGES or any(game.target(i).ends is None for i in range(1, left + 1)):
        return None
    try:
        return _value(game, state, {})
    except _NotOfThisShape:
        return None


class _NotOfThisShape(Exception):  # noqa: N818 - it never leaves this module
    """An error: the matrix has more than two columns, or x in two columns."""


def _value(game: TargetGame, state: Position, known: dict[Position, Form]) -> Form:
    if state not in known:
        known[state] = _average(game, state, known) if game.moves(state)[0] else Form(())
    return known[state]


def _average(game: TargetGame, state: Position, known: dict[Position, Form]) -> Form:
    first, second = _columns(game, state, known)
    low, high = game.target(game.stages_left(state)).ends or (Fraction(0), Fraction(1))
    a, b = (np.array([float(line[i]) for line in first]) for i in range(2))
    c = np.array([float(line[0]) for line in second]) if second else a * 0
    cuts, kernels = np.empty(MAX_PIECES + 1), np.empty((MAX_PIECES + 1, 3), np.int64)
    count, _ = pieces_of(a, b, c, bool(second), float(low), float(high), cuts, kernels)
    ends = [Form.of(low)]
    for p in range(1, count):
        ends.append(_root(first, second, [kernels[p - 1], kernels[p]], float(cuts[p])))
    ends.append(Form.of(high))
    total = Form(())
    for p in range(count):
        total += _integral(first, second, kernels[p], ends[p], ends[p + 1])
    return total / Form.of(high - low)


def _columns(
    game: TargetGame, state: Position, known: dict[Position, Form]
) -> tuple[list[FormLine], list[FormLine]]:
    """Return the column that contains x, and the other, if there is one."""
    rows, cols = game.moves(state)
    columns: list[list[FormLine]] = []
    for col in cols:
        cells = [game.play(state, row, col) for row in rows]
        columns.append(
            [(Form.of(Fraction(c)) + _value(game, s, known), Form.of(Fraction(d))) for (c, d), s in cells]
        )
    columns.sort(key=lambda column: not any(slope.terms for _, slope in column))
    if len(columns) > 2 or any(slope.terms for column in columns[1:] for _, slope in column):
        raise _NotOfThisShape
    return columns[0], columns[1] if len(columns) == 2 else []


def _integral(first: list[FormLine], second: list[FormLine], kernel: Ints, s: Form, t: Form) -> Form:
    """Return the integral of one kernel's value from s to t."""
    i, k, j = map(int, kernel)
    if k < 0:
        fixed, slope = first[i] if j == 0 else second[i]
        return fixed * (t - s) + slope * (t * t - s * s) / Form.of(2)
    (a, b), (c, _), (a2, b2), (c2, _) = first[i], second[i], first[k], second[k]
    s0, s1 = a - a2 + c2 - c, b - b2
    d0, d1 = a * c2 - c * a2, b * c2 - c * b2
    if not s1.terms:
        return (d0 * (t - s) + d1 * (t * t - s * s) / Form.of(2)) / s0
    u, z = d1 / s1, s0 / s1
    kappa = (d0 - u * s0) / s1
    if not kappa.terms:
        return u * (t - s)
    near, far = s + z, t + z
    if float(far) < 0:
        near, far = -near, -far
    return u * (t - s) + kappa * (log(far) - log(near))


def _root(first: list[FormLine], second: list[FormLine], kernels: list[Ints], near: float) -> Form:
    """Return the border between two kernels: the root near `near` of a condition of one of them."""
    found = []
    for kernel in kernels:
        for fixed, slope in _conditions(first, second, kernel):
            if slope.terms and abs(-float(fixed) / float(slope) - near) < 1e-9:
                found.append(-fixed / slope)
    return min(found, key=lambda form: len(str(form)))


def _conditions(first: list[FormLine], second: list[FormLine], kernel: Ints) -> Iterator[FormLine]:
    """Yield the linear functions that must keep their sign for the kernel to be optimal."""
    i, k, j = map(int, kernel)
    columns = [first, second] if second else [first]
    if k < 0:
        here = columns[j][i]
        yield from (_minus(here, columns[j][r]) for r in range(len(first)) if r != i)
        yield from (_minus(here, column[i]) for column in columns if column is not columns[j])
        return
    yield _minus(first[k], second[k])
    yield _minus(first[i], second[i])
    yield _minus(first[i], first[k])
    (a, b), (c, _), (a2, b2), (c2, _) = first[i], second[i], first[k], second[k]
    for r in range(len(first)):
        if r not in (i, k):
            (a3, b3), (c3, _) = first[r], second[r]
            yield (
                a * c2 - c * a2 - a3 * (c2 - c) - c3 * (a - a2),
                b * c2 - c * b2 - b3 * (c2 - c) - c3 * (b - b2),
            )


def _minus(left: FormLine, right: FormLine) -> FormLine:
    return left[0] - right[0], left[1] - right[1]
