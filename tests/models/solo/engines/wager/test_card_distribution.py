"""Distributions of many ranks: exact while that is quick, enclosed beyond, rejected before memory runs out."""

from fractions import Fraction

import pytest

from zerosum.core.errors import GameError
from zerosum.games.red_dog import RedDog
from zerosum.models.solo.engines.wager import card_distribution as distributions
from zerosum.models.solo.engines.wager.card_distribution import Discrete, card_distribution, win_chance
from zerosum.models.solo.engines.wager.certificate import verify
from zerosum.models.solo.engines.wager.solve import solve

F = Fraction


@pytest.mark.parametrize("field", ["dealt", "turned"])
def test_too_many_ranks_are_refused_at_once(field: str) -> None:
    with pytest.raises(GameError, match="at most 10000 ranks") as problem:
        RedDog(deck="continuous", **{field: "steps(100000000)"})
    assert "\n" not in str(problem.value)


def test_many_ranks_in_one_suit_are_exact() -> None:
    """G(k/n) = k/n, so the values of the win chance are the ranks."""
    solution = solve(RedDog(deck="continuous", suits=1, dealt="steps(4000)", turned="steps(4000)"))
    assert solution.value.is_exact
    assert solution.row["fold"] == F(999, 4000)


def test_a_distribution_too_long_for_fractions_is_enclosed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = RedDog(
        deck="continuous",
        suits=3,
        dealt="values(0:1/4,1/3:1/4,1:1/2)",
        weights=(F(1, 2), F(1, 3), F(1, 6)),
    )
    exact = solve(game)
    monkeypatch.setattr(distributions, "MAX_PRODUCTS", 5)
    rounded = solve(game)
    assert exact.value.is_exact
    assert rounded.value.lower < exact.value.lower < rounded.value.upper
    assert rounded.value.gap < 1e-4
    proved = verify(rounded)
    assert proved.lower <= exact.value.lower <= proved.upper


def test_several_suits_of_many_ranks_are_enclosed() -> None:
    solution = solve(RedDog(deck="continuous", suits=4, dealt="steps(10000)"))
    smooth = solve(RedDog(deck="continuous", suits=4))
    assert float(solution.value) == pytest.approx(float(smooth.value), abs=1e-2)


def test_the_distribution_function_of_a_discrete_distribution() -> None:
    distribution = card_distribution("values(0:1/4,1/2:1/4,1:1/2)")
    assert isinstance(distribution, Discrete)
    assert [distribution.cdf(x) for x in (-1, 0, F(1, 4), F(1, 2), 1, 2)] == [
        0,
        F(1, 4),
        F(1, 4),
        F(1, 2),
        1,
        1,
    ]


def test_equal_chances_of_two_ranks_are_one_atom() -> None:
    """The turned card never falls between the two ranks."""
    dealt, turned = card_distribution("values(1/3:1/2,2/3:1/2)"), card_distribution("values(0:1/2,1:1/2)")
    exact = win_chance(dealt, turned, (F(1),)).exact
    assert exact is not None
    assert exact.at(F(1, 2)) == 1


def fair_note(game: RedDog) -> str:
    return next(note for note in solve(game).report().notes if note.startswith("EV for"))


@pytest.mark.parametrize(
    "parameters",
    [
        {"deck": "continuous", "suits": 1},
        {"deck": "continuous", "suits": 1, "min_bet": 2},
        {"deck": "continuous", "suits": 1, "dealt": "values(0:1/8,7/8:7/8)"},
    ],
)
def test_stakes_below_the_least_bet_are_not_called_fair(parameters: dict[str, object]) -> None:
    game = RedDog(**parameters)  # type: ignore[arg-type]
    constant, slope = solve(game).linear  # type: ignore[misc]
    assert -constant / slope < game.min_bet
    note = fair_note(game)
    assert "fair at" not in note
    assert f"from {game.min_bet} up" in note


def test_stakes_that_become_fair_say_where() -> None:
    assert "the game is fair at M = 15.0" in fair_note(RedDog())
    assert "the game is fair at M = 0." in fair_note(RedDog(deck="continuous", suits=1, min_bet=0))
