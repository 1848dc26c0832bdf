"""The charts and the sentence of drawing games, against the cards one by one."""

import re
from itertools import product
from math import comb, prod
from operator import mul

import pytest

import zerosum
from zerosum.models.solo.engines.drawing.views import explain, views

POINTS = (1, 2, 4, 6, 8, 10, 12, 14)
"""Half points of J, A, 2, …, 7: a picture counts a half."""
GAMES = [
    ("seven-and-a-half", {}),
    ("seven-and-a-half", {"stand": 4.0}),
    ("seven-and-a-half", {"dealer_card": "seen"}),
]


@pytest.mark.parametrize(("name", "given"), GAMES)
def test_the_sentence_says_how_often_the_next_card_goes_over(name: str, given: dict[str, object]) -> None:
    game = zerosum.load(name)(**given)
    solution = zerosum.solve(game)
    text = explain(solution)
    pattern = r"ith total ([\d.]+)(?: against (\w+))?(?: the next card| it) busts (\d+)% of the time"
    (low, shown, _), (high, _, _) = found = re.findall(pattern, text)
    card = game.kinds.index(shown) if shown else -1
    hits, stands = (solution.chart[f"total {total}"][card].gain for total in (low, high))
    assert hits < 0 < stands
    supply = [count - (kind == card) for kind, count in enumerate(game.supply)]
    for total, _, percent in found:
        over = held = 0.0
        most = [
            min(count, int(2 * float(total)) // points) for count, points in zip(supply, POINTS, strict=True)
        ]
        for hand in product(*(range(count + 1) for count in most)):
            if sum(hand) < 2 or sum(map(mul, hand, POINTS)) != 2 * float(total):
                continue
            weight = prod(map(comb, supply, hand))
            rest = [count - taken for count, taken in zip(supply, hand, strict=True)]
            bad = sum(n for n, points in zip(rest, POINTS, strict=True) if 2 * float(total) + points > 15)
            over, held = over + weight * bad / sum(rest), held + weight
        assert 100 * over / held == pytest.approx(float(percent), abs=0.51)


def test_a_chart_has_the_acts_of_every_cell() -> None:
    game = zerosum.load("seven-and-a-half")(dealer_card="seen")
    solution = zerosum.solve(game)
    (view,) = views(solution)
    totals, first = view["tables"]
    assert totals["columns"] == list(game.kinds)
    for row in totals["rows"]:
        for card, cell in enumerate(row["cells"]):
            known = solution.chart[row["label"]].get(card)
            assert (cell is None) == (known is None)
            if cell and known:
                assert cell["moves"][0][0] == pytest.approx(float(known.stands))
    asked = solution.at(hand="A", up="7")
    assert views(asked)[0]["at"] == [1, game.kinds.index("A"), game.kinds.index("7")]
    assert first["rows"][0]["label"] == f"a first card of {game.kinds[0]}"


def test_where_the_opponents_card_is_closed_hands_are_columns() -> None:
    solution = zerosum.solve("seven-and-a-half")
    (view,) = views(solution)
    start, *others = view["decisions"]
    assert sum(hand["weight"] for hand in start["hands"]) == pytest.approx(1)
    earned = sum(hand["weight"] * move["p"] * move["ev"] for hand in start["hands"] for move in hand["moves"])
    assert earned == pytest.approx(float(solution.value))
    assert [one["after"] for one in others] == [["bet 1"], ["bet 5"]]
