"""What a person's habits give away, against values worked out by hand."""

from fractions import Fraction

import numpy as np
import pytest

import zerosum
from zerosum.arena import Round, Session
from zerosum.arena.observed_strategy import _most_likely, observed_strategy
from zerosum.arena.players import ask
from zerosum.core.questions import ProbabilityRange
from zerosum.core.sides import Side
from zerosum.models.family import arena_for

ARENA = arena_for(zerosum.load("kuhn")())


def holding(hand: str) -> Round:
    """A's first decision with a card."""
    for seed in range(100):
        dealt = ARENA.deal(np.random.default_rng(seed))
        if hand in dealt.description("row")[0]:
            return dealt
    raise AssertionError(hand)


def test_a_jack_that_never_bluffs_costs_an_eighteenth() -> None:
    """Then every bet is a king's, so that B folds every queen: A's king earns 1 instead of 7/6, one time in three. B
    cannot do better after a check: his bluff with a jack and his bet with a queen earn what they did."""
    found = observed_strategy(ARENA, "row", [(holding("J"), "check")])
    assert found.cost == pytest.approx(1 / 18)
    assert found.value == pytest.approx(-1 / 18)
    (habit,) = found.each
    assert habit.solution["bet"] == Fraction(1, 3)
    assert habit.cost == pytest.approx(1 / 18)


def test_habits_of_the_solution_cost_nothing() -> None:
    choices = [(holding("J"), "check"), (holding("J"), "bet"), (holding("J"), "check"), (holding("K"), "bet")]
    assert observed_strategy(ARENA, "row", choices).cost == 0


def test_the_habit_that_is_worth_giving_up_most_is_the_first() -> None:
    found = observed_strategy(ARENA, "row", [(holding("J"), "check"), (holding("Q"), "bet")])
    assert found.each[0].saves >= found.each[1].saves
    assert found.cost >= found.each[0].saves


def test_a_king_that_checks_and_folds_is_told_so() -> None:
    """The solution bets every king, so that folding one after a check costs nothing as the only habit. With the habit
    of checking it, B's bets win 1 of every king."""
    random = np.random.default_rng(0)
    choices = []
    for hand in "JQK":
        first = holding(hand)
        then = first.after({"row": "check"}, random).after({"col": "bet"}, random)
        choices += [(first, "check"), (then, "fold")]
    found = observed_strategy(ARENA, "row", choices)
    assert found.value - found.cost == pytest.approx(-1)
    assert found.each[0].at.description("row")[0] == "your hand K"
    assert found.each[0].counts == {"fold": 1}
    assert found.each[0].cost == 0


@pytest.mark.parametrize("side", ["row", "col"])
def test_optimal_play_is_seldom_accused(side: Side) -> None:
    """Of 30 sessions of five hands, at least 28 that the solution plays itself are not taken for habits."""
    accused = 0
    for seed in range(30):
        sitting = Session(ARENA, side=side, opponent=ARENA.equilibrium, seed=seed)
        random, choices = np.random.default_rng(seed), []
        for _ in range(5):
            while not sitting.over:
                mix = ask(ARENA.equilibrium, sitting.observation())
                moves = list(mix)
                move = moves[int(random.choice(len(moves), p=[float(p) for p in mix.values()]))]
                choices.append((sitting.round, move))
                sitting.move(str(move))
            sitting.next_round()
        found = observed_strategy(ARENA, side, choices, prior=5)
        accused += found.cost > 1e-9 and found.chance < 0.05
    assert accused <= 2


def test_every_optimal_strategy_is_taken_for_optimal_play() -> None:
    """A of Kuhn poker may bluff less often than the solution, or never, if the king is bet less often as well."""
    never = [(holding("J"), "check")] * 40 + [(holding("K"), "check")] * 40
    found = observed_strategy(ARENA, "row", never, prior=5)
    assert ask(ARENA.equilibrium, holding("K").observation("row"))["bet"] == Fraction(1, 1)
    assert found.chance > 0.05
    too_often = [(holding("J"), "bet")] * 20 + [(holding("J"), "check")] * 20
    found = observed_strategy(ARENA, "row", too_often, prior=5)
    assert found.cost > 0
    assert found.chance < 0.05


def test_the_optimal_mix_that_explains_choices_best() -> None:
    half = ProbabilityRange(Fraction(0), Fraction(1, 2))
    free = ProbabilityRange(Fraction(0), Fraction(1))
    assert _most_likely([3, 1], [free, free], "ab") == pytest.approx({"a": 0.75, "b": 0.25})
    assert _most_likely([3, 1], [half, free], "ab") == pytest.approx({"a": 0.5, "b": 0.5})
    assert _most_likely([4, 0, 0], [half, free, free], "abc") == pytest.approx({"a": 0.5, "b": 0.5, "c": 0})
    one = ProbabilityRange(Fraction(1, 3), Fraction(1, 3))
    assert _most_likely(
        [9, 0], [one, ProbabilityRange(Fraction(2, 3), Fraction(2, 3))], "ab"
    ) == pytest.approx({"a": 1 / 3, "b": 2 / 3})


def test_a_habit_that_optimal_play_never_has_is_known_at_once() -> None:
    found = observed_strategy(ARENA, "row", [(holding("Q"), "bet")] * 3, prior=5)
    assert found.chance == 0
    assert found.cost > 0
    bold = observed_strategy(ARENA, "row", [(holding("J"), "bet")] * 8, prior=5)
    assert bold.chance < 0.05
    assert observed_strategy(ARENA, "row", [(holding("J"), "bet")] * 2, prior=5).chance > 0.05
    assert bold.cost < observed_strategy(ARENA, "row", [(holding("J"), "bet")] * 8).cost
