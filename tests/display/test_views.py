"""Views and sentences of solutions: what front ends draw, against what is known of the games."""

import json
import re
from fractions import Fraction

import pytest

import zerosum
from zerosum.core.data import plain
from zerosum.display.views import frequency_in_words


def view(name: str, **parameters: object) -> dict:
    solution = zerosum.solve(name, **parameters)
    (found,) = solution.game.family.views(solution)
    json.dumps(plain(found))
    return found


def test_kuhns_poker_is_one_decision_after_another() -> None:
    decisions = {(one["side"], *one["after"]): one for one in view("kuhn")["decisions"]}
    assert set(decisions) == {
        ("row",),
        ("col", "check"),
        ("col", "bet"),
        ("row", "check", "bet"),
    }
    jack, queen, king = decisions["row",]["hands"]
    assert [move["often"] for move in jack["moves"]] == ["2/3", "1/3"]
    assert [move["ev"] for move in jack["moves"]] == [-1, -1]
    assert (queen["name"], king["name"]) == ("Q", "K")


def test_where_nothing_is_hidden_a_mix_is_shown() -> None:
    found = view("rps")
    assert found["kind"] == "mix"
    assert [move["p"] for move in found["players"][0]["moves"]] == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize(
    ("name", "parameters", "said"),
    [
        (
            "kuhn",
            {},
            "With J, A bets one time in three: exactly often enough to ensure that B, with Q, is "
            "indifferent between fold and "
            "call.",
        ),
        (
            "rps",
            {},
            "Both players mix rock, paper and scissors so that",
        ),
        ("matches", {"matches": 9}, "1 more than a multiple of 4"),
        ("relance", {}, "B, with a hand of 1/3, is indifferent between fold and see"),
        ("noisy-duel", {"steps": 4}, "wait is row's best response to wait"),
        ("leduc", {}, "B, with Q, is indifferent between call and raise"),
        ("rhode-island", {}, "A raises with every hand. After raise and call, with "),
        ("blind-goofspiel", {"cards": 3}, "row plays 3: 2 would lose 1."),
        ("phases", {}, "row folds with 1 and bets with 2, 3 and 4. Col, with 3 and 1, "),
        ("goofspiel", {"cards": 6}, "With prize 1: both players mix 1, 2 and 3 so that"),
        ("gleason", {"nodes": (1, -1, 1, -1)}, "and goes cl next: no other mix has a higher EV for row."),
        ("morra", {}, "Show 3 call 3 is never played: it would cost "),
    ],
)
def test_a_sentence_says_why(name: str, parameters: dict, said: str) -> None:
    solution = zerosum.solve(name, **parameters)
    assert said in solution.game.family.explain(solution)


def test_a_page_opens_where_the_sentence_is_about() -> None:
    solution = zerosum.solve("gleason")
    (found,) = solution.game.family.views(solution)
    who, node = re.match(r"(\w+) has left (\S+),", solution.game.family.explain(solution)).groups()
    assert found["opens"] == f"{who.lower()} left {node}"
    assert found["opens"] in [one["name"] for one in found["choices"]]


def test_hands_in_a_sentence_can_meet() -> None:
    """The two hands share the card that was turned up, and are not the same card."""
    solution = zerosum.solve("rhode-island")
    mine, theirs = re.findall(r"with (\w\w) and (\w\w)", solution.game.family.explain(solution))
    assert mine[1] == theirs[1]
    assert mine[0] != theirs[0]


def test_the_sentence_on_a_bluff_is_true() -> None:
    """A jack that bets more often makes the queen call, and one that bets less often makes it fold."""
    for share, best in ((Fraction(1, 2), "call"), (Fraction(1, 4), "fold")):
        bluffs = share / (1 + share)  # of the bets that a queen meets, the rest are kings
        worth = {"call": 2 * bluffs - 2 * (1 - bluffs), "fold": Fraction(-1)}
        assert max(worth, key=lambda move: worth[move]) == best


