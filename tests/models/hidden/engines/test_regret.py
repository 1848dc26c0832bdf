"""The regret minimiser on the smallest space there is: one matrix, one decision each."""

import numpy as np
import pytest

from zerosum.core.progress import silent
from zerosum.core.sides import other
from zerosum.games.leduc import Leduc
from zerosum.models.hidden.engines.regret import (
    RegretMinimiser,
    StrategySpace,
    average_mix,
    discounted,
    eased,
    in_units,
    predictive,
)
from zerosum.models.hidden.solve import solve

PAYOFFS = np.array([[3.0, -1.0, 0.0], [-2.0, 4.0, 1.0]])


class MatrixSpace(StrategySpace):
    """Mixes of both players of a matrix game."""

    def __init__(self, schedule):
        self.schedule = schedule
        self.pays = {"row": PAYOFFS, "col": -PAYOFFS.T}
        self.regret, self.total = (
            {side: np.zeros(len(pays)) for side, pays in self.pays.items()} for _ in "12"
        )

    def fade(self, t):
        return self.schedule(t)

    def mix(self, side):
        return average_mix(np.maximum(self.regret[side], 0), 0)

    def learn(self, side, fade):
        up, down, old = fade
        earned = self.pays[side] @ self.mix(other(side))
        regret = self.regret[side]
        regret *= np.where(regret > 0, up, down)
        regret += earned - self.mix(side) @ earned
        self.total[side] = self.total[side] * old + self.mix(side)

    def average(self, side):
        return in_units(average_mix(self.total[side], 0), 0, 2.0**30)

    def conceded(self, side, strategy):
        return (self.pays[other(side)] @ strategy).max()


def value_of_payoffs():
    """The value by trying row's mixes at every crossing of two columns."""
    crossings = [0.0, 1.0]
    for a in range(3):
        for b in range(a):
            slope = (PAYOFFS[0, a] - PAYOFFS[1, a]) - (PAYOFFS[0, b] - PAYOFFS[1, b])
            crossings.append((PAYOFFS[1, b] - PAYOFFS[1, a]) / slope)
    return max(min(np.array([p, 1 - p]) @ PAYOFFS) for p in crossings if 0 <= p <= 1)


@pytest.mark.parametrize("schedule", [predictive, discounted, eased])
def test_every_schedule_finds_the_value_of_a_matrix(schedule):
    work = RegretMinimiser(MatrixSpace(schedule))
    work.run(1e-4, 100_000, silent)
    assert work.gap <= 1e-4
    assert work.value.lower - 1e-12 <= value_of_payoffs() <= work.value.upper + 1e-12


def test_rounds_go_on_where_they_ended():
    whole, parts = RegretMinimiser(MatrixSpace(discounted)), RegretMinimiser(MatrixSpace(discounted))
    whole.run(0.0, 200, silent)
    for rounds in (50, 120, 200):
        parts.run(0.0, rounds, silent)
    assert parts.rounds == whole.rounds == 200
    assert parts.space.total["row"] == pytest.approx(whole.space.total["row"], rel=1e-12)
    assert parts.gap <= 2 * whole.gap


def interrupt(after):
    """Progress that is stopped by Ctrl-C after some rounds."""

    def progress(done, total, unit):
        if "gap" in unit and done >= after:
            raise KeyboardInterrupt

    return progress


def test_ctrl_c_keeps_the_best_bounds():
    work = RegretMinimiser(MatrixSpace(eased))
    with work.until_stopped():
        work.run(0.0, 10**6, interrupt(30))
    assert work.is_stopped
    assert 30 <= work.rounds < 100
    assert work.value.lower <= value_of_payoffs() <= work.value.upper
    assert work.summary().endswith("stopped early")


def test_ctrl_c_before_there_are_bounds_is_not_caught():
    work = RegretMinimiser(MatrixSpace(eased))
    with pytest.raises(KeyboardInterrupt), work.until_stopped():
        raise KeyboardInterrupt


def test_a_large_tree_that_is_stopped_has_bounds():
    found = solve(Leduc(), first_order=True, tolerance=1e-9, progress=interrupt(20))
    assert "stopped early" in found.method
    assert float(found.value.lower) < -0.0856 < float(found.value.upper)
    assert found.verify().holds


def test_the_average_over_rounds_converges_long_before_the_last_strategy():
    found = solve(Leduc(), first_order=True, tolerance=1e-9, rounds=500)
    assert -0.0856065 in found.value
    assert found.value.gap < 5e-3


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_probabilities_in_units_add_up_to_one(kind):
    total = np.random.default_rng(1).random((50, 3, 4)).astype(kind)
    total[7] = 0
    mix = average_mix(total, 1)
    assert (mix[7] == kind(1) / kind(3)).all()
    units = in_units(mix, 1, 2.0**24)
    assert units.dtype == kind
    assert (units.sum(axis=1) == 1).all()
    assert (units * 2.0**24 == np.floor(units * 2.0**24)).all()
    assert np.allclose(units, mix, atol=3 * 2.0**-24)
