"""Shapley's equation (1) of a discounted stochastic game, and the iteration that the paper builds on it."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.matrix import solve_batch
from zerosum.models.stochastic.arrays import ArrayGame
from zerosum.models.stochastic.solve import solve
from zerosum.models.stochastic.verify import verify
from zerosum.papers.verdicts import Found

STATES, MOVES = 3, 2


def _random_game(seed: int, discount: Fraction | None) -> ArrayGame:
    """Payoffs from -5 to 5, and chances in twelfths."""
    random = np.random.default_rng(seed)
    payoffs = random.integers(-5, 6, (STATES, MOVES, MOVES)).tolist()
    counts = random.multinomial(12, [1 / STATES] * STATES, (STATES, MOVES, MOVES))
    chances = [
        [[[Fraction(int(x), 12) for x in cell] for cell in line] for line in state] for state in counts
    ]
    return ArrayGame(payoffs, chances, discount)


def _step(game: ArrayGame, v: Floats, discount: float) -> Floats:
    """The right side of (1)."""
    ahead = np.array(game.transitions, dtype=float) @ v
    return solve_batch(np.array(game.payoffs, dtype=float) + discount * ahead).value


def undiscounted_iteration(games: int, rounds: int) -> Found:
    """Whether iterates of (1) without a discount go on moving, in each step by the value of the average."""
    steps, off = [], 0.0
    for seed in range(games):
        game, v = _random_game(seed, None), np.zeros(STATES)
        for _ in range(rounds):
            last, v = v, _step(game, v, 1.0)
        average = verify(game, solve(game))
        steps.append(float(np.abs(v - last).max()))
        off = max(off, *(abs(step - float(average)) - float(average.gap) for step in v - last))
    return Found(
        bool(min(steps) > 1e-3 and off <= 1e-6),
        f"{games} random games, β = 1: the step after {rounds} still moves the iterate by {min(steps):.2f} to "
        f"{max(steps):.2f}, which is the value of the average, up to {max(off, 0):.0e}",
    )


def shapley_iteration(discount: str, games: int, rounds: int) -> Found:
    """Whether iterates of (1) from two far starts come to what the players' strategies prove, as fast as β^n."""
    beta, far = Fraction(discount), 0.0
    for seed in range(games):
        game = _random_game(seed, beta)
        proved = verify(game, solve(game))
        for start in (np.zeros(STATES), np.array([100.0, -100.0, 50.0])):
            v = start
            for _ in range(rounds):
                v = _step(game, v, float(beta))
            far = max(far, abs(float(v[0]) - float(proved)) - float(proved.gap))
    reach = (100 + 5 / float(1 - beta)) * float(beta) ** rounds
    return Found(
        far <= reach + 1e-9,
        f"{games} random games, β = {discount}, from two starts: after {rounds} steps the iterate is within "
        f"{max(far, 0):.1g} of what the optimal strategies prove; β^n allows {reach:.1g}",
    )
