"""The table [hands] of a betting file: what it deals, and what it refuses."""

from fractions import Fraction
from pathlib import Path

import pytest

import zerosum
from zerosum.core.errors import GameError

TREE = """
ante = 1
[start]
player = "A"
actions.check = "showdown"
actions.bet = { bet = 1, to = "facing" }
[facing]
player = "B"
actions.fold = "fold"
actions.call = "showdown"
[hands]
"""


def file(folder: Path, hands: str) -> str:
    path = folder / "game.toml"
    path.write_text(TREE + hands, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        ("distribution = [0.9, 0.1]", "no distribution"),
        ('distribution = "nonsense"', "no distribution 'nonsense'"),
        ("distribution = {AA = 1}", "no distribution"),
        ("distribution = 3", "no distribution"),
        ("distribution = true", "no distribution"),
        ('distribution = "normal"\nsd = -1', "sd in .hands. must be positive"),
        ('distribution = "normal"\nsd = 0', "sd in .hands. must be positive"),
        ('distribution = "exponential"\nrate = 0', "rate in .hands. must be positive"),
        ('distribution = "normal"\nrate = 1', "'rate', which cannot be used with distribution"),
        ('distribution = "normal"\ncards = 5', "both cards and distribution"),
        ("cards = 2.5", "cards in .hands. must be a whole number"),
        ("cards = true", "cards in .hands. must be a whole number"),
        ("cards = 5\nreplace = 1", "replace in .hands. must be true or false"),
        ("cards = 5\nsd = 1", "'sd', which cannot be used with cards"),
        ("mean = 1", "'mean', which cannot be used here"),
        ("A = {J = 1}\nB = {J = 1}", "zerosum solve dealt-betting"),
    ],
)
def test_what_deals_no_hands_is_refused(tmp_path, hands, words):
    with pytest.raises(GameError, match=words):
        zerosum.solve("betting", path=file(tmp_path, hands))


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        ("cards = 3", "needs hands for both players"),
        ("A = {J = 1}", "weights of B's hands"),
        ("A = {J = -1, K = 2}\nB = {J = 1}", "must not be negative"),
        ("A = {J = 0}\nB = {J = 1}", "not all 0"),
        ("A = {J = 1}\nB = {Q = 1}", "order does not list the hand Q"),
        ("A = {J = 1, Q = 1}\nB = {Q = 1, J = 1}", "in different orders"),
        ('A = {J = 1}\nB = {Q = 1}\norder = "J"', "order in .hands. must list"),
        ("A = {J = 1}\nB = {J = 1}\ncards = 3", "both cards and A"),
        ("A = 3\nB = {J = 1}", "weights of A's hands"),
    ],
)
def test_hands_of_their_own_are_checked(tmp_path, hands, words):
    with pytest.raises(GameError, match=words):
        zerosum.solve("dealt-betting", path=file(tmp_path, hands))


def test_equal_weights_are_a_deck_with_replacement(tmp_path):
    deck = zerosum.solve("betting", path=file(tmp_path, "cards = 4\nreplace = true"))
    hands = "{a = 2, b = 2, c = 2, d = 2}"
    dealt = zerosum.solve("dealt-betting", path=file(tmp_path, f"A = {hands}\nB = {hands}"))
    assert dealt.value == deck.value


def test_weights_count(tmp_path):
    """B's only hand beats J and loses to K, which A holds with chance w. The pot is 2 and the bet 1.

    A bets every K and J with chance b in all, so that B is indifferent: calling wins 2 from a bluff and loses 2 to a K,
    folding loses 1, so 2b - 2w = -(b + w) and b = w/3. Every bet is then worth 1 to A, and every J checked costs 1.
    """
    for w in (Fraction(1, 2), Fraction(1, 5)):
        hands = f'A = {{J = "{1 - w}", K = "{w}"}}\nB = {{Q = 1}}\norder = ["J", "Q", "K"]'
        assert zerosum.solve("dealt-betting", path=file(tmp_path, hands)).value.lower == 8 * w / 3 - 1


def test_a_normal_distribution_names_hands(tmp_path):
    solution = zerosum.solve("betting", path=file(tmp_path, 'distribution = "normal"\nmean = 1\nsd = 2'))
    assert solution.game.rank(1) == Fraction(1, 2)
