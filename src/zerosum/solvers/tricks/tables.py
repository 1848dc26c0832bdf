"""Reading values: a position's value and strategies, recomputed on demand from the stage below.

Only values are kept. The strategies of a position follow from its matrix game, whose entries are values with one card
less: a few dozen numbers to look up and one small game to solve.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

import numpy as np

from zerosum import matrix
from zerosum.arrays import Floats
from zerosum.engines import choose
from zerosum.errors import InputError
from zerosum.matrix import solve_fallback
from zerosum.models.tricks import Chance, Context, TrickGame
from zerosum.numerics.rational import Number
from zerosum.progress import silent
from zerosum.solution import Value
from zerosum.solvers.tricks.discover import follow
from zerosum.solvers.tricks.patterns import COL, ROW, child, moves, rank, ways, word_of
from zerosum.solvers.tricks.plan import Plan
from zerosum.solvers.tricks.tiles import TOLERANCE, Tile, complete, error_bounds, tiles
from zerosum.store import Store

__all__ = ["Answer", "ExactTables", "FloatTables", "Tables", "lookup"]

EPS = float(np.finfo(np.float64).eps)


Matrix = list[list[Number]]
Solved = tuple[Value, Sequence[Number], Sequence[Number]]
"""Value, row's strategy, col's strategy."""


class Answer(NamedTuple):
    """A position's value, and each player's probabilities by card."""

    value: Value
    row: dict[int, Number]
    col: dict[int, Number]


class Tables(Protocol):
    """Values of blocks by stage, and how to solve a matrix of them."""

    plan: Plan

    def block(self, left: int, block: int, pattern: int) -> Number:
        """The value of a block at a pattern; the block may be lopsided or not."""

    def solve(self, left: int, A: Matrix, largest: float) -> Solved:
        """Value and strategies of a matrix of values with left - 1 cards, added up from numbers up to `largest`."""

    def bounded(self, left: int, value: Number, largest: float) -> Value:
        """A value of a stage with its error, added up from numbers up to `largest`."""


@dataclass
class FloatTables:
    """Values in floating point, read from a store."""

    plan: Plan
    store: Store
    errors: list[float] = field(init=False)
    _tiles: dict[tuple[int, bool], tuple[int, list[Tile]]] = field(init=False, default_factory=dict)
    _arrays: dict[Tile, Floats] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.errors = error_bounds(self.plan, self.store)
        for stage in self.plan.stages:
            half = stage.patterns // 2
            for second in (False, True):
                some = [tile for tile in tiles(stage) if (tile.first >= half) == second]
                if some:
                    self._tiles[stage.left, second] = some[0].last - some[0].first, some

    def block(self, left: int, block: int, pattern: int) -> float:
        """The value of a block at a pattern; of a block that is its own mirror image, half is kept."""
        stage = self.plan.stages[left - 1]
        half = stage.patterns // 2
        if pattern >= half and block >= stage.lopsided:
            return 0.0 if pattern == half else -self.block(left, block, stage.patterns - 1 - pattern)
        rows, some = self._tiles[left, pattern >= half]
        tile = some[(pattern - some[0].first) // rows]
        return float(self._array(tile)[pattern - tile.first, block])

    def _array(self, tile: Tile) -> Floats:
        """A tile's values; should they be lost or damaged, they are solved anew."""
        if tile not in self._arrays:
            array = self.store.get(tile.name)
            if array is None:
                complete(self.plan, self.store, choose(), silent)
                array = self.store.get(tile.name)
            assert array is not None
            if not array.size:
                raise InputError(
                    f"the tables with {tile.left} cards left were too large to be kept, "
                    f"so positions with {tile.left} or {tile.left + 1} cards in each hand are not at hand"
                )
            self._arrays[tile] = array
        return self._arrays[tile]

    def solve(self, left: int, A: Matrix, largest: float) -> Solved:
        """Solve with bounds; a matrix that mirrors itself gets one strategy for both players."""
        payoffs = np.array(A, dtype=np.float64)
        found = matrix.solve(payoffs)
        lower, upper, row, col = found.value.lower, found.value.upper, found.row, found.col
        if not upper - lower <= TOLERANCE * largest:
            lower, upper, x, y = solve_fallback(payoffs)
            row, col = tuple(x.tolist()), tuple(y.tolist())
        if np.array_equal(payoffs, -payoffs.T):
            lower, upper, col = min(0.0, float(lower)), -min(0.0, float(lower)), row
        slack = self.errors[left - 1] + 4 * EPS * largest
        return Value(lower - slack, upper + slack), row, col

    def bounded(self, left: int, value: Number, largest: float) -> Value:
        """A value of a stage with its error and the rounding of its sum."""
        middle = float(value)
        slack = self.errors[left] + 4 * EPS * largest
        return Value(middle - slack, middle + slack)


