"""Bounds from thresholds alone: they agree with the solver, and wrong or forged thresholds prove nothing false."""

from fractions import Fraction

import pytest

from zerosum.games.red_dog import RedDog
from zerosum.models.wager.solve import solve
from zerosum.models.wager.verify import bounds, verify

F = Fraction


@pytest.mark.parametrize(
    "game",
    [
        RedDog(),
        RedDog(suits=2, ranks=5, cards=3, ante=2, min_bet=3, max_bet=3),
        RedDog(deck="continuous", suits=5),
        RedDog(deck="continuous", suits=3, weights=(F(1, 2), F(1, 3), F(1, 6)), ante=F(1, 3)),
        RedDog(deck="continuous", voids=True),
        RedDog(deck="continuous", suits=2, dealt="beta(2,3)"),
    ],
)
def test_verification_agrees(game):
    solution = solve(game)
    proved = verify(solution)
    assert proved.lower <= solution.value.upper
    assert solution.value.lower <= proved.upper
    assert float(proved.gap) < 3e-4


def test_verification_sees_through_wrong_thresholds():
    game = RedDog()
    proved = bounds(game, (F(1, 3), F(2, 3)))
    assert proved.lower < solve(game).value.lower == proved.upper


@pytest.mark.parametrize("hand", ["AS 7H 7D 2C", "2S 2H 2D 2C", "AS AH AD AC", "KS QH TD 9C"])
def test_one_hand_is_verified_too(hand):
    there = solve(RedDog(max_bet=5)).at(hand=hand)
    assert verify(there) == there.value
    assert there.verify().holds


@pytest.mark.parametrize("beyond", [1, F(3, 2), 7])
def test_thresholds_beyond_one_count_hands_that_always_win_once(beyond):
    game = RedDog(suits=2, ranks=5, cards=3, max_bet=1)
    assert game.win_chance().exact.at(1) > 0
    assert bounds(game, (F(1, 4), beyond)) == solve(game).value
    assert bounds(game, (beyond, beyond)).upper == solve(game).value.upper
