"""Naming positions, and what bad names get: one clear sentence."""

from __future__ import annotations

import pytest

from zerosum.core.errors import GameError, InputError, TooLargeError
from zerosum.games.goofspiel import Goofspiel
from zerosum.games.jujitsu import Jujitsu
from zerosum.models.staged.engines.tricks.rules import Chance, TrickGame
from zerosum.models.staged.engines.tricks.solve import TrickSolution, solve
from zerosum.store import MemoryStore


@pytest.fixture(scope="module")
def goofspiel() -> TrickSolution:
    return solve(Goofspiel(cards=6), store=MemoryStore())


@pytest.fixture(scope="module")
def jujitsu() -> TrickSolution:
    return solve(Jujitsu(cards=6), store=MemoryStore())


def test_a_position_by_its_parts_and_as_text_is_the_same(goofspiel: TrickSolution) -> None:
    parts = goofspiel.at(row=[1, 4, 6], col=[2, 4, 5], prizes_left=[1, 3, 6], up=3)
    text = goofspiel.at(at="row=6,1,4 col=2,4,5 prizes_left=6,3,1 up=3")
    assert (parts.value, parts.row, parts.col) == (text.value, text.row, text.col)
    assert list(parts.row) == [1, 4, 6]
    assert list(parts.col) == [2, 4, 5]
    assert sum(parts.row.values()) == pytest.approx(1)
    assert parts.json()["parameters"]["row"] == [1, 4, 6]


def test_before_the_prize_is_turned_up_the_value_is_the_mean(goofspiel: TrickSolution) -> None:
    facts = {"row": [1, 4, 6], "col": [2, 4, 5], "prizes_left": [1, 3, 6]}
    values = [float(goofspiel.at(**facts, up=up).value) for up in (1, 3, 6)]
    before = goofspiel.at(**facts)
    assert float(before.value) == pytest.approx(sum(values) / 3, abs=1e-12)
    assert not before.row
    assert [table.columns[0] for table in before.report().tables] == ["prize", "prize"]


def test_one_card_left_has_no_choice(jujitsu: TrickSolution) -> None:
    assert jujitsu.at(row=[5], col=[2], score=-1, carried=0).value.middle == pytest.approx(0, abs=1e-12)
    last = jujitsu.at(row=[5], col=[2], score=-1, carried=4)
    assert last.value.middle == pytest.approx(1, abs=1e-12)
    assert last.row == {5: 1.0}


def test_of_cards_that_fare_alike_the_lowest_is_played(jujitsu: TrickSolution) -> None:
    position = jujitsu.at(row=[3, 5, 6], col=[1, 2, 4], score=1)
    assert position.row[6] == 0
    assert position.col[2] == 0


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        ({"row": [1, 2]}, "both hands"),
        ({"row": [1, 2], "col": [1]}, "same number"),
        ({"row": [1, 1], "col": [1, 2]}, "distinct cards from 1 to 6"),
        ({"row": [0, 1], "col": [1, 2]}, "distinct cards from 1 to 6"),
        ({"row": [], "col": []}, "not nothing"),
        ({"at": "row=1,2 colour=3"}, "must be written as"),
        ({"at": "score=1,2"}, "score must be one number, not 1,2"),
        ({"score": 1}, "cannot be 1"),
        ({"row": [1, 2], "col": [1, 2], "carried": 5}, "5 ties carried"),
        ({"row": [1, 2], "col": [1, 2], "score": 3}, "cannot be 3"),
        ({"up": 3}, "has no up"),
    ],
)
def test_a_position_of_jujitsu_that_cannot_occur(jujitsu: TrickSolution, named: dict, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        jujitsu.at(**named)


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        ({"up": 7}, "one of 1,2,3,4,5,6"),
        ({"row": [1, 2], "col": [1, 2]}, "give the 2 prizes"),
        ({"row": [1, 2], "col": [1, 2], "prizes_left": [1, 2, 3]}, "2 different prizes left"),
        ({"row": [1, 2], "col": [1, 2], "prizes_left": [3, 4], "up": 5}, "one of 3,4"),
        ({"row": [1, 2], "col": [1, 2], "prizes_left": [3, 4], "score": 15}, "score cannot be 15"),
        ({"carried": 3}, "cannot have been carried"),
        ({"ties": 3}, "has no ties"),
    ],
)
def test_a_position_of_goofspiel_that_cannot_occur(
    goofspiel: TrickSolution, named: dict, sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence):
        goofspiel.at(**named)