@dataclass
class ExactTables:
    """Values in fractions, all in memory."""

    plan: Plan
    values: list[list[list[Fraction]]]
    """values[k][block][pattern]"""

    def block(self, left: int, block: int, pattern: int) -> Fraction:
        """The value of a block at a pattern."""
        return self.values[left][block][pattern]

    def solve(self, left: int, A: Matrix, largest: float) -> Solved:
        """Solve exactly; a matrix that mirrors itself gets one strategy for both players."""
        found = matrix.solve_exact(A)
        mirrored = len(A) == len(A[0]) and all(
            A[i][j] == -A[j][i] for i in range(len(A)) for j in range(len(A))
        )
        return found.value, found.row, found.row if mirrored else found.col

    def bounded(self, left: int, value: Number, largest: float) -> Value:
        """Exact values have no error."""
        return Value.exactly(value)


def node_value(tables: Tables, left: int, node: Any, pattern: int) -> tuple[Number, float]:
    """The value of a node at a pattern, and the size of the numbers that it was added up from."""
    if node not in tables.plan.refs[left]:
        raise InputError("no play of this game leads to that position")
    block, flip, shift = tables.plan.refs[left][node]
    offset: Number = shift if isinstance(tables, ExactTables) else float(shift)
    if block < 0:
        return offset, abs(float(offset))
    value: Number
    if flip:
        value = -tables.block(left, block, tables.plan.stages[left - 1].patterns - 1 - pattern)
    else:
        value = tables.block(left, block, pattern)
    return offset + value, abs(float(offset)) + abs(float(value))


def lookup(
    tables: Tables, game: TrickGame, row: Sequence[int], col: Sequence[int], at: Context | Chance
) -> Answer:
    """The value at two hands in a context, and both strategies; in a Chance, the value only."""
    word, ranks = word_of(row, col)
    left, WAYS = len(row), ways(game.cards)
    if isinstance(at, Chance):
        pattern = rank(word, word.size, left, WAYS)
        return Answer(tables.bounded(left, *node_value(tables, left, at, pattern)), {}, {})
    places, after = np.empty((2, left), np.int64), np.empty(game.cards, np.int8)
    mine = places[0, : moves(word, word.size, ROW, places[0])].tolist()
    theirs = places[1, : moves(word, word.size, COL, places[1])].tolist()
    steps, largest = follow(game, at), 0.0
    A: list[list[Number]] = [[] for _ in mine]
    for line, a in zip(A, mine, strict=True):
        for b in theirs:
            reward, node = steps[1 if a == b else 0 if a < b else 2]
            pattern = child(word, word.size, left, a, b, WAYS, after)
            entry, size = node_value(tables, left - 1, node, pattern)
            line.append(reward + entry)
            largest = max(largest, abs(float(reward)) + size)
    value, x, y = tables.solve(left, A, largest)
    return Answer(value, _by_card(row, mine, x, ranks), _by_card(col, theirs, y, ranks))


def _by_card(
    hand: Sequence[int], places: list[int], x: Sequence[Number], ranks: list[int]
) -> dict[int, Number]:
    """Probabilities by card; of cards that will fare alike, the lowest is played."""
    cards = sorted(hand)
    weights: dict[int, Number] = dict.fromkeys(cards, 0 * x[0])
    tops = [ranks[place] for place in places]
    for top, below, p in zip(tops, [*tops[1:], 0], x, strict=True):
        weights[next(card for card in cards if below < card <= top)] = p
    return weights
