"""Reading values: a position's value and strategies, recomputed on demand from the stage below.

Only values are kept. The strategies of a position follow from its matrix game, whose entries are values with one card
less: a few dozen numbers to look up and one small game to solve.
"""

from __future__ import annotations

import hashlib
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

import numpy as np

from zerosum import matrix
from zerosum.core.arrays import Floats, Ints
from zerosum.core.data import Json
from zerosum.core.errors import InputError
from zerosum.core.limits import MINUTE, require_budget
from zerosum.core.numbers import Number
from zerosum.core.progress import Progress, silent
from zerosum.core.value import Value
from zerosum.matrix import solve_exact, solve_fallback
from zerosum.models.staged.engines.tricks.answer import SolvedPosition
from zerosum.models.staged.engines.tricks.contexts import Exact, Node, follow
from zerosum.models.staged.engines.tricks.patterns import COL, ROW, child, moves, rank, unrank, ways, word_of
from zerosum.models.staged.engines.tricks.plan import Plan, Ref, Stage
from zerosum.models.staged.engines.tricks.rules import Chance, Context, TrickGame
from zerosum.models.staged.engines.tricks.solve.position import (
    PART,
    NextBlocks,
    PositionResult,
    StageTiles,
    place_of,
    solve_position,
)
from zerosum.models.staged.engines.tricks.tiles import TOLERANCE, Tile, complete, error_bounds, tiles
from zerosum.models.staged.engines.tricks.workers import choose
from zerosum.store import PART_BYTES, MemoryStore, Store

EPS = float(np.finfo(np.float64).eps)

REMEMBERED = 1 << 14
"""Number of contexts whose successors are cached."""


def find(plan: Plan, left: int, node: Node) -> Ref:
    """Return the location of a node's values; raise an InputError if it is unreachable."""
    ref = plan.ref(left, node)
    if ref is None:
        raise InputError("that position is unreachable in this game")
    return ref


def by_card(
    hand: Sequence[int], places: list[int], x: Sequence[Number], ranks: list[int]
) -> dict[int, Number]:
    """Return probabilities by card; among equivalent cards, the lowest is played."""
    cards = sorted(hand)
    weights: dict[int, Number] = dict.fromkeys(cards, 0 * x[0])
    at = 0
    for place, p in zip(reversed(places), reversed(x), strict=True):
        weights[cards[at]] = p
        while at < len(cards) and cards[at] <= ranks[place]:
            at += 1
    return weights


