"""Poker with checks on [0, 1] against closed forms, and the Basic Endgame against Ferguson and Ferguson's theorem."""

from fractions import Fraction
from itertools import pairwise
from math import prod

import pytest

import zerosum
from zerosum.core.errors import GameError
from zerosum.games.endgame import Endgame
from zerosum.games.von_neumann import Newman, VonNeumann
from zerosum.papers.checks.uniform_poker import (
    endgame,
    newman_densities,
    newman_limit,
    newman_sizes,
    newman_strategies,
    streets,
)

F = Fraction


@pytest.mark.parametrize("sizes", [(F(2),), (F(1), F(3)), (F(1, 3), F(1, 2), F(7)), (F(1), F(2), F(4), F(9))])
def test_newmans_game_with_some_bet_sizes_has_its_closed_form(sizes):
    w = [F(1), *(2 / (2 + size) for size in sizes)]
    total = sum(high * low * (high - low) for high, low in pairwise(w))
    assert zerosum.solve(VonNeumann(bets=sizes)).value == total / (2 + total)


@pytest.mark.parametrize("count", [1, 2, 4, 6])
def test_newmans_game_with_the_best_bet_sizes(count):
    solution = zerosum.solve(Newman(sizes=count))
    assert solution.value == 1 / (7 + F(6, count * (count + 2)))
    assert solution.verify().proved == solution.value


def test_other_sizes_are_worse_and_no_sizes_reach_one_seventh():
    best = zerosum.solve(Newman(sizes=2)).value.lower
    assert zerosum.solve(VonNeumann(bets=(F(1), F(3)))).value.upper < best < F(1, 7)


def test_proofs_of_newmans_game_fail_for_other_numbers():
    assert newman_sizes(6).holds
    assert newman_densities(6).holds
    assert newman_limit("1/7").holds
    assert not newman_limit("1/6").holds
    assert newman_strategies("call == (1/7+R)/(1+R)").holds
    assert not newman_strategies("call == (1/6+R)/(1+R)").holds


def test_a_bet_after_a_check_for_every_bet():
    assert streets("value == -B**2/((B+1)*(B+2)**2)", "bet", 0).holds
    assert not streets("value == -B**2/((B+1)*(B+4))", "bet", 0).holds


def test_check_and_raise_gives_a_back_a_part():
    games = [("showdown", 0), ("bet", 0), ("check-raise", 1), ("bet", 1)]
    values = [
        zerosum.solve(VonNeumann(bets=(F(1),), raises=raises, after_check=after)).value.lower
        for after, raises in games
    ]
    assert values == [F(1, 10), F(-1, 18), F(-1075, 17298), F(-43, 630)]


@pytest.mark.parametrize(
    ("win", "bets"), [("1/4", (2,)), ("1/10", (1, 2, 3)), ("2/3", (2,)), ("3/4", (1, 5))]
)
def test_the_endgame_has_its_closed_form(win, bets):
    stakes = [1 + sum(bets[:k]) for k in range(len(bets))]
    p0 = 1 / prod(1 + F(bet, 2 * stake + bet) for bet, stake in zip(bets, stakes, strict=True))
    solution = zerosum.solve(Endgame(F(win), bets=bets))
    assert solution.value == min(F(1), 2 * F(win) / p0 - 1)
    assert solution.verify().proved == solution.value


def test_a_theorem_on_the_endgame_fails_for_other_formulas():
    assert endgame("V == (2*P-P0)/P0 and fold1 == r1", "b", "1/4").holds
    assert not endgame("V == (2*P-P0)/P0 and fold1 == 1-r1", "b", "1/4").holds
    assert endgame("V == (2*P-P0)/P0", "2,6", "p").holds


def test_titles_rules_and_what_is_refused():
    assert VonNeumann(raises=1, after_check="check-raise").title == (
        "Von Neumann's poker · bet 2 · 1 raise · A may check and raise · hands on [0, 1]"
    )
    assert Newman(sizes=3).title == "Newman's poker · bet 2/3, 2, 6 · hands on [0, 1]"
    assert Endgame(bets=(2, 6)).title == "Basic Endgame · row wins with probability 1/4 · bet 2, 6"
    with pytest.raises(GameError, match="at least 1 raise"):
        VonNeumann(after_check="check-raise")
    with pytest.raises(GameError, match="increasing"):
        VonNeumann(bets=(2, 1))
    with pytest.raises(GameError, match="from 1 to 12"):
        Newman(sizes=0)
    with pytest.raises(GameError, match="between 0 and 1"):
        Endgame(F(1))
    with pytest.raises(GameError, match="1 to 50 rounds"):
        Endgame(bets=())
