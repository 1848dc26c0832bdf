"""Which games in phases have pure solutions: the proofs of the theory's page, in numbers."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import bisect, fsolve
from tests.models.continuum.engines.phased.strategies import mixed

import zerosum
from zerosum.games.two_phases import InTwoPhases, TwoPhaseRelance
from zerosum.models.continuum.arena import StepPlayer
from zerosum.models.continuum.engines.phased.response import best_response, reaches
from zerosum.models.continuum.engines.phased.solve import pure
from zerosum.models.continuum.form import StepStrategy
from zerosum.models.family import arena_for
from zerosum.numerics.piecewise import Piecewise
from zerosum.papers.checks.other_poker import SameOrOther


def below(score: float, least: float) -> float:
    """The mass of first numbers from `least` on whose sum with a second one stays below a score."""
    return float(
        quad(lambda x: min(max(score - x, 0.0), 1.0), least, 1, points=_inside(least, score - 1, score))[0]
    )


def _inside(low: float, *places: float) -> list[float] | None:
    return [x for x in places if low < x < 1] or None


def indifference(places: np.ndarray) -> list[float]:
    """Relance in two phases with bet 1: row bets from x and then from the sum u; col sees from y and then from b.

    A bluff is worth as much as a fold to row, seeing as much as a fold to col at b, and betting and seeing in the
    first phase as much as folding at x and at y.
    """
    x, y, u, b = places
    rows, cols = 1 - x, 1 - y
    bluffs = below(b, x) - below(u, x)

    def bets(s: float) -> float:
        folding = below(b, y)
        return -2 * cols if s < b else 2 * folding + 3 * (2 * below(s, y) - folding - cols)

    def sees(t: float) -> float:
        betting = rows - below(u, x)
        return 2 * below(u, x) + (-2 * betting if t < b else 3 * (2 * below(t, x) - below(u, x) - rows))

    return [
        5 * below(b, y) - cols,
        3 * (bluffs - (rows - below(b, x))) + 2 * (rows - below(u, x)),
        y + quad(bets, x, x + 1, points=[b, 1, 1 + y])[0] + 1,
        quad(sees, y, y + 1, points=[b, 1, 1 + x])[0] + rows,
    ]


def test_polishing_finds_no_places_where_there_are_none_and_fails_where_they_are_no_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    none, half, whole = Fraction(0), Fraction(1, 2), Fraction(1)
    same = StepStrategy(("fold", "bet"), (none, whole), ((whole, none),))
    steps = StepStrategy(("fold", "bet"), (none, half, whole), ((whole, none), (none, whole)))
    monkeypatch.setattr(
        pure, "_residuals", lambda game, steps, pattern: np.full(len(pattern["turn"]) - 1, np.nan)
    )
    assert pure.polish(TwoPhaseRelance(), {"turn": same}, 0.1) == {"turn": same}
    assert pure.polish(TwoPhaseRelance(), {"turn": steps}, 0.1) is None


def test_a_pure_strategy_of_relance_reaches_the_value_itself() -> None:
    """Four thresholds with four equations make both players indifferent where they change: an exact equilibrium."""
    x, y, u, b = (Fraction(z) for z in fsolve(indifference, [0.14, 0.26, 0.57, 0.8], xtol=1e-13))
    steps = {
        turn: threshold(actions, end)
        for turn, actions, end in (
            ("start", ("fold", "bet"), x),
            ("bet", ("fold", "see"), y),
            ("bet, see", ("fold", "bet"), u / 2),
            ("bet, see, bet", ("fold", "see"), b / 2),
        )
    }
    upper, minus_lower = (best_response(TwoPhaseRelance(), steps, side).ev for side in ("row", "col"))
    assert 0 <= float(upper + minus_lower) < 1e-12
    assert float(zerosum.solve("two-phase-relance", tolerance=1e-12).value) == pytest.approx(
        float(upper), abs=1e-12
    )


@pytest.mark.parametrize(("numbers", "pure"), [(4, False), (3, True)])
def test_hidden_moves_can_force_everybody_to_mix(numbers: int, pure: bool) -> None:
    """With an even number of numbers the signs of differences are a regular matrix: only mixing is optimal."""
    solution = zerosum.solve(SameOrOther(numbers), pure=True)
    assert solution.value.lower == solution.value.upper == 0
    found, bound = solution.pure["row"]
    assert (found > -1e-9) == pure
    assert pure or bound < -0.1


def test_thresholds_do_at_least_as_well_against_everybody() -> None:
    """Why relance in two phases has pure solutions: with the same masses the highest numbers bet."""
    game = TwoPhaseRelance()
    for seed in range(3):
        steps = mixed(game, 4, seed)
        better = {**steps, **highest(game, steps)}
        assert expected(game, better) >= expected(game, steps) - 1e-9


def highest(game: InTwoPhases, steps: dict[str, StepStrategy]) -> dict[str, StepStrategy]:
    """Row's thresholds with which as many first numbers bet, and as many scores."""
    start = Piecewise.constant(Fraction(1))
    bets = reaches(game.form.first, "row", start, steps)[2]
    scores = reaches(game.form.gates[0].form, "row", game.score.density(bets), steps)[2].whole()
    first = {"start": threshold(("fold", "bet"), 1 - bets.whole())}
    moved = game.score.density(reaches(game.form.first, "row", start, first)[2]).integral()
    u = bisect(lambda s: float(moved.at(Fraction(1)) - moved.at(Fraction(s)) - scores), 0, 1, xtol=1e-14)
    return {**first, "bet, see": threshold(("fold", "bet"), Fraction(u))}


def threshold(actions: tuple[str, str], end: Fraction) -> StepStrategy:
    return StepStrategy(actions, (Fraction(0), end, Fraction(1)), ((1, 0), (0, 1)))


def expected(game: InTwoPhases, steps: dict[str, StepStrategy]) -> float:
    """What row expects: a match of two players who follow the steps."""
    arena = arena_for(game, lambda: None)
    player = StepPlayer("it", lambda: steps)
    return float(arena.match(player, player).mean)
