"""Red Dog with its pot: the last bets by hand, the long run against every bet, the full table's money."""

from fractions import Fraction

import numpy as np
import pytest

from zerosum.core.errors import GameError
from zerosum.games.red_dog_pot import PotState, RedDogPot, refilled
from zerosum.models.staged.plot import draw
from zerosum.models.staged.solve import solve
from zerosum.papers.checks.pot import _simulate, beats, chances, long_run, win_distribution

EDGE = sum(p * (2 * w - 1) for w, p in win_distribution() if 2 * w > 1)
"""E(2W - 1)+, what a unit at stake earns."""


def test_the_edge_is_that_of_the_papers_deck() -> None:
    assert Fraction(27, 850) == EDGE


def test_one_deal_by_hand() -> None:
    """The last bettor earns EDGE P/2; the first weighs his bet against what it leaves to the other."""
    solution = solve(RedDogPot(deals=1), exact=True)
    assert -solution.value_at(PotState(4, 1)).lower == EDGE * 2

    def first(w: Fraction) -> Fraction:
        def after(pot: int) -> Fraction:
            return -EDGE * Fraction(pot, 2)

        bets = [
            w * (Fraction(f, 2) + after(refilled(2 - f))) + (1 - w) * (after(2 + f) - Fraction(f, 2))
            for f in (1, 2)
        ]
        return max(after(2), *bets)

    assert solution.value.lower == sum(p * first(w) for w, p in win_distribution())


def test_players_bet_in_turn_and_the_dealer_last() -> None:
    assert [RedDogPot().is_rows(turn) for turn in range(6)] == [True, False, False, True, True, False]
    assert (refilled(0), refilled(1), refilled(2)) == (2, 3, 2)


@pytest.mark.parametrize("pot", [2, 3, 5, 9])
def test_the_lines_solve_the_equations_against_every_bet(pot: int) -> None:
    run = long_run()
    for value, after in ((run.first, lambda p: -run.second(p)), (run.second, run.first)):
        total = Fraction(0)
        for w, p in win_distribution():
            bets = [
                w * (Fraction(f, 2) + after(refilled(pot - f))) + (1 - w) * (after(pot + f) - Fraction(f, 2))
                for f in range(1, pot + 1)
            ]
            total += p * max(after(pot), *bets)
        assert total == value(pot)


def test_a_pot_needs_its_antes() -> None:
    with pytest.raises(GameError, match=r"pot of .* 2"):
        RedDogPot(pot=1)


def test_simulated_hands_have_the_decks_chances() -> None:
    deck, rng = RedDogPot().deck, np.random.default_rng(1)
    hands = np.array([rng.permutation(52)[:5] for _ in range(50)])
    for hand, chance, win in zip(hands, chances(hands[:, :4]), beats(hands[:, :4], hands[:, 4]), strict=True):
        cards = [deck.cards[i] for i in hand]
        assert chance == pytest.approx(float(deck.chance_of_cards(cards[:4])))
        higher = any(c.suit == cards[4].suit and deck.rank(c) > deck.rank(cards[4]) for c in cards[:4])
        assert win == higher


def test_no_money_is_made_at_a_full_table() -> None:
    above, far, gains = _simulate(5, 40, 10)
    assert 0 < far < above < 1
    assert gains.sum() == pytest.approx(0, abs=1e-9)


def test_the_report_and_the_picture_tell_from_which_hand_on_one_bets():
    solution = solve(RedDogPot(deals=1), exact=True)
    (chances,) = [table for table in solution.report().tables if table.title == "outcomes of the chance move"]
    assert [row[:3] for row in chances.rows] == [
        ["a hand that beats 0 cards to a hand that beats 24 cards", "83.0%", "fold"],
        ["a hand that beats 25 cards to a hand that beats 48 cards", "17.0%", "2"],
    ]
    (panel,) = draw(solution).axes
    assert [text.get_text() for text in panel.get_legend().get_texts()] == ["fold: 83.0%", "2: 17.0%"]


def test_the_card_turned_is_told_to_both():
    game = RedDogPot()
    wins, loses = game.play(PotState(2, 0, 31), 1, "wait")
    assert game.describe_outcome(PotState(2, 0, 31), wins) == [
        "the card turned is one of the 31 that the hand beats"
    ]
    assert game.describe_outcome(PotState(2, 0, 31), loses) == [
        "the card turned is one of the 17 that the hand does not beat"
    ]
    (folds,) = game.play(PotState(2, 1, 31), "wait", "fold")
    assert game.describe_outcome(PotState(2, 1, 31), folds) == []
