"""Saddle points, dominance and all optimal strategies of a matrix game, in fractions.

The optimal strategies of row are the polytope `x A >= v`, x a distribution. Its vertices are found by cutting the
simplex with one column after the other (Motzkin's double description, 1953): a cut keeps the vertices on its
nonnegative side and adds a point on each edge that it crosses. Two vertices are joined by an edge if no third
vertex lies on all planes that contain both.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from zerosum.core.errors import TooLargeError
from zerosum.core.sides import SIDES, Side

__all__ = ["Dominated", "dominance", "optimal_vertices", "saddle_points", "transposed"]

Matrix = Sequence[Sequence[Fraction]]
Point = tuple[Fraction, ...]

MAX_VERTICES = 2_000
"""Maximum number of vertices of a polytope, including intermediate ones."""


class Dominated(NamedTuple):
    """A dominated move and the move that dominates it, after the elimination of the moves before it in the list.

    Examples
    --------
    >>> from zerosum.matrix.analysis import Dominated
    >>> Dominated("row", 1, 0, True).by
    0
    """

    side: Side
    move: int
    by: int
    is_strict: bool
    """Whether the other move is strictly better against every move."""


def transposed(A: Matrix) -> list[list[Fraction]]:
    """Return the game with the players exchanged: payoffs to col, whose moves are the rows.

    Parameters
    ----------
    A
        Payoffs to row.

    Returns
    -------
    list of lists
        Payoffs to col.

    Examples
    --------
    >>> from zerosum.matrix.analysis import transposed
    >>> transposed([[1, 2], [3, 4]])
    [[-1, -3], [-2, -4]]
    """
    return [[-a for a in line] for line in zip(*A, strict=True)]


def saddle_points(A: Matrix) -> list[tuple[int, int]]:
    """Return the entries that are smallest in their row and largest in their column.

    Parameters
    ----------
    A
        Payoffs to row.

    Returns
    -------
    list of pairs
        Row and column, counted from 0.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from zerosum.matrix.analysis import saddle_points
    >>> saddle_points([[Fraction(2), Fraction(3)], [Fraction(1), Fraction(2)]])
    [(0, 0)]
    """
    tops = [max(column) for column in zip(*A, strict=True)]
    lows = [min(line) for line in A]
    return [(i, j) for i, line in enumerate(A) for j, a in enumerate(line) if a == lows[i] == tops[j]]


def dominance(A: Matrix) -> list[Dominated]:
    """Eliminate moves that pure moves dominate, one after another; strictly dominated ones first.

    Weak dominance does not change the value, but may remove optimal strategies.

    Parameters
    ----------
    A
        Payoffs to row, in fractions.

    Returns
    -------
    list of Dominated
        The eliminated moves, each with the move that dominates it.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from zerosum.matrix.analysis import dominance
    >>> dominance([[Fraction(2), Fraction(3)], [Fraction(1), Fraction(2)]])[0]
    Dominated(side='row', move=1, by=0, is_strict=True)
    """
    alive = (list(range(len(A))), list(range(len(A[0]))))
    payoffs, found = (A, transposed(A)), list[Dominated]()
    while True:
        for strict, k in product((True, False), (0, 1)):
            if (step := _dominated(payoffs[k], alive[k], alive[1 - k], strict)) is not None:
                found.append(Dominated(SIDES[k], *step, strict))
                alive[k].remove(step[0])
                break
        else:
            return found


def _dominated(A: Matrix, moves: list[int], others: list[int], strict: bool) -> tuple[int, int] | None:
    """Find a dominated move and a move that dominates it; of two equal moves, the later one counts as dominated."""
    lines = {i: [A[i][j] for j in others] for i in moves}
    for i in reversed(moves):
        for k in moves:
            pairs = list(zip(lines[k], lines[i], strict=True))
            if strict and all(b > a for b, a in pairs):
                return i, k
            if not strict and i != k and all(b >= a for b, a in pairs) and (lines[i] != lines[k] or k < i):
                return i, k
    return None


class _PolyhedronVertex(NamedTuple):
    point: Point
    tight: int
    """The planes that contain the vertex, as bits: x(i) = 0 first, then the planes of the cuts."""


def optimal_vertices(A: Matrix, value: Fraction) -> list[Point]:
    """Return the extreme points of the set of row's optimal strategies, ordered by their first moves, largest first.

    Parameters
    ----------
    A
        Payoffs to row, in fractions.
    value
        The game's value.

    Returns
    -------
    list of points
        Each a strategy of row; all optimal strategies are mixtures of them.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from zerosum.matrix.analysis import optimal_vertices
    >>> pennies = [[Fraction(1), Fraction(-1)], [Fraction(-1), Fraction(1)]]
    >>> [[str(p) for p in point] for point in optimal_vertices(pennies, Fraction(0))]
    [['1/2', '1/2']]
    """
    m = len(A)
    everything = (1 << m) - 1
    units = (tuple(Fraction(int(k == i)) for k in range(m)) for i in range(m))
    vertices = [_PolyhedronVertex(unit, everything & ~(1 << i)) for i, unit in enumerate(units)]
    for j, column in enumerate(zip(*A, strict=True)):
        vertices = _cut(vertices, [a - value for a in column], 1 << (m + j))
        if len(vertices) > MAX_VERTICES:
            raise TooLargeError(
                f"the search for all optimal strategies exceeded {MAX_VERTICES:,} vertices, so they are not listed"
            )
    return sorted((vertex.point for vertex in vertices), reverse=True)


def _cut(vertices: list[_PolyhedronVertex], normal: list[Fraction], plane: int) -> list[_PolyhedronVertex]:
    """Cut a polytope: return the part where `normal` times x is not negative."""
    heights = [sum((a * x for a, x in zip(normal, c.point, strict=True) if x), Fraction(0)) for c in vertices]
    kept = [
        _PolyhedronVertex(c.point, c.tight | (plane if h == 0 else 0))
        for c, h in zip(vertices, heights, strict=True)
        if h >= 0
    ]
    above = [k for k, h in enumerate(heights) if h > 0]
    below = [k for k, h in enumerate(heights) if h < 0]
    for a in above:
        for b in below:
            # an edge is cut where its height is zero; no third vertex lies on all the planes of its two ends
            common = vertices[a].tight & vertices[b].tight
            if not any(c.tight & common == common for k, c in enumerate(vertices) if k not in (a, b)):
                share, ends = heights[a] / (heights[a] - heights[b]), (vertices[a].point, vertices[b].point)
                point = tuple(x + share * (y - x) for x, y in zip(*ends, strict=True))
                kept.append(_PolyhedronVertex(point, common | plane))
    return kept
