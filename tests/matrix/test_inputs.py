"""Whatever a person passes is solved, or refused with one sentence."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numba
import numpy as np
import pytest

from zerosum.core.errors import InputError
from zerosum.matrix import Optimum, solve, solve_batch, solve_exact, solve_fallback
from zerosum.matrix.lanes import solve_lanes

NAN, INF = float("nan"), float("inf")

REFUSED = {
    "empty": ([], "empty"),
    "no columns": ([[]], "empty"),
    "no array": (np.empty((0, 3)), "empty"),
    "ragged": ([[1, 2], [3]], "row 2 has 1"),
    "ragged later": ([[1, 2], [3, 4], [5, 6, 7]], "row 3 has 3"),
    "nan": ([[1.0, NAN]], "row 1, column 2 is nan"),
    "nan in an array": (np.array([[1.0], [NAN]]), "row 2, column 1 is nan"),
    "infinity": ([[1, 2], [-INF, 0]], "row 2, column 1 is -inf"),
    "nan as a decimal": ([[Decimal("nan")]], "finite"),
    "a word": ([[1, "x"]], "row 1, column 2 is 'x'"),
    "nothing": ([[None]], "None"),
    "complex": ([[1j]], "1j"),
    "a mask": (np.ma.array([[1.0, 2], [3, 4]], mask=[[0, 1], [0, 0]]), "masked"),
    "masked integers": (np.ma.array([[1, 2], [3, 4]], mask=[[0, 1], [0, 0]]), "masked"),
    "rows with masks": ([np.ma.array([1, 2], mask=[0, 1]), [3, 4]], "masked"),
    "a vector": ([1, 2], "two dimensions, not 1"),
    "a number": (5, "two dimensions, not 0"),
    "a cube": ([[[1, 2], [3, 4]]], "two dimensions, not 3"),
}


@pytest.mark.parametrize("solver", [solve, solve_exact])
@pytest.mark.parametrize("name", REFUSED)
def test_bad_matrices_get_one_sentence(name: str, solver: Callable[[Any], Optimum]) -> None:
    matrix, words = REFUSED[name]
    with pytest.raises(InputError, match=words) as caught:
        solver(matrix)
    assert "\n" not in str(caught.value)


def test_a_mask_in_a_batch_is_refused_and_one_that_hides_nothing_is_not() -> None:
    with pytest.raises(InputError, match="masked"):
        solve_batch(np.ma.array(np.ones((1, 2, 2)), mask=[[[0, 1], [0, 0]]]))
    assert solve(np.ma.array([[1.0, 1], [0, 2]], mask=False)).value.lower == 1


def test_read_only_payoffs_need_no_kernels_of_their_own() -> None:
    A = np.random.default_rng(0).standard_normal((3, 4, 5))
    fixed = A.copy()
    fixed.setflags(write=False)
    assert solve_lanes.compiled
    value, kinds = solve_batch(A).value, len(solve_lanes.compiled.signatures)
    assert np.array_equal(solve_batch(fixed).value, value)
    assert solve(fixed[0]) == solve(A[0])
    assert len(solve_lanes.compiled.signatures) == kinds


def test_numbers_beyond_floats() -> None:
    with pytest.raises(InputError, match="only an exact solution"):
        solve([[10**400, 0], [0, 1]])
    assert solve_exact([[10**400, 0], [0, 10**400]]).value.lower == 10**400 // 2


@pytest.mark.parametrize(
    "matrix",
    [
        [[1, 2], [3, 0]],
        ((1, 2), (3, 0)),
        [[1.0, 2.0], [3.0, 0.0]],
        [[Fraction(1), Fraction(2)], [Fraction(3), Fraction(0)]],
        [[Decimal(1), 2], [3.0, Fraction(0)]],
        [np.array([1, 2]), np.array([3, 0])],
        np.array([[1, 2], [3, 0]], dtype=np.int8),
        np.array([[1, 2], [3, 0]], dtype=np.uint64),
        np.array([[1, 2], [3, 0]], dtype=np.float32),
        np.array([[1, 2], [3, 0]], dtype=np.longdouble),
        np.array([[1, 3], [2, 0]]).T,
        np.array([[1, 9, 2], [3, 9, 0]])[:, ::2],
    ],
    ids=lambda matrix: type(matrix).__name__,
)
def test_every_kind_of_matrix(matrix: object) -> None:
    found = solve(matrix)
    assert found.value.lower <= Fraction(3, 2) <= found.value.upper
    assert found.row == pytest.approx((0.75, 0.25))
    assert solve_exact(matrix).row == (Fraction(3, 4), Fraction(1, 4))


def test_bounds_hold_for_the_fractions_that_were_given() -> None:
    """1/3 is no float; the bounds are those of the given game, not of the rounded one."""
    found = solve([[Fraction(1, 3)]])
    assert found.value.lower < Fraction(1, 3) < found.value.upper


def test_whole_numbers_too_long_for_a_float() -> None:
    value = solve([[2**60 + 1, 0.5], [2**60 + 1, 2**60 + 1]]).value
    assert value.lower <= 2**60 + 1 <= value.upper


def test_floats_are_the_binary_fractions_that_they_are() -> None:
    assert solve_exact([[0.1]]).value.lower == Fraction(0.1) != Fraction(1, 10)


def test_batch_refuses_what_it_cannot_take() -> None:
    with pytest.raises(InputError, match="shape"):
        solve_batch(np.eye(3))
    with pytest.raises(InputError, match="ragged"):
        solve_batch([[[1.0, 2.0]], [[1.0]]])
    with pytest.raises(InputError, match="game 1"):
        solve_batch(np.array([[[1.0]], [[NAN]], [[2.0]]]))
    with pytest.raises(InputError, match="floats"):
        solve_batch([[[Fraction(1, 3)]]])
    with pytest.raises(InputError, match="finite"):
        solve_fallback(np.array([[NAN]]))


@pytest.mark.parametrize("shape", [(2, 3), (1, 7), (2, 4), (3, 3), (13, 13)])
def test_no_bad_payoff_slips_through(shape: tuple[int, int]) -> None:
    """One NaN, infinity or denormal at any place of a game of any size is seen."""
    good = np.random.default_rng(0).standard_normal(shape)
    for at in np.ndindex(shape):
        for wrong in (NAN, INF, -INF):
            A = good.copy()
            A[at] = wrong
            with pytest.raises(InputError, match="game 0"):
                solve_batch(A[None])
        A[at] = 1e-310
        assert solve_batch(A[None]).again.tolist() == [0]


def test_threads_and_one_core_agree() -> None:
    A = np.random.default_rng(5).standard_normal((1000, 4, 5))
    many = solve_batch(A)
    threads = numba.get_num_threads()
    try:
        numba.set_num_threads(1)
        one = solve_batch(A)
    finally:
        numba.set_num_threads(threads)
    assert (many.lower == one.lower).all()
    assert (many.col == one.col).all()


def test_batch_of_none_and_of_integers() -> None:
    assert solve_batch(np.empty((0, 2, 3))).lower.shape == (0,)
    assert solve_batch(np.array([[[1, -1], [-1, 1]]])).value == pytest.approx([0.0])


def test_an_answer_shows_itself() -> None:
    found = solve_exact([[1, -1], [-1, 1]])
    assert "value 0" in str(found)
    assert "1/2" in str(found)
    assert "value 0" in found._repr_html_()
    assert found.json()["strategies"]["row"] == {"1": "1/2", "2": "1/2"}
    assert found.named(["heads", "tails"], ["left", "right"]).col == {
        "left": Fraction(1, 2),
        "right": Fraction(1, 2),
    }
    with pytest.raises(InputError, match="2 different names"):
        found.named(["heads", "heads"])
