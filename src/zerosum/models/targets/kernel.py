"""The compiled recursion for matrices of two columns, with a + b x in the first column and c in the second.

Then every condition under which a kernel is optimal is *linear* in x, so that each kernel (a row and a column, or two
rows) is optimal on one interval, known by a few divisions; the intervals tile the line, and a walk from left to right
finds the pieces. On a piece the value is linear or u + κ/(x + z), and `moments` has its integral.

The bound. Entries are taken relative to one of them, so that they are small; U is the unit of rounding and `scale`
the largest entry. Conditions must hold up to `tol`, a few U times the scale. Replacing a slightly negative
probability by zero costs at most the violation of the condition; a row that violates a condition by e has a payoff
that is better by e/|D(x)|, whose integral is e·∫dF/|D|, known from the reciprocal moment. The errors of the
coefficients, the moments and the last sums are added. The error of the entries themselves is the largest error of the
next states, since a value changes by no more than its entries.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.core.compiled import kernel
from zerosum.models.targets.answer import LayerValues
from zerosum.numerics.distribution_arrays import DistributionArrays
from zerosum.numerics.moments import U, mass_and_moment, reciprocal

MAX_PIECES = 16
"""Maximum number of pieces of a game; beyond it the walk stops with an infinite bound."""


class Entries(NamedTuple):
    """The matrices of a layer's states, in the form of `models.targets.Layer`, and the column that contains x."""

    child: Ints
    fixed: Floats
    slope: Floats
    column: int


class Lines(NamedTuple):
    """One state's matrix, row by row: a + b x in the column of x, c in the other column."""

    a: Floats
    b: Floats
    c: Floats


@kernel(error_model="numpy")
def _narrowed(low: float, high: float, u: float, w: float, tol: float) -> tuple[float, float]:
    """Return the part of [low, high] in which u + w x >= -tol."""
    if w > 0:
        return max(low, (-u - tol) / w), high
    if w < 0:
        return low, min(high, (u + tol) / -w)
    return (low, high) if u >= -tol else (math.inf, -math.inf)


@kernel(error_model="numpy")
def _pure_reach(
    a: Floats, b: Floats, c: Floats, two: bool, i: int, j: int, tol: float
) -> tuple[float, float]:
    """Return the interval in which row i and column j are a saddle point."""
    low, high = -math.inf, math.inf
    # row i must be the best response to column j
    for r in range(a.shape[0]):
        if r != i and j == 0:
            low, high = _narrowed(low, high, a[i] - a[r], b[i] - b[r], tol)
        elif r != i:
            low, high = _narrowed(low, high, c[i] - c[r], 0.0, tol)
    # and column j the best response to row i
    if two:
        sign = 1.0 if j == 0 else -1.0
        low, high = _narrowed(low, high, sign * (c[i] - a[i]), -sign * b[i], tol)
    return low, high


@kernel(error_model="numpy")
def _mixed_reach(
    a: Floats, b: Floats, c: Floats, i: int, k: int, sign: float, tol: float, tol2: float
) -> tuple[float, float]:
    """Return the interval in which rows i and k with both columns are a kernel."""
    low, high = -math.inf, math.inf
    # both players' four probabilities are nonnegative: numerators have the sign of the sum of cofactors
    low, high = _narrowed(low, high, sign * (c[k] - a[k]), -sign * b[k], tol)
    low, high = _narrowed(low, high, sign * (a[i] - c[i]), sign * b[i], tol)
    low, high = _narrowed(low, high, sign * (c[k] - c[i]), 0.0, tol)
    low, high = _narrowed(low, high, sign * (a[i] - a[k]), sign * (b[i] - b[k]), tol)
    low, high = _narrowed(low, high, sign * (a[i] - a[k] + c[k] - c[i]), sign * (b[i] - b[k]), -tol)
    # no other row has a higher EV against col's mix
    for r in range(a.shape[0]):
        if r != i and r != k:
            fixed = a[i] * c[k] - c[i] * a[k] - a[r] * (c[k] - c[i]) - c[r] * (a[i] - a[k])
            slope = b[i] * c[k] - c[i] * b[k] - b[r] * (c[k] - c[i]) - c[r] * (b[i] - b[k])
            low, high = _narrowed(low, high, sign * fixed, sign * slope, tol2)
    return low, high


