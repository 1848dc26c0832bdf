"""Executing a plan in fractions, for small games: the same blocks, every matrix game solved exactly."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from zerosum.core.limits import afford
from zerosum.core.progress import Progress
from zerosum.core.value import Value
from zerosum.matrix import solve_exact
from zerosum.models.tricks.answer import SolvedPosition
from zerosum.models.tricks.rules import Chance, Context, TrickGame
from zerosum.models.tricks.solve.discover import Exact, Node, follow
from zerosum.models.tricks.solve.patterns import COL, ROW, child, moves, rank, unrank, ways, word_of
from zerosum.models.tricks.solve.plan import Plan, Stage
from zerosum.models.tricks.solve.tables import by_card, find

__all__ = ["solve_plan_exactly"]

GAME_SECONDS, DIGIT_SECONDS = 5e-4, 3e-8
"""As measured, at the most: for each game, and for each elementary step of a product of long numbers."""
BITS, SHORT = 30, 8
"""How many bits a digit of Python's numbers has; denominators with fewer than so many tell nothing of later ones."""


@dataclass
class ExactTables:
    """Values in fractions, all in memory."""

    game: TrickGame
    plan: Plan
    values: list[list[list[Fraction]]]
    """values[k][block][pattern]"""

    def answer(self, row: Sequence[int], col: Sequence[int], at: Context | Chance) -> SolvedPosition:
        """The value at two hands in a context, and both strategies; one that mirrors itself has one for both."""
        word, ranks = word_of(row, col)
        left, WAYS = len(row), ways(self.plan.cards)
        pattern = rank(word, word.size, left, WAYS)
        if isinstance(at, Chance):
            return SolvedPosition(Value.exactly(self._value(left, at, pattern)), {}, {})
        mine, theirs, ways_on = _children(self.plan, left, pattern)
        steps = follow(self.game, at)
        A = [[steps[o][0] + self._value(left - 1, steps[o][1], p) for o, p in line] for line in ways_on]
        found = solve_exact(A)
        mirrored = len(mine) == len(theirs) and all(
            A[i][j] == -A[j][i] for i in range(len(A)) for j in range(len(A))
        )
        other = found.row if mirrored else found.col
        return SolvedPosition(
            found.value, by_card(row, mine, found.row, ranks), by_card(col, theirs, other, ranks)
        )

    def digest(self) -> str:
        """The SHA-256 of all values."""
        values = (x for stage in self.values for block in stage for x in block)
        said = " ".join(f"{x.numerator:x}/{x.denominator:x}" for x in values)  # decimals may have a limit
        return hashlib.sha256(said.encode()).hexdigest()

    def _value(self, left: int, node: Node, pattern: int) -> Fraction:
        """The value of a node at a pattern."""
        block, flip, shift = find(self.plan, left, node)
        if block < 0:
            return Fraction(shift)
        values = self.values[left][block]
        return Fraction(shift - values[-1 - pattern] if flip else shift + values[pattern])


def solve_plan_exactly(game: TrickGame, plan: Plan, progress: Progress) -> ExactTables:
    """All values of a plan as fractions; a stage that would take too long is refused before it begins."""
    values: list[list[list[Fraction]]] = [[]]
    done = 0
    for k, stage in enumerate(plan.stages):
        afford(f"{game.title} in fractions", seconds=_seconds(plan.stages[k:], values[-1]))
        values.append([[Fraction(0)] * stage.patterns for _ in range(len(stage.blocks))])
        for pattern in range(stage.patterns):
            _solve_pattern(plan, stage, pattern, values)
            done += stage.matrices // stage.patterns
            progress(min(done, plan.matrices), plan.matrices, "positions")
    return ExactTables(game, plan, values)


def _seconds(stages: Sequence[Stage], below: list[list[Fraction]]) -> float:
    """About how long these stages will take, from the values below them.

    A game of k by k has k^2 denominators from below, and its value's has as many digits as all of them together: so
    they grow from stage to stage, and products of long numbers cost.
    """
    lengths = [value.denominator.bit_length() for block in below for value in block]
    bits, seconds = sum(lengths) / max(1, len(lengths)), 0.0
    for stage in stages if bits > SHORT else stages[:1]:
        k, bits = stage.left, stage.left**2 * bits
        steps = (bits / BITS) ** math.log2(3)
        seconds += stage.matrices * (GAME_SECONDS + 2 * k**3 * DIGIT_SECONDS * steps)
    return seconds


def _solve_pattern(plan: Plan, stage: Stage, pattern: int, values: list[list[list[Fraction]]]) -> None:
    """The values of all blocks at one pattern; a block that is its own mirror image is solved for half of them."""
    half, image = stage.patterns // 2, stage.patterns - 1 - pattern
    blocks = len(stage.blocks) if pattern < half else stage.lopsided
    _, _, ways_on = _children(plan, stage.left, pattern)
    sums = stage.blocks
    needed = np.unique(sums.terms[: sums.starts[blocks]]).tolist()
    solved = {term: _solve_term(stage, term, ways_on, values) for term in needed}
    for b in range(blocks):
        parts = slice(*sums.starts[b : b + 2])
        weighted = zip(sums.terms[parts].tolist(), sums.weights[parts].tolist(), strict=True)
        value = sum((weight * solved[term] for term, weight in weighted), Fraction(0)) / int(sums.wholes[b])
        values[stage.left][b][pattern] = value
        if b >= stage.lopsided:
            values[stage.left][b][image] = -value


Onward = list[list[tuple[int, int]]]
"""For each pair of different cards, the outcome and the child pattern."""


def _children(plan: Plan, left: int, pattern: int) -> tuple[list[int], list[int], Onward]:
    """The places of both players' different cards, and what follows each pair of them."""
    WAYS = ways(plan.cards)
    word, after = np.empty(plan.cards, np.int8), np.empty(plan.cards, np.int8)
    places = np.empty((2, left), np.int64)
    length = unrank(pattern, left, WAYS, word)
    mine = places[0, : moves(word, length, ROW, places[0])].tolist()
    theirs = places[1, : moves(word, length, COL, places[1])].tolist()
    onward = [
        [(1 if a == b else 0 if a < b else 2, child(word, length, left, a, b, WAYS, after)) for b in theirs]
        for a in mine
    ]
    return mine, theirs, onward


def _solve_term(
    stage: Stage,
    term: int,
    ways_on: Onward,
    values: list[list[list[Fraction]]],
) -> Fraction:
    """The exact value of one matrix game."""

    def entry(outcome: int, pattern: int) -> Exact:
        reward = Fraction(int(stage.terms.pay[term, outcome]), stage.terms.unit)
        block, flip = stage.terms.block[term, outcome], stage.terms.flip[term, outcome]
        if block < 0:
            return reward
        below = values[stage.left - 1][int(block)]
        return reward - below[-1 - pattern] if flip else reward + below[pattern]

    value = solve_exact([[entry(*way) for way in line] for line in ways_on]).value.lower
    assert isinstance(value, Fraction)
    return value
