"""Counting the results of many plays.

Few different payoffs are counted one by one. Where targets come from a continuum no payoff comes back; then only
what a table shows is kept: how often each side wins, how much on average, and the spread.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from zerosum.arena.results import Match, Summary
from zerosum.limits import afford
from zerosum.numerics.rational import Number
from zerosum.progress import Progress

__all__ = ["Deal", "Tally", "in_batches"]

BATCH = 1 << 17
"""How many plays are dealt at once."""

Deal = Callable[[int, np.random.Generator], NDArray[np.float64]]
"""Deals and plays so many rounds, and tells what each paid to row."""

MOST_RESULTS = 10_000
"""So many different payoffs are counted one by one."""


class Tally:
    """What has been paid so far."""

    def __init__(self) -> None:
        self.counts: Counter[float] = Counter()
        """How often each payoff came, as long as there are few."""
        self.plays = 0
        self.listed = True
        """Whether there still are few."""
        self.squares = 0.0
        self.by_sign = {sign: [0, 0.0] for sign in (-1, 0, 1)}
        """How many losses, draws and wins there were, and what they paid."""

    def add(self, paid: np.ndarray[tuple[int], np.dtype[np.float64]]) -> None:
        """Count some more plays."""
        self.plays += len(paid)
        values, counts = paid, np.ones(len(paid), np.int64)
        if self.listed:
            values, counts = np.unique(paid + 0.0, return_counts=True)
            self.counts.update(dict(zip(values.tolist(), counts.tolist(), strict=True)))
            self.listed = len(self.counts) <= MOST_RESULTS
        self.squares += float(values**2 @ counts)
        for sign, sums in self.by_sign.items():
            of_sign = np.sign(values) == sign
            sums[0] += int(counts[of_sign].sum())
            sums[1] += float(values[of_sign] @ counts[of_sign])

    def match(self, row: str, col: str) -> Match:
        """The results, or their summary."""
        if self.listed:
            results: dict[Number, Number] = {x: n / self.plays for x, n in sorted(self.counts.items())}
            return Match(row, col, results, self.plays)
        shares: dict[Number, Number] = {total / n: n / self.plays for n, total in self.by_sign.values() if n}
        mean = sum(total for _, total in self.by_sign.values()) / self.plays
        spread = math.sqrt(max(0.0, self.squares / self.plays - mean**2))
        return Summary(row, col, shares, self.plays, spread=spread)


def in_batches(
    row: str, col: str, deal: Deal, *, plays: int, seed: int, progress: Progress, batch: int = BATCH
) -> Match:
    """The results of so many plays, dealt a batch at a time with seeded random numbers.

    The first batch may have waited for the compiler; the second tells what all will take.
    """
    random, tally = np.random.default_rng(seed), Tally()
    for done in range(0, plays, batch):
        progress(done, plays, "plays")
        began = perf_counter()
        tally.add(deal(min(batch, plays - done), random))
        if done == batch:
            afford(f"{plays:,} plays", seconds=(perf_counter() - began) * (plays / batch))
    progress(plays, plays, "plays")
    return tally.match(row, col)