@kernel(error_model="numpy")
def pieces_of(
    a: Floats, b: Floats, c: Floats, two: bool, low: float, high: float, cuts: Floats, kernels: Ints
) -> tuple[int, float]:
    """Find the pieces from low to high; return the start of each, its kernel (row, other row or -1, column),
    and their number.

    Also return the total length by which pieces were stretched to meet; it is infinite if this was impossible.
    """
    m = a.shape[0]
    # conditions on differences are linear in the entries, conditions on mixes are quadratic
    scale = max(np.max(np.abs(a)), np.max(np.abs(c))) if two else np.max(np.abs(a))
    tol, tol2 = 8 * U * scale, 16 * U * scale * scale
    size = 2 * m + m * (m - 1)
    begins, ends, names = np.empty(size), np.empty(size), np.empty((size, 3), np.int64)
    # every kernel with the interval on which it is optimal: pure pairs, and pairs of rows for both signs
    count = 0
    for i in range(m):
        for j in range(2 if two else 1):
            begins[count], ends[count] = _pure_reach(a, b, c, two, i, j, tol)
            names[count, 0], names[count, 1], names[count, 2] = i, -1, j
            count += 1
        for k in range(i + 1, m if two else 0):
            for sign in (1.0, -1.0):
                begins[count], ends[count] = _mixed_reach(a, b, c, i, k, sign, tol, tol2)
                names[count, 0], names[count, 1], names[count, 2] = i, k, 0
                count += 1
    return _walk(begins[:count], ends[:count], names, low, high, scale, cuts, kernels)


@kernel(error_model="numpy")
def _walk(
    begins: Floats,
    ends: Floats,
    names: Ints,
    low: float,
    high: float,
    scale: float,
    cuts: Floats,
    kernels: Ints,
) -> tuple[int, float]:
    """Walk from low to high along the intervals on which kernels are optimal; results as in `pieces_of`."""
    x, found, stretched = low, 0, 0.0
    while found < MAX_PIECES:
        # among the intervals that hold x, take the one with the largest end
        reach = x + 4 * U * (abs(x) + scale)
        best = -1
        for e in range(begins.shape[0]):
            if begins[e] <= reach and ends[e] > reach and (best < 0 or ends[e] > ends[best]):
                best = e
        if best < 0:  # a gap by rounding: the piece that begins next is stretched to the left
            for e in range(begins.shape[0]):
                if begins[e] > x and ends[e] >= begins[e] and (best < 0 or begins[e] < begins[best]):
                    best = e
            if best < 0 or begins[best] > high:
                # nothing begins before the end: the nearest interval is stretched to the right instead
                best = _nearest(begins, ends, x)
                if best < 0:
                    return found, math.inf
                begins[best] = min(begins[best], x)
                ends[best] = max(ends[best], high)
                stretched += high - x if math.isfinite(high) else math.inf
            else:
                stretched += begins[best] - x
        # the piece lasts as long as its kernel stays optimal
        cuts[found] = x
        kernels[found, 0], kernels[found, 1], kernels[found, 2] = (
            names[best, 0],
            names[best, 1],
            names[best, 2],
        )
        found += 1
        x = ends[best]
        if x >= high:
            return found, stretched
    return found, math.inf


@kernel(error_model="numpy")
def _nearest(begins: Floats, ends: Floats, x: float) -> int:
    """Return the interval with the largest end among those that contain x, at the right end of the remaining part."""
    best = -1
    for e in range(begins.shape[0]):
        if begins[e] <= x + 1e-12 * (1 + abs(x)) and (best < 0 or ends[e] > ends[best]):
            best = e
    return best


@kernel(error_model="numpy")
def _mixed_integral(
    lines: Lines, i: int, k: int, arrays: DistributionArrays, s: float, t: float, end: float
) -> tuple[float, float]:
    """Return the integral of a mixed piece from s up to t, which includes the end of the support, and its error."""
    a, b, c = lines
    steep = np.max(np.abs(b))
    scale = max(np.max(np.abs(a)), np.max(np.abs(c)))
    # the value is (d0 + d1 x) / (s0 + s1 x)
    s0, s1 = a[i] - a[k] + c[k] - c[i], b[i] - b[k]
    d0, d1 = a[i] * c[k] - c[i] * a[k], b[i] * c[k] - c[i] * b[k]
    mass, moment, e_mass, e_moment = mass_and_moment(arrays, s, t)
    # a constant denominator: the value is linear in x
    if s1 == 0.0:
        value = (d0 * mass + d1 * moment) / s0
        error = (
            abs(d0) * e_mass + abs(d1) * e_moment + 64 * U * scale * (scale * mass + steep * abs(moment))
        ) / abs(s0)
        return value, error
    # divided: u + kappa / (x + z)
    u, z = d1 / s1, s0 / s1
    kappa = (d0 - u * s0) / s1
    nudge = max(8 * U * (scale + abs(z)), 1e-200)
    if s + z <= nudge and end + z > nudge and -z - s < end + z:  # the pole is at the left end, up to rounding
        s = -z + nudge
    elif s + z < -nudge and end + z >= -nudge:  # or at the right end
        t = -z - nudge
    # the errors of the linear part, of the pole part, and of rows that are better by the tolerance
    inverse, e_inverse = reciprocal(arrays, z, s, t)
    inverse_size = abs(inverse) + e_inverse
    e_line = (
        16 * U * steep * scale / abs(s1) * mass
        + abs(u) * e_mass
        + 16 * U * scale / abs(s1) * 2 * steep * mass
    )
    e_pole = (48 * U * scale * scale + 16 * U * scale * abs(u)) / abs(s1) * inverse_size + abs(
        kappa
    ) * e_inverse
    e_rows = 16 * U * scale * scale / abs(s1) * inverse_size + 16 * U * scale * steep / abs(s1) * mass
    return u * mass + kappa * inverse, e_line + e_pole + e_rows + (16 * U * scale + 2 * steep * nudge) * mass


