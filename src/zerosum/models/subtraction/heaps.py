"""Who wins at which heaps: periodic sequences for one heap, Grundy values for sums, a table for misère sums.

- *One heap.* f(x) = 1 if the player to move from x loses, else 0; f(x) is the least 1 - f(x - d) over takes d.
  The next term depends only on the last max(d) terms, so when a stretch of that length comes back the
  sequence repeats from there for ever. That is how a million matches cost no more than a few hundred.
- *Several heaps, normal play.* The Grundy value g(x) = mex of g(x - d) is computed in the same way; the player
  to move loses exactly where the g of all heaps have exclusive-or 0 (Sprague 1935, Grundy 1939).
- *Several heaps, misère.* No such theorem holds in general: all positions are searched.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import Protocol

import numpy as np

from zerosum.core.arrays import Bools, Ints
from zerosum.core.errors import TooLargeError
from zerosum.models.subtraction.rules import Heaps, SubtractionGame

__all__ = ["GrundySum", "OneHeap", "Oracle", "grundy_sequence", "oracle_for"]

LONGEST = 1 << 20
"""A sequence is worked out no further than this in search of its period."""

FREE_REACH = 1000
"""Takes up to this size are always counted, even where there are fewer matches: they shape the period."""

LARGEST_TABLE = 100_000_000
"""Positions that a table of misère play may have."""


@dataclass(frozen=True)
class Periodic:
    """A sequence of whole numbers whose first terms are known and which then repeats."""

    head: Ints
    """The terms worked out."""
    begin: int
    """Where repetition begins; meaningless while the period is 0."""
    period: int
    """Its length, the least possible; 0 where none has shown itself."""
    until: int | None = None
    """The last term that is right where large takes were left out; None where all are."""

    def __getitem__(self, x: int) -> int:
        if x >= len(self.head):
            x = self.begin + (x - self.begin) % self.period
        return int(self.head[x])

    def first(self, count: int) -> Ints:
        """The first `count` terms."""
        x = np.arange(count)
        if count > len(self.head):
            x = np.where(x < self.begin, x, self.begin + (x - self.begin) % self.period)
        return self.head[x]


def recursive_sequence(takes: Heaps, term: Callable[[set[int]], int], least: int) -> Periodic:
    """The sequence s(x) = term({s(x - d) for d in takes, d <= x}), up to s(least) or to its period.

    Takes above `least` cannot be used from there, but they count for the period; only very large ones are left out,
    and the sequence then says how far it is right.
    """
    used = tuple(d for d in takes if d <= max(least, FREE_REACH))
    until = min(set(takes) - set(used)) - 1 if len(used) < len(takes) else None
    takes = used
    reach = max(takes, default=1)
    terms: list[int] = []
    size = max(64, 4 * reach)
    while True:
        for x in range(len(terms), size):
            terms.append(term({terms[x - d] for d in takes if d <= x}))
        begin, period = _repetition(terms, reach)
        if period or len(terms) > max(least, LONGEST >> 4):
            return Periodic(np.array(terms), begin, period, until)
        if len(terms) >= LONGEST:
            raise TooLargeError(
                f"these takes show no period within {LONGEST:,} matches; ask for no more matches than that"
            )
        size = min(2 * size, LONGEST + 1)


def _repetition(terms: list[int], reach: int) -> tuple[int, int]:
    """Where the terms begin to repeat, and the period: the last `reach` terms must have occurred before."""
    text = "".join(map(chr, terms))
    before = text.rfind(text[-reach:], 0, len(text) - 1)
    if before < 0:
        return 0, 0
    period = len(text) - reach - before
    begin = len(text) - period
    while begin > 0 and text[begin - 1] == text[begin - 1 + period]:
        begin -= 1
    return begin, period


def cost_sequence(game: SubtractionGame, least: int) -> Periodic:
    """f(x) for one heap: what the player to move pays, 1 or 0."""
    ended = 1 if game.last_wins else 0
    if game.allowed is None:
        # Any take: 0 is an end, everything from which a losing heap can be left is won.
        return Periodic(np.array([1, 0] if game.last_wins else [0, 1, 0]), 2 - ended, 1)
    return recursive_sequence(
        game.allowed, lambda options: min((1 - f for f in options), default=ended), least
    )


def grundy_sequence(game: SubtractionGame, largest: int) -> Periodic | range:
    """g(x) for one heap in normal play; with any take g(x) = x."""
    if game.allowed is None:
        return range(largest + 1)
    return recursive_sequence(game.allowed, mex, largest)


def mex(values: Iterable[int]) -> int:
    """The least whole number that is not among the values."""
    present = set(values)
    least = 0
    while least in present:
        least += 1
    return least


class Oracle(Protocol):
    """Knows who loses."""

    @property
    def method(self) -> str:
        """How it knows."""

    def loses(self, heaps: Heaps) -> bool:
        """Whether the player to move at these heaps loses against best play."""


@dataclass(frozen=True)
class OneHeap:
    """A single heap, by its periodic costs."""

    costs: Periodic
    method: str = "recursion on f(x), with its period"

    def loses(self, heaps: Heaps) -> bool:
        """f is 1 there."""
        return self.costs[sum(heaps)] == 1


@dataclass(frozen=True)
class GrundySum:
    """Several heaps in normal play."""

    grundy: Periodic | range
    """The value of each heap size; with any take the size itself."""
    method: str = "Grundy values"

    def total(self, heaps: Heaps) -> int:
        """The Grundy value of the sum."""
        return reduce(xor, (self.grundy[heap] for heap in heaps), 0)

    def loses(self, heaps: Heaps) -> bool:
        """The values cancel."""
        return self.total(heaps) == 0


@dataclass(frozen=True)
class MisereTable:
    """Several heaps in misère play: a bit for every position."""

    shape: Heaps
    losing: Bools
    method: str = "search of all positions"

    def loses(self, heaps: Heaps) -> bool:
        """The bit of these heaps, put largest first along the axes."""
        padded = sorted(heaps, reverse=True) + [0] * (len(self.shape) - len(heaps))
        return bool(self.losing[tuple(padded)])


def oracle_for(game: SubtractionGame) -> Oracle:
    """The cheapest way to know who loses in this game."""
    sizes = game.tidy(game.sizes)
    if len(sizes) <= 1:
        return OneHeap(cost_sequence(game, max(sizes, default=0)))
    if game.last_wins:
        return GrundySum(grundy_sequence(game, max(sizes)))
    return _misere_table(game, sizes)


def _misere_table(game: SubtractionGame, sizes: Heaps) -> MisereTable:
    """Search all positions below these heaps."""
    from zerosum.models.subtraction.misere import misere_losses

    positions = math.prod(size + 1 for size in sizes)
    if positions > LARGEST_TABLE:
        raise TooLargeError(
            f"misère play on these heaps has {positions:,} positions and the limit is {LARGEST_TABLE:,}; "
            "take smaller heaps, or let the last one win"
        )
    allowed = game.allowed or tuple(range(1, max(sizes) + 1))
    shape = tuple(size + 1 for size in sizes)
    losing = misere_losses(np.array(shape, dtype=np.int64), np.array(allowed, dtype=np.int64))
    return MisereTable(shape, losing.reshape(shape))