def test_a_score_that_no_play_leads_to() -> None:
    solution = solve(Goofspiel(cards=4, payoff="win", ties="carry"), store=MemoryStore())
    with pytest.raises(InputError, match="unreachable"):
        solution.at(row=[1, 2, 3], col=[1, 2, 3], prizes_left=[1, 2, 3], up=1, score=1)


def test_a_known_order_tells_the_prizes() -> None:
    solution = solve(Goofspiel(cards=4, prizes=(2, 4, 1, 3)), store=MemoryStore())
    assert solution.row
    assert (
        solution.at(row=[1, 2], col=[3, 4]).value
        == solution.at(row=[1, 2], col=[3, 4], prizes_left=[1, 3], up=1).value
    )
    with pytest.raises(InputError, match="prize is 1, not 3"):
        solution.at(row=[1, 2], col=[3, 4], up=3)
    with pytest.raises(InputError, match="left are 1,3"):
        solution.at(row=[1, 2], col=[3, 4], prizes_left=[2, 4])


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Jujitsu(cards=0), "at least 1 card"),
        (lambda: Goofspiel(cards=-3), "at least 1 card"),
        (lambda: Jujitsu(ties="lost"), "carried, discarded"),
        (lambda: Goofspiel(payoff="money"), "points, win"),
        (lambda: Goofspiel(cards=3, prizes=(1, 2)), "must list each of 1 to 3 once, not 1,2"),
        (lambda: Goofspiel(cards=3, prizes=(1, 2, 2)), "must list each of 1 to 3 once"),
        (lambda: Goofspiel(prizes="shuffled"), "random, ascending, descending"),
    ],
)
def test_parameters_that_make_no_sense(make: object, sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        make()  # type: ignore[operator]


def test_too_many_cards_say_how_much_they_would_need() -> None:
    with pytest.raises(TooLargeError, match=r"40 cards .* of memory"):
        solve(Jujitsu(cards=40))
    with pytest.raises(TooLargeError, match=r"1000 cards .* more than .* of memory"):
        solve(Goofspiel(cards=1000))
    with pytest.raises(TooLargeError, match=r"fractions .* of work"):
        solve(Goofspiel(cards=7), exact=True)


class Broken(TrickGame):
    """A game whose answers are given from outside."""

    start = 0
    answer: object = None

    def trick(self, context: object, outcome: int) -> object:
        return type(self).answer

    def settle(self, context: object) -> object:
        return "a lot"


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (3, "must return a payment and a context"),
        (("much", 0), "the payment of a trick must be a finite number"),
        ((float("nan"), 0), "finite number"),
        ((0, []), "must be hashable"),
        ((0, Chance([(0.1, 1), (0.2, 2)])), "must sum to 1"),
        ((0, Chance([(-1, 1), (2, 2)])), "is negative"),
        ((0, 0), "a payoff must be a finite number"),
    ],
)
def test_a_game_that_breaks_the_contract_is_told_how(answer: object, sentence: str) -> None:
    game = type("Game", (Broken,), {"answer": answer})
    with pytest.raises(GameError, match=sentence):
        solve(game(cards=2), store=MemoryStore())


@pytest.mark.parametrize(("payoff", "told"), [("points", True), ("win", False)])
def test_the_report_says_where_the_score_is_not_in_the_value(payoff: str, told: bool) -> None:
    """Points are paid as they are won, so that the value is what is still to come; where only winning counts, the
    score is in it."""
    there = {"row": (1, 2, 3), "col": (1, 2, 4), "prizes_left": (1, 2, 3)}
    solution = solve(Goofspiel(cards=4, payoff=payoff))
    behind, even = solution.at(**there, score=-4), solution.at(**there)
    assert any("score of -4 so far" in note for note in behind.report().notes) is told
    assert (float(behind.value) == float(even.value)) is told
    assert not any("score" in note for note in even.report().notes)
