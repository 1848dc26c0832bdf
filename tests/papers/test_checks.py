"""Checks tell right from wrong: each is also asked what is not so."""

import pytest

from zerosum.papers.checks.free_dealer import pure_models
from zerosum.papers.checks.jujitsu import lowest_against_random
from zerosum.papers.checks.nakai import in_order, intervals
from zerosum.papers.checks.poker import best_acts, both_fold_first
from zerosum.papers.checks.poker_formulas import cubic_of_the_limit
from zerosum.papers.checks.red_dog_game import payoff_depends_on


def test_only_the_mended_bluffs_give_the_printed_cubic() -> None:
    assert cubic_of_the_limit(mended=True).holds
    assert not cubic_of_the_limit(mended=False).holds


def test_a_payoff_depends_on_both_numbers_and_on_the_moves() -> None:
    assert payoff_depends_on(["own number", "rival's number", "moves"]).holds
    for less in (["own number"], ["own number", "rival's number"], ["own number", "moves"]):
        assert not payoff_depends_on(less).holds


@pytest.mark.parametrize(
    ("player", "interval", "right"),
    [
        ("A", ("0", "c1", ["fold", "bet"]), True),
        ("A", ("0", "c1", ["fold"]), False),
        ("A", ("0", "c2", ["fold", "bet"]), False),
        ("B", ("c2", "1", ["raise"]), True),
        ("B", ("c1", "1", ["see"]), False),
    ],
)
def test_what_is_best_with_a_raise(player: str, interval: tuple[str, str, list[str]], right: bool) -> None:
    assert best_acts(player, [interval]).holds is right


def test_the_solution_with_a_raise_has_the_form_that_the_paper_excludes() -> None:
    assert both_fold_first(excluded=False).holds
    assert both_fold_first(excluded=True).holds is False


def test_models_of_blackjack_are_pure_if_the_dealer_is_bound() -> None:
    assert pure_models(3, bound=True).holds
    assert pure_models(3, bound=False).holds is False


def test_where_nakais_players_do_not_mix() -> None:
    assert intervals(3, 1, 1, 3) == ["play L/play M", "pass/play M", "play H/play M"]
    assert intervals(3, 0, 3, 1) == ["play L/pass", "play L/play M"]
    assert intervals(3, 3, 0, 1) == ["play H/play M", "play H/pass"]
    assert "m = n" in in_order(everywhere=True).text


def test_lowest_card_breaks_even_against_a_random_player() -> None:
    found = lowest_against_random([3])
    assert found.holds is False
    assert "lowest earns 0, highest 0" in found.text
