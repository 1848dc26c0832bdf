"""The gallery in examples/ is documentation; here it is held to its word."""

from fractions import Fraction
from pathlib import Path

import pytest

from zerosum.loading import load_class
from zerosum.solving import solve
from zerosum.testing import check_game
from zerosum.verify.staged import verify

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name, **parameters):
    return load_class(f"{EXAMPLES / name}.py")(**parameters)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_every_example_keeps_the_contract_and_proves_its_value(path):
    game = load_class(str(path))()
    assert check_game(game).complete
    solution = solve(game, exact=True)
    assert verify(game, solution) == solution.value
    assert solution.value.lower in solve(game).value


@pytest.mark.parametrize(("rounds", "heads", "tails", "miss"), [(1, 1, 1, 1), (5, 2, 1, 1), (4, 7, 3, 2)])
def test_matching_pennies(rounds, heads, tails, miss):
    solution = solve(
        example("matching_pennies", rounds=rounds, heads=heads, tails=tails, miss=miss), exact=True
    )
    whole = heads + tails + 2 * miss
    assert solution.value.lower == rounds * Fraction(heads * tails - miss**2, whole)
    assert solution.row["heads"] == Fraction(tails + miss, whole)


@pytest.mark.parametrize("rooms", [3, 4, 5])
def test_a_cat_that_reaches_every_room_guesses_one_of_three(rooms):
    for turns in (1, 2, 5):
        value = solve(example("pursuit", rooms=rooms, turns=turns), exact=True).value
        assert value.lower == 1 - Fraction(2, 3) ** turns


def test_a_slow_cat_never_catches_the_mouse():
    assert solve(example("pursuit", rooms=6, turns=8, speed=1), exact=True).value.lower == 0


def test_on_a_large_ring_a_cat_two_rooms_away_comes_near_first():
    values = [solve(example("pursuit", rooms=9, turns=t), exact=True).value.lower for t in (1, 2, 3)]
    assert values == [0, Fraction(1, 3), Fraction(7, 15)]


@pytest.mark.parametrize(("rounds", "prize"), [(1, 1), (4, 1), (6, 10)])
def test_rock_paper_scissors_for_a_prize(rounds, prize):
    solution = solve(example("rps_prize", rounds=rounds, prize=prize), exact=True)
    expected = sum(Fraction(2 * prize + t - 1, 2 * 3**t) for t in range(1, rounds + 1))
    assert solution.value.lower == expected
    assert solution.row == solution.col == dict.fromkeys(("rock", "paper", "scissors"), Fraction(1, 3))
