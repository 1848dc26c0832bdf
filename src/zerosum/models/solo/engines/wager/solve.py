"""Solve wager games: the hands that fold, bet low and bet high, and the value of the game.

The best action depends on the win probability w alone, through two thresholds (see `rules.py`). Its EV is a convex,
increasing function of w, so the value is the integral of this function against the distribution of w.

- If the distribution is exact, the value is one fraction, and it is linear in the maximum bet.
- If the distribution is only known to lie between two others, the lower one gives a lower bound and the upper one an
  upper bound, because the function is increasing.
"""

from __future__ import annotations

import time
from fractions import Fraction

from zerosum.core.progress import Progress, silent
from zerosum.core.solution import Value
from zerosum.models.solo.engines.wager.answer import WagerSolution
from zerosum.models.solo.engines.wager.rules import HALF, WagerGame


def solve(game: WagerGame, *, progress: Progress = silent) -> WagerSolution:
    """Return the bettor's best actions, and the value of the game."""
    began = time.perf_counter()
    stakes, chance = game.stakes, game.win_chance()
    exact = chance.exact
    progress(1, 2, "distributions")
    (a, b), (c, d) = stakes.expectation(chance.low), stakes.expectation(chance.high)
    # An expectation is a sum of four numbers with an error of at most `chance.slack`, each times at most 2 (high +
    # ante). A fifth leaves room for the sums of the verifier.
    slack = 9 * chance.slack * float(stakes.high + stakes.ante) if exact is None else 0
    value = Value(a + stakes.high * b - slack, c + stakes.high * d + slack)
    progress(2, 2, "distributions")
    folds, below_half = (sum(chance.below(t)) / 2 for t in (stakes.fold_below, HALF))
    return WagerSolution(
        value=value,
        row=stakes.shares(folds, below_half, Fraction(1)),
        method="thresholds on the win chance" + (", exact" if exact else ", distributions rounded both ways"),
        positions=len(exact.terms) if exact is not None and exact.is_finite else 1,
        game=game,
        chance=chance,
        linear=None if exact is None else (a, b),
        seconds=time.perf_counter() - began,
    )
