"""The long-run average payoff of a play that never ends, sampled.

The opening, from a start that both players know, would colour a short average, so nothing is counted until a *burn-in*
is over. Many games go on side by side, and they begin to count at different stages, so that neither player's
moves, nor any phase of a short cycle, are counted more often. The games are independent, so the spread of their
sums gives an honest standard error, however few stages are counted. Some games at a time are a task with random
numbers of its own, so that anyone may play them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from zerosum.arena.sampling import generator
from zerosum.core.arrays import Floats, Ints
from zerosum.core.errors import InputError
from zerosum.core.progress import Progress, silent
from zerosum.core.workers import HERE, Workers

__all__ = ["BURN_IN", "Average", "Stages", "long_run"]

BURN_IN = 1_000
"""How many stages are played before any is counted, unless the game needs more."""
LEAST_STAGES = 100
"""Fewer counted stages than this give no average worth the name."""
LEAST_GAMES, STAGES_PER_GAME = 250, 4_000
"""How many games there are side by side, and how long they may be before there are more."""
TOGETHER = 1_000
"""So many games are a task."""
PHASES = 60
"""At how many different stages games begin to count: a multiple of most short cycles."""

Stages = Callable[[int, np.random.Generator], Callable[[], Floats]]
"""Begins so many games; what it returns plays the next stage of all, and tells what each paid to row."""


class Average(NamedTuple):
    """A sampled average payoff per stage to row, and its standard error."""

    mean: float
    error: float
    stages: int
    """How many stages were counted."""


class Games(NamedTuple):
    """Some games to play side by side."""

    seed: int
    number: int
    first: Ints
    """At which stage each begins to count."""
    lengths: Ints
    """How many stages of each are counted."""


def _totals(begin: Stages, games: Games) -> Floats:
    """What the counted stages of each game pay."""
    _, _, first, lengths = games
    play, totals = begin(len(first), generator(games.seed, games.number)), np.zeros(len(first))
    for stage in range(int((first + lengths).max())):
        totals += np.where((first <= stage) & (stage < first + lengths), play(), 0.0)
    return totals


def long_run(
    begin: Stages,
    *,
    stages: int,
    seed: int,
    burn_in: int = BURN_IN,
    progress: Progress = silent,
    workers: Workers = HERE,
) -> Average:
    """Count exactly so many stages, in games side by side, and average what they pay to row."""
    if stages < LEAST_STAGES:
        raise InputError(f"a sampled average takes at least {LEAST_STAGES} moves, not {stages}")
    games = min(stages, max(LEAST_GAMES, stages // STAGES_PER_GAME))
    first = burn_in + np.arange(games) % PHASES
    lengths = stages // games + (np.arange(games) < stages % games)
    parts = [slice(at, at + TOGETHER) for at in range(0, games, TOGETHER)]
    tasks = (Games(seed, number, first[part], lengths[part]) for number, part in enumerate(parts))
    totals = np.zeros(games)
    for part, paid in zip(parts, workers.each(partial(_totals, begin), tasks), strict=True):
        totals[part] = paid
        progress(int(lengths[: part.stop].sum()), stages, "stages")
    mean = totals.sum() / stages
    spread = np.sqrt(((totals - mean * lengths) ** 2).sum() * games / (games - 1)) / stages
    return Average(float(mean), float(spread), stages)
