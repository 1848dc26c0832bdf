"""Games that are hard for floats; those in data/hard_*.npz, found by `harvest`, an unguarded simplex gets wrong."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from tests.matrix.families import FAMILIES, all_sizes, nearly_singular
from tests.matrix.unguarded_simplex import worst_gap

from zerosum.core.arrays import Floats
from zerosum.matrix import prove, solve, solve_batch, solve_exact, solve_fallback, solve_into, work_size
from zerosum.matrix.bounds import stride
from zerosum.matrix.exact import exact_game
from zerosum.matrix.kernel import solve_fast, solve_robustly

HERE = Path(__file__).parent


def _hard() -> list[tuple[str, Floats]]:
    games = []
    for path in sorted((HERE.parent / "data").glob("hard_*.npz")):
        with np.load(path) as file:
            kind = path.stem.removeprefix("hard_")
            games += [(f"{kind}-{shape}-{k}", A) for shape in file.files for k, A in enumerate(file[shape])]
    return games


HARD = _hard()


@pytest.mark.long
def test_an_unguarded_simplex_gets_them_wrong() -> None:
    """The collection is what it says: each game is got wrong, the worst of each kind by percents.

    Made games are measured by their largest payoff; those met in play by a win, or by a point.
    """
    for kind, least, most in (("made", 0.01, 0.5), ("jujitsu13", 3e-3, 0.05), ("goofspiel12", 3e-4, 0.02)):
        games = [A for name, A in HARD if name.startswith(kind)]
        gaps = [worst_gap(A) / (np.abs(A).max() if kind == "made" else 1.0) for A in games]
        assert len(gaps) >= 20
        assert min(gaps) > least
        assert max(gaps) > most


@pytest.mark.parametrize("A", [pytest.param(A, id=name) for name, A in HARD])
def test_hard_games_are_solved(A: Floats) -> None:
    found, value = solve(A), solve_exact(A).value.lower
    assert found.value.lower <= value <= found.value.upper
    lower, upper = prove(A, np.array(found.row), np.array(found.col))
    assert lower <= value <= upper
    assert upper - lower <= 1e-11 * np.abs(A).max()


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
@pytest.mark.parametrize("n", [5, 8, 13])
def test_no_gap_without_a_reason(family: object, n: int) -> None:
    """Every gap is at most 1e-11 of what the strategies meet where they bind; exact values lie inside."""
    rng = np.random.default_rng(n)
    A = np.array([family(rng, n) for _ in range(60)])  # type: ignore[operator]
    found = solve_batch(A)
    for k in range(0, 60, 6):
        assert found.lower[k] <= solve_exact(A[k]).value.lower <= found.upper[k]
    sizes = np.einsum("gi,gij->gj", found.row, np.abs(A)).max(1) + np.einsum(
        "gij,gj->gi", np.abs(A), found.col
    ).max(1)
    assert (found.gap <= 1e-11 * sizes).all()


def test_wide_gaps_are_solved_again() -> None:
    rng = np.random.default_rng(1)
    A = np.array([all_sizes(rng, 9) for _ in range(100)])
    found = solve_batch(A)
    assert found.again.size > 0
    assert (found.gap[found.again] <= np.spacing(np.abs(found.value[found.again]))).all()


def test_the_careful_method_mends_what_the_fast_one_leaves() -> None:
    """Near copies defeat the fast method now and then; `solve_into` must not show it."""
    rng = np.random.default_rng(3)
    worst_fast, worst = 0.0, 0.0
    for _ in range(400):
        A = nearly_singular(rng, 8)
        row, col, work = np.empty(8), np.empty(8), np.empty(work_size(8, 8))
        lower, upper = solve_fast(A, row, col, work)
        worst_fast = max(worst_fast, (upper - lower) / np.abs(A).max())
        lower, upper = solve_into(A, row, col, work)
        worst = max(worst, (upper - lower) / np.abs(A).max())
    assert worst_fast > 3e-12
    assert worst < worst_fast / 2


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (5, 1), (4, 9), (9, 4), (13, 13)])
def test_the_careful_method_stands_alone(shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(2)
    for _ in range(40):
        A = rng.integers(-2, 3, shape).astype(float)
        A[0, 0] = 3.0 if A.min() == A.max() else A[0, 0]
        m, n = shape
        row, col, work = np.empty(m), np.empty(n), np.zeros(work_size(m, n))
        for i in range(m):
            work[i * stride(n) : i * stride(n) + n] = A[i]
        if A.min() == A.max():
            continue
        lower, upper = solve_robustly(m, n, row, col, work, -np.inf, np.inf)
        assert lower <= solve_exact(A).value.lower <= upper
        assert upper - lower < 1e-13


def test_solve_fallback_rounds_outward() -> None:
    A = np.array([[1.0, 0.0], [0.0, 2.0]])
    lower, upper, row, col = solve_fallback(A)
    assert Fraction(lower) < Fraction(2, 3) < Fraction(upper)
    assert upper - lower == np.spacing(2 / 3)
    assert row == pytest.approx([2 / 3, 1 / 3])
    assert col == pytest.approx([2 / 3, 1 / 3])


@pytest.mark.parametrize("scale", [1e-308, 1e-250, 1e250, 1e307])
def test_payoffs_at_the_ends_of_the_floats(scale: float) -> None:
    found = solve(np.array([[1.0, 0.0], [0.0, 2.0]]) * scale)
    value = Fraction(scale) * 2 * Fraction(scale) / (Fraction(scale) + Fraction(2 * scale))
    assert found.value.lower <= value <= found.value.upper
    assert found.row == pytest.approx((2 / 3, 1 / 3))


def test_a_wrong_guess_of_the_support_does_no_harm() -> None:
    rng = np.random.default_rng(4)
    for _ in range(100):
        A = [[Fraction(int(a)) for a in line] for line in rng.integers(-3, 4, (5, 6))]
        k = int(rng.integers(1, 6))
        rows, cols = rng.permutation(5)[:k].tolist(), rng.permutation(6)[:k].tolist()
        assert exact_game(A, rows, cols)[0] == exact_game(A)[0]