def test_how_often_in_words() -> None:
    assert frequency_in_words(Fraction(1, 3)) == "one time in three"
    assert frequency_in_words(0.5) == "half the time"
    assert frequency_in_words(Fraction(4, 7)) == "four times in seven"
    assert frequency_in_words(0.123) == "12% of the time"
    assert frequency_in_words(1.0) == "always"


def test_a_river_is_walked_line_by_line_and_names_hands_as_locks_do():
    """A click on "check" leads to the player in position, with hands of that player's range alone."""
    solution = zerosum.solve("river")
    view = next(one for one in solution.game.family.views(solution) if one["kind"] == "decisions")
    seats = {tuple(one["after"]): one["seat"] for one in view["decisions"]}
    assert seats[()] == "OOP"
    assert seats["check",] == seats["bet 10",] == seats["all-in",] == "IP"
    assert seats["check", "bet 10"] == seats["bet 10", "all-in"] == "OOP"
    assert solution.game.family.explain(solution).startswith("With KhQh, OOP bets 10, 3% of the time: ")
    start = next(one for one in view["decisions"] if not one["after"])
    assert [hand["name"] for hand in start["hands"]] == list(solution.game.hands["row"].names)
    assert {one.information for one in solution.ranges} <= {one.information for one in solution.evs}
    assert "out of position" in view["note"]
    earned = {one.information: one for one in solution.evs}
    for decision in view["decisions"]:
        for hand in decision["hands"]:
            line = earned[hand["information"]]
            assert abs(hand["weight"] - float(line.counterfactual_reach)) < 1e-12
            assert [one["p"] for one in hand["moves"]] == [
                float(one.probability) for one in line.moves.values()
            ]


def test_large_rivers_and_turns_are_drawn_by_classes_of_hands():
    wide = zerosum.solve("river", oop="random", ip="22+, A2s+", bets="pot", tolerance=0.5)
    [view] = wide.game.family.views(wide)
    start = view["decisions"][0]
    assert {hand["cell"] for hand in start["hands"]} == {hand["name"] for hand in start["hands"]}
    assert len(start["hands"]) == 169
    assert abs(sum(hand["reached"] for hand in start["hands"]) - 1) < 1e-9
    mean = sum(hand["reached"] * hand["moves"][0]["p"] for hand in start["hands"])
    assert abs(mean - float(wide.frequencies(0)["check"])) < 1e-9
    turn = zerosum.solve("turn", oop="KhKd, Td9d", ip="QhQd, AhTc")
    [view] = turn.game.family.views(turn)
    assert all(len(one["after"]) < 4 for one in view["decisions"])
    assert view["left_out"] > 48
    assert [hand["cell"] for hand in view["decisions"][0]["hands"]] == ["T9s", "KK"]


class Bids(zerosum.HiddenGame):
    """Each player is dealt a number from 1 to 3 and bids 0 to 3: hands and moves have the same names."""

    start = ()

    def turn(self, position):
        if len(position) < 2:
            return zerosum.deal([1, 2, 3], to=("row", "col")[len(position)])
        if len(position) < 4:
            return zerosum.choose(("row", "col")[len(position) - 2], [0, 1, 2, 3])
        mine, theirs, bid, call = position
        return zerosum.end((mine > theirs) - (mine < theirs) if bid == call else bid - call)

    def after(self, position, picked):
        return (*position, picked)


def test_a_hand_is_a_hand_although_a_move_has_its_name() -> None:
    (found,) = Bids.family.views(zerosum.solve(Bids()))
    first, *responses = found["decisions"]
    assert [hand["name"] for hand in first["hands"]] == ["1", "2", "3"]
    assert [(one["after"], [hand["name"] for hand in one["hands"]]) for one in responses] == [
        ([str(bid)], ["1", "2", "3"]) for bid in range(4)
    ]
