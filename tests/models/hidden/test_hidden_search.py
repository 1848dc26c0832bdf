"""The model of hidden games: rules, what players know, and what is refused."""

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

import pytest
from tests.models.hidden.hidden_games import Absent, Forgetful, Kuhn, Pennies, Reported

import zerosum
from zerosum.core.errors import GameError, TooLargeError
from zerosum.core.limits import Meter
from zerosum.core.sides import SIDES
from zerosum.games.leduc import Leduc
from zerosum.models.hidden import search as hidden_search
from zerosum.models.hidden.form import words
from zerosum.models.hidden.rules import HiddenGame, Payoffs, choose, deal, end
from zerosum.models.hidden.search import discover, estimated_size


def test_kuhn_has_twelve_information_sets():
    form = discover(Kuhn())
    assert (len(form.row), len(form.col), form.row.sequences, form.col.sequences) == (6, 6, 13, 13)
    assert form.positions == 1 + 3 + 6 + 6 * 8
    assert len(form.ends[0]) == 30
    assert {words(form.seen("row", i)) for i in range(6)} >= {"1", "2, check, bet"}


def test_a_history_is_a_probability_times_a_payoff():
    form = discover(Kuhn())
    assert set(form.weights) == {Fraction(s * k, 6) for s in (1, -1) for k in (1, 2)}


def test_a_hidden_move_leaves_one_information_set():
    form = discover(Pennies())
    assert (len(form.row), len(form.col)) == (1, 1)
    assert form.seen("col", 0) == ()


def test_what_is_told_parts_information_sets():
    form = discover(Reported())
    assert len(form.row) == 2
    assert form.seen("row", 0) in [(("chance", "H"),), (("chance", "T"),)]


def test_an_outcome_listed_twice_counts_twice():
    assert dict(deal("KKQ").outcomes) == {"K": Fraction(2, 3), "Q": Fraction(1, 3)}
    assert deal(Counter("KKQ")) == deal("KKQ")
    assert dict(deal({"a": 0.25, "b": 0.75, "c": 0}).outcomes) == {"a": Fraction(1, 4), "b": Fraction(3, 4)}


def test_equal_outcomes_of_another_kind_stay_what_they_are():
    """What is remembered of a deal must not be handed to another whose outcomes only compare equal."""
    fractions, whole = deal([Fraction(1), Fraction(2)]), deal([1, 2])
    assert [type(outcome) for outcome, _ in fractions.outcomes] == [Fraction, Fraction]
    assert [type(outcome) for outcome, _ in whole.outcomes] == [int, int]


class One(NamedTuple):
    number: int


class Two(NamedTuple):
    number: int


class Alike(HiddenGame):
    """Positions that compare equal and are not: of two classes, and beside the end of a game."""

    title = "Alike"

    def turn(self, position):
        match position:
            case ():
                return deal("abc")
            case One():
                return end(1)
            case Two():
                return choose("row", "xy", pays=Payoffs((5, 6)))
            case (5,):
                return end(-100)

    def after(self, position, picked):
        return {"a": One(5), "b": Two(5), "c": (5,)}[picked]


def test_positions_that_only_compare_equal_stay_apart():
    assert zerosum.solve(Alike()).value.lower == Fraction(1 + 6 - 100, 3)


@pytest.mark.parametrize("many", [1, 3, 50])
def test_sets_and_their_order_do_not_depend_on_the_size_of_waves(many, monkeypatch):
    whole = discover(Leduc())
    monkeypatch.setattr(hidden_search, "MANY", many)
    parts = discover(Leduc())
    for side in SIDES:
        assert [whole.seen(side, i) for i in range(144)] == [parts.seen(side, i) for i in range(144)]
        assert whole.of(side).parent == parts.of(side).parent
    ends = [
        sorted(zip(*map(list, form.ends[:2]), [form.weights[w] for w in form.ends[2]], strict=True))
        for form in (whole, parts)
    ]
    assert ends[0] == ends[1]


def test_forgetting_a_move_is_refused_with_two_histories():
    with pytest.raises(GameError, match=r"row .* \((R|L)\) from \((R|L)\).*perfect recall"):
        discover(Forgetful())


def test_absent_mindedness_is_refused():
    with pytest.raises(GameError, match=r"row .* \(\) from \(on\)"):
        discover(Absent())


class Uneven(HiddenGame):
    """The moves give away what the player is not told."""

    def turn(self, position):
        match position:
            case ():
                return deal("AB", to="nobody")
            case (card,):
                return choose("row", ("x", "y") if card == "A" else ("x", "z"))
        return end(0)


def test_one_information_set_has_one_list_of_moves():
    with pytest.raises(GameError, match=r"moves x, [yz] and x, [yz]"):
        discover(Uneven())


@pytest.mark.parametrize(
    ("turn", "sentence"),
    [
        (lambda: choose("row", ()), "row has no move"),
        (lambda: choose("row", "aa"), "same move twice"),
        (lambda: choose("A", "ab"), "must be 'row' or 'col'"),
        (lambda: deal(()), "has no outcome of positive weight"),
        (lambda: deal({"a": -1, "b": 2}), "cannot be negative"),
        (lambda: deal("ab", to="A"), "'nobody'"),
        (lambda: end("much"), "a payoff must be a number"),
        (lambda: 3, "it must return deal"),
    ],
)
def test_a_wrong_turn_is_told_in_one_sentence(turn, sentence):
    class Wrong(HiddenGame):
        def turn(self, position):
            return turn()

    with pytest.raises(GameError, match=sentence):
        discover(Wrong())


def test_a_game_without_an_end_is_stopped(monkeypatch):
    class Endless(HiddenGame):
        start = 0

        def turn(self, position):
            return deal((1,))

        def after(self, position, picked):
            return position + picked

    monkeypatch.setenv("ZEROSUM_LIMIT", "1TB,0.2s")
    with pytest.raises(TooLargeError, match="positions of Endless"):
        discover(Endless())


def test_a_game_that_is_too_large_is_refused_before_it_takes_memory(monkeypatch):
    """Two of a thousand cards are a million pairs; 65,000 of them may be laid out before the size is estimated."""
    calls = 0
    turn = Leduc.turn

    def counted(self, position):
        nonlocal calls
        calls += 1
        return turn(self, position)

    monkeypatch.setattr(Leduc, "turn", counted)
    with pytest.raises(TooLargeError, match="positions of leduc"):
        discover(Leduc(ranks=1000))
    assert calls < 3000


@pytest.mark.parametrize("game", [Leduc(), Leduc(ranks=6), zerosum.load("sealed-bets")()])
def test_the_estimate_is_at_most_twice_the_size(game):
    size = discover(game).positions
    assert size / 10 < estimated_size(game, Meter("a test")) <= 2 * size
