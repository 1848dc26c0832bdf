"""Executing a plan in fractions, for small games: the same blocks, every matrix game solved exactly."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from zerosum.errors import TooLargeError
from zerosum.matrix import solve_exact
from zerosum.progress import Progress
from zerosum.solvers.tricks.discover import Exact
from zerosum.solvers.tricks.patterns import COL, ROW, child, moves, unrank, ways
from zerosum.solvers.tricks.plan import Plan, Stage
from zerosum.solvers.tricks.tables import ExactTables

__all__ = ["solve_plan_exactly"]

MOST_GAMES = 200_000
"""More matrix games than this would take fractions hours."""


def solve_plan_exactly(plan: Plan, progress: Progress) -> ExactTables:
    """All values of a plan as fractions."""
    if plan.matrices > MOST_GAMES:
        raise TooLargeError(
            f"in fractions this would take {plan.matrices:,} exact games, and {MOST_GAMES:,} are the most; "
            "take fewer cards, or leave out --exact"
        )
    values: list[list[list[Fraction]]] = [[]]
    done = 0
    for stage in plan.stages:
        values.append([[Fraction(0)] * stage.patterns for _ in stage.blocks])
        for pattern in range(stage.patterns):
            _solve_pattern(plan, stage, pattern, values)
            done += stage.matrices // stage.patterns
            progress(min(done, plan.matrices), plan.matrices, "positions")
    return ExactTables(plan, values)


def _solve_pattern(plan: Plan, stage: Stage, pattern: int, values: list[list[list[Fraction]]]) -> None:
    """The values of all blocks at one pattern; a block that is its own mirror image is solved for half of them."""
    half, image = stage.patterns // 2, stage.patterns - 1 - pattern
    blocks = len(stage.blocks) if pattern < half else stage.lopsided
    ways_on = _children(plan, stage.left, pattern)
    terms = {term for block in stage.blocks[:blocks] for term, _ in block}
    solved = {term: _solve_term(stage, term, ways_on, values) for term in terms}
    for b in range(blocks):
        value = sum((weight * solved[term] for term, weight in stage.blocks[b]), Fraction(0))
        values[stage.left][b][pattern] = value
        if b >= stage.lopsided:
            values[stage.left][b][image] = -value


def _children(plan: Plan, left: int, pattern: int) -> list[list[tuple[int, int]]]:
    """For each pair of different cards, the outcome and the child pattern."""
    WAYS = ways(plan.cards)
    word, after = np.empty(plan.cards, np.int8), np.empty(plan.cards, np.int8)
    places = np.empty((2, left), np.int64)
    length = unrank(pattern, left, WAYS, word)
    mine = places[0, : moves(word, length, ROW, places[0])].tolist()
    theirs = places[1, : moves(word, length, COL, places[1])].tolist()
    return [
        [(1 if a == b else 0 if a < b else 2, child(word, length, left, a, b, WAYS, after)) for b in theirs]
        for a in mine
    ]


def _solve_term(
    stage: Stage,
    term: int,
    ways_on: list[list[tuple[int, int]]],
    values: list[list[list[Fraction]]],
) -> Fraction:
    """The exact value of one matrix game."""

    def entry(outcome: int, pattern: int) -> Exact:
        reward, block, flip = stage.terms[term][outcome]
        if block < 0:
            return reward
        below = values[stage.left - 1][block]
        return reward - below[-1 - pattern] if flip else reward + below[pattern]

    value = solve_exact([[entry(*way) for way in line] for line in ways_on]).value.lower
    assert isinstance(value, Fraction)
    return value
