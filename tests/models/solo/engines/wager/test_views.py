"""The pictures and the sentence of wager games, against the worth of the acts."""

import re
from fractions import Fraction

import pytest

import zerosum
from zerosum.models.solo.engines.wager.views import explain, views

GAMES = [
    {"ranks": 6},
    {"ranks": 6, "min_bet": 3, "max_bet": 3},
    {"ranks": 6, "min_bet": 2, "max_bet": 10, "ante": 3},
    {"deck": "continuous"},
    {"ranks": 6, "ante": 0},
]
TIMES = {
    "one time in four": Fraction(1, 4),
    "three times in eight": Fraction(3, 8),
    "one time in five": Fraction(1, 5),
}


@pytest.mark.parametrize("given", GAMES)
def test_the_hand_of_the_sentence_does_not_care(given: dict[str, object]) -> None:
    solution = zerosum.solve(zerosum.load("red-dog")(**given))
    stakes = solution.game.stakes
    text = explain(solution)
    (often,) = re.findall(r"that wins (.*) is indifferent between fold and", text)
    win = TIMES.get(often, Fraction(1, 2))
    fold, low, high = stakes.acts
    assert stakes.worth(fold, win) == stakes.worth(low, win) == -stakes.ante
    share = float(solution.row[high])
    assert f"{100 * share:.0f}% of hands {high}" in text


def test_nobody_folds_where_the_least_bet_is_nothing() -> None:
    assert explain(zerosum.solve(zerosum.load("red-dog")(ranks=6, min_bet=0))).startswith("No hand folds")


@pytest.mark.parametrize("given", GAMES)
def test_bars_hold_all_hands_and_colours_say_the_best_act(given: dict[str, object]) -> None:
    solution = zerosum.solve(zerosum.load("red-dog")(**given))
    view, *kinds = views(solution)
    worth, hands = view["choices"][0]["panels"]
    assert sum(bar["height"] for bar in hands["bars"]) == pytest.approx(100)
    for bar in hands["bars"]:
        at = (bar["from"] + bar["to"]) / 2
        heights = [a + at * (b - a) for (_, a), (_, b) in (line["points"] for line in worth["lines"])]
        assert heights[bar["hue"]] == pytest.approx(max(heights))
    for kind in kinds:
        hands = kind["decisions"][0]["hands"]
        for k, act in enumerate(solution.row):
            share = sum(hand["weight"] * hand["moves"][k]["p"] for hand in hands)
            assert share == pytest.approx(float(solution.row[act]))


def test_one_hand_says_what_its_acts_earn() -> None:
    solution = zerosum.solve("red-dog").at(hand="AS 7H 7D 2C")
    assert explain(solution).endswith("bet 1 -0.167, bet 5 -0.5, fold -1.")
    assert views(solution)[0]["at"] == pytest.approx(11 / 24)