@dataclass
class FloatTables:
    """Values in floating point, read from a store."""

    game: TrickGame
    plan: Plan
    store: Store
    errors: list[float] = field(init=False)
    _tiles: list[list[Tile]] = field(init=False)
    _pages: list[StageTiles] = field(init=False)
    _arrays: dict[tuple[int, int], Floats] = field(init=False, default_factory=dict)
    """The tile that contains each part, by cards left and the part's index; it must stay mapped."""

    def __post_init__(self) -> None:
        self.errors = error_bounds(self.plan, self.store)
        self._tiles = [[], *(tiles(stage) for stage in self.plan.stages)]
        nothing = StageTiles(1, 0, 0, (1, 1), 0, np.zeros(2, np.int64), np.zeros(1, np.int64))
        self._pages = [nothing, *(_page(stage) for stage in self.plan.stages)]
        self._ways = lru_cache(maxsize=REMEMBERED)(self._ask)

    def __getstate__(self) -> Json:
        """Return the saved state: the tables themselves, not their location in the store."""
        require_budget("a file with the tables of this game", memory=4 * self.plan.disk)
        names = [tile.name for stage in self.plan.stages for tile in tiles(stage)]
        kept = {name: (self.store.get(name), self.store.facts(name)) for name in names}
        return {"game": self.game, "plan": self.plan, "kept": kept}

    def __setstate__(self, saved: Json) -> None:
        """Restore the tables and keep them in memory."""
        self.game, self.plan, self.store = saved["game"], saved["plan"], MemoryStore()
        for name, (array, facts) in saved["kept"].items():
            self.store.put(name, array, facts)
        self._arrays = {}
        self.__post_init__()

    def answer(self, row: Sequence[int], col: Sequence[int], at: Context | Chance) -> SolvedPosition:
        """Return the value at two hands in a context, and both strategies; for a `Chance`, only the value."""
        word, ranks = word_of(row, col)
        left, WAYS = len(row), ways(self.plan.cards)
        if isinstance(at, Chance):
            return SolvedPosition(
                self._value(left, find(self.plan, left, at), rank(word, word.size, left, WAYS)), {}, {}
            )
        page, onward = self._pages[left - 1], self._ways(left, at)
        found = PositionResult(*solve_position(word, left, WAYS, page, onward, TOLERANCE))
        if found.missing.size:
            for part in found.missing.tolist():
                self._read(left - 1, part)
            found = PositionResult(*solve_position(word, left, WAYS, page, onward, TOLERANCE))
        lower, upper, x, y = found.lower, found.upper, found.x, found.y
        if not found.good:
            slow = matrix.solve(found.A)
            lower, upper = float(slow.value.lower), float(slow.value.upper)
            x, y = np.array(slow.row), np.array(slow.col)
            if upper - lower > TOLERANCE * found.largest:
                lower, upper, x, y = solve_fallback(found.A)
        row_mix, col_mix = x.tolist(), y.tolist()
        if found.mirrored:
            lower, upper, col_mix = min(0.0, lower), -min(0.0, lower), row_mix
        slack = self.errors[left - 1] + 4 * EPS * found.largest
        return SolvedPosition(
            Value(float(lower - slack), float(upper + slack)),
            by_card(row, found.mine.tolist(), row_mix, ranks),
            by_card(col, found.theirs.tolist(), col_mix, ranks),
        )

    def value(self, row: Sequence[int], col: Sequence[int], at: Context | Chance) -> Value:
        """Return only the value, which the tables contain, also before chance moves."""
        word, _ = word_of(row, col)
        ref = self.plan.ref(len(row), at)
        if ref is None:
            return self.answer(row, col, at).value
        return self._value(len(row), ref, rank(word, word.size, len(row), ways(self.plan.cards)))

    def digest(self) -> str:
        found = hashlib.sha256()
        for tile in itertools.chain(*self._tiles):
            array = self.store.get(tile.name)
            found.update(tile.name.encode() + (b"" if array is None else array.tobytes()))
        return found.hexdigest()

    def _value(self, left: int, ref: Ref, pattern: int) -> Value:
        """Return a node's value at a pattern, with bounds on its error and on the rounding error of its sum."""
        shift, value = float(ref.shift), 0.0
        if ref.block >= 0:
            page = self._pages[left]
            tile, at, sign = place_of.function(page, ref.block, ref.flip, pattern)
            if sign:
                value = sign * float(self._read(left, int(page.parts[tile]) + at // PART).flat[at])
        slack = self.errors[left] + 4 * EPS * (abs(shift) + abs(value))
        return Value(shift + value - slack, shift + value + slack)

    def _ask(self, left: int, at: Context) -> NextBlocks:
        """Return the successors of each outcome of a trick."""
        steps = [(reward, find(self.plan, left - 1, node)) for reward, node in follow(self.game, at)]
        return NextBlocks(
            np.array([float(reward + ref.shift) for reward, ref in steps]),
            np.array([ref.block for _, ref in steps]),
            np.array([ref.flip for _, ref in steps]),
        )

    def _read(self, left: int, part: int) -> Floats:
        """Read and check the tile of a part and pass it to the kernel; recompute a tile that was lost."""
        if (left, part) not in self._arrays:
            page = self._pages[left]
            number = int(np.searchsorted(page.parts, part, side="right")) - 1
            tile, inside = self._tiles[left][number], part - int(page.parts[number])
            array = self.store.get(tile.name, inside)
            if array is None:
                complete(self.plan, self.store, choose(), silent)
                array = self.store.get(tile.name, inside)
            assert array is not None
            if not array.size:
                raise InputError(
                    f"the tables with {tile.left} cards left were too large to store, so positions with "
                    f"{tile.left} or {tile.left + 1} cards in each hand cannot be looked up"
                )
            self._arrays[left, part] = array
            page.addresses[part] = array.ctypes.data + inside * PART_BYTES
        return self._arrays[left, part]


def _page(stage: Stage) -> StageTiles:
    """Return an index of the tiles of a stage, none of them read yet."""
    half, kept = stage.patterns // 2, tiles(stage)
    first = [tile for tile in kept if tile.first < half]
    rest = [tile for tile in kept if tile.first >= half]
    rows = tuple(some[0].last - some[0].first if some else 1 for some in (first, rest))
    sizes = [-(-(tile.last - tile.first) * (tile.stop - tile.start) // PART) for tile in kept]
    parts: Ints = np.cumsum([0, *sizes])
    addresses: Ints = np.zeros(max(1, int(parts[-1])), np.int64)
    blocks, lopsided = len(stage.blocks), stage.lopsided
    return StageTiles(stage.patterns, blocks, lopsided, (rows[0], rows[1]), len(first), parts, addresses)


GAME_SECONDS, DIGIT_SECONDS = 5e-4, 3e-8
"""Measured upper bounds on the time per game, and per elementary step of a product of long numbers."""
BITS, SHORT = 30, 8
"""Bits in a digit of Python's integers; and the length of denominators, in bits, above which later lengths are
estimated from them.
"""


@dataclass
class ExactTables:
    """Values in fractions, all in memory."""

    game: TrickGame
    plan: Plan
    values: list[list[list[Fraction]]]
    """values[k][block][pattern]"""

    def answer(self, row: Sequence[int], col: Sequence[int], at: Context | Chance) -> SolvedPosition:
        """Return the value at two hands in a context, and both strategies, which are equal at a symmetric position."""
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

    def value(self, row: Sequence[int], col: Sequence[int], at: Context | Chance) -> Value:
        return self.answer(row, col, at).value

    def digest(self) -> str:
        values = (x for stage in self.values for block in stage for x in block)
        said = " ".join(
            f"{x.numerator:x}/{x.denominator:x}" for x in values
        )  # the length of decimals may be limited
        return hashlib.sha256(said.encode()).hexdigest()

    def _value(self, left: int, node: Node, pattern: int) -> Fraction:
        block, flip, shift = find(self.plan, left, node)
        if block < 0:
            return Fraction(shift)
        values = self.values[left][block]
        return Fraction(shift - values[-1 - pattern] if flip else shift + values[pattern])


def solve_plan_exactly(game: TrickGame, plan: Plan, progress: Progress) -> ExactTables:
    """Return all values of a plan as fractions; a stage that would take too long is rejected before it begins."""
    values: list[list[list[Fraction]]] = [[]]
    for k, stage in enumerate(plan.stages):
        require_budget(
            f"{game.title} in fractions", seconds=_seconds(plan.stages[k:], values[-1]), most=MINUTE
        )
        values.append([[Fraction(0)] * stage.patterns for _ in range(len(stage.blocks))])
        for pattern in range(stage.patterns):
            _solve_pattern(plan, stage, pattern, values)
            # fractions grow from stage to stage, so the time for one stage says nothing about the next
            progress(pattern + 1, stage.patterns, f"pairs of hands, {stage.left} cards each")
    return ExactTables(game, plan, values)


def _seconds(stages: Sequence[Stage], below: list[list[Fraction]]) -> float:
    """Estimate the time for these stages from the values below them.

    A k by k game has k^2 denominators from the stage below, and the denominator of its value has as many digits as
    all of them together: so they grow from stage to stage, and products of long numbers take time.
    """
    lengths = [value.denominator.bit_length() for block in below for value in block]
    bits, seconds = sum(lengths) / max(1, len(lengths)), 0.0
    for stage in stages if bits > SHORT else stages[:1]:
        k, bits = stage.left, stage.left**2 * bits
        steps = (bits / BITS) ** math.log2(3)
        seconds += stage.matrices * (GAME_SECONDS + 2 * k**3 * DIGIT_SECONDS * steps)
    return seconds


def _solve_pattern(plan: Plan, stage: Stage, pattern: int, values: list[list[list[Fraction]]]) -> None:
    """Compute the values of all blocks at one pattern, but symmetric blocks only at half of the patterns."""
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
"""For each pair of distinct cards, the outcome and the child pattern."""


def _children(plan: Plan, left: int, pattern: int) -> tuple[list[int], list[int], Onward]:
    """Return the positions of both players' distinct cards, and the successor of each pair of them."""
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


def _solve_term(stage: Stage, term: int, ways_on: Onward, values: list[list[list[Fraction]]]) -> Fraction:
    """Return the exact value of one matrix game."""

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
