"""Solve subtraction games: periodic sequences for one heap, Grundy values for sums, a table for misère sums.

- *One heap.* f(x) = 1 if the player to move from x loses, else 0; f(x) is the least 1 - f(x - d) over takes d. The
  next term depends only on the last max(d) terms, so once a block of this length recurs, the sequence is periodic
  from there. A million matches therefore cost no more than a few hundred.
- *Several heaps, normal play.* The Grundy value g(x) = mex of g(x - d) is computed in the same way. The player to
  move loses if and only if the XOR of the g of all heaps is 0 (Sprague 1935, Grundy 1939).
- *Several heaps, misère.* There is no such theorem in general, so all positions are searched.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable

import numpy as np

from zerosum.core.errors import TooLargeError
from zerosum.core.progress import Progress, silent
from zerosum.core.value import Value
from zerosum.models.staged.engines.grundy.answer import (
    GrundySum,
    MisereTable,
    OneHeap,
    Oracle,
    PeriodicSequence,
    SubtractionSolution,
)
from zerosum.models.staged.engines.grundy.rules import Heaps, SubtractionGame

MAX_FREE_HEAP = 10_000
"""Maximum number of matches in a heap from which any number may be taken, since all takes are listed."""

MAX_TERMS = 1 << 20
"""Maximum number of terms of a sequence that are computed in the search for its period."""

MIN_REACH = 1000
"""Takes up to this size always count for the period, even if the heap has fewer matches."""

MAX_TABLE = 100_000_000
"""Maximum number of positions in a table of misère play."""


def solve(game: SubtractionGame, *, progress: Progress = silent) -> SubtractionSolution:
    """Return the winner and all optimal takes at every position of a subtraction game."""
    began = time.perf_counter()
    if game.allowed is None and max(game.sizes) > MAX_FREE_HEAP:
        raise TooLargeError(
            f"if any number may be taken, a heap may have at most {MAX_FREE_HEAP:,} matches; use smaller "
            f"heaps, or limit the takes, for example to 1,2,3"
        )
    heaps = game.tidy(game.sizes)
    oracle = _oracle(game, heaps)
    positions = math.prod(heap + 1 for heap in heaps)
    progress(positions, positions, "positions")
    seconds = time.perf_counter() - began
    return SubtractionSolution(
        value=Value.exactly(-1 if oracle.loses(heaps) else 1),
        method=oracle.method,
        positions=positions,
        seconds=seconds,
        game=game,
        oracle=oracle,
        grundy_sum=GrundySum(grundy_sequence(game, max(game.sizes))) if game.last_wins else None,
        heaps=heaps,
    ).at_heaps(heaps)


def _oracle(game: SubtractionGame, heaps: Heaps) -> Oracle:
    """Return the fastest oracle for this game."""
    if len(heaps) <= 1:
        return OneHeap(cost_sequence(game, max(heaps, default=0)))
    if game.last_wins:
        return GrundySum(grundy_sequence(game, max(heaps)))
    from zerosum.models.staged.engines.grundy.misere import misere_losses

    positions = math.prod(heap + 1 for heap in heaps)
    if positions > MAX_TABLE:
        raise TooLargeError(
            f"misère play on these heaps has {positions:,} positions, but the limit is {MAX_TABLE:,}; use "
            f"smaller heaps, or normal play"
        )
    allowed = game.allowed or tuple(range(1, max(heaps) + 1))
    shape = tuple(heap + 1 for heap in heaps)
    losing = misere_losses(np.array(shape, dtype=np.int64), np.array(allowed, dtype=np.int64))
    return MisereTable(shape, losing.reshape(shape))


def cost_sequence(game: SubtractionGame, least: int) -> PeriodicSequence:
    """Return f(x), the cost to the player to move, for one heap, at least up to x = `least`."""
    stuck = 1 if game.last_wins else 0
    if game.allowed is None:
        # Any number may be taken: the mover leaves a losing heap if possible: 0, or 1 in misère play.
        return PeriodicSequence(np.array([1, 0] if game.last_wins else [0, 1, 0]), 2 - stuck, 1)
    return recursive_sequence(
        game.allowed, lambda options: min((1 - f for f in options), default=stuck), least
    )


def grundy_sequence(game: SubtractionGame, largest: int) -> PeriodicSequence | range:
    """Return g(x) of one heap in normal play, up to `largest`; x itself if any number may be taken."""
    if game.allowed is None:
        return range(largest + 1)
    return recursive_sequence(game.allowed, mex, largest)


def mex(values: Iterable[int]) -> int:
    """Return the smallest non-negative integer that is not among the values."""
    present = set(values)
    least = 0
    while least in present:
        least += 1
    return least


def recursive_sequence(takes: Heaps, term: Callable[[set[int]], int], least: int) -> PeriodicSequence:
    """Return the sequence s(x) = term({s(x - d) for d in takes, d <= x}), up to s(least) or to its period.

    Takes above `least` cannot be made from there, but they count for the period. Only takes above `MIN_REACH` are
    left out, and the sequence then states the index of its last correct term.
    """
    used = tuple(d for d in takes if d <= max(least, MIN_REACH))
    until = min(set(takes) - set(used)) - 1 if len(used) < len(takes) else None
    reach = max(used, default=1)
    terms: list[int] = []
    size = max(64, 4 * reach)
    while True:
        for x in range(len(terms), size):
            terms.append(term({terms[x - d] for d in used if d <= x}))
        begin, period = _repetition(terms, reach)
        if period or len(terms) > max(least, MAX_TERMS >> 4):
            return PeriodicSequence(np.array(terms), begin, period, until)
        if len(terms) >= MAX_TERMS:
            raise TooLargeError(
                f"these takes show no period within {MAX_TERMS:,} matches; use at most that many matches"
            )
        size = min(2 * size, MAX_TERMS + 1)


def _repetition(terms: list[int], reach: int) -> tuple[int, int]:
    """Return the start and the period of the repetition, given that the last `reach` terms occurred before."""
    text = "".join(map(chr, terms))
    before = text.rfind(text[-reach:], 0, len(text) - 1)
    if before < 0:
        return 0, 0
    period = len(text) - reach - before
    begin = len(text) - period
    while begin > 0 and text[begin - 1] == text[begin - 1 + period]:
        begin -= 1
    return begin, period
