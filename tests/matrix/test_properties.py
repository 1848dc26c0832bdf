"""What must hold of every matrix game, on games that hypothesis makes up."""

from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from zerosum.core.arrays import Floats
from zerosum.matrix import Optimum, prove, solve, solve_batch, solve_exact

sides = st.integers(1, 9)
few = st.sampled_from([-2.0, -1.0, 0.0, 1.0, 2.0])  # ties and duplicates everywhere
wide = st.builds(
    lambda sign, x, e: sign * x * 10.0**e, st.sampled_from([-1, 1]), st.floats(1, 10), st.integers(-12, 12)
)
plain = st.floats(-10, 10).map(lambda x: 0.0 if abs(x) < 1e-100 else x)


@st.composite
def matrices(draw: st.DrawFn, entries: st.SearchStrategy[float] | None = None) -> Floats:
    kind = draw(st.sampled_from([few, plain, wide])) if entries is None else entries
    m, n = draw(sides), draw(sides)
    rows = draw(st.lists(st.lists(kind, min_size=n, max_size=n), min_size=m, max_size=m))
    return np.array(rows)


def payoffs_exactly(A: Floats, x: tuple[float, ...], y: tuple[float, ...]) -> tuple[Fraction, Fraction]:
    """What x guarantees and what y concedes, in fractions, the strategies made to sum to 1 exactly."""
    rows = [[Fraction(a) for a in line] for line in A.tolist()]
    p, q = [Fraction(v) for v in x], [Fraction(v) for v in y]
    least = min(sum(p[i] * rows[i][j] for i in range(len(p))) for j in range(len(q))) / sum(p)
    most = max(sum(q[j] * line[j] for j in range(len(q))) for line in rows) / sum(q)
    return least, most


def is_distribution(x: tuple[float, ...]) -> bool:
    return min(x) >= 0 and abs(sum(x) - 1) < 1e-12


@given(matrices())
@settings(max_examples=150, deadline=None)
def test_bounds_hold_in_fractions(A: Floats) -> None:
    """Weak duality, proved without floats: the exact value lies between the bounds, whatever rounding did."""
    found = solve(A)
    value = solve_exact(A).value.lower
    assert found.value.lower <= value <= found.value.upper
    assert is_distribution(found.row)
    assert is_distribution(found.col)


@given(matrices())
@settings(max_examples=150, deadline=None)
def test_strategies_prove_their_bounds(A: Floats) -> None:
    """`prove` never claims more than the strategies guarantee in exact arithmetic."""
    found = solve(A)
    row, col = np.array(found.row), np.array(found.col)
    lower, upper = prove(A, row, col)
    least, most = payoffs_exactly(A, tuple(row.tolist()), tuple(col.tolist()))
    assert lower <= least <= most <= upper


@given(matrices(), st.data())
@settings(max_examples=100, deadline=None)
def test_any_strategies_prove_true_bounds(A: Floats, data: st.DataObject) -> None:
    """Bounds hold for strategies that are far from optimal, and not normalised, too."""
    weights = st.floats(0.001, 1)
    row = np.array(data.draw(st.lists(weights, min_size=len(A), max_size=len(A))))
    col = np.array(data.draw(st.lists(weights, min_size=A.shape[1], max_size=A.shape[1])))
    lower, upper = prove(A, row, col)
    least, most = payoffs_exactly(A, tuple(row.tolist()), tuple(col.tolist()))
    assert lower <= least
    assert most <= upper
    assert lower <= solve_exact(A).value.lower <= upper


@given(matrices())
@settings(max_examples=100, deadline=None)
def test_gap_is_small_beside_the_payoffs_that_are_met(A: Floats) -> None:
    found = solve(A)
    stake = (np.array(found.row) @ np.abs(A)).max() + (np.abs(A) @ np.array(found.col)).max()
    assert found.gap <= 1e-11 * stake


def overlap(one: Optimum, lower: float, upper: float, slack: float) -> bool:
    return one.value.lower <= upper + slack and lower <= one.value.upper + slack


@given(matrices(plain), st.floats(-100, 100), st.floats(0.01, 100))
@settings(max_examples=80, deadline=None)
def test_shift_and_scale(A: Floats, shift: float, scale: float) -> None:
    """val(s A + t) = s val(A) + t."""
    v = solve(A).value
    slack = 1e-13 * (scale * np.abs(A).max() + abs(shift))
    assert overlap(solve(scale * A + shift), scale * v.lower + shift, scale * v.upper + shift, slack)


@given(matrices())
@settings(max_examples=80, deadline=None)
def test_transpose_is_minus_the_value(A: Floats) -> None:
    """val(-A') = -val(A): the players change places."""
    v = solve(A).value
    assert overlap(solve(-A.T), -v.upper, -v.lower, 0.0)


@given(matrices(), st.randoms(use_true_random=False))
@settings(max_examples=80, deadline=None)
def test_order_of_moves_does_not_matter(A: Floats, random: object) -> None:
    rows, cols = list(range(A.shape[0])), list(range(A.shape[1]))
    random.shuffle(rows)  # type: ignore[attr-defined]
    random.shuffle(cols)  # type: ignore[attr-defined]
    v = solve(A).value
    assert overlap(solve(A[rows][:, cols]), v.lower, v.upper, 0.0)


@given(matrices())
@settings(max_examples=60, deadline=None)
def test_copies_and_dominated_moves_change_nothing(A: Floats) -> None:
    """A copy of every row, a worse row and a worse column leave the value as it was."""
    v = solve(A).value
    worse_row = A.min(axis=0) - np.abs(A).max()
    worse_col = A.max(axis=1) + np.abs(A).max()
    assert overlap(solve(np.vstack([A, A, worse_row])), v.lower, v.upper, 0.0)
    assert overlap(solve(np.column_stack([A, worse_col, A])), v.lower, v.upper, 0.0)


@given(matrices(plain))
@settings(max_examples=60, deadline=None)
def test_moves_in_use_are_best_responses(A: Floats) -> None:
    found = solve_exact(A)
    exact = [[Fraction(a) for a in line] for line in A.tolist()]
    for i, p in enumerate(found.row):
        paid = sum(a * q for a, q in zip(exact[i], found.col, strict=True))
        assert paid == found.value.lower if p > 0 else paid <= found.value.lower


@given(sides, sides, st.integers(0, 2**32 - 1))
@settings(max_examples=40, deadline=None)
def test_batch_is_single_many_times(m: int, n: int, seed: int) -> None:
    """Every answer holds the exact value, and is the same whatever else is in the batch."""
    A = np.random.default_rng(seed).integers(-3, 4, (11, m, n)).astype(float)
    batch = solve_batch(A)
    for k, game in enumerate(A):
        value = solve_exact(game).value.lower
        assert batch.lower[k] <= value <= batch.upper[k]
        assert overlap(solve(game), batch.lower[k], batch.upper[k], 0.0)
        alone = solve_batch(A[k : k + 1])
        assert (alone.lower[0], alone.upper[0]) == (batch.lower[k], batch.upper[k])
        assert (alone.row[0] == batch.row[k]).all()
        assert (alone.col[0] == batch.col[k]).all()
