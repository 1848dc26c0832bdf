"""The claims on poker come out as they should, and the pictures can be drawn."""

from fractions import Fraction

import pytest

from zerosum.games.poker import Kuhn, Raises, TwoBets
from zerosum.models.continuum.plot import draw
from zerosum.models.continuum.solve import solve
from zerosum.papers import find
from zerosum.papers.checks.poker import closed_value, duel, fair, solved, value

F = Fraction


@pytest.mark.parametrize("pair", [(F(1, 3), F(2, 3)), (F(1, 7), F(9)), (F(3, 5), F(16, 5)), (F(2, 3), F(3))])
def test_closed_value_of_two_bets_on_both_sides_of_the_curve(pair: tuple[Fraction, Fraction]) -> None:
    game = TwoBets(low=pair[0], high=pair[1])
    assert value(game) == closed_value(*pair)
    assert (solved(game).row["fold"] > 0) == (fair(*pair) < 1)


def test_duel_by_hand() -> None:
    assert duel([(F(0), F(1))], [(F(0), F(1))]) == 0
    assert duel([(F(1, 2), F(1))], [(F(0), F(1, 2))]) == F(1, 4)
    assert duel([(F(0), F(1))], [(F(0), F(1, 2))]) == F(1, 4)


@pytest.mark.parametrize("game", [Raises(raises=2), Kuhn(), Kuhn(cards=20)])
def test_bars_have_an_axis_per_turn(game: Raises | Kuhn) -> None:
    figure = draw(solve(game))
    assert len(figure.axes) == 4
    assert "value" in figure.get_suptitle()


def test_every_card_has_a_word_a_pale_one_too_and_each_action_of_a_mixture_its_own() -> None:
    answers = draw(solve(Kuhn(cards=5))).axes[2]
    words = {text.get_text(): text.get_color() for text in answers.texts if text.get_position()[0] < 0.8}
    assert words == dict.fromkeys(["folds", "folds 75%", "calls 25%", "calls"], "black")
    assert [text.get_color() for text in answers.texts if text.get_position()[0] > 0.8] == ["#888888"]


def test_pictures_are_drawn() -> None:
    paper = find("bluffing")
    for picture in paper.document.pictures:
        if "blackjack" not in picture.name:
            assert paper.draw(picture).axes
