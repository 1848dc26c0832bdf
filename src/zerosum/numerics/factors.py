"""Factors of a sparse square matrix, for the equations of large chains and bases.

Columns are put in an order that keeps the factors sparse: next comes the column whose elimination joins the shortest
lines, as Davis, Gilbert, Larimore and Ng do it (A column approximate minimum degree ordering algorithm, ACM TOMS 30,
2004). Where the diagonal is large, as in chains, pivots come from there, and the order is one for lines and columns
alike. Then one column after the other is eliminated by the columns before it that reach it, and its largest entry, or
a large one of the diagonal, becomes its pivot (Gilbert and Peierls, Sparse partial pivoting in time proportional to
arithmetic operations, SIAM J. Sci. Stat. Comput. 9, 1988). As soon as what is left is nearly full, the rest is one
dense matrix, which LAPACK solves:

    P A Q = [L1 0; L2 1] [U1 U2; 0 S].

Nothing here needs to be rigorous: every caller proves its answer by other means.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from zerosum.core.arrays import Array, Floats, Ints
from zerosum.core.compiled import kernel
from zerosum.numerics.sparse import Matrix, SparseMatrix, compressed, entries

NEARLY_FULL = 0.3
"""If a column has more than this share of the entries that it could have, what is left is solved as a dense matrix."""
MOST_DENSE = 6_000
"""Largest dense matrix."""
LARGE, NEARLY_ALL = 0.1, 0.9
"""An entry that has at least this share of the largest in its column is large. If at least this share of the diagonal
is, pivots come from there."""
LONG = 10
"""A line or a column with more than this many times the square root of the size does not count for the order."""

Columns = tuple[Ints, Ints, Floats]
"""A matrix by columns: where each begins, with the end of the last, and lines and numbers."""


class Factors:
    """A square matrix, factorised; raises LinAlgError if it is singular."""

    def __init__(self, given: Matrix) -> None:
        self.size = given.shape[0]
        data, line, starts = compressed(given.T)
        data = np.asarray(data, np.float64)
        diagonal = _has_large_diagonal(starts, line, data)
        joins = _pairs(given) if diagonal else given
        self.order = order_columns(*compressed(joins.T)[:0:-1], *compressed(joins)[:0:-1])
        """The column of the matrix at each place of the factors."""
        pivots, lines, lower, upper, rest = eliminate(
            starts, line, data, self.order, MOST_DENSE, LARGE if diagonal else np.inf
        )
        if pivots < 0:
            raise np.linalg.LinAlgError("the matrix is singular")
        self.pivots, self.lower, self.upper, self.rest = pivots, lower, upper, rest
        self.lines = lines
        """The line of the matrix at each place."""
        self.solved = 0

    @cached_property
    def inverse(self) -> Floats:
        """Of the dense rest."""
        return np.asarray(np.linalg.inv(self.rest))

    def solve(self, right: Floats, transposed: bool = False) -> Floats:
        """The solution of the equations with the matrix or, if so, its transpose."""
        k, given, wanted = self.pivots, self.lines, self.order
        if transposed:
            given, wanted = wanted, given
        y = np.asarray(right, np.float64)[given]
        substitute_first(y, k, transposed, self.lower, self.upper)
        if k < self.size:
            often = self.solved >= 2  # the inverse takes as long as three solutions
            rest = self.inverse if often else self.rest
            rest = rest.T if transposed else rest
            y[k:] = rest @ y[k:] if often else np.linalg.solve(rest, y[k:])
            self.solved += 1
        substitute_last(y, k, transposed, self.lower, self.upper)
        found = np.empty(self.size)
        found[wanted] = y
        return found


def _has_large_diagonal(starts: Ints, line: Ints, data: Floats) -> bool:
    """Whether nearly all entries of the diagonal are large enough for pivots."""
    col = np.repeat(np.arange(starts.size - 1), np.diff(starts))
    most = np.zeros(starts.size - 1)
    np.maximum.at(most, col, np.abs(data))
    there = line == col
    large = np.abs(data[there]) >= LARGE * most[col[there]]
    return bool(large.sum() >= NEARLY_ALL * (starts.size - 1))


def _pairs(given: Matrix) -> Matrix:
    """A matrix with a line for each pair of places (i, j) or (j, i) outside of the diagonal: 1 in both columns."""
    size, (_, row, col) = given.shape[0], entries(given)
    pairs = np.unique((np.minimum(row, col) * size + np.maximum(row, col))[row != col])
    ends = np.column_stack([pairs // size, pairs % size]).ravel()
    return SparseMatrix(np.ones(ends.size), ends, np.arange(0, ends.size + 1, 2), (len(pairs), size))


def _work(*given: Array) -> int:
    """Entries of the matrix; plain Python takes about a microsecond for each, and some more for fill."""
    return int(given[1].size)


@kernel(_work)
def order_columns(starts: Ints, line: Ints, line_starts: Ints, line_col: Ints) -> Ints:
    """An order of the columns for sparse factors, of a matrix given by columns and by lines."""
    size, lines = starts.size - 1, line_starts.size - 1
    long = max(16.0, LONG * np.sqrt(size))
    rows = np.empty(line.size, np.int64)  # the lines of each column that are left
    count = np.zeros(size, np.int64)
    begin = starts[:-1].copy()
    alive = np.zeros(size, np.bool_)
    length = np.zeros(lines, np.int64)  # of each line; 0 once it is joined to another
    for c in range(size):
        alive[c] = starts[c + 1] - starts[c] <= long
    pool = np.empty(2 * line.size + size, np.int64)
    at = np.empty(lines, np.int64)
    used = 0
    for i in range(lines):
        at[i] = used
        if line_starts[i + 1] - line_starts[i] <= long:
            for j in range(line_starts[i], line_starts[i + 1]):
                if alive[line_col[j]]:
                    pool[used] = line_col[j]
                    used += 1
            length[i] = used - at[i]
    head, after, before = np.full(size + 1, -1), np.full(size, -1), np.full(size, -1)
    score = np.zeros(size, np.int64)
    for c in range(size):
        if alive[c]:
            total = 0
            for j in range(starts[c], starts[c + 1]):
                i = line[j]
                if length[i]:
                    rows[begin[c] + count[c]] = i
                    count[c] += 1
                    total += length[i] - 1
            score[c] = min(total, size)
    for c in range(size - 1, -1, -1):
        if alive[c]:
            after[c] = head[score[c]]
            if after[c] >= 0:
                before[after[c]] = c
            head[score[c]] = c
    order = np.empty(size, np.int64)
    placed, least = 0, 0
    mark = np.full(lines, -1)
    outside = np.zeros(lines, np.int64)
    seen = np.full(size, -1)
    for step in range(size):
        while least < size + 1 and head[least] < 0:
            least += 1
        if least > size:
            break
        c = head[least]
        head[least] = after[c]
        if after[c] >= 0:
            before[after[c]] = -1
        alive[c] = False
        order[placed] = c
        placed += 1
        need = 0
        for j in range(count[c]):
            need += length[rows[begin[c] + j]]
        if used + need > pool.size:  # move what is left to the front of a new pool
            total = need
            for i in range(lines):
                total += length[i]
            larger = np.empty(max(pool.size, 2 * total), np.int64)
            used = 0
            for i in range(lines):
                for j in range(length[i]):
                    larger[used + j] = pool[at[i] + j]
                at[i] = used
                used += length[i]
            pool = larger
        first, joined = used, -1
        for j in range(count[c]):  # the lines of the column become one
            i = rows[begin[c] + j]
            if length[i] == 0:
                continue
            for k in range(at[i], at[i] + length[i]):
                other = pool[k]
                if alive[other] and seen[other] != step:
                    seen[other] = step
                    pool[used] = other
                    used += 1
            length[i] = 0
            joined = i
        if joined < 0 or used == first:
            continue
        at[joined] = first
        length[joined] = used - first
        for k in range(first, used):  # what the other lines of these columns have outside of the new line
            other = pool[k]
            for j in range(count[other]):
                i = rows[begin[other] + j]
                if i != joined and length[i]:
                    if mark[i] != step:
                        mark[i] = step
                        outside[i] = length[i]
                    outside[i] -= 1
        kept = first
        for k in range(first, used):
            other = pool[k]
            total, left = 0, 0
            for j in range(count[other]):
                i = rows[begin[other] + j]
                if i != joined and length[i]:
                    if outside[i] == 0:  # it lies in the new line
                        length[i] = 0
                    else:
                        total += outside[i]
                        rows[begin[other] + left] = i
                        left += 1
            rows[begin[other] + left] = joined
            count[other] = left + 1
            if before[other] >= 0:
                after[before[other]] = after[other]
            else:
                head[score[other]] = after[other]
            if after[other] >= 0:
                before[after[other]] = before[other]
            if total == 0:  # its elimination changes nothing else
                alive[other] = False
                order[placed] = other
                placed += 1
                continue
            pool[kept] = other
            kept += 1
            score[other] = total
        length[joined] = kept - first
        used = kept
        for k in range(first, kept):
            other = pool[k]
            worth = min(score[other] + kept - first - 1, size)
            score[other] = worth
            before[other] = -1
            after[other] = head[worth]
            if after[other] >= 0:
                before[after[other]] = other
            head[worth] = other
            least = min(least, worth)
    if placed < size:
        placed_mark = np.zeros(size, np.bool_)
        for j in range(placed):
            placed_mark[order[j]] = True
        for c in range(size):
            if not placed_mark[c]:
                order[placed] = c
                placed += 1
    return order


@kernel(_work)
def eliminate(
    starts: Ints, line: Ints, data: Floats, order: Ints, most_dense: int, share: float
) -> tuple[int, Ints, Columns, Columns, Floats]:
    """The factors of a matrix given by columns, eliminated in this order.

    The number of sparse pivots, or -1 if the matrix is singular; the line of each pivot; L without its diagonal of 1;
    U, with the pivot last in its column; S.
    """
    size = starts.size - 1
    place = np.full(size, -1)  # of each line among the pivots
    lines = np.empty(size, np.int64)
    lower_starts, upper_starts = np.zeros(size + 1, np.int64), np.zeros(size + 1, np.int64)
    lower_line, lower = np.empty(4 * line.size + size, np.int64), np.empty(4 * line.size + size)
    upper_line, upper = np.empty(4 * line.size + size, np.int64), np.empty(4 * line.size + size)
    x = np.zeros(size)
    visited = np.full(size, -1)
    reached, stack, position = np.empty(size, np.int64), np.empty(size, np.int64), np.empty(size, np.int64)
    rest = np.empty((0, 0))
    rest_place = np.empty(0, np.int64)
    pivots, full = -1, 0
    for k in range(size):
        column = order[k]
        if lower_starts[k] + size > lower.size:
            lower_line = np.concatenate((lower_line, np.empty(lower.size + size, np.int64)))
            lower = np.concatenate((lower, np.empty(lower.size + size)))
        if upper_starts[k] + size > upper.size:
            upper_line = np.concatenate((upper_line, np.empty(upper.size + size, np.int64)))
            upper = np.concatenate((upper, np.empty(upper.size + size)))
        top = size
        for j in range(starts[column], starts[column + 1]):  # which columns of L reach this one, in order
            if visited[line[j]] == k:
                continue
            depth = 0
            stack[0] = line[j]
            while depth >= 0:
                i = stack[depth]
                here = place[i]
                if visited[i] != k:
                    visited[i] = k
                    position[depth] = lower_starts[here] if here >= 0 else 0
                done = True
                if here >= 0:
                    for p in range(position[depth], lower_starts[here + 1]):
                        if visited[lower_line[p]] != k:
                            position[depth] = p + 1
                            depth += 1
                            stack[depth] = lower_line[p]
                            done = False
                            break
                if done:
                    depth -= 1
                    top -= 1
                    reached[top] = i
        for p in range(top, size):
            x[reached[p]] = 0.0
        for j in range(starts[column], starts[column + 1]):
            x[line[j]] = data[j]
        for p in range(top, size):
            here = place[reached[p]]
            if here >= 0:
                value = x[reached[p]]
                for j in range(lower_starts[here], lower_starts[here + 1]):
                    x[lower_line[j]] -= lower[j] * value
        low, high = lower_starts[k], upper_starts[k]
        if pivots >= 0:  # the rest is dense
            for p in range(top, size):
                i = reached[p]
                if place[i] >= 0:
                    upper_line[high], upper[high] = place[i], x[i]
                    high += 1
                else:
                    rest[rest_place[i], k - pivots] = x[i]
            lower_starts[k + 1], upper_starts[k + 1] = low, high
            continue
        best, found, most = -1, 0, 0.0
        for p in range(top, size):
            i = reached[p]
            if place[i] < 0:
                found += 1
                if abs(x[i]) > most:
                    best, most = i, abs(x[i])
            else:
                upper_line[high], upper[high] = place[i], x[i]
                high += 1
        if best >= 0 and place[column] < 0 and visited[column] == k and abs(x[column]) >= share * most:
            best = column
        full = full + 1 if found > NEARLY_FULL * (size - k) else 0
        if full >= 4 and 16 < size - k <= most_dense:
            pivots = k
            rest = np.zeros((size - k, size - k))
            rest_place = np.empty(size, np.int64)
            left = 0
            for i in range(size):
                if place[i] < 0:
                    rest_place[i] = left
                    lines[k + left] = i
                    left += 1
            for p in range(top, size):
                i = reached[p]
                if place[i] < 0:
                    rest[rest_place[i], 0] = x[i]
            lower_starts[k + 1], upper_starts[k + 1] = low, high
            continue
        if best < 0 or not most < np.inf:
            return -1, lines, (lower_starts, lower_line, lower), (upper_starts, upper_line, upper), rest
        place[best], lines[k] = k, best
        upper_line[high], upper[high] = k, x[best]
        high += 1
        for p in range(top, size):
            i = reached[p]
            if place[i] < 0 and x[i] != 0.0:
                lower_line[low], lower[low] = i, x[i] / x[best]
                low += 1
        lower_starts[k + 1], upper_starts[k + 1] = low, high
    if pivots < 0:
        pivots = size
    else:
        for left in range(pivots, size):
            place[lines[left]] = left
    for j in range(lower_starts[pivots]):
        lower_line[j] = place[lower_line[j]]
    return pivots, lines, (lower_starts, lower_line, lower), (upper_starts, upper_line, upper), rest


@kernel(lambda y, *_: int(y.size))
def substitute_first(y: Floats, pivots: int, transposed: bool, lower: Columns, upper: Columns) -> None:
    """What comes before the dense rest, in place: the equations with L, or with U transposed."""
    if not transposed:
        starts, line, data = lower
        for k in range(pivots):
            value = y[k]
            if value != 0.0:
                for j in range(starts[k], starts[k + 1]):
                    y[line[j]] -= data[j] * value
        return
    starts, line, data = upper
    for k in range(y.size):
        last = starts[k + 1] - (k < pivots)
        value = y[k]
        for j in range(starts[k], last):
            value -= data[j] * y[line[j]]
        y[k] = value / data[last] if k < pivots else value


@kernel(lambda y, *_: int(y.size))
def substitute_last(y: Floats, pivots: int, transposed: bool, lower: Columns, upper: Columns) -> None:
    """What comes after the dense rest, in place: the equations with U, or with L transposed."""
    if not transposed:
        starts, line, data = upper
        for k in range(y.size - 1, -1, -1):
            last = starts[k + 1]
            if k < pivots:
                last -= 1
                y[k] /= data[last]
            value = y[k]
            if value != 0.0:
                for j in range(starts[k], last):
                    y[line[j]] -= data[j] * value
        return
    starts, line, data = lower
    for k in range(pivots - 1, -1, -1):
        value = y[k]
        for j in range(starts[k], starts[k + 1]):
            value -= data[j] * y[line[j]]
        y[k] = value