@kernel(error_model="numpy")
def _state_value(
    lines: Lines, two: bool, arrays: DistributionArrays, low: float, high: float, cuts: Floats, kernels: Ints
) -> tuple[float, float]:
    """Return the average value of one state's game, and a bound on its error."""
    a, b, c = lines
    count, stretched = pieces_of(a, b, c, two, low, high, cuts, kernels)
    scale = max(np.max(np.abs(a)), np.max(np.abs(c))) if two else np.max(np.abs(a))
    steep = np.max(np.abs(b))
    # piece by piece; if pieces were stretched, the error of a payoff may be its slope times the length
    total, error = 0.0, 4 * steep * stretched
    for p in range(count):
        s = cuts[p]
        t = cuts[p + 1] if p + 1 < count else math.inf
        i, k = kernels[p, 0], kernels[p, 1]
        # two rows mix; otherwise one row is played against the column without x (1) or with x (0)
        if k >= 0:
            part, off = _mixed_integral(lines, i, k, arrays, s, t, min(t, high))
        else:
            mass, moment, e_mass, e_moment = mass_and_moment(arrays, s, t)
            if kernels[p, 2] == 1:
                part, off = c[i] * mass, abs(c[i]) * e_mass
            else:
                part, off = a[i] * mass + b[i] * moment, abs(a[i]) * e_mass + abs(b[i]) * e_moment
            off += 8 * U * scale * mass + 2 * U * abs(part)
        total += part
        error += off + U * abs(total)
    return total, error


@kernel(nogil=True, error_model="numpy")
def solve_layer(
    entries: Entries,
    below: LayerValues,
    arrays: DistributionArrays,
    low: float,
    high: float,
    drift: float,
    found: LayerValues,
) -> None:
    """Solve every state of a layer with error bounds; x may occur in one column only."""
    cuts, kernels = np.empty(MAX_PIECES + 1), np.empty((MAX_PIECES + 1, 3), np.int64)
    states, rows, _ = entries.child.shape
    lines = Lines(np.empty(rows), np.empty(rows), np.empty(rows))
    A, B, C = lines
    for state in range(states):
        m, two, worst = gather(entries, state, below, lines)
        # entries relative to one of them, so that rounded numbers are small
        base = C[m - 1] if two else A[m - 1]
        rounding = 0.0
        for i in range(m):
            rounding = max(rounding, 2 * U * (abs(A[i]) + abs(C[i]))) if np.any(entries.fixed[state]) else 0.0
            A[i] -= base
            C[i] -= base
        # the value of a matrix changes by no more than its entries, so the bound on their errors is added
        value, error = _state_value(Lines(A[:m], B[:m], C[:m]), two, arrays, low, high, cuts, kernels)
        found.middles[state] = base + value
        shifted = max(np.max(np.abs(A[:m])), np.max(np.abs(C[:m])))
        rounding += U * (shifted + 2 * abs(found.middles[state])) + drift * np.max(np.abs(B[:m]))
        found.errors[state] = worst + error + rounding


@kernel(error_model="numpy")
def gather(entries: Entries, state: int, below: LayerValues, lines: Lines) -> tuple[int, bool, float]:
    """Return one state's matrix: A + xB in the column of x (or in the only one), C in the other.

    Also return the number of rows, whether there are two columns, and the largest error of an entry.
    """
    child, fixed, slope = entries.child[state], entries.fixed[state], entries.slope[state]
    A, B, C = lines
    # only moves that exist at this state; a column may have none
    m, worst, column = 0, 0.0, entries.column
    other = child.shape[1] - 1 - column
    has_first, has_other = np.any(child[:, column] >= 0), other != column and np.any(child[:, other] >= 0)
    first = column if has_first else other
    two = bool(has_first and has_other)
    for i in range(child.shape[0]):
        if child[i, first] < 0:
            continue
        A[m], B[m], C[m] = below.middles[child[i, first]] + fixed[i, first], slope[i, first], 0.0
        worst = max(worst, below.errors[child[i, first]])
        if two:
            C[m] = below.middles[child[i, other]] + fixed[i, other]
            worst = max(worst, below.errors[child[i, other]])
        else:  # a single column takes both roles
            C[m] = A[m]
        m += 1
    return m, two, worst
