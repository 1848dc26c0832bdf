"""Saddle points, dominance and all optimal strategies, against brute force."""

import itertools
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from zerosum.matrix.analysis import dominance, optimal_vertices, saddle_points, transposed
from zerosum.matrix.exact import exact_game
from zerosum.numerics.exact import solve_linear

Matrix = list[list[Fraction]]


def games(most: int = 4) -> st.SearchStrategy[Matrix]:
    shape = st.tuples(st.integers(1, most), st.integers(1, most))
    entry = st.integers(-2, 2).map(Fraction)
    return shape.flatmap(
        lambda s: st.lists(st.lists(entry, min_size=s[1], max_size=s[1]), min_size=s[0], max_size=s[0])
    )


def by_brute_force(A: Matrix, value: Fraction) -> set[tuple[Fraction, ...]]:
    """Each vertex solves sum(x) = 1 and m - 1 of the other conditions as equations."""
    m = len(A)
    planes = [[*(Fraction(int(k == i)) for k in range(m)), Fraction(0)] for i in range(m)]
    planes += [[*column, value] for column in zip(*A, strict=True)]
    found = set()
    for chosen in itertools.combinations(planes, m - 1):
        table = [[Fraction(1)] * (m + 1), *map(list, chosen)]
        solved = solve_linear(table)
        if solved is None:
            continue
        x = tuple(solved)
        gains = [sum(p * a for p, a in zip(x, column, strict=True)) for column in zip(*A, strict=True)]
        if min(x) >= 0 and min(gains) >= value:
            found.add(x)
    return found


@given(games())
def test_all_optimal_strategies_are_those_that_brute_force_finds(A: Matrix) -> None:
    value, row, col = exact_game(A)
    vertices = optimal_vertices(A, value)
    assert set(vertices) == by_brute_force(A, value)
    assert len(set(vertices)) == len(vertices)
    others = optimal_vertices(transposed(A), -value)
    assert set(others) == by_brute_force(transposed(A), -value)
    assert tuple(row) in vertices
    assert tuple(col) in others


@given(games())
def test_a_saddle_point_is_where_nobody_gains_alone(A: Matrix) -> None:
    value = exact_game(A)[0]
    for i, j in itertools.product(range(len(A)), range(len(A[0]))):
        stays = all(A[k][j] <= A[i][j] for k in range(len(A))) and all(a >= A[i][j] for a in A[i])
        assert stays == ((i, j) in saddle_points(A))
        assert not stays or A[i][j] == value


@given(games())
def test_what_is_left_after_dominance_has_the_same_value(A: Matrix) -> None:
    rows, cols = set(range(len(A))), set(range(len(A[0])))
    for step in dominance(A):
        assert step.by in (rows if step.side == "row" else cols)
        pairs = (
            [(A[step.by][j], A[step.move][j]) for j in cols]
            if step.side == "row"
            else [(-A[i][step.by], -A[i][step.move]) for i in rows]
        )
        assert all(b >= a for b, a in pairs)
        assert step.is_strict == all(b > a for b, a in pairs)
        (rows if step.side == "row" else cols).discard(step.move)
    left = [[A[i][j] for j in sorted(cols)] for i in sorted(rows)]
    assert exact_game(left)[0] == exact_game(A)[0]
    assert dominance(left) == []
