"""Strategies that mix in every cell, to be met."""

from fractions import Fraction

import numpy as np

from zerosum.games.two_phases import InTwoPhases
from zerosum.models.betting.form import StepStrategy


def mixed(game: InTwoPhases, cells: int, seed: int) -> dict[str, StepStrategy]:
    """Strategies that mix in every cell."""
    random = np.random.default_rng(seed)
    steps = {}
    for turn in game.form.turns:
        weights = random.integers(1, 9, (cells, len(turn.actions)))
        mixes = [[Fraction(int(w), int(line.sum())) for w in line] for line in weights]
        steps[turn.name] = StepStrategy.merged(
            turn.actions, [Fraction(k, cells) for k in range(cells + 1)], mixes
        )
    return steps
