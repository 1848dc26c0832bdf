"""The sentence of stochastic games with the average payoff, against plays of many stages."""

import re
from pathlib import Path

import numpy as np
import pytest

import zerosum
from zerosum.models.stochastic.rules import ArrayGame
from zerosum.models.stochastic.views import why

BIG_MATCH = Path(__file__).parents[3] / "examples" / "big_match.toml"


@pytest.mark.parametrize("seed", range(6))
def test_moves_that_earn_the_same_do_so_in_the_long_run(seed: int) -> None:
    rng = np.random.default_rng(seed)
    payoffs = [rng.integers(-3, 4, (2, 2)).astype(float) for _ in range(3)]
    transitions = [rng.dirichlet(np.ones(3), (2, 2)) for _ in range(3)]
    solution = zerosum.solve(ArrayGame(payoffs=payoffs, transitions=transitions))
    text = why(solution)
    assert text.startswith(("Both mix 0 and 1", "Neither mixes", "Row mixes"))
    rows, cols = (
        np.array([[float(mixes[s][m]) for m in "01"] for s in "012"])
        for mixes in (solution.rows, solution.cols)
    )
    for always in (0, 1):  # what col's moves at the start hold row to, over very many stages
        mixes = cols.copy()
        mixes[0] = np.eye(2)[always]
        step = np.einsum("si,sj,sijt->st", rows, mixes, np.array(transitions))
        paid = np.einsum("si,sj,sij->s", rows, mixes, np.array(payoffs))
        place, total = np.eye(3)[0], 0.0
        for _ in range(4000):
            total, place = total + place @ paid, place @ step
        assert total / 4000 > float(solution.value) - 0.01
        if cols[0, always] > 1e-6:
            assert total / 4000 == pytest.approx(float(solution.value), abs=0.01)


def test_a_fixed_mix_does_not_do_in_the_big_match() -> None:
    solution = zerosum.solve("stochastic", path=BIG_MATCH)
    (secured, missed) = re.findall(r"secures only ([\d.]+), ([\d.]+) short", why(solution))[0]
    assert (float(secured), float(missed)) == (0, 0.5)
