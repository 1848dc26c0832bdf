"""Toy rivers: ace, king and queen with the textbook answers, and ranges as text."""

from fractions import Fraction

import pytest
from tests.command import run
from tests.rows import rows_of

import zerosum
from zerosum.core.errors import GameError

F = Fraction


def mixes(solution):
    return {(line.side, line.information, str(line.move)): line.probability for line in rows_of(solution)}


def ranges(solution):
    return {
        (line.side, line.information, str(move)): (found.least, found.most)
        for line in solution.ranges
        for move, found in line.moves.items()
    }


@pytest.mark.parametrize("pot", [2, 3, 5, 10])
def test_ace_king_queen_in_a_half_street(pot):
    """Chen and Ankenman: with a pot P and a bet of 1 the bettor bets every ace and 1/(P+1) of the queens, the other
    calls with (P-1)/(P+1) of the kings, and the bet is worth (P-1)/(6(P+1)) to the bettor."""
    solution = zerosum.solve("toy-river", pot=pot, bets=(F(1, pot),), half=True)
    assert solution.value == F(pot - 1, 6 * (pot + 1))
    found = ranges(solution)
    assert found["row", "A", "bet"] == (1, 1)
    assert found["row", "Q", "bet"] == (F(1, pot + 1),) * 2
    assert found["row", "K", "bet"] == (0, 0)
    assert found["col", "K, bet", "call"] == (F(pot - 1, pot + 1),) * 2
    assert found["col", "A, bet", "call"] == (1, 1)
    assert found["col", "Q, bet", "fold"] == (1, 1)


def test_ace_king_queen_in_a_whole_street_is_kuhns_poker():
    """Kuhn: the value to the first player is -1/18, and the second has one optimal strategy."""
    solution = zerosum.solve("toy-river")
    assert solution.value == F(-1, 18)
    found = ranges(solution)
    assert found["row", "Q", "bet"] == (0, F(1, 3))
    assert found["row", "A", "bet"] == (0, 1)
    assert found["row", "K, check, bet", "call"] == (F(1, 3), F(2, 3))
    assert found["col", "Q, check", "bet"] == (F(1, 3), F(1, 3))
    assert found["col", "K, bet", "call"] == (F(1, 3), F(1, 3))


def test_who_acts_first():
    assert zerosum.solve("toy-river", first="B").value == F(1, 18)


def test_aces_and_queens_against_kings():
    """A pot of 100 and stacks of 100: KK may shove after a check up to half of the time."""
    solution = zerosum.solve("toy-river", a="AA, QQ", b="KK", pot=100, stack=100, bets=(1,))
    assert solution.value == 25
    assert ranges(solution)["col", "KK, check", "shove"] == (0, F(1, 2))


def test_polarised_hands_bet_by_the_odds():
    """With nuts and bluffs against a bluff catcher and a bet of the pot, one bet in three is a bluff, and the catcher
    calls half of the time; weights count as often as they say."""
    for weight in (1, 2, 5):
        found = mixes(zerosum.solve("toy-river", a=f"A:1, Q:{weight}", b="K", bets=(1,), half=True))
        assert found["row", "A", "bet"] == 1
        assert found["row", "Q", "bet"] == F(1, 2 * weight)
        assert found["col", "K, bet", "call"] == F(1, 2)


def test_evs_say_what_a_fold_is_worth():
    solution = zerosum.solve("toy-river", pot=5)
    folds = [line.moves["fold"].ev for line in solution.evs if line.information == "Q, bet"]
    assert folds == [F(-5, 2)]
    assert "-5/2" in solution.ev_meaning
    assert "-5/2" in run("solve", "toy-river", "--pot", "5", "--ev").stdout


def test_ties_and_card_removal():
    """With ties both may hold an ace, and nobody gains; without them one of two hands is always the better one."""
    assert zerosum.solve("toy-river", a="A", b="A", ties=True).value == 0
    assert zerosum.solve("toy-river", a="A, K", b="A, K").verify().holds


def test_raises_and_stacks():
    """Bets are capped by the stack, and raises count the call first: a pot of 2, a bet of 1, a raise to 3."""
    game = zerosum.load("toy-river")(bets=(F(1, 2),), raises=1)
    facing = game.tree.actions["bet"].actions
    assert list(facing) == ["fold", "call", "raise"]
    assert facing["raise"].actions["fold"].amount == 2
    assert facing["raise"].actions["call"].amount == 4
    short = zerosum.load("toy-river")(bets=(F(1, 2), 1, 2), stack=F(3, 2), raises=3)
    assert list(short.tree.actions) == ["check", "bet 1", "shove"]


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ({"a": "AK"}, "'AK' is not a valid hand for A"),
        ({"a": "A, A"}, "has the hand A twice"),
        ({"b": ""}, "B needs at least one hand"),
        ({"a": "A:0"}, "leave the hand out"),
        ({"a": "A:x"}, "the weight of A must be a number"),
        ({"pot": 0}, "must be positive"),
        ({"bets": ()}, "at least one bet size"),
        ({"raises": 99}, "from 0 to 20"),
        ({"a": "K", "b": "K"}, "the same single hand"),
        ({"first": "C"}, "one of A, B"),
    ],
)
def test_what_is_refused(flags, said):
    with pytest.raises(GameError, match=said):
        zerosum.solve("toy-river", **flags)


def test_the_command_in_one_line():
    shown = run(
        "solve",
        "toy-river",
        "--a",
        "AA, QQ",
        "--b",
        "KK",
        "--pot",
        "100",
        "--stack",
        "100",
        "--bets",
        "1",
        "--range",
    )
    assert "0 to 1/2" in shown.stdout
