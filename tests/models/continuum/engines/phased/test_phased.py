"""Games in two phases on [0, 1]: values against other solvers, responses against sums over grids and plays."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.colors import to_rgb

import zerosum
from zerosum.core.sides import SIDES
from zerosum.display.drawing import PALE
from zerosum.display.style import colours_of
from zerosum.games.phases import Phases
from zerosum.games.poker import betting_tree
from zerosum.games.two_phases import InTwoPhases, TwoPhaseRaise, TwoPhaseRelance
from zerosum.models.continuum.engines.phased.plot import draw
from zerosum.models.continuum.engines.phased.rules import Highest, PhasedGame, Score, Weighted
from zerosum.models.continuum.form import comes_by, earlier_turns
from zerosum.models.continuum.rules import BettingGame, Decision, Fold, Node, Showdown
from zerosum.models.family import arena_for
from zerosum.numerics.piecewise import Piecewise, fractions, largest

SCORES: list[Score] = [Weighted(Fraction(1)), Weighted(Fraction(1, 3)), Weighted(Fraction(0)), Highest()]


@dataclass(frozen=True)
class OneHand(BettingGame):
    """Two rounds of bets on one hand, as a betting tree."""

    raises: int = 0

    def tree(self) -> Decision:
        return self.again(betting_tree((Fraction(1),), self.raises))

    def again(self, node: Node) -> Node:
        """Where the first round would show hands, a second one follows."""
        if isinstance(node, Fold):
            return node
        if isinstance(node, Showdown):
            return betting_tree((Fraction(1),), self.raises, node.amount)
        return Decision(node.player, {action: self.again(child) for action, child in node.actions.items()})


@pytest.mark.parametrize("game", [TwoPhaseRelance(weight=0), TwoPhaseRaise(weight=0)])
def test_where_second_numbers_count_nothing_it_is_one_hand_with_two_rounds(game: InTwoPhases) -> None:
    exact = zerosum.solve(OneHand(raises=game.raises)).value
    found = zerosum.solve(game, tolerance=2e-4).value
    assert found.lower <= exact.lower
    assert exact.upper <= found.upper


@pytest.mark.parametrize("parameters", [{"compare": "larger"}, {"weight": 3}])
def test_where_nobody_folds_in_the_first_phase_it_is_relance_with_an_ante_of_two(parameters: dict) -> None:
    """Scores rank as numbers do; relance with bet a has the value -(a / (a + 2))², and here a = 1/2 of the ante."""
    solution = zerosum.solve("two-phase-relance", **parameters)
    assert solution.steps["start"].share()["fold"] == 0
    assert solution.steps["bet"].share()["fold"] == 0
    assert Fraction(-2, 25) in solution.value


def test_small_decks_come_near() -> None:
    """Numbers from 1 to 4 in the place of [0, 1], solved by the sequence form."""
    finite = zerosum.solve(Phases(cards=4), numeric=True).value
    assert abs(float(finite) - float(zerosum.solve("two-phase-relance").value)) < 0.01


@pytest.mark.parametrize("game", [TwoPhaseRelance(), TwoPhaseRaise(compare="larger")])
def test_a_response_earns_in_a_match_what_it_is_worth(game: InTwoPhases) -> None:
    """The one is the largest of polynomials, integrated; the other a sum over ends, with products of densities."""
    arena = arena_for(game)
    opponent = arena.simple["uniform"]
    row, col = (arena.best_response(opponent, side) for side in SIDES)
    assert 0 <= float(row.value - arena.match(row.player, opponent).mean) < 1e-12
    assert 0 <= float(arena.match(opponent, col.player).mean - col.value) < 1e-12


@pytest.mark.parametrize("score", SCORES)
def test_density_and_mean_are_adjoint(score: Score) -> None:
    reach = Piecewise.steps(
        fractions([0, Fraction(1, 5), Fraction(2, 3), 1]), fractions([1, 0, Fraction(1, 2)])
    )
    worth = Piecewise.steps(fractions([0, Fraction(1, 4), 1]), fractions([-1, 3])).integral()
    by_score = sum(_product(score.density(reach), worth), Fraction(0))
    by_number = sum(_product(score.mean(worth), reach), Fraction(0))
    assert by_score == by_number
    assert score.density(reach).whole() == reach.whole()


def _product(one: Piecewise, two: Piecewise) -> list[Fraction]:
    """The integral of a product, piece by piece, by Gauss and Legendre's rule in floats made fractions of 2^-36."""
    nodes, weights = np.polynomial.legendre.leggauss(6)
    knots = sorted({*one.knots, *two.knots})
    total = 0.0
    for low, high in pairwise(knots):
        for x, w in zip(nodes, weights, strict=True):
            at = float(low) + (float(high) - float(low)) * (x + 1) / 2
            total += w / 2 * float(high - low) * _at(one, at) * _at(two, at)
    return [Fraction(round(total * 2**36), 2**36)]


def _at(function: Piecewise, x: float) -> float:
    piece = np.searchsorted(function.knots.astype(float), x, side="right") - 1
    return float(sum(float(c) * x**k for k, c in enumerate(function.coefficients[piece])))


