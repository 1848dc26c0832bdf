"""Bettors as steps of the win chance, and the exact distribution of what they are paid.

A bettor with a mix of acts (fold, bet low, bet high) for each class of win chances between thresholds t_1 < t_2 < …
is known by the probability of each class and its part of the mean chance. The law of the win chance W has both:

    P(W < t)     and     E[W; W < t] = t P(W < t) - E(t - W)+,

so the distribution of results follows in fractions where the law is exact. Where the law only lies between two others,
each P and each E(t - W)+ does too, and that bounds the mean, whatever the steps are.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from zerosum.models.wager import Stakes
from zerosum.models.win_chance import ChanceLaw, WinChance
from zerosum.numerics.rational import Number

__all__ = ["BETS_HIGH", "BETS_LOW", "FOLDS", "Acts", "Steps", "bound_on_mean", "mixed", "results", "staked"]

Acts = tuple[Fraction, Fraction, Fraction]
"""With which probability a bettor folds, bets low and bets high."""

FOLDS: Acts = (Fraction(1), Fraction(0), Fraction(0))
BETS_LOW: Acts = (Fraction(0), Fraction(1), Fraction(0))
BETS_HIGH: Acts = (Fraction(0), Fraction(0), Fraction(1))


@dataclass(frozen=True)
class Steps:
    """A mix of acts for each class of win chances."""

    cuts: tuple[Fraction, ...]
    """The thresholds, in order; a class holds its lower end."""
    acts: tuple[Acts, ...]
    """The mix in each class, one more than the thresholds."""

    def at(self, win: Number) -> Acts:
        """The mix for a hand that wins with this chance."""
        return self.acts[bisect_right(self.cuts, win)]


def mixed(parts: Sequence[tuple[Fraction, Steps]]) -> Steps:
    """The weighted mean of several bettors' steps."""
    total = sum(weight for weight, _ in parts)
    cuts = tuple(sorted({cut for _, steps in parts for cut in steps.cuts}))
    acts = []
    for start in (Fraction(0), *cuts):
        held = [(weight / total, steps.at(start)) for weight, steps in parts]
        fold, low, high = (sum((w * mix[i] for w, mix in held), Fraction(0)) for i in range(3))
        acts.append((fold, low, high))
    return Steps(cuts, tuple(acts))


def staked(stakes: Stakes) -> tuple[Fraction, Fraction, Fraction]:
    """What a fold loses, and what a low and a high bet win or lose."""
    return stakes.ante, stakes.low + stakes.ante, stakes.high + stakes.ante


def results(stakes: Stakes, steps: Steps, law: ChanceLaw) -> dict[Number, Number]:
    """The probability of each payoff."""
    below = [(Fraction(0), Fraction(0)), *(_part_below(law, t) for t in steps.cuts), (law.mass, law.mean)]
    ante, low, high = staked(stakes)
    paid: dict[Number, Number] = dict.fromkeys((-high, -low, -ante, low, high), Fraction(0))
    for (fold, least, most), ((p, w), (q, v)) in zip(steps.acts, pairwise(below), strict=True):
        mass, mean = q - p, v - w
        paid[-ante] += fold * mass
        for act, stake in ((least, low), (most, high)):
            paid[stake] += act * mean
            paid[-stake] += act * (mass - mean)
    return paid


def _part_below(law: ChanceLaw, t: Number) -> tuple[Number, Number]:
    """P(W < t) and E[W; W < t]."""
    p = law.below(t)
    return p, t * p - law.shortfall(t)


def bound_on_mean(stakes: Stakes, steps: Steps, chance: WinChance) -> float:
    """By how much the mean under a law between two others can differ from the middle of theirs.

    What a bettor earns is a step function a + b w of the win chance w. Summed by parts, its mean is made of
    P(W < t) times the height of the step at t, of E(t - W)+ times the change of slope, and of E W times the last
    slope; each of these lies between its values under the two laws.
    """
    lines = [_line(stakes, acts) for acts in steps.acts]
    error = abs(lines[-1][1]) * (float(chance.high.mean) - float(chance.low.mean) + 2 * chance.slack)
    for t, ((a, b), (c, d)) in zip(map(float, steps.cuts), pairwise(lines), strict=True):
        few, many = map(float, chance.below(t))
        short = float(chance.low.shortfall(t)) - float(chance.high.shortfall(t)) + 2 * chance.slack
        error += abs(a - c + (b - d) * t) * (many - few) + abs(b - d) * short
    return error / 2


def _line(stakes: Stakes, acts: Acts) -> tuple[float, float]:
    """What a mix of acts earns with win chance w, as a + b w."""
    ante, low, high = staked(stakes)
    mean = acts[1] * low + acts[2] * high
    return float(-acts[0] * ante - mean), float(2 * mean)
