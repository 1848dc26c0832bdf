"""The matrix game of one position from the stored tiles, and its solution: a few microseconds, compiled.

The store maps the tiles into memory, and the kernel gets the address of each of their parts (see `zerosum.store`); 0
stands for a part that was not read and checked yet. An entry of the matrix is

    A[i, j] = base[outcome] + sign * v(block[outcome])[child(i, j)],

where the players of the block may be exchanged, and only half of a block that is its own mirror image is stored.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Bools, Floats, Ints
from zerosum.core.compiled import Kernel, kernel
from zerosum.matrix.bounds import work_size
from zerosum.matrix.kernel import FINE, solve_into, status
from zerosum.matrix.simd import float_at
from zerosum.models.staged.engines.tricks.patterns import COL, ROW, Word, child, moves
from zerosum.store import PART_BYTES

SOME_POSITIONS = 2_500
"""Plain Python solves a position in 1 to 4 ms, so this kernel is compiled only after some hundreds of positions."""


class StageTiles(NamedTuple):
    """The stored tiles of a stage: first those of the first half of its patterns, then the others."""

    patterns: int
    blocks: int
    lopsided: int
    rows: tuple[int, int]
    """Number of rows of a tile in each half; the last tile may have fewer."""
    tiles: int
    """The number of tiles of the first half."""
    parts: Ints
    """The index of each tile's first part."""
    addresses: Ints
    """The address of each part, or 0."""


class NextBlocks(NamedTuple):
    """The continuation after a win, a tie and a loss: a payment, and a block (-1 for none), possibly with the players
    exchanged.
    """

    base: Floats
    block: Ints
    flip: Bools


class PositionResult(NamedTuple):
    """A solved position."""

    missing: Ints
    """The parts that must be read first; none if the position is solved."""
    good: bool
    """Whether the bounds are close; if not, the matrix needs a slower method."""
    lower: float
    upper: float
    largest: float
    """The largest sum of the absolute values of the terms of an entry."""
    mirrored: bool
    """Whether the matrix is minus its own transpose."""
    A: Floats
    mine: Ints
    """The positions of row's distinct cards."""
    theirs: Ints
    x: Floats
    y: Floats


PART = PART_BYTES // 8
"""Number of values in a part of a tile."""


@Kernel
def place_of(page: StageTiles, block: int, flip: bool, pattern: int) -> tuple[int, int, float]:
    """Return the tile, the index in it, and the sign of a block's value at a pattern; the sign is 0 if the value is
    0.
    """
    half, sign = page.patterns // 2, 1.0
    if flip:
        pattern, sign = page.patterns - 1 - pattern, -1.0
    if pattern >= half and block >= page.lopsided:
        pattern, sign = page.patterns - 1 - pattern, -sign
        if pattern == half:
            return 0, 0, 0.0
    if pattern < half:
        tile, row = divmod(pattern, page.rows[0])
        return tile, row * page.blocks + block, sign
    tile, row = divmod(pattern - half, page.rows[1])
    return page.tiles + tile, row * page.lopsided + block, sign


@Kernel
def _fill(
    word: Word, left: int, WAYS: Ints, page: StageTiles, ways: NextBlocks, mine: Ints, theirs: Ints, A: Floats
) -> tuple[Ints, float]:
    """Return the matrix, the parts that must be read first, and the largest sum of absolute terms."""
    after, largest = np.empty(WAYS.shape[0], np.int8), 0.0
    missing, lacking = np.empty(A.size, np.int64), 0
    for i in range(mine.size):
        for j in range(theirs.size):
            a, b = mine[i], theirs[j]
            o = 1 if a == b else 0 if a < b else 2
            value = 0.0
            if ways.block[o] >= 0:
                # the location of the next position's value; request a part that is not mapped yet
                pattern = child(word, word.size, left, a, b, WAYS, after)
                tile, at, sign = place_of(page, ways.block[o], ways.flip[o], pattern)
                if sign != 0.0:
                    part = page.parts[tile] + at // PART
                    if page.addresses[part] == 0:
                        missing[lacking] = part
                        lacking += 1
                    else:
                        value = sign * float_at(page.addresses[part], at % PART)
            A[i, j] = ways.base[o] + value
            largest = max(largest, abs(ways.base[o]) + abs(value))
    return missing[:lacking], largest


@Kernel
def _mirrored(A: Floats) -> bool:
    m, n = A.shape
    if m != n:
        return False
    for i in range(m):
        for j in range(i + 1):
            if A[i, j] != -A[j, i]:
                return False
    return True


@kernel(work=lambda word, *_: word.size**2, few=SOME_POSITIONS, error_model="numpy")
def solve_position(
    word: Word, left: int, WAYS: Ints, page: StageTiles, ways: NextBlocks, tolerance: float
) -> tuple[Ints, bool, float, float, float, bool, Floats, Ints, Ints, Floats, Floats]:
    """Solve the position of a pattern; return the fields of `PositionResult`, since compiled code builds the object
    slowly.

    `tolerance` is the largest gap that counts as close, relative to the largest sum of absolute terms.
    """
    mine, theirs = np.empty(left, np.int64), np.empty(left, np.int64)
    mine = mine[: moves(word, word.size, ROW, mine)]
    theirs = theirs[: moves(word, word.size, COL, theirs)]
    A, x, y = np.empty((mine.size, theirs.size)), np.empty(mine.size), np.empty(theirs.size)
    # the caller reads the missing parts and calls again
    missing, largest = _fill(word, left, WAYS, page, ways, mine, theirs, A)
    if missing.size > 0:
        return missing, False, 0.0, 0.0, 0.0, False, A, mine, theirs, x, y
    lower, upper = solve_into(A, x, y, np.empty(work_size(mine.size, theirs.size)))
    good = status(A, x, y, lower, upper) == FINE and upper - lower <= tolerance * largest
    return missing, good, lower, upper, largest, _mirrored(A), A, mine, theirs, x, y