def test_the_largest_of_functions_is_never_too_low() -> None:
    """x² - 1/2 and 0 cross at an irrational place."""
    line = Piecewise(fractions([0, 1]), np.array([[Fraction(-1, 2), Fraction(0), Fraction(1)]], dtype=object))
    bound, chosen = largest([Piecewise.constant(Fraction(0)), line])
    true = 1 / 3 - 1 / 2 - (2**-0.5 / 6 - 2**-0.5 / 2)
    assert 0 <= float(bound.whole()) - true < 1e-14
    assert chosen.tolist() == [0, 1]


@pytest.mark.parametrize("name", ["two-phase-relance", "two-phase-raise"])
def test_values_are_proved_and_strategies_are_pure(name: str) -> None:
    solution = zerosum.solve(name)
    assert solution.value.gap <= 1e-4
    assert solution.verify().holds
    assert all(plan.is_pure for plan in solution.steps.values())
    assert solution.game.form.first.turns[0].name == "start"
    data = solution.json()
    assert data["turns"]["start"]["of"] == "first number"
    assert data["turns"]["bet, see"]["of"] == "score"
    assert solution.at(node="bet").row == {}


def test_advice_weighs_the_actions_and_costs_nothing() -> None:
    game = TwoPhaseRelance()
    arena = arena_for(game, lambda: zerosum.solve(game, tolerance=1e-12))
    random = np.random.default_rng(2)
    for _ in range(20):
        here = arena.deal(random)
        while not here.over:
            moves = {}
            for side in here.choosers():
                advice = arena.advice(here, side)
                (action,) = advice.mix
                assert advice.cost(action) < 1e-9
                moves[side] = action
            here = here.after(moves, random)


@dataclass(frozen=True)
class TwoSizes(PhasedGame):
    """Two sizes of bets in the first phase, one in the second, and an own rule for the score."""

    def first(self) -> Decision:
        return betting_tree((Fraction(1), Fraction(2)), 0)

    def second(self, amount: Fraction) -> Decision:
        return betting_tree((Fraction(1),), 0, amount)

    @property
    def score(self) -> Score:
        return Weighted(Fraction(1, 2))


def test_a_game_of_ones_own_with_two_sizes_of_bets() -> None:
    solution = zerosum.solve(TwoSizes(), tolerance=1e-3)
    assert solution.value.gap <= 1e-3
    assert solution.verify().holds
    assert set(solution.col) >= {"see after bet 1", "see after bet 2"}
    assert len(solution.plot().axes) >= 7


def test_the_values_after_an_action_make_the_value_before_it() -> None:
    """A bets or folds; what follows, as often as it comes, brings what the whole game is worth."""
    whole = zerosum.solve(TwoPhaseRelance())
    form = whole.game.form
    start, bet = whole.at(node="start"), whole.at(node="bet")
    assert float(start.value) == pytest.approx(float(whole.value), abs=1e-4)
    share = start.row["bet"]
    assert share * float(bet.value) - (1 - share) == pytest.approx(float(start.value), abs=1e-12)
    assert len(form.leaves) == len({leaf.history for leaf in form.leaves})
    assert "not a bound" in " ".join(str(bet).split())
    assert "not a bound" in bet.json()["value_is"]
    assert "value_is" not in whole.json()


@pytest.mark.parametrize("compare", ["sums", "larger"])
def test_a_square_is_painted_by_what_the_players_do(compare: str) -> None:
    """The colour of a point is that of the action there, pale where the player's own choices never lead."""
    solution = zerosum.solve(TwoPhaseRelance(compare=compare))
    form, steps = solution.game.form, solution.steps
    colours = colours_of(action for turn in form.turns for action in turn.actions)
    squares = [axes for axes in draw(solution).axes if axes.get_ylabel() == "second number"]
    turns = [turn for turn in form.turns if turn not in form.first.turns]
    assert len(squares) == len(turns) > 0
    rng = np.random.default_rng(1)
    for axes, turn in zip(squares, turns, strict=True):
        plan = steps[turn.name]
        earlier = earlier_turns(turn, [one for one in form.turns if one.player == turn.player])
        for first, second in rng.random((200, 2)):
            score = float(solution.game.score.levels(np.array([first]), np.array([second]))[0])
            ends = [end for one in earlier for end in steps[one.name].ends]
            if min(abs(score - float(end)) for end in (*plan.ends, *ends)) < 0.01:
                continue
            if min((abs(first - float(end)) for end in ends), default=1) < 0.01:
                continue
            colour = sum(float(p) * np.array(to_rgb(colours[action])) for action, p in plan.at(score).items())
            (shade,) = [
                region.get_facecolor()[0, :3]
                for region in axes.collections
                if any(path.contains_point((first, second)) for path in region.get_paths())
            ]
            numbers = [(one, first if one in form.first.turns else score) for one in earlier]
            comes = all(comes_by(steps, turn, [one], number) for one, number in numbers)
            assert shade == pytest.approx(colour if comes else 1 - PALE * (1 - colour))
