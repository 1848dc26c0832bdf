"""A free dealer who names his rule: the same game as one who draws card by card."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import pytest

from zerosum.core.errors import GameError
from zerosum.games.dealers_rule import BlackjackForTwo, DealersRule, SevenAndAHalfForTwo
from zerosum.games.free_dealer import FreeDealer
from zerosum.games.shoe import Held, StandRule
from zerosum.models.hidden.certificate import verify
from zerosum.models.hidden.rules import Choice, HiddenGame, Payoffs, choose, end
from zerosum.models.hidden.search import discover
from zerosum.models.hidden.solve import solve
from zerosum.papers.checks.free_dealer import GAMES, dealer_with_one_rule, guaranteed, pure_bettor
from zerosum.testing import check_game


@dataclass(frozen=True)
class Small(DealersRule):
    deck: ClassVar[tuple[tuple[int, int], ...]] = ((1, 1), (2, 1), (3, 1))
    goal: Fraction = Fraction(5)
    reckless: ClassVar[int] = 5


@dataclass(frozen=True)
class Soft(Small):
    soft: ClassVar[int] = 2


@dataclass(frozen=True)
class Prudent(Small):
    reckless: ClassVar[int] = 4


@pytest.mark.parametrize(
    ("named", "drawn"),
    [
        (Small(), FreeDealer(goal=5)),
        (Small(bets=(1, 3)), FreeDealer(goal=5, bets=(1, 3))),
        (Small(stand=4), FreeDealer(goal=5, stand=4)),
        (Prudent(), FreeDealer(goal=5)),
        (Soft(), FreeDealer(goal=5, soft=2)),
    ],
)
def test_naming_a_rule_is_as_good_as_drawing_freely(named, drawn):
    solution = solve(named)
    assert verify(solution) == solution.value == solve(drawn).value


def test_what_a_last_choice_pays_is_what_its_ends_pay():
    """Discovery takes the payoffs from the choice; here each end is visited."""
    game = Small()

    def without(position):
        turn = Small.turn(game, position)
        return turn._replace(pays=None) if isinstance(turn, Choice) else turn

    slow = type("Slow", (Small,), {"turn": lambda self, position: without(position)})()
    fast, slow = discover(game), discover(slow)
    assert fast.positions == slow.positions

    def ends(form):
        return sorted((r, c, form.weights[w]) for r, c, w in zip(*form.ends, strict=True))

    assert ends(fast) == ends(slow)


def test_a_choice_that_says_something_else_than_its_ends_is_found():
    class Wrong(HiddenGame):
        def turn(self, position):
            return end(len(position[0])) if position else choose("row", ("a", "bb"), pays=Payoffs((1, 3)))

    with pytest.raises(GameError, match=r"\(1, 3\), .*\[1, 2\]"):
        check_game(Wrong())


def chances_of_ends(shoe, rule, held=Held()):  # noqa: B008 - a value
    """The same card by card, in fractions."""
    if held.sum > shoe.goal:
        return {-1: Fraction(1)}
    if shoe.stands(rule, held):
        return {shoe.total(held): Fraction(1)}
    found = {}
    for card, p in shoe.chances:
        for last, q in chances_of_ends(shoe, rule, shoe.with_card(held, card)).items():
            found[last] = found.get(last, 0) + p * q
    return found


@pytest.mark.parametrize("rule", [StandRule(4, 4), StandRule(6, 8), StandRule(7, 9, 8), StandRule(9, 9)])
@pytest.mark.parametrize("game", [SevenAndAHalfForTwo(goal=5), BlackjackForTwo(goal=10)])
def test_the_dealer_ends_as_card_by_card(game, rule):
    ends = game.shoe.ends(rule)
    shares = {last: Fraction(weight, sum(ends.values())) for last, weight in ends.items()}
    assert shares == chances_of_ends(game.shoe, rule)


def test_the_dealer_of_the_house_ends_with_known_chances():
    shoe = SevenAndAHalfForTwo().shoe
    # standing on the first card always, a total of 7 halves is beaten by fours and more only
    assert shoe.beats(8, StandRule(1, 1)) == Fraction(6, 10)
    assert BlackjackForTwo(goal=21).shoe.totals(Held(10, False)) == (12, 21)


def test_the_games_keep_the_contract():
    assert check_game(Small()).ok
    with pytest.raises(GameError, match="multiples of 1/2"):
        SevenAndAHalfForTwo(stand=Fraction(1, 3))
    with pytest.raises(GameError, match="one or more bets"):
        BlackjackForTwo(bets=())


@pytest.mark.parametrize(
    "game", [Small(), Small(bets=(1, 3)), Soft(), Prudent(), SevenAndAHalfForTwo(goal=4)]
)
def test_a_dealer_who_draws_in_any_way_gains_nothing_over_one_with_a_rule(game):
    solution = solve(game)
    assert guaranteed(solution) == pytest.approx(float(solution.value), abs=1e-9)


def test_a_dealer_bound_to_worse_rules_leaves_something_to_gain():
    solution = solve(Small(stand=5))
    assert guaranteed(solution) < float(solution.value) - 0.01


@pytest.mark.parametrize("game", [Small, Soft])
def test_what_follows_one_open_card_bounds_pure_strategies_of_the_whole_game(monkeypatch, game):
    monkeypatch.setitem(GAMES, game.__name__, game)
    pure = solve(game(), pure=True).pure
    for card in (1, 2, 3):
        row, col = (check(game.__name__, card).text for check in (pure_bettor, dealer_with_one_rule))
        assert pure["row"][1] <= first_number(row) + 1e-5
        assert first_number(col) - 1e-5 <= pure["col"][1]
    assert pure_bettor(game.__name__, 1).holds == (game is Soft)


def first_number(text):
    return float(re.search(r"-\d\.\d+", text)[0])
