"""The sentence of stochastic games with the average payoff, against plays of many stages."""

import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import zerosum
from zerosum.models.stochastic.rules import ArrayGame
from zerosum.models.stochastic.views import explain

BIG_MATCH = Path(__file__).parents[3] / "examples" / "big_match.toml"


@pytest.mark.parametrize("seed", range(6))
def test_moves_that_earn_the_same_do_so_in_the_long_run(seed: int) -> None:
    rng = np.random.default_rng(seed)
    payoffs = [rng.integers(-3, 4, (2, 2)).astype(float) for _ in range(3)]
    transitions = [rng.dirichlet(np.ones(3), (2, 2)) for _ in range(3)]
    solution = zerosum.solve(ArrayGame(payoffs=payoffs, transitions=transitions))
    text = explain(solution)
    assert text.startswith(("Both players mix 0 and 1", "Neither player mixes", "Row mixes"))
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
    (secured, missed) = re.findall(r"secures only ([\d.]+), ([\d.]+) short", explain(solution))[0]
    assert (float(secured), float(missed)) == (0, 0.5)


def tossed(levels: int) -> ArrayGame:
    """A coin decides between hell and Purgatory, so that the value is 1/2 and is not attained."""
    purgatory = zerosum.load("purgatory")(levels=levels)
    states = ["toss", *purgatory.states]
    payoffs, transitions = [[[0]]], [[[[Fraction(t in (1, "hell"), 2) for t in states]]]]
    for state in purgatory.states:
        rows, cols = purgatory.moves(state)
        cells = [[purgatory.play(state, i, j) for j in cols] for i in rows]
        payoffs.append([[paid for paid, _ in line] for line in cells])
        transitions.append([[[to.get(t, 0) for t in states] for _, to in line] for line in cells])
    return ArrayGame(payoffs, transitions)


@pytest.mark.parametrize("levels", [3, 7, 20])
def test_a_coin_before_purgatory_is_decided_and_certified(levels: int) -> None:
    """It used to come out as 0.5 ± 1e-12 without a certificate."""
    solution = zerosum.solve(tossed(levels))
    assert solution.value.is_exact
    assert solution.value == Fraction(1, 2)
    assert solution.verify().holds


def test_a_fixed_mix_nearly_does_in_a_recursive_game() -> None:
    """It used to say that only memory helps; by Everett (1957) stationary strategies come near."""
    solution = zerosum.solve(tossed(3))
    assert solution.shortfalls
    assert "near to the value as one likes" in explain(solution)
    assert "remembering" not in explain(solution)
    assert "ask for one within a margin" in " ".join(str(solution).split())


def test_strategies_within_a_margin_do_not_send_the_reader_for_a_margin() -> None:
    within = zerosum.solve(tossed(3), within=Fraction(1, 10))
    assert float(within.guarantees["0"][0]) >= 0.4
    assert "ask for one" not in str(within)
    assert "ask for one" not in str(zerosum.solve("purgatory", levels=2, within=Fraction(1, 10)))


def test_nothing_is_better_than_the_value() -> None:
    """Of Lucifer, who holds Dante to the value with a stationary strategy, the table said "1 or better"."""
    assert "or better" not in str(zerosum.solve("purgatory", levels=2))
