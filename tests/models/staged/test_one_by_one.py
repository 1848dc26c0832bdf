"""Games with few positions at each height are solved position by position; batches find the same."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest

import zerosum
from zerosum.models.staged import solve as module
from zerosum.models.staged.solve import solve


@dataclass(frozen=True)
class Ladder(zerosum.StagedGame):
    """A chain of matrices of changing shape, some with chance, one side waiting now and then."""

    rounds: int
    scale: float = 1.0
    start = (0, 0)

    def moves(self, position):
        done, _ = position
        if done == self.rounds:
            return (), ()
        return range(1 + done % 3), range(1 + done % 4)

    def play(self, position, row, col):
        done, score = position
        paid = self.scale * ((3 * row + 5 * col + done) % 7 - 3)
        if (row + col) % 2:
            return [(Fraction(1, 2), paid, (done + 1, score)), (Fraction(1, 2), 0, (done + 1, 1 - score))]
        return [(1, paid, (done + 1, score))]

    def payoff(self, position):
        return position[1]


@pytest.mark.parametrize("scale", [1.0, 1e-180])  # bounds of such small payoffs are left to fractions
def test_positions_one_by_one_have_the_values_of_batches(monkeypatch, scale):
    game = Ladder(30, scale)
    batches = solve(game)
    monkeypatch.setattr(module, "MANY", 0)
    monkeypatch.setattr(module, "FEW_EACH", 10)
    singly = solve(game)
    assert np.all(singly.solved.lower <= batches.solved.upper)
    assert np.all(batches.solved.lower <= singly.solved.upper)
    assert np.allclose(singly.solved.lower, batches.solved.lower, rtol=1e-12, atol=1e-12 * scale)
    gaps = [np.max(one.solved.upper - one.solved.lower) for one in (singly, batches)]
    assert gaps[0] <= 1.1 * gaps[1] < 1e-11
    assert singly.verify().holds


def test_a_long_chain_is_solved_exactly_as_its_matrix_says():
    @dataclass(frozen=True)
    class Chain(zerosum.StagedGame):
        """Matching pennies again and again: each round is worth 1/2."""

        start = 0

        def moves(self, position):
            return (range(2), range(2)) if position < 3_000 else ((), ())

        def play(self, position, row, col):
            return [(1, int(row == col), position + 1)]

    solution = solve(Chain())
    assert solution.value.lower <= 1_500 <= solution.value.upper
    assert solution.value.upper - solution.value.lower < 1e-6
    assert solution.row == {0: 0.5, 1: 0.5}
