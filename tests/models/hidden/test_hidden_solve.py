"""Hidden games solved: published values, other methods, and exact proofs."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array, random_array
from tests.models.hidden.hidden_games import Kuhn, Pennies, Reported

from zerosum.core.errors import InputError
from zerosum.games.leduc import Leduc
from zerosum.games.liars_dice import LiarsDice
from zerosum.games.phases import SealedBets
from zerosum.matrix import solve_exact
from zerosum.models.hidden.certificate import verify
from zerosum.models.hidden.rules import HiddenGame, choose, deal, end
from zerosum.models.hidden.search import discover
from zerosum.models.hidden.solve import program, solve
from zerosum.models.hidden.solve.bilinear import bilinear_game
from zerosum.models.hidden.solve.program import TREMBLE, ProgramSolver, exact_vertex, pure_start
from zerosum.models.hidden.solve.rational import IntegerSystem


def test_kuhn_in_fractions():
    solution = solve(Kuhn())
    assert solution.value.lower == solution.value.upper == Fraction(-1, 18)
    assert solution.mix("row", (("chance", 3), ("row", "check"), ("col", "bet"))) == {"fold": 0, "call": 1}
    assert verify(solution) == solution.value


def test_leduc_as_others_know_it():
    solution = solve(Leduc())
    assert solution.value.is_exact
    assert float(solution.value) == pytest.approx(-0.0856064, abs=1e-7)
    assert verify(solution) == solution.value


@pytest.mark.parametrize("game", [Kuhn(), Leduc(), Pennies()])
def test_floats_enclose_the_fraction(game):
    exact, about = solve(game), solve(game, numeric=True)
    assert exact.value.lower in about.value
    assert about.value.gap < 1e-11
    checked = verify(about)
    assert exact.value.lower in checked
    assert checked.gap < 1e-11


def test_nobody_needs_luck_who_is_told():
    assert solve(Reported()).value.lower == 1


def test_a_set_of_many_moves_and_none_for_the_other():
    class Alone(HiddenGame):
        def turn(self, position):
            return end(position[0]) if position else choose("row", range(5))

    solution = solve(Alone())
    assert solution.value.lower == 4
    assert solution.mix("row", ()) == {0: 0, 1: 0, 2: 0, 3: 0, 4: 1}


def test_a_game_of_chance_alone():
    class Coin(HiddenGame):
        def turn(self, position):
            return end(Fraction(position[0], 3)) if position else deal((1, 2), to="nobody")

    assert solve(Coin()).value.lower == Fraction(1, 2)


matrices = st.integers(1, 4).flatmap(
    lambda n: st.lists(st.lists(st.integers(-5, 5), min_size=n, max_size=n), min_size=1, max_size=4)
)


@settings(max_examples=40, deadline=None)
@given(matrices)
def test_a_matrix_game_in_turns(matrix):
    class Turns(HiddenGame):
        def turn(self, position):
            if len(position) == 2:
                return end(matrix[position[0]][position[1]])
            return (
                choose("col", range(len(matrix[0])))
                if position
                else choose("row", range(len(matrix)), hidden=True)
            )

    assert solve(Turns()).value.lower == solve_exact(matrix).value.lower


class Blunder(HiddenGame):
    """Col ends the game, or blunders; row then takes 1 or 2, and after a blunder of its own 3 or 4."""

    def turn(self, position):
        match position:
            case ():
                return choose("col", ("stop", "blunder"))
            case ("stop",):
                return end(0)
            case ("blunder",):
                return choose("row", ("one", "two", "worse"))
            case (_, "worse"):
                return choose("row", ("less", "more"))
        return end({"one": 1, "two": 2, "less": -4, "more": -3}[position[-1]])


def test_off_the_path_too_play_is_sensible():
    solution = solve(Blunder())
    assert solution.value.lower == 0
    assert solution.mix("row", (("col", "blunder"),))["two"] == 1
    assert solution.mix("row", (("col", "blunder"), ("row", "worse")))["more"] == 1


def test_asking_for_what_a_player_knows():
    solution = solve(Kuhn())
    assert solution.at(seen="2, bet").col == {"fold": Fraction(2, 3), "call": Fraction(1, 3)}
    assert solution.json()["strategies"]["col"]["2, bet"] == {"fold": "2/3", "call": "1/3"}
    with pytest.raises(InputError, match="look like '1'"):
        solution.at(seen="9")


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 12), st.integers(0, 10**6), st.booleans())
def test_integer_systems_in_fractions(size, seed, transposed):
    rng = np.random.default_rng(seed)
    matrix = random_array(
        (size, size), density=0.4, rng=rng, data_sampler=lambda size: rng.integers(-9, 10, size)
    )
    matrix = (matrix.toarray() + np.diag(rng.integers(50, 90, size))).astype(np.int64)
    right = rng.integers(-100, 100, size)
    system = IntegerSystem(csr_array(matrix))
    numerators, denominator = system.solve(right, transposed=transposed)
    assert solves(matrix.T if transposed else matrix, right, numerators, denominator)
    for known in (denominator, 6, 10**30 + 1):  # a hint that need not be right
        numbers, unit = system.solve(right, transposed=transposed, known=known)
        assert [Fraction(n, unit) for n in numbers] == [Fraction(n, denominator) for n in numerators]


def solves(matrix, right, numerators, denominator):
    lines = [[int(x) for x in line] for line in matrix]
    products = [sum(x * n for x, n in zip(line, numerators, strict=True)) for line in lines]
    return products == [denominator * int(b) for b in right]


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("large", [2**8, 2**14, 2**18])
def test_nearly_singular_systems_in_fractions(large, transposed):
    """Floats have few right digits of their solution: for the last one fewer than the longer steps need."""
    matrix = np.array([[large, large - 1, 3], [large - 1, large - 2, 5], [1, 7, large]])
    right = np.array([1, 2, 3])
    found = IntegerSystem(matrix).solve(right, transposed=transposed)
    assert solves(matrix.T if transposed else matrix, right, *found)


def test_a_system_that_floats_cannot_solve_is_given_up_without_a_warning():
    matrix = np.array([[2, 1], [1, 3]])
    for guess in (np.nan, np.inf):
        system = IntegerSystem(matrix, known=lambda right, transposed, x=guess: np.full(2, x))
        assert system.solve(np.array([1, 2])) is None


@pytest.mark.parametrize("game", [Kuhn(), Leduc(), Pennies()])
def test_regret_matching_encloses_the_value(game):
    exact, about = solve(game), solve(game, first_order=True, tolerance=3e-3)
    assert exact.value.lower in about.value
    assert about.value.gap <= 3e-3
    assert about.method.startswith("predictive regret matching")
    checked = verify(about)
    assert exact.value.lower in checked
    assert checked.gap == pytest.approx(about.value.gap, abs=1e-11)


@pytest.mark.parametrize(
    "game", [Kuhn(), Leduc(), SealedBets(), LiarsDice(sides=3)], ids=lambda game: game.name
)
def test_the_factors_of_highs_solve_the_equations_of_its_vertex(game):
    """The same vertex, once with the factors that HiGHS has and once with factors of our own."""
    arrays = bilinear_game(discover(game))
    solver = ProgramSolver(arrays.program, arrays.against_uniform)
    vertex = solver.solve(TREMBLE)
    random, matrix = np.random.default_rng(1), arrays.program.lines[vertex.lines][:, vertex.variables]
    for transposed, turned in ((False, matrix), (True, matrix.T)):
        right = random.integers(-9, 10, matrix.shape[0]).astype(np.float64)
        assert np.allclose(turned @ solver.factors(vertex)(right, transposed), right)
    theirs = exact_vertex(arrays.program, vertex, known=solver.factors(vertex))
    assert theirs == exact_vertex(arrays.program, vertex)
    assert theirs.value == solve(game).value.lower


@pytest.mark.parametrize(
    "game",
    [Leduc(), LiarsDice(sides=3), LiarsDice(dice=2, sides=2), SealedBets()],
    ids=lambda game: game.name,
)
def test_a_start_from_pure_strategies_leads_to_equally_good_ones(game, monkeypatch):
    arrays = bilinear_game(discover(game))
    monkeypatch.setattr(program, "SPARSE", 10**9)
    earned = []
    for least_size in (10**9, 0):
        monkeypatch.setattr(program, "LARGE", least_size)
        start = pure_start(arrays)
        assert (start is None) == (least_size > 0)
        solver = ProgramSolver(arrays.program, arrays.against_uniform, start)
        vertex = solver.in_fractions(solver.solve(TREMBLE))
        reaches = {"row": vertex.row, "col": vertex.col}
        # the value, and what each strategy earns against an opponent who does everything: the most of all optimal ones
        earned.append(
            [float(vertex.value)]
            + [
                arrays.against_uniform[side] @ np.array([x / reaches[side][0] for x in reaches[side]])
                for side in reaches
            ]
        )
    assert earned[0] == pytest.approx(earned[1], abs=1e-12)
