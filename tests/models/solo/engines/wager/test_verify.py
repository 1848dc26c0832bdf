"""Bounds from thresholds alone: they agree with the solver, and wrong or forged thresholds prove nothing false."""

from fractions import Fraction

import pytest

from zerosum.core.errors import InputError, Unavailable
from zerosum.core.numbers import texts
from zerosum.games.red_dog import RedDog
from zerosum.models.solo.engines.wager.certificate import verify, write
from zerosum.models.solo.engines.wager.solve import solve
from zerosum.models.solo.engines.wager.verify import prove

F = Fraction


def bounds(game, thresholds):
    """What a certificate with these thresholds proves."""
    return prove(game, None, {"thresholds": texts(thresholds)})


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
    assert solution.value.lower <= proved.lower <= proved.upper <= solution.value.upper
    assert float(proved.gap) < 3e-4
    assert proved == solution.value or solution.chance.exact is None


def test_verification_sees_through_wrong_thresholds():
    game = RedDog()
    proved = bounds(game, (F(1, 3), F(2, 3)))
    assert proved.lower < solve(game).value.lower == proved.upper


@pytest.mark.parametrize("hand", ["AS 7H 7D 2C", "2S 2H 2D 2C", "AS AH AD AC", "KS QH TD 9C"])
def test_one_hand_is_verified_too(hand):
    there = solve(RedDog(max_bet=5)).at(hand=hand)
    assert verify(there) == there.value
    assert there.verify().holds


@pytest.mark.parametrize("thresholds", [(F(1, 4), 2), (F(-1), F(1, 2)), (F(3, 4), F(1, 4)), (F(1, 2),)])
def test_thresholds_that_are_no_win_chances_in_order_are_refused(thresholds):
    """A threshold above 1 once counted hands that always win twice."""
    with pytest.raises(InputError, match="two win probabilities"):
        bounds(RedDog(), thresholds)


def test_thresholds_at_the_ends_count_hands_that_always_win_once():
    game = RedDog(suits=2, ranks=5, cards=3, max_bet=1)
    assert game.win_chance().exact.at(1) > 0
    assert bounds(game, (F(1, 4), F(1))) == solve(game).value
    assert bounds(game, (F(1), F(1))).upper == solve(game).value.upper


@pytest.mark.parametrize("hand", ["0.3", "0.9 0.2"])
def test_a_hand_whose_win_chance_is_a_float_is_verified(hand):
    suits = len(hand.split())
    there = solve(RedDog(deck="continuous", suits=suits, dealt="beta(2,3)", turned="beta(1,2)")).at(hand=hand)
    assert there.verify().holds


def test_a_certificate_states_the_thresholds_and_nothing_else():
    solution = solve(RedDog())
    data = write(solution)
    assert prove(solution.game, solution.value, data) == solution.value
    with pytest.raises(InputError, match="'ante' in"):
        prove(solution.game, solution.value, {**data, "ante": "2"})
    rough = solve(RedDog(deck="continuous", suits=2, dealt="beta(2,3)"))
    with pytest.raises(Unavailable, match="up to the errors"):
        write(rough)
    with pytest.raises(InputError, match="up to the errors"):
        prove(rough.game, rough.value, data)
