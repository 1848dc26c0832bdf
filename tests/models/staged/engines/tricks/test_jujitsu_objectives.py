"""Jujitsu for other ends: winning, not losing, a table of one's own, against the same game position by position."""

from fractions import Fraction

import pytest

from zerosum.core.errors import GameError
from zerosum.games.jujitsu import Jujitsu
from zerosum.models.staged import solve as staged
from zerosum.models.staged.engines.tricks.solve import solve


@pytest.mark.parametrize("payoff", ["winning", "not-losing", "margin"])
def test_the_value_is_that_of_the_game_solved_in_the_open(payoff: str) -> None:
    game = Jujitsu(cards=4, payoff=payoff)
    assert float(solve(game).value) == pytest.approx(float(staged.solve(game.as_staged()).value), abs=1e-9)


def test_who_cannot_win_more_often_cannot_lose_less_often() -> None:
    winning, not_losing = (float(solve(Jujitsu(cards=5, payoff=p)).value) for p in ("winning", "not-losing"))
    assert winning + not_losing == pytest.approx(1)
    assert winning < 0.5


def test_a_table_of_ones_own_can_be_each_of_the_payoffs() -> None:
    win = tuple(Fraction((s > 0) - (s < 0)) for s in range(-3, 4))
    odd = tuple(Fraction(s * s * s, 2) + 1 for s in range(-3, 4))
    assert abs(float(solve(Jujitsu(cards=3, table=win)).value)) < 1e-9
    assert float(solve(Jujitsu(cards=3, table=odd)).value) == pytest.approx(1)


def test_a_table_has_a_payoff_for_every_score() -> None:
    with pytest.raises(GameError, match="7 payoffs, not 2"):
        Jujitsu(cards=3, table=(Fraction(1), Fraction(2)))
