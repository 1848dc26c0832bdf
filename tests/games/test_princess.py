"""Princess and monster: the grid against all walks listed, and its bounds against walkers who know no grid."""

import numpy as np
import pytest

import zerosum
from zerosum.core.errors import GameError, ZerosumError
from zerosum.games.princess import Princess
from zerosum.papers.checks.princess import bounds, enclosed, interval


@pytest.mark.parametrize("parts", [2, 3])
@pytest.mark.parametrize("bound", ["lower", "upper"])
def test_best_responses_one_by_one_find_the_value_of_all_walks(parts, bound):
    low, high = bounds(parts, bound)
    value = zerosum.solve(Princess(parts, 2 * parts + 4, bound)).value
    assert float(low) <= float(value.upper)
    assert float(value.lower) <= float(high)
    assert float(high - low) < 1e-6


def test_walks_meet_at_nodes_or_in_passing():
    game = Princess(4, 4, "lower")
    assert game.met((2, 3, 4, 3, 2), (0, 1, 2, 3, 4)) == 3
    assert game.met((0, 1, 0, 1, 0), (4, 3, 4, 3, 4)) == 5
    upper = Princess(4, 4, "upper")
    assert upper.met((3, 4, 3, 2, 1), (0, 1, 2, 3, 4)) == 3
    assert upper.met((1, 2, 3, 4, 3), (0, 1, 2, 3, 2)) == 4 + 2 + 4
    assert [upper.count(first) for first in (0, 1)] == [len(list(upper.walks(first))) for first in (0, 1)]


def moving(random, start, times):
    """A walk at any speed up to 1 that turns at random moments, reflected at the ends."""
    speeds = np.repeat(random.uniform(-1, 1, size=len(times) // 20 + 1), 20)[: len(times)]
    if random.random() < 0.5:
        speeds = np.sign(speeds)
    place = start + np.concatenate([[0], np.cumsum(speeds[:-1] * np.diff(times))])
    return np.abs((place + 1) % 4 - 2) * -1 + 1


@pytest.mark.parametrize("bound", ["lower", "upper"])
def test_the_bounds_hold_against_walkers_who_know_no_grid(bound):
    game = Princess(4, 8, bound)
    solution = zerosum.solve(game)
    side = 0 if bound == "lower" else 1
    mix = (solution.row, solution.col)[side]
    step, random = float(game.step_time), np.random.default_rng(5)
    times = np.linspace(0, game.horizon * step, 1601)
    for _ in range(300):
        other = moving(random, random.uniform(-1, 1), times)
        mean = 0.0
        for name, p in mix.items():
            if float(p) < 1e-9:
                continue
            walk = np.array(game.plans[side][name])
            place = np.interp(times, np.arange(len(walk)) * step, walk * step - 1)
            apart = place - other
            met = np.nonzero((apart[1:] * apart[:-1] <= 0) | (np.abs(apart[1:]) < 1e-9))[0]
            late = (game.horizon + game.late(int(walk[-1]))) * step
            mean += float(p) * (times[met[0] + 1] if len(met) else late)
        if bound == "lower":
            assert mean >= float(solution.value.lower) - 0.01
        else:
            assert mean <= float(solution.value.upper) + 0.01


def test_the_interval_lies_below_the_published_bound():
    assert interval(12, "13/9").holds
    assert not interval(8, "13/9").holds
    assert enclosed(6, 8, "9/10", "3/2").holds
    assert not enclosed(6, 8, "1", "3/2").holds


def test_titles_and_what_is_refused():
    assert Princess().title == "Princess and monster · 4 parts · 6 steps · lower bound"
    with pytest.raises(GameError, match="2 to 100"):
        Princess(1)
    with pytest.raises(ZerosumError, match="pairs of walks"):
        zerosum.solve(Princess(30, 40))
