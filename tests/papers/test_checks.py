"""Checks tell right from wrong: each is also asked what is not so."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from zerosum.games.nakai import HIGH, LOW, MIDDLE, PASS, Nakai
from zerosum.papers.checks.free_dealer import pure_models
from zerosum.papers.checks.gleason import paid_so_far
from zerosum.papers.checks.jujitsu import lowest_against_random
from zerosum.papers.checks.nakai import in_order, intervals
from zerosum.papers.checks.nakai_stages import PROOFS, Region, equal_targets, proved, solves
from zerosum.papers.checks.poker import SAMPLE
from zerosum.papers.checks.poker_formulas import at_raise, at_relance, at_two_bets, cubic_of_the_limit
from zerosum.papers.checks.poker_hands import (
    at_the_end,
    best_acts,
    both_fold_first,
    payoffs_constant,
    payoffs_move,
)
from zerosum.papers.checks.red_dog_game import payoff_depends_on
from zerosum.papers.verdicts import Found


def test_only_the_mended_bluffs_give_the_printed_cubic() -> None:
    assert cubic_of_the_limit(mended=True).holds
    assert not cubic_of_the_limit(mended=False).holds


def test_a_payoff_depends_on_both_numbers_and_on_the_moves() -> None:
    assert payoff_depends_on(["own number", "opponent's number", "moves"]).holds
    for less in (["own number"], ["own number", "opponent's number"], ["own number", "moves"]):
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
    assert both_fold_first().holds is False
    assert both_fold_first().near


def test_whether_small_models_of_blackjack_have_pure_solutions_depends_on_the_dealer() -> None:
    found = pure_models(3)
    assert found.holds is None
    assert "with a bound dealer 4 of 4 models have pure solutions" in found.text


def test_only_the_hands_that_see_a_raise_may_be_put_at_the_end() -> None:
    assert at_the_end("A_S").holds
    assert at_the_end("A_B").holds is False


def test_a_total_is_near_only_if_it_counts_all_nodes_of_the_path() -> None:
    assert paid_so_far([1, 2, 3], 3).holds
    near, far = paid_so_far([1, 2, 3], 0), paid_so_far([1, 2, 3], 5)
    assert (near.holds, near.near) == (False, True)
    assert (far.holds, far.near) == (False, False)


def test_nakais_remark_on_the_order_is_near_since_it_holds_where_both_players_have_a_choice() -> None:
    found = in_order(everywhere=True)
    assert (found.holds, found.near) == (False, True)
    assert "250 games" in found.text
    assert in_order(everywhere=False).holds


def test_where_nakais_players_do_not_mix() -> None:
    assert intervals(3, 1, 1, 3) == ["play L/play M", "pass/play M", "play H/play M"]
    assert intervals(3, 0, 3, 1) == ["play L/pass", "play L/play M"]
    assert intervals(3, 3, 0, 1) == ["play H/play M", "play H/pass"]
    assert "m = n" in in_order(everywhere=True).text


def test_lowest_card_breaks_even_against_a_random_player() -> None:
    found = lowest_against_random([3])
    assert found.holds is False
    assert "lowest earns 0, highest 0" in found.text


@pytest.mark.parametrize(
    ("check", "right", "wrong"),
    [
        (at_relance, "C == (a/(a+2))**2", "C == a/(a+2)"),
        (at_relance, "J2 == (a+1)*(A_B - 2*bets_below)", "J2 == (a+1)*(A_B - bets_below)"),
        (at_two_bets, "b3 == 1 - c1*c2/2", "b3 == 1 - c1*c2"),
        (at_two_bets, "m_L >= 0", "m_L >= b1"),
        (at_raise, "E == -u", "E == -v"),
        (at_raise, "c1 > v", "c1 > w"),
        (at_raise, "with_A_B == E", "with_A_S == E"),
    ],
)
def test_formulas_of_poker_are_decided_for_every_bet(
    check: Callable[[str], Found], right: str, wrong: str
) -> None:
    assert check(right).holds
    assert check(wrong).holds is False


def test_a_formula_that_holds_at_the_bets_tried_only_is_no_identity() -> None:
    zero = "*".join(f"(a - {a.numerator}/{a.denominator})" for a in SAMPLE)
    found = at_raise(f"E == -u + {zero}")
    assert not found.holds
    assert found.text == "not for every bet"


def test_which_payoffs_change_with_the_hand() -> None:
    assert payoffs_constant(["I_2"], ["B_F", "B_R"]).holds
    assert not payoffs_constant(["I_2"], ["B_S"]).holds
    assert payoffs_move(["J_3"], rising=False).holds
    assert not payoffs_move(["J_3"], rising=True).holds


def test_a_stage_of_nakais_game_with_other_mixes_is_not_proved() -> None:
    assert all(
        map(proved, ("lemma 4", "lemma 5", "lemma 6", "proposition 1", "proposition 2", "proposition 3"))
    )
    regions = [region for steps in PROOFS.values() for region in steps()]
    assert all(replace(region, adds=region.adds + 1).holds() is False for region in regions)
    moved = [region for region in regions if region.row.keys() != {PASS}]
    assert moved
    assert not any(replace(region, row={PASS: 1}).holds() for region in moved if _may_pass(region))


def _may_pass(region: Region) -> bool:
    return PASS in Nakai(*region.state).moves(region.state)[0]


def test_equal_targets_are_worth_the_formula_against_the_printed_mix_of_ii_only() -> None:
    matrix, known = equal_targets()
    n, m = known["n"], known["m"]
    paid = [m / n * matrix[row, MIDDLE] + (n - m) / n * matrix[row, PASS] for row in (LOW, HIGH, PASS)]
    assert all(one == known["v"] for one in paid)
    assert not solves(matrix, {PASS: 1}, {MIDDLE: 1}, known["v"])
