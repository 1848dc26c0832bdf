"""Finite decks: the same programs, on blocks of neighbouring ranks that split where it matters.

With a small deck every rank is a cell. With a large one, cells are blocks of ranks that are played alike. A
round solves the programs on the blocks, bounds the value by best responses rank by rank, which running sums
make cheap, and splits the blocks in which or beside which a strategy changes. Where nothing changes, blocks
stay large, so a program has some hundred cells however many cards there are; and once the blocks around the
changes are single ranks, nothing is lost by the rest.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from zerosum.models.betting import Deck
from zerosum.models.betting_form import BettingForm
from zerosum.progress import Progress
from zerosum.sides import SIDES
from zerosum.solution import Value
from zerosum.solvers.betting.program import solve_grid
from zerosum.solvers.betting.proved import Best, Proved, certified
from zerosum.solvers.betting.response import Mix, best_response, bounds, reach
from zerosum.solvers.betting.small import solve_small
from zerosum.solvers.betting.vertex import exact_mix

__all__ = ["solve_cards"]

ROUNDING = 1e-11
"""A gap below this may be an exact solution in floats."""

MOST_WRITTEN_OUT = 128
"""Decks with no more ranks than this are written out for all pairs of hands."""

MOST_EXACT = 400
"""Decks with more ranks than this are proved in floats' fractions only."""

Blocks = NDArray[np.int64]


def solve_cards(
    form: BettingForm,
    deck: Deck,
    *,
    cells: int,
    tolerance: float,
    exact: bool,
    rounds: int,
    progress: Progress,
) -> Proved:
    """Optimal strategies for a deck."""
    ranks = deck.ranks
    small = solve_small(form, deck) if exact and ranks <= MOST_WRITTEN_OUT else None
    ends = np.array([Fraction(k, ranks) for k in range(ranks + 1)], object)
    if small is not None:
        return Proved(ends, *small, 1, ranks)
    blocks = np.unique(np.linspace(0, ranks, min(ranks, max(64, 2 * cells)) + 1).round().astype(np.int64))
    best, most = Best(), 0
    for turn in range(1, rounds + 1):
        coarse = solve_grid(form, blocks / ranks, deck, 1e-5 if turn == 1 else max(best.gap * 1e-3, 1e-9))
        mix = [np.repeat(table, np.diff(blocks), axis=0) for table in coarse]
        lower, upper = bounds(form, mix, ends.astype(float), deck)
        best.offer(ends, mix, lower, upper)
        most = max(most, len(blocks) - 1)
        progress(turn, rounds, "rounds")
        if best.gap < ROUNDING or len(blocks) > ranks:
            break
        finer = _split(form, coarse, mix, blocks, deck)
        if len(finer) == len(blocks):
            break
        blocks = finer
    if exact and ranks <= MOST_EXACT and best.gap < tolerance:
        answer = exact_mix(form, mix, ends, deck)
        if answer is not None:
            lower, upper = bounds(form, answer, ends, deck)
            if lower == upper:
                return Proved(ends, answer, Value(lower, upper), turn, most)
    _, mix = best.joined(form)
    _, proved, value = certified(form, mix, ends, deck)
    return Proved(ends, proved, value, turn, most)


def _split(form: BettingForm, coarse: Mix, mix: Mix, blocks: Blocks, deck: Deck) -> Blocks:
    """Quarter the blocks that mix, that lie beside a change, or in which a best response changes."""
    restless = np.zeros(len(blocks) - 1, bool)
    floats = np.arange(deck.ranks + 1) / deck.ranks
    for player in SIDES:
        own = reach(form, player, coarse)
        change = np.abs(np.diff(own, axis=1)).max(axis=0) > 1e-7
        restless[1:] |= change
        restless[:-1] |= change
        restless |= ((own > 1e-7) & (own < 1 - 1e-7)).any(axis=0)
        reply = best_response(form, player, mix, floats, deck)
        for turn in form.of(player):
            choice = reply.worth[turn.index].argmax(axis=0)
            at = np.nonzero(np.diff(choice))[0]
            restless[np.searchsorted(blocks, at, side="right") - 1] = True
    size = np.diff(blocks)
    new = [blocks]
    for quarter in (1, 2, 3):
        new.append((blocks[:-1] + (size * quarter) // 4)[restless])
    return np.unique(np.concatenate(new))
