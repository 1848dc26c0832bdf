"""The kernel from other compiled code, and the vectors that it is made of."""

import numpy as np
import pytest
from numba import njit

from zerosum.core.arrays import Floats
from zerosum.matrix import prove, simd, solve_batch, solve_exact, solve_into, work_size
from zerosum.matrix.kernel import FINE
from zerosum.matrix.lanes import solve_lanes


@njit
def sum_of_values(A: Floats) -> float:
    games, m, n = A.shape
    row, col, work = np.empty(m), np.empty(n), np.empty(work_size(m, n))
    total = 0.0
    for k in range(games):
        lower, upper = solve_into(A[k], row, col, work)
        total += 0.5 * (lower + upper)
    return total


def test_compiled_callers() -> None:
    A = np.random.default_rng(0).standard_normal((50, 6, 7))
    assert sum_of_values(A) == pytest.approx(solve_batch(A).value.sum(), abs=1e-12)


@pytest.mark.parametrize("shape", [(1, 1), (1, 7), (7, 1), (2, 2), (3, 5), (8, 4), (10, 10), (50, 2)])
def test_eight_abreast(shape: tuple[int, int]) -> None:
    """Each game stands for itself: pure, mixed, degenerate and improper games in one vector, and a short last one."""
    rng = np.random.default_rng(5)
    A = rng.integers(-2, 3, (21, *shape)) * 10.0 ** rng.integers(-3, 4, (21, 1, 1))
    A[3], A[4], A[5, 0, 0] = 7.0, 0.0, np.nan
    (lower, upper), found = np.empty((2, 21)), np.empty(21, np.int8)
    row, col = np.empty((21, shape[0])), np.empty((21, shape[1]))
    solve_lanes(2, 20, A, lower, upper, row, col, found)
    fine = [k for k in range(2, 20) if found[k] == FINE]
    assert len(fine) >= 12
    assert 5 not in fine
    for k in fine:
        assert lower[k] <= solve_exact(A[k]).value.lower <= upper[k]
        assert prove(A[k], row[k].copy(), col[k].copy()) == pytest.approx((lower[k], upper[k]), rel=1e-12)


@pytest.mark.parametrize("shape", [(3, 3), (5, 7), (12, 12)])
def test_differences_that_vanish_beside_the_largest_payoff(shape: tuple[int, int]) -> None:
    """A row may gain 1e-190 where another has 1e190: too little for the scaled tableau, but no saddle point."""
    A = np.zeros(shape)
    A[:2, :2] = [[1e-190, -1e-190], [-1e-190, 1e-190]]
    A[2:], A[:, 2:] = -1e190, 1e190
    value = solve_exact(A).value.lower
    lower, upper = solve_into(A, np.empty(shape[0]), np.empty(shape[1]), np.empty(work_size(*shape)))
    assert lower <= value <= upper
    batch = solve_batch(A[None])
    assert batch.lower[0] <= value <= batch.upper[0]


def test_weights_that_make_no_distribution_prove_nothing() -> None:
    A = np.array([[1.0, 2.0], [3.0, 4.0]])
    for weights in ([1e308, 1e308], [0.0, 0.0], [-1.0, 0.0], [np.nan, 0.0]):
        assert prove(A, np.array(weights), np.array([1.0, 0.0])) == (-np.inf, np.inf)


def test_chances_too_small_for_products_are_dropped() -> None:
    A = np.array([[0.0, 1.0], [-1e-200, 1.0]])
    row = np.array([1e150, 1e-50])
    assert prove(A, row, np.array([1.0, 0.0])) == (0.0, 0.0)
    assert row.tolist() == [1.0, 0.0]


def test_scratch_for_a_size_serves_smaller_ones() -> None:
    sizes = [
        work_size(m, n) for m, n in [(1, 1), (8, 8), (9, 8), (9, 9), (16, 16), (17, 16), (17, 17), (30, 30)]
    ]
    assert sizes == sorted(sizes)
    work = np.full(work_size(20, 20) + 1, 7.0)
    for m in range(1, 21):
        for n in range(1, 21):
            A = np.random.default_rng(m * n).standard_normal((m, n))
            size = work_size(m, n)
            assert size <= work_size(20, 20)
            work[size:] = 7.0
            solve_into(A, np.empty(m), np.empty(n), work)
            assert (work[size:] == 7.0).all()


@njit
def vectors(a: Floats, b: Floats, out: Floats) -> tuple[float, float, float, int, int]:
    v, w = simd.load(a, 0), simd.load(b, 0)
    simd.store(out, 0, simd.add(v, w))
    simd.store(out, 8, simd.subtract(v, w))
    simd.store(out, 16, simd.multiply(v, w))
    simd.store(out, 24, simd.divide(v, w))
    simd.store(out, 32, simd.multiply_add(v, w, simd.splat(1.0)))
    simd.store(out, 40, simd.absolute(v))
    simd.store(out, 48, simd.minimum(v, w))
    simd.store(out, 56, simd.maximum(v, w))
    simd.store(out, 64, simd.choose(simd.lane(3), v, w))
    simd.store(out, 72, simd.choose(simd.lanes_below(5), v, w))
    simd.store(out, 80, simd.column(a, 1, 2))
    seen = simd.bits(simd.below(w, v))
    same = simd.bits(simd.same(v, simd.splat(a[5])))
    return simd.least(v), simd.greatest(v), simd.total(v), seen, simd.lowest_bit(same)


def test_vectors_do_what_they_say() -> None:
    rng = np.random.default_rng(2)
    a, b, out = rng.integers(-50, 50, 16).astype(float), rng.integers(1, 9, 8).astype(float), np.empty(88)
    a[:8] = rng.permutation(8) - 3.5
    least, greatest, total, seen, at = vectors(a, b, out)
    v, lanes = a[:8], np.arange(8)
    expected = [v + b, v - b, v * b, v / b, v * b + 1, abs(v), np.minimum(v, b), np.maximum(v, b)]
    expected += [np.where(lanes == 3, v, b), np.where(lanes < 5, v, b), a[1::2]]
    assert (out.reshape(11, 8) == np.array(expected)).all()
    assert (least, greatest, total) == (v.min(), v.max(), v.sum())
    assert seen == sum(1 << int(k) for k in np.flatnonzero(b < v))
    assert at == 5
