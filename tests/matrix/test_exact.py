"""Matrix games in fractions: against all square kernels, and where floats mislead the search for the basis."""

import itertools
import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.matrix.families import FAMILIES

from zerosum.matrix import exact
from zerosum.matrix.exact import exact_game, optimal_kernel

Matrix = list[list[Fraction]]

payoff = st.integers(-2, 2).map(Fraction) | st.fractions(-3, 3, max_denominator=5)


def games(most: int = 4) -> st.SearchStrategy[Matrix]:
    shape = st.tuples(st.integers(1, most), st.integers(1, most))
    return shape.flatmap(
        lambda s: st.lists(st.lists(payoff, min_size=s[1], max_size=s[1]), min_size=s[0], max_size=s[0])
    )


def check(A: Matrix, value: Fraction, row: list[Fraction], col: list[Fraction]) -> None:
    """Both strategies guarantee the value, so it is the value."""
    for strategy in (row, col):
        assert min(strategy) >= 0
        assert sum(strategy) == 1
    assert min(sum(p * a for p, a in zip(row, line, strict=True)) for line in zip(*A, strict=True)) == value
    assert max(sum(q * a for q, a in zip(col, line, strict=True)) for line in A) == value


def cofactors(M: Matrix) -> tuple[Fraction, Fraction]:
    """The determinant and the sum of all cofactors, by Leibniz's formula."""

    def determinant(M: Matrix) -> Fraction:
        total = Fraction(0)
        for order in itertools.permutations(range(len(M))):
            swaps = sum(a > b for a, b in itertools.combinations(order, 2))
            term = Fraction((-1) ** swaps)
            for i, j in enumerate(order):
                term *= M[i][j]
            total += term
        return total

    bordered = [[*line, Fraction(1)] for line in M] + [[Fraction(1)] * len(M) + [Fraction(0)]]
    return determinant(M), -determinant(bordered)


def by_kernels(A: Matrix) -> set[Fraction]:
    """det M / (sum of cofactors) of every square submatrix M (Shapley and Snow 1950); the value is one of these."""
    found = set()
    for size in range(1, min(len(A), len(A[0])) + 1):
        for rows in itertools.combinations(range(len(A)), size):
            for cols in itertools.combinations(range(len(A[0])), size):
                top, bottom = cofactors([[A[i][j] for j in cols] for i in rows])
                if bottom:
                    found.add(top / bottom)
    return found


@given(games())
def test_the_strategies_prove_the_value_and_a_kernel_gives_it(A: Matrix) -> None:
    value, row, col = exact_game(A)
    check(A, value, row, col)
    assert value in by_kernels(A)
    rows, cols = optimal_kernel(A)
    top, bottom = cofactors([[A[i][j] for j in cols] for i in rows])
    assert value == top / bottom


@given(games(), st.integers(1, 4), st.randoms())
def test_any_guess_of_the_basis_leads_to_the_value(A: Matrix, size: int, rng: random.Random) -> None:
    size = min(size, len(A), len(A[0]))
    rows, cols = rng.sample(range(len(A)), size), rng.sample(range(len(A[0])), size)
    value, row, col = exact_game(A, rows, cols)
    check(A, value, row, col)
    assert value == exact_game(A)[0]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
@pytest.mark.parametrize("n", [9, 30])
def test_hard_games_for_floats_take_few_exchanges(
    family: object, n: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Floats miss the basis of some of these, by few moves."""
    steps = 0
    once = exact._WholeGame.next_basis

    def counted(game: object, *given: object, **options: object) -> object:
        nonlocal steps
        steps += 1
        return once(game, *given, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(exact._WholeGame, "next_basis", counted)
    for seed in range(3):
        payoffs = family(np.random.default_rng(seed), n)  # type: ignore[operator]
        A = [[Fraction(a) for a in line] for line in payoffs.tolist()]
        check(A, *exact_game(A))
    assert steps <= 3 * (1 + n)


def test_numbers_beyond_the_range_of_floats() -> None:
    """Floats see hardly more than zeros here, and exact exchanges do the work."""
    rng = random.Random(5)
    for _ in range(20):
        m, n = rng.randint(2, 6), rng.randint(2, 6)
        A = [[Fraction(rng.randint(-1, 1), 2 ** rng.randint(0, 3000)) for _ in range(n)] for _ in range(m)]
        check(A, *exact_game(A))
    vast = [[a * 10**400 for a in line] for line in A]
    assert exact_game(vast)[0] == exact_game(A)[0] * 10**400


@pytest.mark.parametrize("rows", [1, 40])
def test_many_moves_against_few(rows: int) -> None:
    rng = random.Random(rows)
    A = [[Fraction(rng.randint(-9, 9)) for _ in range(60)] for _ in range(rows)]
    check(A, *exact_game(A))
    check(
        [list(line) for line in zip(*A, strict=True)],
        *exact_game([list(line) for line in zip(*A, strict=True)]),
    )
