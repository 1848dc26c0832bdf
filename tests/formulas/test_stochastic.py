"""Stochastic games: the value as a function of the discount, and values that are algebraic numbers."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import numpy as np
import pytest
from tests.command import run

import zerosum
from zerosum.core.errors import InputError
from zerosum.formulas.line import GameLine
from zerosum.models.stochastic.formula import _limit_at_zero
from zerosum.models.stochastic.rules import ArrayGame
from zerosum.models.stochastic.solve.discounted import solve_discounted
from zerosum.models.stochastic.solve.operator import ShapleyOperator
from zerosum.models.stochastic.table import tabulate
from zerosum.numerics.algebraic import AlgebraicFunction


def absorbing(text: str) -> ArrayGame:
    """An absorbing game with the average payoff: a star marks a payoff that is then paid forever."""
    cells = [row.split() for row in text.split(";")]
    ends = sorted({cell for row in cells for cell in row if cell.endswith("*")})
    size = 1 + len(ends)

    def to(state: int) -> list[Fraction]:
        return [Fraction(int(s == state)) for s in range(size)]

    payoffs = [[[Fraction(cell.rstrip("*")) for cell in row] for row in cells]]
    after = [[[to(1 + ends.index(cell) if cell in ends else 0) for cell in row] for row in cells]]
    payoffs += [[[Fraction(end.rstrip("*"))]] for end in ends]
    after += [[[to(1 + k)]] for k in range(len(ends))]
    return ArrayGame(payoffs, after)


def worth_a_root(k: int) -> ArrayGame:
    """A 2 × 2 game, played until it stops, that is worth the square root of k."""
    r = Fraction(round(math.sqrt(3 * k) * 2), 4)
    s = Fraction(3 * k, 4) / r
    payoffs = [[[(r + s) / 2, r], [s, Fraction(0)]]]
    half, stop = [Fraction(1, 2)], [Fraction(0)]
    return ArrayGame(payoffs, [[[stop, half], [half, stop]]], Fraction(1))


def test_an_absorbing_game_of_oliu_barton() -> None:
    found = zerosum.exact_value(absorbing("1* 1* 2*; 1* 2* 0; 2* 0 1*"))
    assert found.polynomial == (-7, 10, -5, 1)
    assert math.isclose(float(found), 1.4301597090019467)
    assert found.at_least("1.43")
    assert not found.at_least("1.4301597091")


@pytest.mark.parametrize("k", range(2, 21))
def test_games_worth_square_roots(k: int) -> None:
    found = zerosum.exact_value(worth_a_root(k))
    root = math.isqrt(k)
    assert found.polynomial == ((-root, 1) if root * root == k else (-k, 0, 1))
    assert math.isclose(float(found), math.sqrt(k))
    assert found.at_least(Fraction(math.isqrt(k * 10**20), 10**10))
    assert not found.at_least(Fraction(math.isqrt(k * 10**20) + 1, 10**10))


def test_the_big_match() -> None:
    f = zerosum.formula("stochastic", path="examples/big_match.toml", discount="0..1")
    assert [str(piece.value) for piece in f.pieces] == ["1/(2(1 - d))"]
    with pytest.raises(InputError, match="without bound"):
        f(1)
    assert zerosum.exact_value(zerosum.load("stochastic")("examples/big_match.toml")).value == Fraction(1, 2)


@pytest.mark.parametrize("name", ["shapley", "two_positions", "big_match"])
def test_values_at_points(name: str) -> None:
    path = f"examples/{name}.toml"
    f = zerosum.formula("stochastic", path=path, discount="0..1")
    for k in range(1, 20):
        t = Fraction(k, 20)
        found = zerosum.solve("stochastic", path=path, discount=t).value
        assert found.lower - 1e-9 <= float(f(t)) <= found.upper + 1e-9


def test_shapley_passes_from_a_rational_function_to_a_root() -> None:
    f = zerosum.formula("stochastic", path="examples/shapley.toml", discount="0..1")
    assert f.breaks == (Fraction(5, 6),)
    assert str(f.pieces[1].value) == "(25d - 25 + sqrt(825d^2 - 1250d + 625))/(4d^2)"


@pytest.mark.parametrize(
    ("payoffs", "chances", "pieces"),
    [
        (
            [[[-4, -4], [-2, 4]], [[5, -4], [-3, -1]], [[2], [-3]]],
            [
                [["1/5 1/5 3/5", "0 1 0"], ["3/5 0 2/5", "0 3/4 1/4"]],
                [["1/2 0 1/3", "3/7 2/7 2/7"], ["1/5 2/5 1/5", "1/3 2/3 0"]],
                [["2/5 2/5 1/5"], ["1/4 3/8 3/8"]],
            ],
            3,
        ),
        (
            [[[4, 4], [-5, -2]], [[3], [5]], [[-1, 0], [3, 5]]],
            [
                [["1/6 1/3 1/2", "3/5 1/5 0"], ["1/8 3/8 3/8", "1/8 3/8 3/8"]],
                [["1/2 1/6 1/6"], ["1/2 1/2 0"]],
                [["1/2 1/2 0", "0 3/4 1/4"], ["0 0 3/4", "1/2 0 0"]],
            ],
            2,
        ),
    ],
    ids=["another root passes through infinity", "a kernel is optimal at the value alone"],
)
def test_formulas_of_three_states(
    payoffs: list[list[list[int]]], chances: list[list[list[str]]], pieces: int
) -> None:
    after = [[[[Fraction(p) for p in cell.split()] for cell in row] for row in state] for state in chances]

    def make(d: Fraction) -> ArrayGame:
        return ArrayGame(payoffs, after, d)

    f = make(Fraction(1, 2)).family.formula(GameLine(make, "discount", "d", Fraction(0), Fraction(9, 10)))
    for place in (*f.breaks, Fraction(1, 3), Fraction(2, 5), Fraction(4, 5)):
        d = Fraction(float(place))
        found = solve_discounted(ShapleyOperator(tabulate(make(d))))
        assert f.piece_at(d).value.about(float(d)) == pytest.approx(found.lower[0], abs=1e-6)
    assert len(f.pieces) == pieces


def test_the_command_decides() -> None:
    said = run(
        "formula", "stochastic", "examples/big_match.toml", "--discount", "average", "--at-least", "1/2"
    )
    assert "the value is 1/2" in said.stdout
    assert "the value is at least 1/2" in said.stdout


def test_a_large_game_is_refused() -> None:
    with pytest.raises(InputError, match="pure stationary strategies"):
        zerosum.exact_value(absorbing("; ".join([" ".join(["1"] * 50)] * 2)))


def test_a_limit_is_not_taken_for_its_neighbour() -> None:
    """(z^4 - t) ((1000 z - 1)^2 + 10^6 t): the upper real root falls to 0, slowly, and 1/1000 is a root at t = 0."""
    branch = AlgebraicFunction(
        ((0, -1, -(10**6)), (0, 2000), (0, -(10**6)), (), (1, 10**6), (-2000,), (10**6,)), 1, Fraction(1, 8)
    )
    assert branch(Fraction(1, 16)) == Fraction(1, 2)
    assert _limit_at_zero(branch, Fraction(1, 8)) == 0


@pytest.mark.parametrize("seed", range(12))
def test_strategies_are_optimal_in_every_state(seed: int) -> None:
    """At random discounts neither player can do better in any state, with the values of the ordinary solver."""
    chosen = random.Random(seed)
    states = 1 + seed % 2
    payoffs = [[[chosen.randint(-5, 5) for _ in range(2)] for _ in range(2)] for _ in range(states)]
    goes_on = [
        [
            [[Fraction(chosen.randint(0, 3), 4 * states) for _ in range(states)] for _ in range(2)]
            for _ in range(2)
        ]
        for _ in range(states)
    ]

    def make(d: Fraction) -> ArrayGame:
        return ArrayGame(payoffs, goes_on, d)

    line = GameLine(make, "discount", "d", Fraction(0), Fraction(1))
    f = make(Fraction(1, 2)).family.formula(line, pieces=50)
    known = 0
    for _ in range(10):
        d = Fraction(chosen.randint(1, 99), 100)
        piece = f.piece_at(d)
        table = tabulate(make(d))
        found = solve_discounted(ShapleyOperator(table))
        values = (found.lower + found.upper) / 2
        for s in range(states):
            name = table.states[s]
            mixes = [
                [
                    piece.of(side)[f"in {name}"].moves[str(m)].about(float(d))
                    if str(m) in piece.of(side)[f"in {name}"].moves
                    else 0.0
                    for m in moves
                ]
                for side, moves in (("row", table.rows[s]), ("col", table.cols[s]))
                if f"in {name}" in piece.of(side)  # type: ignore[arg-type]
            ]
            known += 1
            game = np.array(payoffs[s]) + float(d) * np.array(goes_on[s], float) @ values[:states]
            assert min(mixes[0] @ game) == pytest.approx(values[s], abs=1e-6)
            assert max(game @ np.array(mixes[1])) == pytest.approx(values[s], abs=1e-6)
            assert sum(mixes[0]) == pytest.approx(1)
    assert known == 10 * states
    assert not f.note


def test_a_pole_at_an_end_is_left_out() -> None:
    formula = zerosum.formula("stochastic", path="examples/big_match.toml", discount="0..1")
    assert "0 <= d < 1 " in formula.text()
    assert "< 1" in formula.latex()
    with pytest.raises(InputError, match="grows without bound"):
        formula(1)


def test_strategies_that_are_left_out_are_named() -> None:
    chosen = random.Random(1)
    payoffs = [[[chosen.randint(-5, 5) for _ in range(2)] for _ in range(2)] for _ in range(3)]
    goes_on = [
        [[[Fraction(chosen.randint(0, 3), 12) for _ in range(3)] for _ in range(2)] for _ in range(2)]
        for _ in range(3)
    ]
    line = GameLine(lambda d: ArrayGame(payoffs, goes_on, d), "discount", "d", Fraction(0), Fraction(1))
    found = line.make(Fraction(1, 2)).family.formula(line, pieces=50)
    assert "roots of different equations (in 0, 1, 2)" in found.note


def test_exponents_in_latex_are_in_braces() -> None:
    z = AlgebraicFunction(((0,) * 16 + (-1,), (), (1, 1)), 1, Fraction(1, 2))  # (1 + d) z² = d^16
    assert "d^{16}" in z.latex("d")
    assert "d^1" not in z.latex("d")


def test_values_of_two_states_in_one_field_give_strategies() -> None:
    """Two values of degree 4 whose sum has degree 4 too; another factor of the resultant has degree 12."""
    chosen = random.Random(7)
    payoffs = [[[chosen.randint(-5, 5) for _ in range(2)] for _ in range(2)] for _ in range(2)]
    goes_on = [
        [[[Fraction(chosen.randint(0, 3), 8) for _ in range(2)] for _ in range(2)] for _ in range(2)]
        for _ in range(2)
    ]
    line = GameLine(lambda d: ArrayGame(payoffs, goes_on, d), "discount", "d", Fraction(0), Fraction(1))
    found = line.make(Fraction(1, 2)).family.formula(line, pieces=50)
    degrees = {len(piece.value.function.coefficients) - 1 for piece in found.pieces}
    assert 4 in degrees
    assert not found.note
