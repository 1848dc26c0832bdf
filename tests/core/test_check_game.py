"""`check_game` against one broken game per defect, and against games that are whole."""

import itertools
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

import zerosum
from zerosum.core.errors import GameError, InputError
from zerosum.core.game import WAIT
from zerosum.core.solution import Value
from zerosum.core.verdict import Verdict
from zerosum.games.gleason import Gleason
from zerosum.games.jujitsu import Jujitsu
from zerosum.games.matches import Matches
from zerosum.games.poker import Kuhn
from zerosum.games.red_dog import RedDog
from zerosum.games.stochastic_file import StochasticFile
from zerosum.models.staged.rules import StagedGame
from zerosum.models.stochastic.rules import StochasticGame
from zerosum.testing import check_game, examine


class Whole(StagedGame):
    """Nothing is wrong here; each defect below spoils one rule."""

    start = 0

    def moves(self, position):
        return ("ab", WAIT) if position < 2 else ((), ())

    def play(self, position, row, col):
        return [(0.5, 0, position + 1), (0.5, 1, position + 1)]

    def payoff(self, position):
        return 1


class ProbabilitiesDoNotAddUp(Whole):
    def play(self, position, row, col):
        return [(0.5, 0, position + 1), (0.4, 1, position + 1)]


class NegativeProbability(Whole):
    def play(self, position, row, col):
        return [(1.5, 0, position + 1), (-0.5, 1, position + 1)]


class MovesVary(Whole):
    calls = itertools.count()

    def moves(self, position):
        row, col = super().moves(position)
        return (row[::-1] if next(self.calls) % 2 else row), col


class PlayVaries(Whole):
    calls = itertools.count()

    def play(self, position, row, col):
        return [(1, next(self.calls), position + 1)]


class Cycles(Whole):
    def play(self, position, row, col):
        return [(1, 0, (position + 1) % 2)]


class OneSideOnly(Whole):
    def moves(self, position):
        return ("ab", ()) if position < 2 else ((), ())


class Unhashable(Whole):
    def play(self, position, row, col):
        return [(1, 0, [position + 1])]


class UnhashableMoves(Whole):
    def moves(self, position):
        return ([["a"], ["b"]], WAIT) if position < 2 else ((), ())


class SameMoveTwice(Whole):
    def moves(self, position):
        return ("aa", WAIT) if position < 2 else ((), ())


class EndlessReward(Whole):
    def play(self, position, row, col):
        return [(1, float("nan"), position + 1)]


class EndlessPayoff(Whole):
    def payoff(self, position):
        return float("inf")


class PayoffWithoutReturn(Whole):
    def payoff(self, position):
        pass


class PayoffMissing(StagedGame):
    start = 0

    def moves(self, position):
        return ("ab", WAIT) if position < 2 else ((), ())

    def play(self, position, row, col):
        return [(1, 0, position + 1)]


class RuleRaises(Whole):
    def play(self, position, row, col):
        return {}["missing"]


class NotOutcomes(Whole):
    def play(self, position, row, col):
        return [(1, position + 1)]


class NotMoves(Whole):
    def moves(self, position):
        return ("ab",)


@dataclass(frozen=True)
class StartVaries(Whole):
    calls = itertools.count()

    @property
    def start(self):
        return next(self.calls)


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (
            ProbabilitiesDoNotAddUp,
            r"the probabilities of play\(0, 'a', 'wait'\) add up to 0.9, not 1",
        ),
        (NegativeProbability, "has the invalid probability -0.5"),
        (MovesVary, r"moves\(0\) varies between calls"),
        (PlayVaries, "varies between calls"),
        (Cycles, "positions recur: 0 → 1 → 0"),
        (OneSideOnly, "only row has moves at 0"),
        (Unhashable, "is not hashable; use a tuple"),
        (UnhashableMoves, "a move of row at 0 is not hashable"),
        (SameMoveTwice, "a move of row is listed twice at 0"),
        (EndlessReward, "is nan, which is not finite"),
        (EndlessPayoff, r"payoff\(2\) is inf, which is not finite"),
        (PayoffWithoutReturn, r"payoff\(2\) is None, not a number"),
        (PayoffMissing, r"is payoff\(position\) missing"),
        (RuleRaises, "raises KeyError"),
        (NotOutcomes, "did not return a list of"),
        (NotMoves, "not a pair of lists of moves"),
        (StartVaries, "start varies between calls"),
    ],
)
def test_each_defect_is_named(broken, message):
    with pytest.raises(GameError, match=message):
        check_game(broken())


