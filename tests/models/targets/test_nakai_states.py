"""Every small state under every kind of distribution is solved and printed, and its mixes sum to one."""

# ruff: noqa: E741 - the letters are Nakai's

import itertools
import json
import math

import pytest
from tests.rows import rows_of

from zerosum.core.errors import InputError
from zerosum.games.nakai import Nakai
from zerosum.models.targets.solve import TargetSolution, solve

DISCRETE = ["point(1)", "point(0)", "values(1,2,5)", "values(0,1)", "values(0:1/3,4:2/3)"]
CONTINUOUS = ["uniform", "uniform(1,3)", "exponential(2)", "gamma(2)"]
STATES = [
    (n, k, l, m)
    for n in (1, 2, 3)
    for k, l, m in itertools.product(range(n + 1), repeat=3)
    if 0 < k + l <= n and m > 0
]


def sums_to_one(solution: TargetSolution) -> bool:
    return all(
        math.isclose(math.fsum(map(float, mix.values())), 1, abs_tol=1e-9)
        and all(0 <= p <= 1 + 1e-12 for p in mix.values())
        for mix in (solution.row, solution.col)
    )


def looked_at(game: Nakai, *, exact: bool) -> None:
    """Solve, print, write out, and ask at the ends and in the middle of the distribution."""
    solution = solve(game, exact=exact)
    F = game.target(game.stages)
    high = min(float(F.high), float(F.low) + 4)
    for one in (solution, *(solution.at(x=x) for x in (float(F.low), (float(F.low) + high) / 2, high))):
        assert str(one)
        assert json.loads(json.dumps(one.json()))["game"] == "nakai"
        assert sums_to_one(one)


@pytest.mark.parametrize("distribution", DISCRETE)
@pytest.mark.parametrize("exact", [False, True])
def test_every_small_state_with_discrete_targets(distribution: str, exact: bool) -> None:
    for n, k, l, m in STATES:
        looked_at(Nakai(stages=n, high=k, low=l, middle=m, targets=distribution), exact=exact)


@pytest.mark.parametrize("distribution", CONTINUOUS)
def test_every_small_state_with_continuous_targets(distribution: str) -> None:
    for n, k, l, m in STATES:
        looked_at(Nakai(stages=n, high=k, low=l, middle=m, targets=distribution), exact=False)


@pytest.mark.parametrize(
    "distribution", ["uniform;values(1,2,5)", "values(1,2,5);uniform", "values(1,2);values(0.5,7)"]
)
def test_every_small_state_with_two_distributions(distribution: str) -> None:
    for n, k, l, m in STATES:
        if n == 2:
            looked_at(Nakai(stages=n, high=k, low=l, middle=m, targets=distribution), exact=False)


@pytest.mark.parametrize("distribution", DISCRETE)
def test_floats_and_fractions_give_the_same_value(distribution: str) -> None:
    for n, k, l, m in STATES:
        game = Nakai(stages=n, high=k, low=l, middle=m, targets=distribution)
        rough, exact = solve(game), solve(game, exact=True)
        assert rough.value.lower <= exact.value.lower <= rough.value.upper


def test_a_value_of_nothing_keeps_its_mix() -> None:
    """As many high cards as low ones: worth nothing, but the cards are still mixed half and half."""
    solution = solve(Nakai(stages=2, high=1, low=1, middle=1, targets="values(1,2,5)"))
    assert 0 in solution.value
    assert solution.row == pytest.approx({"play L": 0.5, "play H": 0.5})


def test_no_target_is_seen_when_the_game_is_over() -> None:
    with pytest.raises(InputError, match="the game is over"):
        solve(Nakai(stages=2, high=1, low=1, middle=0)).at(x=0.5)


@pytest.mark.parametrize(("high", "low"), [(0, 2), (2, 0), (1, 2)])
def test_the_table_of_strategies_lists_moves_that_the_cards_allow(high: int, low: int) -> None:
    """Without high cards, without low ones, and with too many cards to pass; each mix earns the value."""
    solution = solve(Nakai(3, high, low, 2, "values(1,3)"))
    for here in (solution, solution.at(x=3)):
        for side, moves in zip(("row", "col"), solution.game.moves(solution.state), strict=True):
            lines = [line for line in rows_of(here) if line.side == side]
            assert [line.move for line in lines] == list(moves)
        if here is not solution:
            row = sum(line.probability * line.ev for line in rows_of(here) if line.side == "row")
            assert float(row) == pytest.approx(float(here.value))
