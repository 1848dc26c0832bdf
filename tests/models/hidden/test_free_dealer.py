"""The free dealer: small models of blackjack for two, exactly; pure strategies, and what freedom is worth."""

from fractions import Fraction
from itertools import product
from typing import ClassVar

import pytest

from zerosum.core.errors import GameError
from zerosum.games.free_dealer import FreeDealer
from zerosum.models.hidden.certificate import verify
from zerosum.models.hidden.rules import HiddenGame, choose, end
from zerosum.models.hidden.search import discover
from zerosum.models.hidden.solve import solve
from zerosum.models.hidden.solve.bilinear import bilinear_game
from zerosum.models.hidden.solve.optimal import best_pure


@pytest.mark.parametrize(
    "game",
    [FreeDealer(goal=4, cards=(1, 2)), FreeDealer(goal=5), FreeDealer(copies=2), FreeDealer(goal=5, soft=2)],
)
def test_small_models_are_proved(game):
    solution = solve(game)
    assert solution.value.is_exact
    assert verify(solution) == solution.value


def test_freedom_is_worth_something_to_the_dealer():
    """Every rule of the house is a strategy of the free dealer."""
    free = solve(FreeDealer(goal=5)).value.lower
    ruled = [solve(FreeDealer(goal=5, stand=k)).value.lower for k in (2, 3, 4, 5)]
    assert free < min(ruled)


def test_a_model_with_pure_solutions():
    solution = solve(FreeDealer(goal=4, cards=(1, 2)), pure=True)
    assert solution.value.lower == Fraction(-29, 32)
    assert set(solution.pure.values()) == {(Fraction(-29, 32), Fraction(-29, 32))}
    assert "guarantees -0.90625: this equals the value" in str(solution)


def test_a_model_in_which_both_must_mix():
    solution = solve(FreeDealer(goal=5, soft=2), pure=True)
    assert solution.value.lower == Fraction(-10949, 13122)
    assert solution.pure["row"] == (Fraction(-5623, 6561),) * 2
    assert solution.pure["col"] == (Fraction(-5431, 6561),) * 2
    assert "every optimal strategy is mixed" in str(solution)
    assert set(solution.json()["pure"]) == {"row", "col"}


class Twice(HiddenGame):
    """Row picks in secret, col answers, row picks once more: small enough for all pure strategies to be listed."""

    pays: ClassVar = dict(zip(product("ab", repeat=3), (3, -1, 0, 2, -2, 1, 4, -3), strict=True))

    def turn(self, position):
        if len(position) == 3:
            return end(self.pays[position])
        return choose("row" if len(position) != 1 else "col", "ab", hidden=not position)


def test_the_best_pure_strategy_is_that_of_all_strategies():
    plans = [(first, *then) for first in "ab" for then in product("ab", repeat=2)]

    def guaranteed(plan):
        first, *then = plan
        return min(Twice.pays[first, response, then["ab".index(response)]] for response in "ab")

    solution = solve(Twice(), pure=True)
    assert solution.pure["row"] == (max(map(guaranteed, plans)),) * 2


def test_a_search_that_is_cut_short_still_bounds_what_pure_strategies_guarantee():
    game = bilinear_game(discover(FreeDealer(goal=5)))
    found, bound = best_pure(game, "row", seconds=0.0)
    assert found <= Fraction(-15310, 19683) < bound <= solve(FreeDealer(goal=5)).value.upper


def test_an_unlimited_deck_never_runs_out_and_a_small_one_does():
    assert FreeDealer().left((Fraction(1),) * 9) == {1: 1, 2: 1, 3: 1}
    assert FreeDealer(copies=1).left((Fraction(1), Fraction(2), Fraction(3))) == {}


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"cards": ()}, "all different"),
        ({"cards": (1, 1)}, "all different"),
        ({"goal": 2}, "exceed the goal"),
        ({"copies": -1}, "at least two cards"),
        ({"bets": ()}, "one or more bets"),
    ],
)
def test_parameters_that_make_no_sense(parameters, sentence):
    with pytest.raises(GameError, match=sentence):
        FreeDealer(**parameters)
