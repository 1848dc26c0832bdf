"""check_game on hidden games."""

import itertools

import pytest
from tests.models.hidden.hidden_games import Absent, Forgetful, Kuhn, Pennies, Reported

from zerosum import check_game
from zerosum.core.errors import GameError
from zerosum.games.blind_goofspiel import BlindGoofspiel
from zerosum.games.leduc import Leduc
from zerosum.games.liars_dice import LiarsDice
from zerosum.games.phases import Phases, SealedBets
from zerosum.models.hidden.rules import HiddenGame, choose, deal, end
from zerosum.testing import examine


@pytest.mark.parametrize(
    "game",
    [
        Kuhn(),
        Pennies(),
        Reported(),
        Leduc(),
        LiarsDice(sides=3),
        BlindGoofspiel(3),
        Phases(),
        SealedBets(cards=3),
    ],
)
def test_our_games_keep_the_contract(game):
    assert check_game(game).complete


def test_the_report_counts():
    report = check_game(Kuhn())
    assert (report.positions, report.ends, report.sets, report.largest) == (58, 30, (6, 6), (2, 2))
    assert "6 information sets of row, 6 of col: nothing breaks the contract" in str(report)


def test_a_limit_leaves_some_unvisited():
    assert not examine(Leduc(), limit=50).complete


@pytest.mark.parametrize("game", [Forgetful(), Absent()])
def test_who_forgets_is_told_with_two_histories(game):
    with pytest.raises(GameError, match=r"row .* \(.*\) from \(.*\), .*perfect recall"):
        check_game(game)


count = itertools.count()


@pytest.mark.parametrize(
    ("turn", "sentence"),
    [
        (lambda p: end("x") if p else choose("row", "ab"), "a payoff must be a number"),
        (lambda p: choose("row", "aa"), "same move twice"),
        (lambda p: choose("row", ["a", []]), "unhashable"),
        (lambda p: None, "it must return deal"),
        (lambda p: end(next(count)), "varies between calls"),
        (lambda p: 1 / 0, "ZeroDivisionError"),
        (lambda p: deal("a"), "more than 1,000 moves"),
        (lambda p: end(0) if p else choose("row", "ab"), "nothing is at stake"),
        (
            lambda p: (
                deal("xy", to="nobody") if not p else choose("row", ["a", p[0]]) if len(p) == 1 else end(1)
            ),
            "although the moves are",
        ),
    ],
)
def test_faults_are_told(turn, sentence):
    class Wrong(HiddenGame):
        def turn(self, position):
            return turn(position)

    with pytest.raises(GameError, match=sentence):
        check_game(Wrong())
