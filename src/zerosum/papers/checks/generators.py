"""Sanwal and Drechsler's choice of a generator of random numbers: do few runs tell Java's from the Mersenne Twister?"""

from __future__ import annotations

import numpy as np
from scipy import stats

from zerosum.core.arrays import Floats, Ints
from zerosum.papers.verdicts import Found

CARDS = 4


def generators(runs: int, plays: int) -> Found:
    """Whether the wins of random against random deviate less from run to run with Java's generator."""
    draws = 2 * (CARDS - 1) * plays * runs
    java = _deviation(_java_doubles(draws, seed=2002), runs)
    twister = _deviation(np.random.Generator(np.random.MT19937(2002)).random(draws), runs)
    ratio = (java / twister) ** 2
    low, high = (float(stats.f.ppf(p, runs - 1, runs - 1)) for p in (0.025, 0.975))
    text = (
        f"in {runs} runs of {plays:,} plays the wins deviate by {java:.1f} and {twister:.1f}; variances of two equal "
        f"generators differ by a factor of {low:.2f} to {high:.2f} in 95 of 100 such trials, and these by {ratio:.2f}"
    )
    return Found(None if low <= ratio <= high else ratio < 1, text)


def _java_doubles(count: int, seed: int) -> Floats:
    """java.util.Random.nextDouble: 26 and 27 high bits of two steps of x -> 0x5DEECE66D x + 11 modulo 2^48."""
    a, c, mask = 0x5DEECE66D, 11, (1 << 48) - 1
    states = np.array([(a * ((seed ^ a) & mask) + c) & mask], dtype=np.uint64)
    while len(states) < 2 * count:
        states = np.concatenate([states, (np.uint64(a) * states + np.uint64(c)) & np.uint64(mask)])
        a, c = a * a & mask, (a * c + c) & mask
    high, low = states[0 : 2 * count : 2] >> np.uint64(22), states[1 : 2 * count : 2] >> np.uint64(21)
    return ((high << np.uint64(27)) + low).astype(np.float64) / float(1 << 53)


def _deviation(uniforms: Floats, runs: int) -> float:
    """The standard deviation of the wins from run to run."""
    u = uniforms.reshape(-1, 2, CARDS - 1)
    won = _wins(_hands(u[:, 0]), _hands(u[:, 1])).reshape(runs, -1).sum(axis=1)
    return float(won.std(ddof=1))


def _hands(u: Floats) -> Ints:
    """The order in which a random player plays his cards, each picked among those left."""
    left = np.tile(np.arange(1, CARDS + 1), (len(u), 1))
    played = []
    each = np.arange(len(u))
    for k in range(CARDS - 1):
        pick = (u[:, k] * (CARDS - k)).astype(np.int64)
        played.append(left[each, pick])
        left = left[np.arange(left.shape[1])[None, :] != pick[:, None]].reshape(len(u), -1)
    return np.stack([*played, left[:, 0]], axis=1)


def _wins(mine: Ints, theirs: Ints) -> Ints:
    """Whether the first player wins, ties being carried to the next winner."""
    score, carried = np.zeros(len(mine), np.int64), np.zeros(len(mine), np.int64)
    for k in range(CARDS):
        outcome = np.sign(mine[:, k] - theirs[:, k])
        score += outcome * (carried + 1)
        carried = np.where(outcome == 0, carried + 1, 0)
    return (score > 0).astype(np.int64)
