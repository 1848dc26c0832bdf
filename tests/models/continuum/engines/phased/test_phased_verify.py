"""The verifier of games in two phases against the solver's best response, plain sums and closed forms."""

import ast
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from tests.models.continuum.engines.phased.strategies import by_sums, mixed, uneven

import zerosum
from zerosum.core.errors import Unavailable
from zerosum.core.sides import SIDES, Side, other
from zerosum.games.poker import betting_tree
from zerosum.games.two_phases import TwoPhaseRaise, TwoPhaseRelance
from zerosum.models.continuum.engines.phased import verify as verifier
from zerosum.models.continuum.engines.phased.response import best_response
from zerosum.models.continuum.engines.phased.rules import Highest, PhasedGame, Score, Weighted
from zerosum.models.continuum.engines.phased.verify import Curve, _sum, bounds, guaranteed, largest
from zerosum.models.continuum.form import StepStrategy
from zerosum.models.continuum.rules import Decision


class Lowest(Highest):
    """The smaller of the numbers; only what the verifier asks for is right."""

    def of(self, first: Fraction, second: Fraction) -> Fraction:
        return min(first, second)


class Product(Highest):
    """The product of the numbers, which is not linear."""

    def of(self, first: Fraction, second: Fraction) -> Fraction:
        return first * second


class Always(Highest):
    """The same for everybody."""

    def of(self, first: Fraction, second: Fraction) -> Fraction:
        return Fraction(1, 2)


HALF = Weighted(Fraction(1, 2))


@dataclass(frozen=True)
class TwoSizes(PhasedGame):
    """Two sizes of bets in the first phase, one in the second, and any score."""

    kind: Score = HALF

    def first(self) -> Decision:
        return betting_tree((Fraction(1), Fraction(2)), 0)

    def second(self, amount: Fraction) -> Decision:
        return betting_tree((Fraction(1),), 0, amount)

    @property
    def score(self) -> Score:
        return self.kind


GAMES = [
    TwoPhaseRelance(),
    TwoPhaseRelance(weight=0),
    TwoPhaseRelance(weight="1/3"),
    TwoPhaseRelance(weight=3),
    TwoPhaseRaise(bet=2),
    TwoPhaseRaise(compare="larger"),
    TwoSizes(),
]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_two_independent_best_responses_agree(game: PhasedGame, seed: int) -> None:
    for steps in (mixed(game, 3, seed), uneven(game, 4, seed)):
        for side in SIDES:
            difference = best_response(game, steps, other(side)).ev + guaranteed(game, steps, side)
            assert abs(difference) < Fraction(1, 10**14)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("game", [TwoPhaseRelance(), *GAMES[2:], TwoSizes(Lowest())])
def test_best_responses_earn_what_plain_sums_say(game: PhasedGame, side: Side) -> None:
    steps = mixed(game, 3, seed=4)
    sums = pytest.approx(by_sums(game, steps, side, 120), abs=0.01)
    assert -float(guaranteed(game, steps, other(side))) == sums
    if not isinstance(game.score, Lowest):
        assert float(best_response(game, steps, side).ev) == sums


def test_the_response_to_one_who_always_sees() -> None:
    """Col's score is half a sum, with the distribution 2s² up to 1/2; row folds for -1 or -2, or shows for 3."""
    game = TwoPhaseRelance()
    always = {
        turn.name: StepStrategy(turn.actions, (Fraction(0), Fraction(1)), ((Fraction(0), Fraction(1)),))
        for turn in game.form.turns
    }
    numbers = (np.arange(2000) + 0.5) / 2000
    score = (numbers[:, None] + numbers) / 2
    below = np.where(score < 0.5, 2 * score**2, 1 - 2 * (1 - score) ** 2)
    expected = np.maximum(np.maximum(3 * (2 * below - 1), -2).mean(axis=1), -1).mean()
    assert -float(guaranteed(game, always, "col")) == pytest.approx(float(expected), abs=1e-6)


def test_the_largest_of_curves_is_never_too_low() -> None:
    """x² - 1/2 and 0 cross at an irrational place; x² and 2x² touch at 0, x and x are one."""
    square, nothing = (
        Curve.through(lambda x: x * x - Fraction(1, 2), []),
        Curve.through(lambda x: Fraction(0), []),
    )
    found = largest([nothing, square])
    true = 1 / 3 - 1 / 2 - (2**-0.5 / 6 - 2**-0.5 / 2)
    assert 0 <= float(found.integral.at(1)) - true < 1e-15
    assert len(found.pieces) <= 3
    for x in (Fraction(k, 97) for k in range(97)):
        assert found.at(x) >= max(square.at(x), 0)
        assert found.at(x) - max(square.at(x), 0) < 1e-11
    once, twice = (Curve.through(lambda x, k=k: k * x * x, []) for k in (1, 2))
    assert largest([once, twice]).integral.at(1) == Fraction(2, 3)
    assert largest([once, once]) == once


def test_curves_keep_their_values_on_finer_knots() -> None:
    cubic = Curve.through(lambda x: 4 * x**3 - x + 2, [Fraction(1, 3)])
    nothing = Curve.through(lambda x: Fraction(0), [Fraction(k, 6) for k in range(7)])
    finer = _sum([cubic, nothing])
    for x in (Fraction(k, 11) for k in range(11)):
        assert cubic.at(x) == finer.at(x) == 4 * x**3 - x + 2
        assert cubic.integral.at(x) == finer.integral.at(x) == x**4 - x**2 / 2 + 2 * x


@pytest.mark.parametrize("score", [Product(), Always()])
def test_scores_that_it_cannot_handle_are_refused(score: Score) -> None:
    game = TwoSizes(score)
    with pytest.raises(Unavailable, match="score"):
        bounds(game, mixed(game, 2, 1))


def test_a_worse_strategy_does_not_hold() -> None:
    solution = zerosum.solve("two-phase-relance", tolerance=1e-2)
    turn = solution.steps["start"]
    never = StepStrategy(turn.actions, (Fraction(0), Fraction(1)), ((Fraction(1), Fraction(0)),))
    assert solution.verify().holds
    worse = replace(solution, steps={**solution.steps, "start": never})
    assert not worse.verify().holds
    assert worse.verify().proved.lower < -0.99


def test_the_verifier_shares_no_arithmetic_with_the_solver() -> None:
    tree = ast.parse(Path(verifier.__file__).read_text())
    modules = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not any("response" in module or "solve" in module or "numerics" in module for module in modules)
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not used & {"density", "below", "levels", "form"}