def test_a_whole_game_gets_a_report():
    report = check_game(Whole())
    assert (report.positions, report.ends, report.cells, report.largest) == (3, 1, 4, (2, 1))
    assert report.ok
    assert report.complete
    assert "nothing breaks the contract" in str(report)


def test_several_defects_are_reported_at_once():
    class Both(ProbabilitiesDoNotAddUp, EndlessPayoff):
        pass

    problems = examine(Both()).problems
    assert any("add up" in problem for problem in problems)
    assert any("not finite" in problem for problem in problems)


def test_a_fault_that_repeats_is_told_once():
    class Long(ProbabilitiesDoNotAddUp):
        def moves(self, position):
            return ("abc", WAIT) if position < 4 else ((), ())

    with pytest.raises(GameError) as error:
        check_game(Long())
    assert str(error.value).count("add up") == 1
    assert "(and 11 similar)" in str(error.value)


def test_a_large_game_is_checked_in_part():
    report = check_game(Matches(500), limit=50)
    assert not report.complete
    assert 50 <= report.positions <= 60
    assert "not visited" in str(report)


@pytest.mark.parametrize("game", [Matches(12), Matches(heaps=(2, 3), takes=None), Matches(9, (2, 5), "wins")])
def test_games_of_the_package_keep_the_contract(game):
    assert check_game(game).complete


@pytest.mark.parametrize("game", [Kuhn(), Jujitsu(cards=3), RedDog()], ids=lambda game: game.slug)
def test_games_of_other_models_are_walked_or_solved_and_proved(game):
    assert check_game(game).positions > 0


def test_a_game_without_an_optimal_strategy_keeps_the_contract():
    big_match = Path(__file__).parents[2] / "examples" / "big_match.toml"
    assert check_game(StochasticFile(path=str(big_match))).problems == ()


def test_an_answer_that_the_rules_do_not_bear_out_is_a_fault(monkeypatch):
    monkeypatch.setattr(
        "zerosum.core.solution.Solution.verify", lambda self: Verdict(self.value, Value(-1, 0))
    )
    with pytest.raises(GameError, match="the rules prove only"):
        check_game(Kuhn())


def test_a_class_is_no_game_to_check():
    with pytest.raises(InputError, match=r"check_game\(Matches\(\)\)"):
        check_game(Matches)


class Coin(StochasticGame):
    """One state; row wins 1 where the coins agree."""

    states, first_state = ("here",), "here"

    def moves(self, state):
        return ("a", "b"), ("a", "b")

    def play(self, state, row, col):
        return int(row == col), {"here": 1}


class Discounted(Coin):
    discount = 0.5


class Factor(Coin):
    factor = 0.5


class Misspelt(Coin):
    discont = 0.5


class Used(Coin):
    prize = 2

    def play(self, state, row, col):
        return self.prize * (row == col), {"here": 1}


def test_a_discount_is_a_class_attribute():
    """The value per stage is 1/2, and the sum of 1/2^k is 2."""
    assert float(zerosum.solve(Discounted()).value) == pytest.approx(1)
    assert zerosum.check_game(Discounted()).ok


@pytest.mark.parametrize("game", [Factor, Misspelt])
def test_an_attribute_that_nothing_reads_is_refused(game):
    for call in (zerosum.solve, check_game):
        with pytest.raises(GameError, match="which no rule reads"):
            call(game())
    with pytest.raises(GameError, match="did you mean discount"):
        zerosum.solve(Misspelt())


def test_an_attribute_that_a_rule_reads_is_the_authors_own():
    assert float(zerosum.solve(Used()).value) == pytest.approx(1)


def test_an_option_of_the_solver_is_no_class_attribute():
    class Ring(Gleason):
        discount = Fraction(9, 10)

    with pytest.raises(GameError, match="an option of solve"):
        zerosum.solve(Ring())


def test_a_reward_that_is_no_number_is_not_said_to_vary():
    class Nan(zerosum.StagedGame):
        start = 0

        def moves(self, position):
            return ("ab", "ab") if position == 0 else ((), ())

        def play(self, position, row, col):
            return [(1, float("nan") * 1, 1)]

    (problem,) = examine(Nan()).problems
    assert "not finite" in problem
    assert "varies" not in problem


def test_a_stochastic_game_is_counted():
    report = zerosum.check_game(zerosum.load("stochastic")("examples/shapley.toml"))
    assert report.cells > 0
    assert report.largest[0] > 1
