"""Closed forms of target games with uniform targets and few stages: (2 - log(3))/4, for instance.

Where the pieces lie and which kernel each has is read off the numbers; their formulas are then built exactly. A
kernel's formula is linear in x, or u + κ/(x + z) with coefficients that are polynomials in the values of the stage
before; the end of a piece is the root of the linear condition that fails there. So the integral over a uniform x
is made of those values by arithmetic and logarithms.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Ints
from zerosum.core.game import Position
from zerosum.models.targets.rules import TargetGame
from zerosum.models.targets.solve.kernel import MOST, pieces_of
from zerosum.numerics.forms import Form, log

__all__ = ["closed_form"]

MOST_STAGES = 3
"""Beyond this the forms grow out of hand."""

Line = tuple[Form, Form]
"""Constant and slope of a linear function of x."""


def closed_form(game: TargetGame, state: Position) -> Form | None:
    """The value at a state as an exact form, if all targets to come are uniform and few."""
    left = game.stages_left(state)
    if left > MOST_STAGES or any(game.target(i).ends is None for i in range(1, left + 1)):
        return None
    try:
        return _value(game, state, {})
    except _NotOfThisShape:
        return None


class _NotOfThisShape(Exception):  # noqa: N818 - it never leaves this module
    """The matrix has more than two columns, or x in both."""


def _value(game: TargetGame, state: Position, known: dict[Position, Form]) -> Form:
    if state not in known:
        known[state] = _average(game, state, known) if game.moves(state)[0] else Form(())
    return known[state]


def _average(game: TargetGame, state: Position, known: dict[Position, Form]) -> Form:
    first, second = _columns(game, state, known)
    low, high = game.target(game.stages_left(state)).ends or (Fraction(0), Fraction(1))
    a, b = (np.array([float(line[i]) for line in first]) for i in range(2))
    c = np.array([float(line[0]) for line in second]) if second else a * 0
    cuts, kernels = np.empty(MOST + 1), np.empty((MOST + 1, 3), np.int64)
    count, _ = pieces_of(a, b, c, bool(second), float(low), float(high), cuts, kernels)
    ends = [Form.of(low)]
    for p in range(1, count):
        ends.append(_root(first, second, [kernels[p - 1], kernels[p]], float(cuts[p])))
    ends.append(Form.of(high))
    total = Form(())
    for p in range(count):
        total += _integral(first, second, kernels[p], ends[p], ends[p + 1])
    return total / Form.of(high - low)


def _columns(game: TargetGame, state: Position, known: dict[Position, Form]) -> tuple[list[Line], list[Line]]:
    """The column in which x enters, and the other, if there is one."""
    rows, cols = game.moves(state)
    columns: list[list[Line]] = []
    for col in cols:
        cells = [game.play(state, row, col) for row in rows]
        columns.append(
            [(Form.of(Fraction(c)) + _value(game, s, known), Form.of(Fraction(d))) for (c, d), s in cells]
        )
    columns.sort(key=lambda column: not any(slope.terms for _, slope in column))
    if len(columns) > 2 or any(slope.terms for column in columns[1:] for _, slope in column):
        raise _NotOfThisShape
    return columns[0], columns[1] if len(columns) == 2 else []


def _integral(first: list[Line], second: list[Line], kernel: Ints, s: Form, t: Form) -> Form:
    """The integral of one kernel's value from s to t."""
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


def _root(first: list[Line], second: list[Line], kernels: list[Ints], near: float) -> Form:
    """The end between two kernels: the root, close to `near`, of a condition of one of them."""
    found = []
    for kernel in kernels:
        for fixed, slope in _conditions(first, second, kernel):
            if slope.terms and abs(-float(fixed) / float(slope) - near) < 1e-9:
                found.append(-fixed / slope)
    return min(found, key=lambda form: len(str(form)))


def _conditions(first: list[Line], second: list[Line], kernel: Ints) -> Iterator[Line]:
    """The linear functions that keep their sign while the kernel is optimal."""
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


def _minus(left: Line, right: Line) -> Line:
    return left[0] - right[0], left[1] - right[1]
