"""Reading values: a position's value and strategies, recomputed on demand from the stage below.

Only values are kept. The strategies of a position follow from its matrix game, whose entries are values with one card
less: a few dozen numbers to look up and one small game to solve.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from zerosum import matrix
from zerosum.core.arrays import Floats, Ints
from zerosum.core.data import Json
from zerosum.core.errors import InputError
from zerosum.core.limits import afford
from zerosum.core.numbers import Number
from zerosum.core.progress import silent
from zerosum.core.value import Value
from zerosum.matrix import solve_fallback
from zerosum.models.tricks.answer import SolvedPosition
from zerosum.models.tricks.engines import choose
from zerosum.models.tricks.rules import Chance, Context, TrickGame
from zerosum.models.tricks.solve.discover import Node, follow
from zerosum.models.tricks.solve.patterns import rank, ways, word_of
from zerosum.models.tricks.solve.plan import Plan, Ref, Stage
from zerosum.models.tricks.solve.position import Found, Page, Ways, solve_position
from zerosum.models.tricks.solve.tiles import TOLERANCE, Tile, complete, error_bounds, tiles
from zerosum.store import MemoryStore, Store

__all__ = ["FloatTables", "by_card", "find"]

EPS = float(np.finfo(np.float64).eps)

REMEMBERED = 1 << 14
"""Contexts whose ways on are remembered."""


def find(plan: Plan, left: int, node: Node) -> Ref:
    """Where a node's values are; InputError if no play leads to it."""
    ref = plan.ref(left, node)
    if ref is None:
        raise InputError("no play of this game leads to that position")
    return ref


def by_card(
    hand: Sequence[int], places: list[int], x: Sequence[Number], ranks: list[int]
) -> dict[int, Number]:
    """Probabilities by card; of cards that will fare alike, the lowest is played."""
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
    _pages: list[Page] = field(init=False)
    _arrays: dict[Tile, Floats] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.errors = error_bounds(self.plan, self.store)
        self._tiles = [[], *(tiles(stage) for stage in self.plan.stages)]
        nothing = Page(1, 0, 0, (1, 1), 0, np.zeros(1, np.int64))
        self._pages = [nothing, *(_page(stage) for stage in self.plan.stages)]
        self._ways = lru_cache(maxsize=REMEMBERED)(self._ask)

    def __getstate__(self) -> Json:
        """What is saved: the tables themselves, wherever the store has them."""
        afford("a file with the tables of this game", memory=4 * self.plan.disk)
        names = [tile.name for stage in self.plan.stages for tile in tiles(stage)]
        kept = {name: (self.store.get(name), self.store.facts(name)) for name in names}
        return {"game": self.game, "plan": self.plan, "kept": kept}

    def __setstate__(self, saved: Json) -> None:
        """The same tables, kept in memory."""
        self.game, self.plan, self.store = saved["game"], saved["plan"], MemoryStore()
        for name, (array, facts) in saved["kept"].items():
            self.store.put(name, array, facts)
        self._arrays = {}
        self.__post_init__()

    def answer(self, row: Sequence[int], col: Sequence[int], at: Context | Chance) -> SolvedPosition:
        """The value at two hands in a context, and both strategies; in a Chance, the value only."""
        word, ranks = word_of(row, col)
        left, WAYS = len(row), ways(self.plan.cards)
        if isinstance(at, Chance):
            return SolvedPosition(
                self._value(left, find(self.plan, left, at), rank(word, word.size, left, WAYS)), {}, {}
            )
        page, onward = self._pages[left - 1], self._ways(left, at)
        found = Found(*solve_position(word, left, WAYS, page, onward, TOLERANCE))
        while found.missing >= 0:
            self._read(left - 1, found.missing)
            found = Found(*solve_position(word, left, WAYS, page, onward, TOLERANCE))
        lower, upper, x, y = found.lower, found.upper, found.x, found.y
        if not found.good:
            lower, upper, x, y = _slowly(found.A, TOLERANCE * found.largest)
        row_mix, col_mix = x.tolist(), y.tolist()
        if found.mirrored:
            lower, upper, col_mix = min(0.0, lower), -min(0.0, lower), row_mix
        slack = self.errors[left - 1] + 4 * EPS * found.largest
        return SolvedPosition(
            Value(float(lower - slack), float(upper + slack)),
            by_card(row, found.mine.tolist(), row_mix, ranks),
            by_card(col, found.theirs.tolist(), col_mix, ranks),
        )

    def digest(self) -> str:
        """The SHA-256 of all tables that are kept."""
        found = hashlib.sha256()
        for tile in itertools.chain(*self._tiles):
            array = self.store.get(tile.name)
            found.update(tile.name.encode() + (b"" if array is None else array.tobytes()))
        return found.hexdigest()

    def block(self, left: int, block: int, pattern: int) -> float:
        """The value of a block at a pattern; of a block that is its own mirror image, half is kept."""
        stage = self.plan.stages[left - 1]
        half = stage.patterns // 2
        if pattern >= half and block >= stage.lopsided:
            return 0.0 if pattern == half else -self.block(left, block, stage.patterns - 1 - pattern)
        number = next(at for at, tile in enumerate(self._tiles[left]) if tile.first <= pattern < tile.last)
        return float(self._read(left, number)[pattern - self._tiles[left][number].first, block])

    def _value(self, left: int, ref: Ref, pattern: int) -> Value:
        """A node's value at a pattern, with its error and the rounding of its sum."""
        shift, value = float(ref.shift), 0.0
        if ref.block >= 0 and ref.flip:
            value = -self.block(left, ref.block, self.plan.stages[left - 1].patterns - 1 - pattern)
        elif ref.block >= 0:
            value = self.block(left, ref.block, pattern)
        slack = self.errors[left] + 4 * EPS * (abs(shift) + abs(value))
        return Value(shift + value - slack, shift + value + slack)

    def _ask(self, left: int, at: Context) -> Ways:
        """What each outcome of a trick leads to."""
        steps = [(reward, find(self.plan, left - 1, node)) for reward, node in follow(self.game, at)]
        return Ways(
            np.array([float(reward + ref.shift) for reward, ref in steps]),
            np.array([ref.block for _, ref in steps]),
            np.array([ref.flip for _, ref in steps]),
        )

    def _read(self, left: int, number: int) -> Floats:
        """A tile's values, from now on known to the kernel; should they be lost or damaged, they are solved anew."""
        tile = self._tiles[left][number]
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
            self._pages[left].addresses[number] = array.ctypes.data
        return self._arrays[tile]


def _page(stage: Stage) -> Page:
    """The tiles of a stage, none of them read yet."""
    half, kept = stage.patterns // 2, tiles(stage)
    first = [tile for tile in kept if tile.first < half]
    rest = [tile for tile in kept if tile.first >= half]
    rows = tuple(some[0].last - some[0].first if some else 1 for some in (first, rest))
    addresses: Ints = np.zeros(max(1, len(kept)), np.int64)
    return Page(stage.patterns, len(stage.blocks), stage.lopsided, (rows[0], rows[1]), len(first), addresses)


def _slowly(A: Floats, tolerance: float) -> tuple[float, float, Floats, Floats]:
    """Bounds and strategies of a matrix that the fast kernel left."""
    found = matrix.solve(A)
    if found.value.upper - found.value.lower <= tolerance:
        return float(found.value.lower), float(found.value.upper), np.array(found.row), np.array(found.col)
    return solve_fallback(A)
